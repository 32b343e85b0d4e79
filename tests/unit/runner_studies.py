"""Small studies with known behaviour, for the runner's tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from sandbox.experiments.base import Bench
from sandbox.records import Cell, Ending, Item, Manifest, Score, Transcript, Trial, Turn
from sandbox.runner import plan

ITEM = Item(id="i", question="1/2 + 1/3?", answer="5/6")


def opened(cell: Cell) -> Transcript:
    return Transcript(session=cell.key, item=ITEM, student="s", tutor="t")


def turn(index: int, text: str = "") -> Turn:
    seat = "student" if index % 2 == 0 else "tutor"
    return Turn(index=index, seat=seat, text=text or f"turn {index}", author="x")


def ended(transcript: Transcript, *turns: Turn, kind: str = "turn-limit") -> Transcript:
    ending = Ending.model_validate({"kind": kind, "note": "lost it" if kind == "error" else ""})
    return transcript.model_copy(update={"turns": turns, "ending": ending})


async def plain(cell: Cell, bench: Bench) -> Trial:
    """A whole session of three turns, told to the bench turn by turn."""
    transcript = bench.earlier(cell.key) or opened(cell)
    await bench.begin(transcript)
    turns = list(transcript.turns)
    while len(turns) < 3:
        async with bench.limiter:
            await asyncio.sleep(0)
        turns.append(turn(len(turns)))
        await bench.record_turn(cell.key, turns[-1])
    return Trial(cell=cell, transcript=ended(transcript, *turns))


def one_score(trial: Trial) -> Sequence[Score]:
    count = len(trial.transcript.turns) if trial.transcript else 0
    return [Score(session=trial.cell.key, metric="turns", value=float(count))]


class Study:
    """A study of `count` cells that behave as the two functions say."""

    name = "fake"

    def __init__(
        self,
        count: int = 5,
        behave: Callable[[Cell, Bench], Awaitable[Trial]] = plain,
        judge: Callable[[Trial], Sequence[Score] | Awaitable[Sequence[Score]]] = one_score,
    ) -> None:
        self.count = count
        self.behave = behave
        self.judge = judge
        self.ran: list[int] = []

    def design(self) -> Mapping[str, JsonValue]:
        return {"count": self.count}

    def cells(self) -> Iterator[Cell]:
        return (Cell(study=self.name, factors={"n": number}) for number in range(self.count))

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        self.ran.append(number(cell))
        return await self.behave(cell, bench)

    def score(self, trial: Trial) -> Sequence[Score] | Awaitable[Sequence[Score]]:
        return self.judge(trial)


def number(cell: Cell) -> int:
    held = cell.factors["n"]
    assert isinstance(held, int)
    return held


def manifest(study: Study) -> Manifest:
    return plan(study, seed=11, created="2024-05-01", version="0", content="none")
