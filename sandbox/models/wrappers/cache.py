"""Keeps replies on disk, so that a run that is made again asks nothing twice.

A reply belongs to model, server, settings, messages (images by hash), cell and replicate, and to
its number among the same questions of that cell: whoever asks the same once more wants another
reply. What was refused or empty is asked again, and what it cost is noted; what failed is not kept.
"""

from __future__ import annotations

import fcntl
import os
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from pydantic import ValidationError

from sandbox.errors import RunLogError
from sandbox.models.base import ChatModel
from sandbox.models.wrappers.defaults import full_settings
from sandbox.records import canonical, digest
from sandbox.types import Completion, Frozen, Message, Settings

KEPT = ("stop", "length")
"""Endings whose replies are kept."""


UNKEPT = ""
"""The key of lines that are only there for what they cost."""


class _Line(Frozen):
    """A reply; or, with `at_most`, what a call can have cost whose cost never came to be known."""

    key: str
    completion: Completion | None = None
    at_most: Decimal | None = None

    @property
    def cost(self) -> Decimal:
        """What a spending limit counts for it."""
        known = self.completion.cost_usd if self.completion else self.at_most
        return known or Decimal(0)


class ReplyStore:
    """Replies in one append-only file; several processes may append to it at once.

    Only places are kept in memory, not replies. A torn line, as a kill leaves it, is passed over.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, tuple[int, int]] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as error:
            raise self._disk_error("opened", error) from error
        self._catch_up()

    def __len__(self) -> int:
        return len(self._places)

    def get(self, key: str) -> Completion | None:
        """The reply kept under a key."""
        if key not in self._places:
            return None
        start, length = self._places[key]
        try:
            with self._path.open("rb") as file:
                file.seek(start)
                line = _line(file.read(length))
        except OSError as error:
            raise self._disk_error("read", error) from error
        return line.completion if line else None

    def put(self, key: str, completion: Completion) -> None:
        """Keep a reply; it is in the file when this returns."""
        self._places[key] = self._append(_Line(key=key, completion=completion))

    def note(self, completion: Completion) -> None:
        """Write down a reply that is not to be given again, since it was paid for."""
        self._append(_Line(key=UNKEPT, completion=completion))

    def note_at_most(self, cost: Decimal) -> None:
        """Write down what a call can have cost at most whose cost is not known."""
        self._append(_Line(key=UNKEPT, at_most=cost))

    def _append(self, line: _Line) -> tuple[int, int]:
        """Where the line then stands: its beginning and length in bytes."""
        data = canonical(line.model_dump(mode="json", exclude_none=True)).encode() + b"\n"
        try:
            with self._path.open("r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                end = file.seek(0, os.SEEK_END)
                if end and _last_byte(file.fileno(), end) != b"\n":
                    end += file.write(b"\n")
                file.write(data)
        except OSError as error:
            raise self._disk_error("written", error) from error
        return end, len(data)

    def _catch_up(self) -> None:
        with self._path.open("rb") as file:
            place = 0
            for line in file:
                if line.endswith(b"\n"):
                    self._note(line, place)
                place += len(line)

    def _note(self, line: bytes, place: int) -> None:
        read = _line(line)
        if read is not None and read.key != UNKEPT:
            self._places[read.key] = (place, len(line))

    def _disk_error(self, what: str, error: OSError) -> RunLogError:
        return RunLogError(f"the reply cache {self._path} cannot be {what}: {error.strerror}")


def noted_replies(path: Path) -> list[Completion]:
    """Every reply in a store's file, also those that are not given again; none without a file."""
    return [line.completion for line in _lines(path) if line.completion is not None]


def noted_cost(path: Path) -> Decimal:
    """What the calls in a store's file cost, as a spending limit counts it."""
    return sum((line.cost for line in _lines(path)), Decimal(0))


def _lines(path: Path) -> list[_Line]:
    try:
        texts = path.read_bytes().splitlines()
    except OSError:
        return []
    return [line for text in texts if (line := _line(text)) is not None]


def _line(text: bytes) -> _Line | None:
    """A line of the file; None where a kill tore it or another version wrote it."""
    try:
        return _Line.model_validate_json(text)
    except ValidationError:
        return None


def _last_byte(handle: int, end: int) -> bytes:
    return os.pread(handle, 1, end - 1)


class Cached:
    """The model inside, for one cell and replicate, with its replies kept.

    Args:
        inner: The model.
        store: Where replies are kept.
        cell: The cell that asks.
        replicate: Its replicate.
        address: The model's server: a model of the same name elsewhere may reply otherwise.
    """

    def __init__(
        self, inner: ChatModel, store: ReplyStore, *, cell: str, replicate: int, address: str = ""
    ) -> None:
        self.name = inner.name
        self._inner, self._store, self._address = inner, store, address
        self._cell, self._replicate = cell, replicate
        self._asked: Counter[str] = Counter()

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self._inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The kept reply, at no cost, or a new one, which is kept."""
        question = digest(
            self.name,
            self._address,
            full_settings(self._inner, settings).model_dump(mode="json"),
            [message.model_dump(mode="json") for message in messages],
            self._cell,
            self._replicate,
        )
        key = digest(question, self._asked[question])
        self._asked[question] += 1
        kept = self._store.get(key)
        if kept is not None:
            return kept.model_copy(update={"cached": True})
        completion = await self._inner.reply(messages, settings)
        if completion.finish in KEPT:
            self._store.put(key, completion)
        else:
            self._store.note(completion)
        return completion
