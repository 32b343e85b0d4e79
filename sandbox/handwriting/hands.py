"""Hands and papers: how somebody writes, with what and on what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sandbox.errors import UnknownNameError

Colour = tuple[int, int, int]
Ruling = Literal["squared", "lined", "plain"]


@dataclass(frozen=True)
class Paper:
    """A sheet: how it is ruled, and `pitch`, the pixels from line to line."""

    ruling: Ruling
    pitch: int
    colour: Colour
    lines: Colour


@dataclass(frozen=True)
class Pen:
    """What it is written with: colour, width of the line in pixels, how the pressure varies."""

    name: str
    colour: Colour
    width: float
    pressure: float


@dataclass(frozen=True)
class Hand:
    """How somebody writes.

    `unit` is pixels a unit of the pen font; `slant` leans to the right; `wobble` moves the points
    of a stroke, `uneven` changes size, lean and height from character to character (shares of the
    character); `climb` lets lines rise or fall (pixels over the page); `ruler` draws long lines
    straight; `restarts` is how often a line is begun, crossed out and begun again.
    """

    name: str
    unit: float
    slant: float
    wobble: float
    uneven: float
    climb: float
    ruler: bool
    restarts: float
    pens: tuple[str, ...]
    papers: tuple[Ruling, ...]


PAPERS: Mapping[str, Paper] = {
    "squared": Paper("squared", 40, (253, 253, 250), (203, 219, 236)),
    "lined": Paper("lined", 48, (255, 254, 248), (190, 208, 230)),
    "plain": Paper("plain", 46, (252, 251, 247), (252, 251, 247)),
}
PENS: Mapping[str, Pen] = {
    "blue": Pen("blue", (28, 52, 140), 2.5, 0.18),
    "black": Pen("black", (32, 32, 38), 2.3, 0.15),
    "pencil": Pen("pencil", (84, 84, 88), 2.7, 0.32),
    "felt-tip": Pen("felt-tip", (20, 96, 86), 3.6, 0.06),
}
HANDS: Mapping[str, Hand] = {
    "neat": Hand(
        "neat", 2.9, 0.06, 0.10, 0.03, 2.0, True, 0.0,
        ("blue", "black", "pencil"), ("squared", "lined", "plain"),
    ),
    "hurried": Hand(
        "hurried", 2.7, 0.26, 0.20, 0.07, 5.0, False, 0.20,
        ("blue", "black", "felt-tip"), ("squared", "lined", "plain"),
    ),
    "young": Hand(
        "young", 3.3, 0.0, 0.26, 0.10, 3.5, False, 0.12,
        ("pencil", "pencil", "felt-tip"), ("lined", "squared"),
    ),
    "upright": Hand(
        "upright", 2.8, -0.05, 0.15, 0.05, 3.0, True, 0.08,
        ("black", "blue", "pencil"), ("squared", "plain", "lined"),
    ),
}  # fmt: skip


def hand_named(name: str) -> Hand:
    """The hand of that name, or an error with the known ones."""
    try:
        return HANDS[name]
    except KeyError:
        raise UnknownNameError("hand", name, HANDS) from None
