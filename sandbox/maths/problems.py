"""A family and its problems: draw parameters, write the question, answer it rightly and wrongly.

Knows formulas and patterns, no YAML and no misconception's words: a misconception is here an id
with a formula.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from sandbox.errors import FormulaError
from sandbox.figures.specs import Figure
from sandbox.maths.answers import Answer, line_said
from sandbox.maths.expressions import (
    FAILURES,
    Formula,
    Template,
    all_of,
    bounded,
    cost_of,
    outcomes,
)
from sandbox.maths.figured import FigureRule
from sandbox.maths.parameters import Parameter, places_among
from sandbox.maths.patterns import Pattern
from sandbox.maths.written import display, with_unit

MAX_TRIES = 4_000


@dataclass(frozen=True)
class MalRule:
    """What one misconception answers in a family, with its working; `when` limits it."""

    misconception: str
    answer: Formula
    working: tuple[Template, ...]
    when: Formula | None = None


@dataclass(frozen=True)
class Step:
    """One step of the right way: the question that asks for it, and the step carried out."""

    ask: str
    do: str


@dataclass(frozen=True, eq=False)
class Family:
    """One kind of problem. Built by the content library from the YAML."""

    id: str
    title: str
    strand: str
    grades: str
    timss_grade: int
    timss_area: str
    level: str
    ccss: str
    format: str
    unit: str
    form_matters: bool
    stems: tuple[Template, ...]
    patterns: tuple[Pattern, ...]
    parameters: Mapping[str, Parameter]
    let: Mapping[str, Formula]
    domain: tuple[Formula, ...]
    draw_only: tuple[Formula, ...]
    answer: Formula
    steps: tuple[tuple[Template, Template], ...]
    errors: Mapping[str, MalRule]
    figure: FigureRule | None = None
    figure_stems: tuple[Template, ...] = ()

    @cached_property
    def flavour(self) -> Mapping[str, str]:
        """Words that only dress a stem up (names of people, things), with one to fall back on.

        No formula uses them, so a wording need not show them, and problems that differ only in
        them are the same problem.
        """
        rules = self.errors.values()
        formulas = [self.answer, *self.let.values(), *self.domain, *self.draw_only]
        formulas += [rule.answer for rule in rules] + [rule.when for rule in rules if rule.when]
        used = frozenset().union(*(formula.names for formula in formulas))
        return {
            name: str(parameter.choices[0])
            for name, parameter in self.parameters.items()
            if isinstance(parameter.kind, tuple) and name not in used
        }

    @cached_property
    def needed(self) -> frozenset[str]:
        """The parameters that every wording must show."""
        return frozenset(self.parameters) - self.flavour.keys()

    @cached_property
    def _in_domain(self) -> Formula:
        return all_of(self.domain)

    @cached_property
    def _sieve(self) -> tuple[tuple[str, Formula], ...]:
        """The `let` formulas by name and, under no name, each condition as soon as its names are
        known, cheap ones first: most draws are refused, and in this order soonest."""
        steps: list[tuple[str, Formula]] = []
        waiting = sorted((*self.domain, *self.draw_only), key=cost_of)
        known = set(self.parameters)
        for name, formula in self.let.items():
            steps += [("", all_of(ready))] if (ready := _ready(waiting, known)) else []
            waiting = [condition for condition in waiting if condition not in ready]
            steps.append((name, formula))
            known.add(name)
        return (*steps, ("", all_of(waiting)))

    @cached_property
    def _most_errors(self) -> float:
        """How many misconceptions can err at once, each in its own way: no more than there are
        answers beside the right one."""
        answers = [self.answer, *(rule.answer for rule in self.errors.values())]
        possible = [outcomes(answer) for answer in answers]
        if any(each is None for each in possible):
            return math.inf
        return len(frozenset().union(*(each for each in possible if each is not None))) - 1

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        """How many choices each parameter has; none where there is a list among them."""
        its = self.parameters.values()
        return () if any(each.counts for each in its) else tuple(len(each.choices) for each in its)

    def _drawn(self, generator: random.Random) -> dict[str, Any]:
        """A value for each parameter, in their order."""
        its = self.parameters.items()
        if not self._sizes:
            return {name: parameter.draw(generator) for name, parameter in its}
        places = places_among(self._sizes, generator)
        return {name: each.choices[k] for (name, each), k in zip(its, places, strict=True)}

    def _good(self, generator: random.Random) -> Problem | None:
        """The problem with the parameters drawn next, if it is inside domain and draw
        conditions."""
        values = self._drawn(generator)
        for name, formula in self._sieve:
            if name:
                values[name] = bounded(formula(values))
            elif not formula(values):
                return None
        drawn = tuple([(name, values[name]) for name in self.parameters])
        return _problem(self, _Given(drawn, {**self.flavour, **values}))

    def problem(self, parameters: Mapping[str, Any]) -> Problem:
        """The problem with these parameters.

        Raises:
            FormulaError: the parameters are outside the family's domain.
        """
        order = [name for name in self.parameters if name in parameters]
        return _problem(self, _Given(tuple((name, parameters[name]) for name in order)))

    def _values(self, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters and what follows from them.

        Raises:
            FormulaError: the parameters are outside the family's domain.
        """
        try:
            values = {**self.flavour, **parameters}
            for name, formula in self.let.items():
                values[name] = bounded(formula(values))
            sensible = self._in_domain(values)
        except FAILURES as error:
            raise FormulaError(
                f"{self.id} makes no sense for {dict(parameters)}: {error}"
            ) from error
        if not sensible:
            raise FormulaError(f"{self.id} makes no sense for {dict(parameters)}")
        return values

    def draw(self, generator: random.Random, *, including: str = "", least: int = 1) -> Problem:
        """A good problem: inside domain and draw conditions, all answers different.

        Args:
            generator: The only source of chance.
            including: A misconception that must give a wrong answer here.
            least: How many misconceptions must give a wrong answer.

        Raises:
            FormulaError: there is no such problem, or none was found in 4,000 tries; the message
                says what went wrong in the last try that failed.
        """
        failure = ""
        for _ in range(MAX_TRIES if least <= self._most_errors else 0):
            try:
                problem = self._good(generator)
                if problem is None or (including and problem.wrong_by(including) is None):
                    continue
                if problem.tells_apart(least):
                    return problem
            except FAILURES as error:
                failure = f": {error}"
        wanted = f" in which {including} errs" if including else ""
        raise FormulaError(f"{self.id} draws no problem{wanted} in {MAX_TRIES} tries{failure}")


