"""The free model student: a model is told who the pupil is, what it believes and how firmly now,
and answers by itself. The learner model moves the state; what is said is the model's.

The exact core is asked first: which questions the tutor put, what the turn did to the learner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from sandbox.agents.base import Utterance, View
from sandbox.agents.hearing import problems_in
from sandbox.agents.learner import LearnerState, recorded
from sandbox.agents.modelled import persona
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.drafts import drafted, said
from sandbox.agents.modelled.history import conversation, shown
from sandbox.agents.students.memory import answers_of
from sandbox.agents.students.scripted import ScriptedStudent
from sandbox.agents.tutors.noticing import answer_in
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.models.base import ChatModel
from sandbox.prompts import render
from sandbox.types import Settings

PROMPTS = ("student_system", "student_opening", "student_test")
_STATE = ("beliefs", "met", "mastery", "confidence", "attitude", "events", "intent")


class ModelStudent:
    """A pupil played by a model.

    Args:
        name: The name by which it was asked for.
        core: Whose beliefs, profile and learner state it is told.
        model: Who plays.
        library: The content.
        settings: How the model is asked.
    """

    def __init__(
        self,
        name: str,
        core: ScriptedStudent,
        model: ChatModel,
        library: Library,
        *,
        settings: Settings | None = None,
    ) -> None:
        self.name, self.core, self.model, self.library = name, core, model, library
        self._settings = settings or Settings()

    @property
    def beliefs(self) -> tuple[str, ...]:
        """The misconceptions that it is told to hold."""
        return self.core.beliefs

    @property
    def profile(self) -> ProfileSpec | None:
        """The learner profile that it is told to have."""
        return self.core.profile

    async def act(self, view: View) -> Utterance:
        """The model's next message as this pupil."""
        meant = await self.core.act(view)
        questions = [question for question, _ in answers_of(meant.hidden)]
        return await self._said(view, meant, questions)

    async def answer(self, view: View) -> Utterance:
        """The model's answer to a test question, remembering the session."""
        meant = await self.core.answer(view)
        note = render("student_test", problem=shown(view))
        return await self._said(view, meant, [view.question], note)

    async def _said(
        self, view: View, meant: Utterance, questions: Sequence[str], note: str = ""
    ) -> Utterance:
        state = recorded(meant.hidden) or self.core.initial(view)
        asking = Asking(self.model, view, PROMPTS, self._settings)
        system = self._system(view, state, str(meant.hidden.get("intent", "")))
        messages = conversation(view, system=system, cue=render("student_opening"), note=note)
        drafts = await drafted(asking, view.seat, lambda _: messages, lambda _: ())
        hidden: dict[str, JsonValue] = {
            **{key: meant.hidden[key] for key in _STATE if key in meant.hidden},
            **self._answers(view, questions, drafts[-1].text),
            "model": asking.record(),
        }
        return said(drafts, hidden, asking.usage)

    def _system(self, view: View, state: LearnerState, intent: str) -> str:
        return render(
            "student_system",
            age=persona.age(tuple(state.beliefs), self.profile, self.library),
            about=persona.about(self.profile),
            portrait=self.core.portrait,
            card=view.brief.card,
            problem=shown(view),
            beliefs=persona.told_beliefs(state, self.beliefs, self.library),
            mood=persona.mood(state),
            intent=intent,
        )

    def _answers(self, view: View, questions: Sequence[str], text: str) -> Mapping[str, JsonValue]:
        """What the model answered to the questions that were put, as a listener reads it."""
        answers: list[JsonValue] = []
        for question in questions:
            choices = view.choices if question == view.question else ()
            given = answer_in(text, problems_in(question, self.library.families), choices)
            if given:
                answers.append([question, given])
        return {"answers": answers}
