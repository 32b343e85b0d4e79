"""Composes what a scripted student says: first what it now understands, then answers to what was
asked, else an explanation of its last answer, else a reaction to what the tutor did.

Decides no answer itself: it asks the student.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sandbox.agents.base import View
from sandbox.agents.hearing import Message, Question, problems_in
from sandbox.agents.learner import Event, EventKind, LearnerState
from sandbox.agents.students.deciding import Decision
from sandbox.agents.students.memory import answers_of
from sandbox.agents.students.wording import answer_slots, childlike, joined, say, told
from sandbox.content.library import Library
from sandbox.maths.families import Problem

MOST_ANSWERS = 3
CONFIDENT = 0.5


class Answering(Protocol):
    """What a reply needs of the student whose reply it is."""

    library: Library

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


@dataclass(frozen=True)
class Reply:
    """What is said, the state after it, the answers given; `is_lost` when the student did not
    understand what was wanted."""

    text: str
    state: LearnerState
    decisions: tuple[Decision, ...] = ()
    is_lost: bool = False


def opening(student: Answering, view: View, state: LearnerState) -> Reply:
    """The student puts its problem on the table, with its answer and why."""
    decision = student.decide(view, view.question, student.task(view), state)
    library = student.library
    if decision is None:
        return Reply(say(library, view, "open-lost", question=view.beside), state, (), True)
    kind = "open-choice" if decision.label else "open-named" if decision.is_named else "open"
    slots = answer_slots(decision.answer, decision.label, decision.working)
    question = view.beside.rstrip()
    question += "" if question[-1:] in ".?!" else "."
    text = say(library, view, kind, question=question, **slots)
    return Reply(text, _shown(state, decision), (decision,))


def reply(
    student: Answering,
    view: View,
    message: Message,
    before: LearnerState,
    after: LearnerState,
    happened: Sequence[Event],
) -> Reply:
    """The reaction to a tutor's message that did `happened` to the student."""
    scene = _Scene(student, view, message, after, {event.kind for event in happened})
    given_up = [name for name in student.order(view, before) if not after.holds(name)]
    if given_up:
        idea = childlike(student.library.misconception(given_up[0]).helps.idea)
        scene.say("insight", idea=idea)
    if message.asked or message.sums:
        scene.answer_all()
    elif not scene.take_step():
        scene.react(bool(given_up))
    if given_up:
        scene.answer_task_anew()
    return Reply(joined(*scene.pieces), scene.state, tuple(scene.decisions), scene.is_lost)