def _ready(conditions: Sequence[Formula], known: set[str]) -> list[Formula]:
    return [condition for condition in conditions if condition.names <= known]


@dataclass(frozen=True)
class _Given:
    """The parameters of a problem, and what follows from them where that is known already."""

    parameters: tuple[tuple[str, Any], ...]
    values: Mapping[str, Any] | None = field(default=None, compare=False)


@lru_cache(maxsize=1024)
def _problem(family: Family, given: _Given) -> Problem:
    """The same question is drawn, asked, asked again, answered and scored: its answers are worked
    out once."""
    parameters = dict(given.parameters)
    values = family._values(parameters) if given.values is None else given.values
    return Problem(family, parameters, values)


@dataclass(frozen=True, eq=False)
class Problem:
    """A family with its parameters. `values` also holds the `let` names."""

    family: Family
    parameters: Mapping[str, Any]
    values: Mapping[str, Any]

    def question(self, wording: int = 0) -> str:
        """The question in one of the family's wordings (counted round)."""
        stems = self.family.stems
        return stems[wording % len(stems)].render(self.values)

    def figure_question(self, wording: int = 0) -> str:
        """The question beside the figure, in one of the wordings for that (counted round)."""
        stems = self.family.figure_stems
        return stems[wording % len(stems)].render(self.values)

    @cached_property
    def figure(self) -> Figure | None:
        """The figure, None where the family has none for these numbers.

        Raises:
            ValueError: it has one that cannot be drawn.
        """
        rule = self.family.figure
        return None if rule is None else rule.figure(self.values)

    @cached_property
    def right(self) -> Answer:
        """The right answer; its working is the steps carried out."""
        return self._answer(self.family.answer, tuple(do for _, do in self.family.steps))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The right way, step by step; a step that cannot be said of these numbers is left out."""
        named = {**self.values, "answer": self.right.text}
        said = ((line_said(ask, named), line_said(do, named)) for ask, do in self.family.steps)
        return tuple(Step(ask, do) for ask, do in said if ask and do)

    @cached_property
    def wrong(self) -> dict[str, Answer]:
        """Misconception → its answer, for those that err here (a rule that happens to be right, or
        that does not apply, is left out)."""
        answers = ((name, self.wrong_by(name)) for name in self.family.errors)
        return {name: answer for name, answer in answers if answer is not None}

    def wrong_by(self, misconception: str) -> Answer | None:
        """What the misconception answers, or None where it does not err here."""
        answer = self.by(misconception)
        return None if answer is None or answer.same(self.right) else answer

    @cached_property
    def is_diagnostic(self) -> bool:
        """Whether every wrong answer has exactly one cause among those the family tests."""
        return self._told_apart(1) is not None

    def tells_apart(self, least: int) -> bool:
        """Whether at least so many misconceptions err here, each in its own way; as soon as that
        is known."""
        found = self._told_apart(least)
        if found is not None:  # nobody need work it out again
            self.__dict__.update(wrong=found, is_diagnostic=True)
        return found is not None

    def _told_apart(self, least: int) -> dict[str, Answer] | None:
        """What `wrong` holds, if that is at least so many answers, and one, and no two the same."""
        found: dict[str, Answer] = {}
        left = len(self.family.errors)
        for name in self.family.errors:
            left -= 1
            answer = self.wrong_by(name)
            if answer is not None:
                for other in found.values():
                    if other.same(answer):
                        return None
                found[name] = answer
            elif len(found) + left < least:
                return None
        return found if len(found) >= max(least, 1) else None

    def by(self, misconception: str) -> Answer | None:
        """What the misconception answers, or None where the family does not test it or its rule
        does not apply."""
        if misconception not in self._by:
            self._by[misconception] = self._ruled(misconception)
        return self._by[misconception]

    @cached_property
    def _by(self) -> dict[str, Answer | None]:
        return {}

    def _ruled(self, misconception: str) -> Answer | None:
        rule = self.family.errors.get(misconception)
        if rule is None:
            return None
        try:
            if rule.when is not None and not rule.when(self.values):
                return None
            return self._answer(rule.answer, rule.working)
        except FAILURES:
            return None

    def _answer(self, formula: Formula, lines: tuple[Template, ...]) -> Answer:
        its = self.family
        result = bounded(formula(self.values))
        text = with_unit(display(result, its.format), its.unit)
        return Answer(result, text, its.format, its.unit, its.form_matters, lines, self.values)

    @cached_property
    def identity(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """Family and parameters without flavour: equal for the same problem in other words."""
        needed = sorted((name, self.values[name]) for name in self.family.needed)
        return self.family.id, tuple(needed)

    @cached_property
    def _hash(self) -> int:
        return hash(self.identity)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Problem) and other.identity == self.identity
