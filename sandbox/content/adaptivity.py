"""What the adaptivity study is made of, as data: designs, items, and what a grade is to learn.

An item is a problem of a family with fixed numbers, so that its answer, steps and figure are exact.
Knows no tutor and no judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, field_validator

from sandbox.content.schema import ID, Strict, Text

Context = Literal["C1", "C2", "C3", "C4"]
"""What a tutor is told: the question alone; the learner's words too; the goals of the grade; the
score."""
Tier = Literal["high", "intermediate", "low"]
Grade = Literal[4, 8]

ALL = "all"


class StudyItemSpec(Strict):
    """One item of the study. `form`: is the answer the label of a choice, or a value?"""

    id: StrictStr
    grade: Grade
    family: StrictStr
    parameters: Mapping[str, StrictInt | StrictStr | list[StrictInt] | list[StrictStr]]
    figure: StrictBool
    form: Literal["label", "value"]
    wording: Annotated[StrictInt, Field(ge=0, le=5)] = 0
    goal: Text

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise ValueError("must be kebab-case")
        return value


class GoalsSpec(Strict):
    """What a grade is expected to learn, for system prompts."""

    id: StrictStr
    grade: Grade
    goals: Annotated[list[Text], Field(min_length=1)]


class AdaptivityDesignSpec(Strict):
    """A full factorial: grades × tiers × contexts × items × replicates, for every tutor.

    Attributes:
        score_in: The contexts in which the tutor is told the learner's score.
        items: Ids of items, or "all".
        temperature: As quoted text, a decimal.
        turns: Turns of both seats; 2 is one question and one reply.
    """

    id: StrictStr
    title: Text
    grades: Annotated[list[Grade], Field(min_length=1)]
    tiers: Annotated[list[Tier], Field(min_length=1)]
    contexts: Annotated[list[Context], Field(min_length=1)]
    score_in: list[Context]
    items: Annotated[list[StrictStr], Field(min_length=1)]
    replicates: Annotated[StrictInt, Field(ge=1, le=1_000)]
    temperature: StrictStr
    max_tokens: Annotated[StrictInt, Field(ge=1)]
    turns: Annotated[StrictInt, Field(ge=2, le=60)]

    @field_validator("grades", "tiers", "contexts", "score_in", "items")
    @classmethod
    def _once(cls, value: list[object]) -> list[object]:
        twice = next((each for each in value if value.count(each) > 1), None)
        if twice is not None:
            raise ValueError(f"{twice} stands twice")
        return value

    @field_validator("temperature")
    @classmethod
    def _temperature(cls, value: str) -> str:
        try:
            number = Decimal(value)
        except InvalidOperation:
            number = Decimal(-1)
        if not number.is_finite() or not 0 <= number <= 2:
            raise ValueError(f"must be a number from 0 to 2, not {value!r}")
        return value

    @property
    def is_conversation(self) -> bool:
        """Whether the learner talks, too."""
        return self.turns > 2


def design_faults(
    design: AdaptivityDesignSpec, items: Iterable[str]
) -> list[tuple[tuple[str, ...], str]]:
    """What is wrong with a design, by key."""
    known = set(items)
    unknown = [name for name in design.items if name != ALL and name not in known]
    outside = [name for name in design.score_in if name not in design.contexts]
    return [
        *((("items",), f"there is no item {name!r}") for name in unknown),
        *((("score_in",), f"{name} is no context of this design") for name in outside),
    ]
