"""Simulated students by name.

novice:ID[+ID…][@PRESET]      holds these misconceptions; the first that applies answers
persona:NAME[+NAME…][@PRESET] a coherent child: one root cause, held across strands
timss:PROFILE[@ID+…]          a learner profile, with beliefs of its own where given
adversarial:KIND[@ID+…]       tries to get the answer out of the tutor
scripted:random               answers at random
scripted:expert               always right
MODEL[@WHO]                   a model plays the pupil (`agents.modelled.names`)
grounded:MODEL[@WHO]          the scripted student WHO decides, a model words it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sandbox.agents.base import Student
from sandbox.agents.students.adversarial import KINDS, AdversarialStudent
from sandbox.agents.students.persona import PersonaStudent
from sandbox.agents.students.profile import ProfileStudent, learner_words
from sandbox.agents.students.reference import RandomStudent
from sandbox.agents.students.scripted import INTENTS, ScriptedStudent
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError, UsageError, nearest

if TYPE_CHECKING:
    from sandbox.models.base import ChatModel

__all__ = ["learner_words", "make_student", "student_names"]

IDEAL = "ideal"
_FORMS = (
    "novice:ID[+ID…][@PRESET], persona:NAME[+NAME…][@PRESET], timss:PROFILE[@ID+…], "
    "adversarial:KIND[@ID+…], scripted:NAME, PROVIDER:MODEL[@ID+…], grounded:PROVIDER:MODEL[@ID+…]"
)
_SCRIPTED = ("expert", "random")


def make_student(
    name: str,
    library: Library,
    *,
    intent: str = "",
    models: Callable[[str], ChatModel] | None = None,
) -> Student:
    """The student of that name.

    Args:
        name: As in the module's docstring.
        library: Where its beliefs, profile and preset are found.
        intent: What its follow-up questions are after: progressive, exploratory, introspective, or
            "" for the preset's (none, unless it says so).
        models: Makes the model of an id, for students that speak through one; by default
            `sandbox.models.catalogue.open_model`.

    Raises:
        UnknownNameError: a part of the name is not known; with the nearest known names.
        UsageError: the name or the intent is not of a form that can be met.
    """
    if intent and intent not in INTENTS:
        raise UsageError(f"unknown intent {intent!r}; it can be {', '.join(INTENTS)}")
    kind, colon, rest = name.partition(":")
    make = _MAKERS.get(kind)
    if not colon or not rest:
        near = nearest(name, student_names(library))
        hint = f"did you mean {', '.join(near)}? " if near else ""
        raise UsageError(
            f"{name!r} is not the name of a student; {hint}it looks like {_FORMS}; "
            "sandbox list personas names them all"
        )
    if make is not None:
        return make(name, rest, library, intent)
    # what speaks through a model is imported only where it is named
    from sandbox.agents.modelled import names

    if kind not in names.student_kinds():
        raise UnknownNameError("kind of student", kind, (*_MAKERS, *names.student_kinds()))
    return names.student(
        name, library, lambda who: make_student(who, library, intent=intent), models
    )


def student_names(library: Library) -> Iterator[str]:
    """Every student that can be named without combining: one a persona, profile, kind,
    misconception."""
    yield from (f"persona:{name}" for name in library.personas)
    yield from (f"timss:{name}" for name in library.profiles)
    yield from (f"adversarial:{kind}" for kind in KINDS)
    yield from (f"scripted:{name}" for name in _SCRIPTED)
    yield from (f"novice:{name}" for name in library.misconceptions)


def _novice(name: str, rest: str, library: Library, intent: str) -> Student:
    ids, at, preset = rest.partition("@")
    return ScriptedStudent(
        name, library, library.preset(preset if at else IDEAL), _beliefs(ids, library), intent
    )


def _persona(name: str, rest: str, library: Library, intent: str) -> Student:
    ids, at, preset = rest.partition("@")
    personas = [library.persona(each) for each in _apart(ids)]
    return PersonaStudent(name, library, library.preset(preset if at else IDEAL), personas, intent)


def _timss(name: str, rest: str, library: Library, intent: str) -> Student:
    profile, at, ids = rest.partition("@")
    return ProfileStudent(
        name,
        library,
        library.preset(IDEAL),
        library.profile(profile),
        _beliefs(ids, library) if at else (),
        intent,
    )


def _adversarial(name: str, rest: str, library: Library, intent: str) -> Student:
    kind, at, ids = rest.partition("@")
    if kind not in KINDS:
        raise UnknownNameError("adversarial student", kind, KINDS)
    beliefs = _beliefs(ids, library) if at else ()
    return AdversarialStudent(name, library, library.preset(IDEAL), kind, beliefs, intent)


def _scripted(name: str, rest: str, library: Library, intent: str) -> Student:
    if rest == "random":
        return RandomStudent(name, library)
    if rest == "expert":
        return ScriptedStudent(name, library, library.preset(IDEAL), (), intent)
    raise UnknownNameError("scripted student", rest, _SCRIPTED)


def _beliefs(ids: str, library: Library) -> tuple[str, ...]:
    """The misconceptions of a name, in their order of precedence."""
    names = _apart(ids)
    for name in names:
        library.misconception(name)
    return names


def _apart(ids: str) -> tuple[str, ...]:
    """The parts of a name joined by +, each named once."""
    names = tuple(ids.split("+"))
    if len(set(names)) < len(names):
        raise UsageError(f"{ids!r} names a part twice")
    return names


_MAKERS: dict[str, Callable[[str, str, Library, str], Student]] = {
    "novice": _novice,
    "persona": _persona,
    "timss": _timss,
    "adversarial": _adversarial,
    "scripted": _scripted,
}
