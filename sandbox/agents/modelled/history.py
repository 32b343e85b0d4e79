"""A dialogue as one seat's model sees it: own turns as the assistant's, the other's as the user's.

No word is lost: a student's opening stays its own first message, behind a cue, so that the roles
alternate and a user speaks first, as strict chat templates demand. Knows no prompt and no provider.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.agents.base import View
from sandbox.models.images import picture_of
from sandbox.models.roles import merged
from sandbox.records import Turn
from sandbox.types import ImagePart, Message, Role, TextPart

PICTURE = "a picture sent with this message"
"""What a model without eyes is told of a picture in a turn, which has no words of its own."""

PROBLEM_PICTURE = "(The picture that belongs to the problem.)"
"""What stands beside the problem's picture in the first message."""

_FENCE = re.compile(r"<(?=\s*/?\s*chat\b)", re.IGNORECASE)


@dataclass(frozen=True)
class Shown:
    """The problem on the table as a prompt shows it; the figure by its alt text, or by a picture
    that goes with the first message."""

    question: str
    choices: tuple[tuple[str, str], ...] = ()
    figure: str = ""
    picture: bool = False


def shown(view: View) -> Shown:
    """The problem on the table."""
    if view.figure is not None:
        return Shown(view.beside, view.choices, picture=True)
    return Shown(view.beside, view.choices, view.figure_alt)


def pictured(view: View, text: str) -> Message:
    """A message to a model, with the problem's picture where it has one."""
    if view.figure is None:
        return Message.of("user", text)
    picture = picture_of(view.figure, view.figure_alt)
    return Message(role="user", parts=(picture, TextPart(text=text)))


def conversation(view: View, *, system: str, cue: str, note: str = "") -> list[Message]:
    """All that a model is asked with for its seat's next turn.

    Args:
        view: The seat's view.
        system: Who the model is.
        cue: What stands for the other side's first word where this seat opens.
        note: What is added behind the other side's last words; it is no part of the dialogue.
    """
    messages = [Message.of("system", system)]
    if view.figure is not None:
        messages.append(pictured(view, PROBLEM_PICTURE))
    if not view.turns or view.turns[0].seat == view.seat:
        messages.append(Message.of("user", cue))
    for turn in view.turns:
        role: Role = "assistant" if turn.seat == view.seat else "user"
        messages.append(Message(role=role, parts=parts_of(turn)))
    if note:
        messages.append(Message.of("user", note))
    return merged(messages)


def parts_of(turn: Turn) -> tuple[TextPart | ImagePart, ...]:
    """A turn's words and pictures; whoever has the bytes knows of what type a picture is."""
    words = (TextPart(text=turn.text),) if turn.text.strip() else ()
    pictures = tuple(
        ImagePart(sha256=sha256, media_type="image/*", alt=PICTURE) for sha256 in turn.images
    )
    return (*words, *pictures)


def told(turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """The dialogue as material between `<chat>` marks, which no turn can close: who said what."""
    names = {"student": "Pupil", "tutor": "Tutor"}
    return [(names[turn.seat], _FENCE.sub("‹", turn.text)) for turn in turns]
