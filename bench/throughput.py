"""What the runner and the log cost: sessions a second, microseconds an event, memory.

    python bench/throughput.py [--sessions 4000] [--turns 8] [--calls 16]

Runs sessions whose turns cost nothing on one core, so that all the time is the runner's and the
log's: scheduling, logging with a flush to the disk, scoring, and then reading everything back.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from sandbox import runner
from sandbox.experiments.base import Bench
from sandbox.records import Cell, Ending, Item, Score, Transcript, Trial, Turn
from sandbox.store.reading import ScoreIndex, sessions
from sandbox.store.runlog import RunLog

TEXT = "I added the tops and I added the bottoms, so three quarters and a half make 4/6. "


class Idle:
    """Sessions that cost nothing to hold."""

    name = "idle"

    def __init__(self, count: int, turns: int) -> None:
        self.count = count
        self.turns = turns

    def design(self) -> Mapping[str, JsonValue]:
        return {"count": self.count, "turns": self.turns}

    def cells(self) -> Iterator[Cell]:
        for number in range(self.count):
            yield Cell(
                study=self.name, factors={"student": "novice", "tutor": "idle"}, replicate=number
            )

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        opened = Transcript(
            session=cell.key,
            item=Item(id="i", question="What is 3/4 + 1/2?", answer="5/4"),
            student="novice",
            tutor="idle",
        )
        await bench.begin(opened)
        turns: list[Turn] = []
        for index in range(self.turns):
            seat = "student" if index % 2 == 0 else "tutor"
            turns.append(
                Turn(index=index, seat=seat, text=TEXT * 2, author="idle", hidden={"belief": 0.5})
            )
            await bench.record_turn(cell.key, turns[-1])
        ending = Ending(kind="turn-limit")
        return Trial(
            cell=cell,
            transcript=opened.model_copy(update={"turns": tuple(turns), "ending": ending}),
        )

    def score(self, trial: Trial) -> list[Score]:
        return [
            Score(session=trial.cell.key, metric="clean", value=1.0, turn=index, scorer="idle")
            for index in range(self.turns // 2)
        ]


def main() -> None:
    """Run, read back, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=4000)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--calls", type=int, default=runner.RunOptions().calls)
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
        _measure(Path(place) / "run", Idle(asked.sessions, asked.turns), asked.calls)


def _measure(folder: Path, study: Idle, calls: int) -> None:
    manifest = runner.plan(study, seed=0, created="", version="", content="")
    before = _memory()
    began, cpu = time.perf_counter(), time.process_time()
    with RunLog.create(folder, manifest) as log:
        options = runner.RunOptions(calls=calls, clock=lambda: "2024-05-01T09:00:00Z")
        asyncio.run(runner.run(study, log, options))
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    events = study.count * (study.turns + 4)
    print(f"run   {study.count / wall:8.0f} sessions/s   {cpu / events * 1e6:6.1f} µs CPU an event")
    print(f"      {_memory() - before:8.1f} MB more at the peak for {study.count} sessions")
    began = time.perf_counter()
    index = ScoreIndex(folder)
    read = sum(len(index.of(trial.cell.key)) for trial in sessions(folder))
    wall = time.perf_counter() - began
    print(f"read  {study.count / wall:8.0f} sessions/s   ({read} scores)")


def _memory() -> float:
    """The greatest memory this process has had, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    main()
