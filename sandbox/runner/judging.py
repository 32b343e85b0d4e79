"""Judges a run after the fact: every judge rates what it has not rated yet, into the same log.

No session is run and none is scored anew. A rating that is in the log, under the same rubric and
the same prompt, is not asked for again; a judging that was cut short goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.content.library import Library
from sandbox.content.rubrics import RubricSpec
from sandbox.errors import ModelError, SpendingLimitError, UsageError
from sandbox.experiments.asking import Models, Sampling
from sandbox.experiments.base import Limiter, MemoryBench, refuse_twice
from sandbox.experiments.estimates import Planned
from sandbox.records import Cell, Score
from sandbox.runner.interrupts import interruptible
from sandbox.runner.progress import RunOptions
from sandbox.scoring.automatic import SIGNALS, ExactJudge, SignalJudge
from sandbox.scoring.judge import (
    MAX_TOKENS,
    Judge,
    ModelJudge,
    asked_hash,
    criteria_for,
    judge_messages,
    judge_name,
)
from sandbox.scoring.ratings import AUTOMATIC, Rating, metric_of, scores_of
from sandbox.scoring.subject import Subject, subjects_of
from sandbox.store.events import ScoreEvent
from sandbox.store.reading import ScoreIndex, run_state, sessions
from sandbox.store.runlog import RunLog

REASON_TOKENS = 40
"""Tokens that a reason and a verdict on one criterion usually take."""


@dataclass(frozen=True)
class Judged:
    """What a judging came to: replies rated now and earlier, failures by reason, why it stopped."""

    rated: int
    earlier: int
    failures: tuple[tuple[str, int], ...] = ()
    stopped: str = ""

    @property
    def complete(self) -> bool:
        """Whether every judge has rated everything."""
        return not self.failures and not self.stopped


@dataclass
class Judging:
    """A rubric, the judges that rate by it, and how models among them are asked.

    Attributes:
        judges: Names: `signals`, `exact`, or models.
        is_bare: Whether model judges go without guidance and cases (`scoring.judge`).
        sampling: Temperature and token limit of model judges.
    """

    folder: Path
    library: Library
    rubric: RubricSpec
    judges: Sequence[str]
    models: Models
    is_bare: bool = False
    sampling: Sampling = field(
        default_factory=lambda: Sampling(temperature=0.0, max_tokens=MAX_TOKENS)
    )

    @property
    def asked(self) -> list[str]:
        """The models among the judges."""
        return [name for name in self.judges if name not in AUTOMATIC]

    def check(self) -> None:
        """Refuse judges that have nothing to say, and open the models.

        Raises:
            UsageError: a judge is named twice, or speaks to no criterion of this rubric.
            SandboxError: a model cannot be asked.
        """
        refuse_twice("judge", self.judges)
        settled = {criterion.settled_by for criterion in self.rubric.criteria}
        if "signals" in self.judges and self.rubric.id not in SIGNALS:
            raise UsageError(f"there are no signals for the rubric {self.rubric.id}")
        if "exact" in self.judges and "exact" not in settled:
            raise UsageError(f"mathematics settles no criterion of the rubric {self.rubric.id}")
        self.models.check(self.asked)

    def planned(self) -> Iterator[Planned]:
        """The calls that are left to make if every reply can be read; for an estimate."""
        for name, subject, _ in self._left(Held(self.folder, self.rubric)):
            if name not in AUTOMATIC:
                messages = judge_messages(subject, self.rubric, is_bare=self.is_bare)
                yield Planned(
                    model=name,
                    setting=self.rubric.id,
                    messages=tuple(messages),
                    settings=self.models.settings(name, self.sampling),
                    reply_tokens=REASON_TOKENS * len(criteria_for(subject, self.rubric)),
                )

    async def run(self, log: RunLog, options: RunOptions | None = None) -> Judged:
        """Rate what is not rated yet, a window of replies at a time.

        A Ctrl-C ends it early; what was rated is in the log.

        Raises:
            RunLogError: the log cannot be read or written.
        """
        work = _Work(self, log, options or RunOptions())
        task = asyncio.current_task()
        with interruptible(task) as interrupt:
            try:
                await work.go(self._left(work.held))
            except asyncio.CancelledError:
                if not interrupt.is_set() or task is None:
                    raise
                task.uncancel()
                work.stopped = "interrupted"
            finally:
                await log.drain()
        failures = tuple(sorted(work.failures.items(), key=lambda pair: (-pair[1], pair[0])))
        return Judged(work.rated, work.held.met, failures, work.stopped)

    def judge(self, name: str, cell: Cell, limiter: Limiter) -> Judge:
        """The judge of that name, its replies kept with the cell."""
        if name == "signals":
            return SignalJudge(self.library)
        if name == "exact":
            return ExactJudge()
        bench = MemoryBench()
        bench.limiter = limiter
        settings = self.models.settings(name, self.sampling)
        model = self.models.wrapped(name, cell, bench)
        return ModelJudge(model, name, settings, self.is_bare)

    def prompt(self, name: str) -> str | None:
        """What a rating of that judge names as its prompt; None where any will do."""
        return None if name in AUTOMATIC else asked_hash(self.rubric, is_bare=self.is_bare)

    def scorer(self, name: str) -> str:
        """What that judge is called in scores."""
        return name if name in AUTOMATIC else judge_name(name, is_bare=self.is_bare)

    def _left(self, held: Held) -> Iterator[tuple[str, Subject, Cell]]:
        """(judge, what it has not rated, cell), trial by trial."""
        for trial in sessions(held.folder):
            for subject in subjects_of(trial, self.library, self.rubric):
                for name in self.judges:
                    if not held.has(subject, self.scorer(name), self.prompt(name)):
                        yield name, subject, trial.cell


class Held:
    """Which ratings by a rubric a run's log holds. `met`: how many of those asked for it had."""

    def __init__(self, folder: Path, rubric: RubricSpec) -> None:
        self.folder = folder
        self.met = 0
        index = ScoreIndex(self.folder)
        names = {metric_of(rubric.id, name) for name in rubric.ids}
        self._held = {
            (session, score.turn, score.scorer, str(score.detail.get("prompt", "")))
            for session in index
            for score in index.of(session)
            if score.metric in names
        }
        self._raters = {held[:3] for held in self._held}

    def has(self, subject: Subject, scorer: str, prompt: str | None) -> bool:
        """Whether the subject was rated by that rater, asked in that way."""
        place = (subject.session, subject.turn, scorer)
        found = place in self._raters if prompt is None else (*place, prompt) in self._held
        self.met += found
        return found


