"""Turns a family's YAML entry into a family at work, or says everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sandbox.content.schema import ErrorSpec, FamilySpec, ListParameter
from sandbox.errors import FormulaError
from sandbox.maths.expressions import Formula, Template, compile_formula, compile_template
from sandbox.maths.families import Family, MalRule, Parameter
from sandbox.maths.slots import Pattern, compile_pattern

Compiled = TypeVar("Compiled")


def build_family(spec: FamilySpec, strand: str) -> tuple[Family | None, list[str]]:
    """The family, or None with every fault: formulas that do not compile, unknown names, stems
    that do not show every parameter."""
    build = _Builder(spec)
    parameters = {name: _parameter(value) for name, value in spec.params.items()}
    kinds = {name: parameter.kind for name, parameter in parameters.items()}
    let = build.let()
    everything = frozenset(parameters) | frozenset(spec.let)
    stems = build.templates("ask", spec.ask, everything)
    patterns = build.patterns([*spec.ask, *spec.core], kinds)
    domain = build.formulas("domain", spec.domain, everything)
    draw = build.formulas("draw", spec.draw, everything)
    answer = build.formula("answer", spec.answer, everything)
    answered = everything | {"answer"}
    asks = build.templates("steps.ask", [step.ask for step in spec.steps], everything)
    does = build.templates("steps.do", [step.do for step in spec.steps], answered)
    errors = {name: build.error(name, error, everything) for name, error in spec.errors.items()}
    if build.faults or answer is None:
        return None, build.faults
    family = Family(
        id=spec.id, title=spec.title, strand=strand, grades=spec.grades,
        timss_grade=spec.timss.grade, timss_area=spec.timss.area, level=spec.timss.level,
        ccss=spec.ccss, format=spec.format, unit=spec.unit, form_matters=spec.form_matters,
        stems=tuple(stems), patterns=tuple(patterns), parameters=parameters, let=let,
        domain=tuple(domain), draw_only=tuple(draw), answer=answer,
        steps=tuple(zip(asks, does, strict=True)),
        errors={name: rule for name, rule in errors.items() if rule is not None},
    )  # fmt: skip
    hidden = [
        f"stem {stem!r}: does not show {', '.join(sorted(missing))}"
        for stem in [*spec.ask, *spec.core]
        if (missing := family.needed - compile_template(stem).names)
    ]
    return (None, hidden) if hidden else (family, [])


def _parameter(value: str | Sequence[int] | Sequence[str] | ListParameter) -> Parameter:
    if isinstance(value, ListParameter):
        count = value.count if isinstance(value.count, str) else f"{value.count}..{value.count}"
        each = _span(value.each) if isinstance(value.each, str) else tuple(value.each)
        return Parameter(each, _span(count))
    return Parameter(_span(value) if isinstance(value, str) else tuple(value))  # type: ignore[arg-type]


def _span(text: str) -> range:
    low, high = text.split("..")
    return range(int(low), int(high) + 1)


class _Builder:
    """Compiles the pieces of one family and gathers what is wrong."""

    def __init__(self, spec: FamilySpec) -> None:
        self.spec = spec
        self.faults: list[str] = []

    def _try(self, key: str, make: Callable[[], Compiled]) -> Compiled | None:
        try:
            return make()
        except (FormulaError, ValueError, IndexError, AttributeError) as error:
            self.faults.append(f"{key}: {error}")
            return None

    def _known(self, key: str, names: frozenset[str], known: frozenset[str]) -> None:
        for name in sorted(names - known):
            self.faults.append(f"{key}: {name!r} is no parameter, no let and no procedure")

    def formula(self, key: str, text: str, known: frozenset[str]) -> Formula | None:
        formula = self._try(key, lambda: compile_formula(text))
        if formula is not None:
            self._known(key, formula.names, known)
        return formula

    def formulas(self, key: str, texts: Sequence[str], known: frozenset[str]) -> list[Formula]:
        made = [self.formula(f"{key}[{k}]", text, known) for k, text in enumerate(texts)]
        return [formula for formula in made if formula is not None]

    def templates(self, key: str, texts: Sequence[str], known: frozenset[str]) -> list[Template]:
        made = []
        for k, text in enumerate(texts):
            template = self._try(f"{key}[{k}]", lambda text=text: compile_template(text))
            if template is not None:
                self._known(f"{key}[{k}]", template.names, known)
                made.append(template)
        return made

    def let(self) -> dict[str, Formula]:
        known = frozenset(self.spec.params)
        compiled = {}
        for name, text in self.spec.let.items():
            formula = self.formula(f"let.{name}", text, known)
            if formula is not None:
                compiled[name] = formula
            known |= {name}
        return compiled

    def patterns(
        self, stems: Sequence[str], kinds: Mapping[str, str | tuple[str, ...]]
    ) -> list[Pattern]:
        made = []
        for stem in stems:
            pattern = self._try(f"stem {stem!r}", lambda stem=stem: compile_pattern(stem, kinds))
            if pattern is not None:
                made.append(pattern)
        return made

    def error(self, name: str, spec: ErrorSpec, known: frozenset[str]) -> MalRule | None:
        answer = self.formula(f"errors.{name}.answer", spec.answer, known)
        working = self.templates(f"errors.{name}.working", spec.working, known | {"answer"})
        when = None if spec.when is None else self.formula(f"errors.{name}.when", spec.when, known)
        return None if answer is None else MalRule(name, answer, tuple(working), when)
