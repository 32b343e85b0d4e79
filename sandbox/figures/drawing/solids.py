"""Draws solids in oblique projection, and nets."""

from __future__ import annotations

from sandbox.figures.alt.shape import length
from sandbox.figures.drawing.pen import SHADE, TINT, WIDTH, Pen, Point
from sandbox.figures.drawing.shapes import not_to_scale
from sandbox.figures.specs.solid import CubeStack, Cuboid, Cylinder, Net, Prism

BACK = (0.42, 0.32)
"""How far one unit of depth goes to the right and up."""
TOP, SIDE = "#eef5fb", SHADE


def cuboid(pen: Pen, its: Cuboid) -> None:
    """Front, top and right face; hidden edges dashed, or unit cubes."""
    if its.cubes:
        row = (int(its.height),) * int(its.length)
        _stacks(pen, (row,) * int(its.width))
        return
    edges = [float(edge) for edge in (its.length, its.width, its.height)]
    if not its.to_scale:
        edges = [max(edge, max(edges) / 3) for edge in edges]
    a, b, c = edges
    unit = min(250 / (a + BACK[0] * b), 190 / (c + BACK[1] * b))
    a, b, c = a * unit, b * unit, c * unit
    dx, dy = BACK[0] * b, BACK[1] * b
    x = (WIDTH - a - dx) / 2
    pen.line((x + dx, dy), (x, 0), width=1, dashed=True)
    pen.line((x + dx, dy), (x + dx + a, dy), width=1, dashed=True)
    pen.line((x + dx, dy), (x + dx, dy + c), width=1, dashed=True)
    pen.polygon([(x, c), (x + dx, c + dy), (x + a + dx, c + dy), (x + a, c)], fill=TOP, width=2)
    pen.polygon(
        [(x + a, 0), (x + a + dx, dy), (x + a + dx, c + dy), (x + a, c)], fill=SIDE, width=2
    )
    pen.polygon([(x, 0), (x + a, 0), (x + a, c), (x, c)], fill=TINT, width=2)
    pen.text(x + a / 2, -8, length(its.length_label, its.length, its.unit), upright="top")
    pen.text(x - 8, c / 2, length(its.height_label, its.height, its.unit), across="right")
    pen.text(
        x + a + dx / 2 + 9,
        dy / 2 - 5,
        length(its.width_label, its.width, its.unit),
        across="left",
        upright="top",
    )
    not_to_scale(pen, its.to_scale)


def cube_stack(pen: Pen, its: CubeStack) -> None:
    """The cubes, those behind first."""
    _stacks(pen, its.heights)


def _stacks(pen: Pen, heights: tuple[tuple[int, ...], ...]) -> None:
    rows, across, high = len(heights), len(heights[0]), max(map(max, heights))
    unit = min(340 / (across + BACK[0] * rows), 240 / (high + BACK[1] * rows), 56.0)
    left = (WIDTH - unit * (across + BACK[0] * rows)) / 2
    layer = 3.0
    for row in range(rows - 1, -1, -1):
        for column in range(across):
            for level in range(heights[row][column]):
                x = left + unit * (column + BACK[0] * row)
                y = unit * (level + BACK[1] * row)
                _cube(pen, (x, y), unit, layer)
                layer += 0.001


def _cube(pen: Pen, at: Point, unit: float, above: float) -> None:
    x, y = at
    dx, dy = BACK[0] * unit, BACK[1] * unit
    u = unit
    pen.polygon(
        [(x, y + u), (x + dx, y + u + dy), (x + u + dx, y + u + dy), (x + u, y + u)],
        fill=TOP,
        above=above,
    )
    pen.polygon(
        [(x + u, y), (x + u + dx, y + dy), (x + u + dx, y + u + dy), (x + u, y + u)],
        fill=SIDE,
        above=above,
    )
    pen.box(x, y, u, u, fill=TINT, above=above)


