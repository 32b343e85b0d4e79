"""Finds a stem in a text again, and solves what its slots show for the parameters.

Knows slots and the plain form of a text; knows no family.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from sandbox.errors import FormulaError
from sandbox.maths.expressions import FAILURES, Formula, compile_template
from sandbox.maths.normalise import normalise
from sandbox.maths.slots import (
    ANYTHING,
    DECIMAL,
    LETTER,
    LONE_LETTER,
    Kinds,
    Observed,
    Slot,
    slot_for,
)
from sandbox.maths.written import exact

GAP = r"[^\d]{0,80}?"
_SIGNS = frozenset("+-*/÷^%√=")
_JUNK = r"\s.,?!:;-"
"""What a stem may hold where its text does not, or the other way round."""
_NUMBERS = re.compile(rf"\d[\d{_JUNK}]*")
_DROPPED = re.compile(rf"[{_JUNK}]+")
_LETTER = re.compile(LONE_LETTER)
_DECIMAL_POINT = re.compile(r"\.\d")
_TOKEN = re.compile(r"98(\d\d)7(?:th|\.5|:00)?|([\ue000-\ue063])")
"""What stands for a slot while a stem is brought to its plain form."""

_GOES_ON_BEFORE = re.compile(r"[\w.,)]$|(?:[+*/÷^√(\d]|(?<![A-Za-z]{2} )-)\s*$")
_GOES_ON = re.compile(
    r"[\w^(]|[.,:]\d|\s*(?:[*/÷^%]|[+-]\s*(?:[\d(√]|(?![ai] [a-z])[A-Za-z](?![A-Za-z])))"
)


class Place(NamedTuple):
    """Where a stem stands in a text, and what its slots hold there."""

    start: int
    end: int
    groups: tuple[str, ...]


class Match(NamedTuple):
    """A place where a stem stands, with the parameters it shows and what is left to be checked."""

    start: int
    end: int
    parameters: Mapping[str, Any]
    unchecked: Observed


class Marks(NamedTuple):
    """By what a text is known that may hold a stem.

    It holds all these `signs` and one of each of the `choices` of signs, and the outline of the
    text the `outlines`.
    """

    signs: frozenset[str]
    outlines: tuple[str, ...]
    choices: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Pattern:
    """A stem as a pattern over plain text; its expression is compiled when it is first needed."""

    literals: tuple[str, ...]
    slots: tuple[Slot, ...]
    marks: Marks

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The regular expression; its groups are those of the slots, in order."""
        pieces = [_literal(self.literals[0])]
        for slot, literal in zip(self.slots, self.literals[1:], strict=True):
            pieces += (slot.regex, _literal(literal))
        return re.compile("".join(pieces), re.IGNORECASE)

    @cached_property
    def _reads(self) -> tuple[tuple[Slot, slice], ...]:
        """The slots, each with its groups."""
        ends = list(accumulate((re.compile(slot.regex).groups for slot in self.slots), initial=0))
        return tuple(zip(self.slots, map(slice, ends, ends[1:]), strict=True))

    @cached_property
    def _opens_bare(self) -> bool:
        return not self.literals[0].lstrip()[:1].isalpha()

    @cached_property
    def _closes_bare(self) -> bool:
        return re.search(r"[A-Za-z]{2}$", self.literals[-1].rstrip(" .,?!:;")) is None

    def places(self, text: str) -> list[Place]:
        """Every place where the stem stands in the text; for all patterns of one expression the
        same."""
        found = []
        for match in self.regex.finditer(text):
            # a sign that opens the stem (√, □) also matches the space before it, one that closes
            # it the space behind
            whole = match[0]
            start = match.end() - len(whole.lstrip())
            end = match.start() + len(whole.rstrip())
            if self._stands_alone(text, start, end):
                found.append(Place(start, end, match.groups()))
        return found

    def shown(self, place: Place, needed: frozenset[str]) -> Match | None:
        """What the stem shows at a place; None where that is not all of the parameters needed."""
        observed: Observed = []
        try:
            for slot, its in self._reads:
                observed += slot.read(place.groups[its])
            values, unchecked = _solve(observed, needed)
        except FAILURES:
            return None
        if not needed <= values.keys():
            return None
        return Match(place.start, place.end, values, unchecked)

    def _stands_alone(self, text: str, start: int, end: int) -> bool:
        """Whether a stem that begins or ends in a number is not part of a longer expression."""
        if self._closes_bare and _GOES_ON.match(text, end):
            return False
        before = text[max(0, start - 20) : start]
        word = before.rstrip()
        if not self._opens_bare or (word[-1:].isalpha() and word != before):
            return True
        if not _GOES_ON_BEFORE.search(before):
            return True
        bracketed = before.rstrip()[-1:] == "(" and text[end:].lstrip()[:1] == ")"
        return bracketed and self._stands_alone(
            text, text.rindex("(", 0, start), text.index(")", end) + 1
        )


