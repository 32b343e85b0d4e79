"""Results: runs, their figures and tables, filtered; sessions to read; two runs compared."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.figures.draw import draw_svg
from sandbox.records import Score, Span, Trial
from sandbox.reports.browsing import (
    ALL,
    Browsed,
    Chosen,
    Talk,
    browse,
    comparison,
    listing,
    summary,
    write_shown,
)
from sandbox.reports.tables import Table, figure
from sandbox.store.reading import ScoreIndex, sessions
from sandbox.ui.context import Context, Page
from sandbox.ui.forms import keep_offering
from sandbox.ui.grids import grid, table_grid
from sandbox.ui.offers import Choices
from sandbox.ui.pieces import marked_text
from sandbox.ui.plots import means_plot
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_html

Update = dict[Any, Any]

FIRST_METRICS = ("scope_control", "identified", "gain")
"""The metrics that the list of sessions shows, where the run has them."""

MOST_LISTED = 200


@dataclass(frozen=True)
class _Parts:
    """The components that change."""

    shown: gr.Column
    student: gr.Dropdown
    tutor: gr.Dropdown
    task: gr.Dropdown
    metric: gr.Dropdown
    plot: gr.Plot
    tables: gr.HTML
    session: gr.Dropdown
    transcript: gr.HTML
    prepare: gr.Button
    download: gr.DownloadButton


def build(context: Context, page: Page) -> None:
    """The tab."""
    gr.Markdown("### Read results")
    if context.runs_are_closed:
        gr.Markdown("Closed: start the app with a password in `SANDBOX_ORGANISER`.")
        return
    password = gr.Textbox(
        label="Organiser’s password to read results",
        type="password",
        max_lines=1,
        visible=bool(context.organiser),
    )
    with gr.Row():
        run = gr.Dropdown([], label="Run", value=None, min_width=260)
        other = gr.Dropdown([], label="Compare with", value=None, min_width=260)
    show = gr.Button("Show the run", variant="primary")
    parts = _shown()
    acts = _Acts(context, parts)
    where = [password, run, other]
    filters: list[Any] = [parts.student, parts.tutor, parts.task, parts.metric]
    quietly: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}

    def runs(given: str) -> list[Choices]:
        if context.organiser and not _may(context, given):
            return []
        choices = context.run_choices()
        return [choices, [("None", ""), *choices]]

    keep_offering(page, [run, other], runs, [password], again=[page.entered, password.change])
    out = list(vars(parts).values())
    show.click(acts.show, where, out, api_visibility="private")
    for each in filters:
        each.input(acts.filter, [*where, *filters], out, **quietly)
    parts.prepare.click(acts.bundle, [*where, *filters], out, api_visibility="private")
    parts.session.input(acts.read, [*where, parts.session], out, **quietly)


def _shown() -> _Parts:
    with gr.Column(visible=False) as shown:
        with gr.Row():
            student = gr.Dropdown([], label="Persona", min_width=200)
            tutor = gr.Dropdown([], label="Tutor of the session", min_width=200)
            task = gr.Dropdown([], label="Task", min_width=200)
            metric = gr.Dropdown([], label="Metric of the figure", min_width=200)
        plot = gr.Plot(label="The metric by tutor", show_label=False)
        tables = gr.HTML(padding=False)
        with gr.Row():
            prepare = gr.Button("Prepare a download of everything shown")
            download = gr.DownloadButton("Download (zip)", visible=False, variant="primary")
        session = gr.Dropdown([], label="Session to read", value=None, filterable=True)
        transcript = gr.HTML(padding=False)
    return _Parts(
        shown, student, tutor, task, metric, plot, tables, session, transcript, prepare, download
    )


def _may(context: Context, given: str) -> bool:
    try:
        context.let_in(given or "")
    except UsageError:
        return False
    return True


class _Acts:
    """What the controls do: read the run, then the page as it is now."""

    def __init__(self, context: Context, parts: _Parts) -> None:
        self._context, self._parts = context, parts

    async def show(self, given: str, run: str, other: str) -> Update:
        """A run from its beginning: nothing is filtered."""
        with telling():
            read = await self._read(given, run)
            page = await asyncio.to_thread(self._page, read, Chosen(), "", other)
            parts = self._parts
            for part, name in (
                (parts.student, "student"),
                (parts.tutor, "tutor"),
                (parts.task, "task"),
            ):
                page[part] = gr.update(choices=[("All", ALL), *read.options(name)], value=ALL)
            page[parts.metric] = gr.update(choices=read.metrics, value=_first(read))
            return page
        return {self._parts.shown: gr.update(visible=False)}

    async def filter(
        self, given: str, run: str, other: str, student: str, tutor: str, task: str, metric: str
    ) -> Update:
        """The sessions that are meant."""
        with telling():
            read = await self._read(given, run)
            chosen = Chosen(student or ALL, tutor or ALL, task or ALL)
            return await asyncio.to_thread(self._page, read, chosen, metric or "", other)
        return quiet(self._parts.shown)

    async def bundle(
        self, given: str, run: str, other: str, student: str, tutor: str, task: str, metric: str
    ) -> Update:
        """Everything that is shown, as a file."""
        with telling():
            read = await self._read(given, run)
            chosen = Chosen(student or ALL, tutor or ALL, task or ALL)
            path = await asyncio.to_thread(
                self._bundle, read, chosen, metric or _first(read), other
            )
            return {self._parts.download: gr.update(value=str(path), visible=True)}
        return quiet(self._parts.shown)

    async def read(self, given: str, run: str, other: str, session: str) -> Update:
        """One session, with its scores at the turns."""
        with telling():
            self._context.let_in(given or "")
            folder = self._context.run_folder(run)
            return {self._parts.transcript: await asyncio.to_thread(_transcript, folder, session)}
        return quiet(self._parts.shown)

    # -------------------------------------------------------- pieces

    async def _read(self, given: str, run: str) -> Browsed:
        self._context.let_in(given or "")
        if not run:
            raise UsageError("choose a run")
        return await asyncio.to_thread(browse, self._context.run_folder(run))

    def _tables(self, read: Browsed, chosen: Chosen, other: str) -> list[Table]:
        found = summary(read.where(chosen), read.metrics)
        if not other:
            return [found]
        return [comparison(read, browse(self._context.run_folder(other)), chosen), found]

    def _bundle(self, read: Browsed, chosen: Chosen, metric: str, other: str) -> Path:
        out, talks = Path(tempfile.mkdtemp()) / f"{read.folder.name}.zip", read.where(chosen)
        drawn = means_plot(talks, metric)
        page = drawn.to_html(include_plotlyjs=True, full_html=True) if drawn is not None else ""
        write_shown(read, talks, self._tables(read, chosen, other), out, page)
        return out

    def _page(self, read: Browsed, chosen: Chosen, metric: str, other: str) -> Update:
        parts, talks = self._parts, read.where(chosen)
        drawn = means_plot(talks, metric or _first(read))
        tables = self._tables(read, chosen, other)
        named = [name for name in FIRST_METRICS if name in read.metrics]
        some = listing(talks[:MOST_LISTED], named)
        more = len(talks) - MOST_LISTED
        note = f"<p class='note'>{more} more are in the download.</p>" if more > 0 else ""
        return {
            parts.shown: gr.update(visible=True),
            parts.plot: gr.update(value=drawn, visible=drawn is not None),
            parts.tables: "".join(map(table_grid, (*tables, some))) + note,
            parts.session: gr.update(choices=[_named(talk) for talk in talks], value=None),
            parts.transcript: "",
            parts.download: gr.update(visible=False),
        }


def _first(read: Browsed) -> str:
    known = [name for name in FIRST_METRICS if name in read.metrics]
    return (known or read.metrics or [""])[0]


def _named(talk: Talk) -> tuple[str, str]:
    return f"{talk.student} with {talk.tutor} · {talk.task} · {talk.session[:8]}", talk.session


def _transcript(folder: Path, session: str) -> str:
    trial = next((each for each in sessions(folder) if each.cell.key == session), None)
    if trial is None or trial.transcript is None:
        raise UsageError("this session is not in the run")
    scores = ScoreIndex(folder).of(session)
    return _session_card(trial, scores)


def _session_card(trial: Trial, scores: Sequence[Score]) -> str:
    transcript = trial.transcript
    assert transcript is not None
    item = transcript.item
    ended = f", ended: {transcript.ending.kind}" if transcript.ending else ""
    parts = [
        f"<h2>{as_html(transcript.student)} with {as_html(transcript.tutor)}</h2>",
        f"<p class='secret'>Session {as_html(transcript.session)}{as_html(ended)}</p>",
        f"<h3>Task</h3><p class='task'>{as_html(item.question)}</p>",
        f"<p>Answer: {as_html(item.answer)}</p>" if item.answer else "",
        f"<div class='figure'>{draw_svg(item.figure)}</div>" if item.figure else "",
        "<h3>What was said</h3>",
    ]
    spans = [span for score in scores for span in score.evidence]
    for turn in transcript.turns:
        said = marked_text(turn.text, spans, turn.index)
        at = [score for score in scores if score.turn == turn.index or _rests_on(score, turn.index)]
        notes = "".join(f"<p class='moves'>{_said(score)}</p>" for score in at)
        who = f"{turn.index + 1} {turn.seat.capitalize()}"
        parts.append(f"<div class='turn-note'><p><strong>{who}:</strong> {said}</p>{notes}</div>")
    whole = [
        (score.metric, figure(score.value), score.reason or score.scorer)
        for score in scores
        if score.turn is None
    ]
    parts.append(grid(("score of the session", "value", "by, or why not"), whole))
    return f"<section class='card' aria-label='Transcript'>{''.join(parts)}</section>"


def _rests_on(score: Score, turn: int) -> bool:
    return score.turn is None and any(span.turn == turn for span in score.evidence)


def _said(score: Score) -> str:
    by = f" ({score.scorer})" if score.scorer else ""
    spans: Sequence[Span] = score.evidence
    quoted = "; ".join(f"“{span.text}”" for span in spans[:2])
    value = figure(score.value) if score.value is not None else f"unscored, {score.reason}"
    return as_html(f"{score.metric}{by}: {value}{f': {quoted}' if quoted else ''}")
