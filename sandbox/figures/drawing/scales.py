"""Draws number lines, rulers, reading scales and clocks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sandbox.figures.drawing.pen import (
    COLOURS,
    SHADE,
    SMALL,
    WIDTH,
    Pen,
    fitting,
    polar,
    text_width,
)
from sandbox.figures.numbers import fraction_text, number_text
from sandbox.figures.specs.base import ticks
from sandbox.figures.specs.number import Clock, Jump, NumberLine, Ruler, Scale, Stretch, Time

POINTED = ("pencil", "pen", "crayon", "nail")
"""Things on a ruler that are drawn with a point; others are strips."""
LEFT, RIGHT = 26.0, WIDTH - 26.0


def number_line(pen: Pen, its: NumberLine) -> None:
    """The line with arrows, marks, numbers, points above and jumps over it."""
    write = number_text if its.written == "decimal" else fraction_text
    at = _across(its.low, its.high)
    pen.arrow((LEFT - 18, 0), (RIGHT + 18, 0), both=True)
    numbers = its.numbered
    texts = {}
    for number in ticks(its.low, its.high, its.step):
        is_numbered = not (number - its.low) % numbers
        pen.line((at(number), -8 if is_numbered else -5), (at(number), 8 if is_numbered else 5))
        if is_numbered:
            texts[number] = write(number)
    room = (RIGHT - LEFT) / max(1, len(texts) - 1) - 4
    size = fitting([*texts.values()], room)
    for number, text in texts.items():
        pen.text(at(number), -13, text, upright="top", size=size)
    for stretch in its.stretches:
        _stretch(pen, stretch, at)
    for jump in its.jumps:
        _jump(pen, jump, at)
    _marks(pen, its, at, write)


def _across(low: Fraction, high: Fraction) -> Callable[[Fraction], float]:
    return lambda number: LEFT + float((number - low) / (high - low)) * (RIGHT - LEFT)


def _marks(
    pen: Pen, its: NumberLine, at: Callable[[Fraction], float], write: Callable[[Fraction], str]
) -> None:
    ends: list[float] = []
    numbers = (*ticks(its.low, its.high, its.step), *(mark.at for mark in its.marks))
    # stacked fractions are taller; a third has no decimal, however the line is written
    below, rise = (-66.0, 40.0) if any("/" in write(n) for n in numbers) else (-38.0, 22.0)
    for mark in sorted(its.marks, key=lambda mark: mark.at):
        text, x = mark.label or write(mark.at), at(mark.at)
        half = text_width(text) / 2
        level = next((k for k, end in enumerate(ends) if x - half > end + 4), len(ends))
        ends[level : level + 1] = [x + half]
        pen.dot(x, 0, 5)
        if its.jumps or its.stretches:
            pen.text(x, below - rise * level, text, bold=True)
        else:
            y = 26 + rise * level
            pen.arrow((x, y), (x, 7))
            pen.text(x, y + 3, text, upright="bottom", bold=True)


def _jump(pen: Pen, jump: Jump, at: Callable[[Fraction], float]) -> None:
    start, end = at(jump.start), at(jump.end)
    height = min(60.0, max(24.0, abs(end - start) * 0.4))
    curve = 2 * height / abs(end - start) * (1 if end > start else -1)
    pen.arrow((start, 4), (end, 6), curve=curve)
    pen.boxed((start + end) / 2, height + 12, jump.label, upright="bottom")


def _stretch(pen: Pen, stretch: Stretch, at: Callable[[Fraction], float]) -> None:
    y = 20.0
    start = LEFT - 18 if stretch.start is None else at(stretch.start)
    end = RIGHT + 18 if stretch.end is None else at(stretch.end)
    if stretch.start is None:
        pen.arrow((end, y), (start, y), width=3)
    elif stretch.end is None:
        pen.arrow((start, y), (end, y), width=3)
    else:
        pen.line((start, y), (end, y), width=3)
    if stretch.start is not None:
        pen.dot(start, y, 5, hollow=not stretch.start_closed)
    if stretch.end is not None:
        pen.dot(end, y, 5, hollow=not stretch.end_closed)


def ruler(pen: Pen, its: Ruler) -> None:
    """The ruler with the thing lying above it, its ends carried down by dashed lines."""
    at = _across(its.low, its.high)
    pen.box(LEFT - 16, -54, RIGHT - LEFT + 32, 54, fill="#f6efd9")
    for number in ticks(its.low, its.high, Fraction(1, its.divisions)):
        whole = number.denominator == 1
        middle = its.divisions % 2 == 0 and number.denominator == 2
        pen.line((at(number), 0), (at(number), -16 if whole else -11 if middle else -7), width=1)
        if whole:
            pen.text(at(number), -20, number_text(number), upright="top", size=SMALL)
    pen.text(RIGHT + 10, -46, its.unit, across="right", size=SMALL)
    start, end = at(its.start), at(its.end)
    tip = min(22.0, (end - start) / 3) if its.thing in POINTED else 0.0
    pen.polygon([(start, 20), (end - tip, 20), (end, 29), (end - tip, 38), (start, 38)], fill=SHADE)
    for x in (start, end):
        pen.line((x, 29), (x, 0), width=0.9, dashed=True)
    pen.text((start + end) / 2, 43, its.thing, upright="bottom")


def scale(pen: Pen, its: Scale) -> None:
    """A line, a dial, a measuring cylinder or a thermometer."""
    if its.form == "dial":
        _dial(pen, its)
    elif its.form == "line":
        _flat(pen, its)
    else:
        _upright(pen, its)


def _marks_of(its: Scale) -> list[tuple[Fraction, bool]]:
    marks = ticks(its.low, its.high, its.step / its.divisions)
    return [(mark, not (mark - its.low) % its.step) for mark in marks]


def _flat(pen: Pen, its: Scale) -> None:
    at = _across(its.low, its.high)
    pen.line((LEFT, 0), (RIGHT, 0), width=1.8)
    numbers = [number_text(mark) for mark, big in _marks_of(its) if big]
    size = fitting(numbers, (RIGHT - LEFT) / max(1, len(numbers) - 1) - 4)
    for mark, big in _marks_of(its):
        pen.line((at(mark), 0), (at(mark), -14 if big else -8))
        if big:
            pen.text(at(mark), -18, number_text(mark), upright="top", size=size)
    x = at(its.reading)
    pen.arrow((x, 44), (x, 2), width=2.4)
    pen.text(WIDTH / 2, -46, its.unit, upright="top")


def _dial(pen: Pen, its: Scale) -> None:
    x, y, radius = WIDTH / 2, 0.0, 104.0
    pen.circle(x, y, radius + 34, fill="#fafafa")

    def direction(value: Fraction) -> float:
        return 220 - 260 * float((value - its.low) / (its.high - its.low))

    for mark, big in _marks_of(its):
        turn = direction(mark)
        pen.line(polar(x, y, radius, turn), polar(x, y, radius - (16 if big else 9), turn))
        if big:
            # outside the marks, where the pointer never covers them
            pen.text(*polar(x, y, radius + 17, turn), number_text(mark), size=10.5)
    pen.text(x, y - 56, its.unit)
    pen.arrow((x, y), polar(x, y, radius - 10, direction(its.reading)), width=2.4)
    pen.dot(x, y, 6)


def _upright(pen: Pen, its: Scale) -> None:
    low, high, x = 0.0, 250.0, WIDTH / 2
    half = 34.0 if its.form == "cylinder" else 9.0

    def up(value: Fraction) -> float:
        return low + float((value - its.low) / (its.high - its.low)) * (high - low)

    level = up(its.reading)
    if its.form == "thermometer":
        pen.circle(x, -30, 19, fill=COLOURS[6])
        pen.box(x - half, -14, 2 * half, high + 30, fill="white")
        pen.box(x - half, -18, 2 * half, level + 18, fill=COLOURS[6], width=0)
    else:
        _cylinder(pen, x, half, level, high, is_cut=its.low != 0)
    for mark, big in _marks_of(its):
        pen.line((x + half, up(mark)), (x + half + (14 if big else 8), up(mark)))
        if big:
            pen.text(x + half + 19, up(mark), number_text(mark), across="left")
    pen.text(x, high + 22, its.unit, upright="bottom")


def _cylinder(pen: Pen, x: float, half: float, level: float, high: float, *, is_cut: bool) -> None:
    """The vessel and what is in it; one whose scale does not begin at nothing is cut off below,
    along a jagged line."""
    left, right = x - half, x + half
    bottom = [(left, 0.0), (right, 0.0)]
    if is_cut:
        step = 2 * half / 8
        bottom = [(left + step * k, -22.0 if k % 2 else -16.0) for k in range(9)]
    pen.polygon([*bottom, (right, level), (left, level)], fill=SHADE, width=1 if not is_cut else 0)
    pen.line((left, high + 16), bottom[0], width=2)
    pen.line((right, high + 16), bottom[-1], width=2)
    pen.line(*bottom, width=1 if is_cut else 2)
    if not is_cut:
        pen.line((left - 14, 0), (right + 14, 0), width=2.4)
    pen.line((left, level), (right, level), width=1)


def clock(pen: Pen, its: Clock) -> None:
    """Faces, or boxes with figures, side by side."""
    count = len(its.times)
    radius = {1: 104.0, 2: 90.0, 3: 64.0}[count]
    for k, time in enumerate(its.times):
        x = WIDTH * (k + 0.5) / count
        if time.digital:
            pen.box(x - radius * 0.8, -24, radius * 1.6, 48, fill="#f2f2f2")
            pen.text(x, 0, f"{time.hour:02d}:{time.minute:02d}", size=15 if count > 2 else 20)
        else:
            _face(pen, x, radius, time)
        pen.text(x, -radius - 10, time.label, upright="top")


def _face(pen: Pen, x: float, radius: float, time: Time) -> None:
    pen.circle(x, 0, radius, fill="#fcfcfc", width=2)
    for minute in range(60):
        turn, is_hour = 90 - 6 * minute, minute % 5 == 0
        outer, inner = radius * 0.78, radius * (0.7 if is_hour else 0.74)
        pen.line(polar(x, 0, outer, turn), polar(x, 0, inner, turn), width=1.6 if is_hour else 0.7)
    for hour in range(1, 13):
        # outside the marks, where the hands never cover them
        pen.text(
            *polar(x, 0, radius * 0.895, 90 - 30 * hour), str(hour), size=max(7.5, radius * 0.115)
        )
    hand = 90 - 30 * (time.hour % 12 + time.minute / 60)
    pen.line((x, 0), polar(x, 0, radius * 0.42, hand), width=4.5)
    pen.line((x, 0), polar(x, 0, radius * 0.71, 90 - 6 * time.minute), width=2.2)
    pen.dot(x, 0, 4)
