"""Draws coordinate grids."""

from __future__ import annotations

from fractions import Fraction

from sandbox.figures.drawing.pen import (
    COLOURS,
    FAINT,
    TINT,
    WIDTH,
    Across,
    Pen,
    Point,
    Upright,
    text_width,
)
from sandbox.figures.drawing.plots import clipped
from sandbox.figures.numbers import number_text
from sandbox.figures.specs.base import ticks
from sandbox.figures.specs.shape import CoordinateGrid, Corner, GridLine, GridPoint

LARGEST = 330.0


class _Sheet:
    """Where coordinates lie on paper; one unit is as long across as up unless `y_step` is given."""

    def __init__(self, its: CoordinateGrid) -> None:
        wide, high = its.x_high - its.x_low, its.y_high - its.y_low
        self._its = its
        if its.y_step is None:
            unit = min(LARGEST / float(wide), LARGEST / float(high))
            self._across = self._up = unit
        else:
            self._across, self._up = LARGEST / float(wide), 250 / float(high)
        self.left = (WIDTH - self._across * float(wide)) / 2 + 6

    def __call__(self, x: Fraction, y: Fraction) -> Point:
        its = self._its
        return (self.left + float(x - its.x_low) * self._across, float(y - its.y_low) * self._up)


def coordinate_grid(pen: Pen, its: CoordinateGrid) -> None:
    """Grid, axes, shapes, lines, points, in this order."""
    at = _Sheet(its)
    _grid(pen, its, at)
    for k, shape in enumerate(its.shapes):
        corners = [at(*corner) for corner in shape.corners]
        fill = "none" if shape.dashed else (TINT, COLOURS[1], COLOURS[2])[k]
        pen.polygon(corners, fill=fill, width=2, dashed=shape.dashed)
        x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
        pen.boxed(x, y, shape.name, bold=True)
    for line in its.lines:
        start, end = _ends(its, line)
        if line.form == "arrow":
            pen.arrow(at(*start), at(*end), width=2.4)
        else:
            pen.line(at(*start), at(*end), width=2.2, dashed=line.dashed)
    for point in its.points:
        _point(pen, its, point, at)
    for line in its.lines:
        _line_label(pen, its, line, at)


def _line_label(pen: Pen, its: CoordinateGrid, line: GridLine, at: _Sheet) -> None:
    """Beside the line, where no point and no letter stands."""
    (x1, y1), (x2, y2) = (at(*end) for end in _ends(its, line))
    right = text_width(line.label) / 2 + 8 if x1 != x2 and y1 != y2 else 10.0
    up = -10 if (x2 - x1) * (y2 - y1) > 0 else 12
    shares = (0.78, 0.9, 0.62, 0.3, 0.14) if line.form == "line" else (0.5, 0.62, 0.38)
    spots = [(x1 + (x2 - x1) * share + right, y1 + (y2 - y1) * share + up) for share in shares]
    dots = [at(point.x, point.y) for point in its.points]
    around = [((x - 5, y), (x + 5, y)) for x, y in dots]
    x, y = next(
        (s for s in spots if pen.is_free(*s, line.label, "center", "center", around)), spots[0]
    )
    pen.boxed(x, y, line.label)


def _ends(its: CoordinateGrid, line: GridLine) -> tuple[Corner, Corner]:
    if line.form != "line":
        return line.start, line.end
    x, y = (its.x_low, its.x_high), (its.y_low, its.y_high)
    start, end = clipped(line.start, line.end, x, y)
    return start, end


