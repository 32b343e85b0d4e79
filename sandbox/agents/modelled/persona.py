"""A simulated pupil in words, for the model that plays or voices it: age, feeling, beliefs as they
stand now. Knows the library and a learner's state; no id of anything goes into the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox.agents.learner import LearnerState
from sandbox.agents.students.profile import learner_words
from sandbox.agents.students.wording import childlike
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec

SURE = 0.8
"""From this strength on a belief is told as one that the pupil is sure of."""

EASE = "fairly at ease"
"""The feeling of a pupil of whom nothing else is known."""

_AGES = {4: "ten", 8: "fourteen"}
_LOW, _HIGH = 0.35, 0.75


@dataclass(frozen=True)
class Told:
    """A belief as a prompt tells it."""

    statement: str
    says: tuple[str, ...]
    idea: str
    hold: Literal["sure", "unsure", "dropped"]


def told_beliefs(state: LearnerState, order: Sequence[str], library: Library) -> list[Told]:
    """The beliefs of a learner, those of `order` first and in that order, others as they came."""
    names = [*(name for name in order if name in state.beliefs)]
    names += [name for name in state.beliefs if name not in names]
    return [_told(name, state, library) for name in names]


def _told(name: str, state: LearnerState, library: Library) -> Told:
    spec = library.misconception(name)
    strength = state.beliefs[name]
    hold: Literal["sure", "unsure", "dropped"] = "sure" if strength >= SURE else "unsure"
    if not state.holds(name):
        hold = "dropped"
    return Told(spec.statement, tuple(spec.says), childlike(spec.helps.idea), hold)


def age(beliefs: Sequence[str], profile: ProfileSpec | None, library: Library) -> str:
    """About how old the pupil is, in words; "" where nothing tells."""
    if profile is not None:
        return _AGES[profile.grade]
    grades = [family.timss_grade for name in beliefs for family in library.families.testing(name)]
    return _AGES[min(grades)] if grades else ""


def about(profile: ProfileSpec | None) -> str:
    """What a pupil with a profile says about itself; "" for one without."""
    return learner_words(profile) if profile is not None else ""


def mood(state: LearnerState) -> str:
    """How the pupil feels, in words that follow "feels"."""
    trust = "quite confident" if state.confidence > _HIGH else EASE
    if state.confidence < _LOW:
        trust = "unsure"
    if _LOW <= state.attitude <= _HIGH:
        return trust
    return f"{trust} and {'keen' if state.attitude > _HIGH else 'not very keen'}"
