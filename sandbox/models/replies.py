"""Structured replies: asks for a JSON object of a given form, reads it forgivingly, asks for one
repair.

What stays unreadable is unscored, never guessed: the reason says why, and every raw reply is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from sandbox.models.base import ChatModel
from sandbox.models.schemas import schema_of
from sandbox.replytext import objects, spoken
from sandbox.types import Completion, Message, Settings

Form = TypeVar("Form", bound=BaseModel)

MOST_FAULTS = 3
_CUT = "cut off at the token limit"


@dataclass(frozen=True)
class Read(Generic[Form]):
    """An object read from one reply, or why there is none."""

    value: Form | None = None
    reason: str = ""


@dataclass(frozen=True)
class Structured(Generic[Form]):
    """What came of asking. `value` None means unscored, and `reason` then says why.

    `replies` are all completions, the last one last; `was_repaired` tells that the first was not
    readable."""

    value: Form | None
    reason: str = ""
    replies: tuple[Completion, ...] = field(default=())

    @property
    def was_repaired(self) -> bool:
        """Whether a value was read, but only from the second reply."""
        return self.value is not None and len(self.replies) > 1


def read_reply(completion: Completion, form: type[Form]) -> Read[Form]:
    """The last object in a reply that has the form; a reply that was cut off is said to be.

    Args:
        completion: What the model replied.
        form: A pydantic model.
    """
    if completion.finish == "refused":
        return Read(reason="the model refused")
    text = spoken(completion.text)
    is_cut = completion.finish == "length"
    if not text:
        return Read(reason=f"{_CUT} before it said anything" if is_cut else "the reply is empty")
    reason = "no JSON object in the reply"
    for found in reversed(list(objects(text))):
        if found.is_cut:
            reason = "the JSON object never closes" if reason.startswith("no JSON") else reason
            continue
        try:
            return Read(form.model_validate(found.value))
        except ValidationError as error:
            if reason.startswith(("no JSON", "the JSON")):
                reason = _faults(error)
    return Read(reason=f"{_CUT}: {reason}" if is_cut else reason)


async def ask(
    model: ChatModel, messages: Sequence[Message], settings: Settings, form: type[Form]
) -> Structured[Form]:
    """Ask for a JSON object; once more, with what was wrong, where it cannot be read.

    Raises:
        ModelError: the provider gave no reply.
    """
    wish = settings.model_copy(update={"json_reply": True, "reply_schema": schema_of(form)})
    first = await model.reply(messages, wish)
    read = read_reply(first, form)
    if read.value is not None or first.finish == "refused":
        return Structured(read.value, read.reason, (first,))
    second = await model.reply([*messages, *_repair(first, read.reason)], wish)
    again = read_reply(second, form)
    return Structured(again.value, again.reason, (first, second))


def _repair(completion: Completion, reason: str) -> list[Message]:
    said = completion.text or "(nothing)"
    how = "Keep it shorter. " if completion.finish == "length" else ""
    wish = f"That reply cannot be read: {reason}. {how}Reply again, with the JSON object alone."
    return [Message.of("assistant", said), Message.of("user", wish)]


def _faults(error: ValidationError) -> str:
    faults = [
        f"{'.'.join(map(str, fault['loc'])) or 'the object'}: {fault['msg'].lower()}"
        for fault in error.errors(include_url=False, include_context=False)
    ]
    more = f" and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
    return "; ".join(faults[:MOST_FAULTS]) + more
