"""Writes one cell's session into a run log, each event once, whatever an earlier run had written.

Knows no experiment; used by the runner and wherever a person plays.
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.errors import SessionError
from sandbox.records import Cell, Ending, Item, Transcript, Trial, Turn
from sandbox.store.events import EndingEvent, Event, StartEvent, TrialEvent, TurnEvent
from sandbox.store.reading import Unfinished
from sandbox.store.runlog import RunLog

Clock = Callable[[], str]


class Recorder:
    """Records the session of one cell.

    Args:
        log: Where to.
        cell: Which cell; the session's id is the cell's key.
        clock: Gives the time stamps; None leaves them out.
        left: What an earlier run has logged of this cell.
    """

    def __init__(
        self, log: RunLog, cell: Cell, clock: Clock | None = None, left: Unfinished | None = None
    ) -> None:
        self.session = cell.key
        self._log = log
        self._cell = cell
        self._clock = clock
        self._earlier = _usable(left)
        self._known = _seats(self._earlier) if self._earlier else None
        self._turns = list(self._earlier.turns) if self._earlier else []
        self._ending = self._earlier.ending if self._earlier else None

    def earlier(self, session: str) -> Transcript | None:
        """What an earlier run left of the session, without an ending "error"."""
        return self._earlier if session == self.session else None

    async def begin(self, transcript: Transcript) -> None:
        """Log the start, and the turns that the transcript already has."""
        await self._append(self._missing(transcript))

    async def record_turn(self, session: str, turn: Turn) -> None:
        """Log one turn, unless it is logged already; when this returns it is on the disk.

        Raises:
            SessionError: the session has not begun, the turn is out of order, or it differs from
                the logged one.
        """
        await self._append(self._missing_turn(session, turn))

    def post_turn(self, session: str, turn: Turn) -> None:
        """Log one turn without waiting for the disk: it gets there before any later event does.
        Raises like `record_turn`."""
        self._log.post(*self._missing_turn(session, turn))

    async def end(self, ending: Ending) -> None:
        """Log how the session ended, while what is observed after it is still to come."""
        if ending != self._ending:
            self._ending = ending
            await self._append([self._ended(ending)])

    async def finish(self, trial: Trial) -> None:
        """Log what is not logged yet of the transcript, and that the cell is done.

        Raises:
            SessionError: the transcript is not the session that was recorded.
        """
        events = self._missing(trial.transcript) if trial.transcript else []
        held = len(trial.transcript.turns) if trial.transcript else 0
        if held != len(self._turns):
            raise SessionError(
                f"session {self.session}: its trial holds {held} turns, its log {len(self._turns)}"
            )
        ending = trial.transcript.ending if trial.transcript else None
        if ending is not None and ending != self._ending:
            self._ending = ending
            events.append(self._ended(ending))
        # the trial was checked when it was made; to check every observation again takes as long as
        # to write it
        done = TrialEvent.model_construct(
            session=self.session, at=self._now(), cell=self._cell, observations=trial.observations
        )
        events.append(done)
        await self._append(events)

    async def fail(self, note: str) -> None:
        """Log that the session failed and why; a resume takes it up again."""
        await self._append([self._ended(Ending(kind="error", note=note))])

    async def _append(self, events: list[Event]) -> None:
        if events:
            await self._log.append(*events)

    def _missing(self, transcript: Transcript) -> list[Event]:
        """The start (if new) and turns of a transcript that are not logged yet."""
        if transcript.session != self.session:
            raise SessionError(
                f"session {transcript.session}: the session of this cell must have its key, "
                f"{self.session}"
            )
        seats = _seats(transcript)
        events: list[Event] = []
        if self._known is None:
            events.append(
                StartEvent(
                    session=self.session,
                    at=self._now(),
                    cell=self._cell,
                    item=transcript.item,
                    student=transcript.student,
                    tutor=transcript.tutor,
                )
            )
        elif seats != self._known:
            raise SessionError(
                f"session {self.session}: item or seats differ from those in the log; "
                "a session is resumed with what it was started with"
            )
        self._known = seats
        return events + self._missing_turns(transcript.turns)

    def _missing_turn(self, session: str, turn: Turn) -> list[Event]:
        """The turn, unless it is logged already."""
        if session != self.session or self._known is None:
            raise SessionError(
                f"session {session}: turn {turn.index} before the start was recorded"
            )
        return self._missing_turns((turn,))

    def _missing_turns(self, turns: tuple[Turn, ...]) -> list[Event]:
        events: list[Event] = []
        for turn in turns:
            if turn.index > len(self._turns):
                raise SessionError(
                    f"session {self.session}: turn {turn.index} where turn {len(self._turns)} "
                    "should come"
                )
            if turn.index < len(self._turns):
                self._check_same(turn)
                continue
            if self._ending is not None:
                raise SessionError(
                    f"session {self.session}: turn {turn.index} after its ending in the log "
                    f"({self._ending.kind})"
                )
            at = turn.at or self._now()
            stamped = turn if at == turn.at else turn.model_copy(update={"at": at})
            self._turns.append(stamped)
            events.append(TurnEvent(session=self.session, turn=stamped))
        return events

    def _check_same(self, turn: Turn) -> None:
        logged = self._turns[turn.index]
        if (turn.seat, turn.text) != (logged.seat, logged.text):
            raise SessionError(
                f"session {self.session}: turn {turn.index} differs from the one in the log; "
                "a resumed session goes on from its logged turns"
            )

    def _ended(self, ending: Ending) -> EndingEvent:
        return EndingEvent(session=self.session, at=self._now(), cell=self._cell, ending=ending)

    def _now(self) -> str | None:
        return self._clock() if self._clock else None


def _seats(transcript: Transcript) -> tuple[Item, str, str]:
    """What a session is begun with: the item, and who sits where."""
    return transcript.item, transcript.student, transcript.tutor


def _usable(left: Unfinished | None) -> Transcript | None:
    transcript = left.transcript if left else None
    if transcript is None or transcript.ending is None or transcript.ending.kind != "error":
        return transcript
    return transcript.model_copy(update={"ending": None})
