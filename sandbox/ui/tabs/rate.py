"""Rate: what was said, by a rubric, blind and twice; practice first, agreement after."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gradio as gr

from sandbox.content.rubrics import CriterionSpec
from sandbox.errors import UsageError
from sandbox.live.imported import import_as_run
from sandbox.live.rounds import RatingRound
from sandbox.reports.agreement import agreement_tables, rated_in
from sandbox.runner import RunOptions
from sandbox.runner.judging import record
from sandbox.scoring.automatic import ExactJudge
from sandbox.scoring.double import Disagreement
from sandbox.scoring.judge import criteria_for
from sandbox.scoring.ratings import Rating
from sandbox.store.exchange import IMPORTABLE
from sandbox.store.runlog import RunLog
from sandbox.ui.context import Context, Page
from sandbox.ui.grids import grid, table_grid
from sandbox.ui.rating import (
    case_card,
    disagreement_name,
    disagreements_grid,
    subject_card,
    verdicts_card,
)
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_html

Update = dict[Any, Any]

KEYS = (
    "Keys: **1**–**7** take a choice of the question that is marked and go on to the next, "
    "**↑** and **↓** move, **Enter** saves."
)


@dataclass(frozen=True)
class _Parts:
    """The components that change."""

    form: gr.Column
    shown: gr.HTML
    verdicts: tuple[gr.Radio, ...]
    why: gr.Textbox
    save: gr.Button
    checked: gr.HTML
    go_on: gr.Button
    place: gr.State

    @property
    def changing(self) -> list[Any]:
        """All of them, in one list."""
        single = [part for name, part in vars(self).items() if name != "verdicts"]
        return [*single, *self.verdicts]


def build(context: Context, page: Page) -> None:
    """The tab."""
    most = max(len(rubric.criteria) for rubric in context.library.rubrics.values())
    gr.Markdown("### Rate what tutors said, without knowing who they are")
    with gr.Row():
        run = gr.Dropdown([], label="Run to rate", value=None, min_width=260)
        rubric = gr.Dropdown(
            [(spec.title, name) for name, spec in context.library.rubrics.items()],
            value=next(iter(context.library.rubrics)),
            label="Rubric",
            min_width=260,
        )
        code = gr.Textbox(label="Your rater code", max_lines=1, max_length=32, min_width=160)
    rate = gr.Button("Rate", variant="primary")
    parts = _form(most)
    acts = _Acts(context, parts)
    out = parts.changing
    wish = [run, rubric, code]

    def wire(event: Any, act: Any, *inputs: Any) -> None:
        event(act, [*wish, *inputs], out, api_visibility="private", concurrency_limit=None)

    def runs() -> Any:
        choices = context.run_choices()
        return gr.update(choices=choices)

    hidden: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
    page.opened.then(runs, None, run, **hidden)
    run.focus(runs, None, run, **hidden)
    wire(rate.click, acts.begin)
    wire(code.submit, acts.begin)
    wire(parts.save.click, acts.save, parts.place, parts.why, *parts.verdicts)
    wire(parts.go_on.click, acts.begin)
    _organiser(context, run, rubric)


def _form(most: int) -> _Parts:
    with gr.Column(visible=False) as form:
        with gr.Row():
            with gr.Column(scale=2, min_width=300, elem_classes="rate-subject"):
                shown = gr.HTML(padding=False)
            with gr.Column(scale=3, min_width=320, elem_classes="rate-form"):
                gr.Markdown(KEYS, elem_classes="keys")
                verdicts = tuple(
                    gr.Radio([], label=f"Question {number + 1}", visible=False)
                    for number in range(most)
                )
                why = gr.Textbox(label="Remark (optional)", lines=1, max_length=600)
                save = gr.Button("Save", variant="primary", elem_classes="rate-save")
        checked = gr.HTML(padding=False)
        go_on = gr.Button("Go on", visible=False, variant="primary", elem_classes="rate-on")
    return _Parts(form, shown, verdicts, why, save, checked, go_on, gr.State(None))


class _Acts:
    """What the buttons do."""

    def __init__(self, context: Context, parts: _Parts) -> None:
        self._context, self._parts = context, parts

    async def begin(self, run: str, rubric: str, code: str) -> Update:
        """The rater's next worked case or item."""
        with telling():
            return await asyncio.to_thread(self._next, run, rubric, (code or "").strip())
        return {self._parts.form: gr.update(visible=False)}

    async def save(
        self, run: str, rubric: str, code: str, place: Any, why: str, *given: Any
    ) -> Update:
        """Take the verdicts: compare them in practice, log them else."""
        code = (code or "").strip()
        with telling():
            round_ = await asyncio.to_thread(_round, self._context, run, rubric)
            if place is None:
                return self._feedback(round_, code, given)
            verdicts = dict(zip(round_.rubric.ids, given, strict=False))
            made = await asyncio.to_thread(round_.ratings, code, tuple(place), verdicts, why or "")
            await _logged(self._context, round_, made)
            return await asyncio.to_thread(self._next, run, rubric, code)
        return quiet(self._parts.form)

    # -------------------------------------------------------- pieces

    def _next(self, run: str, rubric: str, code: str) -> Update:
        round_ = _round(self._context, run, rubric)
        case = round_.case(code)
        parts = self._parts
        if case is not None:
            done, of = round_.practice(code).done, len(round_.rubric.cases)
            title = f"Practice {done + 1} of {of}"
            criteria = [round_.rubric.criterion(name) for name in case.ratings]
            return self._asked(
                case_card(title, case), round_.rubric.criteria, criteria, {}, None, "Check"
            )
        work = round_.work(code)
        if work.subject is None:
            said = f"You have rated {work.done} of {work.of}. Thank you."
            done_card = (
                f"<section class='card' role='status'><h2>All rated</h2><p>{said}</p></section>"
            )
            hidden = {radio: gr.update(visible=False) for radio in parts.verdicts}
            return {
                **hidden,
                parts.form: gr.update(visible=True),
                parts.shown: done_card,
                parts.save: gr.update(visible=False),
                parts.why: gr.update(visible=False),
                parts.checked: "",
                parts.go_on: gr.update(visible=False),
                parts.place: None,
            }
        subject = work.subject
        title = f"Item {work.done + 1} of {work.of}"
        return self._asked(
            subject_card(title, subject),
            round_.rubric.criteria,
            criteria_for(subject, round_.rubric),
            dict(subject.wordings),
            (subject.session, subject.turn),
            "Save and go on",
        )

    def _asked(
        self,
        card: str,
        every: Sequence[CriterionSpec],
        asked: Sequence[CriterionSpec],
        wordings: dict[str, str],
        place: Any,
        button: str,
    ) -> Update:
        parts = self._parts
        page: Update = {
            parts.form: gr.update(visible=True),
            parts.shown: card,
            parts.why: gr.update(value="", visible=place is not None),
            parts.save: gr.update(value=button, visible=True, interactive=True),
            parts.checked: "",
            parts.go_on: gr.update(visible=False),
            parts.place: place,
        }
        for number, radio in enumerate(parts.verdicts):
            if number >= len(every) or every[number] not in asked:
                page[radio] = gr.update(visible=False, value=None)
                continue
            spec = every[number]
            page[radio] = gr.update(
                visible=True,
                interactive=True,
                value=None,
                label=f"{spec.title}: {wordings.get(spec.id, spec.asks)}",
                info=spec.look_at,
                choices=[(each.label, each.value) for each in spec.choices],
            )
        return page

    def _feedback(self, round_: RatingRound, code: str, given: Sequence[Any]) -> Update:
        parts = self._parts
        found = round_.check(code, dict(zip(round_.rubric.ids, given, strict=False)))
        return {
            parts.checked: verdicts_card(round_, found),
            parts.save: gr.update(visible=False),
            parts.go_on: gr.update(visible=True),
        }


