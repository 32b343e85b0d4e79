"""The matched student: the same messages whatever the tutor says, so that a tutor's words can
differ only by what its card says of the learner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sandbox.agents.base import Utterance, View
from sandbox.content.generate import open_item
from sandbox.content.library import Library
from sandbox.maths.families import Answer
from sandbox.records import Item, rng

_MESSAGES = (
    "I got {wrong}. Is that OK?",
    "I am not sure what you mean. I still think it is {wrong}.",
    "OK. I wrote that down and I still get {wrong}.",
)


@dataclass(frozen=True)
class ScriptedMessages:
    """Says one fixed message after the other, deaf to the tutor."""

    messages: tuple[str, ...]
    name: str = "scripted:matched"

    @classmethod
    def about(cls, wrong: Answer) -> ScriptedMessages:
        """The messages of a student who keeps to one wrong answer."""
        return cls(tuple(message.format(wrong=wrong.text) for message in _MESSAGES))

    async def act(self, view: View) -> Utterance:
        """The next message; after the last one, nothing new."""
        return Utterance(self.messages[min(len(view.own), len(self.messages) - 1)])


@lru_cache(maxsize=256)
def matched_item(library: Library, chance: str) -> tuple[Item, Answer]:
    """An item of any family, with a wrong answer that one of its misconceptions gives."""
    generator = rng(chance)
    families = [family for family in library.families if len(family.errors) >= 2]
    family = generator.choice(families)
    problem = family.draw(generator)
    wrong = min(problem.wrong.values(), key=lambda answer: answer.text)
    return open_item(problem), wrong
