"""What happens in Play: a call to the desk or the room, then the page as it is for that seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.desk import Desk, Ticket
from sandbox.live.setup import ANYONE, Wish
from sandbox.live.views import Naming, SeatView
from sandbox.records import EndingKind
from sandbox.types import SEATS, Seat
from sandbox.ui.chat import chat_of, keep_pictures
from sandbox.ui.context import Context
from sandbox.ui.following import first_words, growing
from sandbox.ui.pieces import feedback_card, role_card, status_line
from sandbox.ui.plots import strength_plot
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_html

PLACE = "play"
POLL_S = 1.5

Update = dict[Any, Any]

AGENT, SOMEBODY = "agent", "person"
REASONS: dict[Seat, list[tuple[str, EndingKind]]] = {
    "tutor": [
        ("The problem is settled", "resolved"),
        ("I end it here", "tutor-ended"),
        ("I have to leave", "abandoned"),
    ],
    "student": [
        ("I have understood it", "student-ended"),
        ("I have to leave", "abandoned"),
    ],
}


@dataclass(frozen=True)
class Parts:
    """The components that change."""

    start: gr.Column
    waiting: gr.Column
    code: gr.HTML
    session: gr.Column
    card: gr.HTML
    status: gr.HTML
    chat: gr.Chatbot
    message: gr.MultimodalTextbox
    handing: gr.Row
    hand_over: gr.Button
    substitute: gr.Dropdown
    let_speak: gr.Button
    take_back: gr.Button
    ending: gr.Accordion
    reason: gr.Radio
    naming: gr.Column
    feedback: gr.Column
    told: gr.HTML
    plot: gr.Plot
    timer: gr.Timer
    seen: gr.State

    @property
    def talk(self) -> list[Any]:
        """What changes when somebody has said something."""
        return [self.chat, self.status, self.message, self.seen]


class Acts:
    """What the buttons do: a call to the desk or the room, then the page as it is now."""

    def __init__(self, context: Context, parts: Parts) -> None:
        self._context, self._parts = context, parts

    async def come_back(self, token: str) -> Update:
        """The page as it is, opened anew."""
        ticket = await self._ticket(token)
        return self._page(ticket) | self._reasons(ticket)

    async def look(self, token: str) -> Update:
        """The page as it is."""
        return self._page(await self._ticket(token))

    async def look_again(self, token: str, seen: str) -> Update:
        """The page as it is, where it has changed."""
        ticket = await self._ticket(token)
        if _stamp(ticket) == seen:
            return quiet(self._parts.seen)
        return self._page(ticket)

    async def begin(
        self,
        token: str,
        seat: Seat,
        partner: str,
        student: str,
        topic: str,
        tutor: str,
        voice: str,
        turns: float,
    ) -> Update:
        """Open a room."""
        mine: Seat = seat if seat in SEATS else "tutor"
        people = frozenset(SEATS if partner == SOMEBODY else (mine,))
        ticket = None
        with telling():
            family, pool = self._context.problems(topic or "")
            wish = Wish(
                student=student or ANYONE,
                voice=voice or "",
                tutor=tutor,
                people=people,
                family=family,
                pool=pool,
                turns=int(turns),
            )
            desk = await self._context.desk()
            ticket = await desk.open(token, PLACE, wish, mine)
            if not ticket.room.absent:
                ticket.room.go()
        return await self._begun(ticket) | self._reasons(ticket)

    async def join(self, token: str, code: str) -> Update:
        """Take the free seat of a room."""
        ticket = None
        with telling():
            ticket = (await self._context.desk()).join(token, PLACE, code or "")
        if ticket is None:
            return quiet(self._parts.seen)
        return await self._begun(ticket) | self._reasons(ticket)

    async def say(self, token: str, message: dict[str, Any]) -> Update:
        """Say something; what changes at once is among `Parts.talk`."""
        ticket = await self._ticket(token)
        is_said = False
        with telling():
            room = _held(ticket).room
            images = keep_pictures(message.get("files") or [], self._context.journal)
            await room.say(_held(ticket).seat, message.get("text") or "", images)
            is_said = True
            room.go()
        if not is_said:
            return quiet(self._parts.seen)
        held = _held(ticket)
        await first_words(held.room)
        view = held.room.view(held.seat)
        return {
            self._parts.chat: chat_of(view, self._context.journal),
            self._parts.status: _status(view),
            self._parts.message: gr.update(value=None),
            self._parts.seen: _stamp(held),
        }

    async def read_along(self, token: str) -> AsyncIterator[Any]:
        """The chat, while a turn in it grows."""
        ticket = await self._ticket(token)
        if ticket is None:
            yield gr.skip()
            return
        async for _ in growing(ticket.room):
            yield chat_of(ticket.room.view(ticket.seat), self._context.journal)

    async def hand_over(self, token: str, substitute: str) -> Update:
        """Put an agent into one's seat."""
        ticket = await self._ticket(token)
        with telling():
            await _held(ticket).room.hand_over(_held(ticket).seat, substitute)
        return self._page(ticket)

    async def let_speak(self, token: str) -> Update:
        """Let the agent in one's seat speak once, or ask one again that could not reply."""
        ticket = await self._ticket(token)
        with telling():
            room, seat = _held(ticket).room, _held(ticket).seat
            if room.next_seat == seat:
                await room.step()
            room.go()
        return await self._begun(ticket)

    async def take_back(self, token: str) -> Update:
        """Sit down again."""
        ticket = await self._ticket(token)
        with telling():
            await _held(ticket).room.take_over(_held(ticket).seat)
        return self._page(ticket)

    async def end(self, token: str, reason: EndingKind) -> Update:
        """End the session."""
        ticket = await self._ticket(token)
        with telling():
            held = _held(ticket)
            allowed = [kind for _, kind in REASONS[held.seat]]
            await held.room.end(reason if reason in allowed else allowed[-1], held.seat)
        return self._page(ticket)

    async def name(self, token: str, misconception: str | None, sure: float) -> Update:
        """Say what the student believed."""
        ticket = await self._ticket(token)
        with telling():
            if not misconception:
                raise UsageError("choose a misconception, or say that you cannot tell")
            await _held(ticket).room.name(Naming(misconception, sure / 100))
        return self._page(ticket)

    async def name_none(self, token: str) -> Update:
        """Say that one cannot tell."""
        ticket = await self._ticket(token)
        with telling():
            await _held(ticket).room.name(Naming())
        return self._page(ticket)

    async def leave(self, token: str) -> Update:
        """Give up the room."""
        desk: Desk = await self._context.desk()
        with telling():
            await desk.leave(token, PLACE)
        return self._page(await self._ticket(token))

    # -------------------------------------------------------- pieces

    async def _ticket(self, token: str) -> Ticket | None:
        return (await self._context.desk()).ticket(token or "", PLACE)

    async def _begun(self, ticket: Ticket | None) -> Update:
        """The page, with the first words of an agent that is quick."""
        if ticket is not None:
            await first_words(ticket.room)
        return self._page(ticket)

    def _reasons(self, ticket: Ticket | None) -> Update:
        """Why one may end the session; only when it opens, so that a choice is not undone."""
        if ticket is None:
            return {}
        reasons = REASONS[ticket.seat]
        return {self._parts.reason: gr.update(choices=reasons, value=reasons[0][1])}

    def _page(self, ticket: Ticket | None) -> Update:
        parts = self._parts
        view = ticket.room.view(ticket.seat) if ticket else None
        phase = view.phase if view else None
        page: Update = {
            parts.start: gr.update(visible=phase is None),
            parts.waiting: gr.update(visible=phase == "waiting" and bool(ticket and ticket.code)),
            parts.session: gr.update(visible=phase in ("waiting", "talking", "naming")),
            parts.naming: gr.update(
                visible=phase == "naming" and bool(ticket and ticket.seat == "tutor")
            ),
            parts.feedback: gr.update(visible=phase == "over"),
            parts.timer: gr.Timer(POLL_S, active=bool(view and _may_change(ticket, view))),
            parts.seen: _stamp(ticket),
        }
        if ticket and view:
            page |= self._session(ticket, view)
        return page

    def _session(self, ticket: Ticket, view: SeatView) -> Update:
        parts, talks = self._parts, view.phase == "talking"
        is_tutor = view.seat == "tutor"
        page: Update = {
            parts.code: _code(ticket.code),
            parts.card: role_card(view.card),
            parts.status: _status(view),
            parts.chat: chat_of(view, self._context.journal),
            parts.message: gr.update(
                visible=talks, interactive=talks and view.is_mine and view.is_my_turn
            ),
            parts.handing: gr.update(visible=talks),
            parts.substitute: gr.update(visible=view.is_mine and is_tutor),
            parts.hand_over: gr.update(visible=view.is_mine),
            parts.let_speak: gr.update(
                visible=bool(view.trouble) or (not view.is_mine and view.is_my_turn),
                value="Ask it again" if view.trouble else "Let it speak",
            ),
            parts.take_back: gr.update(visible=not view.is_mine),
            parts.ending: gr.update(visible=talks),
        }
        if view.feedback is not None:
            plot = strength_plot(view.feedback.strengths)
            page |= {
                parts.told: feedback_card(view.feedback),
                parts.plot: gr.update(value=plot, visible=plot is not None),
            }
        return page


