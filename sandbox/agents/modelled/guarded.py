"""The guarded tutor: a scripted policy works out what the student believes and what to do next, a
model puts the move into words, and a draft that gives the answer away is never sent.

A draft that leaks is asked for again, at most `again` times, then the scripted move is made. The
first draft is what the model would have said unguarded: raw leak rate against guarded leak rate.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from sandbox.agents.base import Ranking, Utterance, View
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.drafts import AGAIN, Draft, caught, drafted
from sandbox.agents.modelled.guarding import LEAKS, gives_away, is_settled
from sandbox.agents.modelled.history import conversation
from sandbox.agents.modelled.tutor import instructions
from sandbox.agents.tutors.noticing import Noticed
from sandbox.agents.tutors.policies import Socratic
from sandbox.agents.tutors.ranking import posterior_of
from sandbox.content.library import Library
from sandbox.maths.posterior import SOUND
from sandbox.models.base import ChatModel
from sandbox.prompts import render
from sandbox.types import Message, Settings

PROMPTS = ("tutor_system", "tutor_opening", "guarded_note")
MOST_HYPOTHESES = 3
LEAST_PERCENT = 5


class GuardedTutor:
    """A scripted tutor's moves in a model's words, without leaks.

    Args:
        name: The name by which it was asked for.
        core: Proposes; its hidden fields are this tutor's.
        model: Words.
        library: The content.
        policy: What the model is told about teaching.
        settings: How the model is asked.
        again: How often a draft that leaks is asked for again.
    """

    def __init__(
        self,
        name: str,
        core: Socratic,
        model: ChatModel,
        library: Library,
        policy: str = "diagnosis",
        *,
        settings: Settings | None = None,
        again: int = AGAIN,
    ) -> None:
        self.name, self.core, self.model, self.library = name, core, model, library
        self.policy = policy
        self._settings, self._again = settings or Settings(), again

    async def act(self, view: View) -> Utterance:
        """The proposed move, in the model's words where these give nothing away."""
        proposed: Utterance = await self.core.act(view)
        hypotheses = self._hypotheses(self.core.notice(view))
        asking = Asking(self.model, view, PROMPTS, self._settings)
        drafts = await drafted(
            asking,
            view.seat,
            lambda complaints: self._messages(view, proposed, hypotheses, complaints),
            lambda text: (LEAKS,) if gives_away(text, view, self.library) else (),
            self._again,
        )
        text = drafts[-1].text if drafts[-1].can_be_said else self._scripted(view, proposed)
        hidden: dict[str, JsonValue] = {
            **proposed.hidden,
            "policy": self.policy,
            "hypotheses": hypotheses,
            "model": asking.record(),
            "guarded": self._guarded(view, drafts, text, proposed),
        }
        return Utterance(text, hidden, ends=proposed.ends, usage=asking.usage)

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """The core's ranking: computed, without the model."""
        return await self.core.rank(view, candidates)

    def _scripted(self, view: View, proposed: Utterance) -> str:
        """The scripted move; should it give the answer away here, a question that cannot."""
        if not gives_away(proposed.text, view, self.library):
            return proposed.text
        return self.core.says(view, "how")

    def _guarded(
        self, view: View, drafts: Sequence[Draft], text: str, proposed: Utterance
    ) -> dict[str, JsonValue]:
        """The counts: `open` is whether the student had not settled the task, so that a leak was
        possible; `raw_leak` whether the first draft leaked."""
        families = self.library.families
        asked = families.last(proposed.text)
        return {
            **caught(drafts),
            "open": not is_settled(view, self.library),
            "raw_leak": LEAKS in drafts[0].faults,
            "asks_as_proposed": not asked or families.last(text) == asked,
        }

    def _hypotheses(self, noticed: Noticed) -> list[JsonValue]:
        """The likeliest beliefs by the student's own answers: [statement, percent]."""
        if not noticed.exchanges:
            return []
        ranked = [pair for pair in posterior_of(noticed, self.library).ranked if pair[0] != SOUND]
        likely: list[tuple[str, int]] = [
            (self.library.misconception(name).statement, round(100 * weight))
            for name, weight in ranked[:MOST_HYPOTHESES]
        ]
        return [[text, percent] for text, percent in likely if percent >= LEAST_PERCENT]

    def _messages(
        self,
        view: View,
        proposed: Utterance,
        hypotheses: Sequence[JsonValue],
        complaints: Sequence[str],
    ) -> Sequence[Message]:
        note = render(
            "guarded_note", hypotheses=hypotheses, proposal=proposed.text, faults=complaints
        )
        system = instructions(view, self.policy, ends=False, notes=True)
        return conversation(view, system=system, cue=render("tutor_opening"), note=note)
