"""`sandbox run adaptivity`: from options to the design of the adaptivity study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, get_args

import typer
from pydantic import JsonValue, ValidationError

from sandbox.cli.console import library
from sandbox.cli.misconception_runs import listed
from sandbox.cli.model_options import BaseUrl, Budget, Calls, DryRun, MaxTokens, changed
from sandbox.cli.running import start
from sandbox.cli.runs import Html, Out, Seed, runs
from sandbox.content.adaptivity import AdaptivityDesignSpec, Context
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.asking import Asking

SCRIPTED = ("scripted:adaptive", "scripted:one-size")


def register(app: typer.Typer) -> None:
    """Add the command to `run`."""
    runs.command("adaptivity")(run_adaptivity)


def run_adaptivity(
    tutor: Annotated[
        list[str] | None,
        typer.Option(help="A scripted explainer or a model; repeat for more (default: two)."),
    ] = None,
    design: Annotated[
        str, typer.Option(help="A design of tasks/adaptivity: published, multi-turn, or your own.")
    ] = "published",
    context: Annotated[
        list[str] | None, typer.Option(help="Only this context, C1 to C4; repeat for more.")
    ] = None,
    score_in: Annotated[
        str | None,
        typer.Option(help="Contexts in which the tutor is told the score, with commas; or none."),
    ] = None,
    item: Annotated[list[str] | None, typer.Option(help="Only this item; repeat for more.")] = None,
    replicates: Annotated[int | None, typer.Option(help="Replies a cell.", min=1)] = None,
    temperature: Annotated[float | None, typer.Option(help="Temperature of models.", min=0)] = None,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Learner profiles: does what a tutor says fit this learner?"""
    _check_contexts(context or ())
    changes: dict[str, JsonValue] = {
        "contexts": [*context] if context else None,
        "score_in": _listed(score_in, context),
        "items": [*item] if item else None,
        "replicates": replicates,
        "temperature": None if temperature is None else f"{temperature:g}",
        "max_tokens": max_tokens,
    }
    plan = _plan(design, {name: value for name, value in changes.items() if value is not None})
    made: dict[str, JsonValue] = {
        **plan.model_dump(mode="json"),
        "tutors": [*(tutor or SCRIPTED)],
        "seed": seed,
    }
    asking = changed(Asking(), base_url, budget, calls)
    start("adaptivity", made, seed, out, html, asking=asking, dry_run=dry_run)


def _plan(name: str, changes: dict[str, JsonValue]) -> AdaptivityDesignSpec:
    """The design of that name with what was said on the command line in place.

    Raises:
        UnknownNameError: there is no such design, or no such item.
        UsageError: the changes make no design.
    """
    found = library()
    if name not in found.designs:
        raise UnknownNameError("design", name, found.designs)
    held = found.designs[name].model_dump(mode="json")
    if "contexts" in changes and "score_in" not in changes:
        kept = changes["contexts"]
        assert isinstance(kept, list)
        held["score_in"] = [each for each in held["score_in"] if each in kept]
    items = changes.get("items")
    if isinstance(items, list):
        held["grades"] = _grades(found, [str(each) for each in items], held["grades"])
    try:
        return AdaptivityDesignSpec.model_validate({**held, **changes})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = str(first["loc"][0]).replace("_", "-")
        raise UsageError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error


def _grades(found: Library, items: Sequence[str], grades: Sequence[int]) -> list[int]:
    """The grades of a design of which items are asked."""
    for each in items:
        if each not in found.study_items:
            raise UnknownNameError("item", each, found.study_items)
        grade = found.study_items[each].grade
        if grade not in grades:
            raise UsageError(
                f"{each} is an item of grade {grade}; the design has grade "
                f"{' and '.join(map(str, grades))}"
            )
    asked = {found.study_items[each].grade for each in items}
    return [grade for grade in grades if grade in asked]


def _check_contexts(names: Sequence[str]) -> None:
    known = get_args(Context)
    for name in names:
        if name not in known:
            raise UnknownNameError("context", name, known)


def _listed(text: str | None, contexts: list[str] | None) -> JsonValue:
    if text is None:
        return None
    if text.strip() == "none":
        return []
    names = listed(text)
    _check_contexts(names)
    outside = [name for name in names if contexts and name not in contexts]
    if outside:
        raise UsageError(f"--score-in {outside[0]}: the run has no such context")
    return [*names]
