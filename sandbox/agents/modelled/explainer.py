"""The model that answers a question in one reply, as in the adaptivity study: it knows the question
with its figure and, as far as the brief says, the learner's words and the goals of the grade.
"""

from __future__ import annotations

from pydantic import JsonValue

from sandbox.agents.base import Utterance, View
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.history import pictured, shown
from sandbox.models.base import ChatModel
from sandbox.prompts import render
from sandbox.types import Message, Settings

PROMPTS = ("explaining_system", "explaining_task")


class ModelExplainer:
    """A model as explainer.

    Args:
        name: The name by which it was asked for.
        model: Who is asked.
        settings: How.
    """

    def __init__(self, name: str, model: ChatModel, settings: Settings) -> None:
        self.name, self.model = name, model
        self._settings = settings

    async def act(self, view: View) -> Utterance:
        """The model's reply, as it came; `cut` in its hidden part says that it was cut off."""
        asking = Asking(self.model, view, PROMPTS, self._settings)
        reply = await asking.ask(messages(view))
        hidden: dict[str, JsonValue] = {"model": asking.record(), "cut": reply.finish == "length"}
        if reply.finish == "refused":  # what it says of that is no reply to be rated
            return Utterance("", hidden, ends="refused", usage=asking.usage)
        return Utterance(reply.text, hidden, ends="tutor-ended", usage=asking.usage)


def messages(view: View) -> list[Message]:
    """What the model is asked."""
    brief = view.brief
    system = render("explaining_system", goals=brief.goals, grade=brief.grade)
    task = render("explaining_task", problem=shown(view), card=brief.card)
    return [Message.of("system", system), pictured(view, task)]
