"""One run at work: runs cells in a bounded window, logs them, scores them, counts what fails."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sandbox.errors import RunLogError, SandboxError, SpendingLimitError, UsageError, boundary
from sandbox.experiments.base import Experiment, Limiter
from sandbox.records import Cell, Score, Transcript, Trial, Turn
from sandbox.runner.interrupts import interruptible
from sandbox.runner.memory import settled_memory
from sandbox.runner.progress import RunOptions, Standing, Summary
from sandbox.store.events import ScoreEvent
from sandbox.store.reading import RunState
from sandbox.store.recorder import Recorder
from sandbox.store.runlog import RunLog

T = TypeVar("T")


@dataclass
class _CellBench:
    """What one running cell is given; see `experiments.base.Bench`."""

    seed: int
    limiter: Limiter
    recorder: Recorder

    def earlier(self, session: str) -> Transcript | None:
        return self.recorder.earlier(session)

    async def begin(self, transcript: Transcript) -> None:
        await self.recorder.begin(transcript)

    async def record_turn(self, session: str, turn: Turn) -> None:
        if turn.is_repeatable:
            self.recorder.post_turn(session, turn)
        else:
            await self.recorder.record_turn(session, turn)


class _StoppedError(SandboxError):
    """The run stops for the reason given."""


class _SessionFailedError(SandboxError):
    """The study itself says that the session ended in an error."""


class _Failures:
    """Counts failures by their reason, numbers and ids aside; stops at too many of one in a row."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._streak = ("", 0)
        self.counts: dict[str, tuple[str, int]] = {}

    def add(self, note: str) -> None:
        kind = re.sub(r"[0-9a-f]{16}|\d+", "#", note)
        first, count = self.counts.get(kind, (note, 0))
        self.counts[kind] = (first, count + 1)
        self._streak = (kind, self._streak[1] + 1 if self._streak[0] == kind else 1)
        if self._streak[1] >= self._limit:
            raise _StoppedError(f"{self._limit} times in a row: {note}")

    def forget_streak(self) -> None:
        self._streak = ("", 0)


class Work:
    """One run in progress."""

    def __init__(
        self,
        experiment: Experiment,
        log: RunLog,
        options: RunOptions,
        state: RunState,
        scoring: int,
    ) -> None:
        self.standing = Standing(total=0)
        self._experiment = experiment
        self._log = log
        self._options = options
        self._left = dict(state.unfinished)
        self._scoring = scoring
        self._limiter = Limiter(options.calls)
        self._began = options.timer()
        self._unscored = 0
        self._spent = ""
        self._runs = _Failures(options.same_failures)
        self._scorings = _Failures(options.same_failures)

    async def go(self, stages: Callable[[], Awaitable[None]]) -> Summary:
        """Do the stages; what ends them early is said in the summary, and the log is drained."""
        stopped = ""
        task = asyncio.current_task()
        with settled_memory(), interruptible(task) as interrupt:
            try:
                with boundary("run"):
                    await stages()
                stopped = self._spent
            except _StoppedError as stop:
                stopped = str(stop)
            except asyncio.CancelledError:
                if not interrupt.is_set() or task is None:
                    raise
                task.uncancel()
                stopped = "interrupted"
            finally:
                await self._log.drain()
        return self._summary(stopped, interrupt.is_set())

    async def pool(self, jobs: Iterator[T], work: Callable[[T], Awaitable[object]]) -> None:
        """Work on the jobs, a window of them at a time.

        Once the spending limit is reached none is begun; those at work go on to their end.
        """

        async def worker() -> None:
            for job in jobs:
                await work(job)
                if self._spent:
                    return

        async with asyncio.TaskGroup() as group:
            for _ in range(self._options.open_sessions):
                group.create_task(worker())

    async def run_cell(self, cell: Cell) -> None:
        """Run one cell into the log and score it; its failure is logged, not raised."""
        key = cell.key
        recorder = Recorder(self._log, cell, self._options.clock, self._left.pop(key, None))
        bench = _CellBench(self._log.manifest.seed, self._limiter, recorder)
        try:
            with boundary(f"session {key}"), _cancelled_from_within():
                trial = await self._experiment.run(cell, bench)
                await _check_trial(trial, cell, recorder)
                await recorder.finish(trial)
        except RunLogError:
            raise
        except SpendingLimitError as error:
            self._spent = str(error)
            return
        except SandboxError as error:
            note = _note(error)
            await recorder.fail(note)
            self._advance(failed=1)
            self._runs.add(note)
            return
        self._runs.forget_streak()
        await self.score(trial)
        self._advance(done=1)

    async def score_and_count(self, trial: Trial) -> None:
        """Score a trial where scoring is all there is to do."""
        if await self.score(trial):
            self._advance(done=1)
        else:
            self._advance(failed=1)

    async def score(self, trial: Trial) -> bool:
        """Score a trial into the log; says whether that worked."""
        key = trial.cell.key
        try:
            with boundary(f"scoring session {key}"), _cancelled_from_within():
                result = self._experiment.score(trial)
                scores = await result if inspect.isawaitable(result) else result
                await self._log.append(self._score_event(key, scores))
        except RunLogError:
            raise
        except SandboxError as error:
            self._unscored += 1
            self._scorings.add(_note(error))
            return False
        self._scorings.forget_streak()
        return True

    def _score_event(self, session: str, scores: Sequence[Score]) -> ScoreEvent:
        _check_scores(session, scores)
        at = self._options.clock() if self._options.clock else None
        return ScoreEvent(session=session, at=at, scoring=self._scoring, scores=tuple(scores))

    def _advance(self, done: int = 0, failed: int = 0) -> None:
        self.standing = replace(
            self.standing,
            done=self.standing.done + done,
            failed=self.standing.failed + failed,
            seconds=self._options.timer() - self._began,
        )
        if self._options.progress is not None:
            self._options.progress(self.standing)

    def _summary(self, stopped: str, interrupted: bool) -> Summary:
        counts = [*self._runs.counts.values(), *self._scorings.counts.values()]
        return Summary(
            standing=replace(self.standing, seconds=self._options.timer() - self._began),
            unscored=self._unscored,
            stopped=stopped,
            interrupted=interrupted,
            repaired=self._log.repaired,
            failures=tuple(sorted(counts, key=lambda pair: (-pair[1], pair[0]))),
        )


async def _check_trial(trial: Trial, cell: Cell, recorder: Recorder) -> None:
    if trial.cell != cell:
        raise UsageError(f"session {cell.key}: the study returned the trial of another cell")
    ending = trial.transcript.ending if trial.transcript else None
    if trial.transcript and ending and ending.kind == "error":
        await recorder.begin(trial.transcript)
        raise _SessionFailedError(ending.note or "the session ended in an error")


def _check_scores(session: str, scores: Sequence[Score]) -> None:
    seen: set[tuple[str, int | None, str]] = set()
    for held in scores:
        key = (held.metric, held.turn, held.scorer)
        if held.session != session or key in seen:
            what = "twice" if key in seen else f"for session {held.session}"
            raise UsageError(
                f"session {session}: {held.metric} (turn {held.turn}, scorer {held.scorer!r}) is "
                f"scored {what}; metric, turn and scorer together name a score of one session"
            )
        seen.add(key)


@contextlib.contextmanager
def _cancelled_from_within() -> Iterator[None]:
    """A cancellation that nobody asked of this task is a failure like any other."""
    try:
        yield
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise _SessionFailedError("a call was cancelled from within") from error


def _note(error: SandboxError) -> str:
    return (
        str(error) if isinstance(error, _SessionFailedError) else f"{type(error).__name__}: {error}"
    )
