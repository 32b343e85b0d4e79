"""Play: take a seat yourself, across from an agent or another person; then read your feedback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.live.setup import ANYONE
from sandbox.ui import offers
from sandbox.ui.chat import chat_box
from sandbox.ui.context import Context, Page
from sandbox.ui.following import then_follow
from sandbox.ui.forms import message_box, naming_form, topic_list
from sandbox.ui.playing import AGENT, POLL_S, REASONS, SOMEBODY, Acts, Parts


def build(context: Context, page: Page) -> None:
    """The tab."""
    timer, seen = gr.Timer(POLL_S, active=False), gr.State("")
    with gr.Column(visible=False) as start:  # shown once the browser has its token
        wishes = _start(context, page)
    with gr.Column(visible=False) as waiting:
        code = gr.HTML(padding=False)
        leave_room = gr.Button("Close the room")
    with gr.Column(visible=False) as session:
        status = gr.HTML(elem_classes="status", padding=False)
        with gr.Row():
            with (
                gr.Column(scale=2, min_width=280),
                gr.Accordion("Your role", open=True, elem_classes="bare"),
            ):
                card = gr.HTML(padding=False)
            with gr.Column(scale=3, min_width=320):
                talk = _talk(context)
    with gr.Column(visible=False) as naming:
        named, sure, name_it, cannot_tell = naming_form(
            context.library, "Misconception", "That is it", "I cannot tell"
        )
    with gr.Column(visible=False) as feedback:
        with gr.Row():
            with gr.Column(scale=3, min_width=320):
                told = gr.HTML(padding=False)
            with gr.Column(scale=2, min_width=320):
                plot = gr.Plot(label="How firmly the student believed it", show_label=False)
        again = gr.Button("New session", variant="primary")
    parts = Parts(
        start=start, waiting=waiting, code=code, session=session, card=card, status=status,
        naming=naming, feedback=feedback, told=told, plot=plot, timer=timer, seen=seen,
        **talk.changing,
    )  # fmt: skip
    acts = Acts(context, parts)
    token, out = page.token, list(vars(parts).values())

    def wire(event: Any, act: Any, *inputs: Any, busy: bool = True, to: Any = out) -> Any:
        return event(
            act,
            [token, *inputs],
            to,
            api_visibility="private",
            show_progress="minimal" if busy else "hidden",
            concurrency_limit=None,
        )

    wire(page.opened.then, acts.come_back, busy=False)
    wire(timer.tick, acts.look_again, seen, busy=False)
    speaking = (
        wire(wishes.begin.click, acts.begin, *wishes.inputs),
        wire(wishes.join.click, acts.join, wishes.code),
        wire(wishes.code.submit, acts.join, wishes.code),
        wire(talk.message.submit, acts.say, talk.message, busy=False, to=parts.talk),
        wire(talk.let_speak.click, acts.let_speak),
    )
    for event in speaking:
        then_follow(event, acts.read_along, acts.look, [token], parts.chat, out)
    wire(talk.hand_over.click, acts.hand_over, talk.substitute)
    wire(talk.take_back.click, acts.take_back)
    wire(talk.end.click, acts.end, talk.reason)
    wire(name_it.click, acts.name, named, sure)
    wire(cannot_tell.click, acts.name_none)
    for button in (again, leave_room):
        wire(button.click, acts.leave)


# ------------------------------------------------------------ layout


@dataclass(frozen=True)
class _Wishes:
    inputs: tuple[Any, ...]
    begin: gr.Button
    code: gr.Textbox
    join: gr.Button


def _start(context: Context, page: Page) -> _Wishes:
    cast = context.cast
    gr.Markdown("### Start a session")
    with gr.Row():
        seat = gr.Radio(
            [("Tutor", "tutor"), ("Student", "student")], value="tutor", label="Your seat"
        )
        partner = gr.Radio(
            [("A simulated one", AGENT), ("Another person", SOMEBODY)],
            value=AGENT,
            label="Across the table",
        )
    with gr.Row():
        student = gr.Dropdown(
            offers.student_choices(cast),
            value=ANYONE,
            label="The student",
            info="Whom you meet or, as the student, whom you play.",
            min_width=260,
        )
        topic = topic_list(context, page, info="What the problem is about.", min_width=260)
    with gr.Row():
        tutor = gr.Dropdown(
            offers.tutor_choices(cast),
            value="scripted:socratic",
            label="The tutor",
            visible=False,
        )
        voice = gr.Dropdown(
            offers.voice_choices(cast),
            value="",
            label="The student’s voice",
            visible=bool(cast.offered),
        )
    with gr.Accordion("More", open=False):
        turns = gr.Slider(4, 60, value=24, step=2, label="Most turns, of both sides together")
    begin = gr.Button("Begin", variant="primary")
    gr.Markdown("### Or join another person")
    with gr.Row(elem_classes="at-bottom"):
        code = gr.Textbox(label="Room code", max_lines=1, max_length=20, scale=2)
        join = gr.Button("Join", scale=1)
    for radio in (seat, partner):
        radio.change(
            lambda s, p: gr.update(visible=s == "student" and p == AGENT),
            [seat, partner],
            tutor,
            api_visibility="private",
            show_progress="hidden",
        )
    return _Wishes((seat, partner, student, topic, tutor, voice, turns), begin, code, join)


@dataclass(frozen=True)
class _Talk:
    chat: gr.Chatbot
    message: gr.MultimodalTextbox
    handing: gr.Row
    hand_over: gr.Button
    substitute: gr.Dropdown
    let_speak: gr.Button
    take_back: gr.Button
    ending: gr.Accordion
    reason: gr.Radio
    end: gr.Button

    @property
    def changing(self) -> dict[str, Any]:
        return {name: part for name, part in vars(self).items() if name != "end"}


def _talk(context: Context) -> _Talk:
    chat = chat_box()
    message = message_box("Your message")
    with gr.Row(visible=False) as handing:
        substitute = gr.Dropdown(
            offers.tutor_choices(context.cast),
            value="scripted:socratic",
            label="Who takes your seat",
        )
        hand_over = gr.Button("Hand my seat to it")
        let_speak = gr.Button("Let it speak", visible=False, variant="primary")
        take_back = gr.Button("Take my seat back", visible=False)
    with gr.Accordion("End the session", open=False) as ending:
        reason = gr.Radio(REASONS["tutor"], value="resolved", label="Why")
        end = gr.Button("End the session", variant="stop")
    return _Talk(
        chat, message, handing, hand_over, substitute, let_speak, take_back, ending, reason, end
    )
