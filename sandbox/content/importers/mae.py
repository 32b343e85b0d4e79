"""The MaE benchmark (Otero et al., MIT): 55 misconceptions of middle-school algebra, a few examples
each, as open items with the learner's wrong answer. Knows only this format.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandbox.content.itemfiles import ItemSet
from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.jsontext import parsed
from sandbox.records import Item

_NEEDED = ("Misconception", "Misconception ID", "Example Number", "Question", "Incorrect Answer")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")


def import_mae(path: Path, *, images: Path | None = None, keep_imageless: bool = False) -> ItemSet:
    """Read the file; what cannot be used is reported with its place and why.

    Args:
        path: The JSON list of records.
        images: The folder that holds the question images (default: beside the file).
        keep_imageless: Keep records whose question image is missing, as text only.

    Raises:
        ImportFormatError: the file is not a MaE list.
        UsageError: the file cannot be read.
    """
    records = _records(path)
    skipped: list[Fault] = []
    items: list[Item] = []
    statements: dict[str, str] = {}
    seen: set[str] = set()
    for number, record in enumerate(records, 1):
        place = f"{path.name}: record {number}"
        why = _unusable(record)
        if _states(record):  # one that cannot be asked about is still a candidate
            statements.setdefault(record["Misconception ID"], _clean(record["Misconception"]))
        if why is None and not keep_imageless:
            why = _missing_image(record, images or path.parent)
        if why is None and _name(record) in seen:
            why = f"{_name(record)} stands twice"
        if why is not None:
            skipped.append(Fault(place, why))
            continue
        seen.add(_name(record))
        items.append(_item(record))
    return ItemSet(tuple(items), statements, tuple(skipped))


def _records(path: Path) -> list[Any]:
    try:
        records = parsed(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ImportFormatError(f"{path.name} is not JSON: {error}") from error
    if not isinstance(records, list):
        raise ImportFormatError(f"{path.name} must be a JSON list of records")
    return records


def _unusable(record: Any) -> str | None:
    if not isinstance(record, dict):
        return "is no record with keys"
    missing = [key for key in _NEEDED if not str(record.get(key) or "").strip()]
    if missing:
        return f"has no {', '.join(missing)}"
    is_image = str(record["Incorrect Answer"]).strip().lower() == "[image]"
    return "its wrong answer is only an image" if is_image else None


def _states(record: Any) -> bool:
    """Whether a record says what its misconception is."""
    if not isinstance(record, dict):
        return False
    return all(_clean(record.get(key) or "") for key in ("Misconception", "Misconception ID"))


def _missing_image(record: dict[str, Any], folder: Path) -> str | None:
    name = str(record.get("Question image") or "").strip()
    if not name or any((folder / f"{name}{ending}").is_file() for ending in ("", *_IMAGES)):
        return None
    return f"its question needs the image {name!r}, which is not in the image folder"


def _name(record: dict[str, Any]) -> str:
    return f"{record['Misconception ID']}-{record['Example Number']}"


def _item(record: dict[str, Any]) -> Item:
    return Item(
        id=_name(record),
        question=_clean(record["Question"]),
        answer=_clean(str(record.get("Correct Answer") or "")),
        wrong_answers={record["Misconception ID"]: _clean(record["Incorrect Answer"])},
        source=f"mae: {_clean(str(record.get('Topic') or ''))}",
        topic=_clean(str(record.get("Topic") or "")),
    )


def _clean(text: str) -> str:
    return str(text).strip()
