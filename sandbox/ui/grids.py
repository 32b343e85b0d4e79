"""Tables as HTML: what stands in them is shown as it is. Knows no page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandbox.reports.tables import Table
from sandbox.ui.text import as_html


def grid(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """A table of text; on a phone each row is a stack of its named cells."""
    cells = ([(cell,) for cell in row] for row in rows)
    return _framed(columns, cells, title, (), "grid stacks")


def table_grid(table: Table) -> str:
    """A report's table: estimates with their interval and coverage below the figure; a wide one
    scrolls inside its frame."""
    return _framed(table.columns, table.lines(), table.title, table.notes, "grid")


def _framed(
    columns: Sequence[str],
    rows: Iterable[Sequence[tuple[str, ...]]],
    title: str,
    notes: Sequence[str],
    kind: str,
) -> str:
    head = "".join(f"<th scope='col'>{as_html(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, columns, row))}</tr>" for row in rows)
    if not body:
        body = f"<tr><td colspan='{len(columns)}'>Nothing yet.</td></tr>"
    heading = f"<p class='grid-title' aria-hidden='true'>{as_html(title)}</p>" if title else ""
    below = "".join(f"<p class='note'>{as_html(note)}</p>" for note in notes)
    named = as_html(title) or "Table"
    return (
        f"{heading}<div class='grid-frame' tabindex='0' role='region' aria-label='{named}'>"
        f"<table class='{kind}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"</div>{below}"
    )


def _cell(column: str, lines: tuple[str, ...]) -> str:
    first, *more = lines or ("",)
    below = "".join(f"<br><small>{as_html(line)}</small>" for line in more)
    return f"<td data-name='{as_html(column)}'>{as_html(first)}{below}</td>"
