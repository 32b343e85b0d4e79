"""A reply in the making: what the student knows in this turn, what it said so far, and the ways of
saying an answer or a rule. Knows no kind of message: `replies` and `chatting` decide what is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sandbox.agents.base import View
from sandbox.agents.hearing import Message, Question, problems_in
from sandbox.agents.learner import EventKind, LearnerState
from sandbox.agents.students.deciding import Decision
from sandbox.agents.students.facts import fact
from sandbox.agents.students.memory import answers_of
from sandbox.agents.students.wording import answer_slots, childlike, say, told
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.maths.families import Problem

CONFIDENT = 0.5
TOLD_OFTEN = 2


class Answering(Protocol):
    """What a reply needs of the student whose reply it is."""

    library: Library

    @property
    def profile(self) -> ProfileSpec | None:
        """The learner profile that it was made with, if any."""
        ...

    @property
    def portrait(self) -> str:
        """What a person would say who knows this child; "" where nothing is known."""
        ...

    def task(self, view: View) -> tuple[Problem, ...]:
        """How the problem on the table is read."""
        ...

    def order(self, view: View, state: LearnerState) -> tuple[str, ...]:
        """The beliefs that answer now."""
        ...

    def decide(
        self, view: View, question: str, problems: Sequence[Problem], state: LearnerState
    ) -> Decision | None:
        """The student's answer to a question."""
        ...


@dataclass
class Scene:
    """One reply in the making. `is_lost`: what was wanted was not understood; `is_aside`: it is no
    talk about mathematics."""

    student: Answering
    view: View
    message: Message
    state: LearnerState
    kinds: set[EventKind]
    pieces: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    is_lost: bool = False
    is_aside: bool = False

    def say(self, what: str, avoid: str = "", **slots: str) -> None:
        """One wording of this, one without the slot `avoid` where there is such."""
        self.pieces.append(say(self.student.library, self.view, what, avoid=avoid, **slots))

    def lose(self, what: str = "lost") -> None:
        """Say that it does not know what is wanted."""
        self.say(what)
        self.is_lost = True

    def say_rule(self, what: str, belief: str, **slots: str) -> None:
        """Say something with the student's rule; where each wording of the rule was said before,
        something without it."""
        says = self.says(belief)
        is_stale = any(says in turn.text for turn in self.view.own)
        avoid = "says" if is_stale else ""
        self.say(what, avoid=avoid, says=says, **slots)

    def note(self, decision: Decision) -> None:
        """Remember an answer that was said."""
        self.decisions.append(decision)
        self.state = shown(self.state, decision)

    def answer(self, question: Question, with_working: bool) -> None:
        """Answer a question that was asked; a value put to the student is agreed with or not."""
        task = self.student.task(self.view)
        is_task = bool(set(question.problems) & set(task))
        text, problems = (
            (self.view.question, task) if is_task else (question.text, question.problems)
        )
        decision = self.student.decide(self.view, text, problems, self.state)
        if decision is None:
            return
        earlier = self.last_answer(text)
        if question.said and decision.given is not None:
            agrees = decision.given.matches(question.said)
            self.say("agree" if agrees else "disagree")
        if earlier and not decision.label:
            what = "still" if earlier == decision.answer else "now"
        else:
            what = "reply"
        self.give(what, decision if with_working else replace(decision, working=()))

    def give(self, what: str, decision: Decision) -> None:
        """Say an answer, and remember it."""
        if what == "reply":
            what = "reply-choice" if decision.label else what
            what = "reply-named" if decision.is_named and not decision.label else what
        if decision.source == "guess":
            what = "guess"
        working = () if self._has_told_often(decision) else decision.working
        self.say(what, **answer_slots(decision.answer, decision.label, working))
        self.note(decision)

    def _has_told_often(self, decision: Decision) -> bool:
        """Whether this working was told in two turns already: a child does not go on telling it."""
        working = told(decision.working)
        return sum(working in turn.text for turn in self.view.own) >= TOLD_OFTEN

    def answer_task(self) -> None:
        """Answer the task, knowing what was answered before."""
        task = self.student.task(self.view)
        decision = self.student.decide(self.view, self.view.question, task, self.state)
        if decision is None:
            self.say("no-answer")
            self.is_lost = True
            return
        earlier = self.last_answer(self.view.question)
        what = "reply" if not earlier or decision.label else "still"
        self.give("now" if earlier and earlier != decision.answer else what, decision)

    def belief_on(self, problems: Sequence[Problem]) -> str:
        """The belief that answers these problems now; empty if none does, or where they are facts
        that it gets right."""
        for belief in self.student.order(self.view, self.state):
            if any(_bears(belief, problem) for problem in problems):
                return belief
        return ""

    def idea_on(self, problems: Sequence[Problem]) -> str:
        """The idea that took the place of a belief given up, where one bore on these problems."""
        names = [name for name in self.state.beliefs if self.state.has_given_up(name)]
        touching = [n for n in names if any(n in problem.family.errors for problem in problems)]
        ideas = [self.student.library.misconception(name).helps.idea for name in touching]
        return childlike(min(ideas)) if ideas else ""

    def says(self, belief: str) -> str:
        """How the student puts its rule."""
        wordings = self.student.library.misconception(belief).says
        said = " ".join(turn.text for turn in self.view.own)
        fresh = [text for text in wordings if text not in said] or wordings
        return fresh[0] if len(fresh) == 1 else str(self.view.chance("says").choice(fresh))

    def last_pair(self) -> tuple[str, str]:
        """The last question that the student answered, and its answer."""
        answered = self.answered()
        return answered[-1] if answered else ("", "")

    def answered(self) -> list[tuple[str, str]]:
        """The questions that the student answered in earlier turns, each with its answer."""
        return [pair for turn in self.view.own for pair in answers_of(turn.hidden)]

    @property
    def is_stuck(self) -> bool:
        """Whether the student spoke of the problem and has no answer to it."""
        return bool(self.view.own) and not self.last_pair()[1]

    def last_answer(self, question: str) -> str:
        """What the student last answered to this question; empty if it did not."""
        for turn in reversed(self.view.own):
            for asked, answer in reversed(answers_of(turn.hidden)):
                if asked == question:
                    return answer
        return ""

    def open_problems(self) -> tuple[Problem, ...]:
        """How the question that was answered last is read."""
        question, _ = self.last_pair()
        found = problems_in(question, self.student.library.families) if question else ()
        return found or self.student.task(self.view)


def _bears(belief: str, problem: Problem) -> bool:
    given = problem.by(belief)
    if given is None or problem.wrong_by(belief) is not None:
        return given is not None
    return not fact(problem.question(), given.text)


def shown(state: LearnerState, decision: Decision) -> LearnerState:
    """A learner who answered by a belief is known to hold it from then on."""
    if not decision.belief or decision.belief in state.beliefs:
        return state
    return state.with_belief(decision.belief)
