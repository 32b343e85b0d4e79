"""Reads a run folder: manifest, sessions and scores, one line at a time.

Memory grows with the sessions that are open at once, not with the sessions of the run. One torn
last line is tolerated; any other damage is an error with file and line number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from sandbox.errors import RunLogError
from sandbox.records import (
    FORMAT_VERSION,
    Cell,
    Ending,
    Manifest,
    Score,
    Transcript,
    Trial,
    Turn,
)
from sandbox.store.events import (
    EndingEvent,
    Event,
    ScoreEvent,
    StartEvent,
    TrialEvent,
    TurnEvent,
    fault,
    newer,
    parses,
    read_line,
)
from sandbox.store.files import disk_error

MANIFEST = "manifest.json"
LOG = "log.jsonl"


@dataclass
class Unfinished:
    """A cell without a trial: what is logged of its session, and why it failed if it did."""

    cell: Cell
    start: StartEvent | None = None
    turns: list[Turn] = field(default_factory=list)
    ending: Ending | None = None

    @property
    def failure(self) -> Ending | None:
        """The ending "error", if that is how the last attempt went."""
        return self.ending if self.ending and self.ending.kind == "error" else None

    @property
    def transcript(self) -> Transcript | None:
        """The session as logged, or None where none was begun."""
        if self.start is None:
            return None
        return Transcript(
            session=self.start.session,
            item=self.start.item,
            student=self.start.student,
            tutor=self.start.tutor,
            turns=tuple(self.turns),
            ending=self.ending,
        )


@dataclass(frozen=True)
class RunState:
    """How far a run is: sessions done, sessions scored in the last pass, sessions left open."""

    done: frozenset[str]
    scored: frozenset[str]
    scoring: int
    unfinished: dict[str, Unfinished]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder.

    Raises:
        NewerFormatError: a newer version wrote it.
        RunLogError: the folder is no run folder, or the manifest is damaged.
    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RunLogError(
            f"{folder} is not a run folder: cannot read {path}: {error.strerror}"
        ) from error
    if not parses(data):
        raise RunLogError(f"{path}: damaged, not a JSON object")
    found = json.loads(data).get("format")
    if isinstance(found, int) and found > FORMAT_VERSION:
        raise newer(found, str(path))
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        raise RunLogError(f"{path}: damaged, {fault(error)}") from error


def sessions(folder: Path) -> Iterator[Trial]:
    """The finished trials of a run, in the order in which they were finished."""
    read_manifest(folder)
    for event in _replay(folder, {}):
        if isinstance(event, Trial):
            yield event


def unfinished(folder: Path) -> list[Unfinished]:
    """The cells that were begun and have no trial yet: interrupted, running, or failed."""
    read_manifest(folder)
    waiting: dict[str, Unfinished] = {}
    for _ in _replay(folder, waiting):
        pass
    return list(waiting.values())


def run_state(folder: Path) -> RunState:
    """How far the run in this folder is; what a resume starts from."""
    read_manifest(folder)
    waiting: dict[str, Unfinished] = {}
    done: set[str] = set()
    scored: dict[str, int] = {}
    for event in _replay(folder, waiting, done):
        if isinstance(event, ScoreEvent) and event.rater is None:
            scored[event.session] = max(event.scoring, scored.get(event.session, 0))
    last = max(scored.values(), default=0)
    return RunState(
        done=frozenset(done),
        scored=frozenset(session for session, scoring in scored.items() if scoring == last),
        scoring=last,
        unfinished=waiting,
    )


class ScoreIndex:
    """Where the scores of each session stand in the log; holds places, not scores."""

    def __init__(self, folder: Path) -> None:
        read_manifest(folder)
        self._path = folder / LOG
        self._places: dict[str, list[tuple[int, int]]] = {}
        for number, start, line in _lines(self._path):
            if b'"score"' not in line:
                continue
            event = read_line(line, f"{self._path}:{number}")
            if isinstance(event, ScoreEvent):
                self._places.setdefault(event.session, []).append((number, start))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def of(self, session: str) -> list[Score]:
        """The scores of a session: of each metric, turn and scorer, what the last pass said."""
        latest: dict[tuple[str, int, str], tuple[int, Score]] = {}
        for number, start in self._places.get(session, ()):
            with self._path.open("rb") as log:
                log.seek(start)
                event = read_line(log.readline(), f"{self._path}:{number}")
            if not isinstance(event, ScoreEvent) or event.session != session:
                raise RunLogError(f"{self._path}:{number}: the log was changed while it was read")
            for score in event.scores:
                turn = -1 if score.turn is None else score.turn
                key = (score.metric, turn, score.scorer)
                if key not in latest or event.scoring >= latest[key][0]:
                    latest[key] = (event.scoring, score)
        return [score for _, score in latest.values()]


def scores(folder: Path) -> Iterator[Score]:
    """Every score of a run, session by session, where a later scoring pass replaces an earlier."""
    index = ScoreIndex(folder)
    for session in index:
        yield from index.of(session)


def _replay(
    folder: Path, waiting: dict[str, Unfinished], done: set[str] | None = None
) -> Iterator[Trial | ScoreEvent]:
    """Rebuild the log's sessions; `waiting` holds the open ones, `done` (if given) the others."""
    path = folder / LOG
    for number, _, line in _lines(path):
        event = read_line(line, f"{path}:{number}")
        try:
            result = _take(event, waiting, done)
        except ValueError as error:
            raise RunLogError(
                f"{path}:{number}: damaged log, session {event.session}: {error}"
            ) from error
        if result is not None:
            yield result


