"""Turns a family's YAML entry into a family at work, or says everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sandbox.content.schema import ErrorSpec, FamilySpec, ListParameter
from sandbox.errors import FormulaError
from sandbox.figures.specs import KINDS
from sandbox.maths.expressions import Formula, Template, compile_formula, compile_template
from sandbox.maths.families import Family, MalRule, Parameter
from sandbox.maths.figured import FigureRule, Node
from sandbox.maths.patterns import Pattern, compile_pattern
from sandbox.maths.procedures import PROCEDURES
from sandbox.maths.slots import LARGEST_READ, LONGEST_LIST, Kinds

Compiled = TypeVar("Compiled")
Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Wrong:
    """One thing wrong with an entry, and the keys that lead to it."""

    keys: Keys
    what: str


def build_family(spec: FamilySpec, strand: str) -> tuple[Family | None, list[Wrong]]:
    """The family, or None with every fault: formulas that do not compile, names nobody knows,
    parameters that cannot be drawn, stems that do not show every parameter."""
    build = _Builder()
    parameters = build.parameters(spec)
    let = build.let(spec)
    everything = frozenset(spec.params) | frozenset(spec.let)
    answered = everything | {"answer"}
    kinds = {name: parameter.kind for name, parameter in parameters.items()}
    stems = build.templates(("ask",), spec.ask, everything)
    beside = _beside(spec)
    patterns = (
        build.patterns(("ask",), spec.ask, kinds)
        + build.patterns(("core",), spec.core, kinds)
        + build.patterns(("ask_figure",), beside, kinds)
    )
    figure = build.figure(spec, everything)
    figure_stems = build.templates(("ask_figure",), spec.ask_figure, everything)
    domain = build.formulas(("domain",), spec.domain, everything)
    draw = build.formulas(("draw",), spec.draw, everything)
    answer = build.formula(("answer",), spec.answer, everything)
    steps = [
        (
            build.template(("steps", k, "ask"), step.ask, everything),
            build.template(("steps", k, "do"), step.do, answered),
        )
        for k, step in enumerate(spec.steps)
    ]
    errors = {name: build.error(name, error, everything) for name, error in spec.errors.items()}
    if build.wrong or answer is None:
        return None, build.wrong
    family = Family(
        id=spec.id, title=spec.title, strand=strand, grades=spec.grades,
        timss_grade=spec.timss.grade, timss_area=spec.timss.area, level=spec.timss.level,
        ccss=spec.ccss, format=spec.format, unit=spec.unit, form_matters=spec.form_matters,
        stems=tuple(stems), patterns=tuple(patterns), parameters=parameters, let=let,
        domain=tuple(domain), draw_only=tuple(draw), answer=answer,
        steps=tuple((ask, do) for ask, do in steps if ask and do),
        errors={name: rule for name, rule in errors.items() if rule is not None},
        figure=figure, figure_stems=tuple(figure_stems),
    )  # fmt: skip
    hidden = [
        Wrong((key, k), f"does not show {', '.join(sorted(missing))}")
        for key, texts in (("ask", spec.ask), ("core", spec.core), *_shown_by_words(spec))
        for k, text in enumerate(texts)
        if (missing := family.needed - compile_template(text).names)
    ]
    return (None, hidden) if hidden else (family, [])


def _beside(spec: FamilySpec) -> list[str]:
    """What is read back of each question beside the figure: the figure's words, then the question.

    Without words of its own the figure is put in words by its kind, and `core` reads them.
    """
    words = str((spec.figure or {}).get("alt", ""))
    return [f"{words} {stem}".strip() for stem in spec.ask_figure]


def _shown_by_words(spec: FamilySpec) -> list[tuple[str, list[str]]]:
    has_words = "alt" in (spec.figure or {})
    return [("ask_figure", _beside(spec))] if has_words else []


def _parameter(value: str | Sequence[int] | Sequence[str] | ListParameter) -> Parameter:
    if isinstance(value, ListParameter):
        counts = _span(str(value.count))
        if counts[0] < 1 or counts[-1] > LONGEST_LIST:
            raise ValueError(f"a list has 1 to {LONGEST_LIST} members")
        return Parameter(_choices(value.each), counts)
    return Parameter(_choices(value))


def _choices(value: str | Sequence[int] | Sequence[str]) -> Sequence[int | str]:
    choices: Sequence[int | str] = _span(value) if isinstance(value, str) else tuple(value)
    if not choices:
        raise ValueError("holds nothing to choose from")
    for choice in (choices[0], choices[-1]) if isinstance(choices, range) else choices:
        if isinstance(choice, int) and abs(choice) > LARGEST_READ:
            raise ValueError(f"{choice} is too large to be read back")
    return choices


def _span(text: str) -> range:
    low, _, high = text.partition("..")
    high = high or low
    if int(low) > int(high):
        raise ValueError(f"the range {text} is empty; write the smaller end first")
    return range(int(low), int(high) + 1)


class _Builder:
    """Compiles the pieces of one family and gathers what is wrong."""

    def __init__(self) -> None:
        self.wrong: list[Wrong] = []

    def _made(self, keys: Keys, make: Callable[[], Compiled]) -> Compiled | None:
        try:
            return make()
        except (FormulaError, ValueError, IndexError, AttributeError) as error:
            self.wrong.append(Wrong(keys, str(error)))
            return None

    def _named(self, keys: Keys, names: Iterable[str]) -> None:
        for name in names:
            if not name.isidentifier() or name.startswith("_"):
                self.wrong.append(Wrong((*keys, name), "is no name that a formula could use"))
            elif name in PROCEDURES or name == "answer":
                self.wrong.append(Wrong((*keys, name), "is the name of something else already"))

    def _known(self, keys: Keys, names: frozenset[str], known: frozenset[str]) -> None:
        for name in sorted(names - known):
            self.wrong.append(Wrong(keys, f"{name!r} is no parameter, no let and no procedure"))

    def parameters(self, spec: FamilySpec) -> dict[str, Parameter]:
        self._named(("params",), spec.params)
        made = {
            name: self._made(("params", name), lambda value=value: _parameter(value))  # type: ignore[misc]
            for name, value in spec.params.items()
        }
        return {name: parameter for name, parameter in made.items() if parameter is not None}

    def let(self, spec: FamilySpec) -> dict[str, Formula]:
        self._named(("let",), spec.let)
        known = frozenset(spec.params)
        made = {}
        for name, text in spec.let.items():
            formula = self.formula(("let", name), text, known)
            if formula is not None:
                made[name] = formula
            known |= {name}
        return made

    def formula(self, keys: Keys, text: str, known: frozenset[str]) -> Formula | None:
        formula = self._made(keys, lambda: compile_formula(text))
        if formula is not None:
            self._known(keys, formula.names, known)
        return formula

    def formulas(self, keys: Keys, texts: Sequence[str], known: frozenset[str]) -> list[Formula]:
        made = [self.formula((*keys, k), text, known) for k, text in enumerate(texts)]
        return [formula for formula in made if formula is not None]

    def template(self, keys: Keys, text: str, known: frozenset[str]) -> Template | None:
        template = self._made(keys, lambda: compile_template(text))
        if template is not None:
            self._known(keys, template.names, known)
        return template

    def templates(self, keys: Keys, texts: Sequence[str], known: frozenset[str]) -> list[Template]:
        made = [self.template((*keys, k), text, known) for k, text in enumerate(texts)]
        return [template for template in made if template is not None]

    def patterns(self, keys: Keys, stems: Sequence[str], kinds: Kinds) -> list[Pattern]:
        made = [
            self._made((*keys, k), lambda stem=stem: compile_pattern(stem, kinds))  # type: ignore[misc]
            for k, stem in enumerate(stems)
        ]
        return [pattern for pattern in made if pattern is not None]

    def figure(self, spec: FamilySpec, known: frozenset[str]) -> FigureRule | None:
        if spec.figure is None:
            return None
        kind = str(spec.figure.get("kind"))
        if kind not in KINDS:
            self.wrong.append(Wrong(("figure",), f"kind must be one of {', '.join(KINDS)}"))
            return None
        fields = KINDS[kind].model_fields
        for name in sorted(spec.figure.keys() - fields.keys() - {"when"}):
            what = f"is no field of {kind}; it has {', '.join(fields)}"
            self.wrong.append(Wrong(("figure", name), what))
        for name in (name for name, field in fields.items() if field.is_required()):
            if name not in spec.figure:
                self.wrong.append(Wrong(("figure",), f"{kind} needs {name}"))
        parts = {
            name: self.node(("figure", name), value, known)
            for name, value in spec.figure.items()
            if name != "when"
        }
        when = spec.figure.get("when")
        rule = None if when is None else self.formula(("figure", "when"), str(when), known)
        return FigureRule(parts, rule)

    def node(self, keys: Keys, value: Any, known: frozenset[str]) -> Node:
        """A part of a figure: text that is one slot and no more is a formula."""
        if isinstance(value, Mapping):
            return {name: self.node((*keys, name), part, known) for name, part in value.items()}
        if isinstance(value, list):
            return tuple(self.node((*keys, k), part, known) for k, part in enumerate(value))
        if not isinstance(value, str):
            return int(value) if not isinstance(value, bool) else value
        template = self.template(keys, value, known)
        if template is None:
            return 0
        is_slot = template.literals == ("", "")
        return template.slots[0] if is_slot else template

    def error(self, name: str, spec: ErrorSpec, known: frozenset[str]) -> MalRule | None:
        keys = ("errors", name)
        answer = self.formula((*keys, "answer"), spec.answer, known)
        working = self.templates((*keys, "working"), spec.working, known | {"answer"})
        when = None if spec.when is None else self.formula((*keys, "when"), spec.when, known)
        return None if answer is None else MalRule(name, answer, tuple(working), when)
