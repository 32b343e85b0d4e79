"""Names of agents that speak through a model, and what they are made of.

students   [model:]MODEL[@WHO]           a model plays the pupil WHO
           grounded:MODEL[@WHO]          the scripted student WHO decides, a model words it
tutors     [model:]MODEL                 a model teaches as it likes
           socratic:MODEL, adaptive:MODEL    a model teaches under that policy
           guarded:[POLICY:]MODEL        a scripted policy proposes (the diagnoser, where none is
                                         named), a model words it, no leak is sent

MODEL is a model's id (`openai:gpt-4o-mini`) or, behind a prefix, that of a ready-made entry
(`guarded:gpt-4`). WHO is ID[+ID…][@PRESET] as behind `novice:`, or the name of a scripted student.
Without WHO it is a pupil without misconceptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sandbox.agents.base import Student, Tutor
from sandbox.agents.modelled.grounded import GroundedStudent
from sandbox.agents.modelled.guarded import GuardedTutor
from sandbox.agents.modelled.student import ModelStudent
from sandbox.agents.modelled.tutor import ModelTutor, Policy
from sandbox.agents.students.adversarial import AdversarialStudent
from sandbox.agents.students.scripted import ScriptedStudent
from sandbox.agents.tutors.adaptive import Adaptive
from sandbox.agents.tutors.diagnoser import Diagnoser
from sandbox.agents.tutors.policies import Socratic
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.models.base import PROVIDERS, ChatModel
from sandbox.models.catalogue import open_model

Models = Callable[[str], ChatModel]
"""A model's id → the model."""

MODEL, GROUNDED, GUARDED = "model", "grounded", "guarded"
NOBODY = "scripted:expert"
"""The scripted student without misconceptions."""

_POLICIES: tuple[Policy, ...] = ("socratic", "adaptive")
_CORES: dict[str, tuple[str, type[Socratic]]] = {
    "": ("diagnoser", Diagnoser),
    "socratic": ("socratic", Socratic),
    "adaptive": ("adaptive", Adaptive),
}
_SCRIPTED = ("novice", "persona", "timss", "adversarial", "scripted")


def student_kinds() -> tuple[str, ...]:
    """What names of students that speak through a model begin with."""
    return (MODEL, GROUNDED, *PROVIDERS)


def tutor_kinds() -> tuple[str, ...]:
    """What names of tutors that speak through a model begin with."""
    return (MODEL, GUARDED, *_POLICIES, *PROVIDERS)


def student(
    name: str, library: Library, scripted: Callable[[str], Student], models: Models | None
) -> Student:
    """The student of that name.

    Args:
        name: As in the module's docstring.
        library: The content.
        scripted: Makes the scripted student of a name.
        models: Makes the model of an id; by default as the command line does.

    Raises:
        UnknownNameError: a part of the name is not known.
        UsageError: the name is not of a form that can be met, or the model needs something.
    """
    kind, _, rest = name.partition(":")
    model, who = _parted(rest if kind in (MODEL, GROUNDED) else name, library)
    core = scripted(_full(who))
    if kind == GROUNDED:
        return GroundedStudent(name, core, _opened(name, model, models), library)
    if not isinstance(core, ScriptedStudent) or isinstance(core, AdversarialStudent):
        raise UsageError(
            f"{name!r}: a model can play a novice or a learner with a profile; "
            f"only grounded:{model}@{who} can follow {who}"
        )
    return ModelStudent(name, core, _opened(name, model, models), library)


def tutor(name: str, library: Library, models: Models | None) -> Tutor:
    """The tutor of that name.

    Args:
        name: As in the module's docstring.
        library: The content.
        models: Makes the model of an id; by default as the command line does.

    Raises:
        UnknownNameError: there is no such provider.
        UsageError: the name is not of a form that can be met, or the model needs something.
    """
    kind, _, rest = name.partition(":")
    if kind == GUARDED:
        policy, _, inner = rest.partition(":")
        policy, model = (policy, inner) if policy in _CORES and inner else ("", rest)
        spec, make = _CORES[policy]
        core = make(library.tutor(spec), library)
        told = policy or "diagnosis"
        return GuardedTutor(name, core, _opened(name, model, models), library, told)
    for known in _POLICIES:
        if kind == known:
            return ModelTutor(name, _opened(name, rest, models), library, known)
    model = rest if kind == MODEL else name
    return ModelTutor(name, _opened(name, model, models), library)


def _opened(name: str, model: str, models: Models | None) -> ChatModel:
    if not model:
        raise UsageError(f"{name!r} names no model; it looks like {name}openai:gpt-4o-mini")
    return (models or open_model)(model)


def _parted(text: str, library: Library) -> tuple[str, str]:
    """Model and pupil of `MODEL[@WHO]`. A model's id may hold an @ itself: the first one that a
    pupil follows parts them."""
    places = [k for k, character in enumerate(text) if character == "@"]
    for place in places:
        head = re.split("[@+]", text[place + 1 :], maxsplit=1)[0]
        if head in library.misconceptions or head.partition(":")[0] in _SCRIPTED:
            return text[:place], text[place + 1 :]
    if places:
        return text[: places[0]], text[places[0] + 1 :]
    return text, ""


def _full(who: str) -> str:
    if not who:
        return NOBODY
    return who if who.partition(":")[0] in _SCRIPTED else f"novice:{who}"
