"""Collecting sessions from participants: consent, assignment, sessions, questionnaire.

Each step is stored before it is shown, so that a participant who comes back with the same browser
goes on where they were. A participant is known by the browser's token, of which a digest is kept;
a code opens nothing. Knows no page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pydantic import JsonValue

from sandbox.content.collecting import CollectionSpec, ConditionSpec
from sandbox.errors import UsageError
from sandbox.live.assigning import plan_for, task_of
from sandbox.live.cards import Card
from sandbox.live.desk import Desk, Ticket, digest_of, is_token
from sandbox.live.setup import Wish
from sandbox.live.views import Naming
from sandbox.records import EndingKind
from sandbox.types import Frozen, Seat

PLACE = "collect"
PARTICIPANTS = "participants"
"""The table of the catalogue."""

LONGEST_ANSWER = 2_000
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")

Stage = Literal["welcome", "ready", "session", "questions", "done", "left"]


class Participant(Frozen):
    """What is kept of a participant beside what was said.

    Attributes:
        holder: The digest of the browser's token.
        code: What the participant calls themselves, or was given.
        arrival: 0 for the first of the study; decides the plan.
        plan: The conditions, in order.
        sessions: The sessions that were begun, in order.
        finished: How many of them are over.
    """

    study: str
    holder: str
    code: str
    arrival: int
    plan: tuple[str, ...]
    consented: str
    sessions: tuple[str, ...] = ()
    finished: int = 0
    answers: Mapping[str, str] = {}
    completed: str = ""
    left: str = ""

    @property
    def number(self) -> str:
        """What the log calls the participant: P001 for the first."""
        return f"P{self.arrival + 1:03}"

    @property
    def key(self) -> str:
        """The key in the catalogue."""
        return f"{self.study}/{self.holder}"


class Collection:
    """One study at work.

    Args:
        design: The study.
        desk: Where the sessions are held.

    Raises:
        SandboxError: a condition names a student, a tutor or a problem that cannot be had.
    """

    def __init__(self, design: CollectionSpec, desk: Desk) -> None:
        self.design, self.desk = design, desk
        self._wishes = {each.id: self._wish(each) for each in design.conditions}
        self._lock = asyncio.Lock()
        kept = desk.journal.catalogue.all(PARTICIPANTS, Participant)
        self._participants = {one.holder: one for one in kept if one.study == design.id}

    def participants(self) -> list[Participant]:
        """Everybody who has consented, by arrival."""
        return sorted(self._participants.values(), key=lambda one: one.arrival)

    def participant(self, token: str) -> Participant | None:
        """Whose browser it is; None where nobody has consented with it."""
        return self._participants.get(digest_of(token)) if is_token(token) else None

    def stage(self, token: str) -> Stage:
        """How far a participant is."""
        one = self.participant(token)
        if one is None:
            return "welcome"
        if one.left:
            return "left"
        if one.completed:
            return "done"
        if one.finished == len(one.plan):
            return "questions"
        return "session" if len(one.sessions) > one.finished else "ready"

    def condition(self, token: str) -> ConditionSpec:
        """What the participant does now, or is about to do."""
        one = self._known(token)
        return self.design.condition(one.plan[min(one.finished, len(one.plan) - 1)])

    def ticket(self, token: str) -> Ticket | None:
        """The participant's hold on the session that runs."""
        return self.desk.ticket(token, PLACE) if self.participant(token) else None

    def card(self, ticket: Ticket) -> Card:
        """What the participant is told of the role: as the design has it."""
        card = ticket.room.view(ticket.seat).card
        if not self.design.shows_key:
            card = replace(card, key="", steps=())
        return card if self.design.shows_hints else replace(card, hints=())

    def may_finish(self, ticket: Ticket) -> bool:
        """Whether the least number of turns is reached."""
        return len(ticket.room.turns) >= self.design.turns.least

    # ------------------------------------------------------------ steps

    async def join(self, token: str, code: str, *, consents: bool) -> Participant:
        """Take a participant in; where they stand in the order of arrival decides their plan.

        Raises:
            UsageError: no consent, or a code that cannot be used.
        """
        if not is_token(token):
            raise UsageError("this browser is not known yet; load the page again")
        if not consents:
            raise UsageError("please tick that you consent; without it nothing is kept")
        async with self._lock:
            if self.participant(token):
                raise UsageError("you take part already")
            one = Participant(
                study=self.design.id,
                holder=digest_of(token),
                code=self._free(code.strip()),
                arrival=len(self._participants),
                plan=plan_for(self.design, len(self._participants)),
                consented=self.desk.journal.clock(),
            )
            self._keep(one)
        return one

    async def begin(self, token: str) -> Ticket:
        """Open the participant's next session.

        Raises:
            UsageError: it is not time for one.
        """
        async with self._lock:
            one = self._at(token, "ready")
            name = one.plan[one.finished]
            condition = self.design.condition(name)
            marks: dict[str, JsonValue] = {
                "collection": self.design.id,
                "condition": name,
                "participant": one.number,
                "place": one.finished + 1,
            }
            wish = replace(self._wishes[name], marks=marks)
            ticket = await self.desk.open(token, PLACE, wish, condition.seat)
            self._keep(one.model_copy(update={"sessions": (*one.sessions, ticket.room.id)}))
        ticket.room.go()
        return ticket

    async def finish(self, token: str) -> None:
        """End the session that runs, as a participant may after the least number of turns.

        Raises:
            UsageError: it is too early, or no session runs.
        """
        ticket = self._running(token)
        if not self.may_finish(ticket):
            least = self.design.turns.least
            raise UsageError(f"please go on until turn {least}; you can leave at any time")
        kinds: dict[Seat, EndingKind] = {"tutor": "tutor-ended", "student": "student-ended"}
        await ticket.room.end(kinds[ticket.seat], ticket.seat)
        await self.settle(token)

    async def name(self, token: str, naming: Naming) -> None:
        """Take what a participant who taught says that the student believed."""
        ticket = self._running(token)
        await ticket.room.name(naming)
        await self.settle(token)

    async def settle(self, token: str) -> None:
        """Take note where the session that runs has ended, or was ended as abandoned."""
        one = self.participant(token)
        if one is None or self.stage(token) != "session":
            return
        async with self._lock:
            one = self._known(token)
            if self.stage(token) != "session":
                return
            ticket = self.ticket(token)
            if ticket is None:
                self._keep(one.model_copy(update={"left": self.desk.journal.clock()}))
                return
            if ticket.room.phase == "naming" and not self.design.names_belief:
                await ticket.room.give_up_naming()
            if ticket.room.phase == "over":
                self._keep(one.model_copy(update={"finished": one.finished + 1}))
                await self.desk.leave(token, PLACE)

    async def note_abandoned(self, one: Participant) -> None:
        """Take note where somebody's session was ended for want of a word."""
        if one.left or one.completed or len(one.sessions) == one.finished:
            return
        async with self._lock:
            is_open = any(room.id == one.sessions[-1] for room in self.desk.rooms())
            if not is_open and self._participants[one.holder] == one:
                self._keep(one.model_copy(update={"left": self.desk.journal.clock()}))

    async def answer(self, token: str, answers: Mapping[str, str]) -> None:
        """Take the questionnaire.

        Raises:
            UsageError: an answer is missing, is not on offer, or is too long.
        """
        async with self._lock:
            one = self._at(token, "questions")
            kept = self._checked(answers)
            now = self.desk.journal.clock()
            self._keep(one.model_copy(update={"answers": kept, "completed": now}))

    async def leave(self, token: str) -> None:
        """Leave the study; a session that runs is recorded as abandoned.

        Raises:
            UsageError: who is not in, or has done everything, cannot leave.
        """
        async with self._lock:
            one = self._known(token)
            if one.completed or one.left:
                raise UsageError("you have finished or left already")
            self._keep(one.model_copy(update={"left": self.desk.journal.clock()}))
            await self.desk.leave(token, PLACE)

    # ------------------------------------------------------------ pieces

    def _wish(self, condition: ConditionSpec) -> Wish:
        student = self.desk.cast.student(condition.student)
        self.desk.cast.tutor(condition.tutor)
        return Wish(
            student=condition.student,
            tutor=condition.tutor,
            people=frozenset({condition.seat}),
            item=task_of(self.design, condition, student.beliefs, self.desk.cast.library),
            turns=self.design.turns.most,
        )

    def _free(self, code: str) -> str:
        if not _CODE.fullmatch(code):
            raise UsageError(
                "a participant code is 1 to 32 letters, digits, hyphens or underscores"
            )
        if self.design.codes and code not in self.design.codes:
            raise UsageError("this code is not one of this study; ask the organiser")
        if any(one.code == code for one in self._participants.values()):
            raise UsageError(
                "this code is in use; if it is yours, come back with the browser you began with"
            )
        return code

    def _checked(self, answers: Mapping[str, str]) -> dict[str, str]:
        kept = {}
        for question in self.design.questionnaire:
            given = str(answers.get(question.id) or "").strip()
            if not given:
                if question.is_optional:
                    continue
                raise UsageError(f"please answer: {question.asks}")
            if question.kind == "choice" and given not in question.choices:
                raise UsageError(f"{question.asks} takes one of: {', '.join(question.choices)}")
            if len(given) > LONGEST_ANSWER:
                raise UsageError(f"an answer has at most {LONGEST_ANSWER} characters")
            kept[question.id] = given
        return kept

    def _running(self, token: str) -> Ticket:
        self._at(token, "session")
        ticket = self.ticket(token)
        if ticket is None:
            raise UsageError("this session is closed")
        return ticket

    def _at(self, token: str, stage: Stage) -> Participant:
        one = self._known(token)
        if self.stage(token) != stage:
            raise UsageError("this step is not open now; load the page again")
        return one

    def _known(self, token: str) -> Participant:
        one = self.participant(token)
        if one is None:
            raise UsageError("you have not joined this study with this browser")
        return one

    def _keep(self, one: Participant) -> None:
        self.desk.journal.catalogue.put(PARTICIPANTS, one.key, one)
        self._participants[one.holder] = one
