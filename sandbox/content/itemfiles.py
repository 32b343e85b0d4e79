"""Items and the statements of their misconceptions in one file, JSON Lines or YAML, whatever they
came from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sandbox.content.files import listed, read_list
from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.jsontext import parsed
from sandbox.records import Choice, Item, canonical

YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class Pair:
    """A wrong answer with its one cause: the unit of the misconception study."""

    item: Item
    misconception: str
    wrong: str
    label: str = ""


@dataclass(frozen=True)
class ItemSet:
    """Items, the statements of the misconceptions they name, and what could not be used."""

    items: tuple[Item, ...]
    statements: Mapping[str, str]
    skipped: tuple[Fault, ...] = field(default=())

    def pairs(self) -> Iterator[Pair]:
        """Every wrong answer whose cause is known, in order."""
        for item in self.items:
            for choice in item.choices:
                if choice.misconception:
                    yield Pair(item, choice.misconception, choice.text, choice.label)
            for misconception, wrong in item.wrong_answers.items():
                yield Pair(item, misconception, wrong)


def right_choice(item: Item) -> Choice | None:
    """The right option, or None for an open item."""
    return next((choice for choice in item.choices if choice.misconception is None), None)


def write_items(items: ItemSet, path: Path) -> None:
    """Write the set, statements first: a YAML list where the name ends so, else JSON Lines.

    Raises:
        UsageError: the file cannot be written.
    """
    entries: list[dict[str, Any]] = [
        {"kind": "misconception", "id": name, "statement": statement}
        for name, statement in items.statements.items()
    ]
    entries += [{"kind": "item", **item.model_dump(mode="json")} for item in items.items]
    lines = (f"{canonical(entry)}\n" for entry in entries)
    text = listed(entries) if path.suffix in YAML else "".join(lines)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def read_items(path: Path) -> ItemSet:
    """Read a set back.

    Raises:
        ImportFormatError: an entry is damaged, with its line.
        UsageError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    items: list[Item] = []
    statements: dict[str, str] = {}
    for place, entry in _listed(path) if path.suffix in YAML else _lines(path.name, text):
        _take(entry, place, items, statements)
    unknown = sorted(
        {pair.misconception for pair in ItemSet(tuple(items), {}).pairs()} - statements.keys()
    )
    if unknown:
        raise ImportFormatError(f"{path.name}: no statement for {', '.join(unknown[:5])}")
    return ItemSet(tuple(items), statements)


def _lines(name: str, text: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            place = f"{name}:{number}"
            try:
                yield place, parsed(line)
            except json.JSONDecodeError as error:
                raise ImportFormatError(f"{place}: is no item line: {error}") from error


def _listed(path: Path) -> Iterator[tuple[str, Any]]:
    faults: list[Fault] = []
    entries = read_list(path, path.name, faults)
    if faults:
        raise ImportFormatError("; ".join(str(fault) for fault in faults[:5]))
    for entry in entries:
        yield entry.place(), entry.data


def _take(entry: Any, place: str, items: list[Item], statements: dict[str, str]) -> None:
    try:
        kind = entry.pop("kind")
        if kind == "item":
            items.append(Item.model_validate(entry))
        elif kind == "misconception":
            statements[str(entry["id"])] = str(entry["statement"])
        else:
            raise ImportFormatError(f"{place}: kind {kind!r} is neither item nor misconception")
    except (KeyError, AttributeError, TypeError, ValidationError) as error:
        raise ImportFormatError(f"{place}: is no item line: {error}") from error
