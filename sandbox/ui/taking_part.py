"""What happens in Collect: a step of the study, then the page as it is now for that participant."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.collecting import Collection
from sandbox.live.desk import Ticket
from sandbox.live.views import Naming
from sandbox.ui.chat import chat_of, keep_pictures
from sandbox.ui.context import Context
from sandbox.ui.following import first_words, growing
from sandbox.ui.pieces import role_card, status_line
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_markdown

POLL_S = 2.0
UNDER_WAY = ("ready", "session", "questions")
"""The stages of somebody who takes part and has not finished."""

Update = dict[Any, Any]


@dataclass(frozen=True)
class Questionnaire:
    """The questions of a study."""

    column: gr.Column
    asked: tuple[Any, ...]
    send: gr.Button


@dataclass(frozen=True)
class Parts:
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
    questionnaires: dict[str, Questionnaire]
    end: gr.HTML
    leaving: gr.Accordion
    study: gr.Dropdown
    timer: gr.Timer
    seen: gr.State

    @property
    def talk(self) -> list[Any]:
        """What changes when the participant has said something."""
        return [self.chat, self.status, self.message, self.seen]

    @property
    def changing(self) -> list[Any]:
        """All of them."""
        single = [part for name, part in vars(self).items() if name != "questionnaires"]
        return [*single, *(each.column for each in self.questionnaires.values())]


class Acts:
    """What the buttons do: a step of the study, then the page as it is now."""

    def __init__(self, context: Context, parts: Parts) -> None:
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

    async def begin(self, token: str, study: str) -> Update:
        """Open the next session."""
        with telling():
            ticket = await (await self._context.collection(study)).begin(token or "")
            await first_words(ticket.room)
        return await self.look(token, study)

    async def say(self, token: str, study: str, message: dict[str, Any]) -> Update:
        """Say something; what changes at once is among `Parts.talk`."""
        with telling():
            collection = await self._context.collection(study)
            ticket = _held(collection.ticket(token or ""))
            images = keep_pictures(message.get("files") or [], self._context.journal)
            await ticket.room.say(ticket.seat, message.get("text") or "", images)
            ticket.room.go()
            await first_words(ticket.room)
            view = ticket.room.view(ticket.seat)
            return {
                self._parts.chat: chat_of(view, self._context.journal),
                self._parts.status: _status(collection, ticket),
                self._parts.message: gr.update(value=None),
                self._parts.seen: _stamp(collection, token),
            }
        return quiet(self._parts.seen)

    async def read_along(self, token: str, study: str) -> AsyncIterator[Any]:
        """The chat, while a turn in it grows."""
        ticket = (await self._context.collection(study)).ticket(token or "")
        if ticket is None:
            yield gr.skip()
            return
        async for _ in growing(ticket.room):
            yield chat_of(ticket.room.view(ticket.seat), self._context.journal)

    async def ask_again(self, token: str, study: str) -> Update:
        """Let an agent that could not reply try again."""
        with telling():
            ticket = _held((await self._context.collection(study)).ticket(token or ""))
            ticket.room.go()
            await first_words(ticket.room)
        return await self.look(token, study)

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
            parts.chat: chat_of(view, self._context.journal),
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
