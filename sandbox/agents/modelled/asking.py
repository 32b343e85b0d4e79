"""Asks a model on behalf of a seat, and keeps account of the calls of one turn.

Seeds come from the view, so that a turn taken again asks the same. Knows no prompt's content.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from sandbox.agents.base import View
from sandbox.models.base import ChatModel
from sandbox.models.images import images_in
from sandbox.prompts import prompt_hash
from sandbox.types import Completion, Message, Settings, Usage


class Asking:
    """The calls of one turn.

    Args:
        model: Who is asked.
        view: For whom; its chance gives the seeds.
        prompts: The templates used, for the hash in the log.
        settings: How the model is asked; a seed is added where none is set.
    """

    def __init__(
        self, model: ChatModel, view: View, prompts: Sequence[str], settings: Settings
    ) -> None:
        self.model = model
        self.completions: list[Completion] = []
        self.images: dict[str, str] = {}
        self._view, self._prompts, self._settings = view, tuple(prompts), settings

    async def ask(self, messages: Sequence[Message]) -> Completion:
        """The model's reply.

        Raises:
            ModelError: the provider gave none.
        """
        self.images |= {part.sha256: part.alt for part in images_in(messages)}
        completion = await self.model.reply(messages, self.settings())
        self.completions.append(completion)
        return completion

    def settings(self) -> Settings:
        """The settings of the next call."""
        if self._settings.seed is not None:
            return self._settings
        seed = self._view.chance("seed", len(self.completions)).getrandbits(31)
        return self._settings.model_copy(update={"seed": seed})

    def add(self, completions: Sequence[Completion]) -> None:
        """Count calls that were made elsewhere."""
        self.completions += completions

    @property
    def usage(self) -> Usage:
        """The tokens of all calls together; None where any call did not say."""
        used = [completion.usage for completion in self.completions]
        return Usage(
            input_tokens=_sum([each.input_tokens for each in used]),
            output_tokens=_sum([each.output_tokens for each in used]),
            cached_input_tokens=_sum([each.cached_input_tokens for each in used]),
        )

    def record(self) -> dict[str, JsonValue]:
        """What the log keeps: who answered, to which prompt, in how many calls, at what cost."""
        costs = [completion.cost_usd for completion in self.completions]
        known = [cost for cost in costs if cost is not None]
        whole = len(known) == len(costs)
        record: dict[str, JsonValue] = {
            "name": self.model.name,
            "prompt": prompt_hash(*self._prompts),
            "calls": len(self.completions),
            "attempts": sum(completion.attempts for completion in self.completions),
            "cost_usd": str(sum(known, Decimal(0))) if whole else None,
        }
        served = sorted({c.model for c in self.completions if c.model} - {self.model.name})
        unsent = sorted({name for c in self.completions for name in c.unsent})
        if served:
            record["served"] = [*served]
        if self.images:
            record["images"] = [{"sha256": name, "alt": alt} for name, alt in self.images.items()]
        if unsent:
            record["unsent"] = [*unsent]
        return record


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if counts and len(known) == len(counts) else None
