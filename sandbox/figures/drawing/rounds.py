"""Draws pie charts and spinners."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sandbox.figures.drawing.pen import (
    COLOURS,
    SMALL,
    WIDTH,
    Across,
    Pen,
    colour_of,
    fitting,
    polar,
    text_width,
)
from sandbox.figures.specs.data import PieChart, Spinner

RADIUS = 92.0
SIDE = 92.0
"""Room for labels on either side, in units."""


def pie_chart(pen: Pen, its: PieChart) -> None:
    """Slices from the top, clockwise; labels at the sides with lines to their slices."""
    texts = its.texts or ("",) * len(its.labels)
    notes = [" ".join(filter(None, pair)) for pair in zip(its.labels, texts, strict=True)]
    turns = _slices(pen, its.values, RADIUS)
    _beside(pen, notes, turns)
    pen.text(WIDTH / 2, -RADIUS - 14, its.total, upright="top", size=fitting([its.total], 380))
    pen.text(
        WIDTH / 2,
        RADIUS + 24,
        its.title,
        upright="bottom",
        bold=True,
        size=fitting([its.title], 350),
    )


def _slices(pen: Pen, sizes: Sequence[Fraction], radius: float) -> list[float]:
    """Draw the slices; the directions of their middles."""
    total, start, middles = float(sum(sizes)), 90.0, []
    for k, size in enumerate(sizes):
        turn = 360 * float(size) / total
        pen.wedge(WIDTH / 2, 0, radius, start - turn, start, fill=COLOURS[k % 8])
        middles.append(start - turn / 2)
        start -= turn
    pen.circle(WIDTH / 2, 0, radius, width=2)
    return middles


def _beside(pen: Pen, notes: Sequence[str], turns: Sequence[float]) -> None:
    """Notes at the sides, kept apart from top to bottom."""
    spots = [polar(WIDTH / 2, 0, RADIUS, turn) for turn in turns]
    for sign in (1, -1):
        side = [k for k, (x, _) in enumerate(spots) if (x >= WIDTH / 2) == (sign > 0)]
        side.sort(key=lambda k: -spots[k][1])
        heights = [min(spots[k][1] * 1.1, RADIUS - 4) for k in side]
        for j in range(1, len(heights)):
            heights[j] = min(heights[j], heights[j - 1] - 36)
        lift = max(0.0, -100 - heights[-1]) if heights else 0.0
        for k, height in zip(side, heights, strict=True):
            x, y = WIDTH / 2 + sign * (RADIUS + 14), height + lift
            pen.line(polar(WIDTH / 2, 0, RADIUS * 0.92, turns[k]), (x, y), width=1)
            across: Across = "left" if sign > 0 else "right"
            lines = _lines(notes[k])
            for row, line in enumerate(lines):
                rise = 7.5 * (len(lines) - 1) - 15 * row
                size = fitting([line], SIDE + 6)
                pen.text(x + sign * 4, y + rise, line, across=across, size=size, plain=True)


def _lines(note: str) -> list[str]:
    """One line, or two where it is long."""
    if text_width(note) <= SIDE or " " not in note:
        return [note]
    words = note.split()
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(note) / 2))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def spinner(pen: Pen, its: Spinner) -> None:
    """Sectors with their labels in them, and an arrow that can turn."""
    count, radius = len(its.labels), 108.0
    sizes = its.sizes or (Fraction(1),) * count
    total, start = float(sum(sizes)), 90.0
    colours = {label: k for k, label in enumerate(dict.fromkeys(its.labels))}
    texts = its.texts or ("",) * count
    for label, text, size in zip(its.labels, texts, sizes, strict=True):
        turn = 360 * float(size) / total
        pen.wedge(WIDTH / 2, 0, radius, start - turn, start, fill=colour_of(label, colours[label]))
        x, y = polar(WIDTH / 2, 0, radius * (0.72 if turn > 35 else 0.83), start - turn / 2)
        room = max(24.0, 2 * radius * 0.7 * min(1.0, turn / 115))
        pen.text(x, y + (8 if text else 0), label, size=fitting([label], min(room, 74)))
        pen.text(x, y - 8, text, size=SMALL, plain=True)
        start -= turn
    pen.circle(WIDTH / 2, 0, radius, width=2)
    pen.arrow((WIDTH / 2, 0), polar(WIDTH / 2, 0, radius * 0.44, 52), width=3)
    pen.dot(WIDTH / 2, 0, 6)