def _grid(pen: Pen, its: CoordinateGrid, at: _Sheet) -> None:
    xs = ticks(its.x_low, its.x_high, its.step)
    ys = ticks(its.y_low, its.y_high, its.y_step or its.step)
    for x in xs:
        pen.line(at(x, its.y_low), at(x, its.y_high), width=0.6, colour=FAINT)
    for y in ys:
        pen.line(at(its.x_low, y), at(its.x_high, y), width=0.6, colour=FAINT)
    stem = min(max(Fraction(0), its.x_low), its.x_high)
    level = min(max(Fraction(0), its.y_low), its.y_high)
    right, top = at(its.x_high, level), at(stem, its.y_high)
    pen.arrow(at(its.x_low, level), (right[0] + 16, right[1]), width=1.6)
    pen.arrow(at(stem, its.y_low), (top[0], top[1] + 16), width=1.6)
    if len(its.x_axis) < 3:
        pen.text(right[0] + 20, right[1], its.x_axis, across="left", italic=True)
    else:
        foot = at((its.x_low + its.x_high) / 2, its.y_low)
        pen.text(foot[0], foot[1] - 24, its.x_axis, upright="top")
    pen.text(top[0], top[1] + 18, its.y_axis, upright="bottom", italic=len(its.y_axis) < 3)
    _numbers(pen, at, xs, ys, (stem, level))


def _numbers(pen: Pen, at: _Sheet, xs: list[Fraction], ys: list[Fraction], cross: Corner) -> None:
    """The numbers along both axes; the 0 where they cross stands once, below left."""
    stem, level = cross
    gap = at(xs[1], level)[0] - at(xs[0], level)[0]
    stride = _stride(max(text_width(number_text(x), 9) for x in xs) + 3, gap)
    rise = at(stem, ys[1])[1] - at(stem, ys[0])[1]
    up = stride if rise == gap else _stride(14, rise)  # equal axes are numbered alike
    for x in _every(stride, xs):
        if x or level:
            pen.boxed(at(x, level)[0], at(x, level)[1] - 5, number_text(x), upright="top", size=9)
    for y in _every(up, ys):
        if stem or y:
            pen.boxed(at(stem, y)[0] - 6, at(stem, y)[1], number_text(y), across="right", size=9)
    if not any(cross):
        x0, y0 = at(*cross)
        pen.boxed(x0 - 5, y0 - 5, "0", across="right", upright="top", size=9)


def _every(stride: int, marks: list[Fraction]) -> list[Fraction]:
    step = (marks[1] - marks[0]) * stride
    return [mark for mark in marks if not mark % step]


def _stride(room: float, gap: float) -> int:
    return next((stride for stride in (1, 2, 5, 10, 20) if stride * gap >= room), 50)


_PLACES: tuple[tuple[float, float, Across, Upright], ...] = (
    (9, 9, "left", "bottom"),
    (9, -9, "left", "top"),
    (-9, 9, "right", "bottom"),
    (-9, -9, "right", "top"),
    (0, 11, "center", "bottom"),
    (0, -11, "center", "top"),
    (11, 0, "left", "center"),
    (-11, 0, "right", "center"),
    (9, 20, "left", "bottom"),
    (9, -20, "left", "top"),
    (-9, 20, "right", "bottom"),
    (-9, -20, "right", "top"),
)
"""Where the letter of a point may stand, the usual place first."""


def _point(pen: Pen, its: CoordinateGrid, point: GridPoint, at: _Sheet) -> None:
    """A dot and its letter, clear of other texts and, where that can be, of lines."""
    x, y = at(point.x, point.y)
    pen.dot(x, y, 4.5)
    note = f"({number_text(point.x)}, {number_text(point.y)})" if point.shown else ""
    text = f"{point.label} {note}".strip()
    ends = [_ends(its, line) for line in its.lines]
    lines = [(at(*start), at(*end)) for start, end in ends]
    right, up, across, upright = next(
        (
            place
            for shunned in (lines, [])
            for place in _PLACES
            if _has_room(pen, x, y, text, place, shunned)
        ),
        _PLACES[2],
    )
    pen.boxed(x + right, y + up, text, across=across, upright=upright, bold=not note)


def _has_room(
    pen: Pen,
    x: float,
    y: float,
    text: str,
    place: tuple[float, float, Across, Upright],
    lines: list[tuple[Point, Point]],
) -> bool:
    right, up, across, upright = place
    end = x + right + text_width(text) * {"left": 1, "center": 0.5, "right": -1}[across]
    is_inside = 2 < end < WIDTH - 2
    return is_inside and pen.is_free(x + right, y + up, text, across, upright, lines)
