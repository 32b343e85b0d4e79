"""`sandbox run novice | expert-tutor | answering | ranking`: the misconception study, scripted and
on models.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import JsonValue

from sandbox.cli.model_options import (
    BaseUrl,
    Budget,
    Calls,
    DryRun,
    MaxTokens,
    ModelNames,
    Temperature,
    changed,
)
from sandbox.cli.running import start
from sandbox.cli.runs import Html, Out, Seed, runs
from sandbox.content.itemfiles import read_items
from sandbox.errors import UsageError
from sandbox.experiments import answering
from sandbox.experiments.asking import Asking, Sampling
from sandbox.experiments.candidates import ALL, TOPIC
from sandbox.experiments.misconceptions import POOLS
from sandbox.experiments.model_novices import SETTINGS
from sandbox.records import digest

QUESTIONS = 213
"""Generated questions of the misconception study: as many as the published one had."""

Items = Annotated[Path | None, typer.Option(help="An imported item file (JSONL).")]
Questions = Annotated[int, typer.Option(help="Generated questions.", min=1)]
Trials = Annotated[int, typer.Option(help="Independent trials.", min=1)]
Settings = Annotated[
    str | None, typer.Option(help="Prompt settings of models, with commas (default: all).")
]


def register(app: typer.Typer) -> None:
    """Add the commands to `run`."""
    runs.command("novice")(run_novice)
    runs.command("expert-tutor")(run_expert_tutor)
    runs.command("answering")(run_answering)
    runs.command("ranking")(run_ranking)


def run_novice(
    student: Annotated[
        list[str] | None,
        typer.Option(help="A scripted novice; repeat for more (default without models: all)."),
    ] = None,
    model: ModelNames = None,
    settings: Settings = None,
    items: Items = None,
    questions: Questions = QUESTIONS,
    trials: Trials = 4,
    temperature: Temperature = 0.9,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Novice learner: pick the choice that a misconception gives (s1)."""
    scripted = ["scripted:novice", "scripted:random", "scripted:expert"]
    design: dict[str, JsonValue] = {
        **_source(items, questions),
        "novices": [*_players(student, model, scripted)],
        "trials": trials,
        "seed": seed,
        **_asked(model, temperature, max_tokens),
        **_settings(model, settings, SETTINGS),
    }
    asking = changed(Asking(), base_url, budget, calls)
    start("novice", design, seed, out, html, items, asking=asking, dry_run=dry_run)


def run_expert_tutor(
    tutor: Annotated[
        list[str] | None,
        typer.Option(help="A scripted tutor; repeat for more (default without models: three)."),
    ] = None,
    model: ModelNames = None,
    pool: Annotated[
        str,
        typer.Option(
            help="Numbers of candidates, with commas; also all, and topic: those of the question's "
            "own topic (of generated items their strand)."
        ),
    ] = ",".join(map(str, POOLS)),
    examples: Annotated[
        Literal["none", "one"],
        typer.Option(help="Worked examples of each candidate that the tutor is given."),
    ] = "none",
    items: Items = None,
    questions: Questions = QUESTIONS,
    trials: Trials = 4,
    temperature: Temperature = 0.9,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Expert tutor: name the misconception among n candidates (s2). Takes open questions too."""
    scripted = ["scripted:diagnoser", "scripted:socratic", "scripted:cheerleader"]
    if examples == "one":
        scripted.insert(0, "scripted:case-based")
    design: dict[str, JsonValue] = {
        **_source(items, questions),
        "tutors": [*_players(tutor, model, scripted)],
        "pools": [*_pools(pool)],
        "trials": trials,
        "seed": seed,
        **({"examples": examples} if examples != "none" else {}),
        **_asked(model, temperature, max_tokens),
    }
    asking = changed(Asking(), base_url, budget, calls)
    start("expert-tutor", design, seed, out, html, items, asking=asking, dry_run=dry_run)


def run_answering(
    student: Annotated[
        list[str] | None,
        typer.Option(help="A scripted answerer; repeat for more (default without models: two)."),
    ] = None,
    model: ModelNames = None,
    settings: Settings = None,
    items: Items = None,
    questions: Questions = QUESTIONS,
    trials: Trials = 4,
    temperature: Temperature = 0.9,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Baseline: are the questions answered rightly, without and with an explanation first?"""
    design: dict[str, JsonValue] = {
        **_source(items, questions),
        "answerers": [*_players(student, model, ["scripted:expert", "scripted:random"])],
        "trials": trials,
        "seed": seed,
        **_asked(model, temperature, max_tokens),
        **_settings(model, settings, answering.SETTINGS),
    }
    asking = changed(Asking(), base_url, budget, calls)
    start("answering", design, seed, out, html, items, asking=asking, dry_run=dry_run)


def run_ranking(
    items: Items = None,
    model: ModelNames = None,
    questions: Questions = QUESTIONS,
    trials: Annotated[int, typer.Option(help="Independent trials of models.", min=1)] = 1,
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
    """Rank all misconceptions for a wrong answer (MAP@25); models re-rank the first 25."""
    design: dict[str, JsonValue] = {
        **_source(items, questions),
        "trials": trials,
        "seed": seed,
        **_asked(model, temperature, max_tokens),
    }
    asking = changed(Asking(), base_url, budget, calls)
    start("ranking", design, seed, out, html, items, asking=asking, dry_run=dry_run)


def _players(named: list[str] | None, models: list[str] | None, default: list[str]) -> list[str]:
    """The scripted ones: those named, else the usual ones where no model plays."""
    return named or ([] if models else default)


def _asked(
    models: list[str] | None, temperature: float, max_tokens: int | None
) -> dict[str, JsonValue]:
    if not models:
        return {}
    sampling = Sampling(temperature=temperature, max_tokens=max_tokens)
    return {"models": [*models], **sampling.model_dump(mode="json")}


def _settings(
    models: list[str] | None, said: str | None, known: Iterable[str]
) -> dict[str, JsonValue]:
    if not models:
        if said is not None:
            raise UsageError("--settings says how models are asked; name one with --model")
        return {}
    return {"settings": [*known] if said is None else [*listed(said)]}


def listed(text: str) -> list[str]:
    """The pieces of an option that takes several, with commas; an empty one stays, as a name that
    nobody knows."""
    return [piece.strip() for piece in text.split(",")]


def _pools(text: str) -> list[int | str]:
    """Whole numbers in order, then the named pools."""
    pieces = {piece.strip() for piece in text.split(",")}
    named = sorted(pieces & {ALL, TOPIC})
    numbers = pieces - {ALL, TOPIC}
    if not all(piece.isascii() and piece.isdecimal() and len(piece) < 10 for piece in numbers):
        raise UsageError(
            f"--pool takes whole numbers with commas, such as 4,10,20, and the words {ALL} and "
            f"{TOPIC}, not {text!r}"
        )
    return [*sorted(map(int, numbers)), *named]


def _source(items: Path | None, questions: int) -> dict[str, JsonValue]:
    if items is None:
        return {"questions": questions}
    found = read_items(items)
    return {
        "items": items.name,
        "items_hash": digest([i.model_dump(mode="json") for i in found.items]),
    }
