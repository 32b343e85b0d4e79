"""The student that answers at random: the chance line under every score of a student."""

from __future__ import annotations

import re

from sandbox.agents.base import Utterance, View
from sandbox.agents.hearing import hear
from sandbox.agents.students.deciding import Decision, guessing
from sandbox.agents.students.memory import answered
from sandbox.agents.students.wording import say
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec

_NUMBER = re.compile(r"\d{1,6}")
LEAST_RANGE = 20


class RandomStudent:
    """Takes any choice with the same chance; to an open question it says a plausible number."""

    def __init__(self, name: str, library: Library) -> None:
        self.name = name
        self.library = library
        self.beliefs: tuple[str, ...] = ()
        self.profile: ProfileSpec | None = None

    async def act(self, view: View) -> Utterance:
        """An answer to what was asked last, else to the task."""
        heard = view.turns[-1].text if view.turns and view.turns[-1].seat != view.seat else ""
        asked = hear(heard, self.library.families).asked
        decision = _anything(view, asked[-1].text if asked else view.question)
        if not view.own:
            what = "open-choice" if decision.label else "open"
        else:
            what = "reply-choice" if decision.label else "reply"
        text = say(
            self.library, view, what,
            question=view.question, answer=decision.answer, label=decision.label, working="",
        )  # fmt: skip
        return Utterance(text, answered([decision]))

    async def answer(self, view: View) -> Utterance:
        """Any answer."""
        decision = _anything(view, view.question)
        shown = f"{decision.label}, {decision.answer}" if decision.label else decision.answer
        return Utterance(f"{shown}.", answered([decision]))


def _anything(view: View, question: str) -> Decision:
    chance = view.chance("anything", question)
    if view.choices and question == view.question:
        return guessing(question, view.choices, chance)
    numbers = [int(found) for found in _NUMBER.findall(question)]
    largest = max([LEAST_RANGE, *(2 * number for number in numbers)])
    return Decision(question, str(chance.randint(1, largest)), "guess", None)
