"""A calculation set out in columns: cells of a grid, filled step by step. Knows no method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sandbox.handwriting.marks import Mark
from sandbox.handwriting.pen import ASCENT, glyphs

Place = Literal["middle", "before", "after"]

SMALL = 0.6
CLOSE = 0.8
"""Between two digits in one square, in units of the font."""
SQUEEZED = 0.62
LIFTED = 0.46
"""How far small digits stand above each other, in squares."""


@dataclass(frozen=True)
class Cell:
    """What is written into the square at `x` (from the left) and `y` (from the top).

    A small digit has a `lift`: 1 stands just above the square (where digits are exchanged or
    carried), 2 above that one, and so on. `place` is before the digit for the small 1 of an
    exchange, and after it for a decimal point. `step` is the line of the working with which it is
    written, `struck_with` the one with which it is crossed out.
    """

    x: int
    y: int
    text: str
    step: int
    place: Place = "middle"
    lift: int = 0
    struck_with: int | None = None


@dataclass(frozen=True)
class Rule:
    """A line along the edges of the grid."""

    start: tuple[float, float]
    end: tuple[float, float]
    step: int


@dataclass(frozen=True)
class Columns:
    """A grid of `width` × `height` squares; `says` tells each step in words.

    `set_out` tells, where it is not place under place, how the numbers stand.
    """

    width: int
    height: int
    cells: tuple[Cell, ...]
    rules: tuple[Rule, ...]
    says: tuple[str, ...]
    set_out: str = ""


def set_columns(
    columns: Columns, x: float, y: float, square: float, size: float, first: int
) -> Iterator[Mark]:
    """The marks of the grid whose top left corner is at x, y.

    Args:
        columns: What is set out.
        x: Left edge of the grid.
        y: Upper edge of the grid.
        square: Width and height of a square, in pixels.
        size: Pixels a unit of the pen font.
        first: The line of the working that step 0 is.
    """
    for cell in columns.cells:
        yield from _cell(cell, x + cell.x * square, y + cell.y * square, square, size, first)
    for rule in columns.rules:
        (x1, y1), (x2, y2) = rule.start, rule.end
        end = (x + x2 * square, y + y2 * square)
        yield Mark("", x + x1 * square, y + y1 * square, size, first + rule.step, end)


def _cell(
    cell: Cell, left: float, top: float, square: float, size: float, first: int
) -> Iterator[Mark]:
    scale = size * _scale(cell)
    between = CLOSE if len(cell.text) > 1 else 0.0
    widths = [(max(glyph.width for glyph in glyphs(c)) + between) * scale for c in cell.text]
    height = ASCENT * scale
    x = left + square / 2 - sum(widths) / 2
    if cell.lift:
        baseline = top - square * (0.02 + LIFTED * (cell.lift - 1))
        x -= (sum(widths) / 2 + 1.6 * size) if cell.place == "before" else 0.0
    elif cell.place == "before":
        baseline = top + 0.1 * square + height
        x = left + 0.06 * square
    else:
        baseline = top + (square + height) / 2
        x = left + 0.84 * square if cell.place == "after" else x
    struck = None if cell.struck_with is None else first + cell.struck_with
    for character, width in zip(cell.text, widths, strict=True):
        yield Mark(character, x, baseline, scale, first + cell.step, None, struck)
        x += width


def _scale(cell: Cell) -> float:
    if cell.lift or cell.place == "before":
        return SMALL
    return SQUEEZED if len(cell.text) > 1 else 1.0
