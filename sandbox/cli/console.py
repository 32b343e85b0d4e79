"""What the commands share: the consoles, the content that was chosen, JSON and table output."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from sandbox.content.library import Library, load
from sandbox.reports.tables import Table
from sandbox.reports.terminal import TableView

console = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)

_CONTROLS = dict.fromkeys([*range(9), *range(11, 32), 127])
"""What a text could steer the terminal with; tab and line break stay."""

_INDENTED: dict[str, Any] = {"initial_indent": "    ", "subsequent_indent": "    "}

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


def whole(text: str) -> str:
    """What was typed, without the halves of characters that a shell may pass on."""
    return text.encode("utf-8", "replace").decode()


def say(text: str, style: str = "") -> None:
    """Text on stdout as it is; the terminal breaks the lines."""
    console.print(text.translate(_CONTROLS), style=style, markup=False, soft_wrap=True)


def complain(text: str, style: str = "") -> None:
    """Text on stderr as it is."""
    errors.print(text.translate(_CONTROLS), style=style, markup=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """JSON on stdout, as it is, for other programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(table: Table, as_json: bool = False, *, brief: bool = False) -> None:
    """A table, for people or as JSON; a brief one leaves out `scripted:` before names."""
    if as_json:
        print_json(table.records())
    else:
        console.print(TableView(table, brief=brief))


def print_entries(title: str, entries: Iterable[tuple[str, str]]) -> None:
    """Long names, each with what is said of it in the line below."""
    console.print(Text(title, style="bold"))
    for name, about in entries:
        say(name, style="cyan")
        say(textwrap.fill(about, min(console.width, 100), **_INDENTED))
