"""A hand writes a layout: every mark becomes strokes of ink, the same for the same seed.

Only sums and products of exact halves of what `random` gives, then whole tenths of a pixel: the
same on every machine. Knows no pixels and no file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.handwriting.hands import Hand, Pen
from sandbox.handwriting.marks import Layout, Mark
from sandbox.handwriting.pen import Glyph, Point, Stroke, glyphs, smooth
from sandbox.records import rng

TENTHS = 10


@dataclass(frozen=True)
class Ink:
    """One movement of the pen on the page: points and the width at each, in tenths of a pixel."""

    points: tuple[tuple[int, int], ...]
    widths: tuple[int, ...]


def write(layout: Layout, hand: Hand, pen: Pen, seed: int) -> tuple[Ink, ...]:
    """The strokes of all marks; a mark is written alike however many lines are on the page."""
    climbs: dict[int, float] = {}
    found: list[Ink] = []
    seen: dict[int, int] = {}
    for mark in layout.marks:
        if mark.line not in climbs:
            climbs[mark.line] = hand.climb * _spread(rng("climb", seed, mark.line))
        index = seen[mark.line] = seen.get(mark.line, -1) + 1
        generator = rng("mark", seed, mark.line, index)
        drift = -climbs[mark.line] * (mark.x / layout.width)
        found += _written(mark, drift, hand, pen, generator)
    return tuple(found)


def _written(
    mark: Mark, drift: float, hand: Hand, pen: Pen, generator: random.Random
) -> Iterator[Ink]:
    if mark.to is not None:
        end = mark.to
        dx, dy = end[0] - mark.x, end[1] - mark.y
        yield from _line((mark.x, mark.y + drift), (dx, dy), hand, pen, generator)
        return
    glyph = generator.choice(glyphs(mark.text))
    room = max(each.width for each in glyphs(mark.text)) - glyph.width
    size = mark.size * (1 + hand.uneven * _spread(generator))
    x = mark.x + mark.size * room / 2
    y = mark.y + drift + hand.uneven * 3 * mark.size * _spread(generator)
    lean = hand.slant + hand.uneven * _spread(generator)
    for stroke in glyph.strokes:
        yield _stroke(_wobbly(stroke, hand, generator), (x, y), size, lean, pen, generator)
    if mark.struck_with is not None:
        yield _strike(mark, glyph, drift, pen, generator)


def _wobbly(stroke: Stroke, hand: Hand, generator: random.Random) -> tuple[Point, ...]:
    amount = hand.wobble * (0.3 if len(stroke.points) == 2 else 1.0)
    moved = tuple(
        (x + amount * _spread(generator), y + amount * _spread(generator)) for x, y in stroke.points
    )
    return smooth(Stroke(moved, stroke.corners))


def _stroke(
    points: tuple[Point, ...],
    origin: Point,
    size: float,
    lean: float,
    pen: Pen,
    generator: random.Random,
) -> Ink:
    placed = tuple(
        (
            round(TENTHS * (origin[0] + size * (x + lean * y))),
            round(TENTHS * (origin[1] - size * y)),
        )
        for x, y in points
    )
    return Ink(placed, _pressed(len(placed), pen, generator))


def _line(
    start: Point, way: tuple[float, float], hand: Hand, pen: Pen, generator: random.Random
) -> Iterator[Ink]:
    """A long straight line, with a ruler or by hand."""
    bend = 0.0 if hand.ruler else min(3.0, 0.02 * (abs(way[0]) + abs(way[1])))
    sag, tilt = bend * _spread(generator), bend * _spread(generator)
    level = abs(way[0]) >= abs(way[1])
    points = []
    for k in range(13):
        t = k / 12
        off = 4 * sag * t * (1 - t) + tilt * (t - 0.5)
        x, y = start[0] + way[0] * t, start[1] + way[1] * t
        points.append((x, y + off) if level else (x + off, y))
    placed = tuple((round(TENTHS * x), round(TENTHS * y)) for x, y in points)
    yield Ink(placed, _pressed(len(placed), pen, generator))


def _strike(mark: Mark, glyph: Glyph, drift: float, pen: Pen, generator: random.Random) -> Ink:
    """A slanting line through a character."""
    low, high = glyph.bottom + 0.5, glyph.top - 0.5
    if high - low < 5:
        low, high = low - 1.5, high + 1.5
    a = (mark.x - 0.4 * mark.size, mark.y + drift - mark.size * (low + 0.6 * _spread(generator)))
    b = (
        mark.x + (glyph.width + 0.1) * mark.size,
        mark.y + drift - mark.size * (high + 0.6 * _spread(generator)),
    )
    points = tuple(
        (
            round(TENTHS * (a[0] + (b[0] - a[0]) * k / 6)),
            round(TENTHS * (a[1] + (b[1] - a[1]) * k / 6)),
        )
        for k in range(7)
    )
    return Ink(points, _pressed(len(points), pen, generator))


def _pressed(count: int, pen: Pen, generator: random.Random) -> tuple[int, ...]:
    """The width along a stroke: the pressure changes evenly from its start to its end."""
    first = pen.width * (1 + pen.pressure * _spread(generator))
    last = pen.width * (1 + pen.pressure * _spread(generator) - pen.pressure / 2)
    return tuple(
        max(10, round(TENTHS * (first + (last - first) * k / max(1, count - 1))))
        for k in range(count)
    )


def _spread(generator: random.Random) -> float:
    """Between −1 and 1, small values more often."""
    return generator.random() - generator.random()