def _take(
    event: Event, waiting: dict[str, Unfinished], done: set[str] | None
) -> Trial | ScoreEvent | None:
    if isinstance(event, ScoreEvent):
        return event
    if done is not None and event.session in done:
        raise ValueError(f"a {event.kind} after its trial")
    if isinstance(event, TurnEvent):
        _take_turn(event, waiting)
        return None
    open_one = waiting.setdefault(event.session, Unfinished(event.cell))
    if isinstance(event, StartEvent):
        if open_one.start is not None:
            raise ValueError("it starts twice")
        open_one.start = event
    elif isinstance(event, EndingEvent):
        open_one.ending = event.ending
    else:
        return _finish(event, waiting.pop(event.session), done)
    return None


def _take_turn(event: TurnEvent, waiting: dict[str, Unfinished]) -> None:
    open_one = waiting.get(event.session)
    if open_one is None or open_one.start is None:
        raise ValueError("a turn without a start")
    if event.turn.index != len(open_one.turns):
        raise ValueError(f"turn {event.turn.index} where {len(open_one.turns)} should come")
    if open_one.ending is not None and open_one.failure is None:
        raise ValueError("a turn after its ending")
    open_one.ending = None
    open_one.turns.append(event.turn)


def _finish(event: TrialEvent, open_one: Unfinished, done: set[str] | None) -> Trial:
    if done is not None:
        done.add(event.session)
    if open_one.failure is not None:  # an earlier attempt failed, this one did not
        open_one.ending = None
    return Trial(cell=event.cell, transcript=open_one.transcript, observations=event.observations)


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """(line number, byte offset, line) of each line, without a torn last one."""
    try:
        if not path.is_file():
            raise RunLogError(f"cannot read {path}: not a regular file, or not there")
        with path.open("rb") as log:
            yield from _whole(log)
    except OSError as error:
        raise disk_error("read", path, error) from error


def _whole(log: Iterable[bytes]) -> Iterator[tuple[int, int, bytes]]:
    held: bytes | None = None
    number = offset = 0
    for line in log:
        if held is not None:
            number += 1
            yield number, offset, held
            offset += len(held)
        held = line
        if not line.endswith(b"\n"):  # the end for now, even if a writer goes on meanwhile
            break
    if held is not None and parses(held):
        yield number + 1, offset, held
