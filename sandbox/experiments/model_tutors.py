"""What models are asked that name the misconception behind a wrong answer among candidates.

Knows no run and no score.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.experiments.asking import messages_of
from sandbox.experiments.model_novices import object_schema
from sandbox.models.images import picture_of
from sandbox.types import Message, ReplySchema

PROMPTS = ("expert_system", "expert_task", "repair")


def expert_messages(view: View, candidates: Sequence[str]) -> list[Message]:
    """What a model is asked: what the tutor's seat sees, no key and no cause that is marked."""
    return messages_of(
        "expert",
        {},
        {
            "question": view.beside,
            "choices": view.choices,
            "figure": view.figure_alt if view.figure is None else "",
            "said": " ".join(turn.text for turn in view.heard),
            "candidates": candidates,
            "examples": {example.statement: example for example in view.examples},
        },
        None if view.figure is None else picture_of(view.figure, view.figure_alt),
    )


def number_schema() -> ReplySchema:
    """The form of a reply that names a candidate by its number."""
    return object_schema(
        "misconception", {"Explanation": {"type": "string"}, "Choice": {"type": "integer"}}
    )
