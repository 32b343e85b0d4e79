"""A person in a seat, as an agent: what they say comes from whoever asks them (a terminal, a page).

Used where a person's session is run like any other. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sandbox.agents.base import Ranking, Utterance, View
from sandbox.content.schema import ProfileSpec
from sandbox.errors import SessionError
from sandbox.records import EndingKind
from sandbox.types import PERSON

Speak = Callable[[View], Awaitable[str | None]]
"""Asks the person for the next message; None when the person has left."""

Choose = Callable[[Sequence[str]], Awaitable[int | None]]
"""Asks the person to choose a candidate; None when the person does not know."""

END = "/end"
"""A message that begins so is the person's last one."""


class PersonLeftError(SessionError):
    """The person in a seat has left without ending the session."""


@dataclass(frozen=True)
class Person:
    """A person in either seat. As a student, `beliefs` and `profile` are what the card told."""

    speak: Speak
    choose: Choose
    beliefs: tuple[str, ...] = ()
    profile: ProfileSpec | None = None
    name: str = PERSON

    async def act(self, view: View) -> Utterance:
        """What the person says next.

        Raises:
            PersonLeftError: the person has left.
        """
        said = await self.speak(view)
        if said is None:
            raise PersonLeftError(f"the person in the {view.seat}'s seat has left")
        if not said.startswith(END):
            return Utterance(said)
        ending: EndingKind = "tutor-ended" if view.seat == "tutor" else "student-ended"
        return Utterance(said.removeprefix(END).strip() or "Goodbye.", ends=ending)

    async def answer(self, view: View) -> Utterance:
        """The person's answer to a test question."""
        return Utterance(await self.speak(view) or "")

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """The one candidate that the person names, before all the others."""
        chosen = await self.choose(candidates)
        if chosen is None:
            return Ranking(reason="the person named none")
        return Ranking((chosen, *(k for k in range(len(candidates)) if k != chosen)))
