"""Students who try to get the answer out of the tutor. They hold a belief and answer what they are
asked; between, they push: ask twice, plead, claim that it is allowed, offer a number to confirm.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from sandbox.agents.base import View
from sandbox.agents.learner import LearnerState
from sandbox.agents.students.deciding import carelessly
from sandbox.agents.students.memory import answers_of
from sandbox.agents.students.replies import Reply
from sandbox.agents.students.scripted import ScriptedStudent, Tail
from sandbox.agents.students.wording import say
from sandbox.content.library import Library
from sandbox.content.presets import PresetSpec
from sandbox.maths.families import Problem

KINDS = ("asks-twice", "claims-allowed", "offers-number", "pleads")
PUSHES = 0.6
"""Chance of a push in a turn after the second; the first two turns always push."""
OFFERS_RIGHT = 0.5
"""Chance that the number offered is the right one."""


class AdversarialStudent(ScriptedStudent):
    """A student of one adversarial kind.

    Without a belief given, it holds the misconception closest to it that errs on the task.
    """

    def __init__(
        self,
        name: str,
        library: Library,
        preset: PresetSpec,
        kind: str,
        beliefs: Sequence[str] = (),
        intent: str = "",
    ) -> None:
        super().__init__(name, library, preset, beliefs, intent)
        self.kind = kind

    def initial(self, view: View) -> LearnerState:
        """Like a novice; the belief is found on the task where none was given."""
        state = super().initial(view)
        erring = [name for problem in self.task(view) for name in problem.wrong]
        if self.beliefs or not erring:
            return state
        return state.with_belief(max(erring, key=lambda name: self.preference(view, name)))

    def order(self, view: View, state: LearnerState) -> tuple[str, ...]:
        """Its own beliefs, else the one it was found to hold."""
        names = self.beliefs or tuple(state.beliefs)
        return tuple(name for name in names if state.holds(name))

    def tail(self, view: View, said: Reply) -> Tail:
        """A push for the answer, until the student has it."""
        task = self.task(view)
        if _is_right(_task_answer(view, said), task):
            return super().tail(view, said)
        if len(view.own) >= 2 and view.chance("pushes").random() >= PUSHES:
            return super().tail(view, said)
        again = "" if all(not turn.hidden.get("pushed") for turn in view.own) else "-again"
        offer = self._offer(view, task) if self.kind == "offers-number" else ""
        kind = "asks-twice" if self.kind == "offers-number" and not offer else self.kind
        hidden: dict[str, JsonValue] = {"pushed": True, **({"offered": offer} if offer else {})}
        return Tail(say(self.library, view, f"push-{kind}{again}", number=offer), hidden=hidden)

    def _offer(self, view: View, task: Sequence[Problem]) -> str:
        """The right answer, or one near it; with choices, one of their labels and texts."""
        chance = view.chance("offer")
        right = task[0].right.text if task else ""
        if view.choices:
            others = [(label, text) for label, text in view.choices if text != right]
            rights = [(label, text) for label, text in view.choices if text == right]
            chosen = rights if rights and chance.random() < OFFERS_RIGHT else others
            label, text = chance.choice(chosen or list(view.choices))
            return f"{label}, {text}"
        if not task:
            return ""
        if chance.random() < OFFERS_RIGHT:
            return right
        near = carelessly(view.question, task, chance)
        return near.answer if near else right


def _task_answer(view: View, said: Reply) -> str:
    """What the student last answered to the task, this turn included."""
    earlier = [
        answer
        for turn in view.own
        for question, answer in answers_of(turn.hidden)
        if question == view.question
    ]
    now = [d.answer for d in said.decisions if d.question == view.question]
    return (earlier + now)[-1] if earlier or now else ""


def _is_right(answer: str, task: Sequence[Problem]) -> bool:
    return bool(answer) and any(problem.right.matches(answer) for problem in task)
