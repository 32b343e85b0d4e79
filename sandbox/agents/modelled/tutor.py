"""The model tutor: a model teaches under a policy, knowing what its brief gives it, and ranks
numbered candidates when it is asked what the student believes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import JsonValue

from sandbox.agents.base import Ranking, Utterance, View
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.drafts import drafted, said
from sandbox.agents.modelled.filters import END_MARK
from sandbox.agents.modelled.history import conversation, pictured, shown, told
from sandbox.agents.modelled.verdicts import MOST_RANKED, ranking_of, verdict_form
from sandbox.agents.tutors.noticing import notice
from sandbox.content.library import Library
from sandbox.models.base import ChatModel
from sandbox.models.replies import ask
from sandbox.prompts import render
from sandbox.records import EndingKind
from sandbox.types import Message, Settings

Policy = Literal["none", "socratic", "adaptive"]

PROMPTS = ("tutor_system", "tutor_opening")
RANKING_PROMPTS = ("candidates_system", "candidates_task")


class ModelTutor:
    """A tutor played by a model.

    Args:
        name: The name by which it was asked for.
        model: Who plays.
        library: The content, to tell whether the student has it when the model says goodbye.
        policy: What it is told about teaching; "none" tells nothing.
        settings: How the model is asked.
    """

    def __init__(
        self,
        name: str,
        model: ChatModel,
        library: Library,
        policy: Policy = "none",
        *,
        settings: Settings | None = None,
    ) -> None:
        self.name, self.model, self.library, self.policy = name, model, library, policy
        self._settings = settings or Settings()

    async def act(self, view: View) -> Utterance:
        """The model's next message as the tutor; its end mark ends the session."""
        asking = Asking(self.model, view, PROMPTS, self._settings)
        system = instructions(view, self.policy, ends=True)
        messages = conversation(view, system=system, cue=render("tutor_opening"))
        drafts = await drafted(asking, view.seat, lambda _: messages, lambda _: ())
        hidden: dict[str, JsonValue] = {"policy": self.policy, "model": asking.record()}
        ending = self._ending(view) if drafts[-1].ends else None
        return said(drafts, hidden, asking.usage, ending)

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """The model's verdict over numbered candidates; what cannot be read, after one repair, is
        an abstention with its reason."""
        if not view.heard:
            return Ranking(reason="the student has not said anything yet")
        asking = Asking(self.model, view, RANKING_PROMPTS, self._settings)
        form = verdict_form(len(candidates))
        found = await ask(self.model, _asked(view, candidates), asking.settings(), form)
        return ranking_of(found.value) if found.value else Ranking(reason=found.reason)

    def _ending(self, view: View) -> EndingKind:
        return "resolved" if notice(view, self.library).settled else "tutor-ended"


def instructions(view: View, policy: str, *, ends: bool, notes: bool = False) -> str:
    """What a tutor's model is told before the dialogue: the problem, what its brief gives it, how
    to teach; the key only where the brief holds it."""
    return render(
        "tutor_system",
        problem=shown(view),
        card=view.brief.card,
        key=view.brief.key,
        grade=view.brief.grade,
        goals=view.brief.goals,
        policy=policy,
        notes=notes,
        ends=ends,
        end_mark=END_MARK,
    )


def _asked(view: View, candidates: Sequence[str]) -> list[Message]:
    system = render("candidates_system", most=min(MOST_RANKED, len(candidates)))
    task = render(
        "candidates_task",
        problem=shown(view),
        card=view.brief.card,
        chat=told(view.turns),
        candidates=candidates,
    )
    return [Message.of("system", system), pictured(view, task)]
