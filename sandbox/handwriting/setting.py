"""Sets notation in place: how wide, how high, and where each character goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.handwriting.marks import Mark
from sandbox.handwriting.notation import Node, Raised, Rooted, Stacked, Text
from sandbox.handwriting.pen import AXIS, glyphs

GAP = 1.25
"""Space round a fraction bar, in units of the font."""
STACKED_SIZE = 0.8
RAISED_SIZE = 0.62
RAISED_BY = 5.2
RAISED_GAP = 0.8
"""Before an exponent: room for a digit that leans to the right."""
SPACE = 3.2
"""Between words."""
TRACKING = 0.7
"""Between characters, beside what the glyphs bring along."""
SIGN_ROOM = 0.6
"""Extra space on both sides of an operation sign."""
SIGNS = "+−×÷=≠≈<>≤≥→"
ROOT_WIDTH = 4.6
ROOT_HEIGHT = 9.9


@dataclass(frozen=True)
class Box:
    """Marks round a baseline that starts at (0, 0); `ascent` above it and `descent` below it."""

    width: float
    ascent: float
    descent: float
    marks: tuple[Mark, ...]

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The marks with their baseline starting at x, y."""
        return tuple(mark.moved(x, y) for mark in self.marks)


def set_nodes(nodes: Sequence[Node], size: float, line: int) -> Box:
    """One stretch of notation without spaces."""
    boxes = [
        _text(node.text, size, line, _tall_beside(nodes, k))
        if isinstance(node, Text)
        else _set(node, size, line)
        for k, node in enumerate(nodes)
    ]
    return joined(boxes, 0.0)


def joined(boxes: Sequence[Box], gap: float) -> Box:
    """Boxes in a row on one baseline."""
    x, marks = 0.0, list[Mark]()
    for k, box in enumerate(boxes):
        x += gap if k else 0.0
        marks += box.at(x, 0)
        x += box.width
    return Box(
        x,
        max((box.ascent for box in boxes), default=0.0),
        max((box.descent for box in boxes), default=0.0),
        tuple(marks),
    )


def _set(node: Stacked | Raised | Rooted, size: float, line: int) -> Box:
    if isinstance(node, Stacked):
        return _stacked(node, size, line)
    if isinstance(node, Raised):
        inner = set_nodes(node.inner, size * RAISED_SIZE, line)
        lift = RAISED_BY * size
        gap = RAISED_GAP * size
        return Box(inner.width + gap, inner.ascent + lift, 0.0, inner.at(gap, -lift))
    return _rooted(node, size, line)


def _tall_beside(nodes: Sequence[Node], k: int) -> tuple[bool, bool]:
    """Whether a fraction stands right before, right after the node."""
    before = k > 0 and isinstance(nodes[k - 1], Stacked)
    after = k + 1 < len(nodes) and isinstance(nodes[k + 1], Stacked)
    return before, after


def _text(text: str, size: float, line: int, tall: tuple[bool, bool]) -> Box:
    x, ascent, descent, marks = 0.0, 0.0, 0.0, list[Mark]()
    for k, character in enumerate(text):
        if character == " ":
            x += SPACE * size
            continue
        first, last = k == 0 and tall[0], k == len(text) - 1 and tall[1]
        grown = size * 1.7 if (character == ")" and first) or (character == "(" and last) else size
        room = SIGN_ROOM * size if character in SIGNS and len(text) > 1 else 0.0
        drop = AXIS * (grown - size)
        forms = glyphs(character)
        marks.append(Mark(character, x + room, drop, grown, line))
        x += (max(glyph.width for glyph in forms) + TRACKING) * grown + 2 * room
        ascent = max(ascent, *(glyph.top * grown - drop for glyph in forms))
        descent = max(descent, *(drop - glyph.bottom * grown for glyph in forms))
    return Box(x, ascent, descent, tuple(marks))


def _stacked(node: Stacked, size: float, line: int) -> Box:
    top = set_nodes(node.top, size * STACKED_SIZE, line)
    under = set_nodes(node.under, size * STACKED_SIZE, line)
    width = max(top.width, under.width) + 1.6 * size
    up, down = (AXIS + GAP) * size + top.descent, (AXIS - GAP) * size - under.ascent
    left = GAP * size
    bar = Mark("", left, -AXIS * size, size, line, (left + width, -AXIS * size))
    marks = (
        *top.at(left + (width - top.width) / 2, -up),
        bar,
        *under.at(left + (width - under.width) / 2, -down),
    )
    return Box(width + 2 * left, up + top.ascent, under.descent - down, marks)


def _rooted(node: Rooted, size: float, line: int) -> Box:
    inner = set_nodes(node.inner, size, line)
    grown = max(size * 1.06, (inner.ascent + 1.3 * size) / ROOT_HEIGHT)
    roof = -ROOT_HEIGHT * grown
    bar = Mark("", ROOT_WIDTH * grown, roof, size, line, (ROOT_WIDTH * grown + inner.width, roof))
    start = ROOT_WIDTH * grown
    marks = (Mark("√", 0, 0, grown, line), bar, *inner.at(start, 0))
    return Box(start + inner.width + 0.8 * size, -roof, inner.descent, marks)
