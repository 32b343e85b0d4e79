"""What the commands share: the consoles, the content that was chosen, JSON and table output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console

from sandbox.content.library import Library, load
from sandbox.reports.tables import Table

console = Console(highlight=False)
errors = Console(stderr=True)

_overlays: list[Path] = []


def choose_content(overlays: tuple[Path, ...]) -> None:
    """Remember the user's content folders for this command."""
    _overlays[:] = [overlay.resolve() for overlay in overlays]


def library() -> Library:
    """The bundled content with the chosen folders over it."""
    return load(*_overlays)


def overlays() -> tuple[Path, ...]:
    """The chosen folders."""
    return tuple(_overlays)


def print_json(value: Any) -> None:
    """JSON on stdout, as it is, for other programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(table: Table, as_json: bool = False) -> None:
    """A table, for people or as JSON."""
    if as_json:
        print_json(table.records())
    else:
        console.print(table.rich())
