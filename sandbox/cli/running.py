"""Runs a study into its folder from the terminal: progress, a clean end, the index, the report."""

from __future__ import annotations

import asyncio
import importlib.metadata
import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import typer
from pydantic import JsonValue
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from sandbox.cli.console import complain, errors, library, overlays, say
from sandbox.cli.model_options import show_estimates
from sandbox.cli.results import show_report
from sandbox.errors import RunLogError, UsageError
from sandbox.experiments.agent_models import AgentModels
from sandbox.experiments.asking import Asking, Models
from sandbox.experiments.base import Experiment
from sandbox.experiments.dialogue import People
from sandbox.experiments.estimates import AsksModels, estimates
from sandbox.experiments.studies import ITEMS, experiment_from
from sandbox.records import FORMAT_VERSION, Manifest, digest
from sandbox.reports.tables import counted
from sandbox.runner import RunOptions, Standing, Summary, plan, resume, run
from sandbox.store.catalogue import INDEX, Catalogue, RunEntry
from sandbox.store.images import load_image
from sandbox.store.reading import read_manifest, run_state
from sandbox.store.runlog import RunLog

RUNS = Path("runs")
PAGE = "report.html"


def start(
    study: str,
    design: Mapping[str, JsonValue],
    seed: int,
    out: Path | None,
    html: Path | None,
    items: Path | None = None,
    people: People | None = None,
    *,
    asking: Asking | None = None,
    dry_run: bool = False,
    keep: Callable[[Path], object] | None = None,
    then: Callable[[Path], None] | None = None,
) -> Path:
    """Create the run folder, run the study, show its report; returns the folder.

    A dry run makes no folder and asks nothing: it prints the calls and what they may cost. `keep`
    puts what the run needs into its folder (default: the item file); `then` is done with the
    folder between run and report.

    Raises:
        SandboxError: the study or the folder cannot be as they were asked for.
        typer.Exit: the run is not complete.
    """
    found = library()
    created = datetime.now(UTC).isoformat(timespec="seconds")
    folder = out or _fresh(study, design, created)
    models = Models(folder, asking or Asking(), overlays(), images=partial(load_image, folder))
    experiment = _experiment(study, design, seed, created, items or folder, people, models)
    if dry_run:
        show_estimates(estimates(experiment, models) if isinstance(experiment, AsksModels) else [])
        return folder
    models.check(_models(experiment))
    manifest = plan(
        experiment,
        seed=seed,
        created=created,
        version=importlib.metadata.version("tutoring-sandbox"),
        content=found.content_hash,
    )
    with RunLog.create(folder, manifest) as log:
        if keep is not None:
            keep(folder)
        elif items is not None:
            _keep_items(items, folder)
        if _models(experiment):
            models.asking.remember(folder)
        _index(folder, manifest)
        summary = _run(experiment, log, models.asking.calls, quiet=people is not None)
    _index(folder, manifest, summary)
    finish(folder, summary)
    if then is not None:
        then(folder)
    if people is None:
        show_report(folder, html=html or folder / PAGE)
    return folder


def go_on(folder: Path, html: Path | None, people: People, asking: Asking) -> None:
    """Resume the run in a folder and show its report.

    Args:
        folder: The run folder.
        html: Where the report goes.
        people: How persons are asked.
        asking: How models are asked.

    Raises:
        UsageError: the content is not the one that the run began with.
        typer.Exit: the run is not complete.
    """
    found = library()
    models = Models(folder, asking, overlays(), images=partial(load_image, folder))

    def again(manifest: Manifest) -> Experiment:
        same = _same_content(manifest, found.content_hash)
        experiment = experiment_from(same, found, folder, people, models)
        if _models(experiment):
            models.check(_models(experiment))
            asking.remember(folder)
        return experiment

    with _Bar(asking.calls) as bar:
        summary = asyncio.run(resume(folder, again, bar.options))
    _index(folder, read_manifest(folder), summary)
    finish(folder, summary)
    show_report(folder, html=html or folder / PAGE)


