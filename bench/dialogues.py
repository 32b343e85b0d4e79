"""Scripted tutoring sessions a second on one core, logged and (apart) scored, and the peak memory.

    python bench/dialogues.py [--sessions 2000]

Novices of the whole catalogue meet four tutors about fresh items. Reported: sessions a second while
the sessions run and are logged turn by turn; sessions a second with the scores; memory beyond the
start, for this many sessions and for a quarter of them (flat means: no growth with sessions).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sandbox import runner
from sandbox.content.library import Library, load
from sandbox.experiments.dialogue import Dialogue, DialogueDesign
from sandbox.records import Score, Trial, rng
from sandbox.store.runlog import RunLog

TUTORS = ("scripted:solver", "scripted:teller", "scripted:socratic", "scripted:one-size")


class Unscored(Dialogue):
    """The same sessions, not scored."""

    def score(self, trial: Trial) -> Sequence[Score]:
        return []


def study(library: Library, sessions: int, kind: type[Dialogue]) -> Dialogue:
    names = sorted(library.misconceptions)
    chosen = rng("bench").sample(names, min(len(names), max(1, sessions // len(TUTORS))))
    rounds = max(1, sessions // (len(chosen) * len(TUTORS)))
    students = tuple(f"novice:{name}" for name in chosen)
    return kind(
        library, DialogueDesign(students=students, tutors=TUTORS, replicates=rounds, tests=0)
    )


def measure(library: Library, sessions: int, kind: type[Dialogue]) -> tuple[int, float]:
    """Sessions run, and seconds."""
    experiment = study(library, sessions, kind)
    with tempfile.TemporaryDirectory() as folder:
        manifest = runner.plan(experiment, seed=0, created="", version="bench", content="")
        with RunLog.create(Path(folder) / "run", manifest) as log:
            start = time.perf_counter()
            summary = asyncio.run(runner.run(experiment, log))
            return summary.standing.done, time.perf_counter() - start


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
    measure(library, wanted // 4, Unscored)
    quarter = peak()
    done, seconds = measure(library, wanted, Unscored)
    whole = peak()
    print(f"run and logged: {done / seconds:8.0f} sessions/s ({done} sessions)")
    print(f"memory: {whole - quarter:.1f} MB more at the peak than with a quarter of the sessions")
    done, seconds = measure(library, wanted // 4, Dialogue)
    print(f"and scored:     {done / seconds:8.0f} sessions/s")


if __name__ == "__main__":
    main()
