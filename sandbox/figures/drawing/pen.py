"""The pen: lines, shapes and text on a sheet 400 units wide, y upwards. Knows no figure.

A unit is a pixel of a picture 400 wide, the narrowest at which text must be readable.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 400.0
"""Units from the left to the right edge."""
INK = "#222222"
FAINT = "#9a9a9a"
SHADE = "#8ec5ea"
TINT = "#dcebf7"
COLOURS = ("#8ec5ea", "#f5c26b", "#a9d8c3", "#e6b3cf", "#f4ee9a", "#c9c9c9", "#e39a7c", "#b9b4e0")
"""Light colours in the order of Okabe and Ito: told apart with every colour vision, and
light enough for black text."""
NAMED = {
    "red": "#f0a08f",
    "blue": "#8ec5ea",
    "green": "#a9d8c3",
    "yellow": "#f7f0a8",
    "orange": "#f5c26b",
    "white": "white",
    "black": "#b0b0b0",
    "grey": "#d5d5d5",
    "gray": "#d5d5d5",
    "purple": "#c6bfe6",
    "pink": "#f2c4d8",
    "brown": "#d9b99b",
}
"""The colours of things that are called after one; black is drawn grey, so that text shows."""
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo")
"""A pattern for each colour, so that nothing is told by colour alone."""
TEXT = 11.0
"""Points: 15 units high."""
SMALL = 9.5

Point = tuple[float, float]
Across = Literal["left", "center", "right"]
Upright = Literal["bottom", "center", "top", "baseline"]
_FRACTION = re.compile(r"(?<![\d.])(\d+)/(\d+)(?![\d.])")


class Pen:
    """Draws on matplotlib axes and remembers how far down it has drawn."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        self.lowest = 0.0
        self._taken: list[tuple[float, float, float, float]] = []

    def line(
        self, *points: Point, width: float = 1.4, colour: str = INK, dashed: bool = False
    ) -> None:
        """A line through the points."""
        xs, ys = zip(*points, strict=True)
        self._reach(*ys)
        self.axes.plot(
            xs, ys, color=colour, lw=width, ls=(0, (4, 3)) if dashed else "-",
            solid_capstyle="round", solid_joinstyle="round", zorder=1 if colour == FAINT else 3,
        )  # fmt: skip

    def arrow(
        self,
        start: Point,
        end: Point,
        *,
        curve: float = 0.0,
        width: float = 1.4,
        both: bool = False,
    ) -> None:
        """An arrow; `curve` bends it to the left of its way."""
        self._reach(start[1], end[1])
        # the sheet has room below y = 0, where arrows are otherwise left out
        self.axes.annotate(
            "", end, start, annotation_clip=False,
            arrowprops={
                "arrowstyle": "<|-|>" if both else "-|>", "color": INK, "lw": width, "shrinkA": 0,
                "shrinkB": 0, "connectionstyle": f"arc3,rad={-curve}", "mutation_scale": 11,
            },
        )  # fmt: skip

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: str = "none",
        hatch: str = "",
        width: float = 1.4,
        dashed: bool = False,
        above: float = 2,
    ) -> None:
        """A closed outline."""
        from matplotlib.patches import Polygon

        self._reach(*(y for _, y in points))
        self._add(Polygon(list(points), closed=True, **_look(fill, hatch, width, dashed)), above)

    def box(self, x: float, y: float, wide: float, high: float, **look: Any) -> None:
        """A rectangle by its lower left corner."""
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        self.polygon(corners, **look)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "none",
        hatch: str = "",
        width: float = 1.4,
    ) -> None:
        """A circle."""
        from matplotlib.patches import Circle

        self._reach(y - radius)
        self._add(Circle((x, y), radius, **_look(fill, hatch, width, False)), 2)

    def ellipse(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        start: float = 0,
        end: float = 360,
        dashed: bool = False,
    ) -> None:
        """An ellipse, or its arc from `start` to `end` degrees."""
        from matplotlib.patches import Arc, Ellipse

        self._reach(y - height / 2)
        if end - start >= 360:
            self._add(Ellipse((x, y), width, height, **_look(fill, "", 1.4, dashed)), 2)
        else:
            look: dict[str, Any] = {"color": INK, "lw": 1.4, "ls": "--" if dashed else "-"}
            self._add(Arc((x, y), width, height, theta1=start, theta2=end, **look), 3)

    def wedge(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        *,
        fill: str = "none",
        hatch: str = "",
    ) -> None:
        """A sector from `start` to `end` degrees, anticlockwise."""
        from matplotlib.patches import Wedge

        self._reach(y - radius)
        self._add(Wedge((x, y), radius, start, end, **_look(fill, hatch, 1.2, False)), 2)

    def dot(self, x: float, y: float, radius: float = 4, *, hollow: bool = False) -> None:
        """A point."""
        from matplotlib.patches import Circle

        self._reach(y - radius)
        fill = "white" if hollow else INK
        self._add(Circle((x, y), radius, facecolor=fill, edgecolor=INK, lw=1.6), 5)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        across: Across = "center",
        upright: Upright = "center",
        bold: bool = False,
        italic: bool = False,
        plain: bool = False,
        turned: float = 0,
        colour: str = INK,
    ) -> None:
        """Text; 3/4 is written as a fraction unless `plain`, on white unless `colour` is given."""
        if not text:
            return
        self._reach(y - size)
        self._taken.append(_room(x, y, text, size, across, upright))
        stacked = not plain and _FRACTION.search(text) is not None
        self.axes.text(
            x, y, _stacked(text) if stacked else text.replace("$", r"\$"), ha=across, va=upright,
            fontsize=size, fontweight="bold" if bold else "normal",
            fontstyle="italic" if italic else "normal", rotation=turned,
            rotation_mode="anchor", color=colour, zorder=6,
        )  # fmt: skip

    def boxed(self, x: float, y: float, text: str, **look: Any) -> None:
        """Text on a white ground, for places where lines pass."""
        if text:
            self.text(x, y, text, **look)
            ground = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
            self.axes.texts[-1].set_bbox(ground)

    def is_free(
        self,
        x: float,
        y: float,
        text: str,
        across: Across,
        upright: Upright,
        lines: Sequence[tuple[Point, Point]] = (),
    ) -> bool:
        """Whether a text would stand clear of those that are there, and of the lines."""
        left, low, right, high = _room(x, y, text, TEXT, across, upright)
        is_apart = not any(
            left < other[2] + 3 and other[0] - 3 < right and low < other[3] and other[1] < high
            for other in self._taken
        )
        return is_apart and not any(
            left < a < right and low < b < high for line in lines for a, b in _along(*line)
        )

    def _add(self, patch: Any, above: float) -> None:
        patch.set_zorder(above)
        self.axes.add_patch(patch)

    def _reach(self, *ys: float) -> None:
        self.lowest = min(self.lowest, *ys)


