"""A report: tables, figures and sessions, as one self-contained HTML page or as files."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from sandbox.errors import UsageError
from sandbox.figures.draw import draw_svg
from sandbox.records import Item, Span, Transcript
from sandbox.reports.figures import Figure
from sandbox.reports.tables import Table


@dataclass(frozen=True)
class Shown:
    """A session to read: its transcript, the spans a score rests on, and its scores in words."""

    title: str
    transcript: Transcript
    spans: Sequence[Span]
    facts: Sequence[str]


@dataclass(frozen=True)
class Report:
    """What a run says, in the order in which it is read."""

    title: str
    summary: str
    facts: Mapping[str, str]
    tables: Sequence[Table]
    figures: Sequence[Figure] = ()
    sessions: Sequence[Shown] = ()


def as_json(report: Report) -> dict[str, JsonValue]:
    """The tables as JSON: title, facts, rows."""
    tables: list[JsonValue] = [
        {"name": t.name, "title": t.title, "rows": [*t.records()], "notes": [*t.notes]}
        for t in report.tables
    ]
    return {"title": report.title, "facts": {**report.facts}, "tables": tables}


def write_csv(report: Report, folder: Path) -> list[Path]:
    """Every table as CSV and every figure as SVG and PNG.

    Raises:
        UsageError: the folder cannot be written.
    """
    tables = {f"{table.name}.csv": table.csv().encode() for table in report.tables}
    return _written(tables, folder) + write_figures(report.figures, folder)


def write_figures(figures: Sequence[Figure], folder: Path) -> list[Path]:
    """Every figure as SVG and PNG.

    Raises:
        UsageError: the folder cannot be written.
    """
    files: dict[str, bytes] = {}
    for figure in figures:
        files[f"{figure.name}.svg"] = figure.svg.encode()
        files[f"{figure.name}.png"] = figure.png
    return _written(files, folder)


def _written(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    return [folder / name for name in files]


def write_html(report: Report, path: Path) -> None:
    """The whole report as one page that needs nothing else, not even a network.

    Raises:
        UsageError: the file cannot be written.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("sandbox.reports", "."), autoescape=True, undefined=StrictUndefined
    )
    page = environment.get_template("page.html.j2").render(
        report=report, marked=marked, pieces=pieces, picture=picture
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def pieces(name: str) -> list[str]:
    """A name in the pieces between which a line may end: `scripted:`, `solver`."""
    return re.findall(r".*?[:/@+]|.+", name) or [name]


def picture(item: Item) -> str:
    """The figure of an item as a `data:` address, so that the page needs nothing else."""
    if item.figure is None:
        return ""
    svg = base64.b64encode(draw_svg(item.figure).encode()).decode("ascii")
    return f"data:image/svg+xml;base64,{svg}"


def marked(text: str, spans: Sequence[Span], turn: int) -> list[tuple[str, bool]]:
    """A turn's text in pieces, each with whether a score rests on it."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for span in sorted((s for s in spans if s.turn == turn), key=lambda s: s.start):
        if span.start < at:
            continue
        pieces += [(text[at : span.start], False), (text[span.start : span.end], True)]
        at = span.end
    return [piece for piece in (*pieces, (text[at:], False)) if piece[0]]
