"""Draws charts and plots over axes: bars, lines, symbols."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

from sandbox.figures.drawing.pen import (
    COLOURS,
    FAINT,
    HATCHES,
    INK,
    SHADE,
    SMALL,
    WIDTH,
    Pen,
    fitting,
    text_width,
)
from sandbox.figures.numbers import number_text
from sandbox.figures.specs.base import ticks
from sandbox.figures.specs.data import (
    BarChart,
    Chart,
    LineChart,
    Pictograph,
)

HIGH = 210.0
"""Units of a value axis."""


class Plane:
    """Two axes with numbers and grid lines, and where values lie between them."""

    def __init__(
        self,
        pen: Pen,
        x: tuple[Fraction, Fraction],
        y: tuple[Fraction, Fraction],
        left: float,
        high: float = HIGH,
    ) -> None:
        self._pen, self._x, self._y = pen, x, y
        self.left, self.right, self.high = left, WIDTH - 14.0, high

    def across(self, value: Fraction) -> float:
        """Where an x value lies."""
        low, high = self._x
        return self.left + float((value - low) / (high - low)) * (self.right - self.left)

    def up(self, value: Fraction) -> float:
        """Where a y value lies."""
        low, high = self._y
        return float((value - low) / (high - low)) * self.high

    def rule(self, step: Fraction, title: str) -> None:
        """The value axis with its grid lines, numbers and title; a break where it leaves out 0."""
        low, high = self._y
        widest = 0.0
        for value in ticks(low, high, step):
            y = self.up(value)
            self._pen.line((self.left, y), (self.right, y), width=0.7, colour=FAINT)
            self._pen.line((self.left - 4, y), (self.left, y), width=1)
            self._pen.text(self.left - 7, y, number_text(value), across="right", size=10)
            widest = max(widest, text_width(number_text(value), 10))
        self._pen.line((self.left, 0), (self.left, self.high), width=1.6)
        self._pen.line((self.left, 0), (self.right, 0), width=1.6)
        size = fitting([title], self.high + 20, 10.5)
        self._pen.text(self.left - widest - 22, self.high / 2, title, turned=90, size=size)

    def uprights(self, step: Fraction) -> None:
        """The grid lines of the x axis."""
        for value in ticks(*self._x, step):
            x = self.across(value)
            self._pen.line((x, 0), (x, self.high), width=0.7, colour=FAINT)

    def foot(self, step: Fraction, title: str) -> None:
        """The numbers and the title of the x axis."""
        low, high = self._x
        numbers = ticks(low, high, step)
        texts = [number_text(number) for number in numbers]
        size = fitting(texts, (self.right - self.left) / max(1, len(texts) - 1) - 3, 10)
        for number, text in zip(numbers, texts, strict=True):
            x = self.across(number)
            self._pen.line((x, -4), (x, 0), width=1)
            self._pen.text(x, -8, text, upright="top", size=size)
        middle = (self.left + self.right) / 2
        self._pen.text(middle, -28, title, upright="top", size=fitting([title], 330, 10.5))


def left_margin(low: Fraction, high: Fraction, step: Fraction, title: str) -> float:
    """Where a value axis stands so that its numbers and its title fit beside it."""
    widest = max(text_width(number_text(value), 10) for value in ticks(low, high, step))
    return 14 + widest + (24 if title else 0)


def titled(pen: Pen, title: str, y: float) -> None:
    """The title in bold, its last line at height y."""
    lines = textwrap.wrap(title, 38)
    for k, line in enumerate(reversed(lines)):
        pen.text(WIDTH / 2, y + 18 * k, line, upright="bottom", bold=True)


def _key(pen: Pen, its: Chart, y: float) -> float:
    """The key of two series; how high it stands."""
    if len(its.series) < 2:
        return y
    for k, series in enumerate(its.series):
        x = 60.0 + 170 * k
        pen.box(x, y, 18, 12, fill=COLOURS[k], hatch=HATCHES[k])
        pen.text(x + 24, y + 6, series.name, across="left", size=fitting([series.name], 130, 10))
    return y + 22


def bar_chart(pen: Pen, its: BarChart) -> None:
    """Bars with their labels below; two series stand side by side with two patterns."""
    plane = Plane(
        pen,
        (Fraction(0), Fraction(1)),
        (its.low, its.high),
        left_margin(its.low, its.high, its.step, its.axis),
    )
    plane.rule(its.step, its.axis)
    slot = (plane.right - plane.left) / len(its.labels)
    is_single = len(its.series) == 1
    share = 0.62 if is_single else 0.8
    wide = slot * share / len(its.series)
    shown = [number_text(value) for series in its.series for value in series.values]
    room = slot - 4 if is_single else wide
    size = fitting(shown, room, SMALL, least=7.0)
    widest = max(text_width(text, size) for text in shown) if its.values_shown else 0.0
    is_turned = widest > room
    look: dict[str, Any] = {"across": "left", "turned": 90} if is_turned else {"upright": "bottom"}
    write = pen.boxed if is_single else pen.text  # a white ground would cover the value beside it
    for k, series in enumerate(its.series):
        for j, value in enumerate(series.values):
            x = plane.left + slot * (j + (1 - share) / 2) + wide * k
            base = plane.up(max(its.low, min(Fraction(0), its.high)))
            pen.box(x, base, wide, plane.up(value) - base, fill=COLOURS[k], hatch=HATCHES[k])
            if its.values_shown:
                top = plane.up(value) + (5 if is_turned else 3)
                write(x + wide / 2, top, number_text(value), size=size, **look)
    bottom = _names(pen, its.labels, plane, slot)
    pen.text((plane.left + plane.right) / 2, bottom - 6, its.category, upright="top", size=10.5)
    above = (widest if is_turned else 18) if its.values_shown else 0
    titled(pen, its.title, _key(pen, its, plane.high + 14 + above))


def _names(
    pen: Pen, names: tuple[str, ...], plane: Plane, slot: float, *, at_marks: bool = False
) -> float:
    """Names under the axis, slanted where they are too wide for their place; how low they reach."""
    room = slot - 4
    widest = max(text_width(name, 10) for name in names)
    is_slanted = widest > room * 1.15
    size = 9.0 if is_slanted else fitting(names, room, 10)
    for j, name in enumerate(names):
        x = plane.left + slot * (j + (0.0 if at_marks else 0.5))
        if is_slanted:
            pen.text(x + 5, -10, name, across="right", size=size, turned=35, plain=True)
        else:
            pen.text(x, -8, name, upright="top", size=size, plain=True)
    return -10 - (max(text_width(name, size) for name in names) * 0.6 if is_slanted else 16)


def line_chart(pen: Pen, its: LineChart) -> None:
    """Points joined by lines; a second series is dashed, with hollow points."""
    left = left_margin(its.low, its.high, its.step, its.axis)
    x_ends = (
        (its.x_low, its.x_high or Fraction(1))
        if its.x
        else (Fraction(0), Fraction(len(its.labels) - 1))
    )
    plane = Plane(pen, x_ends, (its.low, its.high), left)
    if its.labels:
        plane.left, plane.right = left + 8, WIDTH - 24
    plane.rule(its.step, its.axis)
    if its.x and its.x_step:
        plane.uprights(its.x_step)
        plane.foot(its.x_step, its.x_axis)
    else:
        slot = (plane.right - plane.left) / (len(its.labels) - 1)
        bottom = _names(pen, its.labels, plane, slot, at_marks=True)
        pen.text((plane.left + plane.right) / 2, bottom - 6, its.x_axis, upright="top", size=10.5)
    xs = its.x or tuple(map(Fraction, range(len(its.labels))))
    for k, series in enumerate(its.series):
        spots = [(plane.across(x), plane.up(y)) for x, y in zip(xs, series.values, strict=True)]
        pen.line(*spots, width=2, dashed=bool(k))
        for spot in spots:
            pen.dot(*spot, hollow=bool(k))
    if len(its.series) > 1:
        for k, series in enumerate(its.series):
            x, y = 60.0 + 170 * k, plane.high + 20
            pen.line((x, y), (x + 26, y), width=2, dashed=bool(k))
            pen.dot(x + 13, y, hollow=bool(k))
            pen.text(x + 34, y, series.name, across="left", size=fitting([series.name], 120, 10))
    titled(pen, its.title, plane.high + (36 if len(its.series) > 1 else 14))


def pictograph(pen: Pen, its: Pictograph) -> None:
    """Rows of symbols, cut ones for parts, and the key."""
    left = 20 + min(110.0, max(text_width(label) for label in its.labels))
    size = fitting(its.labels, left - 16)
    gap = min(30.0, (WIDTH - left - 20) / max(1, *(int(count) + 1 for count in its.symbols)))
    radius = gap * 0.42
    for k, (label, count) in enumerate(zip(its.labels, its.symbols, strict=True)):
        y = -38.0 * k
        pen.text(left - 8, y, label, across="right", size=size)
        whole, part = divmod(count, 1)
        for j in range(int(whole)):
            _symbol(pen, its.shape, left + gap * (j + 0.5), y, radius, Fraction(1))
        if part:
            _symbol(pen, its.shape, left + gap * (float(whole) + 0.5), y, radius, part)
        pen.line((10, y - 19), (WIDTH - 10, y - 19), width=0.6, colour=FAINT)
    bottom = -38.0 * len(its.labels) - 4
    pen.line((left, 20), (left, bottom + 23), colour=INK)
    _symbol(pen, its.shape, 36, bottom, 11, Fraction(1))
    text = f"= {its.stands_for}"
    pen.text(54, bottom, text, across="left", size=fitting([text], 320))
    titled(pen, its.title, 26)


def _symbol(pen: Pen, shape: str, x: float, y: float, radius: float, part: Fraction) -> None:
    if shape == "square":
        wide = 2 * radius
        if part >= Fraction(1, 2):
            high = 1.0
            pen.box(
                x - radius, y - radius, wide * (1.0 if part == 1 else 0.5), wide * high, fill=SHADE
            )
            if part == Fraction(3, 4):
                pen.box(x, y - radius, radius, radius, fill=SHADE)
        else:
            pen.box(x - radius, y - radius, radius, radius, fill=SHADE)
    elif part == 1:
        pen.circle(x, y, radius, fill=SHADE)
    else:
        turn = float(part) * 360
        pen.wedge(x, y, radius, 90, 90 + turn, fill=SHADE)
