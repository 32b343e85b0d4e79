"""What a design for collecting sessions from participants may say: who does what, in which order,
what they consent to, what they are asked at the end. Knows no participant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, ValidationError, field_validator

from sandbox.content.files import read_list
from sandbox.content.schema import ID, Strict, Text
from sandbox.errors import ContentError, Fault

Long = Annotated[StrictStr, Field(min_length=1, max_length=6_000)]
Label = Annotated[StrictStr, Field(min_length=1, max_length=80)]
Order = Literal["blocks", "latin-square"]
MOST_TURNS = 100


class ConditionSpec(Strict):
    """One thing that a participant can be assigned to.

    Attributes:
        seat: The participant's role.
        student: The student opposite, or whom the participant plays.
        tutor: The tutor opposite; not used where the participant teaches.
        family: The kind of problem; the same problem for all who are in this condition.
    """

    id: StrictStr
    seat: Literal["student", "tutor"]
    student: Label
    tutor: Label = "scripted:socratic"
    family: StrictStr

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        return _kebab(value)


class QuestionSpec(Strict):
    """One item of the questionnaire. `choices` are for "choice", worst or least first."""

    id: StrictStr
    asks: Text
    kind: Literal["choice", "text"] = "choice"
    choices: list[Label] = Field(default_factory=list, max_length=12)
    is_optional: StrictBool = False

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        return _kebab(value)


class TurnsSpec(Strict):
    """How long a session lasts: turns of both sides together."""

    least: Annotated[StrictInt, Field(ge=0, le=MOST_TURNS)] = 0
    most: Annotated[StrictInt, Field(ge=2, le=MOST_TURNS)] = 24


class CollectionSpec(Strict):
    """A study that collects sessions.

    Attributes:
        order: "blocks": each participant does one condition; within each block of arrivals every
            condition occurs once. "latin-square": each does all, in the order of a row of a Latin
            square that is balanced for what comes before what.
        seed: Keys the order of conditions and the problems.
        codes: The codes that the organiser has given out; empty lets anybody choose one.
        names_belief: Whether who taught is asked what the student believed.
        shows_key: Whether who teaches is told the key.
        shows_hints: Whether who teaches is told how to go about it.
    """

    id: StrictStr
    title: Label
    consent: Long
    instructions: Mapping[Literal["student", "tutor"], Long]
    order: Order
    seed: StrictStr = "1"
    conditions: Annotated[list[ConditionSpec], Field(min_length=1, max_length=40)]
    turns: TurnsSpec = TurnsSpec()
    codes: list[StrictStr] = Field(default_factory=list)
    names_belief: StrictBool = False
    shows_key: StrictBool = True
    shows_hints: StrictBool = True
    questionnaire: list[QuestionSpec] = Field(default_factory=list, max_length=40)

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        return _kebab(value)

    def condition(self, name: str) -> ConditionSpec:
        """The condition of that id; KeyError where there is none."""
        return {each.id: each for each in self.conditions}[name]

    def faults(self, families: Mapping[str, object]) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """What the schema cannot see, with the keys that lead there."""
        if self.turns.least > self.turns.most:
            yield ("turns", "least"), f"is more than most, {self.turns.most}"
        for key, ids in (
            ("conditions", [each.id for each in self.conditions]),
            ("questionnaire", [each.id for each in self.questionnaire]),
        ):
            for number, name in enumerate(ids):
                if name in ids[:number]:
                    yield (key, number, "id"), f"{name!r} stands twice"
        for number, condition in enumerate(self.conditions):
            if condition.family not in families:
                yield ("conditions", number, "family"), f"no family {condition.family!r} is known"
            if condition.seat not in self.instructions:
                yield ("instructions",), f"says nothing to the {condition.seat}"
        for number, question in enumerate(self.questionnaire):
            if (question.kind == "choice") != (len(question.choices) >= 2):
                yield (
                    ("questionnaire", number, "choices"),
                    "a choice has at least two choices, a text none",
                )
            if len(set(question.choices)) < len(question.choices):
                yield ("questionnaire", number, "choices"), "one stands twice"


def read_collections(path: Path, families: Mapping[str, object]) -> list[CollectionSpec]:
    """The designs of one file of the user's.

    Args:
        path: The file.
        families: The kinds of problems that are known.

    Raises:
        ContentError: with every fault of the file.
    """
    faults: list[Fault] = []
    found = []
    for entry in read_list(path, path.name, faults):
        try:
            spec = CollectionSpec.model_validate(entry.data)
        except ValidationError as error:
            faults += [
                Fault(entry.place(*each["loc"]), f"{_dotted(each['loc'])}: {each['msg']}")
                for each in error.errors()
            ]
            continue
        faults += [
            Fault(entry.place(*keys), f"{_dotted(keys)}: {what}")
            for keys, what in spec.faults(families)
        ]
        found.append(spec)
    if not found and not faults:
        faults.append(Fault(path.name, "holds no design"))
    if faults:
        raise ContentError(faults)
    return found


def _dotted(keys: tuple[str | int, ...]) -> str:
    return ".".join(map(str, keys)) or "entry"


def _kebab(value: str) -> str:
    if not ID.fullmatch(value):
        raise ValueError("must be kebab-case")
    return value
