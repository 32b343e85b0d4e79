"""Puts lines of working and column calculations onto a page, each below the one before."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox.handwriting.columns import Columns, set_columns
from sandbox.handwriting.hands import Hand, Paper
from sandbox.handwriting.marks import Layout, Mark
from sandbox.handwriting.notation import Node, words_of
from sandbox.handwriting.pen import ASCENT
from sandbox.handwriting.setting import SPACE, Box, joined, set_nodes

WIDTH = 800
MARGIN = 48
BETWEEN_LINES = 8.0
"""Least distance of two lines, in pixels: more than a hand strays."""
INDENT = 26

_EQUATION = re.compile(r"[^=<>≤≥]*[=<>≤≥][^=<>≤≥]*")
_WORD = re.compile(r"[A-Za-z]{2,}")
_UNIT = re.compile(r"(?<=\d) [a-z]{1,2}[²³]?$")


@dataclass(frozen=True)
class Block:
    """Part of a working: a line, or a calculation in columns that takes several."""

    content: str | Columns

    @property
    def lines(self) -> int:
        """How many lines of the working it holds."""
        return len(self.content.says) if isinstance(self.content, Columns) else 1


@dataclass
class _Page:
    hand: Hand
    paper: Paper
    marks: list[Mark] = field(default_factory=list)
    extents: list[tuple[float, float]] = field(default_factory=list)
    bottom: float = 0.0

    def baseline_for(self, ascent: float) -> float:
        """The next ruled line that leaves room for what reaches `ascent` above it."""
        least = max(self.bottom + BETWEEN_LINES, self.paper.pitch * 0.5) + ascent
        return math.ceil((least + 3) / self.paper.pitch) * self.paper.pitch - 3.0


def lay_out(
    blocks: Sequence[Block], hand: Hand, paper: Paper, begun: Sequence[tuple[int, str]] = ()
) -> Layout:
    """The page.

    Args:
        blocks: What is written, from above.
        hand: Whose writing it is: its size decides where lines break.
        paper: What it is written on: its pitch decides where lines stand.
        begun: Lines of the working that are begun, crossed out and begun again, with the words
            that are crossed out.
    """
    page = _Page(hand, paper)
    signs = _sign_places(blocks, hand.unit)
    crossed = dict(begun)
    for block in blocks:
        number = len(page.extents)
        if isinstance(block.content, Columns):
            _put_columns(page, block.content, number)
        else:
            _put_line(page, block.content, number, signs.get(number), crossed.get(number, ""))
    height = (math.ceil((page.bottom + 14) / paper.pitch) + 0) * paper.pitch + paper.pitch // 2
    return Layout(WIDTH, height, tuple(page.marks), tuple(page.extents))


def _put_columns(page: _Page, columns: Columns, number: int) -> None:
    pitch = page.paper.pitch
    top: float = math.ceil((page.bottom + BETWEEN_LINES) / pitch) * pitch
    left = math.ceil(MARGIN / pitch) * pitch + pitch
    square = min(pitch, (WIDTH - MARGIN - left) / columns.width)
    size = min(page.hand.unit, 0.075 * square)
    marks = list(set_columns(columns, left, top, square, size, number))
    highest = min(mark.y - ASCENT * mark.size for mark in marks if mark.text)
    over = max(0, math.ceil((page.bottom + BETWEEN_LINES - highest) / square))
    top += over * square
    page.marks += [mark.moved(0, over * square) for mark in marks]
    page.bottom = top + columns.height * square
    page.extents += [(top, page.bottom)] * len(columns.says)


def _put_line(page: _Page, text: str, number: int, sign: float | None, crossed: str) -> None:
    size = page.hand.unit
    room = WIDTH - 2 * MARGIN
    words = [_fitted(word, size, number, room - INDENT) for word in words_of(text)]
    false_start = _false_start(crossed, size, number)
    rows = _broken([*false_start, *words], room, SPACE * size)
    start = MARGIN + (sign - _before_sign(text, size) if sign is not None else 0.0)
    top = math.inf
    for k, row in enumerate(rows):
        box = joined(row, SPACE * size)
        baseline = page.baseline_for(box.ascent)
        page.marks += box.at(start + (INDENT if k else 0), baseline)
        top = min(top, baseline - box.ascent)
        page.bottom = baseline + box.descent
    page.extents.append((top, page.bottom))


def _fitted(word: Sequence[Node], size: float, number: int, room: float) -> Box:
    """The word, in smaller writing where it is wider than the page."""
    box = set_nodes(word, size, number)
    return box if box.width <= room else set_nodes(word, size * room / box.width, number)


def _false_start(text: str, size: float, number: int) -> list[Box]:
    """The words with two lines through them."""
    if not text:
        return []
    box = joined([set_nodes(word, size, number) for word in words_of(text)], SPACE * size)
    lines = [
        Mark("", -size, -low * size, size, number, (box.width + 0.4 * size, -high * size))
        for low, high in ((2.2, 4.2), (4.4, 2.4))
    ]
    return [Box(box.width, box.ascent, box.descent, (*box.marks, *lines))]


def _broken(words: Sequence[Box], room: float, gap: float) -> list[list[Box]]:
    """The words in rows that fit."""
    rows: list[list[Box]] = [[]]
    used = 0.0
    for word in words:
        if rows[-1] and used + gap + word.width > room - (INDENT if len(rows) > 1 else 0):
            rows.append([])
            used = 0.0
        used += (gap if rows[-1] else 0.0) + word.width
        rows[-1].append(word)
    return rows


def _sign_places(blocks: Sequence[Block], size: float) -> dict[int, float]:
    """Line number → how far from the margin its "=" stands, where equations follow each other."""
    found: dict[int, float] = {}
    run: list[tuple[int, float]] = []
    number = 0
    for block in (*blocks, Block("")):
        content = block.content
        if isinstance(content, str) and is_equation(content):
            run.append((number, _before_sign(content, size)))
        else:
            if len(run) > 1:
                widest = max(width for _, width in run)
                found |= {line: widest for line, _ in run}
            run = []
        number += block.lines
    return found


def is_equation(line: str) -> bool:
    """Whether the line is one equation or inequality and nothing else."""
    return _EQUATION.fullmatch(line) is not None and not _WORD.search(_UNIT.sub("", line))


def _before_sign(line: str, size: float) -> float:
    before = re.split(r"[=<>≤≥]", line, maxsplit=1)[0].rstrip()
    boxes = [set_nodes(word, size, 0) for word in words_of(before)]
    return joined(boxes, SPACE * size).width
