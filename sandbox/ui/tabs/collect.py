"""Collect: take part in a study; and, behind a password, its organiser's page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.content.collecting import CollectionSpec, QuestionSpec
from sandbox.errors import UsageError
from sandbox.live.collecting import Collection
from sandbox.live.desk import Ticket
from sandbox.live.views import Naming
from sandbox.types import other
from sandbox.ui import offers
from sandbox.ui.chat import chat_box, keep_pictures, messages
from sandbox.ui.context import Context, Page
from sandbox.ui.organising import organiser_page
from sandbox.ui.pieces import role_card, status_line
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import DELIMITERS, as_markdown

POLL_S = 2.0
PATIENCE_S = 20.0
QUICK_S = 0.3
UNDER_WAY = ("ready", "session", "questions")
"""The stages of somebody who takes part and has not finished."""

Update = dict[Any, Any]


@dataclass(frozen=True)
class _Questionnaire:
    """The questions of a study."""

    column: gr.Column
    asked: tuple[Any, ...]
    send: gr.Button


@dataclass(frozen=True)
class _Parts:
    """The components that change; questionnaires by study."""

    welcome: gr.Column
    consent: gr.Markdown
    ready: gr.Column
    told: gr.Markdown
    session: gr.Column
    card: gr.HTML
    status: gr.HTML
    chat: gr.Chatbot
    message: gr.MultimodalTextbox
    finish: gr.Button
    again: gr.Button
    naming: gr.Column
    questionnaires: dict[str, _Questionnaire]
    end: gr.HTML
    leaving: gr.Accordion
    study: gr.Dropdown
    timer: gr.Timer
    seen: gr.State

    @property
    def changing(self) -> list[Any]:
        """All of them."""
        single = [part for name, part in vars(self).items() if name != "questionnaires"]
        return [*single, *(each.column for each in self.questionnaires.values())]


def build(context: Context, page: Page) -> None:
    """The tab."""
    if not context.designs:
        gr.Markdown("No study collects sessions here: start the app with `--collect FILE`.")
        return
    parts, buttons = _layout(context)
    acts = _Acts(context, parts)
    out = parts.changing

    def wire(event: Any, act: Any, *inputs: Any, busy: bool = True) -> None:
        event(
            act,
            [page.token, parts.study, *inputs],
            out,
            api_visibility="private",
            show_progress="minimal" if busy else "hidden",
            concurrency_limit=None,
        )

    wire(page.opened.then, acts.opened, busy=False)
    wire(parts.study.input, acts.look)
    wire(parts.timer.tick, acts.look_again, parts.seen, busy=False)
    wire(buttons.join.click, acts.join, buttons.code, buttons.consents)
    wire(buttons.begin.click, acts.begin)
    wire(parts.message.submit, acts.say, parts.message, busy=False)
    wire(parts.again.click, acts.ask_again)
    wire(parts.finish.click, acts.finish)
    wire(buttons.name_it.click, acts.name, buttons.named, buttons.sure)
    wire(buttons.cannot_tell.click, acts.name_none)
    wire(buttons.leave.click, acts.leave, buttons.surely)
    for each in parts.questionnaires.values():
        wire(each.send.click, acts.answer, *each.asked)
    organiser_page(context, parts.study)


# ------------------------------------------------------------ layout


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


def _layout(context: Context) -> tuple[_Parts, _Buttons]:
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
                chat, message = _talk()
                again = gr.Button("Ask it again", visible=False)
                finish = gr.Button("Finish the session", interactive=False)
    with gr.Column(visible=False) as naming:
        gr.Markdown("### What did the student believe?")
        named = gr.Dropdown(
            offers.misconception_choices(context.library),
            value=None,
            label="The misconception",
            info="Type a few letters to search.",
            filterable=True,
        )
        sure = gr.Slider(0, 100, value=70, step=5, label="How sure are you, in percent?")
        with gr.Row():
            name_it = gr.Button("That is what it believed", variant="primary")
            cannot_tell = gr.Button("I do not know")
    questions = {design.id: _questionnaire(design) for design in designs}
    end = gr.HTML(padding=False)
    with gr.Accordion("Leave the study", open=False, visible=False) as leaving:
        surely = gr.Checkbox(label="I want to leave; what I wrote is kept as an unfinished session")
        leave = gr.Button("Leave the study", variant="stop")
    parts = _Parts(
        welcome, consent, ready, told, session, card, status, chat, message, finish, again,
        naming, questions, end, leaving, study, timer, seen,
    )  # fmt: skip
    return parts, _Buttons(
        code, consents, join, begin, named, sure, name_it, cannot_tell, surely, leave
    )


def _talk() -> tuple[gr.Chatbot, gr.MultimodalTextbox]:
    chat = chat_box()
    message = gr.MultimodalTextbox(
        label="What you say",
        show_label=True,
        placeholder=r"Write here; formulas between \( and \)",
        file_types=["image"],
        file_count="multiple",
        sources=["upload"],
        lines=1,
        max_lines=8,
        max_plain_text_length=5000,
    )
    return chat, message


def _questionnaire(design: CollectionSpec) -> _Questionnaire:
    with gr.Column(visible=False) as column:
        gr.Markdown("### A few questions")
        asked = tuple(_question(each) for each in design.questionnaire)
        send = gr.Button("Send my answers", variant="primary")
    return _Questionnaire(column, asked, send)


def _question(question: QuestionSpec) -> Any:
    label = question.asks + (" (optional)" if question.is_optional else "")
    if question.kind == "text":
        return gr.Textbox(label=label, lines=2, max_length=2_000)
    return gr.Radio(list(question.choices), label=label)


# ------------------------------------------------------------ what happens


class _Acts:
    """What the buttons do: a step of the study, then the page as it is now."""

    def __init__(self, context: Context, parts: _Parts) -> None:
        self._context, self._parts = context, parts

    async def opened(self, token: str, study: str) -> Update:
        """The page as it is when it is loaded: at the study that the browser is in."""
        for design in self._context.designs:
            collection = await self._context.collection(design.id)
            if collection.stage(token or "") in UNDER_WAY:
                study = design.id
        return self._at(await self.look(token, study), study)

    async def look(self, token: str, study: str) -> Update:
        """The page as it is."""
        with telling():
            collection = await self._context.collection(study)
            await collection.settle(token or "")
            return self._page(collection, token or "")
        return quiet(self._parts.seen)

    async def look_again(self, token: str, study: str, seen: str) -> Update:
        """The page as it is, where it has changed."""
        collection = await self._context.collection(study)
        if _stamp(collection, token) == seen:
            return quiet(self._parts.seen)
        return await self.look(token, study)

    async def join(self, token: str, study: str, code: str, consents: bool) -> Update:
        """Take part."""
        with telling():
            collection = await self._context.collection(study)
            await collection.join(token or "", code or "", consents=bool(consents))
        return await self.look(token, study)

    async def begin(self, token: str, study: str) -> AsyncIterator[Update]:
        """Open the next session."""
        with telling():
            await (await self._context.collection(study)).begin(token or "")
        async for update in self._follow(token, study):
            yield update

    async def say(self, token: str, study: str, message: dict[str, Any]) -> AsyncIterator[Update]:
        """Say something, then read along what the other side answers."""
        is_said = False
        with telling():
            ticket = _held((await self._context.collection(study)).ticket(token or ""))
            images = keep_pictures(message.get("files") or [], self._context.journal)
            await ticket.room.say(ticket.seat, message.get("text") or "", images)
            is_said = True
            ticket.room.go()
        if not is_said:
            yield quiet(self._parts.seen)
            return
        async for update in self._follow(token, study):
            if self._parts.message in update:
                update[self._parts.message]["value"] = None
            yield update

    async def ask_again(self, token: str, study: str) -> AsyncIterator[Update]:
        """Let an agent that could not reply try again."""
        with telling():
            _held((await self._context.collection(study)).ticket(token or "")).room.go()
        async for update in self._follow(token, study):
            yield update

    async def finish(self, token: str, study: str) -> Update:
        """End the session."""
        with telling():
            await (await self._context.collection(study)).finish(token or "")
        return await self.look(token, study)

    async def name(self, token: str, study: str, misconception: str | None, sure: float) -> Update:
        """Say what the student believed."""
        with telling():
            if not misconception:
                raise UsageError("choose a misconception, or say that you do not know")
            collection = await self._context.collection(study)
            await collection.name(token or "", Naming(misconception, sure / 100))
        return await self.look(token, study)

    async def name_none(self, token: str, study: str) -> Update:
        """Say that one does not know."""
        with telling():
            await (await self._context.collection(study)).name(token or "", Naming())
        return await self.look(token, study)

    async def answer(self, token: str, study: str, *given: Any) -> Update:
        """Send the questionnaire."""
        with telling():
            collection = await self._context.collection(study)
            ids = [question.id for question in collection.design.questionnaire]
            await collection.answer(token or "", dict(zip(ids, given, strict=False)))
        return await self.look(token, study)

    async def leave(self, token: str, study: str, surely: bool) -> Update:
        """Leave the study."""
        with telling():
            if not surely:
                raise UsageError("tick the box above the button if you want to leave")
            await (await self._context.collection(study)).leave(token or "")
        return await self.look(token, study)

    # -------------------------------------------------------- pieces

    def _at(self, page: Update, study: str) -> Update:
        """A page with its study chosen."""
        chosen = page.get(self._parts.study, gr.update())
        return {**page, self._parts.study: {**chosen, "value": study}}

    async def _follow(self, token: str, study: str) -> AsyncIterator[Update]:
        """The page, again and again while an agent thinks or writes; once where it is quick."""
        with telling():
            collection = await self._context.collection(study)
            ticket = collection.ticket(token or "")
            if ticket is not None:
                await ticket.room.settled(QUICK_S)
                while ticket.room.is_busy:
                    version = ticket.room.version
                    yield self._page(collection, token)
                    await ticket.room.changed(version, PATIENCE_S)
                    await asyncio.sleep(0.1)  # several changes make one picture
        yield await self.look(token, study)

    def _page(self, collection: Collection, token: str) -> Update:
        parts, design = self._parts, collection.design
        stage, ticket = collection.stage(token), collection.ticket(token)
        phase = ticket.room.phase if ticket and stage == "session" else ""
        page: Update = {
            parts.welcome: gr.update(visible=stage == "welcome"),
            parts.ready: gr.update(visible=stage == "ready"),
            parts.session: gr.update(visible=phase in ("talking", "waiting", "naming")),
            parts.naming: gr.update(visible=phase == "naming"),
            **{
                each.column: gr.update(visible=stage == "questions" and study == design.id)
                for study, each in parts.questionnaires.items()
            },
            parts.leaving: gr.update(visible=stage in UNDER_WAY),
            parts.study: gr.update(
                visible=len(self._context.designs) > 1 and stage not in UNDER_WAY
            ),
            parts.end: _farewell(stage),
            parts.timer: gr.Timer(POLL_S, active=bool(phase and ticket and ticket.room.is_busy)),
            parts.seen: _stamp(collection, token),
            parts.consent: f"### {as_markdown(design.title)}\n\n{as_markdown(design.consent)}",
        }
        if stage == "ready":
            one, seat = collection.participant(token), collection.condition(token).seat
            assert one is not None
            told = as_markdown(design.instructions[seat])
            place = f"Session {one.finished + 1} of {len(one.plan)}"
            length = f"It ends by itself after {design.turns.most} turns of both sides together"
            least = design.turns.least
            length += f"; you can finish it from turn {least} on." if least else "."
            page[parts.told] = f"### {place}: you are the {seat}\n\n{told}\n\n{length}"
        if ticket and phase:
            page |= self._session(collection, ticket)
        return page

    def _session(self, collection: Collection, ticket: Ticket) -> Update:
        parts, view = self._parts, ticket.room.view(ticket.seat)
        talks = view.phase == "talking"
        return {
            parts.card: role_card(collection.card(ticket)),
            parts.status: _status(collection, ticket),
            parts.chat: messages(
                view.turns, view.seat, self._context.journal, view.writing, other(view.seat)
            ),
            parts.message: gr.update(interactive=talks and view.is_my_turn),
            parts.finish: gr.update(visible=talks, interactive=collection.may_finish(ticket)),
            parts.again: gr.update(visible=bool(view.trouble)),
        }


def _held(ticket: Ticket | None) -> Ticket:
    if ticket is None:
        raise UsageError("this session is closed; load the page again")
    return ticket


def _stamp(collection: Collection, token: str) -> str:
    ticket = collection.ticket(token or "")
    where = f"{ticket.room.id} {ticket.room.version}" if ticket else ""
    return f"{collection.design.id} {collection.stage(token or '')} {where}"


def _farewell(stage: str) -> str:
    said = {
        "done": "Thank you. Your answers are kept; you can close this page.",
        "left": "You have left the study. Thank you for your time.",
    }.get(stage, "")
    return f"<section class='card' role='status'><p>{said}</p></section>" if said else ""


def _status(collection: Collection, ticket: Ticket) -> str:
    view, turns = ticket.room.view(ticket.seat), collection.design.turns
    said = f"Turn {len(view.turns)} of at most {turns.most}"
    if view.phase == "naming":
        waits = "Over. Say what the student believed."
    else:
        waits = "Your turn." if view.is_my_turn else "The other side is about to speak."
    if view.phase == "talking" and not collection.may_finish(ticket):
        waits += f" You can finish from turn {turns.least} on."
    return status_line(said, waits, view.trouble)