# ------------------------------------------------------------ organiser


def _organiser(context: Context, run: gr.Dropdown, rubric: gr.Dropdown) -> None:
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
                round_ = _round(context, name, by_rubric)
                codes = [code.strip() for code in (listed or "").split(",") if code.strip()]
                made = await asyncio.to_thread(round_.open, codes)
                each = as_html(", ".join(made.raters))
                said = f"The round is open: {len(made.plan)} items, each rated by two of {each}."
                return {told: f"<p role='status'>{said}</p>"}
            return quiet(told)

        async def shown(name: str, by_rubric: str, given: str) -> Update:
            with telling():
                context.let_in(given or "")
                return await asyncio.to_thread(agreement, name, by_rubric)
            return quiet(told)

        def agreement(name: str, by_rubric: str) -> Update:
            round_ = _round(context, name, by_rubric)
            tables = agreement_tables(rated_in(round_.folder, round_.rubric))
            found = round_.disagreements()
            progress = grid(("rater", "rated", "right in practice"), round_.progress(), "Progress")
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
                round_ = _round(context, name, by_rubric)
                if number is not None:
                    spec = round_.rubric.criterion(_one(round_, number).criterion)
                    return gr.update(choices=[(c.label, c.value) for c in spec.choices], value=None)
            return gr.update(choices=[], value=None)

        async def settles(
            name: str, by_rubric: str, given: str, number: int | None, value: Any, code: str
        ) -> Update:
            with telling():
                context.let_in(given or "")
                round_ = _round(context, name, by_rubric)
                if number is None or value is None or not (code or "").strip():
                    raise UsageError("choose a disagreement and a verdict, and give your code")
                made = round_.settle(_one(round_, number), value, code.strip())
                await _logged(context, round_, [made])
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


def _round(context: Context, run: str, rubric: str) -> RatingRound:
    if not run:
        raise UsageError("choose a run")
    return RatingRound(context.run_folder(run), context.library, rubric, context.catalogue)


async def _logged(context: Context, round_: RatingRound, made: Sequence[Rating]) -> None:
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
