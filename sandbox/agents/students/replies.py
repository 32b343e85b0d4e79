"""Composes what a scripted student says: first what it now understands, then answers to what was
asked, else an explanation of its last answer, else a reaction to what the tutor did or said.

Decides no answer itself: it asks the student.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.agents.base import View
from sandbox.agents.hearing import Message, problems_in
from sandbox.agents.learner import Event, LearnerState
from sandbox.agents.phrasing import joined
from sandbox.agents.students.chatting import BEFORE_ALL, BEFORE_THANKS, chat
from sandbox.agents.students.deciding import Decision
from sandbox.agents.students.facts import fact
from sandbox.agents.students.scene import CONFIDENT, Answering, Scene, shown
from sandbox.agents.students.wording import answer_slots, childlike, say, told

MOST_ANSWERS = 3
_SHORT = re.compile(
    r"(?:What is|Work out|Calculate|Find|Solve(?=.*=)) (?P<asked>(?:[^.?!:]|[.:](?=\d)){1,60})[.?]"
)
"""A question of one short sentence, which a child repeats without its first words."""


@dataclass(frozen=True)
class Reply:
    """What is said, the state after it, the answers given; `is_lost` when the student did not
    understand what was wanted, `is_aside` when it is no talk about mathematics."""

    text: str
    state: LearnerState
    decisions: tuple[Decision, ...] = ()
    is_lost: bool = False
    is_aside: bool = False


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
    short = _SHORT.fullmatch(question) if kind == "open" else None
    if short:
        text = say(library, view, "open-short", short=short["asked"], **slots)
    else:
        text = say(library, view, kind, question=question, **slots)
    return Reply(text, shown(state, decision), (decision,))


def reply(
    student: Answering,
    view: View,
    message: Message,
    before: LearnerState,
    after: LearnerState,
    happened: Sequence[Event],
) -> Reply:
    """The reaction to a tutor's message that did `happened` to the student."""
    scene = Scene(student, view, message, after, {event.kind for event in happened})
    given_up = [name for name in student.order(view, before) if not after.holds(name)]
    if given_up:
        idea = childlike(student.library.misconception(given_up[0]).helps.idea)
        scene.say("insight", idea=idea)
    if message.asked or message.sums:
        _answer_all(scene)
    elif not _take_step(scene):
        _react(scene, bool(given_up))
    if given_up:
        _answer_task_anew(scene)
    if not scene.pieces:
        scene.lose()
    decisions = tuple(scene.decisions)
    return Reply(joined(*scene.pieces), scene.state, decisions, scene.is_lost, scene.is_aside)


def _answer_all(scene: Scene) -> None:
    """Answer the questions that were asked, the last ones if they are many."""
    asked = scene.message.asked[-MOST_ANSWERS:]
    for question in asked:
        scene.answer(question, with_working=question is asked[-1])
    for found in scene.message.sums[-MOST_ANSWERS:]:
        decision = scene.student.decide(scene.view, found.text, (), scene.state)
        if decision is not None:
            scene.give("reply", decision)


def _answer_task_anew(scene: Scene) -> None:
    """After a belief was given up: what the task gives now, unless it was just said."""
    question = scene.view.question
    if any(decision.question == question for decision in scene.decisions):
        return
    task = scene.student.task(scene.view)
    decision = scene.student.decide(scene.view, question, task, scene.state)
    if decision is not None and decision.answer != scene.last_answer(question):
        scene.give("reply" if decision.label else "and-mine", decision)


def _take_step(scene: Scene) -> bool:
    """Answer a question about the next step of the task: in the student's own way, or, where
    nothing stands in the way, as the step goes."""
    asked = " ".join(scene.message.text.split())
    task = scene.student.task(scene.view)
    for problem in task:
        for step in problem.steps:
            if " ".join(step.ask.split()) not in asked:
                continue
            belief = scene.belief_on(task)
            if belief:
                scene.say("lost-rule", says=scene.says(belief))
                return True
            scene.say("step", do=step.do)
            if step == problem.steps[-1]:
                right = problem.right
                scene.decisions.append(
                    Decision(scene.view.question, right.text, "right", True, given=right)
                )
            return True
    return False


def _react(scene: Scene, has_understood: bool) -> None:
    """React to a message that asked nothing that can be worked out."""
    message = scene.message
    if message.talk in BEFORE_ALL:
        chat(scene)
    elif message.why:
        _explain(scene)
    elif message.sure and "conflict" not in scene.kinds:
        _stand(scene)
    elif message.again or message.choose:
        scene.answer_task()
    elif has_understood:
        return
    elif scene.kinds & {"conflict", "explanation"}:
        _waver(scene)
    elif message.puzzles:
        if not chat(scene):
            scene.lose()
    else:
        _react_to_statement(scene)


def _react_to_statement(scene: Scene) -> None:
    message = scene.message
    if "contradiction" in scene.kinds:
        belief = scene.belief_on(scene.open_problems())
        if scene.is_stuck:
            scene.say("talk-stuck")
        elif belief:
            scene.say_rule("but-rule", belief)
        else:
            scene.say("mistake")
    elif scene.kinds & {"right-answer", "solution"}:
        scene.say("told" if scene.belief_on(scene.open_problems()) else "fine")
    elif message.sets_task:
        scene.lose()
    elif message.talk in BEFORE_THANKS:
        chat(scene)
    elif message.praises or message.affirms:
        scene.say("thanks")
    elif not chat(scene):
        scene.say("fine")


def _waver(scene: Scene) -> None:
    """What a student says to whom its belief was shown to fail, or explained."""
    if not scene.belief_on(scene.open_problems()) and not scene.belief_on(
        scene.student.task(scene.view)
    ):
        scene.say("fine")
    else:
        scene.say("half-see" if "explanation" in scene.kinds else "weird")


def _explain(scene: Scene) -> None:
    """Say how the last answer came about."""
    question, answer = scene.last_pair()
    problems = problems_in(question, scene.student.library.families) if question else ()
    known = fact(question, answer)
    if known:
        scene.say("why-right", working=told(known), idea="")
        return
    for belief in scene.student.order(scene.view, scene.state):
        for problem in problems:
            given = problem.by(belief)
            if given is not None and given.text == answer:
                scene.say("why", working=told(given.working), says=scene.says(belief))
                return
    right = next((p.right for p in problems if p.right.text == answer), None)
    if right is not None:
        idea = scene.idea_on(problems)
        scene.say("why-right", working=told(right.working), idea=idea)
    elif question and problems:
        scene.say("why-slip")
    elif question:
        scene.say("why-guess")
    else:
        scene.answer_task()


def _stand(scene: Scene) -> None:
    """Say whether it is sure of its last answer."""
    problems = scene.open_problems()
    belief = scene.belief_on(problems)
    if scene.is_stuck:
        scene.say("unsure-stuck")
        return
    if belief:
        firm = scene.state.confidence >= CONFIDENT and scene.state.beliefs[belief] > 0.7
        scene.say("sure" if firm else "sure-shaky", says=scene.says(belief))
        return
    idea = scene.idea_on(problems)
    if idea:
        scene.say("sure-right", idea=idea)
    else:
        scene.say("sure-plain")
