"""`sandbox run STUDY` and `sandbox resume`: from options to a study's design."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue

from sandbox.cli.demo import DEMO
from sandbox.cli.running import go_on, start
from sandbox.cli.terminal import in_terminal
from sandbox.content.itemfiles import read_items
from sandbox.errors import UsageError
from sandbox.experiments.dialogue import DialogueDesign
from sandbox.experiments.misconceptions import POOLS
from sandbox.records import digest

QUESTIONS = 213
"""Generated questions of the misconception study: as many as the published one had."""

Out = Annotated[Path | None, typer.Option(help="Folder of the run (default: a new one in runs/).")]
Seed = Annotated[int, typer.Option(help="Seed of all chance.")]
Html = Annotated[
    Path | None, typer.Option(help="The HTML report (default: report.html in the run folder).")
]
Items = Annotated[Path | None, typer.Option(help="An imported item file (JSONL).")]
Questions = Annotated[int, typer.Option(help="Generated questions.", min=1)]
Trials = Annotated[int, typer.Option(help="Independent trials.", min=1)]

runs = typer.Typer(no_args_is_help=True, help="Run a study; all sessions are logged and scored.")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(runs, name="run")
    app.command("resume")(resume_run)


@runs.command("dialogue")
def run_dialogue(
    student: Annotated[
        list[str] | None, typer.Option(help="A student; repeat for more (default: the demo's).")
    ] = None,
    tutor: Annotated[
        list[str] | None, typer.Option(help="A tutor; repeat for more (default: all scripted).")
    ] = None,
    items: Annotated[int, typer.Option(help="Items a student meets each tutor about.", min=1)] = 1,
    replicates: Annotated[int, typer.Option(help="Times each pairing is run.", min=1)] = 1,
    turns: Annotated[int, typer.Option(help="Most turns of a session.", min=2)] = 16,
    pool: Annotated[int, typer.Option(help="Candidates the tutor ranks.", min=2)] = 20,
    tests: Annotated[int, typer.Option(help="Test items before and after.", min=0)] = 4,
    probe: Annotated[
        bool, typer.Option("--probe", help="Ask for the ranking after every tutor turn.")
    ] = False,
    learners: Annotated[
        int, typer.Option(help="Learners a tier for the profile sensitivity.", min=0)
    ] = 0,
    demo: Annotated[
        bool, typer.Option("--demo", help="The embedded example, ready-made: no other option.")
    ] = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Students meet tutors about fresh items."""
    chosen = DialogueDesign(
        students=tuple(student or DEMO.students),
        tutors=tuple(tutor or DEMO.tutors),
        items=items,
        replicates=replicates,
        turns=turns,
        pool=pool,
        tests=tests,
        probe=probe,
        matched_learners=learners,
        seed=seed,
    )
    untouched = DialogueDesign(DEMO.students, DEMO.tutors)
    if demo and chosen != untouched:
        raise UsageError("--demo is ready-made; leave out every option but --out and --html")
    start("dialogue", (DEMO if demo else chosen).as_json(), seed, out, html)


@runs.command("novice")
def run_novice(
    student: Annotated[
        list[str] | None, typer.Option(help="A novice; repeat for more (default: all scripted).")
    ] = None,
    items: Items = None,
    questions: Questions = QUESTIONS,
    trials: Trials = 4,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Novice learner: pick the choice that a misconception gives (s1)."""
    names = student or ["scripted:novice", "scripted:random", "scripted:expert"]
    design: dict[str, JsonValue] = {"novices": [*names], "trials": trials, "seed": seed}
    start("novice", {**_source(items, questions), **design}, seed, out, html, items)


@runs.command("expert-tutor")
def run_expert_tutor(
    tutor: Annotated[
        list[str] | None, typer.Option(help="A tutor; repeat for more (default: three scripted).")
    ] = None,
    pool: Annotated[str, typer.Option(help="Numbers of candidates, with commas.")] = ",".join(
        map(str, POOLS)
    ),
    items: Items = None,
    questions: Questions = QUESTIONS,
    trials: Trials = 4,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Expert tutor: name the misconception among n candidates (s2)."""
    names = tutor or ["scripted:diagnoser", "scripted:socratic", "scripted:cheerleader"]
    design: dict[str, JsonValue] = {
        "tutors": [*names],
        "pools": [*_numbers(pool)],
        "trials": trials,
        "seed": seed,
    }
    start("expert-tutor", {**_source(items, questions), **design}, seed, out, html, items)


def resume_run(
    folder: Annotated[Path, typer.Argument(help="The run folder.")], html: Html = None
) -> None:
    """Go on with a run that was interrupted; a finished run stays as it is."""
    go_on(folder, html, in_terminal())


def _numbers(text: str) -> list[int]:
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(piece.isascii() and piece.isdecimal() and len(piece) < 10 for piece in pieces):
        raise UsageError(f"--pool takes whole numbers with commas, such as 4,10,20, not {text!r}")
    return sorted({int(piece) for piece in pieces})


def _source(items: Path | None, questions: int) -> dict[str, JsonValue]:
    if items is None:
        return {"questions": questions}
    found = read_items(items)
    return {
        "items": items.name,
        "items_hash": digest([i.model_dump(mode="json") for i in found.items]),
    }
