"""Procedures of the geometry strands: directions, turns, named polygons, places in drawings."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from sandbox.maths.written import MINUS, Exact, signed

_POSITIVE = frozenset({"right", "up", "above", "upwards", "north", "east"})
_NEGATIVE = frozenset({"left", "down", "below", "downwards", "south", "west"})
_CLOCKWISE = frozenset({"clockwise"})
_ANTICLOCKWISE = frozenset(
    {"anticlockwise", "anti-clockwise", "counterclockwise", "counter-clockwise"}
)
_SIDES = {
    "triangle": 3, "quadrilateral": 4, "square": 4, "pentagon": 5, "hexagon": 6, "heptagon": 7,
    "octagon": 8, "nonagon": 9, "decagon": 10, "dodecagon": 12,
}  # fmt: skip


def direction_sign(direction: str) -> int:
    """1 for right, up, above, …; −1 for left, down, below, ….

    Raises:
        ValueError: it is no word for a direction along an axis.
    """
    word = _word(direction)
    if word in _POSITIVE:
        return 1
    if word in _NEGATIVE:
        return -1
    raise ValueError(f"{direction!r} is no direction along an axis")


def turns_clockwise(direction: str) -> bool:
    """Whether a word for a sense of rotation means clockwise.

    Raises:
        ValueError: it is no word for a sense of rotation.
    """
    word = _word(direction)
    if word in _CLOCKWISE:
        return True
    if word in _ANTICLOCKWISE:
        return False
    raise ValueError(f"{direction!r} is no sense of rotation")


def sides_of(polygon: str) -> int:
    """How many sides a polygon with this name has.

    Raises:
        ValueError: the name is unknown.
    """
    try:
        return _SIDES[_word(polygon)]
    except KeyError:
        raise ValueError(f"{polygon!r} is no polygon with a known number of sides") from None


def step_text(start: Exact, step: Exact) -> str:
    """A step along a number line as written: 5 − 3, −2 + 4."""
    sign, size = ("+", step) if step >= 0 else (MINUS, -step)
    return f"{signed(start)} {sign} {signed(size)}"


def near_root(number: Exact) -> Fraction:
    """The square root cut off after hundredths: near enough to draw a length, never an answer.

    Raises:
        ValueError: the number is negative.
    """
    return Fraction(math.isqrt(math.floor(number * 10_000)), 100)


def point_towards(length: Exact, degrees: Exact) -> tuple[Fraction, Fraction]:
    """Where a line of that length from (0, 0) ends, 0° to the right and 90° up, to thousandths:
    near enough to draw an angle."""
    angle = math.radians(float(degrees))
    across, up = (round(1000 * float(length) * f(angle)) for f in (math.cos, math.sin))
    return Fraction(across, 1000), Fraction(up, 1000)


def _word(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is no word")
    return text.lower()


PROCEDURES: dict[str, Callable[..., object]] = {
    "way": direction_sign,
    "clockwise": turns_clockwise,
    "sides_of": sides_of,
    "nearroot": near_root,
    "towards": point_towards,
    "step": step_text,
}
