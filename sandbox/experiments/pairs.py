"""What the studies of misconceptions share: pairs of a question and a wrong answer with its one
cause, who is asked how, and scores by fixed rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.content.itemfiles import ItemSet, Pair
from sandbox.errors import UsageError
from sandbox.experiments.asking import Models, Sampling
from sandbox.experiments.base import refuse_twice
from sandbox.records import Cell, Score, Trial


@dataclass(frozen=True)
class PairStudy:
    """What the studies of pairs share: items, trials, a seed; for models, how they are asked."""

    items: ItemSet
    source: Mapping[str, JsonValue]
    trials: int = 4
    seed: int = 0
    models: tuple[str, ...] = ()
    sampling: Sampling = field(default_factory=Sampling)
    access: Models = field(default_factory=Models, compare=False)
    pairs: tuple[Pair, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple(self.items.pairs()))
        if not self.pairs:
            raise UsageError("there is no wrong answer with a known cause among these items")
        refuse_twice("model", self.models, "trials")

    def pair_of(self, cell: Cell) -> Pair:
        """The pair of a cell."""
        return self.pairs[int(str(cell.factors["pair"]))]

    def asked(self) -> dict[str, JsonValue]:
        """The part of the design about models; nothing where there are none."""
        if not self.models:
            return {}
        return {"models": [*self.models], **self.sampling.model_dump(mode="json")}


def chosen_score(trial: Trial, metric: str, wanted: str) -> Score:
    """Whether the wanted choice was picked. An unread reply is unscored; an answer that can be read
    and is not on offer is wrong."""
    chosen, reason = str(trial.observations["chosen"]), str(trial.observations["reason"])
    is_read = bool(chosen) or not reason
    return rules_score(trial, metric, float(chosen == wanted) if is_read else None, reason)


def rules_score(
    trial: Trial,
    metric: str,
    value: float | None,
    reason: str,
    detail: Mapping[str, JsonValue] | None = None,
) -> Score:
    """A score of a trial by fixed rules; unscored, for the reason, where the value is None."""
    return Score(
        session=trial.cell.key,
        metric=metric,
        value=value,
        reason=reason,
        scorer="rules",
        detail=detail or {},
    )
