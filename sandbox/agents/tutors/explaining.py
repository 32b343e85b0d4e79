"""Tutors that answer a question in one reply, as in the adaptivity study: what the question means,
the steps, the answer, and whatever a learner like this one needs beside them.

scripted:adaptive     fits the reply to the learner on the card
scripted:one-size     the same reply to everybody
scripted:solver       the worked solution and nothing else
"""

from __future__ import annotations

from sandbox.agents.base import Agent, Utterance, View
from sandbox.agents.phrasing import joined
from sandbox.agents.tutors.adaptive import Adaptive, Learner, known_of
from sandbox.agents.tutors.noticing import Noticed
from sandbox.agents.tutors.policies import ScriptedTutor, Solver, moves
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError
from sandbox.maths.families import Problem


class OneSizeExplainer(ScriptedTutor):
    """The steps and the answer, in words that never depend on the learner."""

    async def act(self, view: View) -> Utterance:
        """The whole reply."""
        noticed = self.notice(view)
        if not noticed.task:
            return Utterance(self.says(view, "unread"), moves("tell"), ends="tutor-ended")
        task = noticed.task[0]
        text = joined(
            self.says(view, "open"),
            self.says(view, "steps", steps=_steps(task)),
            self.says(view, "answer", answer=answer_shown(view, task)),
        )
        return Utterance(text, moves("tell", "reveal"), ends="tutor-ended")


class AdaptiveExplainer(Adaptive):
    """Encouragement, meaning, an example, steps, answer and practice as this learner needs them."""

    async def act(self, view: View) -> Utterance:
        """The whole reply."""
        noticed, learner = self.notice(view), known_of(view)
        if not noticed.task:
            return Utterance(self.says(view, "unread"), moves("tell"), ends="tutor-ended")
        task, tier = noticed.task[0], learner.tier
        text = joined(
            self._motive(view, learner),
            self.says(view, f"meaning-{tier}", question=view.beside),
            self._example_for(view, noticed, learner),
            self.says(view, f"steps-{tier}", steps=_steps(task, asked=tier == "low")),
            self.says(view, "answer", answer=answer_shown(view, task)),
            self._practice_for(view, noticed, learner),
        )
        return Utterance(text, moves("tell", "reveal", "praise"), ends="tutor-ended")

    def _example_for(self, view: View, noticed: Noticed, learner: Learner) -> str:
        """A worked example with other numbers, for a learner who needs support."""
        example = self._other(view, noticed, "example") if learner.tier == "low" else None
        return self._worked(view, example) if example is not None else ""

    def _practice_for(self, view: View, noticed: Noticed, learner: Learner) -> str:
        """Another problem to do, for learners of whom something is known."""
        practice = self._other(view, noticed, "practice") if learner != Learner() else None
        if practice is None:
            return ""
        return self.says(view, f"practice-{learner.tier}", question=practice.question())


EXPLAINERS: dict[str, type[ScriptedTutor]] = {
    "adaptive": AdaptiveExplainer,
    "one-size": OneSizeExplainer,
    "solver": Solver,
}


def explainer(policy: str, library: Library) -> Agent:
    """The scripted explainer of that policy.

    Raises:
        UnknownNameError: there is none.
    """
    if policy not in EXPLAINERS:
        names = [f"scripted:{name}" for name in EXPLAINERS]
        raise UnknownNameError("explaining tutor", f"scripted:{policy}", names)
    made: Agent = EXPLAINERS[policy](library.tutor(policy), library)  # type: ignore[assignment]
    return made


def answer_shown(view: View, task: Problem) -> str:
    """The right answer as it is given: with its label, where there are choices."""
    label = next((label for label, text in view.choices if task.right.matches(text)), "")
    return f"{label}, {task.right.text}" if label else task.right.text


def _steps(task: Problem, *, asked: bool = False) -> str:
    """The steps of the right way; with the question that leads to each, where it is asked."""
    return " ".join(f"{step.ask} {step.do}" if asked else step.do for step in task.steps)
