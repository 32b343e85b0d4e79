"""The desk: which browser sits in which seat of which room. Opens, joins, restores, closes rooms.

A browser is known by an unguessable token, of which only a digest is kept. It has at most one seat
in each place of the app ("play", "watch", …). Knows no page.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sandbox.errors import SandboxError, UsageError
from sandbox.experiments.base import MemoryBench
from sandbox.live.cast import Cast
from sandbox.live.journal import Journal, SessionEntry
from sandbox.live.rooms import Room
from sandbox.live.setup import Setup, Wish, branch, prepare
from sandbox.live.streaming import Pace
from sandbox.records import Ending, Score, Trial, Turn
from sandbox.types import Seat

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What room codes are made of: nothing that is mistaken for something else."""

CODE_LENGTH = 8
TOKEN_BYTES = 24
SHORTEST_TOKEN = 32
MOST_ROOMS = 500
IDLE_S = 2 * 3600.0
"""After this long without a word a session is ended as abandoned."""

WATCHER: Seat = "tutor"
"""The seat under which whoever looks on holds a room of two agents."""


@dataclass(frozen=True)
class Ticket:
    """A browser's hold on a room: the seat it may speak and look for."""

    room: Room
    seat: Seat
    code: str = ""


@dataclass
class _Held:
    room: Room
    entry: SessionEntry
    touched: float