@dataclass
class _Scene:
    """One reply in the making."""

    student: Answering
    view: View
    message: Message
    state: LearnerState
    kinds: set[EventKind]
    pieces: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    is_lost: bool = False

    def say(self, what: str, **slots: str) -> None:
        self.pieces.append(say(self.student.library, self.view, what, **slots))

    def answer_all(self) -> None:
        """Answer the questions that were asked, the last ones if they are many."""
        asked = self.message.asked[-MOST_ANSWERS:]
        for question in asked:
            self.answer(question, with_working=question is asked[-1])
        for found in self.message.sums[-MOST_ANSWERS:]:
            decision = self.student.decide(self.view, found.text, (), self.state)
            if decision is not None:
                self.give("reply", decision)

    def answer(self, question: Question, with_working: bool) -> None:
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
        self.say(what, **answer_slots(decision.answer, decision.label, decision.working))
        self.decisions.append(decision)
        self.state = _shown(self.state, decision)

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

    def answer_task_anew(self) -> None:
        """After a belief was given up: what the task gives now, unless it was just said."""
        question = self.view.question
        if any(decision.question == question for decision in self.decisions):
            return
        task = self.student.task(self.view)
        decision = self.student.decide(self.view, question, task, self.state)
        if decision is not None and decision.answer != self.last_answer(question):
            self.give("reply" if decision.label else "and-mine", decision)

    def take_step(self) -> bool:
        """Answer a question about the next step of the task: in the student's own way, or, where
        nothing stands in the way, as the step goes."""
        asked = " ".join(self.message.text.split())
        task = self.student.task(self.view)
        for problem in task:
            for step in problem.steps:
                if " ".join(step.ask.split()) not in asked:
                    continue
                belief = self.belief_on(task)
                if belief:
                    self.say("lost-rule", says=self.says(belief))
                    return True
                self.say("step", do=step.do)
                if step == problem.steps[-1]:
                    right = problem.right
                    self.decisions.append(
                        Decision(self.view.question, right.text, "right", True, given=right)
                    )
                return True
        return False

    def react(self, has_understood: bool) -> None:
        """React to a message that asked nothing that can be worked out."""
        message = self.message
        if message.why:
            self.explain()
        elif message.sure and "conflict" not in self.kinds:
            self.stand()
        elif message.again or message.choose:
            self.answer_task()
        elif has_understood:
            return
        elif self.kinds & {"conflict", "explanation"}:
            self.waver()
        elif message.puzzles:
            self.say("lost")
            self.is_lost = True
        elif "contradiction" in self.kinds:
            belief = self.belief_on(self.open_problems())
            if belief:
                self.say("but-rule", says=self.says(belief))
            else:
                self.say("mistake")
        elif self.kinds & {"right-answer", "solution"}:
            self.say("told" if self.belief_on(self.open_problems()) else "fine")
        elif message.praises or message.affirms:
            self.say("thanks")
        elif message.sets_task:
            self.say("lost")
            self.is_lost = True
        else:
            self.say("fine")

    def waver(self) -> None:
        """What a student says to whom its belief was shown to fail, or explained."""
        if not self.belief_on(self.open_problems()) and not self.belief_on(
            self.student.task(self.view)
        ):
            self.say("fine")
        else:
            self.say("half-see" if "explanation" in self.kinds else "weird")

    def explain(self) -> None:
        """Say how the last answer came about."""
        question, answer = self.last_pair()
        problems = problems_in(question, self.student.library.families) if question else ()
        for belief in self.student.order(self.view, self.state):
            for problem in problems:
                given = problem.by(belief)
                if given is not None and given.text == answer:
                    self.say("why", working=told(given.working), says=self.says(belief))
                    return
        right = next((p.right for p in problems if p.right.text == answer), None)
        if right is not None:
            idea = self.idea_on(problems)
            self.say("why-right", working=told(right.working), idea=idea)
        elif question and problems:
            self.say("why-slip")
        elif question:
            self.say("why-guess")
        else:
            self.answer_task()

    def stand(self) -> None:
        """Say whether it is sure of its last answer."""
        problems = self.open_problems()
        belief = self.belief_on(problems)
        if belief:
            firm = self.state.confidence >= CONFIDENT and self.state.beliefs[belief] > 0.7
            self.say("sure" if firm else "sure-shaky", says=self.says(belief))
            return
        idea = self.idea_on(problems)
        if idea:
            self.say("sure-right", idea=idea)
        else:
            self.say("sure-plain")

    def belief_on(self, problems: Sequence[Problem]) -> str:
        """The belief that answers these problems now; empty if none does."""
        for belief in self.student.order(self.view, self.state):
            if any(problem.by(belief) is not None for problem in problems):
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
        fresh = [text for text in wordings if text not in said]
        return str(self.view.chance("says").choice(fresh or wordings))

    def last_pair(self) -> tuple[str, str]:
        """The last question that the student answered, and its answer."""
        for turn in reversed(self.view.own):
            pairs = answers_of(turn.hidden)
            if pairs:
                return pairs[-1]
        return "", ""

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


def _shown(state: LearnerState, decision: Decision) -> LearnerState:
    """A learner who answered by a belief is known to hold it from then on."""
    if not decision.belief or decision.belief in state.beliefs:
        return state
    return state.with_belief(decision.belief)
