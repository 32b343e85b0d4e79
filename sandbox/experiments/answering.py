"""The baseline of the misconception study: how often is a multiple-choice question answered
rightly, with the choice alone and with an explanation before it?

A cell is one question in one trial, for a model under one setting. The scripted answerers (always
right, any choice) take the same questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.content.itemfiles import ItemSet
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.asking import Models, Sampling, messages_of
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.estimates import EXPLAINED, TERSE, Planned
from sandbox.experiments.model_novices import choice_schema, offered, picture, shown
from sandbox.experiments.novices import NoviceModel
from sandbox.experiments.pairs import chosen_score
from sandbox.experiments.reading import choice_reader
from sandbox.prompts import prompt_hash
from sandbox.records import Cell, Item, Score, Trial, rng
from sandbox.types import Message

SETTINGS: dict[str, str] = {
    "answer": "the choice alone",
    "answer-exp": "an explanation first",
}
PROMPTS = ("answering_system", "answering_task", "repair")


@dataclass(frozen=True)
class AnsweringStudy:
    """Each answerer picks the choice it takes for right."""

    items: ItemSet
    source: Mapping[str, JsonValue]
    trials: int = 4
    seed: int = 0
    answerers: tuple[NoviceModel, ...] = ()
    models: tuple[str, ...] = ()
    settings: tuple[str, ...] = tuple(SETTINGS)
    sampling: Sampling = field(default_factory=Sampling)
    access: Models = field(default_factory=Models, compare=False)
    name: str = "answering"
    questions: tuple[Item, ...] = field(init=False)

    def __post_init__(self) -> None:
        refuse_twice("answerer", [*(one.name for one in self.answerers), *self.models], "trials")
        refuse_twice("setting", [_known(setting) for setting in self.settings], "trials")
        choosable = tuple(item for item in self.items.items if item.choices and item.key)
        object.__setattr__(self, "questions", choosable)
        if not choosable:
            raise UsageError(
                "these items are open questions; the answering baseline picks among choices, so "
                "give multiple-choice items (an Eedi import, or generated ones)"
            )
        if self.models and not self.settings:
            raise UsageError(f"models are asked under a setting: {', '.join(SETTINGS)}")

    def design(self) -> Mapping[str, JsonValue]:
        """Who answers what, how often."""
        design: dict[str, JsonValue] = {
            **self.source,
            "answerers": [one.name for one in self.answerers],
            "trials": self.trials,
            "seed": self.seed,
        }
        if self.models:
            design |= {"models": [*self.models], **self.sampling.model_dump(mode="json")}
            design["settings"] = [*self.settings]
        return design

    def cells(self) -> Iterator[Cell]:
        """One cell for each answerer (a model: under each setting), trial and question."""
        plain = [{"answerer": one.name} for one in self.answerers]
        asked = [{"answerer": m, "setting": s} for m in self.models for s in self.settings]
        for who in (*plain, *asked):
            for trial in range(self.trials):
                for number in range(len(self.questions)):
                    yield Cell(
                        study=self.name, factors={**who, "question": number}, replicate=trial
                    )

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The choice; of a model, with its replies."""
        item = self._item(cell)
        known: dict[str, JsonValue] = {"item": item.id, "key": item.key}
        if "setting" in cell.factors:
            return Trial(cell=cell, observations={**known, **await self._ask(cell, bench)})
        answerer = next(one for one in self.answerers if one.name == cell.factors["answerer"])
        chance = rng(self.seed, "answering", cell.replicate, cell.factors["question"])
        chosen = await answerer.choose(item, "", chance)
        observed = {"chosen": chosen.label, "reason": chosen.reason}
        return Trial(cell=cell, observations={**known, **observed})

    def score(self, trial: Trial) -> Sequence[Score]:
        """Whether the right choice was picked."""
        return [chosen_score(trial, "correct", str(trial.observations["key"]))]

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked."""
        for cell in self.cells():
            if "setting" in cell.factors:
                model, setting = str(cell.factors["answerer"]), str(cell.factors["setting"])
                settings = self.access.settings(model, self.sampling)
                reply = EXPLAINED if _explains(cell) else TERSE
                yield Planned(model, setting, tuple(self._messages(cell)), settings, reply)

    def _item(self, cell: Cell) -> Item:
        return self.questions[int(str(cell.factors["question"]))]

    def _messages(self, cell: Cell) -> list[Message]:
        item = self._item(cell)
        explains = {"explains": _explains(cell)}
        return messages_of("answering", explains, shown(item), picture(item))

    async def _ask(self, cell: Cell, bench: Bench) -> dict[str, JsonValue]:
        item = self._item(cell)
        desk = self.access.desk(cell, bench)
        found = await desk.ask(
            str(cell.factors["answerer"]),
            self._messages(cell),
            self.sampling,
            choice_reader(offered(item)),
            schema=choice_schema(item, explained=_explains(cell)),
        )
        return {
            "chosen": found.label,
            "written": found.written,
            "reason": found.reason,
            "prompt": prompt_hash(*PROMPTS),
            **desk.observed(),
        }


def _known(setting: str) -> str:
    if setting not in SETTINGS:
        raise UnknownNameError("answering setting", setting, SETTINGS)
    return setting


def _explains(cell: Cell) -> bool:
    return cell.factors["setting"] == "answer-exp"
