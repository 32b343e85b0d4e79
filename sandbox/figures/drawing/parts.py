"""Draws wholes and their parts: bars, circles, grids, arrays, sets, blocks, patterns, machines."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.figures.drawing.pen import (
    COLOURS,
    SHADE,
    SMALL,
    TINT,
    WIDTH,
    Pen,
    colour_of,
    fitting,
    polar,
    text_width,
)
from sandbox.figures.specs.model import BarModel, FunctionMachine
from sandbox.figures.specs.number import (
    Array,
    Balance,
    FractionBar,
    FractionCircle,
    Objects,
    Pattern,
    PlaceValueBlocks,
    ShadedGrid,
    Weight,
)


def fraction_bar(pen: Pen, its: FractionBar) -> None:
    """The bars, one under the other, their labels on the left."""
    margin = max([text_width(bar.label) for bar in its.bars], default=0.0)
    left = 16 + (min(margin, 130.0) + 8 if margin else 0)
    size = fitting([bar.label for bar in its.bars], 130)
    width, height = WIDTH - 16 - left, 46.0
    for k, bar in enumerate(its.bars):
        y, x = -k * (height + 22), left
        pen.text(left - 8, y + height / 2, bar.label, across="right", size=size)
        for number, share in enumerate(bar.pieces):
            is_shaded = bar.skip <= number < bar.skip + bar.shaded
            pen.box(x, y, float(share) * width, height, fill=SHADE if is_shaded else "white")
            x += float(share) * width
        pen.box(left, y, width, height, width=2.2)


def fraction_circle(pen: Pen, its: FractionCircle) -> None:
    """The circles side by side; slices from the top, clockwise."""
    count = len(its.circles)
    radius = {1: 100.0, 2: 84.0, 3: 58.0, 4: 44.0}[count]
    size = fitting([circle.label for circle in its.circles], WIDTH / count - 8)
    for k, circle in enumerate(its.circles):
        x = WIDTH * (k + 0.5) / count
        for slice_ in range(circle.parts):
            fill = SHADE if slice_ < circle.shaded else "white"
            end, start = 90 - 360 * slice_ / circle.parts, 90 - 360 * (slice_ + 1) / circle.parts
            if circle.parts == 1:
                pen.circle(x, 0, radius, fill=fill)
            else:
                pen.wedge(x, 0, radius, start, end, fill=fill)
        pen.circle(x, 0, radius, width=2.2)
        pen.text(x, -radius - 8, circle.label, upright="top", size=size)


def shaded_grid(pen: Pen, its: ShadedGrid) -> None:
    """The cells; two shadings overlap as two hatchings."""
    cell = min(340 / its.columns, 260 / its.rows, 48.0)
    left = (WIDTH - cell * its.columns) / 2
    for row in range(its.rows):
        for column in range(its.columns):
            corner = (left + column * cell, -(row + 1) * cell)
            is_shaded = row * its.columns + column < its.shaded
            pen.box(*corner, cell, cell, fill=SHADE if is_shaded else "white", width=1)
            if column < its.shaded_columns:
                pen.box(*corner, cell, cell, fill=SHADE, hatch="//", width=1)
            if row < its.shaded_rows:
                pen.box(*corner, cell, cell, hatch="\\\\", width=1, above=2.5)
    pen.box(left, -cell * its.rows, cell * its.columns, cell * its.rows, width=2.2)


def _thing(pen: Pen, shape: str, x: float, y: float, radius: float, fill: str) -> None:
    if shape == "circle":
        pen.circle(x, y, radius, fill=fill)
    elif shape == "square":
        pen.box(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8, fill=fill)
    elif shape == "triangle":
        pen.polygon(
            [polar(x, y - radius * 0.15, radius * 1.15, 90 + 120 * k) for k in range(3)], fill=fill
        )
    else:
        points = [
            polar(x, y, radius * (1.15 if k % 2 == 0 else 0.5), 90 + 36 * k) for k in range(10)
        ]
        pen.polygon(points, fill=fill)


def array(pen: Pen, its: Array) -> None:
    """Rows of one thing."""
    cell = min(360 / its.columns, 280 / its.rows, 42.0)
    left = (WIDTH - cell * (its.columns - 1)) / 2
    for number in range(its.rows * its.columns):
        row, column = divmod(number, its.columns)
        fill = SHADE if number < its.shaded else "white" if its.shaded else TINT
        _thing(pen, its.shape, left + column * cell, -row * cell, cell * 0.36, fill)


def objects(pen: Pen, its: Objects) -> None:
    """The things in rows of ten, each with its letter, and a key below."""
    things = [(k, group) for k, group in enumerate(its.groups) for _ in range(group.count)]
    across = min(10, len(things))
    left = (WIDTH - 34 * (across - 1)) / 2
    for number, (k, group) in enumerate(things):
        x, y = left + 34 * (number % across), -34.0 * (number // across)
        _thing(pen, group.shape, x, y, 13, colour_of(group.label, k))
        pen.text(x, y, _letter(group.text, group.label), size=SMALL)
    bottom = -34.0 * ((len(things) - 1) // across) - 26
    if its.frame:
        pen.box(left - 26, bottom, 34 * (across - 1) + 52, 26 - bottom, width=2)
    for k, group in enumerate(its.groups):
        row, column = divmod(k, 2)
        x, y = 24 + column * 195.0, bottom - 22 - 24 * row
        _thing(pen, group.shape, x, y, 10, colour_of(group.label, k))
        pen.text(x, y, _letter(group.text, group.label), size=8)
        size = fitting([group.label], 165)
        pen.text(x + 17, y, group.label, across="left", size=size)


def _letter(text: str, label: str) -> str:
    return text or label[:1].upper()


UNIT = 6.0
"""The edge of a small cube of the base-ten blocks."""


def place_value_blocks(pen: Pen, its: PlaceValueBlocks) -> None:
    """Big cubes, flats, rods and small cubes, each sort on lines of its own."""
    y = 0.0
    for count, draw, wide, high in (
        (its.thousands, _thousand, 98.0, 92.0),
        (its.hundreds, _hundred, 72.0, 72.0),
        (its.tens, _ten, 13.0, 72.0),
        (its.ones, _one, 15.0, 18.0),
    ):
        if not count:
            continue
        across = int((WIDTH - 20) // wide)
        for k in range(count):
            row, column = divmod(k, across)
            draw(pen, 14 + column * wide, y - (row + 1) * high)
        y -= high * (1 + (count - 1) // across) + 8


def _one(pen: Pen, x: float, y: float) -> None:
    pen.box(x, y, UNIT * 1.5, UNIT * 1.5, fill=SHADE, width=1)


def _ten(pen: Pen, x: float, y: float) -> None:
    for k in range(10):
        pen.box(x, y + k * UNIT, UNIT, UNIT, fill=SHADE, width=0.7)


def _hundred(pen: Pen, x: float, y: float) -> None:
    side = 10 * UNIT
    pen.box(x, y, side, side, fill=SHADE, width=1.4)
    for k in range(1, 10):
        pen.line((x + k * UNIT, y), (x + k * UNIT, y + side), width=0.5)
        pen.line((x, y + k * UNIT), (x + side, y + k * UNIT), width=0.5)


def _thousand(pen: Pen, x: float, y: float) -> None:
    side, back = 10 * UNIT, 20.0
    _hundred(pen, x, y)
    top = [
        (x, y + side),
        (x + back, y + side + back),
        (x + side + back, y + side + back),
        (x + side, y + side),
    ]
    right = [
        (x + side, y),
        (x + side + back, y + back),
        (x + side + back, y + side + back),
        (x + side, y + side),
    ]
    pen.polygon(top, fill=TINT)
    pen.polygon(right, fill=TINT)


def balance(pen: Pen, its: Balance) -> None:
    """Beam, pans and what lies on them; the heavier side hangs down."""
    tilt = {None: 0.0, "left": 12.0, "right": -12.0}[its.heavier]
    middle, arm = WIDTH / 2, 104.0
    pen.polygon([(middle, 2), (middle - 22, -62), (middle + 22, -62)], fill="#e8e8e8")
    pen.line((middle - arm, -tilt), (middle + arm, tilt), width=3)
    for sign, pan in ((-1, its.left), (1, its.right)):
        x, y = middle + sign * arm, tilt * sign
        pen.line((x, y), (x, y + 16), width=2.4)
        pen.line((x - 88, y + 16), (x + 88, y + 16), width=3)
        _load(pen, pan, its.unit, x, y + 18)
    pen.dot(middle, 0, 5)


def _load(pen: Pen, pan: Sequence[Weight], unit: str, x: float, y: float) -> None:
    things = [weight for weight in pan for _ in range(weight.count)]
    texts = [w.text if w.box else f"{w.text} {unit}".strip() for w in things]
    widths = [max(30.0, text_width(text, 10.5) + 8) for text in texts]
    rows: list[list[int]] = [[]]
    for k, width in enumerate(widths):
        if rows[-1] and sum(widths[j] + 3 for j in rows[-1]) + width > 172:
            rows.append([])
        rows[-1].append(k)
    for level, row in enumerate(rows):
        left = x - sum(widths[k] + 3 for k in row) / 2 + 1.5
        for k in row:
            fill, inset = (SHADE, 0.0) if things[k].box else ("#eeeeee", 4.0)
            base = y + 34 * level
            corners = [
                (left, base),
                (left + widths[k], base),
                (left + widths[k] - inset, base + 30),
                (left + inset, base + 30),
            ]
            pen.polygon(corners, fill=fill)
            pen.text(left + widths[k] / 2, base + 15, texts[k], size=10.5)
            left += widths[k] + 3


def bar_model(pen: Pen, its: BarModel) -> None:
    """Bars of equal parts, labels on the left, totals on the right, a brace for all."""
    margin = max(text_width(bar.label) for bar in its.bars)
    left = 12 + (min(margin, 110.0) + 8 if margin else 0)
    totals = max([text_width(bar.total) for bar in its.bars]) + (
        text_width(its.total) + 22 if its.total else 0
    )
    cell = min(60.0, (WIDTH - left - totals - 14) / max(bar.parts for bar in its.bars))
    size = fitting([bar.text for bar in its.bars], cell - 3, least=7)
    for k, bar in enumerate(its.bars):
        y = -k * 56.0
        pen.text(left - 8, y + 20, bar.label, across="right", size=fitting([bar.label], 110))
        for part in range(bar.parts):
            pen.box(left + part * cell, y, cell, 40, fill=COLOURS[k % len(COLOURS)])
            pen.text(left + (part + 0.5) * cell, y + 20, bar.text, size=size)
        pen.text(left + bar.parts * cell + 7, y + 20, bar.total, across="left")
    if its.total:
        x = WIDTH - text_width(its.total) - 12
        low, high = -(len(its.bars) - 1) * 56.0, 40.0
        pen.line((x - 8, high), (x, high), (x, low), (x - 8, low))
        pen.text(x + 6, (low + high) / 2, its.total, across="left")


def function_machine(pen: Pen, its: FunctionMachine) -> None:
    """Input → boxes → output."""
    count = len(its.steps)
    gap, end = 30.0, max(62.0, *(text_width(text, 17) for text in (its.put_in, its.comes_out)))
    box = (WIDTH - 2 * end - (count + 1) * gap) / count
    size = fitting(its.steps, box - 8, 13)
    pen.text(end / 2, 0, its.put_in, size=13)
    x = end
    for step in its.steps:
        pen.arrow((x, 0), (x + gap, 0))
        pen.box(x + gap, -26, box, 52, fill=TINT, width=2)
        pen.text(x + gap + box / 2, 0, step, size=size)
        x += gap + box
    pen.arrow((x, 0), (x + gap, 0))
    pen.text(x + gap + end / 2, 0, its.comes_out, size=13)


def pattern(pen: Pen, its: Pattern) -> None:
    """The figures side by side, each with its number."""
    widths = [_wide(its, number) for number in its.numbers]
    unit = min(34.0, (WIDTH - 20 - 34 * (len(widths) - 1)) / sum(widths))
    x = (WIDTH - unit * sum(widths) - 34 * (len(widths) - 1)) / 2
    for number, width in zip(its.numbers, widths, strict=True):
        _grown(pen, its, number, x, unit)
        middle = x + unit * width / 2
        size = fitting([f"Figure {number}"], unit * width + 30, SMALL)
        pen.text(middle, -14, f"Figure {number}", upright="top", size=size)
        x += unit * width + 34


def _wide(its: Pattern, number: int) -> float:
    if its.form == "triangles":
        return (number + 1) / 2
    if its.form == "dots":
        return max(1, -(-its.count(number) // _tall(its)))
    return number


def _tall(its: Pattern) -> int:
    """Dots in a column: as many as are added each time, where that makes whole columns."""
    return its.growth if 2 <= its.growth <= 5 else 3


def _grown(pen: Pen, its: Pattern, number: int, x: float, unit: float) -> None:
    if its.form == "squares":
        for k in range(number):
            pen.box(x + k * unit, 0, unit, unit, width=3)
    elif its.form == "triangles":
        top = unit * 0.866
        for k in range(number):
            left = x + k * unit / 2
            up = [(left, 0), (left + unit, 0), (left + unit / 2, top)]
            down = [(left, top), (left + unit, top), (left + unit / 2, 0)]
            pen.polygon(down if k % 2 else up, width=3)
    else:
        for column, row in _places(its, number):
            pen.dot(x + (column + 0.5) * unit, (row + 0.5) * unit, unit * 0.27)


def _places(its: Pattern, number: int) -> list[tuple[float, int]]:
    if its.form == "square-dots":
        return [(column, row) for column in range(number) for row in range(number)]
    if its.form == "triangle-dots":
        return [(column + row / 2, row) for row in range(number) for column in range(number - row)]
    return [divmod(k, _tall(its)) for k in range(its.count(number))]
