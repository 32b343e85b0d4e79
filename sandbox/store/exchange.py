"""Reads sessions from the formats that `store.export` writes, and from files like them.

What a format does not say stays empty: a session from `openai` or `sharegpt` has no cell, no item
and no scores. System messages are not utterances and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from sandbox.errors import Fault, ImportFormatError, UnknownNameError
from sandbox.records import FORMAT_VERSION, Item, Transcript, Turn, digest
from sandbox.store.events import fault
from sandbox.store.export import SessionRecord
from sandbox.store.files import disk_error
from sandbox.types import Seat, other

IMPORTABLE = ("jsonl", "openai", "sharegpt")
IMPORTED = "imported"

_OBJECT: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
_SPEAKERS = {
    "assistant": True,
    "gpt": True,
    "model": True,
    "chatgpt": True,
    "bing": True,
    "user": False,
    "human": False,
}
_SILENT = ("system", "developer")


def import_sessions(
    form: str,
    path: Path,
    *,
    perspective: Seat = "tutor",
    on_fault: Callable[[Fault], None] | None = None,
) -> Iterator[SessionRecord]:
    """Read the sessions of a file, one a line.

    Args:
        form: One of `IMPORTABLE`.
        path: The file.
        perspective: The seat of the assistant (`openai`, `sharegpt`).
        on_fault: Told of a line that cannot be used, which is then skipped; without it such a
            line is an error.

    Raises:
        UnknownNameError: no such format.
        ImportFormatError: a line is not what the format says; file and line number are named.
        RunLogError: the file cannot be read.
    """
    if form not in IMPORTABLE:
        raise UnknownNameError("import format", form, IMPORTABLE)
    return _imported(form, path, perspective, on_fault)


def _imported(
    form: str, path: Path, perspective: Seat, on_fault: Callable[[Fault], None] | None
) -> Iterator[SessionRecord]:
    first_seen: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            record = _record(form, line, number, perspective)
            if record.session in first_seen:
                raise ValueError(
                    f"session {record.session} is already on line {first_seen[record.session]}"
                )
        except ValueError as error:
            what = fault(error) if isinstance(error, ValidationError) else str(error)
            found = Fault(f"{path}:{number}", what)
            if on_fault is None:
                raise ImportFormatError(str(found)) from error
            on_fault(found)
            continue
        first_seen[record.session] = number
        yield record


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise disk_error("read", path, error) from error


def _record(form: str, line: bytes, number: int, perspective: Seat) -> SessionRecord:
    held = _OBJECT.validate_json(line)
    if form == "jsonl":
        version = held.get("v")
        if isinstance(version, int) and version > FORMAT_VERSION:
            raise ValueError(f"written in format {version}; this version reads {FORMAT_VERSION}")
        return SessionRecord.model_validate_json(line)
    said = _messages(held) if form == "openai" else _conversations(held)
    turns = tuple(
        Turn(
            index=index,
            seat=perspective if by_assistant else other(perspective),
            text=text,
            author=IMPORTED,
            images=images,
        )
        for index, (by_assistant, text, images) in enumerate(said)
    )
    if not turns:
        raise ValueError("no turns")
    session = held.get("session", digest(form, number, line.decode(errors="replace").strip()))
    return SessionRecord(
        session=session,
        transcript=Transcript(
            session=session,
            item=Item(id="", question="", answer="", source=IMPORTED),
            student=IMPORTED,
            tutor=IMPORTED,
            turns=turns,
        ),
    )


Said = tuple[bool, str, tuple[str, ...]]


def _messages(held: Mapping[str, Any]) -> Iterator[Said]:
    for message in _entries(held, "messages"):
        speaker = message.get("role")
        if speaker in _SILENT:
            continue
        text, images = _content(message.get("content"))
        yield _by_assistant("role", speaker), text, images


def _conversations(held: Mapping[str, Any]) -> Iterator[Said]:
    for said in _entries(held, "conversations"):
        speaker = said.get("from")
        if speaker in _SILENT:
            continue
        text = said.get("value")
        if not isinstance(text, str):
            raise ValueError(f"value: text is needed, not {type(text).__name__}")
        images = said.get("images", [])
        if not isinstance(images, list):
            raise ValueError("images: a list of SHA-256 names is needed")
        yield _by_assistant("from", speaker), text, tuple(images)


def _entries(held: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    entries = held.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{key}: a list of objects is needed")
    return entries


def _by_assistant(key: str, speaker: object) -> bool:
    if not isinstance(speaker, str) or speaker not in _SPEAKERS:
        raise ValueError(f"{key}: {speaker!r} is none of {', '.join([*_SPEAKERS, *_SILENT])}")
    return _SPEAKERS[speaker]


def _content(content: object) -> tuple[str, tuple[str, ...]]:
    if isinstance(content, str):
        return content, ()
    if not isinstance(content, list):
        raise ValueError(f"content: text or a list of parts is needed, not {content!r:.40}")
    texts, images = [], []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text" and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif kind == "image_url":
            images.append(_image_hash(part))
        else:
            raise ValueError(f"content: a part of type {kind!r} cannot be used")
    return "\n\n".join(texts), tuple(images)


def _image_hash(part: Mapping[str, Any]) -> str:
    url = part["image_url"].get("url") if isinstance(part.get("image_url"), dict) else None
    match = re.fullmatch(r"images/([0-9a-f]{64})", url) if isinstance(url, str) else None
    if match is None:
        raise ValueError("content: an image must be named images/ and its SHA-256")
    return match.group(1)
