"""What a study is: its cells, how one cell is run, how a trial is scored; and what a cell is given.

Knows no study and no log: the runner decides which cells are run and where they are recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Protocol

from pydantic import JsonValue

from sandbox.errors import UsageError
from sandbox.records import Cell, Score, Transcript, Trial, Turn


class Limiter:
    """Lets at most `calls` model calls run at once, first come, first served.

    Use it around the call alone (`async with bench.limiter:`), never around a whole session.
    """

    def __init__(self, calls: int) -> None:
        if calls < 1:
            raise ValueError(f"at least one call must be allowed at once, not {calls}")
        self.calls = calls
        self.in_flight = 0
        self.peak = 0
        self._free = asyncio.Semaphore(calls)

    async def __aenter__(self) -> Limiter:
        await self._free.acquire()
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.in_flight -= 1
        self._free.release()


class Bench(Protocol):
    """What a running cell is given. A cell has at most one session, whose id is `cell.key`."""

    seed: int
    limiter: Limiter

    def earlier(self, session: str) -> Transcript | None:
        """What is logged of a session that an earlier run left unfinished; None if nothing.

        Its `ending` is None unless the session had come to an end other than "error".
        """
        ...

    async def begin(self, transcript: Transcript) -> None:
        """Log that the session starts, with the turns it already has."""
        ...

    async def record_turn(self, session: str, turn: Turn) -> None:
        """Log one turn; when this returns the turn is on the disk, or will be before any later one
        where it costs nothing to be said again.

        A turn that is logged already is checked against the log and not logged again, so a
        study may also resume by playing a deterministic session from its start.
        """
        ...


def refuse_twice(what: str, names: Sequence[str], instead: str = "") -> None:
    """Refuse a design that names an agent twice: its cells would be the same.

    Args:
        what: What is named.
        names: The names.
        instead: The option of the study that gives more of the same, if it has one.

    Raises:
        UsageError: with the name.
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        hint = f"use --{instead} for more of the same" if instead else "once is enough"
        raise UsageError(f"the {what} {twice} is named twice; {hint}")


class Experiment(Protocol):
    """A study. The same design gives the same cells, and a cell the same trial."""

    @property
    def name(self) -> str:
        """What logs and reports call it."""
        ...

    def design(self) -> Mapping[str, JsonValue]:
        """All that decides the cells and how they run, as JSON; it goes into the manifest."""
        ...

    def cells(self) -> Iterator[Cell]:
        """The cells, in order; pure and seeded, so that it can be asked again."""
        ...

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """Run one cell.

        The runner logs what `bench` was not told of the transcript: its start, turns, ending.
        """
        ...

    def score(self, trial: Trial) -> Sequence[Score] | Awaitable[Sequence[Score]]:
        """Score a finished trial, from the trial alone; may be `async`."""
        ...


class MemoryBench:
    """A bench that keeps what it is told in memory: to run a cell without a run folder."""

    def __init__(self, seed: int = 0, calls: int = 1) -> None:
        self.seed = seed
        self.limiter = Limiter(calls)
        self.transcripts: dict[str, Transcript] = {}

    def earlier(self, session: str) -> Transcript | None:
        """What was recorded of the session so far."""
        return self.transcripts.get(session)

    async def begin(self, transcript: Transcript) -> None:
        """Keep the start of a session."""
        self.transcripts.setdefault(transcript.session, transcript)

    async def record_turn(self, session: str, turn: Turn) -> None:
        """Keep one turn."""
        kept = self.transcripts[session]
        if turn.index >= len(kept.turns):
            self.transcripts[session] = kept.model_copy(update={"turns": (*kept.turns, turn)})
