"""Finds the equations between numbers that a text writes, and says which of them hold. Exact.

Knows calculations only: an equation in which letters take part is passed over, not judged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from sandbox.maths.arithmetic import CALCULATION, calculation_value, takes_letters
from sandbox.maths.normalise import trace
from sandbox.maths.values import Unreadable

_EQUALS = re.compile(r" ?= ?")
_REMAINDER = re.compile(r" ?(?:r\.? ?\d|rem\b|remainder|with (?:a )?remainder|left over)", re.I)
_DECIMAL = re.compile(r"-?\d*\.(\d+)")
_LONGEST = 20_000


@dataclass(frozen=True)
class Equation:
    """Two calculations with an equals sign between them: text[start:end].

    `holds`: both sides have the same value, or the right one is the left one rounded to the decimal
    places that it shows.
    """

    left: Fraction
    right: Fraction
    holds: bool
    start: int
    end: int


def equations(text: str) -> list[Equation]:
    """Every equation of numbers, left to right; of 2 + 2 = 4 = 8 − 4 both. One with a remainder
    is none."""
    draft = trace(text[:_LONGEST])
    sides = [match.span() for match in CALCULATION.finditer(draft.text)]
    before, after = {end: start for start, end in sides}, dict(sides)
    found = []
    for sign in _EQUALS.finditer(draft.text):
        start, end = before.get(sign.start()), after.get(sign.end())
        if start is None or end is None or _REMAINDER.match(draft.text, end):
            continue
        if takes_letters(draft.text, start, sign.start()) or takes_letters(
            draft.text, sign.end(), end
        ):
            continue
        if draft.text.startswith("- ", start):  # what it is taken from has letters in it
            continue
        left, right = draft.text[start : sign.start()], draft.text[sign.end() : end]
        exact, shown = calculation_value(left), calculation_value(right)
        if not isinstance(exact, Unreadable) and not isinstance(shown, Unreadable):
            holds = exact == shown or _is_rounded(exact, shown, right)
            found.append(Equation(exact, shown, holds, *draft.original_span(start, end)))
    return found


def _is_rounded(exact: Fraction, shown: Fraction, written: str) -> bool:
    decimal = _DECIMAL.fullmatch(written)
    return decimal is not None and abs(exact - shown) <= Fraction(1, 2 * 10 ** len(decimal[1]))
