"""An item family at work: draw a problem, write the question, answer it rightly and wrongly, read
a free-text question back to a family and its parameters.

Knows formulas and patterns, no YAML and no misconception's words: a misconception is here an id
with a formula. `Families` holds all of them and reads a text against every one.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sandbox.errors import FormulaError, UnknownNameError
from sandbox.maths.expressions import FAILURES, Formula, Template, bounded
from sandbox.maths.normalise import normalise
from sandbox.maths.slots import Pattern
from sandbox.maths.values import Unreadable, Value, read_value, same_form, same_value, value_of
from sandbox.maths.written import Result, display, with_unit

MAX_TRIES = 4_000
LONGEST_READ = 8_000
"""Only the last this many characters of a text are read for questions."""

_ALGEBRAIC = ("expression", "equation", "inequality")


@dataclass(frozen=True)
class Parameter:
    """What a parameter may be when drawn: integers, words, or a list of `counts` integers."""

    choices: Sequence[int] | Sequence[str]
    counts: Sequence[int] = ()

    @property
    def kind(self) -> str | tuple[str, ...]:
        """How the parameter is read: "integer", "list", or the tuple of words it may be."""
        if self.counts:
            return "list"
        words = tuple(choice for choice in self.choices if isinstance(choice, str))
        return words or "integer"

    def draw(self, generator: random.Random) -> int | str | tuple[int, ...]:
        """One value."""
        if not self.counts:
            return generator.choice(self.choices)
        count = generator.choice(self.counts)
        return tuple(int(generator.choice(self.choices)) for _ in range(count))


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


@dataclass(frozen=True)
class Answer:
    """An answer to a problem: the exact result, how it is written, and the working before it."""

    result: Result
    text: str
    working: tuple[str, ...]
    format: str
    unit: str
    form_matters: bool

    @cached_property
    def value(self) -> Value:
        """The answer as a value that can be compared with what somebody wrote."""
        return value_of(self.result, self.format, self.unit)

    @cached_property
    def key(self) -> object:
        """Equal for answers that are the same by value (by written form where form matters)."""
        return _key(self.result, self.form_matters)

    def same(self, other: Answer) -> bool:
        """Whether two answers to one problem are one and the same."""
        if self.key == other.key or self.text == other.text:
            return True
        if self.form_matters or self.format not in _ALGEBRAIC:
            return False
        return same_value(self.value, other.value)

    def matches(self, written: str | Value | Unreadable) -> bool:
        """Whether what somebody wrote is this answer, by value (by form where form matters)."""
        if isinstance(written, str):
            if _plain(written) == _plain(self.text):
                return True
            written = read_value(written)
        if isinstance(written, Unreadable):
            return False
        return (same_form if self.form_matters else same_value)(self.value, written)


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

    def problem(self, parameters: Mapping[str, Any]) -> Problem:
        """The problem with these parameters.

        Raises:
            FormulaError: the parameters are outside the family's domain.
        """
        try:
            values = {**self.flavour, **parameters}
            for name, formula in self.let.items():
                values[name] = bounded(formula(values))
            sensible = all(condition(values) for condition in self.domain)
        except FAILURES as error:
            raise FormulaError(
                f"{self.id} makes no sense for {dict(parameters)}: {error}"
            ) from error
        if not sensible:
            raise FormulaError(f"{self.id} makes no sense for {dict(parameters)}")
        return Problem(self, dict(parameters), values)

    def draw(self, generator: random.Random, *, including: str = "", least: int = 1) -> Problem:
        """A good problem: inside domain and draw conditions, all answers different.

        Args:
            generator: The only source of chance.
            including: A misconception that must give a wrong answer here.
            least: How many misconceptions must give a wrong answer.

        Raises:
            FormulaError: no such problem was found in 4,000 tries.
        """
        for _ in range(MAX_TRIES):
            drawn = {name: p.draw(generator) for name, p in self.parameters.items()}
            try:
                problem = self.problem(drawn)
                if not all(condition(problem.values) for condition in self.draw_only):
                    continue
                if not problem.is_diagnostic or len(problem.wrong) < least:
                    continue
            except FAILURES:
                continue
            if not including or including in problem.wrong:
                return problem
        wanted = f" in which {including} errs" if including else ""
        raise FormulaError(f"{self.id} draws no problem{wanted} in {MAX_TRIES} tries")


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

    @cached_property
    def right(self) -> Answer:
        """The right answer; its working is the steps carried out."""
        answer = self._answer(self.family.answer, ())
        return Answer(
            answer.result,
            answer.text,
            tuple(step.do for step in self._steps(answer.text)),
            answer.format,
            answer.unit,
            answer.form_matters,
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """The right way, step by step."""
        return self._steps(self.right.text)

    @cached_property
    def wrong(self) -> dict[str, Answer]:
        """Misconception → its answer, for those that err here (a rule that happens to be right, or
        that does not apply, is left out)."""
        answers = {}
        for misconception in self.family.errors:
            answer = self.by(misconception)
            if answer is not None and not answer.same(self.right):
                answers[misconception] = answer
        return answers

    @cached_property
    def is_diagnostic(self) -> bool:
        """Whether every wrong answer has exactly one cause among those the family tests."""
        answers = list(self.wrong.values())
        if not answers:
            return False
        return not any(
            first.same(second) for k, first in enumerate(answers) for second in answers[k + 1 :]
        )

    def by(self, misconception: str) -> Answer | None:
        """What the misconception answers, or None where the family does not test it or its rule
        does not apply."""
        rule = self.family.errors.get(misconception)
        if rule is None:
            return None
        try:
            if rule.when is not None and not rule.when(self.values):
                return None
            return self._answer(rule.answer, rule.working)
        except FAILURES:
            return None

    def _answer(self, formula: Formula, working: Sequence[Template]) -> Answer:
        family = self.family
        result = bounded(formula(self.values))
        text = with_unit(display(result, family.format), family.unit)
        named = {**self.values, "answer": text}
        lines = tuple(template.render(named) for template in working)
        return Answer(result, text, lines, family.format, family.unit, family.form_matters)

    def _steps(self, answer: str) -> tuple[Step, ...]:
        named = {**self.values, "answer": answer}
        return tuple(Step(a.render(named), d.render(named)) for a, d in self.family.steps)

    @cached_property
    def identity(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """Family and parameters without flavour: equal for the same problem in other words."""
        needed = sorted((name, self.values[name]) for name in self.family.needed)
        return self.family.id, tuple(needed)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and other.identity == self.identity


@dataclass(frozen=True)
class Reading:
    """A question found in a text; `start` and `end` count in the normalised text."""

    problem: Problem
    start: int
    end: int


class Families:
    """All families: by id, by the misconceptions they test, and as a reader of free text."""

    def __init__(self, families: Iterable[Family]) -> None:
        self._families = {family.id: family for family in families}
        self.by_misconception: dict[str, tuple[str, ...]] = {}
        for family in self._families.values():
            for misconception in family.errors:
                known = self.by_misconception.get(misconception, ())
                self.by_misconception[misconception] = (*known, family.id)
        self._index = _Index(self._families.values())

    def __iter__(self) -> Any:
        return iter(self._families.values())

    def __len__(self) -> int:
        return len(self._families)

    def __getitem__(self, name: str) -> Family:
        try:
            return self._families[name]
        except KeyError:
            raise UnknownNameError("family", name, self._families) from None

    def testing(self, misconception: str) -> tuple[Family, ...]:
        """The families in which the misconception gives a wrong answer."""
        return tuple(self._families[name] for name in self.by_misconception.get(misconception, ()))

    def read(self, text: str) -> tuple[Reading, ...]:
        """Every question in the text that some family knows, in order of appearance.

        A question that several families ask is read by each of them; a reading inside a longer
        one is dropped. Each reading was verified by evaluating the family's domain.
        """
        plain = normalise(text[-LONGEST_READ:])
        found: dict[Problem, Reading] = {}
        for family, pattern in self._index.candidates(plain):
            for start, end, parameters in pattern.matches(plain, family.needed):
                try:
                    problem = family.problem(parameters)
                    _ = problem.right
                except FAILURES:
                    continue
                known = found.get(problem)
                if known is None or end - start > known.end - known.start:
                    found[problem] = Reading(problem, start, end)
        readings = found.values()
        kept = [r for r in readings if not any(_inside(r, wider) for wider in readings)]
        return tuple(sorted(kept, key=lambda r: (r.start, r.end, r.problem.family.id)))

    def last(self, text: str) -> tuple[Problem, ...]:
        """The readings of the last question in the text: one problem a family that asks it."""
        readings = self.read(text)
        if not readings:
            return ()
        last = max(readings, key=lambda reading: (reading.end, -reading.start))
        return tuple(r.problem for r in readings if r.end > last.start)


class _Index:
    """Finds the patterns whose fixed words and signs all stand in a text."""

    def __init__(self, families: Iterable[Family]) -> None:
        pairs = [(family, pattern) for family in families for pattern in family.patterns]
        frequency = Counter(word for _, pattern in pairs for word in pattern.words)
        self._by_word: dict[str, list[tuple[Family, Pattern]]] = {}
        self._wordless: list[tuple[Family, Pattern]] = []
        for family, pattern in pairs:
            if pattern.words:
                rarest = min(pattern.words, key=lambda word: (frequency[word], word))
                self._by_word.setdefault(rarest, []).append((family, pattern))
            else:
                self._wordless.append((family, pattern))

    def candidates(self, plain: str) -> list[tuple[Family, Pattern]]:
        words, signs = set(re.findall(r"[a-z]{3,}", plain.lower())), set(plain)
        bucket = [pair for word in words for pair in self._by_word.get(word, ())]
        return [
            pair
            for pair in (*bucket, *self._wordless)
            if pair[1].words <= words and pair[1].signs <= signs
        ]


def _inside(reading: Reading, wider: Reading) -> bool:
    length, wider_length = reading.end - reading.start, wider.end - wider.start
    return length < wider_length and wider.start <= reading.start and reading.end <= wider.end


def _key(result: Result, form_matters: bool) -> object:
    if isinstance(result, tuple):
        return tuple(_key(part, form_matters) for part in result)
    if isinstance(result, str):
        return result.replace(" ", "")
    if form_matters:
        return str(result)
    return getattr(result, "value", result) if not isinstance(result, int) else Fraction(result)


def _plain(text: str) -> str:
    return normalise(text).replace(" ", "").rstrip(".").lower()
