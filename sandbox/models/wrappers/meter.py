"""Counts calls and tokens of a model and puts the cost, or that it is unknown, on each
completion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sandbox.errors import ModelError
from sandbox.models.base import ChatModel
from sandbox.models.prices import PriceTable
from sandbox.types import Completion, Message, Settings


@dataclass
class Tally:
    """What was used so far. `cost_usd` is of the calls whose price is known; the others are
    counted."""

    calls: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    untold: int = 0
    unpriced: int = 0
    cost_usd: Decimal = Decimal(0)

    def add(self, completion: Completion) -> None:
        """Count one call."""
        usage = completion.usage
        self.calls += 1
        self.input_tokens += usage.input_tokens or 0
        self.output_tokens += usage.output_tokens or 0
        self.untold += usage.input_tokens is None or usage.output_tokens is None
        self.unpriced += completion.cost_usd is None
        self.cost_usd += completion.cost_usd or 0

    @property
    def is_cost_known(self) -> bool:
        """Whether `cost_usd` is all that was spent: every call had a price and none failed."""
        return not self.unpriced and not self.failed

    def __str__(self) -> str:
        tokens = f"{self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"
        if self.calls and self.unpriced == self.calls:
            return f"{tokens}, cost unknown"
        more = f" and {self.unpriced} calls of unknown cost" if self.unpriced else ""
        return f"{tokens}, ${self.cost_usd:.4f}{more}"


class Metered:
    """The model inside, with every call counted and priced."""

    def __init__(self, inner: ChatModel, prices: PriceTable, tally: Tally) -> None:
        self.name = inner.name
        self._inner, self._prices, self._tally = inner, prices, tally

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self._inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The reply with its cost; None where the model has no price or told no tokens."""
        try:
            completion = await self._inner.reply(messages, settings)
        except ModelError:
            self._tally.failed += 1
            raise
        price = self._prices.price(self.name, completion.model)
        cost = price.of(completion.usage) if price else None
        priced = completion.model_copy(update={"cost_usd": cost})
        self._tally.add(priced)
        return priced
