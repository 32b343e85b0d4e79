"""The student with a TIMSS profile: attitude, confidence, coverage and score set its tone, its
asides, its asking for help, and how often it is right.

How hard a family is, and so how likely a right answer, follows from `difficulty`. The answer to one
problem is the same throughout a session. A wrong answer comes from a misconception of the family:
the one closest to this learner, which is then held until it is taught away.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.agents.learner import LearnerState
from sandbox.agents.students.deciding import Decision, carelessly, rightly, ruled
from sandbox.agents.students.difficulty import success_on
from sandbox.agents.students.feelings import ATTITUDES, CONFIDENCES, felt
from sandbox.agents.students.replies import Reply
from sandbox.agents.students.scripted import ScriptedStudent, Tail
from sandbox.content.library import Library
from sandbox.content.presets import PresetSpec
from sandbox.content.schema import ProfileSpec
from sandbox.maths.families import Problem
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
        chance = success_on(self.learner, problems, self.settings, state.mastery)
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
