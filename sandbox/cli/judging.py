"""`sandbox judge` and `sandbox agreement`: ratings by a rubric, and how far raters agree."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import complain, library, overlays, print_json, print_table, say
from sandbox.cli.model_options import BaseUrl, Budget, Calls, DryRun, changed, show_estimates
from sandbox.content.importers.mrbench import import_mrbench
from sandbox.content.rubrics import RubricSpec
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking, Models, Sampling, remembered
from sandbox.experiments.estimates import estimates
from sandbox.reports.agreement import (
    agreement_tables,
    by_factor,
    judge_figures,
    rated_in,
    rubrics_in,
    totals_agreement_table,
    totals_table,
    unknown_rubrics,
)
from sandbox.reports.benchmark import detection_tables
from sandbox.reports.page import write_figures
from sandbox.reports.tables import Table
from sandbox.runner import RunOptions
from sandbox.runner.judging import Judging, record
from sandbox.scoring.automatic import ExactJudge
from sandbox.scoring.benchmark import detections
from sandbox.scoring.judge import MAX_TOKENS
from sandbox.scoring.people import form, read_form
from sandbox.scoring.ratings import Rating, metric_of
from sandbox.scoring.subject import Subject, subjects_of
from sandbox.store.images import load_image
from sandbox.store.reading import scores, sessions
from sandbox.store.runlog import RunLog

Folder = Annotated[Path, typer.Argument(help="The run folder.")]
Place = tuple[str, int | None, str, str]
"""Session, turn, rater, metric."""
Rubric = Annotated[str, typer.Option(help="A rubric: `sandbox list rubrics` names them.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("judge")(judge)
    app.command("agreement")(agreement)


def judge(
    folder: Folder,
    rubric: Rubric,
    judges: Annotated[
        list[str] | None,
        typer.Option(
            "--judge", help="signals, exact, or a model (entry or provider:model); repeat for more."
        ),
    ] = None,
    bare: Annotated[
        bool, typer.Option(help="Models judge without guidance and worked cases, to compare.")
    ] = False,
    blank: Annotated[
        Path | None, typer.Option("--form", help="Write an empty form for people (CSV); asks none.")
    ] = None,
    ratings: Annotated[
        Path | None, typer.Option(help="A form that a person has filled in; needs --rater.")
    ] = None,
    rater: Annotated[str, typer.Option(help="The person's code; not a name.")] = "",
    temperature: Annotated[float, typer.Option(help="Temperature of model judges.", min=0)] = 0.0,
    max_tokens: Annotated[
        int, typer.Option(help="Most tokens of a judge's reply.", min=1)
    ] = MAX_TOKENS,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
) -> None:
    """Rate a run by a rubric; what a judge has rated already is not asked again."""
    spec = library().rubric(rubric)
    if sum((bool(judges), blank is not None, ratings is not None)) != 1:
        raise UsageError(
            "give --judge (once or more), or --form FILE, or --ratings FILE --rater CODE"
        )
    if blank is not None:
        _write_form(folder, spec, blank)
    elif ratings is not None:
        _take_form(folder, spec, ratings, rater)
    else:
        asking = changed(remembered(folder), base_url, budget, calls)
        sampling = Sampling(temperature=temperature, max_tokens=max_tokens)
        _judge(judging_of(folder, spec, judges or [], asking, sampling, bare=bare), dry_run)


def judging_of(
    folder: Path,
    spec: RubricSpec,
    judges: Sequence[str],
    asking: Asking,
    sampling: Sampling,
    *,
    bare: bool = False,
) -> Judging:
    """A judging of a run, whose images its model judges are shown."""
    models = Models(folder, asking, overlays(), images=partial(load_image, folder))
    return Judging(folder, library(), spec, judges, models, bare, sampling)


def _judge(judging: Judging, dry_run: bool) -> None:
    if dry_run:
        show_estimates(estimates(judging, judging.models))
        return
    rate(judging)


def rate(judging: Judging, *, shows: bool = True) -> None:
    """Let the judges rate what they have not rated yet; `shows` prints the tables.

    Raises:
        typer.Exit: not everything could be rated.
    """
    judging.check()
    with RunLog.open(judging.folder) as log:
        options = RunOptions(clock=_now, calls=judging.models.asking.calls)
        found = asyncio.run(judging.run(log, options))
    for reason, count in found.failures:
        complain(f"{count} failed: {reason}", "red")
    if judging.asked:
        say(str(judging.models.tally))
    if shows:
        _show(judging.folder, judging.rubric)
    say(f"{found.rated} ratings made, {found.earlier} were there already")
    if not found.complete:
        again = f"sandbox judge {judging.folder} --rubric {judging.rubric.id} --judge …"
        complain(f"{found.stopped or 'Some failed'}. Go on with: {again}")
        raise typer.Exit(130 if found.stopped == "interrupted" else 1)


def _subjects(folder: Path, spec: RubricSpec) -> list[Subject]:
    found = library()
    return [each for trial in sessions(folder) for each in subjects_of(trial, found, spec)]


def _write_form(folder: Path, spec: RubricSpec, path: Path) -> None:
    if path.exists():
        raise UsageError(f"{path} is there already, perhaps filled in; choose another name")
    subjects = _subjects(folder, spec)
    try:
        path.write_text(form(subjects, spec), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    say(f"{len(subjects)} to rate by {len(spec.ids)} criteria: {path}")


def _take_form(folder: Path, spec: RubricSpec, path: Path, rater: str) -> None:
    subjects = _subjects(folder, spec)
    known: dict[str, list[int | None]] = {}
    for subject in subjects:
        known.setdefault(subject.session, []).append(subject.turn)
    filled = read_form(_form_text(path), rater, spec, known)
    for fault in filled.faults:
        complain(str(fault), "red")
    if filled.faults:
        raise UsageError(f"nothing was taken: {len(filled.faults)} rows cannot be read")
    held: dict[tuple[str, int | None], list[Rating]] = {}
    for rating in filled.ratings:
        held.setdefault((rating.session, rating.turn), []).append(rating)
    earlier = _kept(folder, spec)
    fresh = [rating for rating in filled.ratings if earlier.get(_place(rating)) != _said(rating)]
    changed = {(rating.session, rating.turn) for rating in fresh}
    by_place = {(subject.session, subject.turn): subject for subject in subjects}
    new = {place: given for place, given in held.items() if place in changed}
    if new:
        asyncio.run(_record(folder, spec, new, by_place))
    there = len(filled.ratings) - len(fresh)
    say(
        f"{len(filled.ratings)} ratings of {len(held)} replies taken: {len(fresh)} new, "
        f"{there} there already; {filled.empty} rows empty"
    )
    _show(folder, spec)


def _form_text(path: Path) -> str:
    try:
        held = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    if held.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in held[:100]:
        raise UsageError(f"{path} is UTF-16 text; save it as CSV in UTF-8")
    try:
        return held.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text; save it as CSV in UTF-8") from error


def _place(rating: Rating) -> Place:
    return rating.session, rating.turn, rating.rater, metric_of(rating.rubric, rating.criterion)


def _said(rating: Rating) -> tuple[float | None, str]:
    return rating.value, rating.why


def _kept(folder: Path, spec: RubricSpec) -> dict[Place, tuple[float | None, str]]:
    """What the log holds of each criterion: value and reason."""
    names = {metric_of(spec.id, name) for name in spec.ids}
    return {
        (score.session, score.turn, score.scorer, score.metric): (
            score.value,
            str(score.detail.get("why", "")),
        )
        for score in scores(folder)
        if score.metric in names
    }


async def _record(
    folder: Path,
    spec: RubricSpec,
    held: dict[tuple[str, int | None], list[Rating]],
    subjects: dict[tuple[str, int | None], Subject],
) -> None:
    with RunLog.open(folder) as log:
        for place, given in held.items():
            exact = ExactJudge().ratings(subjects[place], spec)
            await record(log, spec, given, exact, options=RunOptions(clock=_now))


def agreement(
    folder: Annotated[Path | None, typer.Argument(help="The run folder.")] = None,
    mrbench: Annotated[
        Path | None,
        typer.Option(
            help="Instead of a run: an MRBench file, against whose human labels the "
            "scorers without a model are measured."
        ),
    ] = None,
    rubric: Annotated[str, typer.Option(help="A rubric (default: all that the run has).")] = "",
    by: Annotated[
        str, typer.Option(help="Also by a factor of the cells: tutor, domain, difficulty, …")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
    csv: Annotated[
        Path | None, typer.Option(help="Write the tables (CSV) and scatters (SVG, PNG) here.")
    ] = None,
) -> None:
    """Say how far the raters of a run agree; or how far our scorers agree with human labels."""
    if (folder is None) == (mrbench is None):
        raise UsageError("give either a run folder or --mrbench FILE")
    if mrbench is not None:
        _print(_benchmark(mrbench), as_json, csv)
        return
    assert folder is not None
    found = library()
    specs = [found.rubric(rubric)] if rubric else rubrics_in(folder, found)
    unknown = [] if rubric else unknown_rubrics(folder, found)
    if unknown:
        complain(
            f"Left out: ratings by rubrics that this content does not have: {', '.join(unknown)}; "
            "name their folder with --content",
            "yellow",
        )
    elif not specs:
        raise UsageError(
            f"{folder} has no ratings; make some with: sandbox judge {folder} --rubric …"
        )
    tables = [table for spec in specs for table in _tables(folder, spec)]
    if by:
        tables += [table for spec in specs for table in by_factor(rated_in(folder, spec), by)]
    _print(tables, as_json, csv)
    if csv is not None:
        for spec in specs:
            for path in write_figures(judge_figures(rated_in(folder, spec), by or "tutor"), csv):
                if not as_json:
                    say(str(path))


def _benchmark(path: Path) -> list[Table]:
    read = import_mrbench(path)
    for fault in read.skipped:
        complain(str(fault))
    return detection_tables(detections(read.conversations))


def _tables(folder: Path, spec: RubricSpec) -> list[Table]:
    found = (
        totals_table(folder, spec),
        totals_agreement_table(folder, spec),
        *agreement_tables(rated_in(folder, spec)),
    )
    return [table for table in found if table.rows]


def _show(folder: Path, spec: RubricSpec) -> None:
    for table in _tables(folder, spec):
        print_table(table)
        say("")


def _print(tables: list[Table], as_json: bool, csv: Path | None) -> None:
    if as_json:
        print_json([{"name": t.name, "title": t.title, "rows": t.records()} for t in tables])
    for table in tables:
        if not as_json:
            print_table(table)
            say("")
        if csv is not None:
            path = _write_table(table, csv)
            if not as_json:
                say(str(path))


def _write_table(table: Table, folder: Path) -> Path:
    path = folder / f"{table.name}.csv"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(table.csv(), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
