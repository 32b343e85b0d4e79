"""The lines of a run log: what each kind of event holds, and how it is written and read.

A line is one self-contained JSON object (the record's keys in their order, no spaces, UTF-8) and a
newline.
Knows no folder.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from sandbox.errors import NewerFormatError, RunLogError, UsageError
from sandbox.records import FORMAT_VERSION, Cell, Ending, Item, Score, Turn, canonical
from sandbox.types import Frozen, JsonObject


class _Event(Frozen):
    v: Literal[1] = 1
    session: str
    at: str | None = None


class StartEvent(_Event):
    """A session begins: which cell, which item, who sits where."""

    kind: Literal["start"] = "start"
    cell: Cell
    item: Item
    student: str
    tutor: str


class TurnEvent(_Event):
    """Something was said. The time stands in the turn."""

    kind: Literal["turn"] = "turn"
    turn: Turn


class EndingEvent(_Event):
    """A session ended. With an ending "error" the cell is not done: a resume takes it up again."""

    kind: Literal["ending"] = "ending"
    cell: Cell
    ending: Ending


class TrialEvent(_Event):
    """A cell is done; `observations` is what was observed beside the turns."""

    kind: Literal["trial"] = "trial"
    cell: Cell
    observations: JsonObject = Field(default_factory=dict)


class ScoreEvent(_Event):
    """All that one scoring pass says of one session, on one line, so that it is there or not.

    Where a judge or a person rated, outside any scoring pass, `rater` names it: such an event does
    not make a session a scored one.
    """

    kind: Literal["score"] = "score"
    rater: str | None = None
    scoring: int = Field(ge=1)
    scores: tuple[Score, ...]


Event = StartEvent | TurnEvent | EndingEvent | TrialEvent | ScoreEvent

_READER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def write_line(event: Event) -> bytes:
    """The line of an event, newline included.

    Raises:
        UsageError: the event holds what JSON cannot (NaN, infinity).
    """
    try:
        text = event.model_dump_json()
    except PydanticSerializationError:
        # half a surrogate pair, from a broken emoji: no JSON reader takes it
        text = _checked(event).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if "NaN" in text or "Infinity" in text:
        _checked(event)
    return text.encode() + b"\n"


def _checked(event: Event) -> str:
    try:
        return canonical(event.model_dump(mode="json"))
    except ValueError as error:
        raise UsageError(
            f"session {event.session}: its {event.kind} cannot be logged: {error}; "
            "use null and a reason for what has no value"
        ) from error


def read_line(line: bytes, place: str) -> Event:
    """The event of a line; `place` (file and line number) goes into the errors.

    Raises:
        NewerFormatError: the line was written by a newer version.
        RunLogError: the line is damaged.
    """
    try:
        return _READER.validate_json(line)
    except ValidationError as error:
        raise _complaint(line, place, error) from error


def parses(line: bytes) -> bool:
    """Whether a line is whole JSON, as a line torn by a crash never is."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def newer(found: object, place: str) -> NewerFormatError:
    """The refusal of a format that this version does not know."""
    return NewerFormatError(
        f"{place}: written in format {found}; this version reads format {FORMAT_VERSION}; "
        "upgrade the package to read it"
    )


def fault(error: ValidationError) -> str:
    """The first complaint of a validation error in one line: the key, and what is wrong there."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _complaint(line: bytes, place: str, error: ValidationError) -> RunLogError:
    if not parses(line):
        return RunLogError(f"{place}: damaged line, not a JSON object; repair or delete this line")
    version = json.loads(line).get("v")
    if isinstance(version, int) and version > FORMAT_VERSION:
        return newer(version, place)
    return RunLogError(f"{place}: damaged line, {fault(error)}; repair or delete this line")
