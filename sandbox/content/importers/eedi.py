"""The Eedi misconception files (Kaggle 2024): multiple-choice questions whose wrong choices carry a
misconception id, and the mapping of ids to names. Knows only this format.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from sandbox.content.itemfaults import choice_fault
from sandbox.content.itemfiles import ItemSet
from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.records import Choice, Item

LABELS = ("A", "B", "C", "D")
_COLUMNS = (
    "QuestionId",
    "CorrectAnswer",
    "QuestionText",
    *(f"Answer{label}Text" for label in LABELS),
    *(f"Misconception{label}Id" for label in LABELS),
)


_TOPIC = ("SubjectName", "ConstructName")
"""Where a question's topic stands: the first of these that the file has and that is filled in."""


def import_eedi(path: Path, mapping: Path, *, all_misconceptions: bool = False) -> ItemSet:
    """Read questions and mapping under the filters of the novice-learner study.

    Questions with an image, and questions whose choices share a misconception or a text, are left
    out; so is whatever cannot be used. Each is reported with its row, its question id and why.

    Args:
        path: The questions.
        mapping: Misconception ids and names.
        all_misconceptions: Keep those that no question names too, as the ranking form wants.

    Raises:
        ImportFormatError: a file lacks its columns, or is not CSV.
        UsageError: a file cannot be read.
    """
    statements = _mapping(mapping)
    skipped: list[Fault] = []
    items: list[Item] = []
    seen: set[str] = set()
    for number, row in _rows(path, _COLUMNS, _TOPIC):
        place = f"{path.name}: row {number} (question {row['QuestionId'] or '?'})"
        causes = {label: _id(row[f"Misconception{label}Id"]) for label in LABELS}
        why = _unusable(row, causes) or ("stands twice" if row["QuestionId"] in seen else None)
        if why is not None:
            skipped.append(Fault(place, why))
            continue
        for label, cause in causes.items():
            if cause and cause not in statements:
                skipped.append(Fault(place, f"choice {label}: misconception {cause} has no name"))
                causes[label] = ""
        if not any(cause for label, cause in causes.items() if label != row["CorrectAnswer"]):
            skipped.append(Fault(place, "no wrong choice carries a misconception"))
            continue
        seen.add(row["QuestionId"])
        items.append(_item(row, causes))
    used = {choice.misconception for item in items for choice in item.choices}
    kept = {
        name: statement
        for name, statement in statements.items()
        if all_misconceptions or name in used
    }
    return ItemSet(tuple(items), kept, tuple(skipped))


def _item(row: dict[str, str], causes: dict[str, str]) -> Item:
    key = row["CorrectAnswer"]
    choices = tuple(
        Choice(
            label=label,
            text=row[f"Answer{label}Text"],
            misconception=None if label == key else causes[label],
        )
        for label in LABELS
    )
    return Item(
        id=f"eedi-{row['QuestionId']}",
        question=row["QuestionText"],
        answer=row[f"Answer{key}Text"],
        choices=choices,
        key=key,
        source="eedi",
        topic=next((row[name] for name in _TOPIC if row.get(name)), ""),
    )


def _unusable(row: dict[str, str], causes: dict[str, str]) -> str | None:
    texts = [row["QuestionText"], *(row[f"Answer{label}Text"] for label in LABELS)]
    if not row["QuestionId"]:
        return "has no QuestionId"
    if row["CorrectAnswer"] not in LABELS:
        return f"CorrectAnswer is {row['CorrectAnswer']!r}, not one of A to D"
    if any(not text for text in texts):
        return "has an empty question or choice"
    if any("![" in text for text in texts):
        return "needs an image"
    if any(cause is None or (cause and not cause.isdigit()) for cause in causes.values()):
        return "has a misconception id that is no whole number"
    key = row["CorrectAnswer"]
    return choice_fault(
        (label, row[f"Answer{label}Text"], None if label == key else cause)
        for label, cause in causes.items()
    )


def _id(text: str) -> str:
    """An id as written by a spreadsheet: 1672.0 is 1672, empty stays empty."""
    return text.removesuffix(".0").lstrip("0") or ("0" if text else "")


def _mapping(path: Path) -> dict[str, str]:
    columns = ("MisconceptionId", "MisconceptionName")
    return {
        _id(row["MisconceptionId"]): row["MisconceptionName"]
        for _, row in _rows(path, columns)
        if row["MisconceptionId"] and row["MisconceptionName"]
    }


def _rows(
    path: Path, columns: tuple[str, ...], more: tuple[str, ...] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows, numbered from 2 as a spreadsheet shows them, with their texts trimmed.

    A file must have the `columns`; of `more` those that it has are read too.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            missing = [name for name in columns if name not in (reader.fieldnames or ())]
            if missing:
                raise ImportFormatError(f"{path.name} has no column {', '.join(missing)}")
            read = [*columns, *(name for name in more if name in (reader.fieldnames or ()))]
            for number, row in enumerate(reader, 2):
                yield number, {name: (row[name] or "").strip() for name in read}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise ImportFormatError(f"{path.name} is not CSV in UTF-8: {error}") from error
