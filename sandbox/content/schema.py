"""The content format: what may stand in the YAML files, and nothing else.

Formulas and answers are quoted strings; the schema refuses numbers, booleans and dates in their
place, because YAML reads 3:4 as 184, 0.30 as 0.3 and no as false.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_validator,
)

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MISCONCEPTION_ID = re.compile(rf"{ID.pattern}/{ID.pattern}")

Text = Annotated[StrictStr, Field(min_length=1, max_length=600)]
Formula = Annotated[StrictStr, Field(min_length=1, max_length=400)]
Range = Annotated[StrictStr, Field(pattern=r"^-?\d+\.\.-?\d+$")]

RootCause = Literal[
    "additive-reasoning",
    "buggy-algorithm",
    "concept-or-operation-confusion",
    "conjoining-or-closure",
    "counting-marks-not-intervals",
    "equiprobability",
    "incomplete-procedure",
    "notation-misread",
    "over-linear-thinking",
    "overgeneralised-rule",
    "partial-distribution",
    "reversed-direction",
    "scale-or-representation-misread",
    "sign-handling",
    "surface-cue",
    "unit-conversion",
    "whole-number-bias",
    "wrong-whole",
]
AnswerFormat = Literal[
    "choice",
    "coordinates",
    "decimal",
    "equation",
    "expression",
    "fraction",
    "inequality",
    "integer",
    "list",
    "mixed",
    "ordered list",
    "percent",
    "ratio",
    "standard form",
    "text",
    "time",
]
Benchmark = Literal["low", "intermediate", "high", "advanced"]
Attitude = Literal["likes very much", "likes", "dislikes"]
Confidence = Literal["very confident", "confident", "not confident"]


class Strict(BaseModel):
    """Unknown keys are faults; nothing is coerced."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Helps(Strict):
    """What moves a learner off a misconception.

    `case` is a question the learner's own rule answers absurdly, `because` says what is absurd
    about it, `question` makes the learner doubt, `picture` names a representation, `idea` is the
    key idea in one sentence.
    """

    case: Text
    because: Text
    question: Text
    picture: Text
    idea: Text


class MisconceptionSpec(Strict):
    """One belief, in words. What it answers is in the families."""

    id: StrictStr
    name: Annotated[StrictStr, Field(min_length=1, max_length=70)]
    statement: Text
    root_cause: RootCause
    grades: Annotated[StrictStr, Field(pattern=r"^\d(-\d)?$")]
    says: Annotated[list[Text], Field(min_length=2, max_length=3)]
    helps: Helps
    evidence: Literal["documented", "adapted", "practitioner"]
    source: StrictStr = ""

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not MISCONCEPTION_ID.fullmatch(value):
            raise ValueError("must be topic/kebab-case-name")
        return value


class ListParameter(Strict):
    """A list of integers: each drawn from a range or a choice, `count` long."""

    each: Range | list[StrictInt]
    count: Range | StrictInt