def _held(ticket: Ticket | None) -> Ticket:
    if ticket is None:
        raise UsageError("this session is closed; begin a new one")
    return ticket


def _stamp(ticket: Ticket | None) -> str:
    """What tells whether the page has changed."""
    return f"{ticket.room.id} {ticket.room.version}" if ticket else ""


def _may_change(ticket: Ticket | None, view: SeatView) -> bool:
    """Whether something can happen without a click here."""
    if view.phase == "over" or ticket is None:
        return False
    return ticket.room.has_two_people or ticket.room.is_busy


def _code(code: str) -> str:
    if not code:
        return ""
    grouped = f"{code[:4]} {code[4:]}"
    return (
        "<section class='card' aria-label='Room code'><h2>Waiting for the other person</h2>"
        "<p>Give them this code; they type it under “Join another person”.</p>"
        f"<p class='room-code'>{as_html(grouped)}</p></section>"
    )


def _status(view: SeatView) -> str:
    said = f"Turn {len(view.turns)} of {view.turn_limit}"
    if view.phase == "naming":
        waits = "Over. " + (
            "Say what the student believed." if view.seat == "tutor" else "The tutor is asked now."
        )
    elif view.phase == "waiting":
        waits = "Waiting for the other person."
    elif view.is_my_turn:
        waits = "Your turn." if view.is_mine else "The agent in your seat speaks when you let it."
    else:
        waits = "The other side is about to speak."
    return status_line(said, waits, view.trouble)