class _Work:
    """A judging in progress."""

    def __init__(self, judging: Judging, log: RunLog, options: RunOptions) -> None:
        self.judging, self.log, self.options = judging, log, options
        self.held = Held(judging.folder, judging.rubric)
        self.limiter = Limiter(options.calls)
        self.scoring = max(1, run_state(log.folder).scoring)
        self.rated, self.stopped = 0, ""
        self.failures: Counter[str] = Counter()
        self._streak = 0

    async def go(self, jobs: Iterator[tuple[str, Subject, Cell]]) -> None:
        async def worker() -> None:
            for job in jobs:
                if self.stopped:
                    return
                await self._rate(*job)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.options.open_sessions):
                group.create_task(worker())

    async def _rate(self, name: str, subject: Subject, cell: Cell) -> None:
        judge = self.judging.judge(name, cell, self.limiter)
        try:
            ratings = await judge.rate(subject, self.judging.rubric)
        except SpendingLimitError as error:
            self.stopped = str(error)
            return
        except ModelError as error:
            self._fail(f"{name}: {type(error).__name__}: {error}")
            return
        self._streak = 0
        if ratings:
            exact = ExactJudge().ratings(subject, self.judging.rubric)
            await record(self.log, self.judging.rubric, ratings, exact, self.scoring, self.options)
            self.rated += 1

    def _fail(self, reason: str) -> None:
        self.failures[reason] += 1
        self._streak += 1
        if self._streak >= self.options.same_failures:
            self.stopped = f"{self._streak} failures in a row, the last: {reason}"


async def record(
    log: RunLog,
    rubric: RubricSpec,
    ratings: Sequence[Rating],
    exact: Sequence[Rating] = (),
    scoring: int | None = None,
    options: RunOptions | None = None,
) -> list[Score]:
    """Log one rater's ratings of one reply or session, with their totals; returns the scores.

    Args:
        log: The open run.
        rubric: What was rated by.
        ratings: All by one rater, of one thing.
        exact: What exact mathematics says of it, for the criteria that it settles.
        scoring: The scoring pass they stand beside; the run's last where it is None.
        options: Gives the time stamps.
    """
    scores = scores_of(rubric, ratings, exact)
    number = max(1, run_state(log.folder).scoring) if scoring is None else scoring
    clock = options.clock if options else None
    await log.append(
        ScoreEvent(
            session=ratings[0].session,
            at=clock() if clock else None,
            scoring=number,
            rater=ratings[0].rater,
            scores=tuple(scores),
        )
    )
    return scores
