"""The ranking form of the misconception study, as on the Eedi data: for a wrong answer all
misconceptions of the file are ranked, and the mean average precision cut at 25 is reported.

The baseline retrieves by the likeness of words (TF-IDF over words and letters); a model puts the
first 25 of it into an order of its own. A cell is one wrong answer in one trial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.content.itemfiles import ItemSet, Pair
from sandbox.errors import UsageError
from sandbox.experiments.asking import Models, Sampling, messages_of
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.estimates import Planned
from sandbox.experiments.model_novices import object_schema, picture, shown
from sandbox.experiments.reading import order_reader
from sandbox.maths.retrieval import retrieval
from sandbox.prompts import prompt_hash
from sandbox.records import Cell, Score, Trial, rng
from sandbox.scoring.ranked import CUT, rank_scores
from sandbox.types import Message, ReplySchema

RETRIEVAL = "scripted:retrieval"
PROMPTS = ("ranking_system", "ranking_task", "repair")
TOKENS_PER_PLACE = 4


@dataclass(frozen=True)
class RankingStudy:
    """The retrieval baseline, and models that re-rank its first 25."""

    items: ItemSet
    source: Mapping[str, JsonValue]
    trials: int = 1
    seed: int = 0
    models: tuple[str, ...] = ()
    sampling: Sampling = field(default_factory=Sampling)
    access: Models = field(default_factory=Models, compare=False)
    name: str = "ranking"
    pairs: tuple[Pair, ...] = field(init=False)
    statements: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        refuse_twice("model", self.models, "trials")
        object.__setattr__(self, "pairs", tuple(self.items.pairs()))
        # in the order of the statements: an id decides nothing, not even a tie
        object.__setattr__(self, "statements", tuple(sorted(set(self.items.statements.values()))))
        if not self.pairs:
            raise UsageError("there is no wrong answer with a known cause among these items")

    def design(self) -> Mapping[str, JsonValue]:
        """Who ranks what."""
        design: dict[str, JsonValue] = {
            **self.source,
            "trials": self.trials,
            "seed": self.seed,
            "ranked": len(self.statements),
            "pairs": len(self.pairs),
        }
        if self.models:
            design |= {"models": [*self.models], **self.sampling.model_dump(mode="json")}
        return design

    def cells(self) -> Iterator[Cell]:
        """One cell for each wrong answer; for a model, in each trial."""
        for ranker in (RETRIEVAL, *self.models):
            for trial in range(self.trials if ranker != RETRIEVAL else 1):
                for number in range(len(self.pairs)):
                    factors: dict[str, JsonValue] = {"ranker": ranker, "pair": number}
                    yield Cell(study=self.name, factors=factors, replicate=trial)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The first 25, by statement's place; of a model, with its replies."""
        pair = self._pair(cell)
        first = self.retrieved(pair)[:CUT]
        truth = self.statements.index(self.items.statements[pair.misconception])
        known: dict[str, JsonValue] = {"item": pair.item.id, "truth": truth}
        if cell.factors["ranker"] == RETRIEVAL:
            return Trial(cell=cell, observations={**known, "order": [*first], "reason": ""})
        return Trial(cell=cell, observations={**known, **await self._ask(cell, bench, first)})

    def score(self, trial: Trial) -> Sequence[Score]:
        """Average precision cut at 25, first place, and whether the truth is in the cut.

        An order that cannot be read is unscored.
        """
        order, reason = trial.observations["order"], str(trial.observations["reason"])
        assert isinstance(order, list)
        values: dict[str, float | None] = dict.fromkeys((f"ap@{CUT}", "first", f"hit@{CUT}"))
        if not reason:
            found = rank_scores(order, trial.observations["truth"])
            values = {
                f"ap@{CUT}": found.precision,
                "first": float(found.is_first),
                f"hit@{CUT}": float(found.is_within),
            }
        return [
            Score(session=trial.cell.key, metric=name, value=value, reason=reason, scorer="rules")
            for name, value in values.items()
        ]

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked."""
        for cell in self.cells():
            if cell.factors["ranker"] in self.models:
                model = str(cell.factors["ranker"])
                first = self.retrieved(self._pair(cell))[:CUT]
                _, messages = self._put(cell, first)
                settings = self.access.settings(model, self.sampling)
                reply = TOKENS_PER_PLACE * len(first)
                yield Planned(model, "re-rank", tuple(messages), settings, reply)

    def retrieved(self, pair: Pair) -> list[int]:
        """The places of all statements, the likest to question and wrong answer first.

        Of equally like ones the first in the alphabet stands first.
        """
        likeness = retrieval(self.statements).likeness(f"{pair.item.in_words} {pair.wrong}")
        return sorted(range(len(self.statements)), key=lambda place: (-likeness[place], place))

    def _pair(self, cell: Cell) -> Pair:
        return self.pairs[int(str(cell.factors["pair"]))]

    def _put(self, cell: Cell, first: Sequence[int]) -> tuple[list[int], list[Message]]:
        """The candidates in an order without meaning, and what a model is asked about them."""
        pair = self._pair(cell)
        shuffled = [*first]
        rng(self.seed, "ranking", cell.replicate, cell.factors["pair"]).shuffle(shuffled)
        task = {
            "question": pair.item.question,
            "figure": shown(pair.item)["figure"],
            "right": pair.item.answer,
            "wrong": pair.wrong,
            "candidates": [self.statements[place] for place in shuffled],
        }
        return shuffled, messages_of("ranking", {}, task, picture(pair.item))

    async def _ask(self, cell: Cell, bench: Bench, first: Sequence[int]) -> dict[str, JsonValue]:
        shuffled, messages = self._put(cell, first)
        desk = self.access.desk(cell, bench)
        found = await desk.ask(
            str(cell.factors["ranker"]),
            messages,
            self.sampling,
            order_reader(len(shuffled)),
            schema=_order_schema(),
        )
        named = [shuffled[number] for number in found.order]
        # what it did not name keeps the order of the retrieval
        rest = [place for place in first if place not in named]
        return {
            "order": [*named, *rest] if named else [],
            "reason": found.reason,
            "prompt": prompt_hash(*PROMPTS),
            **desk.observed(),
        }


def _order_schema() -> ReplySchema:
    numbers: dict[str, JsonValue] = {"type": "array", "items": {"type": "integer"}}
    return object_schema("order", {"Order": numbers})
