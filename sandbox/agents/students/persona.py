"""The coherent student: a child with one root cause, which it holds wherever it seems to fit.

Its beliefs, their order, its feelings and its portrait are content (personas/children.yaml).
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.agents.learner import LearnerState
from sandbox.agents.students.feelings import ATTITUDES, CONFIDENCES, felt
from sandbox.agents.students.memory import Reasons
from sandbox.agents.students.replies import Reply
from sandbox.agents.students.scripted import ScriptedStudent, Tail
from sandbox.content.library import Library
from sandbox.content.presets import PresetSpec
from sandbox.content.schema import PersonaSpec


class PersonaStudent(ScriptedStudent):
    """A child of the content, or several in one: the beliefs of the first go first."""

    def __init__(
        self,
        name: str,
        library: Library,
        preset: PresetSpec,
        personas: Sequence[PersonaSpec],
        intent: str = "",
    ) -> None:
        beliefs = dict.fromkeys(belief for persona in personas for belief in persona.beliefs)
        super().__init__(name, library, preset, tuple(beliefs), intent)
        self.personas = tuple(personas)
        self.reasons: Reasons = {
            (pair.first, pair.then): pair.why for persona in personas for pair in persona.precedence
        }

    @property
    def portrait(self) -> str:
        """What the child is like; of several in one, the first."""
        return self.personas[0].child

    def initial(self, view: View) -> LearnerState:
        """The state before the session: the child's own feelings."""
        child = self.personas[0]
        return LearnerState(
            beliefs=dict.fromkeys(self.beliefs, 1.0),
            confidence=CONFIDENCES[child.confidence],
            attitude=ATTITUDES[child.attitude],
            mastery=self.settings.mastery.value,
        )

    def tail(self, view: View, said: Reply) -> Tail:
        """A feeling, a call for help, an aside: as confidence and attitude have it."""
        return felt(self, view, said, super().tail(view, said))
