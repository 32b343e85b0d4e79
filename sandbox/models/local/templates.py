"""Puts a conversation into a model's chat template, whatever the template demands; no word gets
lost.

Some templates refuse a system role or drop it without a word, some demand strict alternation or
that the user speaks first. The shapes are tried from the least changed one on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from jinja2 import TemplateError

from sandbox.errors import BadRequestError
from sandbox.models import roles
from sandbox.types import ImagePart, Message, TextPart

Render = Callable[[list[dict[str, Any]]], str]
"""Renders a conversation with the template; raises jinja2's `TemplateError` where it refuses."""


def prompt_for(messages: Sequence[Message], render: Render, *, in_parts: bool, who: str) -> str:
    """The prompt text of a conversation.

    Args:
        messages: The conversation.
        render: The model's template.
        in_parts: Whether the template wants content as a list of parts, as those of vision models
            do.
        who: The model, for the error.

    Raises:
        BadRequestError: the template takes the conversation in no shape.
    """
    reason = "it drops what is said"
    for shape in _shapes(messages):
        try:
            text = render([_plain(message, in_parts=in_parts) for message in shape])
        except TemplateError as error:
            reason = str(error)
            continue
        if _holds_all(text, shape):
            return text
    raise BadRequestError(f"{who}: the chat template takes this conversation in no shape: {reason}")


def _shapes(messages: Sequence[Message]) -> Iterator[list[Message]]:
    """The conversation in ever more changed shapes."""
    together = roles.merged(messages)
    yield together
    yield roles.user_first(together)
    folded = roles.without_system(messages)
    yield folded
    yield roles.user_first(folded)


def _plain(message: Message, *, in_parts: bool) -> dict[str, Any]:
    if not in_parts:
        return {"role": message.role, "content": message.text}
    parts = [
        {"type": "image"} if isinstance(part, ImagePart) else {"type": "text", "text": part.text}
        for part in message.parts
    ]
    return {"role": message.role, "content": parts}


def _holds_all(text: str, messages: Sequence[Message]) -> bool:
    """Whether every text is in the prompt, in order; templates may change white space."""
    folded, at = " ".join(text.split()), 0
    for message in messages:
        for part in message.parts:
            if isinstance(part, TextPart):
                said = " ".join(part.text.split())
                place = folded.find(said, at)
                if place < 0:
                    return False
                at = place + len(said)
    return True
