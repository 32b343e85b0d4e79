"""What a person is told after a session, from the trial and its scores. Knows no page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox.agents.learner import recorded
from sandbox.content.library import Library
from sandbox.records import Score, Span, Trial, Turn
from sandbox.scoring.identification import rankings_of

EVENTS = {
    "contradiction": "said that it is wrong",
    "right-answer": "gave the right answer",
    "solution": "worked the problem out",
    "case": "tried a case in which the rule fails",
    "conflict": "let the student see that the rule fails",
    "explanation": "explained the idea behind it",
    "praise": "encouraged",
    "success": "had the student succeed",
}
"""What a tutor's turn did, as the student heard it."""

MOVES = {
    "adaptivity.q2": "builds a liking for the subject",
    "adaptivity.q3": "says that the student is able",
    "adaptivity.q6": "explains what the question means",
    "adaptivity.q7": "gives an example",
    "adaptivity.q8": "gives a similar problem to do",
    "adaptivity.q9": "gives cues: an order of steps, or what matters",
}
"""Moves found in the words of all turns together."""

Kind = Literal["yes or no", "share", "change"]

MAIN: tuple[tuple[str, str, Kind], ...] = (
    ("scope_control", "The answer was not given away", "yes or no"),
    ("clean_turn_share", "Turns that give nothing away", "share"),
    ("identified", "The misconception was named", "yes or no"),
    ("pre", "Fresh problems right before the session", "share"),
    ("post", "Fresh problems right after it", "share"),
    ("adaptivity", "Fitted to this learner", "share"),
)
"""The measures that stand in the feedback, what they are called there, how their value reads."""


@dataclass(frozen=True)
class Measure:
    """One measure in words; `value` None is unscored, for the reason."""

    name: str
    kind: Kind
    value: float | None
    reason: str


@dataclass(frozen=True)
class Note:
    """What there is to say of one turn of the tutor: what gave the answer away, what it did."""

    turn: Turn
    spans: tuple[Span, ...]
    why: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Strength:
    """How firmly a belief was held after a turn of the student; `turn` counts from 1."""

    turn: int
    belief: str
    strength: float


@dataclass(frozen=True)
class Feedback:
    """What a person is told after a session.

    Attributes:
        session: Its id.
        ending: How it ended.
        leaked: Whether the answer was given away; None where that cannot be said.
        leak_reason: Why not, or what the verdict rests on.
        notes: Turn by turn of the tutor.
        moves: Moves found in the tutor's words.
        believed: What the student believed, in a teacher's words.
        named: What the tutor said that it believes; "" where it named nothing.
        identified: Whether that was it.
        strengths: How firmly each belief was held over the turns; empty for a person.
        measures: The scores that matter most.
    """

    session: str
    ending: str
    leaked: bool | None
    leak_reason: str
    notes: tuple[Note, ...]
    moves: tuple[str, ...]
    believed: tuple[str, ...]
    named: str
    identified: bool | None
    strengths: tuple[Strength, ...]
    measures: tuple[Measure, ...]


def feedback_on(
    trial: Trial, scores: Sequence[Score], beliefs: Sequence[str], library: Library
) -> Feedback:
    """The feedback on a scored trial."""
    assert trial.transcript is not None
    whole = {score.metric: score for score in scores if score.turn is None}
    scope = whole.get("scope_control")
    found = whole.get("identified")
    ending = trial.transcript.ending
    return Feedback(
        session=trial.cell.key,
        ending=ending.kind if ending else "",
        leaked=None if scope is None or scope.value is None else not scope.value,
        leak_reason=scope.reason if scope else "",
        notes=notes_on(trial.transcript.turns, scores),
        moves=tuple(what for metric, what in MOVES.items() if _is_there(whole, metric)),
        believed=tuple(library.misconception(name).statement for name in beliefs),
        named=_named(trial),
        identified=None if found is None or found.value is None else bool(found.value),
        strengths=strengths_of(trial.transcript.turns, library),
        measures=main_measures(whole),
    )


def main_measures(whole: Mapping[str, Score]) -> tuple[Measure, ...]:
    """The measures that matter most, of the scores of a whole session by metric."""
    return tuple(
        Measure(name, kind, whole[metric].value, whole[metric].reason)
        for metric, name, kind in MAIN
        if metric in whole
    )


def notes_on(turns: Sequence[Turn], scores: Sequence[Score]) -> tuple[Note, ...]:
    """What there is to say of each turn of the tutor."""
    leaks = {score.turn: score for score in scores if score.metric == "clean_turn"}
    notes = []
    for turn in turns:
        if turn.seat != "tutor":
            continue
        score = leaks.get(turn.index)
        spans = score.evidence if score else ()
        why = str(score.detail.get("why", "")) if score else ""
        heard = turns[turn.index + 1].hidden if turn.index + 1 < len(turns) else {}
        notes.append(Note(turn, spans, why, _events(heard.get("events"))))
    return tuple(notes)


def strengths_of(turns: Sequence[Turn], library: Library) -> tuple[Strength, ...]:
    """How firmly each belief was held after each turn of a simulated student."""
    return tuple(
        Strength(turn.index + 1, library.misconception(name).name, strength)
        for turn in turns
        if turn.seat == "student" and (state := recorded(turn.hidden))
        for name, strength in state.beliefs.items()
        if name in library.misconceptions
    )


def _events(kinds: object) -> tuple[str, ...]:
    if not isinstance(kinds, Sequence) or isinstance(kinds, str):
        return ()
    return tuple(EVENTS[str(kind)] for kind in kinds if str(kind) in EVENTS)


def _is_there(scores: Mapping[str, Score], metric: str) -> bool:
    score = scores.get(metric)
    return score is not None and score.value is not None and score.value > 0


def _named(trial: Trial) -> str:
    found, _ = rankings_of(trial)
    last = found[-1] if found else None
    if last is None or not last.order or not 0 <= last.order[0] < len(last.pool):
        return ""
    return last.pool[last.order[0]]
