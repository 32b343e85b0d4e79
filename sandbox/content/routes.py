"""Routes: how a family of problems is worked out on paper, line by line, and the wrong lines that
its misconceptions write instead. A page is read by its lines; knows no picture and no tutor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any

from pydantic import Field, StrictStr, field_validator

from sandbox.content.schema import Strict, Text
from sandbox.errors import FormulaError, UsageError
from sandbox.maths.expressions import FAILURES, compile_template
from sandbox.maths.families import Families, Problem
from sandbox.maths.normalise import normalise

_LINE = re.compile(r"(?:^|(?<= ))Line \d+: ")

Fields = Annotated[list[Text], Field(min_length=1)]
"""Fields of words, each with its phrases separated by `|` and `*` for any ending."""


class _Templates(Strict):
    """Texts with `{formula}` slots."""

    @field_validator("*")
    @classmethod
    def _compiles(cls, value: Any) -> Any:
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                try:
                    compile_template(text)
                except FormulaError as error:
                    raise ValueError(str(error)) from error
        return value


class SlipSpec(_Templates):
    """The wrong line that a misconception writes in place of the right one."""

    by: StrictStr
    line: Text
    detail: Text
    marks: Fields


class StepSpec(_Templates):
    """One step: what matters before it, what to do and why, the line that comes of it.

    Attributes:
        marks: Fields of words by which a reply that names the detail is known.
        does: Fields of words by which a reply that prescribes the operation is known.
    """

    line: Text
    detail: Text
    operation: Text
    marks: Fields
    does: Fields
    slips: list[SlipSpec] = Field(default_factory=list)


class RouteSpec(_Templates):
    """The worked way through the problems of a family, whose id it bears."""

    id: StrictStr
    domain: StrictStr
    start: Text
    steps: Annotated[list[StepSpec], Field(min_length=2)]


@dataclass(frozen=True)
class Slip:
    """A wrong line, and what matters about it."""

    misconception: str
    line: str
    detail: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class RouteStep:
    """A step of a route with its numbers; `said` is the line as it stands by itself."""

    line: str
    said: str
    detail: str
    operation: str
    marks: tuple[str, ...]
    does: tuple[str, ...]
    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class Standing:
    """How far a page has got: steps written rightly, and the wrong line behind them, if any."""

    done: int
    slip: Slip | None = None


@dataclass(frozen=True)
class Route:
    """The worked way through one problem."""

    problem: Problem
    domain: str
    start: str
    steps: tuple[RouteStep, ...]

    def page(self, done: int, slip: Slip | None = None) -> tuple[str, ...]:
        """The lines on the page after so many right steps, and a wrong one where there is one."""
        right = (self.start, *(step.line for step in self.steps[:done]))
        return (*right, slip.line) if slip else right

    def slip(self, done: int, misconception: str) -> Slip:
        """The wrong line of a misconception after so many right steps.

        Raises:
            UsageError: it writes none there.
        """
        for slip in self.steps[done].slips:
            if slip.misconception == misconception:
                return slip
        raise UsageError(
            f"{misconception} writes no line of its own after step {done} of "
            f"{self.problem.question()!r}"
        )

    def standing(self, lines: Sequence[str]) -> Standing | None:
        """How far a page has got; None where it does not follow this route."""
        plain = [plain_line(line) for line in lines]
        if not plain or plain[0] != plain_line(self.start):
            return None
        done = 0
        for found in plain[1:]:
            if done < len(self.steps) and found == plain_line(self.steps[done].line):
                done += 1
                continue
            return self._slipped(done, found) if found == plain[-1] else None
        return Standing(done)

    def _slipped(self, done: int, found: str) -> Standing | None:
        slips = self.steps[done].slips if done < len(self.steps) else ()
        slip = next((each for each in slips if plain_line(each.line) == found), None)
        return Standing(done, slip) if slip else None

    def after(self, standing: Standing, words: str) -> Standing:
        """How far the student has got who says that the next line is written."""
        if standing.done == len(self.steps):
            return standing
        step = self.steps[standing.done]
        said = plain_line(words)
        written = any(plain_line(each) in said for each in (step.line, step.said))
        return Standing(standing.done + 1) if written else standing


def lines_of(alt: str) -> tuple[str, ...]:
    """The lines of a page that is told as "Line 1: …. Line 2: …."; else none."""
    pieces = _LINE.split(alt)[1:]
    return tuple(piece.strip().removesuffix(".") for piece in pieces)


@lru_cache(maxsize=4096)
def plain_line(line: str) -> str:
    """A line by what it says: one way of writing signs, no spaces, no full stop at the end."""
    return normalise(line).replace(" ", "").rstrip(".").lower()


@dataclass(frozen=True)
class Routes:
    """All routes, by family."""

    specs: Mapping[str, RouteSpec]

    def __iter__(self) -> Iterator[RouteSpec]:
        return iter(self.specs.values())

    def of(self, problem: Problem) -> Route | None:
        """The route through a problem; None where its family has none, or none for its numbers."""
        spec = self.specs.get(problem.family.id)
        try:
            return None if spec is None else _route(spec, problem)
        except FAILURES:
            return None

    def through(self, question: str, families: Families) -> tuple[Route, ...]:
        """The routes through the last question of a text, one a family that reads it."""
        found = (self.of(problem) for problem in families.last(question))
        return tuple(route for route in found if route is not None)


def _route(spec: RouteSpec, problem: Problem) -> Route:
    return _Writer(spec, {**problem.values, "answer": problem.right.text}).route(problem)


@dataclass(frozen=True)
class _Writer:
    """Writes a route with the numbers of a problem."""

    spec: RouteSpec
    values: Mapping[str, Any]

    def route(self, problem: Problem) -> Route:
        steps: list[RouteStep] = []
        for k, spec in enumerate(self.spec.steps):
            line = self.text(spec.line)
            steps.append(
                RouteStep(
                    line=line,
                    said=f"{self._left(steps)} {line}" if line.startswith("=") else line,
                    detail=self.text(spec.detail),
                    operation=self.text(spec.operation),
                    marks=self.texts(spec.marks),
                    does=self.texts(spec.does),
                    slips=tuple(self._slips(problem, k)),
                )
            )
        return Route(problem, self.spec.domain, self.start, tuple(steps))

    @cached_property
    def start(self) -> str:
        return self.text(self.spec.start)

    def _left(self, steps: Sequence[RouteStep]) -> str:
        """What stands on the left of the last line that has a left side of its own."""
        lines = [self.start, *(step.line for step in steps)]
        return next(line for line in reversed(lines) if line[:1] != "=").partition(" =")[0]

    def _slips(self, problem: Problem, k: int) -> Iterator[Slip]:
        for slip in self.spec.steps[k].slips:
            if problem.wrong_by(slip.by) is not None:
                texts = self.text(slip.line), self.text(slip.detail)
                yield Slip(slip.by, *texts, self.texts(slip.marks))

    def texts(self, texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.text, texts))

    def text(self, text: str) -> str:
        return compile_template(text).render(self.values)
