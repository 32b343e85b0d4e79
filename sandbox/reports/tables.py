"""A table: titled columns of text and estimates, as text, CSV and JSON. Knows no study."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.scoring.stats import Estimate, Interval

NONE = "–"


@dataclass(frozen=True)
class Told:
    """A finding in the words in which people read it, and its numbers by name for whoever computes
    with them; the number named "" is what the words say."""

    text: str
    numbers: Mapping[str, float | None] = field(hash=False)


Cell = str | Estimate | Told


@dataclass(frozen=True)
class Table:
    """Rows of text and estimates under titled columns; `notes` say what stands in them.

    `spread` says that estimates are means ± sd over trials, not means with an interval; `brief`
    names the columns after the first that a brief view shows (none: all).
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    places: int = 2
    spread: bool = False
    brief: tuple[str, ...] = ()

    def lines(self) -> list[list[tuple[str, ...]]]:
        """The rows as people read them, each cell in lines: for an estimate the mean first."""
        return [[self._lines(cell) for cell in row] for row in self.rows]

    def _lines(self, cell: Cell) -> tuple[str, ...]:
        if not isinstance(cell, Estimate):
            return tuple((cell if isinstance(cell, str) else cell.text).split("\n"))
        if self.spread:
            return (spread(cell, self.places),)
        lines = (
            figure(cell.mean, self.places),
            between(cell.interval, self.places),
            cell.coverage if cell.of else "",
        )
        return tuple(line for line in lines if line)

    def csv(self) -> str:
        """The table as CSV with a header line; each part of an estimate, and each number of a
        finding, has its own column, and what there is none of is left empty."""
        parts = [_parts(row[number] for row in self.rows) for number in range(len(self.columns))]
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(
            f"{column} {part}".rstrip()
            for column, kept in zip(self.columns, parts, strict=True)
            for part in kept
        )
        for row in self.rows:
            writer.writerow(
                _part(cell, part) for cell, kept in zip(row, parts, strict=True) for part in kept
            )
        return out.getvalue()

    def records(self) -> list[dict[str, JsonValue]]:
        """One mapping a row, for JSON; an estimate is a mapping of numbers, a finding one of its
        text and numbers."""
        return [
            dict(zip(self.columns, (_json(cell) for cell in row), strict=True)) for row in self.rows
        ]


PARTS = ("", "sd", "low", "high", "scored", "of")
"""The columns of an estimate in CSV; the first, the mean, has the column's own name."""


def _parts(cells: Iterable[Cell]) -> tuple[str, ...]:
    """The parts that any cell of a column has."""
    given = list(cells)
    held = [_numbers(cell) for cell in given if isinstance(cell, Estimate)]
    named = dict.fromkeys(name for cell in given if isinstance(cell, Told) for name in cell.numbers)
    kept = [p for p in PARTS if not p or any(numbers[p] is not None for numbers in held)]
    return tuple(dict.fromkeys([*kept, *named]))


def _part(cell: Cell, part: str) -> str:
    if isinstance(cell, str):
        return "" if part or cell == NONE else cell.replace("\n", " ")
    numbers = _numbers(cell) if isinstance(cell, Estimate) else cell.numbers
    if isinstance(cell, Told) and not part and part not in numbers:
        return cell.text.replace("\n", " ")
    value = numbers.get(part)
    return "" if value is None else f"{value:.6g}"


def _numbers(found: Estimate) -> dict[str, float | None]:
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    counts = (found.scored, found.of) if found.of else (None, None)
    return dict(zip(PARTS, (found.mean, found.sd, low, high, *counts), strict=True))


def _json(cell: Cell) -> JsonValue:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Told):
        return {"text": cell.text, **{part or "value": n for part, n in cell.numbers.items()}}
    named = {part or "mean": value for part, value in _numbers(cell).items()}
    return {**named, "reason": cell.reason} if cell.reason else {**named}


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


def counted(count: int, noun: str) -> str:
    """A count with its noun: 1 session, 2 sessions."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def spread(found: Estimate, places: int = 3) -> str:
    """Mean ± sd over trials; the mean alone where there is no spread."""
    if found.mean is None or found.sd is None:
        return figure(found.mean, places)
    return f"{figure(found.mean, places)} ± {figure(found.sd, places)}"


def known(mean: float | None, sd: float | None = None) -> Estimate:
    """A figure that is known beforehand: a chance level, a published result."""
    return Estimate(mean, sd, None, 0, 0, 0)
