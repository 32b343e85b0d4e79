"""Draws plots of how data are spread: boxes, points, dots, histograms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sandbox.figures.drawing.charts import Plane, left_margin, titled
from sandbox.figures.drawing.pen import FAINT, SHADE, SMALL, WIDTH, Pen, fitting, text_width
from sandbox.figures.numbers import number_text
from sandbox.figures.specs.base import ticks
from sandbox.figures.specs.plots import Box, BoxPlot, DotPlot, Histogram, ScatterPlot


def scatter_plot(pen: Pen, its: ScatterPlot) -> None:
    """Crosses at the points, the line of fit clipped to the axes."""
    plane = Plane(
        pen,
        (its.x_low, its.x_high),
        (its.y_low, its.y_high),
        left_margin(its.y_low, its.y_high, its.y_step, its.y_axis),
        240,
    )
    plane.rule(its.y_step, its.y_axis)
    plane.uprights(its.x_step)
    plane.foot(its.x_step, its.x_axis)
    for x, y in zip(its.x, its.y, strict=True):
        a, b = plane.across(x), plane.up(y)
        pen.line((a - 4, b - 4), (a + 4, b + 4), width=1.8)
        pen.line((a - 4, b + 4), (a + 4, b - 4), width=1.8)
    if its.fit is not None:
        ends = clipped(its.fit[:2], its.fit[2:], (its.x_low, its.x_high), (its.y_low, its.y_high))
        pen.line(*[(plane.across(x), plane.up(y)) for x, y in ends], width=1.8, dashed=True)


Corner = tuple[Fraction, Fraction]


def clipped(a: Corner, b: Corner, xs: Corner, ys: Corner) -> list[Corner]:
    """Where the line through two points enters and leaves a rectangle."""
    (x1, y1), (x2, y2) = a, b
    spots: list[Corner] = []
    if x1 != x2:
        for x in xs:
            y = y1 + (y2 - y1) * (x - x1) / (x2 - x1)
            spots += [(x, y)] if ys[0] <= y <= ys[1] else []
    if y1 != y2:
        for y in ys:
            x = x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            spots += [(x, y)] if xs[0] <= x <= xs[1] else []
    spots = sorted(set(spots))
    return [spots[0], spots[-1]] if len(spots) > 1 else [a, b]


def box_plot(pen: Pen, its: BoxPlot) -> None:
    """The boxes over their axis."""
    margin = max(text_width(box.label, 10) for box in its.boxes)
    left = 26 + (min(margin, 100) if margin else 0)
    plane = Plane(pen, (its.low, its.high), (Fraction(0), Fraction(1)), left)
    plane.right = WIDTH - 22
    high = 64.0 * len(its.boxes) + 18
    for mark in ticks(its.low, its.high, its.step):
        pen.line((plane.across(mark), 0), (plane.across(mark), high), width=0.6, colour=FAINT)
    pen.line((left, 0), (plane.right, 0), width=1.6)
    plane.foot(its.step, its.axis)
    for k, box in enumerate(reversed(its.boxes)):
        _boxed(pen, plane, box, 36 + 64.0 * k, its.values_shown)
        pen.text(
            left - 10, 36 + 64.0 * k, box.label, across="right", size=fitting([box.label], 100, 10)
        )


def _boxed(pen: Pen, plane: Plane, box: Box, y: float, is_shown: bool) -> None:
    low, lower, median, upper, high = map(plane.across, box.five)
    pen.line((low, y), (lower, y))
    pen.line((upper, y), (high, y))
    pen.box(lower, y - 15, upper - lower, 30, fill=SHADE)
    pen.line((median, y - 15), (median, y + 15), width=3)
    for end in (low, high):
        pen.line((end, y - 9), (end, y + 9))
    if is_shown:
        last = -100.0
        for x, value in zip((low, lower, median, upper, high), box.five, strict=True):
            is_close = x - last < 26
            pen.boxed(
                x, y + (30 if is_close else 18), number_text(value), upright="bottom", size=SMALL
            )
            last = -100.0 if is_close else x


def dot_plot(pen: Pen, its: DotPlot) -> None:
    """A column of dots at each value."""
    plane = Plane(pen, (its.low, its.high), (Fraction(0), Fraction(1)), 24.0)
    plane.right = WIDTH - 24
    marks = ticks(its.low, its.high, its.step)
    radius = min(7.0, (plane.right - plane.left) / max(1, len(marks) - 1) * 0.4)
    pen.line((10, 0), (WIDTH - 10, 0), width=1.6)
    texts = [number_text(mark) for mark in marks]
    stride = 1
    while max(map(text_width, texts)) + 4 > stride * (plane.right - plane.left) / max(
        1, len(marks) - 1
    ):
        stride += 1
    for k, mark in enumerate(marks):
        pen.line((plane.across(mark), -6), (plane.across(mark), 0))
        if k % stride == 0:
            pen.text(plane.across(mark), -10, texts[k], upright="top")
    for value, count in Counter(its.values).items():
        for k in range(count):
            pen.dot(plane.across(value), 11 + (2 * radius + 3) * k, radius)
    pen.text(WIDTH / 2, -34, its.axis, upright="top", size=fitting([its.axis], 340))


def histogram(pen: Pen, its: Histogram) -> None:
    """Bars that touch, each over its class, with the frequency density up."""
    density = "Frequency density"
    left = left_margin(Fraction(0), its.top, its.top_step, density)
    plane = Plane(pen, (its.low, its.high), (Fraction(0), its.top), left)
    plane.rule(its.top_step, density)
    plane.foot(its.step, its.axis)
    for start, end, height in zip(its.bounds, its.bounds[1:], its.heights, strict=False):
        x = plane.across(start)
        pen.box(x, 0, plane.across(end) - x, plane.up(height), fill=SHADE)
    titled(pen, its.title, plane.high + 14)
