"""Draws tables, stem-and-leaf plots, trees and Venn diagrams."""

from __future__ import annotations

from sandbox.figures.drawing.pen import TINT, WIDTH, Pen, fitting, text_width
from sandbox.figures.specs.data import Branch, Table, Tree, Venn
from sandbox.figures.specs.plots import StemAndLeaf

BOLD = 1.15
"""How much wider bold text is."""
ROW = 30.0


def table(pen: Pen, its: Table) -> None:
    """Cells with lines round them; headings on a tint, in bold."""
    rows = [*([its.header] if its.header else []), *its.rows]
    columns = list(zip(*rows, strict=True))
    size = 11.0
    widths = _widths(its, columns, size)
    while sum(widths) > WIDTH - 8 and size > 6:
        size -= 0.5
        widths = _widths(its, columns, size)
    left = (WIDTH - sum(widths)) / 2
    for k, row in enumerate(rows):
        x, y = left, -ROW * (k + 1)
        for j, (cell, width) in enumerate(zip(row, widths, strict=True)):
            is_head = _is_head(its, k, j)
            pen.box(x, y, width, ROW, fill=TINT if is_head else "white", width=1)
            pen.text(x + width / 2, y + ROW / 2, cell, size=size, bold=is_head)
            x += width
    pen.text(WIDTH / 2, 8, its.title, upright="bottom", bold=True, size=fitting([its.title], 360))


def _widths(its: Table, columns: list[tuple[str, ...]], size: float) -> list[float]:
    def wide(cell: str, j: int, k: int) -> float:
        return text_width(cell, size) * (BOLD if _is_head(its, k, j) else 1) + 16

    return [
        max(36.0, *(wide(cell, j, k) for k, cell in enumerate(column)))
        for j, column in enumerate(columns)
    ]


def _is_head(its: Table, row: int, column: int) -> bool:
    return (row == 0 and bool(its.header)) or (column == 0 and its.row_heads)


def stem_and_leaf(pen: Pen, its: StemAndLeaf) -> None:
    """Stems, a line, leaves at equal distances, the key below."""
    longest = max(map(len, its.leaves))
    gap = min(24.0, 290.0 / max(1, longest))
    stem = 70.0
    bottom = -26.0 * len(its.stems)
    for k, (number, leaves) in enumerate(zip(its.stems, its.leaves, strict=True)):
        y = -26.0 * k - 13
        pen.text(stem - 12, y, str(number), across="right", size=13)
        for j, leaf in enumerate(leaves):
            pen.text(stem + 18 + gap * j, y, str(leaf), size=13)
    pen.line((stem, 4), (stem, bottom - 2), width=1.6)
    if its.key:
        text = f"Key: {its.key}"
        pen.text(stem + 10, bottom - 24, text, across="left", size=fitting([text], 300))


def tree(pen: Pen, its: Tree) -> None:
    """Branches from left to right, what is written on each on white in its middle."""
    leaves = sum(max(1, len(branch.then)) for branch in its.branches)
    is_deep = any(branch.then for branch in its.branches)
    first, second = (110.0, 250.0) if is_deep else (200.0, 0.0)
    y, gap = 0.0, 64.0
    root = (14.0, -gap * (leaves - 1) / 2)
    for branch in its.branches:
        count = max(1, len(branch.then))
        middle = y - gap * (count - 1) / 2
        width = _grown(pen, branch, root, (first, middle))
        for k, leaf in enumerate(branch.then):
            _grown(pen, leaf, (first + width + 12, middle), (second + 40, y - gap * k))
        y -= gap * count


def _grown(pen: Pen, branch: Branch, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Draw one branch; how wide its label is."""
    pen.line(start, end)
    middle = (start[0] * 0.45 + end[0] * 0.55, start[1] * 0.45 + end[1] * 0.55)
    pen.boxed(*middle, branch.text)
    size = fitting([branch.label], 84)
    pen.text(end[0] + 6, end[1], branch.label, across="left", size=size)
    return text_width(branch.label, size)


def venn(pen: Pen, its: Venn) -> None:
    """Two circles in a frame, with their names above and a text in each region."""
    pen.box(8, -130, WIDTH - 16, 262)
    x, radius = WIDTH / 2, 92.0
    pen.circle(x - 54, -10, radius)
    pen.circle(x + 54, -10, radius)
    size = fitting([its.left, its.right], 150)
    pen.text(x - 90, radius + 4, its.left, upright="bottom", bold=True, size=size)
    pen.text(x + 90, radius + 4, its.right, upright="bottom", bold=True, size=size)
    for place, text in ((x - 96, its.only_left), (x, its.both), (x + 96, its.only_right)):
        pen.text(place, -10, text, size=14)
    pen.text(WIDTH - 32, -112, its.neither, size=14)
