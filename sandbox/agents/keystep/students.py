"""The student of the key-step study: it asks the item's question and, in later turns, goes on as
its intent has it: on to the next step, round the same step, or deeper into its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sandbox.agents.base import Utterance, View
from sandbox.agents.keystep.page import StuckPage, read_page
from sandbox.agents.keystep.tutors import worded
from sandbox.content.library import Library
from sandbox.content.routes import lines_of
from sandbox.errors import UsageError

Intent = Literal["progressive", "exploratory", "introspective"]
INTENTS: tuple[Intent, ...] = get_args(Intent)


def opening(page: StuckPage) -> Utterance:
    """The question of the item, with its pages."""
    return Utterance(page.question, images=tuple(part.sha256 for part in page.pages))


@dataclass(frozen=True)
class ScriptedStepStudent:
    """A student that knows the problem exactly and follows its intent."""

    page: StuckPage
    intent: Intent
    library: Library
    name: str = "scripted:student"

    async def act(self, view: View) -> Utterance:
        """The first question, then a question by intent; a student that has written the last line
        says so and leaves."""
        if not view.turns:
            return opening(self.page)
        said = [turn.text for turn in view.own]
        read = read_page(self.page, said, self.library)
        if read is None:
            raise UsageError("the scripted student cannot read this page; give --student MODEL")
        route, standing = read
        written = [lines_of(self.page.pages[-1].alt)[-1], *self._since(said)]
        if self.intent != "progressive":
            return Utterance(worded(self.library, view, self.intent, last=written[-1]))
        line = route.steps[standing.done].said
        if standing.done == len(route.steps) - 1:
            return Utterance(worded(self.library, view, "complete", line=line), ends="resolved")
        return Utterance(worded(self.library, view, "progressive", line=line))

    def _since(self, said: Sequence[str]) -> list[str]:
        """The lines that the student has said to have written."""
        lines = []
        for count in range(1, len(said) + 1):
            before = read_page(self.page, said[: count - 1], self.library)
            after = read_page(self.page, said[:count], self.library)
            if before and after and after[1].done > before[1].done:
                lines.append(after[0].steps[before[1].done].said)
        return lines
