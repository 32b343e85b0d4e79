"""Keeps replies on disk, so that a run that is made again asks nothing twice.

A reply belongs to model, settings, messages (images by hash), cell and replicate, and to its number
among the
same questions of that cell: whoever asks the same once more wants another reply. What was refused,
empty or failed is not kept."""

from __future__ import annotations

import fcntl
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from sandbox.errors import RunLogError
from sandbox.models.base import ChatModel
from sandbox.models.wrappers.defaults import full_settings
from sandbox.records import canonical, digest
from sandbox.types import Completion, Frozen, Message, Settings

KEPT = ("stop", "length")
"""Endings whose replies are kept."""


class _Line(Frozen):
    key: str
    completion: Completion


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
                return _Line.model_validate_json(file.read(length)).completion
        except OSError as error:
            raise self._disk_error("read", error) from error
        except ValidationError:
            return None

    def put(self, key: str, completion: Completion) -> None:
        """Keep a reply; it is in the file when this returns."""
        line = canonical(_Line(key=key, completion=completion).model_dump(mode="json"))
        data = line.encode() + b"\n"
        try:
            with self._path.open("r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                end = file.seek(0, os.SEEK_END)
                if end and _last_byte(file.fileno(), end) != b"\n":
                    end += file.write(b"\n")
                file.write(data)
        except OSError as error:
            raise self._disk_error("written", error) from error
        self._places[key] = (end, len(data))

    def _catch_up(self) -> None:
        with self._path.open("rb") as file:
            place = 0
            for line in file:
                if line.endswith(b"\n"):
                    self._note(line, place)
                place += len(line)

    def _note(self, line: bytes, place: int) -> None:
        try:
            self._places[_Line.model_validate_json(line).key] = (place, len(line))
        except ValidationError:
            return  # torn by a kill, or by another version: it is asked again

    def _disk_error(self, what: str, error: OSError) -> RunLogError:
        return RunLogError(f"the reply cache {self._path} cannot be {what}: {error.strerror}")


def _last_byte(handle: int, end: int) -> bytes:
    return os.pread(handle, 1, end - 1)


class Cached:
    """The model inside, for one cell and replicate, with its replies kept."""

    def __init__(self, inner: ChatModel, store: ReplyStore, *, cell: str, replicate: int) -> None:
        self.name = inner.name
        self._inner, self._store = inner, store
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
        return completion