def _fresh(study: str, design: Mapping[str, JsonValue], created: str) -> Path:
    """A folder of its own in runs/: time, study, and what tells two of the same second apart."""
    name = f"{created[:19].replace(':', '')}-{study}-{digest(created, dict(design))[:4]}"
    return next(
        path
        for path in (RUNS / (f"{name}-{k}" if k else name) for k in range(1_000_000))
        if not path.exists()
    )


def _experiment(
    study: str,
    design: Mapping[str, JsonValue],
    seed: int,
    created: str,
    place: Path,
    people: People | None,
    models: Models,
) -> Experiment:
    """The study, before there is a run folder: an item file is read where it lies."""
    draft = Manifest(
        run="",
        study=study,
        design=design,
        seed=seed,
        package_version="",
        content_hash="",
        created=created,
        format=FORMAT_VERSION,
    )
    return experiment_from(draft, library(), place, people, models)


def _models(experiment: Experiment) -> list[str]:
    """The models that a study names in its design, or that its agents speak through."""
    speaking = getattr(experiment, "models", None)
    if isinstance(speaking, AgentModels):
        return list(speaking.names)
    named = experiment.design().get("models", [])
    return [str(name) for name in named] if isinstance(named, list) else []


def _keep_items(items: Path, folder: Path) -> None:
    try:
        shutil.copyfile(items, folder / ITEMS)
    except OSError as error:
        raise RunLogError(f"cannot write {folder / ITEMS}: {error.strerror}") from error


def _run(experiment: Experiment, log: RunLog, calls: int, *, quiet: bool) -> Summary:
    if quiet:
        return asyncio.run(run(experiment, log, RunOptions(clock=_now, calls=calls)))
    with _Bar(calls) as bar:
        return asyncio.run(run(experiment, log, bar.options))


def _same_content(manifest: Manifest, content_hash: str) -> Manifest:
    if manifest.content_hash != content_hash:
        raise UsageError(
            f"the content is not the one that this run began with (then {manifest.content_hash}, "
            f"now {content_hash}), so its sessions would not be the same; resume it with the same "
            "--content folders and the same content files, or begin a new run"
        )
    return manifest


def finish(folder: Path, summary: Summary) -> None:
    """Say how the run went.

    Raises:
        typer.Exit: with code 1 when it is not complete, 130 after Ctrl-C.
    """
    standing = summary.standing
    if summary.repaired:
        complain(summary.repaired)
    for reason, count in summary.failures:
        complain(f"{count} failed: {reason}", "red")
    if summary.complete:
        say(f"{counted(standing.done, 'session')} in {folder}")
        return
    what = summary.stopped or "some sessions failed"
    if summary.unscored:
        complain(f"not scored: {counted(summary.unscored, 'session')}")
    complain(
        f"{what[0].upper()}{what[1:]}: {len(run_state(folder).done)} of {standing.total} sessions "
        f"are done and logged. Go on with: sandbox resume {folder}"
    )
    raise typer.Exit(130 if summary.interrupted else 1)


def _index(folder: Path, manifest: Manifest, summary: Summary | None = None) -> None:
    """Note the run in the index; a run does not fail because its index cannot be written."""
    standing = summary.standing if summary else None
    entry = RunEntry(
        run=manifest.run,
        study=manifest.study,
        folder=str(folder),
        created=manifest.created,
        sessions=standing.total if standing else None,
        done=standing.done if standing else None,
        failed=standing.failed if standing else None,
    )
    try:
        Catalogue(folder.parent / INDEX).record_run(entry)
    except RunLogError as error:
        complain(f"the index of runs was not brought up to date: {error}", "yellow")


class _Bar:
    """A progress bar with rate and time left, on stderr."""

    def __init__(self, calls: int) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]:.0f}/s"),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        )
        self._task = self._progress.add_task("sessions", total=None, rate=0.0)
        self.options = RunOptions(progress=self._move, clock=_now, calls=calls)

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
