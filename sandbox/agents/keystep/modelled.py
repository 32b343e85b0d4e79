"""The key-step seats played by models: each is shown the problem and the pages once, in its first
message; a model without eyes reads what is on them.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.agents.base import Utterance, View
from sandbox.agents.keystep.page import StuckPage
from sandbox.agents.keystep.students import Intent, opening
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.filters import REFUSED, cleaned
from sandbox.models.base import ChatModel
from sandbox.prompts import render
from sandbox.types import Message, Role, Seat, Settings, TextPart

TUTOR_PROMPTS = ("keystep_tutor_system", "keystep_tutor_task")
STUDENT_PROMPTS = ("keystep_student_system", "keystep_student_task")


@dataclass(frozen=True)
class ModelStepTutor:
    """A model as tutor; `card` tells it of the student, where a persona is injected."""

    name: str
    model: ChatModel
    page: StuckPage
    settings: Settings
    card: str = ""

    async def act(self, view: View) -> Utterance:
        """The model's reply; a cut one is marked as such in its hidden part."""
        asking = Asking(self.model, view, TUTOR_PROMPTS, self.settings)
        return await _said(asking, tutor_messages(self.page, view, self.card), "tutor")


@dataclass(frozen=True)
class ModelStepStudent:
    """A model as student, with its intent as its instruction. The first question is the item's."""

    name: str
    model: ChatModel
    page: StuckPage
    intent: Intent
    settings: Settings

    async def act(self, view: View) -> Utterance:
        """The question of the item, then the model's own."""
        if not view.turns:
            return opening(self.page)
        asking = Asking(self.model, view, STUDENT_PROMPTS, self.settings)
        return await _said(asking, student_messages(self.page, view, self.intent), "student")


def tutor_messages(page: StuckPage, view: View, card: str) -> list[Message]:
    """What a model tutor is asked: the pages in its first message, then the talk."""
    task = render("keystep_tutor_task", problem=page.problem, question=page.question)
    first = Message(role="user", parts=(*page.pages, TextPart(text=task)))
    return [
        Message.of("system", render("keystep_tutor_system", card=card)),
        first,
        *_talk(view, "tutor")[1:],
    ]


def student_messages(page: StuckPage, view: View, intent: Intent) -> list[Message]:
    """What a model student is asked."""
    task = render("keystep_student_task", problem=page.problem)
    return [
        Message.of("system", render("keystep_student_system", intent=intent)),
        Message(role="user", parts=(*page.pages, TextPart(text=task))),
        *_talk(view, "student"),
    ]


def _talk(view: View, seat: Seat) -> list[Message]:
    roles: dict[bool, Role] = {True: "assistant", False: "user"}
    return [Message.of(roles[turn.seat == seat], turn.text) for turn in view.turns]


async def _said(asking: Asking, messages: list[Message], seat: Seat) -> Utterance:
    reply = await asking.ask(messages)
    found = cleaned(reply, seat)
    hidden: dict[str, JsonValue] = {"model": asking.record(), "cut": reply.finish == "length"}
    refused = REFUSED in found.flags
    return Utterance(found.text, hidden, ends="refused" if refused else None, usage=asking.usage)
