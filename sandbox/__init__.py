"""The tutoring sandbox: simulated students with executable misconceptions meet tutors.

The names below are the package for Python users; the command line calls the same.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandbox.agents.base import Agent, Brief, Ranking, Student, Tutor, Utterance, View
    from sandbox.agents.students import make_student
    from sandbox.agents.tutors import make_tutor
    from sandbox.content.generate import choice_item, item_for, items, open_item
    from sandbox.content.library import Library, load
    from sandbox.errors import SandboxError
    from sandbox.maths.diagnose import Diagnosis, diagnose
    from sandbox.maths.values import read_value, same_value
    from sandbox.records import Item, Score, Transcript, Trial, Turn
    from sandbox.session import Limits, Session

_PLACES = {
    "Agent": "agents.base",
    "Brief": "agents.base",
    "Diagnosis": "maths.diagnose",
    "Item": "records",
    "Library": "content.library",
    "Limits": "session",
    "Ranking": "agents.base",
    "SandboxError": "errors",
    "Score": "records",
    "Session": "session",
    "Student": "agents.base",
    "Transcript": "records",
    "Trial": "records",
    "Turn": "records",
    "Tutor": "agents.base",
    "Utterance": "agents.base",
    "View": "agents.base",
    "choice_item": "content.generate",
    "diagnose": "maths.diagnose",
    "item_for": "content.generate",
    "items": "content.generate",
    "load": "content.library",
    "make_student": "agents.students",
    "make_tutor": "agents.tutors",
    "open_item": "content.generate",
    "read_value": "maths.values",
    "same_value": "maths.values",
}

__all__ = [
    "Agent",
    "Brief",
    "Diagnosis",
    "Item",
    "Library",
    "Limits",
    "Ranking",
    "SandboxError",
    "Score",
    "Session",
    "Student",
    "Transcript",
    "Trial",
    "Turn",
    "Tutor",
    "Utterance",
    "View",
    "choice_item",
    "diagnose",
    "item_for",
    "items",
    "load",
    "make_student",
    "make_tutor",
    "open_item",
    "read_value",
    "same_value",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import sandbox` costs nothing."""
    if name not in _PLACES:
        raise AttributeError(f"module 'sandbox' has no attribute {name!r}")
    return getattr(importlib.import_module(f"sandbox.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
