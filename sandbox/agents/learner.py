"""The learner's state, and how teaching moves it: strength of each belief, mastery, confidence,
attitude. Knows kinds of teaching events, no text and no mathematics.

The model in one line: an event takes `amount * repeat ** (times met before)` off the strength of
the belief it bears on, together at most `most_per_turn` a tutor turn; an explanation takes off more
once the belief was seen to fail. All numbers are in personas/learners.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import JsonValue

from sandbox.content.presets import LearnerSettings

GIVEN_UP = 0.5
"""A belief whose strength is below this no longer answers."""

EventKind = Literal[
    "contradiction",
    "right-answer",
    "solution",
    "case",
    "conflict",
    "explanation",
    "praise",
    "success",
]


@dataclass(frozen=True)
class Event:
    """One thing that a tutor's turn did; `belief` is the belief it bears on, or empty."""

    kind: EventKind
    belief: str = ""


@dataclass(frozen=True)
class LearnerState:
    """What a learner is like at one moment. All numbers lie between 0 and 1.

    Attributes:
        beliefs: Misconception → strength.
        met: Misconception → kind of event → how many tutor turns did that so far.
        mastery: How firmly the right way is held.
        confidence: How much the learner trusts itself.
        attitude: How much the learner likes this.
    """

    beliefs: Mapping[str, float]
    confidence: float
    attitude: float
    mastery: float = 0.0
    met: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def holds(self, belief: str) -> bool:
        """Whether the belief still answers."""
        return self.beliefs.get(belief, 0.0) >= GIVEN_UP

    def has_given_up(self, belief: str) -> bool:
        """Whether the belief was there and no longer answers."""
        return belief in self.beliefs and not self.holds(belief)

    def with_belief(self, belief: str) -> LearnerState:
        """The same learner, now known to hold this belief fully."""
        return replace(self, beliefs={**self.beliefs, belief: 1.0})

    def record(self) -> dict[str, JsonValue]:
        """The state as it goes into a turn's hidden fields."""
        return {
            "beliefs": dict(self.beliefs),
            "met": {belief: dict(times) for belief, times in self.met.items() if times},
            "mastery": self.mastery,
            "confidence": self.confidence,
            "attitude": self.attitude,
        }


def recorded(hidden: Mapping[str, JsonValue]) -> LearnerState | None:
    """The state in a turn's hidden fields; None when the turn holds none (a person spoke)."""
    beliefs, met = hidden.get("beliefs"), hidden.get("met", {})
    if not isinstance(beliefs, Mapping) or "confidence" not in hidden:
        return None
    times = met if isinstance(met, Mapping) else {}
    return LearnerState(
        beliefs={name: _number(value) for name, value in beliefs.items()},
        confidence=_number(hidden["confidence"]),
        attitude=_number(hidden.get("attitude")),
        mastery=_number(hidden.get("mastery")),
        met={
            name: {kind: int(_number(count)) for kind, count in kinds.items()}
            for name, kinds in times.items()
            if isinstance(kinds, Mapping)
        },
    )


def moved(state: LearnerState, events: Sequence[Event], settings: LearnerSettings) -> LearnerState:
    """The state after one tutor turn."""
    if not events:
        return state
    beliefs, met = dict(state.beliefs), dict(state.met)
    for belief, strength in state.beliefs.items():
        kinds = [event.kind for event in events if event.belief == belief]
        if not kinds:
            continue
        lost = _lost(kinds, met.get(belief, {}), strength, settings)
        beliefs[belief] = round(max(0.0, strength - lost), 4)
        met[belief] = _counted(met.get(belief, {}), kinds)
    kinds = [event.kind for event in events]
    given_up = any(state.holds(name) and beliefs[name] < GIVEN_UP for name in beliefs)
    return _felt(replace(state, beliefs=beliefs, met=met), kinds, given_up, settings)


def _lost(
    kinds: Sequence[EventKind],
    times: Mapping[str, int],
    strength: float,
    settings: LearnerSettings,
) -> float:
    """How much strength the events of one turn take off a belief."""
    conflicted = times.get("conflict", 0) > 0 or "conflict" in kinds
    explained = settings.explanation_after_conflict if conflicted else settings.explanation
    amounts = {
        "contradiction": settings.contradiction,
        "right-answer": settings.right_answer,
        "solution": settings.solution,
        "case": settings.case,
        "conflict": settings.conflict,
        "explanation": explained,
    }
    total = sum(
        amounts[kind].value * settings.repeat.value ** times.get(kind, 0)
        for kind in dict.fromkeys(kinds)
        if kind in amounts
    )
    if "success" in kinds and strength < GIVEN_UP:
        total += settings.practice.value
    return min(total, settings.most_per_turn.value)


def _counted(times: Mapping[str, int], kinds: Sequence[EventKind]) -> dict[str, int]:
    counted = dict(times)
    for kind in dict.fromkeys(kinds):
        counted[kind] = counted.get(kind, 0) + 1
    return counted


def _felt(
    state: LearnerState, kinds: Sequence[EventKind], given_up: bool, settings: LearnerSettings
) -> LearnerState:
    """Confidence, attitude and mastery after the events; each kind counts once a turn."""
    happened = set(kinds)
    confidence, attitude, mastery = state.confidence, state.attitude, state.mastery
    if "contradiction" in happened:
        confidence += settings.contradiction_confidence.value
    if "conflict" in happened:
        confidence += settings.conflict_confidence.value
    if "praise" in happened:
        confidence += settings.praise_confidence.value
        attitude += settings.praise_attitude.value
    if "success" in happened:
        confidence += settings.success_confidence.value
        mastery += settings.success_mastery.value
    if "solution" in happened:
        mastery += settings.solution_mastery.value
    if "explanation" in happened:
        mastery += settings.explanation_mastery.value
    if given_up:
        confidence += settings.insight_confidence.value
        attitude += settings.insight_attitude.value
        mastery += settings.insight_mastery.value
    return replace(
        state,
        confidence=_within(confidence),
        attitude=_within(attitude),
        mastery=_within(mastery),
    )


def _within(number: float) -> float:
    return round(min(1.0, max(0.0, number)), 4)


def _number(value: JsonValue | None) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