def compile_pattern(stem: str, kinds: Kinds) -> Pattern:
    """Turn a stem into a pattern.

    Args:
        stem: Text with `{formula}` slots; `…` stands for any words without digits.
        kinds: For each parameter "integer", "list", or the tuple of words it may be.

    Raises:
        FormulaError: a slot is no formula, or cannot be found again in the plain form.
    """
    template = compile_template(stem)
    slots = tuple(slot_for(formula, kinds) for formula in template.slots)
    text = template.literals[0]
    for number, (slot, literal) in enumerate(zip(slots, template.literals[1:], strict=True)):
        token = slot.sample.replace("#", f"98{number:02d}7").replace("@", chr(0xE000 + number))
        text += token + literal
    literals, order, position = [], [], 0
    plain = normalise(text)
    for match in _TOKEN.finditer(plain):
        # the plain form of "subtract a from b" is "b - a"
        order.append(int(match[1]) if match[1] else ord(match[2]) - 0xE000)
        literals.append(plain[position : match.start()])
        position = match.end()
    literals.append(plain[position:])
    merged = any(re.match(r"\d", after) for after in literals[1:])
    merged = merged or any(re.search(r"\d$", before) for before in literals[:-1])
    if merged or sorted(order) != list(range(len(slots))):
        raise FormulaError("its slots run into its words and cannot be read back")
    its = tuple(slots[k] for k in order)
    return Pattern(tuple(literals), its, _marks(literals, its))


def signs_of(text: str) -> set[str]:
    """The characters of a plain text, and `DECIMAL` and `LETTER` where it holds such."""
    signs = set(text)
    if _LETTER.search(text):
        signs.add(LETTER)
    if "." in signs and _DECIMAL_POINT.search(text):
        signs.add(DECIMAL)
    return signs


def outline(text: str) -> str:
    """A plain text without spaces, minus signs and punctuation, "#" for its numbers."""
    return _DROPPED.sub("", _NUMBERS.sub("#", text.casefold()))


def _marks(literals: list[str], slots: tuple[Slot, ...]) -> Marks:
    its = {slot.one_of for slot in slots if slot.one_of}
    alone = frozenset().union(*(signs for signs in its if len(signs) == 1))
    choices = sorted((signs for signs in its if len(signs) > 1), key=sorted)
    signs = _SIGNS.intersection("".join(literals)) | alone
    if any(literal.strip() == ":" for literal in literals):
        signs |= {":"}
    return Marks(signs, _outlines(literals, slots), tuple(choices))


def _outlines(literals: list[str], slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """The stretches of a stem between slots that may show anything, each in outline."""
    shown = literals[0] + "".join(
        slot.shape + literal for slot, literal in zip(slots, literals[1:], strict=True)
    )
    stretches = {outline(stretch) for stretch in shown.split(ANYTHING)} - {""}
    return tuple(sorted(stretches, key=lambda stretch: (-len(stretch), stretch)))


def _literal(text: str) -> str:
    """A stretch of fixed text, free in spaces and closing punctuation."""
    out = []
    for piece in re.findall(r"…|\s+|\w+|[^\w\s]", text):
        if piece == "…":
            out.append(GAP)
        elif piece.isspace():
            out.append(r"\s+")
        elif text.strip() in (":", ","):
            out.append(rf"\s*{piece}\s*")
        elif piece in ".,?!:;":
            out.append(r"[.,?!:;]*")
        elif piece.isalnum():
            out.append(re.escape(piece))
        else:
            out.append(rf"\s*{re.escape(piece)}\s*")
    regex = "".join(out).replace(r"\s+" + GAP, GAP).replace(GAP + r"\s+", GAP)
    return regex.replace(r"\s+\s*", r"\s*").replace(r"\s*\s+", r"\s*")


def _solve(observed: Observed, needed: frozenset[str]) -> tuple[dict[str, Any], Observed]:
    """The parameters that show what was observed, and the observations that say no more of them."""
    values: dict[str, Any] = {}
    waiting: Observed = []
    for shown, value in observed:
        if shown.text not in needed and not isinstance(value, str):
            waiting.append((shown, value))
        elif values.setdefault(shown.text, value) != value:
            raise FormulaError(f"{shown.text} is shown as {values[shown.text]} and as {value}")
    params = needed | values.keys() if waiting else needed
    while waiting:
        left = [pair for pair in waiting if not _bind(*pair, values, params)]
        if len(left) == len(waiting):
            break
        waiting = left
    return values, waiting


def _bind(shown: Formula, value: Any, values: dict[str, Any], params: frozenset[str]) -> bool:
    """Bind what the formula determines; True when it has nothing more to say."""
    unknown = shown.names - values.keys()
    if not unknown:
        if shown(values) != value:
            raise FormulaError(f"{shown.text} is {shown(values)}, not {value}")
        return True
    if len(unknown) > 1 or not unknown <= params or not isinstance(value, int):
        return False
    (name,) = unknown
    found = _inverse(shown, name, value, values)
    if found is None:
        return False
    if found.denominator != 1 or shown({**values, name: int(found)}) != value:
        raise FormulaError(f"{shown.text} cannot be {value}")
    values[name] = int(found)
    return True


def _inverse(shown: Formula, name: str, value: int, values: Mapping[str, Any]) -> Fraction | None:
    """Where a formula that is linear in one name takes the value."""
    try:
        at_zero, at_one = (exact(shown({**values, name: k})) for k in (0, 1))
        return (value - at_zero) / (at_one - at_zero)
    except FAILURES:
        return None
