"""A study of scripted sessions; as a script, runs or resumes it in the folder that is named."""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from sandbox import runner
from sandbox.experiments.base import Bench
from sandbox.records import Cell, Ending, Item, Manifest, Score, Transcript, Trial, Turn, rng
from sandbox.store.runlog import RunLog

SESSIONS = 500
TURNS = 6


class Scripted:
    """Turns keyed by cell, seat and turn, so that a resumed turn is the same turn."""

    name = "kill-resume"

    def design(self) -> Mapping[str, JsonValue]:
        return {"sessions": SESSIONS, "turns": TURNS}

    def cells(self) -> Iterator[Cell]:
        for number in range(SESSIONS):
            yield Cell(study=self.name, factors={"student": number % 50}, replicate=number // 50)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        transcript = bench.earlier(cell.key) or Transcript(
            session=cell.key,
            item=Item(id="i", question="1/2 + 1/3?", answer="5/6"),
            student="scripted:student",
            tutor="scripted:tutor",
        )
        await bench.begin(transcript)
        turns = list(transcript.turns)
        while len(turns) < TURNS + cell.replicate % 3:
            async with bench.limiter:
                await asyncio.sleep(0.001)
            turns.append(_turn(cell, len(turns), bench.seed))
            await bench.record_turn(cell.key, turns[-1])
        ending = Ending(kind="turn-limit")
        whole = transcript.model_copy(update={"turns": tuple(turns), "ending": ending})
        return Trial(cell=cell, transcript=whole, observations={"turns": len(turns)})

    async def score(self, trial: Trial) -> list[Score]:
        await asyncio.sleep(0)
        assert trial.transcript is not None
        return [
            Score(session=trial.cell.key, metric="digits", value=float(digits), turn=turn.index)
            for turn in trial.transcript.turns
            for digits in [sum(letter.isdigit() for letter in turn.text)]
        ]


def _turn(cell: Cell, index: int, seed: int) -> Turn:
    seat = "student" if index % 2 == 0 else "tutor"
    draw = rng(seed, cell.key, seat, index)
    words = " ".join(f"w{draw.randrange(10**6)}" for _ in range(draw.randrange(3, 30)))
    return Turn(index=index, seat=seat, text=words, author=f"scripted:{seat}")


async def main(folder: Path) -> runner.Summary:
    options = runner.RunOptions(clock=lambda: "now")
    study = Scripted()
    if not (folder / "manifest.json").exists():
        manifest = runner.plan(study, seed=3, created="now", version="0", content="none")
        with RunLog.create(folder, manifest) as log:
            return await runner.run(study, log, options)
    return await runner.resume(folder, _from_manifest, options)


def _from_manifest(manifest: Manifest) -> Scripted:
    assert manifest.study == Scripted.name
    return Scripted()


if __name__ == "__main__":
    if len(sys.argv) > 2:  # as on a full disk: no file may grow beyond so many bytes
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
    print(asyncio.run(main(Path(sys.argv[1]))))
