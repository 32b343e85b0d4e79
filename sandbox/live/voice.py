"""What an agent in a room is saying: read along while a model writes it, else read out word by word
once it is on the disk.
"""

from __future__ import annotations

import asyncio

from sandbox.agents.modelled.filters import cleaned
from sandbox.live.cast import can_be_read_along
from sandbox.live.pulse import Pulse
from sandbox.live.streaming import Pace, listening, read_out
from sandbox.records import Turn
from sandbox.session import Session
from sandbox.types import Completion, Seat


class Voice:
    """The one voice of a room: agents do not speak at once.

    Args:
        pulse: Beats whenever there is more to read.
        pace: How a reply is read out that came all at once.

    Attributes:
        pace: How a reply is read out that came all at once.
        seat: Who thinks or speaks now; None while all are silent.
        text: What can be read so far of the turn that is not shown yet.
    """

    def __init__(self, pulse: Pulse, pace: Pace) -> None:
        self.seat: Seat | None = None
        self.text = ""
        self.pace = pace
        self._pulse = pulse
        self._thinking: asyncio.Task[Turn | None] | None = None
        self._was_heard = self._is_hurried = False

    async def think(self, session: Session, seat: Seat) -> Turn | None:
        """Let the agent of a seat speak; None where it was cut short or had nothing to say.

        Raises:
            SandboxError: it could not reply.
        """
        agent = session.occupant(seat)
        is_open = agent is not None and can_be_read_along(agent)
        self.seat, self._was_heard, self._is_hurried = seat, False, False
        with listening((lambda text: self._hear(text, seat)) if is_open else None):
            self._thinking = asyncio.get_running_loop().create_task(session.step())
        self._pulse.beat()
        try:
            return await self._thinking
        except asyncio.CancelledError:
            if session.ended is None:  # it is we who are cancelled
                raise
            return None
        finally:
            self._thinking = None
            self._fall_silent()

    async def read_out(self, turn: Turn) -> None:
        """Read out a turn that nobody could read along; at once where it was."""
        if self._was_heard:
            return
        self.seat = turn.seat
        try:
            await read_out(turn.text, self._say, self.pace, lambda: self._is_hurried)
        finally:
            self._fall_silent()

    def cut_short(self) -> bool:
        """Stop the agent that thinks, which it says, and come to the end of what is read out."""
        self._is_hurried = True
        return self._thinking is not None and self._thinking.cancel()

    def _hear(self, text: str, seat: Seat) -> None:
        self._was_heard = True
        self._say(cleaned(Completion(text=text), seat).text)

    def _say(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self._pulse.beat()

    def _fall_silent(self) -> None:
        self.seat, self.text = None, ""
        self._pulse.beat()
