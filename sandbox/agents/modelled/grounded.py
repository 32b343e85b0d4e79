"""The grounded student: the exact core decides what is believed and answered; a model words it.

Each wording is checked against what was decided; one that strays is asked for again, at most
`again` times, then the core's own words are said. What was caught is counted in the hidden fields.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import Student, Utterance, View
from sandbox.agents.learner import recorded
from sandbox.agents.modelled import persona
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.drafts import AGAIN, caught, drafted
from sandbox.agents.modelled.grounding import Decided, faults
from sandbox.agents.modelled.history import conversation, shown
from sandbox.agents.students.scripted import ScriptedStudent
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.models.base import ChatModel
from sandbox.prompts import render
from sandbox.types import Message, Settings

PROMPTS = ("grounded_system", "grounded_note", "student_opening")


class GroundedStudent:
    """A scripted student in a model's words.

    Args:
        name: The name by which it was asked for.
        core: Decides; its hidden fields are this student's.
        model: Words.
        library: The content.
        settings: How the model is asked.
        again: How often a wording that strays is asked for again.
    """

    def __init__(
        self,
        name: str,
        core: Student,
        model: ChatModel,
        library: Library,
        *,
        settings: Settings | None = None,
        again: int = AGAIN,
    ) -> None:
        self.name, self.core, self.model, self.library = name, core, model, library
        self._settings, self._again = settings or Settings(), again

    @property
    def beliefs(self) -> tuple[str, ...]:
        """The misconceptions that the core was made to hold."""
        return self.core.beliefs

    @property
    def profile(self) -> ProfileSpec | None:
        """The learner profile that the core was made with."""
        return self.core.profile

    async def act(self, view: View) -> Utterance:
        """What the core decided, in the model's words or, failing these, in its own."""
        meant = await self.core.act(view)
        decided = Decided(meant, view, self.library)
        asking = Asking(self.model, view, PROMPTS, self._settings)
        drafts = await drafted(
            asking,
            view.seat,
            lambda complaints: self._messages(view, meant, complaints),
            lambda text: faults(text, decided),
            self._again,
        )
        last = drafts[-1]
        return Utterance(
            last.text if last.can_be_said else meant.text,
            {**meant.hidden, "model": asking.record(), "grounded": caught(drafts)},
            ends=meant.ends,
            usage=asking.usage,
        )

    async def answer(self, view: View) -> Utterance:
        """The core's answer to a test question: what is known is exact, so no model is asked."""
        return await self.core.answer(view)

    def _messages(
        self, view: View, meant: Utterance, complaints: Sequence[str]
    ) -> Sequence[Message]:
        state = recorded(meant.hidden)
        system = render(
            "grounded_system",
            age=persona.age(self.beliefs, self.profile, self.library),
            about=persona.about(self.profile),
            portrait=self.core.portrait if isinstance(self.core, ScriptedStudent) else "",
            mood=persona.mood(state) if state else persona.EASE,
            problem=shown(view),
        )
        note = render("grounded_note", decided=meant.text, faults=complaints)
        return conversation(view, system=system, cue=render("student_opening"), note=note)
