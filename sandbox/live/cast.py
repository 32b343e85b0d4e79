"""The agents that can sit in rooms: by name, made once; models only where they are offered.

Knows no room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandbox.agents.base import Agent, Student, Tutor
from sandbox.agents.modelled.student import ModelStudent
from sandbox.agents.modelled.tutor import ModelTutor
from sandbox.agents.students import make_student, student_names
from sandbox.agents.tutors import make_tutor, tutor_names
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.agent_models import AgentModels
from sandbox.experiments.asking import Models
from sandbox.models.base import ChatModel

VOICES = ("model", "grounded")
"""How a model gives a student its voice: freely, or wording what the scripted student decides."""

POLICIES = ("model", "socratic", "adaptive", "guarded")
"""How a model teaches; as in the names of tutors."""


class Cast:
    """Makes and keeps the agents.

    Args:
        library: The content.
        access: How models are asked.
        offered: The models that may be named: entries or `provider:model`.
    """

    def __init__(self, library: Library, access: Models, offered: Sequence[str] = ()) -> None:
        self.library = library
        self.offered = tuple(dict.fromkeys(offered))
        self._models = AgentModels(access)
        self._students: dict[str, Student] = {}
        self._tutors: dict[str, Tutor] = {}

    def student(self, name: str) -> Student:
        """The student of that name.

        Raises:
            UnknownNameError: a part of the name is not known.
            UsageError: its model is not offered, or the name cannot be met.
        """
        if name not in self._students:
            self._students[name] = make_student(name, self.library, models=self._model)
        return self._students[name]

    def tutor(self, name: str) -> Tutor:
        """The tutor of that name; raises like `student`."""
        if name not in self._tutors:
            self._tutors[name] = make_tutor(name, self.library, models=self._model)
        return self._tutors[name]

    def students(self) -> Iterator[str]:
        """Every scripted student that can be named without combining."""
        return student_names(self.library)

    def tutors(self) -> list[str]:
        """The scripted tutors, and each offered model under each policy."""
        voiced = [f"{policy}:{model}" for model in self.offered for policy in POLICIES]
        return [*tutor_names(), *voiced]

    def voices(self) -> list[str]:
        """How a student can be voiced by an offered model: what `voiced` takes."""
        return [f"{voice}:{model}" for model in self.offered for voice in VOICES]

    def _model(self, name: str) -> ChatModel:
        if name not in self.offered:
            known = ", ".join(self.offered) or "none"
            raise UsageError(f"the model {name} is not offered here; offered are: {known}")
        return self._models(name)


def voiced(voice: str, student: str) -> str:
    """The name of a scripted student that a model gives its voice; "" is its own."""
    return f"{voice}@{student}" if voice else student


def can_be_read_along(agent: Agent) -> bool:
    """Whether what its model writes may be shown before the turn is whole: not where drafts are
    checked against what must not be said."""
    return isinstance(agent, ModelStudent | ModelTutor)
