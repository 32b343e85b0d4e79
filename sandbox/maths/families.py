"""All families: by id, by the misconceptions they test, and as a reader of free text.

`Families.read` finds every question in a text that some family knows, with its parameters. What a
family and a problem are is in `problems`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain

from sandbox.errors import UnknownNameError
from sandbox.maths.answers import Answer
from sandbox.maths.expressions import FAILURES, Template
from sandbox.maths.measured import Measured, measured
from sandbox.maths.normalise import normalise
from sandbox.maths.parameters import Parameter
from sandbox.maths.patterns import Marks, Match, Pattern, outline, signs_of
from sandbox.maths.problems import Family, MalRule, Problem, Step
from sandbox.maths.values.units import UNIT_PATTERN

__all__ = [
    "LONGEST_READ",
    "Answer",
    "Families",
    "Family",
    "MalRule",
    "Parameter",
    "Problem",
    "Reading",
    "Sketch",
    "Step",
]

LONGEST_READ = 8_000
"""Only the last this many characters of a text are read for questions."""

LONGEST_REMEMBERED = 2_000
"""Readings of texts up to this many characters are remembered."""

_DIGITS = re.compile(r"\d+")
LONGEST_GAP = 80
"""How far apart the words of one question may stand: as in patterns."""

_NEXT_QUESTION = re.compile(r"\? |\b(?:and|then) (?:which|what|how)\b", re.I)
"""Where a second question starts: no reading reaches over it if a shorter one says the same."""
_MAY_MEASURE = re.compile(rf"[$£€] ?\d|\d ?{UNIT_PATTERN}(?![A-Za-z])|\btake \d", re.I)
"""What a text has in which numbers may carry a unit."""
_TAKES_UNIT = frozenset({"integer", "fraction", "decimal", "mixed"})
_SIGNIFICANT = re.compile(r"\d")
_TOO_LONG = re.compile(r"\d{17,}")
"""Numbers that no parameter can be; trying to read them would only take time."""


@dataclass(frozen=True)
class Reading:
    """A question found in a text; `start` and `end` count in the normalised text."""

    problem: Problem
    start: int
    end: int

    @property
    def family_id(self) -> str:
        """Which family reads it so."""
        return self.problem.family.id


@dataclass(frozen=True)
class Sketch:
    """What must be known of a family to find it: the misconceptions it tests, and by what a text
    is known that one of its patterns, in their order, may read."""

    errors: tuple[str, ...]
    marks: tuple[Marks, ...]


def sketch_of(family: Family) -> Sketch:
    """The sketch of a family."""
    return Sketch(tuple(family.errors), tuple(pattern.marks for pattern in family.patterns))


class Families:
    """All families: by id, by the misconceptions they test, and as a reader of free text."""

    def __init__(self, families: Iterable[Family]) -> None:
        known = {family.id: family for family in families}
        self._hold(known, {name: sketch_of(family) for name, family in known.items()})

    @classmethod
    def sketched(cls, families: Mapping[str, Family], sketches: Mapping[str, Sketch]) -> Families:
        """Families of which only a sketch is needed before a question is one of theirs."""
        made = cls.__new__(cls)
        made._hold(families, sketches)
        return made

    def _hold(self, families: Mapping[str, Family], sketches: Mapping[str, Sketch]) -> None:
        self._families = families
        self._sketches = sketches
        self.by_misconception: dict[str, tuple[str, ...]] = {}
        for name, sketch in sketches.items():
            for misconception in sketch.errors:
                known = self.by_misconception.get(misconception, ())
                self.by_misconception[misconception] = (*known, name)
        # both sides of a session, and its scorers, read the same turns
        self._remembered = lru_cache(maxsize=1024)(self._read)
        self._last_remembered = lru_cache(maxsize=1024)(self._last)

    @cached_property
    def _index(self) -> _Index:
        return _Index(self._families, self._sketches)

    def __iter__(self) -> Iterator[Family]:
        return iter(self._families.values())

    def __len__(self) -> int:
        return len(self._families)

    def __getitem__(self, name: str) -> Family:
        try:
            return self._families[name]
        except KeyError:
            raise UnknownNameError("family", name, self._families) from None

    def testing(self, misconception: str) -> tuple[Family, ...]:
        """The families in which the misconception gives a wrong answer."""
        return tuple(self._families[name] for name in self.by_misconception.get(misconception, ()))

    def read(self, text: str) -> tuple[Reading, ...]:
        """Every question in the text that some family knows, in order of appearance.

        A question that several families ask is read by each of them. A reading inside a longer one
        is dropped, unless both read the same numbers to the same answer and differ in words only.
        Each reading was verified: the family's domain holds, there is a right answer, and what the
        text shows is what the wording would show.
        """
        return self._remembered(text) if len(text) <= LONGEST_REMEMBERED else self._read(text)

    def _read(self, text: str) -> tuple[Reading, ...]:
        if len(text) > LONGEST_READ:
            text = " ".join(text[-LONGEST_READ:].split(maxsplit=1)[-1:])  # from a whole word on
        plain = _TOO_LONG.sub(lambda match: "#" * len(match[0]), normalise(text))
        with_unit = self._with_unit(plain) if _MAY_MEASURE.search(plain) else []
        bare = [r for r in self._read_plain(plain) if not _meets(r, with_unit)]
        return tuple(sorted([*bare, *with_unit], key=lambda r: (r.start, r.end, r.family_id)))

    def _with_unit(self, plain: str) -> list[Reading]:
        """The bare questions whose numbers carry one unit; their answers carry it too."""
        return [
            Reading(problem, place.start, place.end)
            for place in measured(plain)
            for reading in self._read_plain(place.bare)
            if not _DIGITS.search(place.bare, reading.end)  # all numbers that carry it are asked
            and (problem := _carrying(reading.problem, place, plain)) is not None
        ]

    def _read_plain(self, plain: str) -> list[Reading]:
        found = [
            Reading(problem, match.start, match.end)
            for asking in self._index.candidates(plain)
            if (places := asking[0][1].places(plain))
            for family, pattern in asking
            for place in places
            if (match := pattern.shown(place, family.needed)) is not None
            if (problem := _verified(family, match)) is not None
        ]
        if found and _NEXT_QUESTION.search(plain):
            found = _within_one_question(found, plain)
        kept: list[Reading] = []
        for together in overlapping(found):
            apart: list[Reading] = []
            for reading in sorted(together, key=lambda r: (r.start - r.end, r.start, r.family_id)):
                if not any(_replaces(wider, reading, plain) for wider in apart):
                    apart.append(reading)
            kept += apart
        return sorted(kept, key=lambda r: (r.start, r.end, r.family_id))

    def last(self, text: str) -> tuple[Problem, ...]:
        """The readings of the last question in the text: one problem a family that asks it.

        One that stops before the question does is none of it: 8 + 4 in "8 + 4 = ? + 5".
        """
        return self._last_remembered(text) if len(text) <= LONGEST_REMEMBERED else self._last(text)

    def _last(self, text: str) -> tuple[Problem, ...]:
        readings = self.read(text)
        if not readings:
            return ()
        last = max(readings, key=lambda reading: (reading.end, -reading.start))
        last_ones = [reading for reading in readings if reading.end > last.start]
        if any(reading.end < last.end for reading in last_ones) and len(text) <= LONGEST_READ:
            plain = normalise(text)
            last_ones = [r for r in last_ones if not _SIGNIFICANT.search(plain, r.end, last.end)]
        return tuple(dict.fromkeys(reading.problem for reading in last_ones))


_Asking = tuple[tuple[Family, Pattern], ...]
"""Patterns of one expression, with their families."""


class _Index:
    """Finds the expressions whose outlines and signs all stand in a text, by their rarest trigrams,
    each with the patterns that have it: many families ask in the same words."""

    def __init__(self, families: Mapping[str, Family], sketches: Mapping[str, Sketch]) -> None:
        self._families = families
        alike: dict[Marks, _Alike] = {}
        for name, sketch in sketches.items():
            for place, marks in enumerate(sketch.marks):
                alike.setdefault(marks, _Alike(marks)).places.append((name, place))
        held = {marks: {_ANY}.union(*map(_trigrams, marks.outlines)) for marks in alike}
        frequency = Counter(
            trigram for marks, found in alike.items() for trigram in held[marks]
            for _ in found.places
        )  # fmt: skip
        self._by_trigram: dict[_Trigram, list[_Alike]] = {_ANY: []}
        for marks, found in alike.items():
            rarest = min(held[marks], key=lambda trigram: (frequency[trigram], trigram))
            self._by_trigram.setdefault(rarest, []).append(found)

    def candidates(self, plain: str) -> Iterator[_Asking]:
        """The patterns that may stand in a plain text, together those of one expression."""
        signs, drawn = signs_of(plain), outline(plain)
        for trigram in sorted(self._by_trigram.keys() & chain((_ANY,), _trigrams(drawn))):
            for alike in self._by_trigram[trigram]:
                if alike.longest in drawn and alike.may_stand(drawn, signs):
                    yield from alike.expressions or alike.made(self._families)


class _Alike:
    """The patterns that have the same marks: the ids of their families and their places there."""

    __slots__ = ("_marks", "expressions", "longest", "places")

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self.longest = marks.outlines[0] if marks.outlines else ""
        self.places: list[tuple[str, int]] = []
        self.expressions: list[_Asking] = []

    def may_stand(self, drawn: str, signs: set[str]) -> bool:
        """Whether a text of this outline, with these signs, may hold one of them."""
        needed, outlines, choices = self._marks
        return (
            needed <= signs
            and all(map(drawn.__contains__, outlines))
            and not any(map(signs.isdisjoint, choices))
        )

    def made(self, families: Mapping[str, Family]) -> list[_Asking]:
        """The patterns by their expressions, each compiled when it is first needed."""
        by_text: dict[str, list[tuple[Family, Pattern]]] = {}
        for name, place in self.places:
            family = families[name]
            pattern = family.patterns[place]
            by_text.setdefault(pattern.regex.pattern, []).append((family, pattern))
        self.expressions = list(map(tuple, by_text.values()))
        return self.expressions


_Trigram = tuple[str, ...]
_ANY: _Trigram = ()
"""In every text."""


def _trigrams(text: str) -> Iterator[_Trigram]:
    return zip(text, text[1:], text[2:], strict=False)


def _verified(family: Family, match: Match) -> Problem | None:
    try:
        problem = family.problem(match.parameters)
        _ = problem.right
        shows = all(shown(problem.values) == value for shown, value in match.unchecked)
    except FAILURES:
        return None
    return problem if shows else None


def _carrying(problem: Problem, place: Measured, plain: str) -> Problem | None:
    """The problem asked with a unit, worded as it was asked; None where its answer takes none."""
    family = problem.family
    if family.unit or (place.unit and family.format not in _TAKES_UNIT):
        return None
    return _asked_with(family, place.unit, plain[place.start : place.end]).problem(
        problem.parameters
    )


@lru_cache(maxsize=256)
def _asked_with(family: Family, unit: str, asked: str) -> Family:
    """The family with this unit and this one wording."""
    return replace(family, unit=unit, stems=(Template(asked, (asked,), ()),))


def _meets(reading: Reading, others: Sequence[Reading]) -> bool:
    return any(reading.start < other.end and other.start < reading.end for other in others)


def _within_one_question(readings: Sequence[Reading], plain: str) -> list[Reading]:
    """The readings without those that borrow words of the next question to say the same."""
    starts = [match.start() for match in _NEXT_QUESTION.finditer(plain)]
    kept: list[Reading] = []
    inside: dict[Problem, list[int]] = {}
    reaching: list[Reading] = []
    for reading in readings:
        k = bisect_left(starts, reading.start)
        if k < len(starts) and starts[k] + 1 < reading.end:
            reaching.append(reading)
        else:
            inside.setdefault(reading.problem, []).append(reading.start)
            kept.append(reading)
    for places in inside.values():
        places.sort()
    for reading in reaching:
        places = inside.get(reading.problem, [])
        k = bisect_left(places, reading.start - LONGEST_GAP)
        if k == len(places) or places[k] >= reading.end:
            kept.append(reading)
    return kept


def overlapping(readings: Iterable[Reading]) -> Iterator[list[Reading]]:
    """The readings in groups that do not touch each other."""
    group: list[Reading] = []
    end = 0
    for reading in sorted(readings, key=lambda r: r.start):
        if group and reading.start >= end:
            yield group
            group = []
        group.append(reading)
        end = max(end, reading.end)
    if group:
        yield group


def _replaces(wider: Reading, reading: Reading, plain: str) -> bool:
    """Whether a reading says nothing beside one that is at least as long."""
    if wider.problem == reading.problem:
        return wider.start < reading.end and reading.start < wider.end
    if wider.end - wider.start == reading.end - reading.start:
        return False
    inside = wider.start <= reading.start and reading.end <= wider.end
    sets_up = reading.start < wider.start < reading.end < wider.end
    if not inside and not sets_up:
        return False
    here = _DIGITS.findall(plain, reading.start, reading.end)
    same_numbers = here == _DIGITS.findall(plain, wider.start, wider.end)
    if sets_up and not same_numbers:
        return False
    right, wider_right = reading.problem.right, wider.problem.right
    # both ways: where the wider question asks for a form, an equal value is not the same answer
    return not (same_numbers and right.same(wider_right) and wider_right.same(right))
