"""Brings a conversation into the shape a chat template demands, without losing a word of it."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.types import Message, TextPart

OPENING = "(The conversation begins.)"
"""What the other side is taken to have said where a template demands that it speaks first."""


def merged(messages: Sequence[Message]) -> list[Message]:
    """Neighbours of one role as one message, so that roles alternate."""
    together: list[Message] = []
    for message in messages:
        if together and together[-1].role == message.role:
            parts = (*together[-1].parts, *message.parts)
            together[-1] = message.model_copy(update={"parts": parts})
        else:
            together.append(message)
    return together


def without_system(messages: Sequence[Message]) -> list[Message]:
    """System messages moved to the front of the next user message; a new one if there is none."""
    turned = [
        Message(role="user", parts=message.parts) if message.role == "system" else message
        for message in messages
    ]
    return merged(turned)


def user_first(messages: Sequence[Message]) -> list[Message]:
    """The conversation with a neutral opening where its first speaker would be the assistant."""
    for place, message in enumerate(messages):
        if message.role == "assistant":
            opening = Message(role="user", parts=(TextPart(text=OPENING),))
            return [*messages[:place], opening, *messages[place:]]
        if message.role == "user":
            break
    return list(messages)
