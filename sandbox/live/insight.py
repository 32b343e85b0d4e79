"""What is hidden in a session, for whoever looks on: the student's state, what the tutor thinks,
the scores so far. Never for a page of somebody who sits in a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sandbox.agents.learner import LearnerState, recorded
from sandbox.content.library import Library
from sandbox.live.feedback import Measure, Note, Strength, main_measures, notes_on, strengths_of
from sandbox.records import Score, Turn
from sandbox.scoring.identification import Ranked

FEELINGS = (
    ("confidence", "Confidence"),
    ("attitude", "Liking"),
    ("mastery", "Mastery of the right way"),
)


@dataclass(frozen=True)
class Guess:
    """What the tutor thinks after one of its turns; `statement` "" where it names nothing."""

    turn: int | None
    statement: str
    confidence: float | None
    is_right: bool


@dataclass(frozen=True)
class Insight:
    """All that is hidden.

    Attributes:
        beliefs: (name, statement, strength) of each belief the student holds or has given up.
        feelings: (name, level) from 0 to 1; empty where a person plays the student.
        strengths: How firmly each belief was held over the turns.
        guess: What the tutor thinks now; None where it was not asked.
        notes: What there is to say of each turn of the tutor.
        leaked: Whether the answer was given away so far; None where that cannot be said.
        measures: The scores so far that matter most.
    """

    beliefs: tuple[tuple[str, str, float], ...]
    feelings: tuple[tuple[str, float], ...]
    strengths: tuple[Strength, ...]
    guess: Guess | None
    notes: tuple[Note, ...]
    leaked: bool | None
    measures: tuple[Measure, ...]


def insight_into(
    turns: Sequence[Turn],
    held: Sequence[str],
    rankings: Sequence[object],
    scores: Sequence[Score],
    library: Library,
) -> Insight:
    """What is hidden behind the turns.

    Args:
        turns: The turns, with what is hidden in them.
        held: The misconceptions that the student was made with.
        rankings: What the tutor thought after its turns, as in a trial's observations.
        scores: The scores of what was said so far.
        library: The content.
    """
    states = [recorded(turn.hidden) for turn in turns if turn.seat == "student"]
    state = next((found for found in reversed(states) if found), None)
    strength: Mapping[str, float] = state.beliefs if state else dict.fromkeys(held, 1.0)
    whole = {score.metric: score for score in scores if score.turn is None}
    scope = whole.get("scope_control")
    return Insight(
        beliefs=tuple(
            (library.misconception(name).name, library.misconception(name).statement, now)
            for name, now in strength.items()
            if name in library.misconceptions
        ),
        feelings=_feelings(state),
        strengths=strengths_of(turns, library),
        guess=_guess(rankings[-1]) if rankings else None,
        notes=notes_on(turns, scores),
        leaked=None if scope is None or scope.value is None else not scope.value,
        measures=main_measures(whole),
    )


def _feelings(state: LearnerState | None) -> tuple[tuple[str, float], ...]:
    if state is None:
        return ()
    return tuple((name, float(getattr(state, key))) for key, name in FEELINGS)


def _guess(ranking: object) -> Guess:
    found = Ranked.model_validate(ranking)
    named = found.pool[found.order[0]] if found.order else ""
    return Guess(found.turn, named, found.confidence, found.is_right)
