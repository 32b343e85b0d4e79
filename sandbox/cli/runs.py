"""`sandbox run STUDY` and `sandbox resume`: run the cells, show how far it is, end cleanly."""

from __future__ import annotations

import asyncio
import importlib.metadata
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from sandbox.cli.console import console, errors, library
from sandbox.cli.demo import DEMO
from sandbox.cli.results import show_report
from sandbox.cli.terminal import in_terminal
from sandbox.content.itemfiles import read_items
from sandbox.errors import UsageError
from sandbox.experiments.base import Experiment
from sandbox.experiments.dialogue import DialogueDesign, People
from sandbox.experiments.misconceptions import POOLS
from sandbox.experiments.studies import ITEMS, experiment_from
from sandbox.records import FORMAT_VERSION, Manifest, digest
from sandbox.runner import RunOptions, Standing, Summary, plan, resume, run
from sandbox.store.catalogue import Catalogue, RunEntry
from sandbox.store.runlog import RunLog

Out = Annotated[Path | None, typer.Option(help="Folder of the run (default: a new one in runs/).")]
Seed = Annotated[int, typer.Option(help="Seed of all chance.")]
Html = Annotated[Path | None, typer.Option(help="Where to write the HTML report.")]

runs = typer.Typer(no_args_is_help=True, help="Run a study; all sessions are logged and scored.")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(runs, name="run")
    app.command("resume")(resume_run)


