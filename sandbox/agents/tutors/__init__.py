"""Scripted tutor policies of known quality, by name."""

from __future__ import annotations

from sandbox.agents.base import Tutor
from sandbox.agents.tutors.adaptive import Adaptive, OneSize
from sandbox.agents.tutors.diagnoser import Diagnoser
from sandbox.agents.tutors.policies import Cheerleader, ScriptedTutor, Socratic, Solver, Teller
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError

POLICIES: dict[str, type[ScriptedTutor]] = {
    "adaptive": Adaptive,
    "cheerleader": Cheerleader,
    "diagnoser": Diagnoser,
    "one-size": OneSize,
    "socratic": Socratic,
    "solver": Solver,
    "teller": Teller,
}


def tutor_names() -> tuple[str, ...]:
    """The names that `make_tutor` takes."""
    return tuple(f"scripted:{policy}" for policy in POLICIES)


def make_tutor(name: str, library: Library) -> Tutor:
    """The tutor of that name: `scripted:POLICY`.

    Raises:
        UnknownNameError: there is no such tutor.
    """
    provider, _, policy = name.partition(":")
    if provider != "scripted" or policy not in POLICIES:
        raise UnknownNameError("tutor", name, tutor_names())
    tutor: Tutor = POLICIES[policy](library.tutor(policy), library)  # type: ignore[assignment]
    return tutor
