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
    from sandbox.models.base import ChatModel, make_model
    from sandbox.models.catalogue import open_model
    from sandbox.models.langchain import from_langchain
    from sandbox.records import Item, Score, Transcript, Trial, Turn
    from sandbox.session import Limits, Session
    from sandbox.types import Completion, Message, Settings

_PLACES = {
    "Agent": "agents.base",
    "Brief": "agents.base",
    "ChatModel": "models.base",
    "Completion": "types",
    "Diagnosis": "maths.diagnose",
    "Item": "records",
    "Library": "content.library",
    "Limits": "session",
    "Message": "types",
    "Ranking": "agents.base",
    "SandboxError": "errors",
    "Score": "records",
    "Session": "session",
    "Settings": "types",
    "Student": "agents.base",
    "Transcript": "records",
    "Trial": "records",
    "Turn": "records",
    "Tutor": "agents.base",
    "Utterance": "agents.base",
    "View": "agents.base",
    "choice_item": "content.generate",
    "diagnose": "maths.diagnose",
    "from_langchain": "models.langchain",
    "item_for": "content.generate",
    "items": "content.generate",
    "load": "content.library",
    "make_model": "models.base",
    "make_student": "agents.students",
    "make_tutor": "agents.tutors",
    "open_item": "content.generate",
    "open_model": "models.catalogue",
    "read_value": "maths.values",
    "same_value": "maths.values",
}

__all__ = [
    "Agent",
    "Brief",
    "ChatModel",
    "Completion",
    "Diagnosis",
    "Item",
    "Library",
    "Limits",
    "Message",
    "Ranking",
    "SandboxError",
    "Score",
    "Session",
    "Settings",
    "Student",
    "Transcript",
    "Trial",
    "Turn",
    "Tutor",
    "Utterance",
    "View",
    "choice_item",
    "diagnose",
    "from_langchain",
    "item_for",
    "items",
    "load",
    "make_model",
    "make_student",
    "make_tutor",
    "open_item",
    "open_model",
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
