"""`sandbox score`, `report`, `show`: what a run says, again or in another form."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import console, library, print_json, print_table
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.studies import experiment_from
from sandbox.reports.build import report_of
from sandbox.reports.page import Shown, as_json, write_csv, write_html
from sandbox.reports.shown import shown_session
from sandbox.reports.tables import Table, between, figure
from sandbox.runner import score
from sandbox.scoring.predictions import score_predictions
from sandbox.store.reading import sessions
from sandbox.store.runlog import RunLog

Folder = Annotated[Path, typer.Argument(help="The run folder.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("score")(score_run)
    app.command("report")(report)
    app.command("show")(show)


def score_run(
    folder: Annotated[Path | None, typer.Argument(help="The run folder.")] = None,
    predictions: Annotated[
        Path | None, typer.Option(help="A CSV of predicted misconceptions instead of a run.")
    ] = None,
) -> None:
    """Score a run's sessions again; or the accuracy of a file of predictions."""
    if (folder is None) == (predictions is None):
        raise UsageError("give a run folder, or --predictions FILE")
    if predictions is not None:
        _predictions(predictions)
        return
    assert folder is not None
    with RunLog.open(folder) as log:
        summary = asyncio.run(score(experiment_from(log.manifest, library(), folder), log))
    console.print(f"{summary.standing.done} sessions scored again", soft_wrap=True)
    if summary.unscored:
        raise UsageError(f"{summary.unscored} sessions could not be scored")
    show_report(folder)


def _predictions(path: Path) -> None:
    found = score_predictions(path)
    console.print(
        f"accuracy {found.right}/{found.of} = {figure(found.accuracy, 4)} "
        f"{between(found.interval, 4)} (95% Wilson)",
        soft_wrap=True,
    )
    if found.unreadable:
        console.print(f"{found.unreadable} predictions are no misconception id; counted as wrong")
    if found.disagreeing:
        console.print(f"{found.disagreeing} rows state another verdict than their ids give")


def report(
    folder: Folder,
    as_json_: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML page.")] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write tables (CSV) and figures (SVG, PNG) here.")
    ] = None,
) -> None:
    """Print a run's tables; or write them as HTML, CSV and figures."""
    show_report(folder, as_json_=as_json_, html=html, csv=csv)


def show_report(
    folder: Path, *, as_json_: bool = False, html: Path | None = None, csv: Path | None = None
) -> None:
    """Print the report; the paths written come last."""
    made = report_of(folder, library(), figures=html is not None or csv is not None)
    if as_json_:
        console.print(as_json(made), markup=False, soft_wrap=True)
    else:
        for table in made.tables:
            print_table(table)
    written = write_csv(made, csv) if csv is not None else []
    if html is not None:
        write_html(made, html)
        written.append(html)
    if not as_json_:
        for path in written:
            console.print(str(path), markup=False, soft_wrap=True)


def show(
    folder: Folder,
    session: Annotated[str | None, typer.Argument(help="Session id, or its beginning.")] = None,
    as_json_: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """List a run's sessions, or show one with its scores."""
    if session is None:
        print_table(_sessions(folder), as_json_)
        return
    found = [trial for trial in sessions(folder) if trial.cell.key.startswith(session)]
    if not found:
        raise UnknownNameError("session", session, (t.cell.key for t in sessions(folder)))
    if len(found) > 1:
        raise UsageError(f"{len(found)} sessions begin with {session!r}; give more of the id")
    if as_json_:
        print_json(found[0].model_dump(mode="json"))
        return
    print_session(shown_session(folder, found[0]))


def _sessions(folder: Path) -> Table:
    rows = []
    for trial in sessions(folder):
        talk = trial.transcript
        who = ", ".join(f"{name} {value}" for name, value in sorted(trial.cell.factors.items()))
        turns = str(len(talk.turns)) if talk else ""
        ending = talk.ending.kind if talk and talk.ending else ""
        rows.append((trial.cell.key, who, str(trial.cell.replicate), turns, ending))
    columns = ("session", "cell", "replicate", "turns", "ending")
    return Table("sessions", f"{len(rows)} sessions", columns, tuple(sorted(rows)))


def print_session(shown: Shown) -> None:
    """A session to read in the terminal."""
    console.rule(shown.title)
    console.print(shown.transcript.item.question, markup=False, soft_wrap=True)
    for turn in shown.transcript.turns:
        style = "cyan" if turn.seat == "student" else "green"
        console.print(f"\n{turn.seat} [{turn.index}]", style=style, markup=False)
        console.print(turn.text, markup=False, soft_wrap=True)
    console.print()
    for fact in shown.facts:
        console.print(fact, markup=False, soft_wrap=True)
