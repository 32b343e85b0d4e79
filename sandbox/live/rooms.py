"""A room: one session between two seats, in each of which sits an agent or a person.

What is said is on the disk before anybody is shown it. A room knows no browser: it is told which
seat speaks, and shows a seat nothing but its own view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from sandbox.agents.base import Brief, Student
from sandbox.agents.students import learner_words
from sandbox.errors import SandboxError, SessionError, UsageError, boundary
from sandbox.experiments.agent_models import running
from sandbox.experiments.base import MemoryBench
from sandbox.live.cards import card_for
from sandbox.live.cast import Cast
from sandbox.live.closing import observed, probed
from sandbox.live.feedback import Feedback, feedback_on
from sandbox.live.insight import Insight, insight_into
from sandbox.live.journal import Journal
from sandbox.live.pulse import Pulse
from sandbox.live.setup import Setup
from sandbox.live.streaming import Pace
from sandbox.live.views import Naming, Phase, SeatView
from sandbox.live.voice import Voice
from sandbox.records import Ending, EndingKind, Score, Trial, Turn
from sandbox.scoring.session import score_session
from sandbox.session import Limits, Session
from sandbox.types import SEATS, Seat, other


class Room:
    """One live session; `open` it before anything else.

    Args:
        setup: What it is about, and who sits where at first.
        cast: Makes the agents.
        journal: Where it is logged.
        bench: The limits on models.
        absent: Seats whose person has not come yet.
        kept: Turns that are there already: of a branch's parent, or logged by an earlier process.
        ending: How the session ended in an earlier process.
        is_probed: Whether a tutor that is an agent says after each of its turns what it thinks.
        pace: How replies are read out that come all at once.

    Attributes:
        scores: The scores, once it is over.
        feedback: What persons are told, once it is over.
    """

    def __init__(
        self,
        setup: Setup,
        cast: Cast,
        journal: Journal,
        bench: MemoryBench,
        *,
        absent: Sequence[Seat] = (),
        kept: Sequence[Turn] = (),
        ending: Ending | None = None,
        is_probed: bool = False,
        pace: Pace | None = None,
    ) -> None:
        self.setup = setup
        self.absent: set[Seat] = set(absent)
        self.scores: list[Score] = []
        self.feedback: Feedback | None = None
        self._cast, self._journal, self._bench = cast, journal, bench
        self._student: Student = cast.student(setup.student)
        self._session = self._begun(kept, ending)
        self._recorder = journal.recorder(setup.cell)
        self._cards = {
            seat: card_for(seat, setup.item, self._student, cast.library, setup.chance)
            for seat in SEATS
        }
        self._shown = len(kept)
        self._handed: set[Seat] = set()
        self._is_probed = is_probed
        self._is_cut_short = False
        self._rankings: list[JsonValue] = []
        self._trouble = ""
        self._lock = asyncio.Lock()
        self._going: asyncio.Task[None] | None = None
        self._is_going = False
        self._pulse = Pulse()
        self._pace = pace or Pace()
        self._voice = Voice(self._pulse, self._pace)

    @property
    def id(self) -> str:
        """The session's id, in log and reports."""
        return self._session.id

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns that are on the disk, with what is hidden in them: not for a seat's page."""
        return self._session.turns[: self._shown]

    @property
    def phase(self) -> Phase:
        """Where the session stands."""
        if self.feedback is not None:
            return "over"
        if self._session.ended and not self._voice.seat:
            return "naming"
        return "waiting" if self.absent else "talking"

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self._pulse.version

    @property
    def writing(self) -> str:
        """What can be read so far of the next turn."""
        return self._voice.text

    @property
    def is_thinking(self) -> bool:
        """Whether an agent has been asked to speak and has not done so yet."""
        return self._voice.seat is not None

    @property
    def next_seat(self) -> Seat | None:
        """Who speaks now or next; None after the end."""
        return self._voice.seat or self._session.next_seat

    @property
    def is_busy(self) -> bool:
        """Whether an agent is about to speak."""
        return self._is_going

    @property
    def has_two_people(self) -> bool:
        """Whether it was opened for two persons."""
        return len(self.setup.people) == len(SEATS)

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there now."""
        return self._session.occupant(seat) is None

    def view(self, seat: Seat) -> SeatView:
        """All that the page of a seat may show."""
        ending = self._session.ended
        view = self._session.view(seat)
        return SeatView(
            seat=seat,
            phase=self.phase,
            card=self._cards[seat],
            turns=view.turns[: self._shown],
            writing=self._voice.text,
            writer=self._voice.seat,
            is_mine=self.is_person(seat) and seat not in self.absent,
            is_my_turn=self.next_seat == seat,
            is_thinking=self.is_thinking,
            trouble=self._trouble,
            turn_limit=self.setup.turns,
            ending=ending.kind if ending else "",
            feedback=self.feedback,
            version=self.version,
        )

    async def open(self) -> None:
        """Log the start, and the turns that are there already; end what had ended."""
        await self._recorder.begin(self._session.transcript())
        if self._session.ended:
            await self._ended()

    async def reopen(self, trial: Trial, scores: list[Score]) -> None:
        """Instead of `open`, where an earlier process has finished the session: tell of it again;
        it is scored now where there was no time for it."""
        if scores:
            self._tell(trial, scores)
        else:
            await self._score(trial)

    async def say(self, seat: Seat, text: str, images: Sequence[str] = ()) -> Turn:
        """What the person in a seat says; `images` are hashes of pictures in the journal.

        Raises:
            UsageError: the message is empty or too long, or it is not this seat's turn.
            SessionError: the session has ended.
        """
        if self.absent:
            raise UsageError("the other person has not come yet")
        async with self._lock:
            if self._session.next_seat == other(seat):
                raise UsageError("it is the other side's turn; wait for its reply")
            turn = self._session.say(text, images)
            await self._keep(turn)
        return turn

    async def step(self) -> Turn | None:
        """Let the agent whose turn it is speak once.

        Returns:
            Its turn; None where it said nothing: a person's turn, the end, or trouble.
        """
        async with self._lock:
            seat = self._session.next_seat
            if seat is None or self.absent or self.is_person(seat):
                return None
            return await self._agent_speaks(seat)

    def read_within(self, seconds: float) -> None:
        """Read replies out in no more than so many seconds each from now on."""
        self._voice.pace = replace(self._pace, longest_s=min(seconds, self._pace.longest_s))

    def go(self) -> None:
        """Let agents speak until it is a person's turn or that of a seat that was handed over; in
        the background, whether or not anybody still looks on."""
        if not self._is_going:
            self._is_going = True
            self._going = asyncio.get_running_loop().create_task(self._go_on())

    async def settled(self, patience_s: float | None = None) -> None:
        """Wait until no agent is about to speak, or the patience ends."""
        if self._going is not None:
            await asyncio.wait([self._going], timeout=patience_s)

    async def heard(self, patience_s: float) -> None:
        """Wait for the first words of an agent that is about to speak, or till patience ends."""
        await self._pulse.until(lambda: bool(self.writing) or not self._is_going, patience_s)

    async def changed(self, since: int, patience_s: float) -> bool:
        """Wait until the room is newer than a version; False if the patience ends before."""
        return await self._pulse.since(since, patience_s)

    async def hand_over(self, seat: Seat, tutor: str = "") -> None:
        """Put an agent into a person's seat: the student of the setup, or the tutor named.

        It speaks when `step` asks it to.
        """
        async with self._lock:
            agent = self._student if seat == "student" else self._cast.tutor(tutor)
            self._session.seat(seat, agent)
            self._handed.add(seat)
            self._pulse.beat()

    async def take_over(self, seat: Seat) -> None:
        """Put a person into a seat, in place of an agent."""
        async with self._lock:
            self._session.seat(seat, None)
            self._handed.discard(seat)
            self._trouble = ""
            self._pulse.beat()

    def come(self, seat: Seat) -> None:
        """The person of a seat has come."""
        self.absent.discard(seat)
        self._pulse.beat()

    async def end(self, kind: EndingKind, by: Seat | None = None, note: str = "") -> None:
        """End the session; an agent that is about to speak is cut short. Ending twice does no
        harm."""
        ends = self._session.ended is None
        if ends:
            self._session.end(kind, by, note)
        self._is_cut_short |= self._voice.cut_short()
        async with self._lock:
            if ends:
                await self._ended()

    async def name(self, naming: Naming) -> None:
        """What the person who taught says that the student believes; the session is scored then.

        Raises:
            SessionError: it is not the time for it.
        """
        async with self._lock:
            if self.phase != "naming":
                raise SessionError(f"session {self.id}: nothing is asked of the tutor now")
            await self._finish(naming)

    async def give_up_naming(self) -> None:
        """Score the session without what the person who taught would have said."""
        async with self._lock:
            if self.phase == "naming":
                await self._finish(None)

    async def insight(self) -> Insight:
        """What is hidden, for whoever looks on: never for the page of a seat."""
        scores = self.scores or await self._scores_so_far()
        library, turns = self._cast.library, self.turns
        return insight_into(turns, self._student.beliefs, self._rankings, scores, library)

    # ------------------------------------------------------------ pieces

    def _begun(self, kept: Sequence[Turn], ending: Ending | None) -> Session:
        setup = self.setup
        profile = self._student.profile
        briefs: dict[Seat, Brief] = {"tutor": Brief(learner_words(profile))} if profile else {}
        session = Session(
            setup.cell.key,
            setup.item,
            student=None if "student" in setup.people else self._student,
            tutor=None if "tutor" in setup.people else self._cast.tutor(setup.tutor),
            briefs=briefs,
            limits=Limits(turns=setup.turns, characters=4_000),
            turns=kept,
            clock=self._journal.clock,
            names={seat: setup.name(seat) for seat in SEATS},
            chance=setup.chance,
        )
        if ending is not None and session.ended is None:
            session.end(ending.kind, ending.by, ending.note)
        return session

    async def _go_on(self) -> None:
        try:
            while (seat := self._session.next_seat) and seat not in self._handed:
                if await self.step() is None:
                    break
        finally:
            self._is_going = False
            self._pulse.beat()

    async def _agent_speaks(self, seat: Seat) -> Turn | None:
        self._trouble = ""
        try:
            with boundary(f"session {self.id}"), running(self.setup.cell, self._bench):
                turn = await self._voice.think(self._session, seat)
        except SandboxError as error:
            self._trouble = "" if self._session.ended else str(error)
            self._pulse.beat()
            return None
        if turn is not None:
            await self._keep(turn, is_read_out=True)
        elif self._session.ended:
            await self._ended()
        return turn

    async def _keep(self, turn: Turn, *, is_read_out: bool = False) -> None:
        await self._recorder.record_turn(self.id, turn)
        if is_read_out:
            await self._voice.read_out(turn)
        self._shown = turn.index + 1
        tutor = self._session.occupant("tutor")
        if self._is_probed and turn.seat == "tutor" and tutor is not None:
            view = self._session.view("tutor")
            with running(self.setup.cell, self._bench):
                self._rankings += await probed(
                    tutor, view, self._student, self._cast.library, self.setup, turn.index
                )
        if self._session.ended:
            await self._ended()
        self._pulse.beat()

    async def _ended(self) -> None:
        """Log the ending; score now, unless the person who taught is to say what they found."""
        ending = self._session.ended
        assert ending is not None
        await self._recorder.end(ending)
        asks = self.is_person("tutor") and ending.kind not in ("abandoned", "error")
        if not asks and self.feedback is None:
            await self._finish(None)
        self._pulse.beat()

    async def _finish(self, naming: Naming | None) -> None:
        with running(self.setup.cell, self._bench):
            seen = await observed(
                self._session,
                self._student,
                self._cast.library,
                self.setup,
                naming,
                self._rankings,
                asks=not self._is_cut_short,
            )
        trial = Trial(
            cell=self.setup.cell, transcript=self._session.transcript(), observations=seen
        )
        await self._recorder.finish(trial)
        await self._score(trial)

    async def _score(self, trial: Trial) -> None:
        scores = await asyncio.to_thread(score_session, trial, self._cast.library)
        await self._journal.record_scores(self.id, scores)
        self._tell(trial, scores)

    def _tell(self, trial: Trial, scores: list[Score]) -> None:
        self.scores = scores
        self.feedback = feedback_on(trial, scores, self._student.beliefs, self._cast.library)
        self._pulse.beat()

    async def _scores_so_far(self) -> list[Score]:
        transcript = self._session.transcript().model_copy(update={"turns": self.turns})
        trial = Trial(
            cell=self.setup.cell,
            transcript=transcript,
            observations={"rankings": list(self._rankings)},
        )
        return await asyncio.to_thread(score_session, trial, self._cast.library)
