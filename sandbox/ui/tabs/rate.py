"""Rate: what was said, by a rubric, blind and twice; practice first, agreement after."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.content.rubrics import CriterionSpec
from sandbox.live.rounds import RatingRound
from sandbox.scoring.judge import criteria_for
from sandbox.ui.context import Context, Page
from sandbox.ui.forms import keep_offering
from sandbox.ui.rating import case_card, subject_card, verdicts_card
from sandbox.ui.rounds import log_ratings, organiser_part, round_of
from sandbox.ui.telling import quiet, telling

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
    wish = [page.token, run, rubric, code]

    def wire(event: Any, act: Any, *inputs: Any) -> None:
        event(act, [*wish, *inputs], out, api_visibility="private", concurrency_limit=None)

    keep_offering(page, [run], lambda: [context.run_choices()], again=[page.entered])
    wire(rate.click, acts.begin)
    wire(code.submit, acts.begin)
    wire(parts.save.click, acts.save, parts.place, parts.why, *parts.verdicts)
    wire(parts.go_on.click, acts.begin)
    organiser_part(context, run, rubric)


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

    async def begin(self, token: str, run: str, rubric: str, code: str) -> Update:
        """The rater's next worked case or item."""
        with telling():
            round_ = await asyncio.to_thread(self._admitted, token, run, rubric, code)
            return await asyncio.to_thread(self._next, round_, (code or "").strip())
        return {self._parts.form: gr.update(visible=False)}

    async def save(
        self, token: str, run: str, rubric: str, code: str, place: Any, why: str, *given: Any
    ) -> Update:
        """Take the verdicts: compare them in practice, log them else."""
        code = (code or "").strip()
        with telling():
            round_ = await asyncio.to_thread(self._admitted, token, run, rubric, code)
            if place is None:
                return self._feedback(round_, code, given)
            verdicts = dict(zip(round_.rubric.ids, given, strict=False))
            made = await asyncio.to_thread(round_.ratings, code, tuple(place), verdicts, why or "")
            await log_ratings(self._context, round_, made)
            return await asyncio.to_thread(self._next, round_, code)
        return quiet(self._parts.form)

    # -------------------------------------------------------- pieces

    def _admitted(self, token: str, run: str, rubric: str, code: str) -> RatingRound:
        round_ = round_of(self._context, run, rubric)
        round_.admit((code or "").strip(), token or "")
        return round_

    def _next(self, round_: RatingRound, code: str) -> Update:
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
