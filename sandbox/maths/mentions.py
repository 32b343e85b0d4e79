"""Where a text mentions values, in plain form with a way back to the original words.

Adds to `find_values` what talk does to numbers: "one whole and a quarter", "four dollars and 75
cents", "the top is 5 and the bottom is 4", both sides of an equation, lists. Knows no tutor, no
student and no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sandbox.maths.normalise import trace
from sandbox.maths.plain.draft import Draft, Piece
from sandbox.maths.values import (
    Equation,
    Interval,
    Label,
    Number,
    Unreadable,
    Value,
    Words,
    find_values,
    read_value,
)

LONGEST = 20_000
"""Only the last this many characters of an utterance are read."""

_HOURS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_WHOLES = re.compile(
    r"(?<![\d/.])(\d+|one|an?) (?:wholes? )?(?:and|plus) (?:an? )?(\d+/\d+)(?![\d/])", re.I
)
_COINS = re.compile(
    r"(?<![\d.])(\d+) (dollars?|pounds?|euros?),?(?: and)? (\d\d?) (?:cents?|pence|p)\b", re.I
)
_SPELLED = re.compile(r"(?<![\d.] )(?<![\d.])(\d+) ?\. (\d(?: \d)*)(?! ?[\d.])")
_COMPARED = re.compile(
    r"(?<![A-Za-z])([a-z]) (?:is|must be|has to be|should be|can be)(?: any(?:thing| number))?"
    r" (greater|more|bigger|larger|less|smaller|lower|at least|at most)(?: than)?(?: (or equal "
    r"to))? (-?\d+(?:\.\d+|/\d+)?)"
)
_PAST = re.compile(
    r"\b(?:an? )?(quarter|half|\d{1,2}(?: minutes?)?) (past|to) (\d{1,2}|"
    + "|".join(_HOURS)
    + r")\b",
    re.I,
)
_SIGNS = {"d": "$", "p": "£", "e": "€"}

_TOP = r"(?:top|numerator|upper number)(?: number| part)?"
_BOTTOM = r"(?:bottom|denominator|lower number|underneath)(?: number| part)?"
_IS = (
    r"(?: of the fraction| there)?(?: is| becomes| will be| should be| must be| goes|:| =| of)?"
    r"(?: an?| the)?"
)
_SPLIT = (
    re.compile(rf"\b{_TOP}{_IS} (\d+)\b[^.?!]{{0,50}}?\b{_BOTTOM}{_IS} (\d+)\b", re.I),
    re.compile(
        rf"\b(\d+)(?: goes)? (?:on|at|as|for|in)(?: the| its)? {_TOP}\b[^.?!]{{0,40}}?\b(\d+)"
        rf"(?: goes)? (?:(?:on|at|as|for|in|under) )?(?:(?:the|its) )?{_BOTTOM}\b",
        re.I,
    ),
    re.compile(r"\b(\d+)(?: stays| goes)? (?:above|on top of)(?: the| an?)? (\d+)\b", re.I),
)
_ITEM = r"-?[$£€]?\d+(?:\.\d+|/\d+)?%?"
_SERIES = re.compile(
    rf"(?<![\w./])(?:{_ITEM}(?:, and |, or |, | and | or )){{1,11}}{_ITEM}(?![\w/]|\.\d)"
)
_UNSOLVED = re.compile(r"[\d)] ?\*? ?[a-z]|[a-z] ?[/+*-]")
_REMAINDER = re.compile(
    r"(?<![\w./])\d{1,9} (?:with )?(?:a )?(?:remainder|rem|r)\.?(?: of)? \d{1,9}", re.I
)
_CALCULATED = re.compile(
    r"(?: ?[*÷/^]| [+-]) ?(?:[-\d(√π$£€]|[a-z](?![a-z]))|\([\da-z]|[a-z](?![a-z'])", re.I
)
_CALCULATING = re.compile(r"(?:[*÷/^√]| [+*÷-]) ?\(?$")


@dataclass(frozen=True)
class Mention:
    """A value that stands in a plain text.

    `is_operand` where something is calculated with it, `counted` the noun behind it ("3 pizzas").
    """

    value: Value
    start: int
    end: int
    is_operand: bool = False
    counted: str = ""


@dataclass(frozen=True)
class Said:
    """An utterance in plain form that can point at the original words."""

    skipped: int
    draft: Draft

    @property
    def plain(self) -> str:
        """The plain form."""
        return self.draft.text

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the plain form (not empty) stands in the original text."""
        first, last = self.draft.original_span(start, end)
        return first + self.skipped, last + self.skipped

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Every value, left to right, labels apart; overlapping readings are all given."""
        found = [m for m in (*self._found(), *self._composed()) if not isinstance(m.value, Label)]
        return tuple(sorted(found, key=lambda mention: (mention.start, mention.end)))

    @cached_property
    def labels(self) -> tuple[Mention, ...]:
        """Every choice label that is certainly one."""
        return tuple(m for m in self._found() if isinstance(m.value, Label))

    def _found(self) -> Iterator[Mention]:
        plain = self.plain
        for found in find_values(plain):
            start, end = found.start, found.end
            while end > start and plain[end - 1] in ". ":
                end -= 1
            if isinstance(found.value, Interval) and _UNSOLVED.search(plain, start, end):
                continue
            operand = _is_operand(plain, start, end)
            yield Mention(found.value, start, end, operand, found.counted)
            if isinstance(found.value, Equation):
                middle = plain.find("=", start, end)
                if middle - start > 2:
                    yield Mention(found.value.left, start, middle)
                yield Mention(found.value.right, middle + 1, end)

    def _composed(self) -> Iterator[Mention]:
        for pattern in _SPLIT:
            for match in pattern.finditer(self.plain):
                value = _read(f"{match[1]}/{match[2]}")
                if isinstance(value, Number):
                    yield Mention(value, *match.span())
        for pattern in (_SERIES, _REMAINDER):
            for match in pattern.finditer(self.plain):
                text = match[0].replace("with ", "").replace("a ", "").replace(" of", "")
                value = _read(text)
                if not isinstance(value, Unreadable | Number | Words):
                    yield Mention(value, *match.span())


@lru_cache(maxsize=512)
def said(text: str) -> Said:
    """An utterance, read."""
    draft = trace(text[-LONGEST:])
    draft.rewrite(_WHOLES, _wholes)
    draft.rewrite(_COINS, _coins)
    draft.rewrite(_SPELLED, _spelled)
    draft.rewrite(_COMPARED, _compared)
    draft.rewrite(_PAST, _past)
    return Said(max(0, len(text) - LONGEST), draft)


def _wholes(match: re.Match[str]) -> list[Piece] | None:
    top, bottom = (int(part) for part in match[2].split("/"))
    before = match.string[max(0, match.start() - 9) : match.start()].lower()
    if top >= bottom or "between" in before or "both" in before:
        return None
    whole: Piece = match.span(1) if match[1].isdigit() else "1"
    return [whole, " ", match.span(2)]


def _coins(match: re.Match[str]) -> list[Piece]:
    return [_SIGNS[match[2][0].lower()], match.span(1), ".", match[3].rjust(2, "0")]


def _spelled(match: re.Match[str]) -> list[Piece] | None:
    if "?" in match[0] or not (match[2].count(" ") or match[0][len(match[1])] == " "):
        return None
    return [match.span(1), ".", match[2].replace(" ", "")]


def _compared(match: re.Match[str]) -> list[Piece]:
    sign = {"g": ">", "m": ">", "b": ">", "l": "<", "s": "<"}.get(match[2][0].lower(), "")
    if match[2].startswith("la"):
        sign = ">"
    elif match[2].startswith("at"):
        sign = "≥" if match[2].endswith("least") else "≤"
    elif match[3]:
        sign = {">": "≥", "<": "≤"}[sign]
    return [match.span(1), f" {sign} ", match.span(4)]


def _past(match: re.Match[str]) -> list[Piece] | None:
    word = match[3].lower()
    hour = _HOURS.index(word) + 1 if word in _HOURS else int(match[3])
    said_minutes = {"quarter": "15", "half": "30"}.get(match[1].lower(), match[1].split()[0])
    minutes = int(said_minutes)
    if not 0 < minutes < 60 or not 1 <= hour <= 24 or (match[1].isdigit() and minutes % 5):
        return None
    if match[2].lower() == "to":
        if match[1].isdigit() or minutes == 30:
            return None
        hour, minutes = (hour - 1) or 12, 60 - minutes
    return [f"{hour}:{minutes:02d}"]


def _is_operand(plain: str, start: int, end: int) -> bool:
    before = plain[max(0, start - 4) : start]
    return bool(_CALCULATED.match(plain, end) or _CALCULATING.search(before))


@lru_cache(maxsize=2048)
def _read(text: str) -> Value | Unreadable:
    return read_value(text)
