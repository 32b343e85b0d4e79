"""A text with one placeholder character for each thing it mentions of a problem. Knows no turn,
no verdict and not how things are said.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sandbox.maths.mentions import Mention, Said
from sandbox.maths.mentions import said as read_said
from sandbox.maths.normalise import normalise
from sandbox.maths.values import (
    Either,
    Equation,
    Interval,
    Label,
    Listing,
    Value,
    Words,
    same_value,
)
from sandbox.maths.wording import OPERAND, OTHER, RIGHT, RIGHT_LABEL, WRONG_LABEL

_SEVERAL = (Listing, Either, Equation)
_LIST_MARK = re.compile(r"(?:^|(?<=[.!?:;] )|(?<=\n))[*_]*(\d{1,2})[.)][*_]* (?=[*_]*[A-Z])")
_STEP = re.compile(
    r"\b(?:steps?|part|question|problem|number|no|line|stage|item|example|task|method|way"
    r"|exercise) #?$"
)


LONGEST_STEP = 12
"""So many characters hold whatever `_STEP` finds, and the one before it."""


@dataclass(frozen=True)
class Prepared:
    """A lower-case text with placeholders, and what each of them stands for."""

    text: str
    said: Said
    places: tuple[int, ...]
    held: tuple[tuple[int, int, tuple[Mention, ...]], ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the prepared text stands in the original."""
        return self.said.original(self._plain(start, False), self._plain(end - 1, True))

    def _plain(self, position: int, at_end: bool) -> int:
        """A prepared position as a position of the plain text (its end, exclusive, if `at_end`)."""
        number = bisect_right(self.places, position) - 1
        if number < 0:
            return position + at_end
        start, end, _ = self.held[number]
        if self.places[number] == position:
            return end if at_end else start
        return end + position - self.places[number] - 1 + at_end

    def at(self, position: int) -> tuple[Mention, ...]:
        """What the placeholder at a position stands for."""
        number = bisect_right(self.places, position) - 1
        if number < 0 or self.places[number] != position:
            return ()
        return self.held[number][2]

    def value_at(self, position: int) -> Value | None:
        """The value at a position, the longest if there are several; None for a label or a word."""
        values = [m for m in self.at(position) if not isinstance(m.value, Label)]
        return max(values, key=lambda m: m.end - m.start).value if values else None

    def labels_at(self, position: int) -> frozenset[str]:
        """The label at a position, if one stands there."""
        return frozenset(m.value.letter for m in self.at(position) if isinstance(m.value, Label))

    def others_not_in(self, question: str) -> bool:
        """Whether it mentions values, other than the right one, that the question does not show."""
        shown = [mention.value for mention in read_said(question).mentions]
        return any(
            (value := self.value_at(place)) is not None
            and not any(same_value(value, known) for known in shown)
            for place, mark in zip(self.places, (self.text[p] for p in self.places), strict=True)
            if mark == OTHER
        )


def prepare(
    said: Said,
    is_right: Callable[[Mention], bool],
    labels: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
    words: Sequence[str] = (),
) -> Prepared:
    """Put placeholders for the values, labels and right words that a text mentions.

    Where readings overlap the right value wins, else the longest.
    """
    plain = said.plain
    numbering = _list_marks(plain)
    marked = [
        (m, _mark(m, is_right(m)))
        for m in said.mentions
        if m.start not in numbering and not _numbers_step(plain, m)
    ]
    marked = [(m, mark) for m, mark in marked if mark != OTHER or not isinstance(m.value, _SEVERAL)]
    ranges = [m for m, mark in marked if mark == OTHER and isinstance(m.value, Interval)]
    marked = [(m, mark) for m, mark in marked if m in ranges or not _inside(m, ranges)]
    marked += [(m, RIGHT_LABEL if m.value.letter in labels[0] else WRONG_LABEL)  # type: ignore[union-attr]
               for m in _labels(said, labels)]  # fmt: skip
    for phrase in words:
        marked += [(mention, RIGHT) for mention in _phrases(plain, phrase)]
    order = {RIGHT: 0, RIGHT_LABEL: 0, OPERAND: 0, WRONG_LABEL: 1, OTHER: 2}
    marked.sort(key=lambda pair: (order[pair[1]], -(pair[0].end - pair[0].start), pair[0].start))
    chosen: list[tuple[Mention, str]] = []  # in the order of the text, none touching another
    for mention, mark in marked:
        at = bisect_left(chosen, mention.end, key=lambda pair: pair[0].start)
        if not at or chosen[at - 1][0].end <= mention.start:
            chosen.insert(at, (mention, mark))
    return _filled(said, chosen)


def _filled(said: Said, chosen: list[tuple[Mention, str]]) -> Prepared:
    plain, pieces, position, length = said.plain.lower(), [], 0, 0
    places, held = [], []
    for mention, mark in chosen:
        pieces += [plain[position : mention.start], mark]
        length += mention.start - position
        places.append(length)
        held.append((mention.start, mention.end, (mention,)))
        length += 1
        position = mention.end
    pieces.append(plain[position:])
    return Prepared("".join(pieces), said, tuple(places), tuple(held))


def _mark(mention: Mention, is_right: bool) -> str:
    if not is_right:
        return OTHER
    return OPERAND if mention.is_operand else RIGHT


def _labels(said: Said, labels: tuple[frozenset[str], frozenset[str]]) -> list[Mention]:
    """Choice labels: capitals that stand alone (an A only where it is no article), and (b)."""
    known = labels[0] | labels[1]
    if not known:
        return []
    found = [m for m in said.labels if m.value.letter in known]  # type: ignore[union-attr]
    pattern = re.compile(
        rf"(?<![\w'’+*/^=-])(?:([{''.join(sorted(known))}])(?=[,.;:!?)]|$| (?:is|isn|was|are|or"
        rf"|and|nor|can|cannot|could|does|doesn|must|has|looks|would|will|either|because"
        rf"|since)\b))"
    )
    found += [Mention(Label(m[1]), *m.span()) for m in pattern.finditer(said.plain)]
    return found


def _phrases(plain: str, phrase: str) -> Iterator[Mention]:
    """An answer in words or signs, as it stands and not as a part of more: "2 * 3" not in "2 * 3
    * 5"."""
    text = normalise(phrase).strip(" .")
    if not text:
        return
    pattern = rf"(?<![\w^/.])(?<![*+^÷/<>≤≥-] ){re.escape(text)}(?! ?[*^+÷/]|\w| - |[.,]\d)"
    for match in re.finditer(pattern, plain, 0 if len(text) == 1 else re.I):
        yield Mention(Words(phrase), *match.span())


def _inside(mention: Mention, ranges: Sequence[Mention]) -> bool:
    """Whether it is the end of a range: the 4 of x > 4 is no value of x."""
    return any(r.start <= mention.start and mention.end <= r.end for r in ranges)


def _numbers_step(plain: str, mention: Mention) -> bool:
    """Whether it numbers what is spoken of: "Step 5"."""
    before = plain[max(0, mention.start - LONGEST_STEP) : mention.start]
    return _STEP.search(before.lower()) is not None


def _list_marks(plain: str) -> frozenset[int]:
    """Where a number marks a point of a list: "2. Then look" behind a "1."."""
    return frozenset(
        match.start(1)
        for match in _LIST_MARK.finditer(plain)
        if match.start(1) == 0
        or int(match[1]) == 1
        or re.search(rf"(?:^|\s)[*_]*{int(match[1]) - 1}[.)]", plain[: match.start()]) is not None
    )
