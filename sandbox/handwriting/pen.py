"""The pen font: which strokes make a character. Knows no hand and no page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

from sandbox.errors import UnknownNameError

Point = tuple[float, float]

ASCENT = 9.0
"""Height of digits and capitals, in units of the font; small letters reach 5."""
AXIS = 4.4
"""Where signs such as − and fraction bars lie above the baseline."""

SAMPLES = 6
"""Points on a smooth curve between two given ones."""


@dataclass(frozen=True)
class Stroke:
    """One movement of the pen: points, and which of them are corners."""

    points: tuple[Point, ...]
    corners: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Glyph:
    """One way of writing a character; `width` includes the gap to the next one."""

    width: float
    strokes: tuple[Stroke, ...]

    @property
    def top(self) -> float:
        """How far it reaches above the baseline."""
        return max(y for stroke in self.strokes for _, y in stroke.points)

    @property
    def bottom(self) -> float:
        """How far it reaches up at its lowest point; negative below the baseline."""
        return min(y for stroke in self.strokes for _, y in stroke.points)


@cache
def alphabet() -> Mapping[str, tuple[Glyph, ...]]:
    """Character → its variants."""
    text = resources.files(__package__).joinpath("alphabet.txt").read_text(encoding="utf-8")
    found: dict[str, tuple[Glyph, ...]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            character, width, strokes = line.split(" ", 2)
            glyph = Glyph(float(width), tuple(map(_stroke, strokes.split(" ; "))))
            found[character] = (*found.get(character, ()), glyph)
    return found


def glyphs(character: str) -> tuple[Glyph, ...]:
    """The ways of writing a character.

    Raises:
        UnknownNameError: the pen cannot write it.
    """
    try:
        return alphabet()[character]
    except KeyError:
        raise UnknownNameError("character", character, alphabet()) from None


def smooth(stroke: Stroke) -> tuple[Point, ...]:
    """The stroke as a dense line: Catmull-Rom through its points, sharp at its corners."""
    points = stroke.points
    ends = [0, *sorted(k for k in stroke.corners if 0 < k < len(points) - 1), len(points) - 1]
    dense: list[Point] = [points[0]]
    for first, last in pairwise(ends):
        dense += _curve(points[first : last + 1])
    return tuple(dense)


def _curve(points: tuple[Point, ...]) -> list[Point]:
    padded = (points[0], *points, points[-1])
    found = []
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, SAMPLES + 1):
            t = step / SAMPLES
            found.append(
                (
                    _spline(before[0], start[0], end[0], after[0], t),
                    _spline(before[1], start[1], end[1], after[1], t),
                )
            )
    return found


def _spline(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    return 0.5 * (
        2 * p1
        + (p2 - p0) * t
        + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
        + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t
    )


def _stroke(text: str) -> Stroke:
    words = text.split()
    points = tuple((float(x), float(y)) for x, y in (w.rstrip("*").split(",") for w in words))
    return Stroke(points, frozenset(k for k, word in enumerate(words) if word.endswith("*")))
