"""Scripted tutoring sessions a second on one core, logged and (apart) scored, and the peak memory.

    python bench/dialogues.py [--sessions 2000]

Novices of the whole catalogue meet four tutors about fresh items. Reported: sessions a second while
the sessions run and are logged turn by turn, CPU time a session, and how it compares with sessions
that cost nothing (`bench/throughput.py`), measured in the same minute: the ratio tells on a busy
machine, too. Then the same with the scores, and the growth of the peak memory from as many sessions
to four times as many (flat means: no growth with sessions).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from throughput import Idle

from sandbox import runner
from sandbox.content.library import Library, load
from sandbox.experiments.base import Experiment
from sandbox.experiments.dialogue import Dialogue, DialogueDesign
from sandbox.records import Score, Trial, rng
from sandbox.store.runlog import RunLog

TUTORS = ("scripted:solver", "scripted:teller", "scripted:socratic", "scripted:one-size")
STUDENTS = 250
"""As many for any number of sessions: what a kind of problem costs when first met is no growth."""


class Unscored(Dialogue):
    """The same sessions, not scored."""

    def score(self, trial: Trial) -> Sequence[Score]:
        return []


def study(library: Library, sessions: int, kind: type[Dialogue], seed: int) -> Dialogue:
    names = sorted(library.misconceptions)
    chosen = rng("bench").sample(names, min(len(names), STUDENTS))
    rounds = max(1, sessions // (len(chosen) * len(TUTORS)))
    students = tuple(f"novice:{name}" for name in chosen)
    design = DialogueDesign(students=students, tutors=TUTORS, replicates=rounds, tests=0, seed=seed)
    return kind(library, design)


@dataclass(frozen=True)
class Measured:
    """How many sessions ran, in how many seconds, with how many of CPU time."""

    sessions: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        """Sessions a second."""
        return self.sessions / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of CPU time a session."""
        return self.cpu / self.sessions * 1000

    def __str__(self) -> str:
        return f"{self.rate:7.0f} sessions/s {self.each:7.2f} ms CPU a session ({self.sessions})"


def measure(experiment: Experiment) -> Measured:
    """Run and log an experiment in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = runner.plan(experiment, seed=0, created="", version="bench", content="")
        with RunLog.create(Path(folder) / "run", manifest) as log:
            began, cpu = time.perf_counter(), time.process_time()
            summary = asyncio.run(runner.run(experiment, log))
            seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
            return Measured(summary.standing.done, seconds, cpu)


def peak() -> float:
    """Peak memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sessions", type=int, default=2000)
    wanted = parser.parse_args().sessions
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    library = load()
    measure(study(library, wanted, Unscored, seed=0))
    once = peak()
    before = measure(Idle(wanted, turns=8))
    run = measure(study(library, wanted, Unscored, seed=1))
    after = measure(Idle(wanted, turns=8))
    print(f"run and logged: {run}")
    print(f"cost nothing:   {before}")
    print(f"                {after}")
    print(f"ratio:          {2 * run.rate / (before.rate + after.rate):7.2f}")
    print(f"and scored:     {measure(study(library, wanted, Dialogue, seed=2))}")
    scored = peak()
    measure(study(library, 4 * wanted, Dialogue, seed=3))
    print(f"peak memory:    {once:7.0f} MB for {wanted} sessions, {scored:.0f} MB when scored")
    print(f"                {peak() - scored:7.1f} MB more for four times as many")


if __name__ == "__main__":
    main()
