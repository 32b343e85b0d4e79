"""A table for the terminal: names to the left, figures to the right, in pieces as wide as it is."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from sandbox.reports.tables import Table

_FIGURES = re.compile(r"[-–−.\d][\d.,\[\] ±%–−]*( of \d+)?")
"""What a column of figures holds, line by line."""
BROKEN_FROM, WIDEST_NAME = 30, 52
"""Longer names of a brief table are broken after their strand; no name is cut before 52."""


class TableView:
    """Shows a table on a rich console; one that is too wide comes in pieces, one below the other.

    Columns in which nothing stands are left out, and `scripted:` is, where `brief` is asked for.
    """

    def __init__(self, table: Table, *, brief: bool = False) -> None:
        self._table = table
        texts = [["\n".join(_joined(cell)) for cell in row] for row in table.lines()]
        if brief:
            texts = [[_brief(row[0]), *row[1:]] for row in texts]
        columns = [
            (title, tuple(row[number] for row in texts))
            for number, title in enumerate(table.columns)
        ]
        shown = set(table.brief if brief and table.brief else table.columns) | {table.columns[0]}
        self._columns = [
            (title, cells)
            for title, cells in columns
            if title in shown and (any(cells) or not texts or title == table.columns[0])
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The title, the pieces, the notes."""
        yield Text(self._table.title, style="bold")
        for number, piece in enumerate(self._pieces(console, options)):
            if number:
                yield ""
            yield piece
        for note in self._table.notes:
            yield Text(note, style="dim")

    def _pieces(self, console: Console, options: ConsoleOptions) -> Iterator[RichTable]:
        name, *rest = self._columns
        held: list[tuple[str, tuple[str, ...]]] = []
        for column in rest:
            wider = _drawn([name, *held, column])
            room = Measurement.get(console, options.update(max_width=10_000), wider).maximum
            if held and room > options.max_width and _is_figures(column[1]):
                yield _drawn([name, *held])
                held = []
            held.append(column)
        yield _drawn([name, *held])


def _drawn(columns: Sequence[tuple[str, tuple[str, ...]]]) -> RichTable:
    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, (title, cells) in enumerate(columns):
        width = max((len(line) for cell in cells for line in cell.split("\n")), default=0)
        to_right = number > 0 and _is_figures(cells)
        heading = textwrap.fill(title, max(width, *map(len, title.split()))) if to_right else title
        drawn.add_column(
            Text(heading),
            justify="right" if to_right else "left",
            overflow="fold",
            no_wrap=to_right,
            min_width=min(width, WIDEST_NAME) if number == 0 else None,
        )
    for row in zip(*(cells for _, cells in columns), strict=True):
        if len(row) == 1 or any(row[1:]):
            drawn.add_row(*map(Text, row))
    return drawn


def _is_figures(cells: Sequence[str]) -> bool:
    lines = [line for cell in cells for line in cell.split("\n") if line]
    return bool(lines) and all(_FIGURES.fullmatch(line) for line in lines)


def _joined(lines: tuple[str, ...]) -> tuple[str, ...]:
    """An interval stands beside its mean here."""
    if len(lines) > 1 and lines[1].startswith("["):
        return (f"{lines[0]} {lines[1]}", *lines[2:])
    return lines


def _brief(name: str) -> str:
    short = name.removeprefix("scripted:")
    return short.replace("/", "/\n", 1) if len(short) > BROKEN_FROM else short
