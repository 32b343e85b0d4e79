"""The two-seat turn machine: who speaks next, what was said, how it ended.

Knows no user interface, no store and no judge. It never waits for a person: a person `say`s
something, an agent is asked by `step`; `while not session.ended: await session.step()` plays two
agents to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.agents.base import Agent, Brief, Utterance, View, view_for
from sandbox.errors import SessionError, UsageError
from sandbox.records import Ending, EndingKind, Item, Transcript, Turn
from sandbox.types import PERSON, SEATS, Seat, other

ENDS = "ends"
"""The hidden key in which a closing turn keeps its ending, so that a log cut off behind that turn
still tells that the session was over."""


@dataclass(frozen=True)
class Limits:
    """How long a session may get: turns of both seats together, characters of one message."""

    turns: int = 16
    characters: int = 20_000


class Session:
    """One session about one item.

    Args:
        session_id: Identifies the session.
        item: The problem on the table.
        student: Who sits in the student's seat; None is a person.
        tutor: Who sits in the tutor's seat; None is a person.
        briefs: What each seat is told before.
        limits: When the session ends by itself, and how long a message may be.
        turns: What was said so far, when a logged session goes on.
        first: Who opens.
        clock: Gives the time stamps; None leaves them out.
        names: What the transcript calls the seats; by default who sits there at the start.
        chance: Keys all chance in the session; by default its id.

    Raises:
        SessionError: the turns given are not in order.
    """

    def __init__(
        self,
        session_id: str,
        item: Item,
        *,
        student: Agent | None,
        tutor: Agent | None,
        briefs: Mapping[Seat, Brief] | None = None,
        limits: Limits | None = None,
        turns: Sequence[Turn] = (),
        first: Seat = "student",
        clock: Callable[[], str] | None = None,
        names: Mapping[Seat, str] | None = None,
        chance: str = "",
    ) -> None:
        self.id = session_id
        self.chance = chance or session_id
        self.item = item
        self.limits = limits or Limits()
        self._agents: dict[Seat, Agent | None] = {"student": student, "tutor": tutor}
        self._briefs = dict(briefs or {})
        self._first = first
        self._clock = clock
        self._names = {seat: (names or {}).get(seat) or self.author(seat) for seat in SEATS}
        self._turns: list[Turn] = []
        self._views: dict[Seat, View] = {}
        self._ending: Ending | None = None
        for turn in turns:
            self._take_logged(turn)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All that was said, in order."""
        return tuple(self._turns)

    @property
    def ended(self) -> Ending | None:
        """How the session ended; None while it runs."""
        return self._ending

    @property
    def next_seat(self) -> Seat | None:
        """Whose turn it is; None after the end."""
        if self._ending is not None:
            return None
        return other(self._turns[-1].seat) if self._turns else self._first

    def seat(self, seat: Seat, agent: Agent | None) -> None:
        """Put an agent, or a person (None), into a seat; at any time."""
        self._agents[seat] = agent

    def occupant(self, seat: Seat) -> Agent | None:
        """The agent in a seat; None is a person."""
        return self._agents[seat]

    def author(self, seat: Seat) -> str:
        """The name of who sits in a seat now."""
        agent = self._agents[seat]
        return PERSON if agent is None else agent.name

    def view(self, seat: Seat) -> View:
        """All that a seat may know at this moment."""
        brief, earlier = self._briefs.get(seat, Brief()), self._views.get(seat)
        view = view_for(seat, self.chance, self.item, brief, self._turns, earlier)
        self._views[seat] = view
        return view

    def say(self, text: str, images: Sequence[str] = ()) -> Turn:
        """What a person in the next seat says; `images` are content hashes.

        Raises:
            UsageError: the message is empty or too long; the session lives on.
            SessionError: the session has ended, or an agent sits in the next seat.
        """
        seat = self._expected()
        if self._agents[seat] is not None:
            raise SessionError(
                f"session {self.id}: it is the turn of {self.author(seat)} in the {seat}'s seat; "
                "take a step, or seat a person there"
            )
        if not text.strip() and not images:
            raise UsageError("the message is empty; write something")
        if len(text) > self.limits.characters:
            raise UsageError(
                f"the message has {len(text):,} characters; "
                f"at most {self.limits.characters:,} are allowed"
            )
        return self._append(seat, Utterance(text=text, images=tuple(images)))

    async def step(self) -> Turn | None:
        """Let the agent in the next seat speak.

        Returns:
            Its turn; None when it had nothing usable to say, which ends the session as "refused"
            or "error", never as a normal ending.

        Raises:
            SessionError: the session has ended, a person sits in the next seat, or the session
                moved on while the agent was thinking.
        """
        seat = self._expected()
        agent = self._agents[seat]
        if agent is None:
            raise SessionError(
                f"session {self.id}: it is a person's turn in the {seat}'s seat; "
                "say something, or seat an agent there"
            )
        before = len(self._turns)
        utterance = await agent.act(self.view(seat))
        if self._ending is not None or len(self._turns) != before:
            raise SessionError(f"session {self.id}: it moved on while {agent.name} was thinking")
        fault = self._fault(utterance)
        if fault:
            kind: EndingKind = "refused" if utterance.ends == "refused" else "error"
            self._ending = Ending(kind=kind, by=seat, note=f"{agent.name} {fault}")
            return None
        return self._append(seat, utterance)

    def end(self, kind: EndingKind, by: Seat | None = None, note: str = "") -> Ending:
        """End the session from outside: abandoned, a cost limit, a person who closes it.

        Raises:
            SessionError: the session has ended already.
        """
        self._expected()
        self._ending = Ending(kind=kind, by=by, note=note)
        return self._ending

    def transcript(self) -> Transcript:
        """The session as it stands."""
        return Transcript(
            session=self.id,
            item=self.item,
            student=self._names["student"],
            tutor=self._names["tutor"],
            turns=self.turns,
            ending=self._ending,
        )

    def _expected(self) -> Seat:
        seat = self.next_seat
        if seat is None:
            kind = self._ending.kind if self._ending else ""
            raise SessionError(f"session {self.id}: it has ended ({kind})")
        return seat

    def _fault(self, utterance: Utterance) -> str:
        """Why an agent's utterance cannot be a turn; empty if it can."""
        if not utterance.text.strip() and not utterance.images:
            return "refused to answer" if utterance.ends == "refused" else "said nothing"
        if len(utterance.text) > self.limits.characters:
            return (
                f"said {len(utterance.text):,} characters; "
                f"at most {self.limits.characters:,} are allowed"
            )
        return ""

    def _append(self, seat: Seat, utterance: Utterance) -> Turn:
        hidden: dict[str, JsonValue] = dict(utterance.hidden)
        if utterance.ends:
            hidden[ENDS] = utterance.ends
        turn = Turn(
            index=len(self._turns),
            seat=seat,
            text=utterance.text,
            author=self.author(seat),
            images=utterance.images,
            hidden=hidden,
            usage=utterance.usage,
            at=self._clock() if self._clock else None,
        )
        self._keep(turn)
        return turn

    def _take_logged(self, turn: Turn) -> None:
        seat = self.next_seat
        if seat is None:
            raise SessionError(f"session {self.id}: turn {turn.index} stands behind its ending")
        if turn.seat != seat or turn.index != len(self._turns):
            raise SessionError(
                f"session {self.id}: turn {turn.index} of the {turn.seat} stands where turn "
                f"{len(self._turns)} of the {seat} should"
            )
        self._keep(turn)

    def _keep(self, turn: Turn) -> None:
        self._turns.append(turn)
        ends = turn.hidden.get(ENDS)
        if ends is not None:
            self._ending = Ending.model_validate({"kind": ends, "by": turn.seat})
        elif len(self._turns) >= self.limits.turns:
            self._ending = Ending(kind="turn-limit")
