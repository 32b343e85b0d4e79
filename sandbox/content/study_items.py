"""The items of the adaptivity study, made of their families. Knows no tutor."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.content.adaptivity import StudyItemSpec
from sandbox.content.generate import choice_item, open_item
from sandbox.content.library import Library
from sandbox.errors import Fault, FormulaError, UnknownNameError, UsageError
from sandbox.maths.families import Problem
from sandbox.records import Item, rng


def study_problem(spec: StudyItemSpec, library: Library) -> Problem:
    """The problem of an item.

    Raises:
        UsageError: there is no such family, or the numbers are none that it would ask.
    """
    try:
        family = library.families[spec.family]
    except UnknownNameError as error:
        raise UsageError(str(error)) from error
    parameters = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in spec.parameters.items()
    }
    try:
        problem = family.problem(parameters)
    except (FormulaError, KeyError) as error:
        raise UsageError(f"{spec.family} does not take these parameters: {error}") from error
    if family.timss_grade > spec.grade:
        raise UsageError(f"{spec.family} belongs to grade {family.timss_grade}")
    return problem


def study_item(spec: StudyItemSpec, library: Library) -> Item:
    """The item, with its figure and, where the answer is a label, its choices.

    Raises:
        UsageError: the problem has no such figure, or too few errors for choices.
    """
    problem = study_problem(spec, library)
    try:
        if spec.form == "label":
            generator = rng("adaptivity", spec.id)
            made = choice_item(problem, generator, wording=spec.wording, figure=spec.figure)
        else:
            made = open_item(problem, spec.wording, figure=spec.figure)
    except (ValueError, FormulaError, IndexError) as error:
        raise UsageError(str(error)) from error
    return made.model_copy(update={"id": spec.id})


def item_faults(library: Library) -> Iterator[Fault]:
    """Every item that cannot be made."""
    for spec in library.study_items.values():
        try:
            study_item(spec, library)
        except UsageError as error:
            yield Fault(f"tasks/adaptivity ({spec.id})", str(error))
