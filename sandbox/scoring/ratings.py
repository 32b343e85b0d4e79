"""Ratings by a rubric, whoever gave them, and the totals that they make.

A rating is one verdict on one criterion by one rater: a model, a person, the deterministic signals
or exact mathematics. A total is scored only where all its criteria are; a partial sum would be a
grade that nobody gave. Formulas (`rubrics.CriterionSpec.share`):

- mean: (1/n) Σ shareᵢ, the share of possible points; for errors shareᵢ = 1 − eᵢ, so that the mean
  is 1 − (1/n) Σ eᵢ (arXiv 2605.16011);
- sum: Σ xᵢ of the values as they are, weighted: Σ wᵢ · shareᵢ with Σ wᵢ = 1 (arXiv 2510.23477).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue, model_validator

from sandbox.content.rubrics import RubricSpec, TotalSpec
from sandbox.records import Score
from sandbox.types import Frozen

Source = Literal["model", "human", "signals", "exact"]
AUTOMATIC = ("signals", "exact")
"""The raters that nobody has to ask."""

LONGEST_RAW = 4_000
"""Characters of an unreadable reply that a score keeps; the whole is in the kept replies."""


class Rating(Frozen):
    """One verdict. `value` None means unscored, and `reason` then says why.

    Attributes:
        session: What was rated: a session, and with `turn` one tutor turn of it.
        rater: Who rated: a model's name, `human:CODE`, `signals`, `exact`.
        why: What the rater gave as its reason.
        prompt: Digest of what the rater was asked; empty where it read no prompt.
        raw: The reply that could not be read, once a reply.
    """

    session: str
    turn: int | None = None
    rubric: str
    criterion: str
    rater: str
    source: Source
    value: float | None
    reason: str = ""
    why: str = ""
    prompt: str = ""
    raw: str = ""

    @model_validator(mode="after")
    def _value_or_reason(self) -> Rating:
        if (self.value is None) == (not self.reason):
            raise ValueError("a rating has either a value, or a reason why it has none")
        return self


@dataclass(frozen=True)
class Total:
    """A total of a rubric: None where `reason` says why, from `scored` of `of` criteria."""

    value: float | None
    scored: int
    of: int
    reason: str = ""


def metric_of(rubric: str, name: str) -> str:
    """The metric of a criterion or total: `rubric.adaptivity.q1`."""
    return f"rubric.{rubric}.{name}"


def total_of(rubric: RubricSpec, total: TotalSpec, values: Mapping[str, float | None]) -> Total:
    """One total over the values by criterion.

    The totals are linear, so the means of many replies give the mean of their totals.
    """
    held = [(rubric.criterion(name), values.get(name)) for name in total.of]
    known = [(criterion, value) for criterion, value in held if value is not None]
    if len(known) < len(held):
        missing = ", ".join(criterion.id for criterion, value in held if value is None)
        return Total(None, len(known), len(held), f"no verdict on {missing}")
    if total.how == "sum":
        return Total(sum(value for _, value in known), len(known), len(held))
    shares = [(criterion.weight, criterion.share(value)) for criterion, value in known]
    if total.how == "weighted":
        return Total(sum(weight * share for weight, share in shares), len(known), len(held))
    return Total(sum(share for _, share in shares) / len(shares), len(known), len(held))


def settled(
    rubric: RubricSpec, ratings: Sequence[Rating], exact: Sequence[Rating] = ()
) -> dict[str, Rating]:
    """Criterion → the rating that counts in totals: exact mathematics where a criterion is
    settled by it and it has an answer, else the rater's own."""
    found = {rating.criterion: rating for rating in ratings}
    for rating in exact:
        is_exact = rubric.criterion(rating.criterion).settled_by == "exact"
        if is_exact and rating.value is not None:
            found[rating.criterion] = rating
    return found


def scores_of(
    rubric: RubricSpec, ratings: Sequence[Rating], exact: Sequence[Rating] = ()
) -> list[Score]:
    """The scores of one rater's ratings of one reply or session: criteria, then totals.

    Totals that hold no criterion the rater was asked about are left out.

    Args:
        rubric: The rubric.
        ratings: All by one rater, of one thing.
        exact: What exact mathematics says of the same thing.
    """
    if not ratings:
        return []
    asked = {rating.criterion for rating in ratings}
    counting = settled(rubric, ratings, exact)
    totals = [
        _total_score(rubric, total, ratings[0], counting)
        for total in rubric.totals
        if asked & set(total.of)
    ]
    return [*(score_of(rubric, rating) for rating in ratings), *totals]


def score_of(rubric: RubricSpec, rating: Rating) -> Score:
    """A rating as the log keeps it."""
    detail: dict[str, JsonValue] = {"rater": rating.rater, "source": rating.source}
    if rating.prompt:
        detail["prompt"] = rating.prompt
    if rating.why:
        detail["why"] = rating.why
    if rating.value is not None:
        detail["label"] = rubric.criterion(rating.criterion).label(rating.value)
    if rating.raw:
        detail["raw"] = rating.raw[-LONGEST_RAW:]
    return Score(
        session=rating.session,
        metric=metric_of(rubric.id, rating.criterion),
        value=rating.value,
        reason=rating.reason,
        turn=rating.turn,
        scorer=rating.rater,
        detail=detail,
    )


def _total_score(
    rubric: RubricSpec, total: TotalSpec, first: Rating, counting: Mapping[str, Rating]
) -> Score:
    values = {name: rating.value for name, rating in counting.items()}
    found = total_of(rubric, total, values)
    others = {
        name: rating.source
        for name in total.of
        if (rating := counting.get(name)) is not None and rating.source != first.source
    }
    detail: dict[str, JsonValue] = {
        "rater": first.rater,
        "source": first.source,
        "scored": found.scored,
        "of": found.of,
    }
    if first.prompt:
        detail["prompt"] = first.prompt
    if others:
        detail["settled_by"] = {**others}
    return Score(
        session=first.session,
        metric=metric_of(rubric.id, total.id),
        value=found.value,
        reason=found.reason,
        turn=first.turn,
        scorer=first.rater,
        detail=detail,
    )
