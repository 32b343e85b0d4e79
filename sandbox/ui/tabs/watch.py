"""Watch: two agents talk at the pace a presenter sets; what is hidden is shown when asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.desk import WATCHER, Ticket
from sandbox.live.rooms import Room
from sandbox.live.setup import ANYONE, Wish
from sandbox.types import SEATS, Seat
from sandbox.ui import offers
from sandbox.ui.chat import chat_box, messages
from sandbox.ui.context import Context, Page
from sandbox.ui.following import TOGETHER_S
from sandbox.ui.forms import topic_list
from sandbox.ui.pieces import insight_card, status_line, task_card
from sandbox.ui.plots import strength_plot
from sandbox.ui.telling import quiet, telling

PLACE = "watch"
PACE_S = 3.0
SHARE_READ = 0.6
"""Of the time of a turn, how much a reply that came all at once may take to be read out."""

NOBODY = "nobody"

Update = dict[Any, Any]


@dataclass(frozen=True)
class _Parts:
    """The components that change."""

    start: gr.Column
    stage: gr.Column
    task: gr.HTML
    status: gr.HTML
    chat: gr.Chatbot
    play: gr.Button
    pause: gr.Button
    step: gr.Button
    seat: gr.Radio
    message: gr.Textbox
    hidden: gr.Checkbox
    insight: gr.HTML
    plot: gr.Plot
    after: gr.Slider
    timer: gr.Timer


def build(context: Context, page: Page) -> None:
    """The tab."""
    timer = gr.Timer(PACE_S, active=False)
    with gr.Column(visible=False) as start:  # shown once the browser has its token
        wishes, begin = _start(context, page)
    with gr.Column(visible=False) as stage:
        status = gr.HTML(elem_classes="status", padding=False)
        with gr.Row(elem_classes="at-bottom"):
            play = gr.Button("Play", variant="primary", min_width=90)
            pause = gr.Button("Pause", visible=False, min_width=90)
            step = gr.Button("Step", min_width=90)
            restart = gr.Button("Restart", min_width=90)
            leave = gr.Button("Choose others", min_width=90)
            pace = gr.Slider(
                0.5, 15, value=PACE_S, step=0.5, label="Pace, in seconds a turn", min_width=280
            )
        with gr.Row():
            with gr.Column(scale=3, min_width=320):
                task = gr.HTML(padding=False)
                chat = chat_box()
                message = gr.Textbox(
                    label="What you say in that seat", visible=False, submit_btn=True
                )
                seat = gr.Radio(
                    [("Nobody", NOBODY), ("Student", "student"), ("Tutor", "tutor")],
                    value=NOBODY,
                    label="Take a seat yourself",
                )
                with gr.Accordion("Branch: another tutor from here", open=False):
                    after = gr.Slider(0, 1, value=0, step=1, label="Keep the first turns")
                    tutor = gr.Dropdown(
                        offers.tutor_choices(context.cast),
                        value="scripted:teller",
                        label="The other tutor",
                    )
                    branch = gr.Button("Branch")
            with gr.Column(scale=2, min_width=280):
                hidden = gr.Checkbox(False, label="Show what is hidden")
                insight = gr.HTML(visible=False, padding=False)
                plot = gr.Plot(label="How firmly it is believed", show_label=False, visible=False)
    parts = _Parts(
        start=start, stage=stage, task=task, status=status, chat=chat, play=play, pause=pause,
        step=step, seat=seat, message=message, hidden=hidden, insight=insight, plot=plot,
        after=after, timer=timer,
    )  # fmt: skip
    acts = _Acts(context, parts)
    token, out = page.token, list(vars(parts).values())

    def wire(event: Any, act: Any, *inputs: Any) -> None:
        event(
            act,
            [token, hidden, *inputs],
            out,
            api_visibility="private",
            show_progress="hidden",
            concurrency_limit=None,
        )

    wire(page.opened.then, acts.look)
    wire(begin.click, acts.begin, *wishes)
    wire(timer.tick, acts.step, pace)
    wire(step.click, acts.step, pace)
    wire(play.click, acts.play, pace)
    wire(pause.click, acts.pause)
    wire(pace.release, acts.set_pace, pace)
    wire(restart.click, acts.restart)
    wire(leave.click, acts.leave)
    wire(hidden.input, acts.look)
    wire(seat.input, acts.sit, seat)
    wire(message.submit, acts.say, message)
    wire(branch.click, acts.branch, after, tutor)


def _start(context: Context, page: Page) -> tuple[tuple[Any, ...], gr.Button]:
    cast = context.cast
    gr.Markdown("### Who talks with whom?")
    with gr.Row():
        student = gr.Dropdown(
            offers.student_choices(cast), value=ANYONE, label="The student", min_width=260
        )
        tutor = gr.Dropdown(
            offers.tutor_choices(cast), value="scripted:diagnoser", label="The tutor", min_width=260
        )
    with gr.Row():
        topic = topic_list(context, page, min_width=260)
        voice = gr.Dropdown(
            offers.voice_choices(cast),
            value="",
            label="The student’s voice",
            visible=bool(cast.offered),
            min_width=260,
        )
        turns = gr.Slider(
            4, 60, value=16, step=2, label="Most turns, of both sides together", min_width=260
        )
    return (student, tutor, topic, voice, turns), gr.Button("Open the session", variant="primary")


class _Acts:
    """What the buttons do: a call to the desk or the room, then the page as it is now."""

    def __init__(self, context: Context, parts: _Parts) -> None:
        self._context, self._parts = context, parts

    async def look(self, token: str, hidden: bool) -> Update:
        """The page as it is."""
        return await self._page(await self._ticket(token), hidden)

    async def begin(
        self,
        token: str,
        hidden: bool,
        student: str,
        tutor: str,
        topic: str,
        voice: str,
        turns: float,
    ) -> Update:
        """Open a session between two agents."""
        with telling():
            family, pool = self._context.problems(topic or "")
            wish = Wish(
                student or ANYONE, voice or "", tutor, family=family, pool=pool, turns=int(turns)
            )
            await (await self._context.desk()).open(token, PLACE, wish)
        return {**await self.look(token, hidden), **self._playing(False)}

    async def step(self, token: str, hidden: bool, pace: float) -> AsyncIterator[Update]:
        """Let whoever is next speak once."""
        ticket = await self._ticket(token)
        if ticket is None or ticket.room.is_thinking:
            yield quiet(self._parts.status)
            return
        room = ticket.room
        room.read_within(SHARE_READ * pace)
        speaking = asyncio.get_running_loop().create_task(room.step())
        while not speaking.done():
            version, turns = room.version, len(room.turns)
            await room.changed(version, 0.3)
            if room.writing and len(room.turns) == turns:
                yield {self._parts.chat: self._chat(room)}
                await asyncio.sleep(TOGETHER_S)
        with telling():
            await speaking
            await _over(room)
        stops = (
            room.phase != "talking" or bool(room.view(WATCHER).trouble) or _waits_for_person(room)
        )
        yield {
            **await self._page(ticket, hidden),
            **(self._playing(False) if stops else {}),
        }

    async def play(self, token: str, hidden: bool, pace: float) -> Update:
        """Go on turn by turn."""
        ticket = await self._ticket(token)
        goes = ticket is not None and ticket.room.phase == "talking"
        return {**await self._page(ticket, hidden), **self._playing(goes, pace)}

    async def pause(self, token: str, hidden: bool) -> Update:
        """Stop for now."""
        return {**await self.look(token, hidden), **self._playing(False)}

    async def set_pace(self, token: str, hidden: bool, pace: float) -> Update:
        """Go on faster or slower."""
        return {self._parts.timer: gr.Timer(pace)}

    async def restart(self, token: str, hidden: bool) -> Update:
        """The same session from its beginning, as a branch that keeps nothing."""
        ticket = await self._ticket(token)
        if ticket is None:
            return await self._page(None, hidden)
        return await self.branch(token, hidden, 0, ticket.room.setup.tutor)

    async def branch(self, token: str, hidden: bool, after: float, tutor: str) -> Update:
        """A new session with the first turns of this one and another tutor."""
        with telling():
            desk = await self._context.desk()
            await desk.branch(token, PLACE, int(after), tutor)
        return {**await self.look(token, hidden), **self._playing(False)}

    async def leave(self, token: str, hidden: bool) -> Update:
        """Give up the session."""
        with telling():
            await (await self._context.desk()).leave(token, PLACE)
        return {**await self.look(token, hidden), **self._playing(False)}

    async def sit(self, token: str, hidden: bool, seat: str) -> Update:
        """Take a seat from its agent, or give it back."""
        ticket = await self._ticket(token)
        with telling():
            room = _room(ticket)
            for each in SEATS:
                if seat == each and not room.is_person(each):
                    await room.take_over(each)
                elif seat != each and room.is_person(each):
                    await room.hand_over(each, room.setup.tutor)
        return await self._page(ticket, hidden)

    async def say(self, token: str, hidden: bool, text: str) -> Update:
        """Say something in the seat that was taken."""
        ticket = await self._ticket(token)
        is_said = False
        with telling():
            room = _room(ticket)
            seat = _taken(room)
            if seat is None:
                raise UsageError("take a seat first")
            await room.say(seat, text)
            await _over(room)
            is_said = True
        page = await self._page(ticket, hidden)
        if is_said:
            page[self._parts.message] = gr.update(
                value="", visible=_waits_for_person(_room(ticket))
            )
        return page

    # -------------------------------------------------------- pieces

    async def _ticket(self, token: str) -> Ticket | None:
        return (await self._context.desk()).ticket(token or "", PLACE)

    def _playing(self, goes: bool, pace: float | None = None) -> Update:
        timer = gr.Timer(active=goes) if pace is None else gr.Timer(pace, active=goes)
        return {
            self._parts.timer: timer,
            self._parts.play: gr.update(visible=not goes),
            self._parts.pause: gr.update(visible=goes),
        }

    async def _page(self, ticket: Ticket | None, hidden: bool) -> Update:
        parts = self._parts
        page: Update = {
            parts.start: gr.update(visible=ticket is None),
            parts.stage: gr.update(visible=ticket is not None),
        }
        if ticket is None:
            return page
        room, turns = ticket.room, ticket.room.turns
        page |= {
            parts.task: task_card(room.view(WATCHER).card),
            parts.status: _status(room),
            parts.chat: self._chat(room),
            parts.step: gr.update(interactive=room.phase == "talking"),
            parts.seat: gr.update(value=_taken(room) or NOBODY),
            parts.message: gr.update(visible=_waits_for_person(room)),
            parts.after: gr.update(maximum=max(1, len(turns)), value=len(turns)),
        }
        return page | await self._hidden(room, hidden)

    def _chat(self, room: Room) -> list[dict[str, Any]]:
        journal = self._context.journal
        return messages(room.turns, "tutor", journal, room.writing, room.next_seat)

    async def _hidden(self, room: Room, hidden: bool) -> Update:
        parts = self._parts
        if not hidden:
            nothing = gr.update(value=None, visible=False)
            return {parts.insight: nothing, parts.plot: nothing}
        found = await room.insight()
        drawn = strength_plot(found.strengths)
        return {
            parts.insight: gr.update(value=insight_card(found), visible=True),
            parts.plot: gr.update(value=drawn, visible=drawn is not None),
        }


def _room(ticket: Ticket | None) -> Room:
    if ticket is None:
        raise UsageError("this session is closed; open a new one")
    return ticket.room


def _taken(room: Room) -> Seat | None:
    """The seat that the presenter has taken."""
    return next((seat for seat in SEATS if room.is_person(seat)), None)


def _waits_for_person(room: Room) -> bool:
    return room.phase == "talking" and room.next_seat == _taken(room) is not None


async def _over(room: Room) -> None:
    """Whoever looks on is not asked what the student believes."""
    if room.phase == "naming":
        await room.give_up_naming()


def _status(room: Room) -> str:
    view = room.view(WATCHER)
    said = f"Turn {len(room.turns)} of {room.setup.turns}"
    teaches = f"{room.setup.tutor.removeprefix('scripted:')} teaches"
    state = f"ended: {view.ending}" if view.ending else teaches
    if room.setup.parent:
        state += f" · branch of {room.setup.parent} after turn {room.setup.turns_kept}"
    return status_line(said, state, view.trouble)
