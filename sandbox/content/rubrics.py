"""What a rubric may say: criteria with their choices and polarity, totals, worked cases.

A rubric is data: a rater's form, a judge's prompt and every total are made of it. Knows no judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, field_validator

from sandbox.content.schema import ID, Strict, Text

CRITERION_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
RESERVED = frozenset({"id", "label", "rating", "reason", "score", "value", "verdict", "why"})
"""Keys of a judge's reply, hence no ids of criteria."""

Long = Annotated[StrictStr, Field(min_length=1, max_length=4_000)]
Polarity = Literal["higher-is-better", "lower-is-better"]
SettledBy = Literal["exact", "judge", "signal"]


class ChoiceSpec(Strict):
    """One verdict that a criterion offers: the number that is kept, and what it says."""

    value: StrictInt
    label: Annotated[StrictStr, Field(min_length=1, max_length=60)]


class CriterionSpec(Strict):
    """One question to the rater. `choices` stand worst first, best last.

    Attributes:
        title: A few words, for tables.
        dimension: What it belongs to; `subdimension` is the narrower group, if any.
        look_at: Which evidence in the reply to look at.
        polarity: Whether the better choice has the higher value. Where the value counts errors,
            it has the lower one.
        weight: Its share in weighted totals.
        settled_by: Who has the last word: exact mathematics where the reply can be read (else the
            judge), the judge alone, or the judge with deterministic signals beside it.
        is_specific: Whether a problem may bring a wording of its own for it.
        is_optional: Whether a rating may lack it; no total holds it then.
    """

    id: StrictStr
    title: Annotated[StrictStr, Field(min_length=1, max_length=60)]
    dimension: Text
    subdimension: StrictStr = ""
    asks: Text
    look_at: Text
    choices: Annotated[list[ChoiceSpec], Field(min_length=2, max_length=7)]
    polarity: Polarity
    weight: Annotated[StrictFloat | StrictInt, Field(ge=0)] = 1
    settled_by: SettledBy
    is_specific: StrictBool = False
    is_optional: StrictBool = False

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not CRITERION_ID.fullmatch(value) or value in RESERVED:
            raise ValueError(
                f"must be lower case with underscores, and none of {', '.join(sorted(RESERVED))}"
            )
        return value

    @property
    def values(self) -> tuple[int, ...]:
        """The values on offer, worst first."""
        return tuple(choice.value for choice in self.choices)

    def label(self, value: float) -> str:
        """What a value says; empty where it is not on offer."""
        return next((choice.label for choice in self.choices if choice.value == value), "")

    def share(self, value: float) -> float:
        """The share of the possible points that a value earns: v / best, or 1 − v / worst where a
        lower value is better. A value below zero takes points away."""
        if self.polarity == "higher-is-better":
            return value / self.values[-1]
        return 1 - value / self.values[0]

    def faults(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """What is wrong with the choices: (key, what would be right)."""
        values = list(self.values)
        rising = self.polarity == "higher-is-better"
        if values != sorted(set(values), reverse=not rising):
            way = "rise" if rising else "fall"
            yield (
                ("choices",),
                f"stand worst first, so with {self.polarity} their values must {way}: {values}",
            )
        elif max(values) <= 0 or (not rising and min(values) != 0):
            yield ("choices",), "the most points, or errors, must be above 0, and no error 0"
        labels = [choice.label.casefold() for choice in self.choices]
        if len(set(labels)) < len(labels):
            yield ("choices",), f"two have the same label: {labels}"


class TotalSpec(Strict):
    """A figure made of several criteria; scored only where all of them are.

    `how`: the mean share of possible points, the plain sum of the values, or the sum of weight
    times share.
    """

    id: StrictStr
    title: Annotated[StrictStr, Field(min_length=1, max_length=60)]
    of: Annotated[list[StrictStr], Field(min_length=1)]
    how: Literal["mean", "sum", "weighted"]


class VerdictSpec(Strict):
    """The right rating of one criterion in a worked case, and why."""

    value: StrictInt
    why: Text


class CaseSpec(Strict):
    """A worked case: raters practise on it, judges get it as an example."""

    about: Text
    problem: Long
    learner: StrictStr = ""
    reference: StrictStr = ""
    transcript: Long
    ratings: Annotated[Mapping[str, VerdictSpec], Field(min_length=1)]


class RubricSpec(Strict):
    """A rubric: what is rated, by which criteria, into which totals.

    `rates` says what one rating is of: a single reply or all that the tutor said in a session.
    """

    id: StrictStr
    title: Text
    about: Long
    source: Text
    rates: Literal["reply", "session"]
    criteria: Annotated[list[CriterionSpec], Field(min_length=1)]
    totals: Annotated[list[TotalSpec], Field(min_length=1)]
    cases: Annotated[list[CaseSpec], Field(min_length=3)]

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise ValueError("must be kebab-case")
        return value

    def criterion(self, name: str) -> CriterionSpec:
        """The criterion of that id; KeyError where there is none."""
        return self._by_id[name]

    @property
    def _by_id(self) -> dict[str, CriterionSpec]:
        return {criterion.id: criterion for criterion in self.criteria}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the criteria, in order."""
        return tuple(criterion.id for criterion in self.criteria)

    def faults(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """What the schema cannot see, with the keys that lead there."""
        yield from self._name_faults()
        for number, criterion in enumerate(self.criteria):
            for keys, what in criterion.faults():
                yield ("criteria", number, *keys), what
        for number, total in enumerate(self.totals):
            for what in self._total_faults(total):
                yield ("totals", number, "of"), what
        for number, case in enumerate(self.cases):
            for key, what in self._case_faults(case):
                yield ("cases", number, "ratings", *key), what

    def _name_faults(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        seen: set[str] = set()
        named = (("criteria", self.ids), ("totals", [total.id for total in self.totals]))
        for key, names in named:
            for number, name in enumerate(names):
                if name in seen:
                    yield (key, number, "id"), f"{name!r} names another criterion or total too"
                seen.add(name)

    def _total_faults(self, total: TotalSpec) -> Iterator[str]:
        known = self._by_id
        for name in total.of:
            if name not in known:
                yield f"{name!r} is no criterion of this rubric"
            elif known[name].is_optional:
                yield f"{name} is optional, so a total that holds it could not be compared"
        if len(set(total.of)) < len(total.of):
            yield "a criterion stands twice"
        weights = [Decimal(str(known[name].weight)) for name in total.of if name in known]
        if total.how == "weighted" and sum(weights) != 1:
            yield f"the weights of a weighted total must add up to 1, not {sum(weights)}"

    def _case_faults(self, case: CaseSpec) -> Iterator[tuple[tuple[str, ...], str]]:
        known = self._by_id
        for name, verdict in case.ratings.items():
            if name not in known:
                yield (name,), "is no criterion of this rubric"
            elif verdict.value not in known[name].values:
                offered = ", ".join(map(str, known[name].values))
                yield (name, "value"), f"{verdict.value} is not on offer: {offered}"
        missing = [c.id for c in self.criteria if c.id not in case.ratings and not c.is_optional]
        if missing:
            yield (), f"lacks {', '.join(missing)}"
