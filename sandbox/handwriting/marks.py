"""What is laid out on a page, before any hand has written it: characters and straight lines at
exact places. Knows no notation and no column method.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Mark:
    """A character (its baseline's left end at x, y) or, where `text` is "", a line to `to`.

    Places are in pixels from the top left of the page; `size` is pixels a unit of the pen font.
    `line` says with which line of the working it is written; `struck_with` with which line it is
    crossed out, if it is.
    """

    text: str
    x: float
    y: float
    size: float
    line: int
    to: tuple[float, float] | None = None
    struck_with: int | None = None

    def moved(self, dx: float, dy: float) -> Mark:
        """The mark somewhere else."""
        to = (self.to[0] + dx, self.to[1] + dy) if self.to else None
        return replace(self, x=self.x + dx, y=self.y + dy, to=to)


@dataclass(frozen=True)
class Layout:
    """A page of marks: `lines` holds the top and the bottom of each line of the working."""

    width: int
    height: int
    marks: tuple[Mark, ...]
    lines: tuple[tuple[float, float], ...]

    def after(self, count: int) -> Layout:
        """The page when the first `count` lines of the working are written."""
        kept = (mark for mark in self.marks if mark.line < count)
        return replace(self, marks=tuple(_not_yet_struck(kept, count)), lines=self.lines[:count])


def _not_yet_struck(marks: Iterable[Mark], count: int) -> Iterable[Mark]:
    for mark in marks:
        later = mark.struck_with is not None and mark.struck_with >= count
        yield replace(mark, struck_with=None) if later else mark
