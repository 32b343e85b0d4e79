"""How a learner's confidence and attitude show beside its mathematics."""

from __future__ import annotations

from sandbox.agents.base import View
from sandbox.agents.phrasing import joined
from sandbox.agents.students.replies import Reply
from sandbox.agents.students.scripted import ScriptedStudent, Tail
from sandbox.agents.students.wording import say

ATTITUDES = {"likes very much": 0.9, "likes": 0.7, "dislikes": 0.2}
CONFIDENCES = {"very confident": 0.9, "confident": 0.7, "not confident": 0.2}
UNSURE, PROUD = 0.4, 0.8
SAYS_HOW_IT_FEELS = 0.5
"""Chance that an unsure or a proud student says so beside an answer."""


def felt(student: ScriptedStudent, view: View, said: Reply, asks: Tail) -> Tail:
    """A feeling, a call for help, an aside: as confidence and attitude have it. `asks`, a question
    of the student's intent, is said where no help is called for."""
    state, feeling, help_, aside = said.state, "", "", ""
    chance = view.chance("tone")
    if said.decisions and chance.random() < SAYS_HOW_IT_FEELS:
        if state.confidence < UNSURE:
            feeling = say(student.library, view, "unsure")
        elif state.confidence > PROUD:
            feeling = say(student.library, view, "proud")
    seeks = student.settings.seeks_help.value * (1 - state.confidence)
    if chance.random() < seeks and not said.is_lost and not said.is_aside:
        help_ = say(student.library, view, "seek-help")
    if chance.random() < student.settings.off_topic.value * (1 - state.attitude):
        aside = say(student.library, view, "aside")
    if help_:
        asks = Tail()
    return Tail(joined(feeling, help_, asks.text, aside), asks.intent)