def _one_fault(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    """One message instead of one for each thing that the value might have been."""
    try:
        return validate(value)
    except ValidationError:
        raise ValueError(
            'must be "low..high", a list of whole numbers, a list of quoted words, or '
            '{each: "low..high", count: n}'
        ) from None


ParameterSpec = Annotated[
    Range | list[StrictInt] | list[StrictStr] | ListParameter, WrapValidator(_one_fault)
]


class ErrorSpec(Strict):
    """What one misconception writes here. `when` limits it to the problems that it touches."""

    answer: Formula
    working: Annotated[list[Text], Field(min_length=1, max_length=6)]
    when: Formula | None = None


class StepSpec(Strict):
    """One step of the right way: `ask` asks for it without giving it away, `do` carries it out."""

    ask: Text
    do: Text


class Timss(Strict):
    """Where the family sits in the TIMSS frameworks; `level` is the benchmark it is typical of."""

    grade: Literal[4, 8]
    area: Text
    level: Benchmark


class FamilySpec(Strict):
    """One kind of problem: how it is asked, drawn, read, answered, and answered wrongly."""

    id: StrictStr
    title: Text
    grades: Annotated[StrictStr, Field(pattern=r"^\d(-\d)?$")]
    timss: Timss
    ccss: StrictStr
    ccss_fit: Literal["direct", "closest"] = "direct"
    format: AnswerFormat
    unit: StrictStr = ""
    form_matters: bool = False
    ask: Annotated[list[Text], Field(min_length=2, max_length=6)]
    figure: Mapping[str, Any] | None = None
    ask_figure: Annotated[list[Text], Field(max_length=6)] = Field(default_factory=list)
    core: list[Text] = Field(default_factory=list)
    params: Mapping[str, ParameterSpec]
    let: Mapping[str, Formula] = Field(default_factory=dict)
    domain: list[Formula] = Field(default_factory=list)
    draw: list[Formula] = Field(default_factory=list)
    answer: Formula
    steps: Annotated[list[StepSpec], Field(min_length=1, max_length=5)]
    errors: Annotated[Mapping[str, ErrorSpec], Field(min_length=2)]

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise ValueError("must be kebab-case")
        return value

    @field_validator("figure")
    @classmethod
    def _figure(cls, value: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if value is not None:
            _check_plain(value, "")
        return value

    @model_validator(mode="after")
    def _both(self) -> Self:
        if self.figure is not None and not self.ask_figure:
            raise ValueError("figure needs ask_figure: what is asked beside it")
        if self.ask_figure and self.figure is None:
            raise ValueError("ask_figure needs a figure")
        return self


def _check_plain(value: Any, path: str) -> None:
    """Refuse what YAML made of text that was not quoted (0.5, dates, null)."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            _check_plain(part, f"{path}.{name}")
    elif isinstance(value, list):
        for k, part in enumerate(value):
            _check_plain(part, f"{path}.{k}")
    elif not isinstance(value, str | int):
        raise ValueError(
            f"{path.lstrip('.')} must be quoted text, a whole number, true or false, not {value!r}"
        )


class ProfileSpec(Strict):
    """A learner profile in the manner of TIMSS: (attitude, confidence, coverage, score).

    `score` is on the TIMSS scale (mean 500, standard deviation 100). It describes a population,
    not a child: it is a simulated attribute.
    """

    id: StrictStr
    grade: Literal[4, 8]
    tier: Literal["high", "intermediate", "low"]
    attitude: Attitude
    confidence: Confidence
    coverage: Annotated[list[Text], Field(min_length=1)]
    score: Annotated[StrictInt, Field(ge=100, le=900)]


class PrecedenceSpec(Strict):
    """Of two beliefs that answer one question differently, which goes first, and why."""

    first: StrictStr
    then: StrictStr
    why: Text


class PersonaSpec(Strict):
    """A coherent student: one root cause, held wherever it seems to fit.

    `beliefs` stand in order of precedence. `child` says in the third person what the child is like
    and good at; `cause` explains the root cause to an educator.
    """

    id: StrictStr
    name: Annotated[StrictStr, Field(min_length=1, max_length=70)]
    grades: Annotated[StrictStr, Field(pattern=r"^\d(-\d)?$")]
    root_cause: RootCause
    child: Text
    attitude: Attitude
    confidence: Confidence
    cause: Text
    source: StrictStr = ""
    beliefs: Annotated[list[StrictStr], Field(min_length=3)]
    precedence: list[PrecedenceSpec] = Field(default_factory=list)

    @field_validator("id")
    @classmethod
    def _id(cls, value: str) -> str:
        if not ID.fullmatch(value):
            raise ValueError("must be kebab-case")
        return value

    @field_validator("beliefs")
    @classmethod
    def _beliefs(cls, value: list[str]) -> list[str]:
        if twice := {name for name in value if value.count(name) > 1}:
            raise ValueError(f"names {', '.join(sorted(twice))} twice")
        return value

    @model_validator(mode="after")
    def _in_order(self) -> PersonaSpec:
        place = {name: k for k, name in enumerate(self.beliefs)}
        for pair in self.precedence:
            strangers = [name for name in (pair.first, pair.then) if name not in place]
            if strangers:
                raise ValueError(f"precedence: {', '.join(strangers)} is none of its beliefs")
            if place[pair.first] >= place[pair.then]:
                raise ValueError(f"precedence: {pair.first} stands behind {pair.then} in beliefs")
        return self


class TutorSpec(Strict):
    """A scripted tutor policy: what it does, and the wordings of each of its moves.

    `{name}` slots in a wording are filled by the policy; a move's wordings are alternatives.
    """

    id: StrictStr
    about: Text
    moves: Mapping[str, Annotated[list[Text], Field(min_length=1)]]


class PhraseSpec(Strict):
    """How a child says something, in alternative wordings; the student fills the `{name}` slots."""

    id: StrictStr
    wordings: Annotated[list[Text], Field(min_length=1)]


class StudentCardSpec(Strict):
    """A student as a tutor is told of it in a few sentences.

    Attributes:
        title: For tables.
        card: What a tutor and a judge read.
        needs: What teaching fits, for the signals, which read no card; empty leaves the fit to
            judges.
    """

    id: StrictStr
    title: Text
    card: Text
    needs: Literal["support", "challenge", ""] = ""
