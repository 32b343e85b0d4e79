"""Draws angles: round a point, between crossing and parallel lines, under a protractor."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.figures.alt.shape import length
from sandbox.figures.drawing.pen import WIDTH, Pen, Point, polar, text_width
from sandbox.figures.drawing.shapes import not_to_scale
from sandbox.figures.specs.angle import Angles, CrossingLines, ParallelLines, Protractor

ARM = 135.0


def angles(pen: Pen, its: Angles) -> None:
    """Rays from one point, an arc and a label in each angle."""
    middle = (WIDTH / 2, 0.0)
    start = float(its.start)
    labels = its.labels or ("",) * len(its.sizes)
    turn = start
    is_round = sum(its.sizes) == 360
    for k, (size, label) in enumerate(zip(its.sizes, labels, strict=True)):
        pen.line(middle, polar(*middle, ARM, turn), width=2)
        _angle(pen, middle, turn, float(size), length(label, size, "°"), 30.0 + 7 * (k % 2))
        turn += float(size)
    if not is_round:
        pen.line(middle, polar(*middle, ARM, turn), width=2)
    pen.dot(*middle, 3)
    not_to_scale(pen, its.to_scale)


def _angle(pen: Pen, at: Point, start: float, size: float, text: str, radius: float) -> None:
    if size == 90:
        a, b = polar(*at, 18, start), polar(*at, 18, start + 90)
        pen.line(a, polar(*a, 18, start + 90), b, width=1.2)
    else:
        pen.ellipse(*at, 2 * radius, 2 * radius, start=start, end=start + size)
    if text:
        half = math.radians(min(size, 170.0) / 2)
        away = max(radius + 6, 13 / math.tan(half)) + text_width(text) * 0.45
        pen.text(*polar(*at, min(away, ARM - 16), start + size / 2), text)


def crossing_lines(pen: Pen, its: CrossingLines) -> None:
    """Two lines and the labels of their four angles."""
    middle, angle = (WIDTH / 2, 0.0), float(its.angle)
    for turn in (0.0, angle):
        pen.line(polar(*middle, ARM, turn), polar(*middle, ARM, turn + 180), width=2)
    _four(pen, middle, angle, its.labels)
    not_to_scale(pen, its.to_scale)


def _four(pen: Pen, at: Point, angle: float, labels: Sequence[str]) -> None:
    starts = (0.0, angle, 180.0, 180.0 + angle)
    for k, (start, label) in enumerate(zip(starts, labels, strict=True)):
        if label and label != "-":
            _angle(pen, at, start, angle if k % 2 == 0 else 180 - angle, label, 26.0)


def parallel_lines(pen: Pen, its: ParallelLines) -> None:
    """The parallels with arrowheads, the transversal, the labels."""
    angle, gap = float(its.angle), 120.0
    slant = polar(0, 0, 1, angle)
    across = gap * slant[0] / slant[1]
    upper, lower = (WIDTH / 2 + across / 2, gap / 2), (WIDTH / 2 - across / 2, -gap / 2)
    for y in (gap / 2, -gap / 2):
        pen.line((14, y), (WIDTH - 14, y), width=2)
        pen.line((WIDTH - 52, y + 6), (WIDTH - 44, y), (WIDTH - 52, y - 6), width=2)
    reach = 60.0 / slant[1]
    pen.line(polar(*upper, reach, angle), polar(*lower, reach, angle + 180), width=2)
    _four(pen, upper, angle, its.upper)
    _four(pen, lower, angle, its.lower)
    not_to_scale(pen, its.to_scale)


def protractor(pen: Pen, its: Protractor) -> None:
    """Both scales: the inner one starts at the right, the outer one at the left."""
    x, radius = WIDTH / 2, 178.0
    pen.wedge(x, 0, radius, 0, 180, fill="#f6f6f6")
    for degree in range(181):
        size = 13 if degree % 10 == 0 else 9 if degree % 5 == 0 else 5
        pen.line(
            polar(x, 0, radius, degree),
            polar(x, 0, radius - size, degree),
            width=0.9 if degree % 10 == 0 else 0.5,
        )
        if degree % 10 == 0:
            for reading, at in ((180 - degree, radius - 22), (degree, radius - 44)):
                place = min(max(degree, 3), 177)  # 0 and 180 stand beside the base line
                pen.text(*polar(x, 0, at, place), str(reading), size=7.5, turned=place - 90)
    for turn in (float(its.start), float(its.end)):
        pen.arrow((x, 0), polar(x, 0, radius + 16, turn), width=2.4)
    pen.dot(x, 0, 4)
