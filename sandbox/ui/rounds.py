"""The organiser's part of Rate: rounds, codes, agreement, disagreements, files from elsewhere.

Also how a round is found and how ratings are logged, for raters and organiser alike.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.imported import import_as_run
from sandbox.live.rounds import RatingRound
from sandbox.reports.agreement import agreement_tables, rated_in
from sandbox.runner import RunOptions
from sandbox.runner.judging import record
from sandbox.scoring.automatic import ExactJudge
from sandbox.scoring.double import Disagreement
from sandbox.scoring.ratings import Rating
from sandbox.store.exchange import IMPORTABLE
from sandbox.store.runlog import RunLog
from sandbox.ui.context import Context
from sandbox.ui.grids import grid, table_grid
from sandbox.ui.rating import disagreement_name, disagreements_grid
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_html

Update = dict[Any, Any]

PROGRESS = ("rater", "rated", "right in practice", "code")


def organiser_part(context: Context, run: gr.Dropdown, rubric: gr.Dropdown) -> None:
    """The part, closed where anybody could come in."""
    with gr.Accordion("Rounds, agreement, files: for the organiser", open=False):
        if context.runs_are_closed:
            gr.Markdown("Closed: start the app with a password in `SANDBOX_ORGANISER`.")
            return
        password = gr.Textbox(
            label="The organiser’s password",
            type="password",
            max_lines=1,
            visible=bool(context.organiser),
        )
        raters = gr.Textbox(
            label="Codes of the raters",
            info="At least two, with commas; every item is rated by two of them.",
            max_lines=2,
        )
        with gr.Row():
            open_round = gr.Button("Open the round")
            show = gr.Button("Show agreement")
        with gr.Row(elem_classes="at-bottom"):
            held = gr.Textbox(
                label="Code to release",
                info="So that its rater can go on in another browser.",
                max_lines=1,
                max_length=32,
            )
            release = gr.Button("Release the code")
        told = gr.HTML(padding=False)
        with gr.Group(visible=False) as settling:
            which = gr.Dropdown([], label="Disagreement")
            settled = gr.Radio([], label="Your verdict")
            by = gr.Textbox(label="Your code", max_lines=1, max_length=32)
            settle = gr.Button("Settle it")
        with gr.Row():
            form = gr.Dropdown(list(IMPORTABLE), value="openai", label="Format of the file")
            file = gr.File(label="Replies from elsewhere, to be rated", file_count="single")
        take = gr.Button("Take the file as a run")
        changed = [told, settling, which, settled]

        async def opened(name: str, by_rubric: str, given: str, listed: str) -> Update:
            with telling():
                context.let_in(given or "")
                round_ = round_of(context, name, by_rubric)
                codes = [code.strip() for code in (listed or "").split(",") if code.strip()]
                made = await asyncio.to_thread(round_.open, codes)
                each = as_html(", ".join(made.raters))
                said = f"The round is open: {len(made.plan)} items, each rated by two of {each}."
                return {told: f"<p role='status'>{said}</p>"}
            return quiet(told)

        async def released(name: str, by_rubric: str, given: str, code: str) -> Update:
            with telling():
                context.let_in(given or "")
                round_ = round_of(context, name, by_rubric)
                round_.codes.release((code or "").strip())
                said = f"The next browser that gives {as_html(code)} goes on with its work."
                return {told: f"<p role='status'>{said}</p>"}
            return quiet(told)

        async def shown(name: str, by_rubric: str, given: str) -> Update:
            with telling():
                context.let_in(given or "")
                return await asyncio.to_thread(agreement, name, by_rubric)
            return quiet(told)

        def agreement(name: str, by_rubric: str) -> Update:
            round_ = round_of(context, name, by_rubric)
            tables = agreement_tables(rated_in(round_.folder, round_.rubric))
            found = round_.disagreements()
            progress = grid(PROGRESS, round_.progress(), "Progress")
            pieces = [progress, *map(table_grid, tables)]
            if not tables:
                pieces.append("<p>No item is rated by two people yet.</p>")
            pieces.append(disagreements_grid(round_, found))
            choices = [(disagreement_name(round_, one), number) for number, one in enumerate(found)]
            return {
                told: "".join(pieces),
                settling: gr.update(visible=bool(found)),
                which: gr.update(choices=choices, value=None),
                settled: gr.update(choices=[], value=None),
            }

        def chosen(name: str, by_rubric: str, number: int | None) -> Any:
            with telling():
                round_ = round_of(context, name, by_rubric)
                if number is not None:
                    spec = round_.rubric.criterion(_one(round_, number).criterion)
                    return gr.update(choices=[(c.label, c.value) for c in spec.choices], value=None)
            return gr.update(choices=[], value=None)

        async def settles(
            name: str, by_rubric: str, given: str, number: int | None, value: Any, code: str
        ) -> Update:
            with telling():
                context.let_in(given or "")
                round_ = round_of(context, name, by_rubric)
                if number is None or value is None or not (code or "").strip():
                    raise UsageError("choose a disagreement and a verdict, and give your code")
                made = round_.settle(_one(round_, number), value, code.strip())
                await log_ratings(context, round_, [made])
                return await asyncio.to_thread(agreement, name, by_rubric)
            return quiet(told)

        async def taken(given: str, form_: str, path: str | None) -> Any:
            with telling():
                context.let_in(given or "")
                if not path:
                    raise UsageError("choose a file first")
                made = await asyncio.to_thread(
                    import_as_run, form_, Path(path), context.runs, context.library, _now()
                )
                return gr.update(choices=context.run_choices(), value=made.name)
            return gr.skip()

        wish: list[Any] = [run, rubric, password]
        open_round.click(opened, [*wish, raters], [told], api_visibility="private")
        release.click(released, [*wish, held], [told], api_visibility="private")
        show.click(shown, wish, changed, api_visibility="private")
        which.input(chosen, [run, rubric, which], settled, api_visibility="private")
        settle.click(settles, [*wish, which, settled, by], changed, api_visibility="private")
        take.click(taken, [password, form, file], run, api_visibility="private")


def _one(round_: RatingRound, number: int) -> Disagreement:
    found = round_.disagreements()
    if not 0 <= number < len(found):
        raise UsageError("this disagreement is not there any more; show the agreement again")
    return found[number]


# ------------------------------------------------------------ pieces


def round_of(context: Context, run: str, rubric: str) -> RatingRound:
    """The round of a run by a rubric.

    Raises:
        UsageError: there is no such run or rubric, or the run cannot be read.
    """
    if not run:
        raise UsageError("choose a run")
    return RatingRound(context.run_folder(run), context.library, rubric, context.catalogue)


async def log_ratings(context: Context, round_: RatingRound, made: Sequence[Rating]) -> None:
    """Ratings of one item into the run, as `sandbox judge --ratings` does."""
    place = (made[0].session, made[0].turn)
    exact = ExactJudge().ratings(round_.subjects()[place], round_.rubric)
    with _writing(context, round_.folder) as log:
        await record(log, round_.rubric, made, exact, options=RunOptions(clock=_now))


@contextlib.contextmanager
def _writing(context: Context, folder: Path) -> Iterator[RunLog]:
    """The run's log: the app's own where it is the run that the app writes."""
    if folder.resolve() == context.journal.folder.resolve():
        yield context.journal.log
        return
    with RunLog.open(folder) as log:
        yield log


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
