"""Draws two similar shapes side by side, to one scale."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.figures.drawing.pen import WIDTH, Pen, fitting, text_width
from sandbox.figures.drawing.shapes import Sketch, not_to_scale
from sandbox.figures.specs.shape import signed_area
from sandbox.figures.specs.similar import SimilarShapes

TALLEST = 190.0
GAP = 16.0
"""Between what belongs to one and what belongs to the other."""
EDGE = 22.0
"""Room for the letters at the corners."""


def similar_shapes(pen: Pen, its: SimilarShapes) -> None:
    """The first on the left, the other beside it."""
    xs, ys = zip(*((float(x), float(y)) for x, y in its.corners), strict=True)
    wide, high, factor = max(xs) - min(xs), max(ys) - min(ys), float(its.factor)
    before = [_margin(its, labels, -1) for labels in (its.side_labels, its.image_side_labels)]
    after = [_margin(its, labels, 1) for labels in (its.side_labels, its.image_side_labels)]
    room = WIDTH - sum(before) - sum(after) - GAP
    unit = min(room / (wide * (1 + factor)), TALLEST / (high * max(1.0, factor)))
    spare = (room - unit * wide * (1 + factor)) / 3
    left = before[0] + spare
    first = Sketch(pen, its.corners, unit=unit, left=left)
    _labels(first, its.side_labels, its.angle_labels, its.names)
    left += unit * wide + after[0] + GAP + spare + before[1]
    second = Sketch(pen, its.corners, unit=unit * factor, left=left)
    _labels(second, its.image_side_labels, its.image_angle_labels, its.image_names)
    for sketch, text in ((first, its.inside), (second, its.image_inside)):
        x, y = (sum(values) / len(values) for values in zip(*sketch.corners, strict=True))
        room = max(x for x, _ in sketch.corners) - min(x for x, _ in sketch.corners)
        pen.text(x, y, text, size=fitting([text], room * 0.75))
    not_to_scale(pen, its.to_scale)


def _margin(its: SimilarShapes, labels: Sequence[str], way: int) -> float:
    """Room on the right (way 1) or left (-1) for the labels of the sides that face there."""
    ends = zip(its.corners, (*its.corners[1:], its.corners[0]), labels, strict=False)
    turn = 1 if signed_area(its.corners) > 0 else -1
    facing = [text for (_, y1), (_, y2), text in ends if (y2 - y1) * turn * way > 0]
    return max([EDGE, *(text_width(text) + 4 for text in facing)])


def _labels(
    sketch: Sketch, sides: Sequence[str], angles: Sequence[str], names: Sequence[str]
) -> None:
    sketch.outline()
    for k, text in enumerate(angles):
        sketch.angle(k, text)
    for k, letter in enumerate(names):
        sketch.name(k, letter)
    for k, text in enumerate(sides):
        sketch.side(k, "" if text == "-" else text, clear=True)