class Desk:
    """The rooms that are open.

    Args:
        cast: Makes agents.
        journal: Where sessions are kept.
        calls: How many calls to models may run at once.
        monotonic: The clock that tells how long a room has been idle.
        most_rooms: How many rooms may be open.
        idle_s: After how many seconds without a word a session is ended as abandoned.
        pace: How replies are read out that come all at once.
    """

    def __init__(
        self,
        cast: Cast,
        journal: Journal,
        *,
        calls: int = 16,
        most_rooms: int = MOST_ROOMS,
        idle_s: float = IDLE_S,
        monotonic: Callable[[], float] = time.monotonic,
        pace: Pace | None = None,
    ) -> None:
        self.cast, self.journal, self._pace = cast, journal, pace
        self._bench = MemoryBench(calls=calls)
        self._most_rooms, self._idle_s, self._monotonic = most_rooms, idle_s, monotonic
        self._rooms: dict[str, _Held] = {}
        self._by_token: dict[tuple[str, str], tuple[str, Seat]] = {}
        self._by_code: dict[str, str] = {}
        self.not_restored: list[str] = []

    def __len__(self) -> int:
        return len(self._rooms)

    def rooms(self) -> Iterator[Room]:
        """The rooms that are open."""
        return (held.room for held in self._rooms.values())

    async def restore(self) -> int:
        """Take up the sessions that an earlier process has left, also those that are over and whose
        feedback somebody may still read; returns how many."""
        entries = self.journal.entries()
        finished = self.journal.finished(
            {entry.session for entry in entries} - self.journal.unfinished.keys()
        )
        for entry in entries:
            try:
                if entry.session in finished:
                    await self._reopen(entry, *finished[entry.session])
                else:
                    await self._restore(entry)
            except SandboxError as error:
                self.not_restored.append(f"{entry.session}: {error}")
        return len(self._rooms)

    def ticket(self, token: str, place: str) -> Ticket | None:
        """What a browser holds in a place of the app; None if nothing."""
        found = self._by_token.get((digest_of(token), place))
        if found is None or found[0] not in self._rooms:
            return None
        session, seat = found
        held = self._rooms[session]
        held.touched = self._monotonic()
        return Ticket(held.room, seat, held.entry.code)

    async def open(self, token: str, place: str, wish: Wish, seat: Seat = WATCHER) -> Ticket:
        """Open a room; the browser gets the seat. An earlier room of its place is left.

        Where both seats are for persons, the other one is let in by the ticket's code.

        Raises:
            UsageError: the wish cannot be met, or too many rooms are open.
        """
        setup = prepare(wish, self.cast, secrets.token_hex(8))
        return await self._open(token, place, setup, seat)

    async def branch(
        self, token: str, place: str, after: int, tutor: str, seat: Seat = WATCHER
    ) -> Ticket:
        """A new room that begins with the first `after` turns of the one held, under another tutor.

        Raises:
            UsageError: no room is held, or the tutor is not known.
        """
        ticket = self.ticket(token, place)
        if ticket is None:
            raise UsageError("there is no session to branch from")
        turns = ticket.room.turns
        if not 0 <= after <= len(turns):
            raise UsageError(f"a branch can be made after turn 0 to {len(turns)}, not {after}")
        self.cast.tutor(tutor)
        kept = turns[:after]
        setup = branch(ticket.room.setup, kept, tutor, secrets.token_hex(8))
        return await self._open(token, place, setup, seat, kept=kept)

    def join(self, token: str, place: str, code: str) -> Ticket:
        """Take the free seat of the room with that code.

        Raises:
            UsageError: no room waits under that code, or it is one's own.
        """
        session = self._by_code.get(plain_code(code), "")
        held = self._rooms.get(session)
        if held is None or not held.room.absent:
            raise UsageError("no room waits under this code; ask for it again")
        me = digest_of(token)
        if me in held.entry.seats.values():
            raise UsageError("this is your own room; give the code to the other person")
        seat = next(iter(held.room.absent))
        self._leave_quietly(me, place)
        held.room.come(seat)
        held.entry = held.entry.model_copy(
            update={"seats": {**held.entry.seats, seat: me}, "code": ""}
        )
        self._by_code.pop(plain_code(code), None)
        self._by_token[me, place] = (session, seat)
        held.touched = self._monotonic()
        self.journal.keep(held.entry)
        return Ticket(held.room, seat)

    async def leave(self, token: str, place: str) -> None:
        """Give up what a browser holds in a place; a session that runs is ended as abandoned."""
        ticket = self.ticket(token, place)
        if ticket is None:
            return
        await self._abandon(ticket.room, ticket.seat)
        self._by_token.pop((digest_of(token), place), None)
        self.forget(ticket.room)

    async def sweep(self) -> int:
        """End what has been idle for too long; returns how many sessions that were."""
        now = self._monotonic()
        idle = [held for held in self._rooms.values() if now - held.touched > self._idle_s]
        for held in idle:
            await self._abandon(held.room, None)
            self.forget(held.room, all_seats=True)
        return len(idle)

    def forget(self, room: Room, *, all_seats: bool = False) -> None:
        """Drop a room that is over, once nobody holds a seat in it (or whoever does)."""
        if room.phase != "over":
            return
        holders = [key for key, (session, _) in self._by_token.items() if session == room.id]
        if holders and not all_seats:
            return
        for key in holders:
            del self._by_token[key]
        held = self._rooms.pop(room.id, None)
        if held is not None:
            self._by_code.pop(held.entry.code, None)
            self._note_end(held)

    # ------------------------------------------------------------ pieces

    async def _open(
        self,
        token: str,
        place: str,
        setup: Setup,
        seat: Seat,
        kept: Sequence[Turn] = (),
    ) -> Ticket:
        await self.sweep()
        if len(self._rooms) >= self._most_rooms:
            raise UsageError("too many sessions are open; try again later")
        await self.leave(token, place)
        me = digest_of(token)
        entry = SessionEntry(
            session=setup.cell.key, setup=setup, place=place, seats={seat: me},
            opened=self.journal.clock(),
        )  # fmt: skip
        room = self._room(entry, kept)
        if room.absent:
            entry = entry.model_copy(update={"code": new_code()})
        await room.open()
        self.journal.keep(entry)
        self._take_in(room, entry)
        return Ticket(room, seat, entry.code)

    async def _restore(self, entry: SessionEntry) -> None:
        left = self.journal.unfinished.get(entry.session)
        if left is None or left.transcript is None:
            self.journal.keep(entry.model_copy(update={"ended": self.journal.clock()}))
            return
        ending = left.ending if left.failure is None else None
        room = self._room(entry, left.transcript.turns, ending)
        await room.open()
        self._take_in(room, entry)
        if entry.place != "watch":
            room.go()

    async def _reopen(self, entry: SessionEntry, trial: Trial, scores: list[Score]) -> None:
        assert trial.transcript is not None
        room = self._room(entry, trial.transcript.turns, trial.transcript.ending)
        await room.reopen(trial, scores)
        self._take_in(room, entry)

    def _room(
        self, entry: SessionEntry, kept: Sequence[Turn], ending: Ending | None = None
    ) -> Room:
        absent = [seat for seat in entry.setup.people if seat not in entry.seats]
        return Room(
            entry.setup, self.cast, self.journal, self._bench, absent=absent, kept=kept,
            ending=ending, is_probed=entry.place == "watch", pace=self._pace,
        )  # fmt: skip

    def _take_in(self, room: Room, entry: SessionEntry) -> None:
        self._rooms[room.id] = _Held(room, entry, self._monotonic())
        for seat, holder in entry.seats.items():
            self._by_token[holder, entry.place] = (room.id, seat)
        if entry.code:
            self._by_code[entry.code] = room.id

    def _leave_quietly(self, holder: str, place: str) -> None:
        """Give up a seat without ending the session: its idle time will."""
        self._by_token.pop((holder, place), None)

    async def _abandon(self, room: Room, by: Seat | None) -> None:
        if room.phase in ("waiting", "talking"):
            await room.end("abandoned", by)
        if room.phase == "naming":  # also where its last turn was being read out
            await room.give_up_naming()

    def _note_end(self, held: _Held) -> None:
        self.journal.keep(held.entry.model_copy(update={"ended": self.journal.clock(), "code": ""}))


def new_token() -> str:
    """A token for a browser."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(value: object) -> bool:
    """Whether something can be a token that was given out: long enough that none is guessed."""
    return isinstance(value, str) and SHORTEST_TOKEN <= len(value) <= 200


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_code() -> str:
    """A room's code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """A code as it was typed, without spaces, hyphens and small letters."""
    return "".join(letter for letter in typed[:200].upper() if letter in LETTERS)[:40]