def prism(pen: Pen, its: Prism) -> None:
    """The right-angled triangle in front, the length going back."""
    b, h, deep = (float(edge) for edge in (its.base, its.height, its.length))
    if not its.to_scale:
        largest = max(b, h, deep)
        b, h, deep = (max(edge, largest / 3) for edge in (b, h, deep))
    unit = min(240 / (b + 0.6 * deep), 190 / (h + 0.36 * deep))
    b, h, dx, dy = b * unit, h * unit, 0.6 * deep * unit, 0.36 * deep * unit
    x = (WIDTH - b - dx) / 2
    pen.line((x, 0), (x + dx, dy), (x + dx + b, dy), width=1, dashed=True)
    pen.line((x + dx, dy), (x + dx, dy + h), width=1, dashed=True)
    pen.polygon([(x, h), (x + dx, h + dy), (x + dx + b, dy), (x + b, 0)], fill=TOP, width=2)
    pen.polygon([(x, 0), (x + b, 0), (x, h)], fill=TINT, width=2)
    pen.line((x + 11, 0), (x + 11, 11), (x, 11), width=1.2)
    pen.text(x + b / 2, -8, length(its.base_label, its.base, its.unit), upright="top")
    pen.text(x - 8, h / 2, length(its.height_label, its.height, its.unit), across="right")
    pen.text(
        x + b + dx / 2 + 9,
        dy / 2 - 5,
        length(its.length_label, its.length, its.unit),
        across="left",
        upright="top",
    )
    not_to_scale(pen, its.to_scale)


def cylinder(pen: Pen, its: Cylinder) -> None:
    """Radius or diameter on the top, the height at the side."""
    wide, high = float(its.across), float(its.height)
    if not its.to_scale:
        wide, high = max(wide, high / 2), max(high, wide / 2)
    unit = min(190 / wide, 190 / high)
    wide, high = wide * unit, high * unit
    x, flat = WIDTH / 2, wide * 0.3
    pen.ellipse(x, 0, wide, flat, start=180, end=359.9)
    pen.ellipse(x, 0, wide, flat, start=0, end=180, dashed=True)
    pen.line((x - wide / 2, 0), (x - wide / 2, high), width=2)
    pen.line((x + wide / 2, 0), (x + wide / 2, high), width=2)
    pen.ellipse(x, high, wide, flat, fill=TINT)
    size = its.radius if its.radius is not None else its.diameter
    start = x if its.radius is not None else x - wide / 2
    pen.arrow((start, high), (x + wide / 2, high), both=its.diameter is not None)
    pen.dot(x, high, 3)
    text = length(its.across_label, size, its.unit)
    pen.text((start + x + wide / 2) / 2, high + flat / 2 + 6, text, upright="bottom")
    pen.text(
        x + wide / 2 + 9, high / 2, length(its.height_label, its.height, its.unit), across="left"
    )
    not_to_scale(pen, its.to_scale)


def net(pen: Pen, its: Net) -> None:
    """A row of four faces with the two others above and below the first."""
    a, b, c = (float(edge) for edge in (its.length, its.width, its.height))
    if not its.to_scale:
        a, b, c = (max(edge, max(a, b, c) / 3) for edge in (a, b, c))
    unit = min(340 / (2 * a + 2 * b), 250 / (c + 2 * b))
    a, b, c = a * unit, b * unit, c * unit
    x = (WIDTH - 2 * a - 2 * b) / 2
    left = x
    for width in (a, b, a, b):
        pen.box(left, 0, width, c, fill=TINT)
        left += width
    pen.box(x, c, a, b, fill=TINT)
    pen.box(x, -b, a, b, fill=TINT)
    texts = [length("", edge, its.unit) for edge in (its.length, its.width, its.height)]
    pen.text(x + a / 2, -b - 7, texts[0], upright="top")
    pen.text(x - 7, c + b / 2, texts[1], across="right")
    pen.text(x - 7, c / 2, texts[2], across="right")
    not_to_scale(pen, its.to_scale)
