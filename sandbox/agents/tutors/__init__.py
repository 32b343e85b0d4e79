"""Tutors by name.

scripted:POLICY               a scripted policy of known quality
MODEL                         a model teaches as it likes (`agents.modelled.names`)
socratic:MODEL, adaptive:MODEL    a model teaches under that policy
guarded:[POLICY:]MODEL        a scripted policy proposes, a model words it, no leak is sent
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.agents.base import Tutor
from sandbox.agents.tutors.adaptive import Adaptive, OneSize
from sandbox.agents.tutors.case_based import CaseBased
from sandbox.agents.tutors.diagnoser import Diagnoser
from sandbox.agents.tutors.policies import Cheerleader, ScriptedTutor, Socratic, Solver, Teller
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError

if TYPE_CHECKING:
    from sandbox.models.base import ChatModel

POLICIES: dict[str, type[ScriptedTutor]] = {
    "adaptive": Adaptive,
    "case-based": CaseBased,
    "cheerleader": Cheerleader,
    "diagnoser": Diagnoser,
    "one-size": OneSize,
    "socratic": Socratic,
    "solver": Solver,
    "teller": Teller,
}


def tutor_names() -> tuple[str, ...]:
    """The scripted tutors' names."""
    return tuple(f"scripted:{policy}" for policy in POLICIES)


def make_tutor(
    name: str, library: Library, *, models: Callable[[str], ChatModel] | None = None
) -> Tutor:
    """The tutor of that name.

    Args:
        name: As in the module's docstring.
        library: The content.
        models: Makes the model of an id, for tutors that speak through one; by default
            `sandbox.models.catalogue.open_model`.

    Raises:
        UnknownNameError: there is no such tutor.
        UsageError: its model needs something.
    """
    kind, colon, policy = name.partition(":")
    if kind != "scripted" and colon:
        # what speaks through a model is imported only where it is named
        from sandbox.agents.modelled import names

        if kind in names.tutor_kinds():
            return names.tutor(name, library, models)
    if kind != "scripted" or policy not in POLICIES:
        raise UnknownNameError("tutor", name, tutor_names())
    tutor: Tutor = POLICIES[policy](library.tutor(policy), library)  # type: ignore[assignment]
    return tutor
