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
from sandbox.content.itemfaults import item_fault
from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.jsontext import in_words, kind_of, parsed
from sandbox.records import Choice, Item, canonical

YAML = (".yaml", ".yml")
LINES = (".jsonl", ".ndjson", "")
"""Endings of files in JSON Lines; a name without an ending is one, too."""


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


def check_name(path: Path) -> None:
    """Refuse a name that promises another format than an item file has.

    Raises:
        UsageError: the name ends otherwise.
    """
    if path.suffix.lower() not in (*LINES, *YAML):
        raise UsageError(
            f"{path}: an item file is JSON Lines or YAML; end its name in .jsonl or .yaml, not in "
            f"{path.suffix}"
        )


def write_items(items: ItemSet, path: Path) -> None:
    """Write the set, statements first: a YAML list where the name ends so, else JSON Lines.

    Raises:
        UsageError: the name ends otherwise, or the file cannot be written.
    """
    check_name(path)
    entries: list[dict[str, Any]] = [
        {"kind": "misconception", "id": name, "statement": statement}
        for name, statement in items.statements.items()
    ]
    entries += [{"kind": "item", **item.model_dump(mode="json")} for item in items.items]
    lines = (f"{canonical(entry)}\n" for entry in entries)
    text = listed(entries) if _is_yaml(path) else "".join(lines)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def read_items(path: Path) -> ItemSet:
    """Read a set back.

    Raises:
        ImportFormatError: an entry is damaged or makes no sense, with its line.
        UsageError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} cannot be read: it is not UTF-8 text") from error
    read = _Read()
    for place, entry in _listed(path) if _is_yaml(path) else _lines(path.name, text):
        try:
            read.take(entry, place)
        except _WrongError as error:
            raise ImportFormatError(f"{place}: {error}") from error
    for item, place in zip(read.items, read.places.values(), strict=True):
        unknown = [name for name in _causes(item) if name not in read.statements]
        if unknown:
            raise ImportFormatError(
                f"{place}: the file has no statement for {', '.join(unknown[:5])}; each "
                "misconception needs an entry of the kind misconception"
            )
    return ItemSet(tuple(read.items), read.statements)


class _WrongError(Exception):
    """What is wrong with an entry."""


class _Read:
    """What was read of a file so far; `places` says where each item stands."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.places: dict[str, str] = {}
        self.statements: dict[str, str] = {}

    def take(self, entry: Any, place: str) -> None:
        """Take an entry.

        Raises:
            _WrongError: it is none, or contradicts itself or an earlier one.
        """
        if not isinstance(entry, dict):
            raise _WrongError(f"is no item line: it is {kind_of(entry)}, not an entry with keys")
        kind = entry.pop("kind", None)
        if kind == "item":
            self._item(entry, place)
        elif kind == "misconception":
            self._statement(entry)
        elif kind is None:
            raise _WrongError("is no item line: kind is missing; it is item or misconception")
        else:
            raise _WrongError(f"kind {kind!r} is neither item nor misconception")

    def _item(self, entry: dict[str, Any], place: str) -> None:
        try:
            item = Item.model_validate(entry)
        except ValidationError as error:
            raise _WrongError(f"is no item line: {in_words(error)}") from error
        wrong = item_fault(item)
        if wrong is not None:
            raise _WrongError(f"item {item.id!r}: {wrong}")
        if item.id in self.places:
            raise _WrongError(f"item {item.id!r} stands already at {self.places[item.id]}")
        self.places[item.id] = place
        self.items.append(item)

    def _statement(self, entry: dict[str, Any]) -> None:
        name, statement = (_text(entry, key) for key in ("id", "statement"))
        if self.statements.setdefault(name, statement) != statement:
            raise _WrongError(f"misconception {name!r} has another statement further up")


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    if value is None:
        raise _WrongError(f"is no item line: {key}: is missing")
    if not isinstance(value, str | int) or isinstance(value, bool) or not str(value).strip():
        raise _WrongError(f"is no item line: {key}: must be text")
    return str(value)


def _causes(item: Item) -> list[str]:
    return [pair.misconception for pair in ItemSet((item,), {}).pairs()]


def _is_yaml(path: Path) -> bool:
    return path.suffix.lower() in YAML


def _lines(name: str, text: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{name}:{number}"
            try:
                yield place, parsed(line)
            except json.JSONDecodeError as error:
                raise ImportFormatError(
                    f"{place}: is no item line: it is not JSON: {error.msg} at character "
                    f"{error.pos + 1}"
                ) from error


def _listed(path: Path) -> Iterator[tuple[str, Any]]:
    faults: list[Fault] = []
    entries = read_list(path, path.name, faults)
    if faults:
        raise ImportFormatError("; ".join(str(fault) for fault in faults[:5]))
    for entry in entries:
        yield entry.place(), entry.data
