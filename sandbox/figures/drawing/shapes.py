"""Draws plane shapes with labels at their sides and angles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from sandbox.figures.alt.shape import length
from sandbox.figures.drawing.pen import (
    TINT,
    WIDTH,
    Pen,
    Point,
    fitting,
    line_height,
    polar,
    text_width,
)
from sandbox.figures.specs.shape import (
    CircleShape,
    LShape,
    Parallelogram,
    Polygon,
    Rectangle,
    RegularPolygon,
    Trapezium,
    Triangle,
)

ROOM = (250.0, 200.0)
"""The largest width and height of a shape, in units."""


class Sketch:
    """A polygon fitted to the room (or drawn with a unit, from the left), its labels outside."""

    def __init__(
        self,
        pen: Pen,
        corners: Sequence[tuple[Fraction | float, Fraction | float]],
        room: Point = ROOM,
        unit: float | None = None,
        left: float | None = None,
    ) -> None:
        xs, ys = zip(*((float(x), float(y)) for x, y in corners), strict=True)
        wide = max(xs) - min(xs)
        self.unit = unit or min(room[0] / wide, room[1] / (max(ys) - min(ys)))
        self._pen, self._low = pen, (min(xs), min(ys))
        self._left = (WIDTH - self.unit * wide) / 2 if left is None else left
        self.corners = [self.at(x, y) for x, y in zip(xs, ys, strict=True)]
        twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in self._sides())
        self._turn = 1.0 if twice > 0 else -1.0

    def at(self, x: Fraction | float, y: Fraction | float) -> Point:
        """Where a point of the shape lies on paper."""
        return (
            self._left + (float(x) - self._low[0]) * self.unit,
            (float(y) - self._low[1]) * self.unit,
        )

    def _sides(self) -> list[tuple[Point, Point]]:
        return list(zip(self.corners, [*self.corners[1:], self.corners[0]], strict=True))

    def outline(self) -> None:
        """The shape itself."""
        self._pen.polygon(self.corners, fill=TINT, width=2)

    def side(self, number: int, text: str, *, inside: bool = False, clear: bool = False) -> None:
        """A label outside (or inside) the side that starts at that corner; `clear` moves it out
        until it stands apart from the other texts."""
        (x1, y1), (x2, y2) = self._sides()[number]
        size = math.hypot(x2 - x1, y2 - y1)
        right, up = self._turn * (y2 - y1) / size, -self._turn * (x2 - x1) / size
        shift = 12 + abs(right) * text_width(text) * 0.42
        shift += abs(up) * (line_height(text) - 15) / 2
        if inside:  # low down, where there is room
            share = 0.33 if y1 < y2 else 0.67
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            self._pen.text(x - right * shift, y - up * shift, text)
            return
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        for farther in range(0, 40, 4) if clear else ():
            place = (x + right * (shift + farther), y + up * (shift + farther))
            if self._pen.is_free(*place, text, "center", "center"):
                shift += farther
                break
        self._pen.boxed(x + right * shift, y + up * shift, text)

    def equal(self, number: int) -> None:
        """A stroke across a side: it is as long as the others with one."""
        (x1, y1), (x2, y2) = self._sides()[number]
        size = math.hypot(x2 - x1, y2 - y1)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        across = ((y2 - y1) / size * 7, (x1 - x2) / size * 7)
        self._pen.line((x - across[0], y - across[1]), (x + across[0], y + across[1]), width=2)

    def angle(self, number: int, text: str) -> None:
        """An arc and a label inside a corner."""
        if not text or text == "-":
            return
        here, before, after = self._around(number)
        first, second = _direction(here, after), _direction(here, before)
        if self._turn < 0:
            first, second = second, first
        wide = (second - first) % 360
        reach = min(math.dist(here, before), math.dist(here, after))
        radius = min(26.0, reach * 0.3)
        self._pen.ellipse(*here, 2 * radius, 2 * radius, start=first, end=first + wide)
        away = radius + 8 + min(40.0, text_width(text) * 0.5 * (1 + 26 / max(wide, 20.0)) * 0.6)
        size = 11.0 if wide >= 30 else 10.0
        self._pen.text(
            *polar(*here, min(away, reach * 0.62), first + wide / 2), text, size=size, plain=True
        )

    def exterior(self, text: str) -> None:
        """The first side drawn on beyond the second corner, and the angle there."""
        here, before, after = self._around(1)
        ahead, up = _direction(before, here), _direction(here, after)
        self._pen.line(here, polar(*here, 78, ahead), width=2)
        self._pen.ellipse(*here, 44, 44, start=ahead, end=up)
        middle = ahead + ((up - ahead) % 360) / 2
        self._pen.text(*polar(*here, 34 + text_width(text) / 4, middle), text, plain=True)

    def square(self, number: int) -> None:
        """The mark of a right angle."""
        here, before, after = self._around(number)
        first, second = _direction(here, after), _direction(here, before)
        corner = polar(*polar(*here, 13, first), 13, second)
        self._pen.line(polar(*here, 13, first), corner, polar(*here, 13, second), width=1.2)

    def name(self, number: int, text: str) -> None:
        """A letter outside a corner."""
        x = sum(x for x, _ in self.corners) / len(self.corners)
        y = sum(y for _, y in self.corners) / len(self.corners)
        here = self.corners[number]
        self._pen.text(*polar(*here, 14, _direction((x, y), here)), text, bold=True)

    def _around(self, number: int) -> tuple[Point, Point, Point]:
        count = len(self.corners)
        return self.corners[number], self.corners[number - 1], self.corners[(number + 1) % count]


def _direction(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def not_to_scale(pen: Pen, is_to_scale: bool) -> None:
    """The note under a picture that does not agree with its labels."""
    if not is_to_scale:
        pen.text(
            WIDTH / 2, pen.lowest - 16, "Not drawn to scale", upright="top", size=9, italic=True
        )


def _tamed(*edges: Fraction, to_scale: bool) -> list[float]:
    """Edges as they are drawn: true to scale, or brought nearer together where that may be."""
    sizes = [float(edge) for edge in edges]
    if to_scale:
        return sizes
    largest = max(sizes)
    return [max(size, largest / 4) for size in sizes]


def rectangle(pen: Pen, its: Rectangle) -> None:
    """With labels below and on the left, or on unit squares."""
    w, h = _tamed(its.width, its.height, to_scale=its.to_scale)
    room = (340.0, 260.0) if its.squares else ROOM
    sketch = Sketch(pen, [(0, 0), (w, 0), (w, h), (0, h)], room)
    sketch.outline()
    if its.squares:
        for k in range(1, int(its.width)):
            pen.line(sketch.at(k, 0), sketch.at(k, h), width=1)
        for k in range(1, int(its.height)):
            pen.line(sketch.at(0, k), sketch.at(w, k), width=1)
    else:
        sketch.side(0, length(its.width_label, its.width, its.unit))
        sketch.side(3, length(its.height_label, its.height, its.unit))
        for corner in range(4):
            sketch.square(corner)
    middle = sketch.at(w / 2, h / 2)
    pen.boxed(
        *middle, its.inside, size=fitting([its.inside], sketch.unit * w - 8)
    ) if its.squares else pen.text(
        *middle, its.inside, size=fitting([its.inside], sketch.unit * w - 8)
    )
    not_to_scale(pen, its.to_scale)


def triangle(pen: Pen, its: Triangle) -> None:
    """By its sides, its angles, or base and height."""
    corners = _triangle(its)
    sketch = Sketch(pen, corners)
    sketch.outline()
    sides: Sequence[Fraction | None] = its.sides or (its.base, None, None)
    labels = its.side_labels or ("", "", "")
    hidden = None if its.base is None else _beside_height(corners)
    for k, (label, side) in enumerate(zip(labels, sides, strict=True)):
        sketch.side(k, length(label, side, its.unit), inside=k == hidden)
    for k, label in enumerate(its.angle_labels):
        sketch.angle(k, label)
    for k, letter in enumerate(its.corners):
        sketch.name(k, letter)
    for k in its.equal:
        sketch.equal(k)
    if its.right_angle is not None:
        sketch.square(its.right_angle)
    if its.exterior:
        sketch.exterior(its.exterior)
    if its.base is not None:
        foot, top = (corners[2][0], 0.0), corners[2]
        text = length(its.height_label, its.height, its.unit)
        height_line(pen, sketch, foot, top, text, base=(0.0, corners[1][0]))
    not_to_scale(pen, its.to_scale)


def _beside_height(corners: Sequence[Point]) -> int | None:
    """The side of an obtuse triangle next to which its height falls."""
    (left, _), (right, _), (top, _) = corners
    return 1 if top > right else 2 if top < left else None


def height_line(pen: Pen, sketch: Sketch, foot: Point, top: Point, text: str, base: Point) -> None:
    """A dashed height with the mark of a right angle, and the base drawn on to reach it."""
    x, y = sketch.at(*foot)
    _, high = sketch.at(*top)
    pen.line((x, y), (x, high), dashed=True)
    if not base[0] <= foot[0] <= base[1]:
        near = base[0] if foot[0] < base[0] else base[1]
        pen.line(sketch.at(near, foot[1]), (x, y), width=1, dashed=True)
    side = -1 if foot[0] >= base[1] else 1
    pen.line((x + 10 * side, y), (x + 10 * side, y + 10), (x, y + 10), width=1.2)
    if foot[0] > base[1] or foot[0] < base[0] or foot[0] > (base[0] + base[1]) * 0.6:
        side = -side
    pen.text(x + 6 * side, (y + high) / 2 - 4, text, across="left" if side > 0 else "right")


def _triangle(its: Triangle) -> list[tuple[float, float]]:
    if its.base is not None:
        base, height = _tamed(its.base, its.height or Fraction(1), to_scale=its.to_scale)
        share = 0.35 if its.foot is None else float(its.foot / its.base)
        return [(0.0, 0.0), (base, 0.0), (share * base, height)]
    if its.sides:
        ab, bc, ca = map(float, its.sides)
        x = (ab * ab + ca * ca - bc * bc) / (2 * ab)
        return [(0.0, 0.0), (ab, 0.0), (x, math.sqrt(max(ca * ca - x * x, 0.0)))]
    a, b, c = (math.radians(float(angle)) for angle in its.angles)
    side = math.sin(b) / math.sin(c)
    return [(0.0, 0.0), (1.0, 0.0), (side * math.cos(a), side * math.sin(a))]


def parallelogram(pen: Pen, its: Parallelogram) -> None:
    """With its dashed height."""
    b, h, s = _tamed(its.base, its.height, its.shift, to_scale=its.to_scale)
    sketch = Sketch(pen, [(0, 0), (b, 0), (b + s, h), (s, h)])
    sketch.outline()
    sketch.side(0, length(its.base_label, its.base, its.unit))
    sketch.side(1, length(its.side_label, None, its.unit))
    text = length(its.height_label, its.height, its.unit)
    height_line(pen, sketch, (s, 0), (s, h), text, base=(0, b))
    not_to_scale(pen, its.to_scale)


def trapezium(pen: Pen, its: Trapezium) -> None:
    """With its dashed height."""
    b, t, h = _tamed(its.bottom, its.top, its.height, to_scale=its.to_scale)
    s = float(its.shift)
    sketch = Sketch(pen, [(0, 0), (b, 0), (s + t, h), (s, h)])
    sketch.outline()
    sketch.side(0, length(its.bottom_label, its.bottom, its.unit))
    sketch.side(2, length(its.top_label, its.top, its.unit))
    foot = max(s, min(0.0, s + t)) + (min(s + t, b) - max(s, 0)) * 0.4 if s <= 0 else s
    text = length(its.height_label, its.height, its.unit)
    height_line(pen, sketch, (foot, 0), (foot, h), text, base=(0, b))
    not_to_scale(pen, its.to_scale)


def l_shape(pen: Pen, its: LShape) -> None:
    """A label at each side that has one."""
    w, h, a, b = map(float, (its.width, its.height, its.cut_width, its.cut_height))
    sketch = Sketch(pen, [(0, 0), (w, 0), (w, h - b), (w - a, h - b), (w - a, h), (0, h)])
    sketch.outline()
    if its.squares:
        for k in range(1, int(w)):
            pen.line(sketch.at(k, 0), sketch.at(k, h - b if k > w - a else h), width=1)
        for k in range(1, int(h)):
            pen.line(sketch.at(0, k), sketch.at(w - a if k > h - b else w, k), width=1)
    for k, (label, size) in enumerate(zip(its.labels, its.lengths, strict=True)):
        is_tight = k == 3 and float(its.cut_height) * sketch.unit < 60
        sketch.side(k, length(label, size, its.unit), inside=is_tight)
    not_to_scale(pen, its.to_scale)


def circle(pen: Pen, its: CircleShape) -> None:
    """With its radius or diameter."""
    x, radius = WIDTH / 2, 96.0
    pen.circle(x, 0, radius, fill=TINT, width=2)
    pen.dot(x, 0, 3.5)
    size = its.radius if its.radius is not None else its.diameter
    start = x if its.radius is not None else x - radius
    pen.arrow((start, 0), (x + radius, 0), both=its.diameter is not None)
    middle = x + radius / 2 if its.radius is not None else x
    pen.text(middle, 8, length(its.label, size, its.unit), upright="bottom")
    not_to_scale(pen, its.to_scale)


def regular_polygon(pen: Pen, its: RegularPolygon) -> None:
    """Standing on a side."""
    start = 270 - 180 / its.sides
    corners = [polar(0, 0, 1, start + 360 * k / its.sides) for k in range(its.sides)]
    sketch = Sketch(pen, corners)
    sketch.outline()
    sketch.side(0, its.side_label)
    sketch.angle(1, its.angle_label)
    for k in range(its.mirror_lines):
        turn = start + 180 * k / its.sides
        pen.line(
            sketch.at(*polar(0, 0, 1.15, turn)),
            sketch.at(*polar(0, 0, 1.15, turn + 180)),
            width=1,
            dashed=True,
        )
    not_to_scale(pen, its.to_scale)


def polygon(pen: Pen, its: Polygon) -> None:
    """By its corners."""
    sketch = Sketch(pen, its.corners)
    sketch.outline()
    for k, label in enumerate(its.side_labels):
        sketch.side(k, "" if label == "-" else label)
    for k, label in enumerate(its.angle_labels):
        sketch.angle(k, label)
    for k, letter in enumerate(its.names):
        sketch.name(k, letter)
    not_to_scale(pen, its.to_scale)