def _along(start: Point, end: Point) -> list[Point]:
    """Points along a line, one every three units."""
    steps = max(1, int(math.dist(start, end) / 3))
    (a, b), (c, d) = start, end
    return [(a + (c - a) * k / steps, b + (d - b) * k / steps) for k in range(steps + 1)]


def _look(fill: str, hatch: str, width: float, dashed: bool) -> dict[str, Any]:
    return {
        "facecolor": fill, "edgecolor": INK, "lw": width, "hatch": hatch or None,
        "ls": (0, (4, 3)) if dashed else "-", "joinstyle": "round",
    }  # fmt: skip


def _room(
    x: float, y: float, text: str, size: float, across: Across, upright: Upright
) -> tuple[float, float, float, float]:
    """About where a text stands: left, low, right, high."""
    wide, high = text_width(text, size), size * 1.4
    left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[across] * wide
    low = y - {"bottom": 0.0, "baseline": 0.0, "center": 0.5, "top": 1.0}[upright] * high
    return left, low, left + wide, low + high


def _stacked(text: str) -> str:
    """Text with its fractions as mathematics."""
    return _FRACTION.sub(r"$\\dfrac{\1}{\2}$", text.replace("$", r"\$"))


def colour_of(label: str, number: int) -> str:
    """The colour that a label names, else the next one of the palette."""
    named = next((NAMED[word] for word in label.lower().split() if word in NAMED), "")
    return named or COLOURS[number % len(COLOURS)]


def text_width(text: str, size: float = TEXT) -> float:
    """About how wide a text is, in units; on the safe side."""
    return len(_FRACTION.sub(lambda match: max(match[1], match[2], key=len), text)) * size * 0.86


def line_height(text: str, size: float = TEXT) -> float:
    """About how high a text is, in units: more with a fraction in it."""
    return size * (1.4 if _FRACTION.search(text) is None else 3.0)


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at that distance and direction; 0 is to the right, 90 up."""
    angle = math.radians(degrees)
    return (x + radius * math.cos(angle), y + radius * math.sin(angle))


def fitting(texts: Sequence[str], room: float, size: float = TEXT, least: float = 8.0) -> float:
    """The largest size up to `size` at which the widest text fits into the room."""
    widest = max((text_width(text, 1.0) for text in texts), default=1.0)
    return max(least, min(size, room / max(widest, 0.1)))
