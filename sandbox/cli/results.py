"""`sandbox score`, `report`, `show`: what a run says, again or in another form."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import complain, console, library, print_json, print_table, say
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.studies import experiment_from
from sandbox.records import Cell, Manifest
from sandbox.reports.build import LEFT_OUT, report_of
from sandbox.reports.page import Shown, as_json, write_csv, write_html
from sandbox.reports.shown import shown_session
from sandbox.reports.tables import Table, between, counted, figure
from sandbox.runner import score
from sandbox.scoring.predictions import score_predictions
from sandbox.store.reading import ScoreIndex, sessions
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
        Path | None,
        typer.Option(
            help="Instead of a run: a CSV in the MaE benchmark's format, with the columns "
            "Misconception ID and Predicted Diagnosis."
        ),
    ] = None,
) -> None:
    """Score a run's sessions again; or the accuracy of a file of predictions."""
    if predictions is not None and folder is None:
        _predictions(predictions)
    elif folder is not None and predictions is None:
        _again(folder)
    else:
        raise UsageError("give either a run folder or --predictions FILE")


def _again(folder: Path) -> None:
    with RunLog.open(folder) as log:
        _warn_of_other_content(log.manifest)
        summary = asyncio.run(score(experiment_from(log.manifest, library(), folder), log))
    for reason, count in summary.failures:
        complain(f"{count} failed: {reason}", "red")
    if summary.stopped or summary.unscored:
        complain(
            f"Not all sessions are scored: {summary.standing.done} of {summary.standing.total}. "
            f"Score again with: sandbox score {folder}"
        )
        raise typer.Exit(130 if summary.interrupted else 1)
    show_report(folder)
    say(f"{counted(summary.standing.done, 'session')} scored again")


def _warn_of_other_content(manifest: Manifest) -> None:
    now = library().content_hash
    if manifest.content_hash != now:
        complain(
            f"The content is not the one of this run (then {manifest.content_hash}, now {now}); "
            "scores that rest on it may differ.",
            "yellow",
        )


def _predictions(path: Path) -> None:
    found = score_predictions(path)
    say(
        f"accuracy {found.right}/{found.of} = {figure(found.accuracy, 4)} "
        f"{between(found.interval, 4)} (95% Wilson)"
    )
    if found.unreadable:
        say(f"no misconception id, counted as wrong: {found.unreadable}")
    if found.disagreeing:
        say(f"{found.disagreeing} rows state another verdict than their ids give")


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
    if LEFT_OUT in made.facts:
        complain(f"Left out: {made.facts[LEFT_OUT]}", "yellow")
    written = write_csv(made, csv) if csv is not None else []
    if html is not None:
        write_html(made, html)
        written.append(html)
    if as_json_:
        print_json(as_json(made))
        return
    for table in made.tables:
        print_table(table, brief=True)
        say("")
    if not made.tables:
        say("No session of this run is finished and scored yet.")
    for path in written:
        say(str(path))


def show(
    folder: Folder,
    session: Annotated[str | None, typer.Argument(help="Session id, or its beginning.")] = None,
    as_json_: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """List a run's sessions, or show one with its scores."""
    if session is None:
        listed = _sessions(folder)
        print_table(listed, as_json_)
        if listed.rows and not as_json_:
            say(f"\nRead one with: sandbox show {folder} SESSION", "dim")
        return
    found = [trial for trial in sessions(folder) if trial.cell.key.startswith(session)]
    if not found:
        raise UnknownNameError("session", session, (t.cell.key for t in sessions(folder)))
    if len(found) > 1:
        raise UsageError(f"{len(found)} sessions begin with {session!r}; give more of the id")
    (trial,) = found
    index = ScoreIndex(folder)
    if as_json_:
        scores = [score.model_dump(mode="json") for score in index.of(trial.cell.key)]
        print_json({**trial.model_dump(mode="json"), "scores": scores})
    elif trial.transcript is None:
        print_json(trial.model_dump(mode="json"))
    else:
        print_session(shown_session(trial, index))


def _sessions(folder: Path) -> Table:
    rows = []
    for trial in sessions(folder):
        talk = trial.transcript
        turns = str(len(talk.turns)) if talk else ""
        ending = talk.ending.kind if talk and talk.ending else ""
        rows.append((_cell(trial.cell), trial.cell.key, str(trial.cell.replicate), turns, ending))
    # the replicate stands beside the id, where no long cell pushes it out of sight
    shown = tuple(
        (key, replicate, cell, *rest) for cell, key, replicate, *rest in sorted(rows, key=_in_order)
    )
    columns = ("session", "replicate", "cell", "turns", "ending")
    title = f"{len(rows)} session{'' if len(rows) == 1 else 's'}"
    return Table("sessions", title, columns, shown)


def _in_order(row: tuple[str, ...]) -> tuple[list[str | int], int, str]:
    """By cell, with its numbers as numbers, then by replicate."""
    cell, key, replicate, *_ = row
    parts = re.split(r"(\d+)", cell)  # text and number by turns
    return [int(part) if part.isdecimal() else part for part in parts], int(replicate), key


def _cell(cell: Cell) -> str:
    """The factors of a cell in words: who first, then the rest by name."""
    factors = dict(cell.factors)
    kind = factors.pop("kind", "session")
    who = [str(factors.pop(seat)) for seat in ("student", "tutor") if seat in factors]
    rest = [f"{name} {value}" for name, value in sorted(factors.items())]
    return ", ".join([*who, *([] if kind == "session" else [str(kind)]), *rest])


def print_session(shown: Shown) -> None:
    """A session to read in the terminal."""
    say(shown.title, "bold")
    say(shown.transcript.item.question)
    if shown.transcript.item.figure_alt:
        say(f"(Figure: {shown.transcript.item.figure_alt})", "dim")
    for turn in shown.transcript.turns:
        say(f"\n{turn.seat} [{turn.index}]", "cyan" if turn.seat == "student" else "green")
        say(turn.text)
    console.print()
    for fact in shown.facts:
        say(fact)
