"""Writes sessions in the formats that others read, and reads those formats back.

    jsonl      our own records, one session a line, with cell, observations and scores
    csv        one row a turn, safe to open in a spreadsheet
    openai     {"messages": [{"role", "content"}], "session"}
    sharegpt   {"conversations": [{"from", "value"}], "session"}

The session's one id stands in all of them. What a seat keeps hidden is only in `jsonl`, under
`hidden`, and can be left out there. Sessions without a turn appear in `jsonl` only.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field, JsonValue

from sandbox.errors import UnknownNameError, UsageError
from sandbox.records import Cell, Score, Transcript, Turn, canonical
from sandbox.store.files import whole_file
from sandbox.store.images import FOLDER as IMAGES
from sandbox.store.reading import LOG, MANIFEST, ScoreIndex, sessions
from sandbox.store.runlog import LOCK
from sandbox.types import Frozen, Seat

Format = Literal["jsonl", "csv", "openai", "sharegpt"]
FORMATS: tuple[Format, ...] = get_args(Format)

CSV_COLUMNS = (
    "session",
    "study",
    "replicate",
    "factors",
    "item",
    "question",
    "answer",
    "student",
    "tutor",
    "turn",
    "seat",
    "author",
    "text",
    "at",
    "ending",
)


class SessionRecord(Frozen):
    """A session with all that is known of it: a line of the `jsonl` format.

    `cell` is None for a session that no study planned (an import).
    """

    v: Literal[1] = 1
    session: str
    cell: Cell | None = None
    transcript: Transcript | None = None
    observations: Mapping[str, JsonValue] = Field(default_factory=dict)
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True)
class ExportOptions:
    """How to export.

    Attributes:
        perspective: The seat whose turns are the assistant's (`openai`, `sharegpt`).
        hidden: Whether `jsonl` holds what the seats keep hidden.
    """

    perspective: Seat = "tutor"
    hidden: bool = True


def session_records(folder: Path) -> Iterator[SessionRecord]:
    """The finished sessions of a run, with their scores."""
    index = ScoreIndex(folder)
    for trial in sessions(folder):
        session = trial.transcript.session if trial.transcript else trial.cell.key
        yield SessionRecord(
            session=session,
            cell=trial.cell,
            transcript=trial.transcript,
            observations=trial.observations,
            scores=tuple(index.of(session)),
        )


def export_run(folder: Path, form: str, out: Path, options: ExportOptions | None = None) -> int:
    """Export the finished sessions of a run; returns how many sessions were written.

    Raises:
        UnknownNameError: no such format.
        UsageError: `out` lies on a file of the run itself.
        RunLogError: the run cannot be read, or `out` cannot be written.
    """
    if _belongs_to_run(out, folder):
        raise UsageError(f"{out} is a file of the run itself; export to another place")
    return write_records(session_records(folder), form, out, options)


def write_records(
    records: Iterable[SessionRecord], form: str, out: Path, options: ExportOptions | None = None
) -> int:
    """Write sessions to a file, whole or not at all; returns how many were written.

    Raises:
        UnknownNameError: no such format.
        RunLogError: `out` cannot be written; an old file there is untouched.
    """
    if form not in FORMATS:
        raise UnknownNameError("export format", form, FORMATS)
    count = 0
    with whole_file(out) as handle:
        if form == "csv":
            handle.write(_csv_line(CSV_COLUMNS))
        for record in records:
            text = _written(record, form, options or ExportOptions())
            handle.write(text)
            count += bool(text)
    return count


def _belongs_to_run(out: Path, folder: Path) -> bool:
    own = [(folder / name).resolve() for name in (MANIFEST, LOG, LOCK, IMAGES)]
    place = out.resolve()
    return place in own or own[-1] in place.parents


def _written(record: SessionRecord, form: str, options: ExportOptions) -> bytes:
    if form == "jsonl":
        kept = record if options.hidden else _without_hidden(record)
        return _json_line(kept.model_dump(mode="json"))
    transcript = record.transcript
    if transcript is None or not transcript.turns:
        return b""
    if form == "csv":
        return b"".join(_csv_line(row) for row in _rows(record, transcript))
    if form == "openai":
        return _json_line(_openai(transcript, options.perspective))
    return _json_line(_sharegpt(transcript, options.perspective))


def _without_hidden(record: SessionRecord) -> SessionRecord:
    if record.transcript is None:
        return record
    turns = tuple(turn.model_copy(update={"hidden": {}}) for turn in record.transcript.turns)
    return record.model_copy(
        update={"transcript": record.transcript.model_copy(update={"turns": turns})}
    )


def _openai(transcript: Transcript, perspective: Seat) -> dict[str, JsonValue]:
    messages: list[JsonValue] = [
        {
            "role": "assistant" if turn.seat == perspective else "user",
            "content": _content(turn),
        }
        for turn in transcript.turns
    ]
    return {"messages": messages, "session": transcript.session, **_figure(transcript)}


def _content(turn: Turn) -> JsonValue:
    if not turn.images:
        return turn.text
    images: list[JsonValue] = [
        {"type": "image_url", "image_url": {"url": f"images/{sha256}"}} for sha256 in turn.images
    ]
    return [{"type": "text", "text": turn.text}, *images]


def _sharegpt(transcript: Transcript, perspective: Seat) -> dict[str, JsonValue]:
    conversations: list[JsonValue] = []
    for turn in transcript.turns:
        said: dict[str, JsonValue] = {
            "from": "gpt" if turn.seat == perspective else "human",
            "value": turn.text,
        }
        if turn.images:
            said["images"] = list(turn.images)
        conversations.append(said)
    return {
        "conversations": conversations,
        "session": transcript.session,
        **_figure(transcript),
    }


def _figure(transcript: Transcript) -> dict[str, JsonValue]:
    """What the problem's figure shows, where it has one: the talk may be about it."""
    alt = transcript.item.figure_alt
    return {"figure_alt": alt} if alt else {}


def _rows(record: SessionRecord, transcript: Transcript) -> Iterator[tuple[object, ...]]:
    cell, item = record.cell, transcript.item
    for turn in transcript.turns:
        yield (
            record.session,
            cell.study if cell else "",
            cell.replicate if cell else "",
            canonical(dict(cell.factors)) if cell else "",
            item.id,
            item.in_words,
            item.answer,
            transcript.student,
            transcript.tutor,
            turn.index,
            turn.seat,
            turn.author,
            turn.text,
            turn.at or "",
            transcript.ending.kind if transcript.ending else "",
        )


def _csv_line(fields: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(
        guarded(field) if isinstance(field, str) else field for field in fields
    )
    return line.getvalue().encode("utf-8", "replace")


def guarded(text: str) -> str:
    """Text as a spreadsheet may have it: an apostrophe before what it would run as a formula.

    A field that starts with `=`, `+`, `-`, `@`, a tab or a line break gets a leading apostrophe,
    so a pupil's answer -3 stands in the file as '-3. Use another format for exact text.
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text


def _json_line(value: Mapping[str, JsonValue]) -> bytes:
    return canonical(value).encode("utf-8", "replace") + b"\n"
