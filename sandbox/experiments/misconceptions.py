"""The misconception study (Liu et al., arXiv 2310.02439): can a novice be played, can a tutor name
the misconception? Novice learner (s1), expert tutor (s2 against the number of candidates).

The unit is a pair: a question and a wrong choice with its one cause. A cell is one pair in one
trial. Agents see what their seat would: the novice its own belief, the tutor candidates by
statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.agents.base import Brief, Ranking, Tutor, view_for
from sandbox.content.generate import items as generate_items
from sandbox.content.itemfiles import ItemSet, Pair
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.novices import NoviceModel
from sandbox.records import Cell, Score, Trial, Turn, digest, rng

POOLS = (4, 10, 20, 40, 60, 80, 100)


def generated(library: Library, questions: int, seed: int) -> ItemSet:
    """Fresh multiple-choice questions, with the statements of the misconceptions they test."""
    made = tuple(generate_items(library, questions, seed))
    statements = {name: spec.statement for name, spec in library.misconceptions.items()}
    return ItemSet(made, statements)


@dataclass(frozen=True)
class _Study:
    """What both studies share: pairs, trials, a seed."""

    items: ItemSet
    source: Mapping[str, JsonValue]
    trials: int = 4
    seed: int = 0
    pairs: tuple[Pair, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple(self.items.pairs()))
        if not self.pairs:
            raise UsageError("there is no wrong answer with a known cause among these items")

    def _pair(self, cell: Cell) -> Pair:
        return self.pairs[int(str(cell.factors["pair"]))]


@dataclass(frozen=True)
class NoviceStudy(_Study):
    """Each novice plays a student who holds the pair's misconception and picks a choice."""

    novices: tuple[NoviceModel, ...] = ()
    name: str = "novice"

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_twice("novice", [novice.name for novice in self.novices])
        object.__setattr__(self, "pairs", tuple(pair for pair in self.pairs if pair.label))
        if not self.pairs:
            raise UsageError(
                "these items are open questions; a novice picks among choices, so give "
                "multiple-choice items (an Eedi import, or generated ones)"
            )

    def design(self) -> Mapping[str, JsonValue]:
        """Who plays, on what, how often."""
        return {
            **self.source,
            "novices": [novice.name for novice in self.novices],
            "trials": self.trials,
            "seed": self.seed,
        }

    def cells(self) -> Iterator[Cell]:
        """One cell for each novice, trial and pair."""
        for novice in self.novices:
            for trial in range(self.trials):
                for number in range(len(self.pairs)):
                    factors: dict[str, JsonValue] = {"novice": novice.name, "pair": number}
                    yield Cell(study=self.name, factors=factors, replicate=trial)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The choice the novice makes."""
        pair = self._pair(cell)
        novice = next(n for n in self.novices if n.name == cell.factors["novice"])
        statement = self.items.statements[pair.misconception]
        chance = rng(self.seed, "novice", cell.replicate, cell.factors["pair"])
        chosen = await novice.choose(pair.item, statement, chance)
        return Trial(
            cell=cell,
            observations={
                "item": pair.item.id,
                "chosen": chosen.label,
                "reason": chosen.reason,
                "expected": pair.label,
                "key": pair.item.key,
            },
        )

    def score(self, trial: Trial) -> Sequence[Score]:
        """s1 (picked the misconception's choice) and whether the right choice was picked."""
        seen = trial.observations
        chosen, reason = str(seen["chosen"]), str(seen["reason"])
        readable = bool(chosen)
        return [
            _score(trial, "s1", float(chosen == seen["expected"]) if readable else None, reason),
            _score(trial, "correct", float(chosen == seen["key"]) if readable else None, reason),
        ]


@dataclass(frozen=True)
class ExpertTutorStudy(_Study):
    """Each tutor names the misconception behind the pair's wrong answer among n candidates."""

    tutors: tuple[Tutor, ...] = ()
    pools: tuple[int, ...] = POOLS
    name: str = "expert-tutor"

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_twice("tutor", [tutor.name for tutor in self.tutors])
        most = len(self.items.statements)
        for size in self.pools:
            if not 2 <= size <= most:
                raise UsageError(f"a pool has 2 to {most} candidates here, not {size}")

    def design(self) -> Mapping[str, JsonValue]:
        """Who diagnoses, on what, among how many, how often."""
        return {
            **self.source,
            "tutors": [tutor.name for tutor in self.tutors],
            "pools": list(self.pools),
            "trials": self.trials,
            "seed": self.seed,
        }

    def cells(self) -> Iterator[Cell]:
        """One cell for each tutor, trial and pair; all pool sizes are asked in it."""
        for tutor in self.tutors:
            for trial in range(self.trials):
                for number in range(len(self.pairs)):
                    factors: dict[str, JsonValue] = {"tutor": tutor.name, "pair": number}
                    yield Cell(study=self.name, factors=factors, replicate=trial)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """The tutor's ranking for every pool size."""
        pair = self._pair(cell)
        tutor = next(t for t in self.tutors if t.name == cell.factors["tutor"])
        rankings: list[JsonValue] = []
        for size in self.pools:
            chance = rng(self.seed, "pool", cell.replicate, cell.factors["pair"], size)
            pool = self._pool(pair, size, chance.sample)
            chance.shuffle(pool)
            chance_key = digest(self.seed, "tutor", cell.replicate, cell.factors["pair"], size)
            view = view_for("tutor", chance_key, pair.item, Brief(), [_wrong_turn(pair)])
            ranking = await tutor.rank(view, pool)
            rankings.append(_observed(ranking, pool, self.items.statements[pair.misconception]))
        return Trial(cell=cell, observations={"item": pair.item.id, "rankings": rankings})

    def _pool(self, pair: Pair, size: int, sample: object) -> list[str]:
        truth = self.items.statements[pair.misconception]
        others = sorted(set(self.items.statements.values()) - {truth})
        return [truth, *sample(others, size - 1)]  # type: ignore[operator]

    def score(self, trial: Trial) -> Sequence[Score]:
        """s2 and the reciprocal rank, one of each a pool size."""
        scores = []
        for size, seen in zip(self.pools, _rankings(trial), strict=True):
            order = seen["order"]
            truth = seen["truth"]
            assert isinstance(order, list)
            reason = str(seen["reason"])
            first = float(bool(order) and order[0] == truth)
            rank = 1 / (order.index(truth) + 1) if truth in order else 0.0
            detail: dict[str, JsonValue] = {"pool": size, "abstained": not order}
            scores.append(_score(trial, f"s2@{size}", first, reason, detail))
            scores.append(_score(trial, f"mrr@{size}", rank, reason, detail))
        return scores


def _wrong_turn(pair: Pair) -> Turn:
    written = f"{pair.label}. {pair.wrong}" if pair.label else pair.wrong
    return Turn(index=0, seat="student", text=f"My answer is {written}", author="")


def _observed(ranking: Ranking, pool: Sequence[str], truth: str) -> JsonValue:
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


def _score(
    trial: Trial,
    metric: str,
    value: float | None,
    reason: str,
    detail: Mapping[str, JsonValue] | None = None,
) -> Score:
    return Score(
        session=trial.cell.key,
        metric=metric,
        value=value,
        reason=reason,
        scorer="rules",
        detail=detail or {},
    )
