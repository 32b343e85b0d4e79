"""The student with a TIMSS profile: attitude, confidence, coverage and score set its tone, its
asides, its asking for help, and how often it is right.

Accuracy follows a Rasch model on the TIMSS scale (mean 500, standard deviation 100):

    P(right) = 1 / (1 + exp(−(θ − b))),   θ = (score − 500) / 100 + mastery gain · mastery
    b = (benchmark − 500) / 100 − ln(p / (1 − p)) + shifts

where p (`anchor_success`, .65) is the chance of a pupil exactly at the benchmark that the family is
typical of, and the shifts are for topics that were not taught and for the other grade's items. The
answer to one problem is the same throughout a session. A wrong answer comes from a misconception of
the family: the one closest to this learner, which is then held until it is taught away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.agents.learner import LearnerState
from sandbox.agents.students.deciding import Decision, carelessly, rightly, ruled
from sandbox.agents.students.feelings import ATTITUDES, CONFIDENCES, felt
from sandbox.agents.students.replies import Reply
from sandbox.agents.students.scripted import ScriptedStudent, Tail
from sandbox.content.library import Library
from sandbox.content.schema import LearnerSettings, PresetSpec, ProfileSpec
from sandbox.maths.families import Family, Problem
from sandbox.records import rng

BENCHMARKS = {
    "low": 400,
    "intermediate": 475,
    "high": 550,
    "advanced": 625,
}


class ProfileStudent(ScriptedStudent):
    """A learner (attitude, confidence, coverage, score), with beliefs of its own where given."""

    def __init__(
        self,
        name: str,
        library: Library,
        preset: PresetSpec,
        profile: ProfileSpec,
        beliefs: Sequence[str] = (),
        intent: str = "",
    ) -> None:
        super().__init__(name, library, preset, beliefs, intent)
        self.learner = profile

    @property
    def profile(self) -> ProfileSpec:
        """The learner profile that it was made with."""
        return self.learner

    def initial(self, view: View) -> LearnerState:
        """The state that the profile describes."""
        return LearnerState(
            beliefs=dict.fromkeys(self.beliefs, 1.0),
            confidence=CONFIDENCES[self.learner.confidence],
            attitude=ATTITUDES[self.learner.attitude],
            mastery=self.settings.mastery.value,
        )

    def order(self, view: View, state: LearnerState) -> tuple[str, ...]:
        """Its own beliefs first, then those it has shown in this session."""
        shown = [name for name in state.beliefs if name not in self.beliefs and state.holds(name)]
        closest = sorted(shown, key=lambda name: self.preference(view, name), reverse=True)
        return (*super().order(view, state), *closest)

    def otherwise(
        self, view: View, question: str, problems: Sequence[Problem], state: LearnerState
    ) -> Decision:
        """Right as often as the profile says, else by the misconception closest to this learner;
        one that was taught away no longer answers."""
        problem = problems[0]
        chance = success(self.learner, problem.family, self.settings, state.mastery)
        occasion = (view.occasion,) if view.occasion else problem.identity
        drawn = rng(view.session, view.seat, "rasch", *occasion)
        if drawn.random() < chance:
            return rightly(question, problems)
        erring = [name for reading in problems for name in reading.wrong]
        if not erring:
            return carelessly(question, problems, drawn) or rightly(question, problems)
        closest = max(erring, key=lambda name: self.preference(view, name))
        if state.has_given_up(closest):
            return rightly(question, problems)
        return ruled(question, problems, (closest,)) or rightly(question, problems)

    def tail(self, view: View, said: Reply) -> Tail:
        """A feeling, a call for help, an aside: as confidence and attitude have it."""
        return felt(self, view, said, super().tail(view, said))


def success(
    profile: ProfileSpec, family: Family, settings: LearnerSettings, mastery: float = 0.0
) -> float:
    """The Rasch probability that a learner with this profile solves a problem of the family."""
    anchor = settings.anchor_success.value
    difficulty = (BENCHMARKS[family.level] - 500) / 100 - math.log(anchor / (1 - anchor))
    if not covers(profile, family):
        difficulty += settings.not_covered.value
    if family.timss_grade > profile.grade:
        difficulty += settings.grade_ahead.value
    elif family.timss_grade < profile.grade:
        difficulty += settings.grade_behind.value
    ability = (profile.score - 500) / 100 + settings.mastery_gain.value * mastery
    return 1 / (1 + math.exp(difficulty - ability))


def covers(profile: ProfileSpec, family: Family) -> bool:
    """Whether the profile's coverage names the family's area, or all of a grade."""
    area = family.timss_area.split(":")[0].lower()
    return any(
        topic.lower().startswith("all of grade") or topic.lower() in area
        for topic in profile.coverage
    )


def learner_words(profile: ProfileSpec, *, score: bool = False) -> str:
    """The learner's own card in words, for a tutor's brief: attitude, confidence, coverage, and,
    only when asked for, the score."""
    attitude = {
        "likes very much": "I like mathematics very much",
        "likes": "I like mathematics",
        "dislikes": "I dislike mathematics",
    }[profile.attitude]
    agrees = (profile.attitude == "dislikes") == (profile.confidence == "not confident")
    joint = "and" if agrees else "but"
    topics = _listed(profile.coverage)
    words = (
        f"I am in grade {profile.grade}. {attitude}, {joint} I am {profile.confidence} in it. "
        f"So far I have been taught {topics}."
    )
    if score:
        words += f" My score on the TIMSS scale is {profile.score}."
    return words


def _listed(topics: Sequence[str]) -> str:
    return topics[0] if len(topics) == 1 else f"{', '.join(topics[:-1])} and {topics[-1]}"
