"""Collect: take part in a study; and, behind a password, its organiser's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.content.collecting import CollectionSpec, QuestionSpec
from sandbox.ui.chat import chat_box
from sandbox.ui.context import Context, Page
from sandbox.ui.following import then_follow
from sandbox.ui.forms import message_box, naming_form
from sandbox.ui.organising import organiser_page
from sandbox.ui.taking_part import POLL_S, Acts, Parts, Questionnaire
from sandbox.ui.text import DELIMITERS


def build(context: Context, page: Page) -> None:
    """The tab."""
    if not context.designs:
        gr.Markdown("No study collects sessions here: start the app with `--collect FILE`.")
        return
    parts, buttons = _layout(context)
    acts = Acts(context, parts)
    out = parts.changing

    def wire(event: Any, act: Any, *inputs: Any, busy: bool = True, to: Any = out) -> Any:
        return event(
            act,
            [page.token, parts.study, *inputs],
            to,
            api_visibility="private",
            show_progress="minimal" if busy else "hidden",
            concurrency_limit=None,
        )

    wire(page.opened.then, acts.opened, busy=False)
    wire(parts.study.input, acts.look)
    wire(parts.timer.tick, acts.look_again, parts.seen, busy=False)
    wire(buttons.join.click, acts.join, buttons.code, buttons.consents)
    speaking = (
        wire(buttons.begin.click, acts.begin),
        wire(parts.message.submit, acts.say, parts.message, busy=False, to=parts.talk),
        wire(parts.again.click, acts.ask_again),
    )
    for event in speaking:
        me = [page.token, parts.study]
        then_follow(event, acts.read_along, acts.look, me, parts.chat, out)
    wire(parts.finish.click, acts.finish)
    wire(buttons.name_it.click, acts.name, buttons.named, buttons.sure)
    wire(buttons.cannot_tell.click, acts.name_none)
    wire(buttons.leave.click, acts.leave, buttons.surely)
    for each in parts.questionnaires.values():
        wire(each.send.click, acts.answer, *each.asked)
    organiser_page(context, parts.study)


@dataclass(frozen=True)
class _Buttons:
    code: gr.Textbox
    consents: gr.Checkbox
    join: gr.Button
    begin: gr.Button
    named: gr.Dropdown
    sure: gr.Slider
    name_it: gr.Button
    cannot_tell: gr.Button
    surely: gr.Checkbox
    leave: gr.Button


def _layout(context: Context) -> tuple[Parts, _Buttons]:
    designs = context.designs
    timer, seen = gr.Timer(POLL_S, active=False), gr.State("")
    study = gr.Dropdown(
        [(design.title, design.id) for design in designs],
        value=designs[0].id,
        label="Study",
        visible=len(designs) > 1,
    )
    with gr.Column(visible=False) as welcome:
        consent = gr.Markdown(latex_delimiters=DELIMITERS)
        code = gr.Textbox(
            label="Participant code",
            info="The code that you were given; if you were given none, make one up: no name.",
            max_lines=1,
            max_length=32,
        )
        consents = gr.Checkbox(label="I have read this, and I consent to take part")
        join = gr.Button("Take part", variant="primary")
    with gr.Column(visible=False) as ready:
        told = gr.Markdown(latex_delimiters=DELIMITERS)
        begin = gr.Button("Start the session", variant="primary")
    with gr.Column(visible=False) as session:
        status = gr.HTML(elem_classes="status", padding=False)
        with gr.Row():
            with (
                gr.Column(scale=2, min_width=280),
                gr.Accordion("Your role", open=True, elem_classes="bare"),
            ):
                card = gr.HTML(padding=False)
            with gr.Column(scale=3, min_width=320):
                chat = chat_box()
                message = message_box("What you say")
                again = gr.Button("Ask it again", visible=False)
                finish = gr.Button("Finish the session", interactive=False)
    with gr.Column(visible=False) as naming:
        named, sure, name_it, cannot_tell = naming_form(
            context.library,
            "The misconception",
            "That is what it believed",
            "I do not know",
        )
    questions = {design.id: _questionnaire(design) for design in designs}
    end = gr.HTML(padding=False)
    with gr.Accordion("Leave the study", open=False, visible=False) as leaving:
        surely = gr.Checkbox(label="I want to leave; what I wrote is kept as an unfinished session")
        leave = gr.Button("Leave the study", variant="stop")
    parts = Parts(
        welcome, consent, ready, told, session, card, status, chat, message, finish, again,
        naming, questions, end, leaving, study, timer, seen,
    )  # fmt: skip
    return parts, _Buttons(
        code, consents, join, begin, named, sure, name_it, cannot_tell, surely, leave
    )


def _questionnaire(design: CollectionSpec) -> Questionnaire:
    with gr.Column(visible=False) as column:
        gr.Markdown("### A few questions")
        asked = tuple(_question(each) for each in design.questionnaire)
        send = gr.Button("Send my answers", variant="primary")
    return Questionnaire(column, asked, send)


def _question(question: QuestionSpec) -> Any:
    label = question.asks + (" (optional)" if question.is_optional else "")
    if question.kind == "text":
        return gr.Textbox(label=label, lines=2, max_length=2_000)
    return gr.Radio(list(question.choices), label=label)