@runs.command("dialogue")
def run_dialogue(
    student: Annotated[list[str] | None, typer.Option(help="A student; repeat for more.")] = None,
    tutor: Annotated[list[str] | None, typer.Option(help="A tutor; repeat for more.")] = None,
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
    demo: Annotated[bool, typer.Option("--demo", help="The embedded example, ready-made.")] = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Students meet tutors about fresh items."""
    if demo:
        design = DEMO
        if student or tutor:
            raise UsageError("--demo brings its own students and tutors; leave them out")
    else:
        design = DialogueDesign(
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
    start("dialogue", design.as_json(), seed, out, html)


@runs.command("novice")
def run_novice(
    student: Annotated[list[str] | None, typer.Option(help="Who plays; repeat for more.")] = None,
    items: Annotated[Path | None, typer.Option(help="An imported item file (JSONL).")] = None,
    questions: Annotated[int, typer.Option(help="Generated questions.", min=1)] = 213,
    trials: Annotated[int, typer.Option(help="Independent trials.", min=1)] = 4,
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
    tutor: Annotated[list[str] | None, typer.Option(help="A tutor; repeat for more.")] = None,
    pool: Annotated[str, typer.Option(help="Numbers of candidates, with commas.")] = ",".join(
        map(str, POOLS)
    ),
    items: Annotated[Path | None, typer.Option(help="An imported item file (JSONL).")] = None,
    questions: Annotated[int, typer.Option(help="Generated questions.", min=1)] = 213,
    trials: Annotated[int, typer.Option(help="Independent trials.", min=1)] = 4,
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


def _numbers(text: str) -> list[int]:
    try:
        return [int(piece) for piece in text.split(",")]
    except ValueError:
        raise UsageError(f"--pool takes whole numbers with commas, not {text!r}") from None


def _source(items: Path | None, questions: int) -> dict[str, JsonValue]:
    if items is None:
        return {"questions": questions}
    found = read_items(items)
    return {
        "items": items.name,
        "items_hash": digest([i.model_dump(mode="json") for i in found.items]),
    }


def start(
    study: str,
    design: Mapping[str, JsonValue],
    seed: int,
    out: Path | None,
    html: Path | None,
    items: Path | None = None,
    people: People | None = None,
) -> Path:
    """Create the run folder, run the study, show its report; returns the folder."""
    found = library()
    created = datetime.now(UTC).isoformat(timespec="seconds")
    folder = (
        out
        or Path("runs")
        / f"{created[:19].replace(':', '')}-{study}-{digest(created, dict(design))[:4]}"
    )
    experiment = _experiment(study, design, seed, created, items or folder, people)
    manifest = plan(
        experiment,
        seed=seed,
        created=created,
        version=importlib.metadata.version("tutoring-sandbox"),
        content=found.content_hash,
    )
    with RunLog.create(folder, manifest) as log:
        if items is not None:
            shutil.copyfile(items, folder / ITEMS)
        summary = _run(experiment, log, quiet=people is not None)
    _index(folder, manifest, summary)
    finish(folder, summary)
    if people is None:
        show_report(folder, html=html or folder / "report.html")
    return folder


def _experiment(
    study: str,
    design: Mapping[str, JsonValue],
    seed: int,
    created: str,
    place: Path,
    people: People | None,
) -> Experiment:
    """The study, before there is a run folder: an item file is read where it lies."""
    draft = Manifest(
        run="", study=study, design=design, seed=seed, package_version="", content_hash="",
        created=created, format=FORMAT_VERSION,
    )  # fmt: skip
    return experiment_from(draft, library(), place, people)


def _run(experiment: Experiment, log: RunLog, *, quiet: bool) -> Summary:
    bar = _Bar()
    if quiet:
        return asyncio.run(run(experiment, log, RunOptions(clock=_now)))
    with bar:
        return asyncio.run(run(experiment, log, bar.options))


def resume_run(
    folder: Annotated[Path, typer.Argument(help="The run folder.")], html: Html = None
) -> None:
    """Go on with a run that was interrupted; a finished run stays as it is."""
    found = library()
    with _Bar() as bar:
        summary = asyncio.run(
            resume(
                folder,
                lambda manifest: experiment_from(
                    _same(manifest, found.content_hash), found, folder, in_terminal()
                ),
                bar.options,
            )
        )
    finish(folder, summary)
    show_report(folder, html=html or folder / "report.html")


def _same(manifest: Manifest, content_hash: str) -> Manifest:
    if manifest.content_hash != content_hash:
        raise UsageError(
            "the content has changed since this run began; resume it with the content it was "
            f"begun with (hash {manifest.content_hash}, now {content_hash})"
        )
    return manifest


def finish(folder: Path, summary: Summary) -> None:
    """Say how the run went.

    Raises:
        typer.Exit: with code 1 when it is not complete, 130 after Ctrl-C.
    """
    standing = summary.standing
    if summary.repaired:
        errors.print(summary.repaired, soft_wrap=True)
    for reason, count in summary.failures:
        errors.print(f"{count} failed: {reason}", markup=False, soft_wrap=True)
    if summary.interrupted or summary.stopped or standing.failed:
        errors.print(
            f"{summary.stopped or 'Stopped early' if not standing.failed else 'Some sessions failed'}: "
            f"{standing.done} of {standing.total} are done and logged. "
            f"Go on with: sandbox resume {folder}",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(130 if summary.interrupted else 1)
    console.print(f"{standing.done} sessions in {folder}", soft_wrap=True)


def _index(folder: Path, manifest: Manifest, summary: Summary) -> None:
    """Note the run in the index of the folder that it lies in."""
    standing = summary.standing
    entry = RunEntry(
        run=manifest.run,
        study=manifest.study,
        folder=str(folder),
        created=manifest.created,
        sessions=standing.total,
        done=standing.done,
        failed=standing.failed,
    )
    Catalogue(folder.parent / "runs.json").record_run(entry)


class _Bar:
    """A progress bar with rate and time left, on stderr."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TaskProgressColumn(show_speed=True),
            TextColumn("{task.fields[rate]:.0f}/s"),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
        )
        self._task = self._progress.add_task("sessions", total=None, rate=0.0)
        self.options = RunOptions(progress=self._move, clock=_now)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def _move(self, standing: Standing) -> None:
        self._progress.update(
            self._task,
            total=standing.total,
            completed=standing.done + standing.failed,
            rate=standing.rate,
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
