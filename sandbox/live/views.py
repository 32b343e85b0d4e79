"""What the page of one seat may show: the seam between rooms and pages. Knows neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandbox.live.cards import Card
from sandbox.live.feedback import Feedback
from sandbox.records import Turn
from sandbox.types import Seat

Phase = Literal["waiting", "talking", "naming", "over"]
"""waiting: a person has not come yet; naming: over, and the tutor is asked what it found."""


@dataclass(frozen=True)
class Naming:
    """What a person who taught says that the student believes: a misconception's id or None, and
    how sure they are of it, 0 to 1."""

    misconception: str | None = None
    confidence: float | None = None


@dataclass(frozen=True)
class SeatView:
    """All that the page of one seat may show.

    Attributes:
        seat: Whose view it is.
        phase: Where the session stands.
        card: What the seat is told.
        turns: What was said, as this seat sees it.
        writing: What can be read so far of the turn that an agent is speaking.
        writer: Whose turn that is; None while no agent speaks.
        is_mine: Whether a person sits in the seat; False while it is handed to an agent.
        is_my_turn: Whether this seat speaks next.
        is_thinking: Whether an agent is about to speak.
        trouble: Why an agent could not speak; "" if nothing is wrong.
        turn_limit: After how many turns the session ends by itself.
        ending: How it ended; "" while it runs.
        feedback: What the person is told afterwards.
        version: Grows with every change.
    """

    seat: Seat
    phase: Phase
    card: Card
    turns: tuple[Turn, ...]
    writing: str
    writer: Seat | None
    is_mine: bool
    is_my_turn: bool
    is_thinking: bool
    trouble: str
    turn_limit: int
    ending: str
    feedback: Feedback | None
    version: int
