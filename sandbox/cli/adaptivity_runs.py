"""`sandbox run adaptivity`: from options to the design of the adaptivity study."""

from __future__ import annotations

from typing import Annotated

import typer
from pydantic import JsonValue, ValidationError

from sandbox.cli.console import library
from sandbox.cli.model_options import BaseUrl, Budget, Calls, DryRun, MaxTokens, changed
from sandbox.cli.running import start
from sandbox.cli.runs import Html, Out, Seed, runs
from sandbox.content.adaptivity import AdaptivityDesignSpec
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
    for each in items if isinstance(items, list) else ():
        if each not in found.study_items:
            raise UnknownNameError("item", str(each), found.study_items)
    if isinstance(items, list):
        asked = {found.study_items[str(each)].grade for each in items}
        held["grades"] = [grade for grade in held["grades"] if grade in asked]
    try:
        return AdaptivityDesignSpec.model_validate({**held, **changes})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = str(first["loc"][0]).replace("_", "-")
        raise UsageError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error


def _listed(text: str | None, contexts: list[str] | None) -> JsonValue:
    if text is None:
        return None
    if text.strip() == "none":
        return []
    names: list[JsonValue] = [piece.strip() for piece in text.split(",") if piece.strip()]
    outside = [name for name in names if contexts and name not in contexts]
    if outside:
        raise UsageError(f"--score-in {outside[0]}: the run has no such context")
    return names
