"""A table: titled columns of text, shown in the terminal, in HTML and as CSV. Knows no study."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table as RichTable

from sandbox.scoring.stats import Estimate, Interval

NONE = "–"


@dataclass(frozen=True)
class Table:
    """Rows of text under titled columns; `notes` say what stands in them."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def rich(self) -> RichTable:
        """The table for the terminal: the first column to the left, figures to the right."""
        shown = RichTable(title=self.title, caption="\n".join(self.notes) or None)
        for number, column in enumerate(self.columns):
            shown.add_column(column, justify="left" if number == 0 else "right")
        for row in self.rows:
            shown.add_row(*row)
        return shown

    def csv(self) -> str:
        """The table as CSV with a header line."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def records(self) -> list[dict[str, str]]:
        """One mapping a row, for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def figure(value: float | None, places: int = 2) -> str:
    """A score without its leading zero, as papers print it: .93, 1.00, −.20; a dash for none."""
    if value is None:
        return NONE
    text = f"{abs(value):.{places}f}"
    sign = "−" if value < 0 and float(text) else ""
    return sign + (text.removeprefix("0") if abs(float(text)) < 1 else text)


def between(interval: Interval | None, places: int = 2) -> str:
    """An interval: [.91, .95]."""
    if interval is None:
        return ""
    return f"[{figure(interval.low, places)}, {figure(interval.high, places)}]"


def estimate(found: Estimate, places: int = 2) -> str:
    """A mean with its interval, or a dash with nothing."""
    return " ".join(filter(None, (figure(found.mean, places), between(found.interval, places))))


def spread(found: Estimate, places: int = 3) -> str:
    """Mean ± sd over trials."""
    if found.mean is None:
        return NONE
    return (
        f"{figure(found.mean, places)} ± {figure(found.sd, places)}"
        if found.sd is not None
        else (figure(found.mean, places))
    )


def columns_of(
    *pairs: tuple[str, Sequence[str]],
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """(title, cells) columns as header and rows."""
    header = tuple(title for title, _ in pairs)
    return header, tuple(zip(*(cells for _, cells in pairs), strict=True))
