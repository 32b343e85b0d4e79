"""The misconception study (Liu et al., arXiv 2310.02439): can a novice be played, can a tutor name
the misconception? Novice learner (s1), expert tutor (s2 against the number of candidates).

The unit is a pair: a question and a wrong choice with its one cause. A cell is one pair in one
trial, for a model under one prompt setting. Agents see what their seat would: the novice its own
belief, the tutor candidates by statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from sandbox.agents.base import Brief, Ranking, Tutor, View, view_for
from sandbox.content.generate import items as generate_items
from sandbox.content.itemfiles import ItemSet, Pair
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.candidates import Candidates, Pool
from sandbox.experiments.estimates import EXPLAINED, TERSE, Planned
from sandbox.experiments.model_novices import PROMPTS as NOVICE_PROMPTS
from sandbox.experiments.model_novices import (
    Examples,
    choice_schema,
    explains,
    known_setting,
    novice_messages,
    offered,
)
from sandbox.experiments.model_tutors import PROMPTS as EXPERT_PROMPTS
from sandbox.experiments.model_tutors import expert_messages, number_schema
from sandbox.experiments.novices import NoviceModel
from sandbox.experiments.pairs import PairStudy, chosen_score, rules_score
from sandbox.experiments.reading import choice_reader, number_reader
from sandbox.maths.families import Families
from sandbox.maths.solutions import readable
from sandbox.prompts import prompt_hash
from sandbox.records import Cell, Score, Trial, Turn, digest, rng
from sandbox.types import Message

POOLS = (4, 10, 20, 40, 60, 80, 100)


def generated(library: Library, questions: int, seed: int) -> ItemSet:
    """Fresh multiple-choice questions, with the statements of the misconceptions they test."""
    made = tuple(generate_items(library, questions, seed))
    statements = {name: spec.statement for name, spec in library.misconceptions.items()}
    return ItemSet(made, statements)


@dataclass(frozen=True)
class NoviceStudy(PairStudy):
    """Each novice plays a student who holds the pair's misconception and picks a choice."""

    novices: tuple[NoviceModel, ...] = ()
    settings: tuple[str, ...] = ()
    name: str = "novice"
    examples: Examples = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_twice("novice", [*(novice.name for novice in self.novices), *self.models], "trials")
        refuse_twice("setting", [known_setting(setting) for setting in self.settings], "trials")
        object.__setattr__(self, "pairs", tuple(pair for pair in self.pairs if pair.label))
        object.__setattr__(self, "examples", Examples(self.pairs))
        if not self.pairs:
            raise UsageError(
                "these items are open questions; a novice picks among choices, so give "
                "multiple-choice items (an Eedi import, or generated ones). The expert-tutor "
                "study takes open questions"
            )
        if self.models and not any(self.eligible.values()):
            raise UsageError(
                f"no pair can be asked under {', '.join(self.settings) or 'no setting'}: examples "
                "of the same misconception need two more of it on other questions"
            )

    @property
    def eligible(self) -> dict[str, int]:
        """How many pairs each setting is asked on."""
        return {setting: len(self.examples.eligible(setting)) for setting in self.settings}

    def design(self) -> Mapping[str, JsonValue]:
        """Who plays, on what, how often."""
        design: dict[str, JsonValue] = {
            **self.source,
            "novices": [novice.name for novice in self.novices],
            "trials": self.trials,
            "seed": self.seed,
            **self.asked(),
        }
        if self.models:
            design["settings"] = [*self.settings]
            design["eligible"] = {**self.eligible}
            design["pairs"] = len(self.pairs)
        return design

    def cells(self) -> Iterator[Cell]:
        """One cell for each novice (a model: under each setting), trial and pair."""
        for novice in self.novices:
            for trial in range(self.trials):
                for number in range(len(self.pairs)):
                    factors: dict[str, JsonValue] = {"novice": novice.name, "pair": number}
                    yield Cell(study=self.name, factors=factors, replicate=trial)
        for model in self.models:
            for setting in self.settings:
                for trial in range(self.trials):
                    for number in self.examples.eligible(setting):
                        factors = {"novice": model, "setting": setting, "pair": number}
                        yield Cell(study=self.name, factors=factors, replicate=trial)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The choice the novice makes; of a model, with its replies."""
        pair = self.pair_of(cell)
        observations: dict[str, JsonValue] = {
            "item": pair.item.id,
            "expected": pair.label,
            "key": pair.item.key,
        }
        if "setting" in cell.factors:
            return Trial(cell=cell, observations={**observations, **await self._ask(cell, bench)})
        novice = next(n for n in self.novices if n.name == cell.factors["novice"])
        statement = self.items.statements[pair.misconception]
        chance = rng(self.seed, "novice", cell.replicate, cell.factors["pair"])
        chosen = await novice.choose(pair.item, statement, chance)
        return Trial(
            cell=cell,
            observations={**observations, "chosen": chosen.label, "reason": chosen.reason},
        )

    def score(self, trial: Trial) -> Sequence[Score]:
        """s1 (picked the misconception's choice) and whether the right choice was picked."""
        seen = trial.observations
        return [
            chosen_score(trial, "s1", str(seen["expected"])),
            chosen_score(trial, "correct", str(seen["key"])),
        ]

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked."""
        for cell in self.cells():
            if "setting" in cell.factors:
                model, setting = str(cell.factors["novice"]), str(cell.factors["setting"])
                settings = self.access.settings(model, self.sampling)
                reply = EXPLAINED if explains(setting) else TERSE
                yield Planned(model, setting, tuple(self._messages(cell)), settings, reply)

    def _messages(self, cell: Cell) -> list[Message]:
        setting, number = str(cell.factors["setting"]), int(str(cell.factors["pair"]))
        chance = rng(self.seed, "examples", setting, cell.replicate, number)
        examples = self.examples.of(setting, number, chance)
        return novice_messages(self.pairs[number], self.items.statements, setting, examples)

    async def _ask(self, cell: Cell, bench: Bench) -> dict[str, JsonValue]:
        item = self.pair_of(cell).item
        desk = self.access.desk(cell, bench)
        found = await desk.ask(
            str(cell.factors["novice"]),
            self._messages(cell),
            self.sampling,
            choice_reader(offered(item)),
            schema=choice_schema(item, explained=explains(str(cell.factors["setting"]))),
        )
        return {
            "chosen": found.label,
            "written": found.written,
            "reason": found.reason,
            "prompt": prompt_hash(*NOVICE_PROMPTS),
            **desk.observed(),
        }


@dataclass(frozen=True)
class ExpertTutorStudy(PairStudy):
    """Each tutor names the misconception behind the pair's wrong answer among n candidates.

    Open questions will do: it takes a wrong answer, no choices. Where it gives worked examples, one
    of each candidate, a trial asks about what it does not work. `families` say of which questions
    the answer can be computed, for the report, and of which strand a question without topic is.
    """

    tutors: tuple[Tutor, ...] = ()
    pools: tuple[Pool, ...] = POOLS
    gives_examples: bool = False
    families: Families | None = field(default=None, compare=False)
    name: str = "expert-tutor"
    candidates: Candidates = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_twice("tutor", [*(tutor.name for tutor in self.tutors), *self.models], "trials")
        object.__setattr__(self, "candidates", Candidates(self.items, self.pairs, self.families))
        self.candidates.check(self.pools)
        if self.gives_examples and not self._asked(0):
            raise UsageError(
                "no misconception has wrong answers to two questions here, so none can be asked "
                "about after a worked example"
            )

    def design(self) -> Mapping[str, JsonValue]:
        """Who diagnoses, on what, among how many, how often."""
        return {
            **self.source,
            "tutors": [tutor.name for tutor in self.tutors],
            "pools": list(self.pools),
            "trials": self.trials,
            "seed": self.seed,
            **({"examples": "one"} if self.gives_examples else {}),
            **self.asked(),
        }

    def cells(self) -> Iterator[Cell]:
        """One cell for each tutor, trial and pair; all pool sizes are asked in it."""
        rounds = self.candidates.rounds(self.trials) if self.gives_examples else self.trials
        for tutor in (*(tutor.name for tutor in self.tutors), *self.models):
            for trial in range(rounds):
                for number in self._asked(trial):
                    factors: dict[str, JsonValue] = {"tutor": tutor, "pair": number}
                    yield Cell(study=self.name, factors=factors, replicate=trial)

    def _asked(self, trial: int) -> Sequence[int]:
        """The pairs of a trial."""
        return self.candidates.asked(trial) if self.gives_examples else range(len(self.pairs))

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The tutor's ranking for every pool size; of a model, what it names, and its replies."""
        pair = self.pair_of(cell)
        truth = self.candidates.truth(pair)
        if cell.factors["tutor"] in self.models:
            asked = await self._ask(cell, bench)
            return Trial(cell=cell, observations={**asked, **self._kind(pair)})
        tutor = next(t for t in self.tutors if t.name == cell.factors["tutor"])
        rankings: list[JsonValue] = []
        for size in self.pools:
            view, pool = self._put(cell, size)
            rankings.append(_observed(await tutor.rank(view, pool), pool, truth))
        seen = {"item": pair.item.id, "rankings": rankings, **self._kind(pair)}
        return Trial(cell=cell, observations=seen)

    def _kind(self, pair: Pair) -> dict[str, JsonValue]:
        """What the report groups by: the true statement, and whether the question can be read."""
        if self.families is None:
            return {}
        is_read = readable(pair.item.in_words, self.families)
        return {"believed": self.candidates.truth(pair), "readable": is_read}

    def score(self, trial: Trial) -> Sequence[Score]:
        """s2 and, of a tutor that ranks, the reciprocal rank: one of each a pool size.

        A model names one candidate: that is no ranking. A reply that cannot be read is unscored.
        """
        scores = []
        for size, seen in zip(self.pools, _rankings(trial), strict=True):
            order = seen["order"]
            truth = seen["truth"]
            assert isinstance(order, list)
            reason = str(seen["reason"])
            is_unread = seen.get("unread") is True
            is_alone = seen["pool"] == 1
            reason = "its topic has no other misconception" if is_alone else reason
            is_unscored = is_unread or is_alone
            first = None if is_unscored else float(bool(order) and order[0] == truth)
            detail: dict[str, JsonValue] = {"pool": size, "abstained": not order}
            if "believed" in trial.observations:
                detail |= {key: trial.observations[key] for key in ("believed", "readable")}
                detail["candidates"] = seen["pool"]
            scores.append(rules_score(trial, f"s2@{size}", first, reason, detail))
            if "unread" not in seen and not is_alone:
                rank = 1 / (order.index(truth) + 1) if truth in order else 0.0
                scores.append(rules_score(trial, f"mrr@{size}", rank, reason, detail))
        return scores

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked."""
        for cell in self.cells():
            if cell.factors["tutor"] in self.models:
                model = str(cell.factors["tutor"])
                settings = self.access.settings(model, self.sampling)
                for size in self.pools:
                    messages = tuple(expert_messages(*self._put(cell, size)))
                    yield Planned(model, f"n={size}", messages, settings, EXPLAINED)

    def _put(self, cell: Cell, size: Pool) -> tuple[View, list[str]]:
        """What the tutor sees, and its candidates in an order without meaning."""
        pair = self.pair_of(cell)
        chance = rng(self.seed, "pool", cell.replicate, cell.factors["pair"], size)
        pool = self.candidates.pool(pair, size, chance)
        key = digest(self.seed, "tutor", cell.replicate, cell.factors["pair"], size)
        view = view_for("tutor", key, pair.item, Brief(), [_wrong_turn(pair)])
        if not self.gives_examples:
            return view, pool
        examples = self.candidates.examples(pool, cell.replicate, pair)
        return replace(view, examples=examples), pool

    async def _ask(self, cell: Cell, bench: Bench) -> dict[str, JsonValue]:
        pair = self.pair_of(cell)
        truth = self.candidates.truth(pair)
        desk = self.access.desk(cell, bench)
        rankings: list[JsonValue] = []
        for size in self.pools:
            view, pool = self._put(cell, size)
            found = await desk.ask(
                str(cell.factors["tutor"]),
                expert_messages(view, pool),
                self.sampling,
                number_reader(pool),
                size,
                schema=number_schema(),
            )
            order = () if found.index is None else (found.index,)
            seen = _observed(Ranking(order, reason=found.reason), pool, truth)
            rankings.append({**seen, "unread": bool(found.reason), "written": found.written})
        prompt = prompt_hash(*EXPERT_PROMPTS)
        return {"item": pair.item.id, "rankings": rankings, "prompt": prompt, **desk.observed()}


def _wrong_turn(pair: Pair) -> Turn:
    written = f"{pair.label}. {pair.wrong}" if pair.label else pair.wrong
    return Turn(index=0, seat="student", text=f"My answer is {written}", author="")


def _observed(ranking: Ranking, pool: Sequence[str], truth: str) -> dict[str, JsonValue]:
    return {
        "pool": len(pool),
        "truth": pool.index(truth),
        "order": list(ranking.order),
        "confidence": ranking.confidence,
        "reason": ranking.reason,
    }


def _rankings(trial: Trial) -> list[dict[str, JsonValue]]:
    found = trial.observations["rankings"]
    assert isinstance(found, list)
    return [entry for entry in found if isinstance(entry, dict)]
