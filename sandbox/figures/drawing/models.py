"""Draws bars cut in parts and rectangles for products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle, pairwise

from sandbox.figures.drawing.pen import COLOURS, TINT, WIDTH, Pen, fitting, text_width
from sandbox.figures.drawing.shapes import not_to_scale
from sandbox.figures.specs.model import AreaModel, PartWhole, PiecedBar

HIGH = 40.0


def part_whole(pen: Pen, its: PartWhole) -> None:
    """Bars one under the other, their wholes above them, all together on the right."""
    margin = max(text_width(bar.label) for bar in its.bars)
    left = 14 + (min(margin, 110.0) + 8 if margin else 0)
    right = text_width(its.total) + 24 if its.total else 14.0
    unit = min(330.0, WIDTH - left - right) / float(max(bar.length for bar in its.bars))
    if not margin and not its.total:
        left = (WIDTH - unit * float(max(bar.length for bar in its.bars))) / 2
    names = dict.fromkeys(text for bar in its.bars for text in bar.texts)
    fills = dict(zip(names, cycle(COLOURS), strict=False))  # the same text, the same colour
    y = 0.0
    for k, bar in enumerate(its.bars):
        y -= (16 if k else 0) + (34 if k and bar.total else 0)
        pen.text(left - 8, y - HIGH / 2, bar.label, across="right", size=fitting([bar.label], 110))
        _parts(pen, bar, left, y, unit, fills)
        y -= HIGH
    if its.total:
        x = WIDTH - text_width(its.total) - 12
        pen.line((x - 8, 0), (x, 0), (x, y), (x - 8, y))
        pen.text(x + 6, y / 2, its.total, across="left")
    not_to_scale(pen, its.to_scale)


def _parts(
    pen: Pen, bar: PiecedBar, left: float, top: float, unit: float, fills: Mapping[str, str]
) -> None:
    x = left
    for text, size in zip(bar.texts, bar.lengths, strict=True):
        wide = float(size) * unit
        pen.box(x, top - HIGH, wide, HIGH, fill=fills[text])
        points = fitting([text], wide - 4, 12, 7)
        pen.text(x + wide / 2, top - HIGH / 2, text, size=points)
        x += wide
    if bar.total:
        pen.line((left, top + 5), (left, top + 12), (x, top + 12), (x, top + 5), width=1.1)
        pen.text((left + x) / 2, top + 15, bar.total, upright="bottom", size=12)


def area_model(pen: Pen, its: AreaModel) -> None:
    """A rectangle with its columns and rows."""
    wide, high = 250.0, 70.0 + 60.0 * (len(its.rows) - 1)
    edges = _edges(its.widths, len(its.columns), wide, (WIDTH - wide) / 2)
    levels = [-y for y in _edges(its.heights, len(its.rows), high, 0.0)]
    for j, (top, low) in enumerate(pairwise(levels)):
        for i, (a, b) in enumerate(pairwise(edges)):
            pen.box(a, low, b - a, top - low, fill=TINT if (i + j) % 2 == 0 else "white", width=2)
            text = its.cells[j][i] if its.cells else ""
            size = fitting([text], b - a - 8, 13)
            pen.text((a + b) / 2, (top + low) / 2, text, size=size)
        pen.text(edges[0] - 10, (top + low) / 2, its.rows[j], across="right", size=13)
    for text, a, b in zip(its.columns, edges, edges[1:], strict=False):
        pen.text((a + b) / 2, 8, text, upright="bottom", size=fitting([text], b - a, 13))
    not_to_scale(pen, its.to_scale)


def _edges(sizes: Sequence[Fraction], count: int, room: float, start: float) -> list[float]:
    shares = [float(size) for size in sizes] or [1.0] * count
    edges = [start]
    for share in shares:
        edges.append(edges[-1] + share / sum(shares) * room)
    return edges
