"""`sandbox run key-step`: from options to the design of the key-step study, and its judges."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from pydantic import JsonValue

from sandbox.agents.keystep.students import INTENTS
from sandbox.agents.keystep.tutors import step_tutor_names
from sandbox.cli.console import complain, library
from sandbox.cli.judging import judging_of, rate
from sandbox.cli.misconception_runs import listed
from sandbox.cli.model_options import (
    BaseUrl,
    Budget,
    Calls,
    DryRun,
    MaxTokens,
    Temperature,
    changed,
)
from sandbox.cli.running import start
from sandbox.cli.runs import Html, Out, Seed, runs
from sandbox.content.keystep_set import set_file
from sandbox.content.keysteps import KeyStepSet, keep_keysteps, read_keysteps
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking, Sampling
from sandbox.experiments.keystep import RUBRIC, SCRIPTED_STUDENT
from sandbox.records import digest
from sandbox.scoring.judge import MAX_TOKENS

SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the command to `run`."""
    runs.command("key-step")(run_key_step)


def run_key_step(
    tutor: Annotated[
        list[str] | None,
        typer.Option(help="scripted:POLICY or a model; repeat for more (default: all scripted)."),
    ] = None,
    items: Annotated[
        Path | None, typer.Option(help="A key-step file (JSONL; default: our own set).")
    ] = None,
    images: Annotated[
        Path | None, typer.Option(help="The folder of its pictures (default: the file's).")
    ] = None,
    first: Annotated[int | None, typer.Option(help="Only the first so many items.", min=1)] = None,
    turns: Annotated[int, typer.Option(help="Tutor turns a session.", min=1, max=3)] = 1,
    intent: Annotated[
        str, typer.Option(help="How the student goes on after the first turn, with commas.")
    ] = ",".join(INTENTS),
    persona: Annotated[
        list[str] | None,
        typer.Option(
            help="A student's card in the tutor's prompt; repeat for more (unsure, eager)."
        ),
    ] = None,
    student: Annotated[
        str, typer.Option(help="Who goes on after the first turn: scripted, or a model.")
    ] = SCRIPTED_STUDENT,
    judge: Annotated[
        list[str] | None, typer.Option(help="A model as judge; repeat for more.")
    ] = None,
    temperature: Temperature = 0.0,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """A student is stuck on a page of handwriting: help with one step, and only with this one."""
    found = _chosen(_read(items, images), first)
    design: dict[str, JsonValue] = {
        "items": items.name if items else "own",
        "items_hash": digest([item.model_dump(mode="json") for item in found.items]),
        "tutors": [*(tutor or step_tutor_names(told=bool(persona)))],
        "turns": turns,
        "intents": [*listed(intent)],
        "personas": [*(persona or [])],
        "student": student,
        "seed": seed,
        **Sampling(temperature=temperature, max_tokens=max_tokens).model_dump(mode="json"),
    }
    asking = changed(Asking(), base_url, budget, calls)

    def judged(folder: Path) -> None:
        if judge:
            sampling = Sampling(temperature=0.0, max_tokens=MAX_TOKENS)
            rate(judging_of(folder, library().rubric(RUBRIC), judge, asking, sampling), shows=False)

    with TemporaryDirectory() as prepared:
        place = keep_keysteps(found, Path(prepared))
        start(
            "key-step", design, seed, out, html, place, asking=asking, dry_run=dry_run,
            keep=lambda folder: keep_keysteps(found, folder), then=judged,
        )  # fmt: skip


def _read(items: Path | None, images: Path | None) -> KeyStepSet:
    if items is None and images is not None:
        raise UsageError("--images belongs to --items FILE")
    found = read_keysteps(items or set_file(library()), images)
    for fault in found.skipped[:SHOWN]:
        complain(str(fault), "yellow")
    if len(found.skipped) > SHOWN:
        complain(f"… and {len(found.skipped) - SHOWN} more", "yellow")
    return found


def _chosen(found: KeyStepSet, first: int | None) -> KeyStepSet:
    return KeyStepSet(found.items[:first], found.images, found.skipped)
