"""Refuses a call that could go beyond the spending limit, before it is made.

Each call reserves the most it can cost (`Price.at_most`) and afterwards gives back what it did not.
A call that does not fit waits for those in flight to give back; only when none is left is the limit
reached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from decimal import Decimal

from sandbox.errors import (
    GarbledReplyError,
    ModelError,
    SpendingLimitError,
    TimedOutError,
    UnavailableError,
    UsageError,
)
from sandbox.models.base import ChatModel
from sandbox.models.prices import PriceTable
from sandbox.types import Completion, Message, Settings

MAY_BE_BILLED = (TimedOutError, UnavailableError, GarbledReplyError)
"""Failures after which the provider may still bill the call: all that was reserved counts as
spent."""


class Budget:
    """What may be spent, in US dollars, by all the models that share it. `spent` never exceeds
    `limit`.

    Args:
        limit: What may be spent.
        spent: What was spent before.
        unsure: Told the most that a call can have cost whose cost never came to be known, and
            which counts as that much.
    """

    def __init__(
        self,
        limit: Decimal,
        spent: Decimal = Decimal(0),
        unsure: Callable[[Decimal], None] = lambda _: None,
    ) -> None:
        self.limit, self.spent, self.unsure = limit, spent, unsure
        self.reserved = Decimal(0)
        self._waiting: list[asyncio.Future[None]] = []

    async def reserve(self, most: Decimal, who: str) -> None:
        """Set `most` aside, or wait until calls in flight have given back enough.

        Raises:
            SpendingLimitError: it does not fit, and no call is in flight.
        """
        while not self._fits(most):
            if not self.reserved:
                raise SpendingLimitError(
                    f"{who}: spending limit: ${self.spent:.4f} of ${self.limit} are spent, and the "
                    f"next call can cost ${most:.4f}"
                )
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        self.reserved += most

    def settle(self, most: Decimal, cost: Decimal) -> None:
        """Give back what was set aside, less what was spent."""
        self.reserved -= most
        self.spent += cost
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()

    def _fits(self, most: Decimal) -> bool:
        return self.spent + self.reserved + most <= self.limit


class SpendingCapped:
    """The model inside, which is metered, under a budget."""

    def __init__(self, inner: ChatModel, prices: PriceTable, budget: Budget) -> None:
        self.name = inner.name
        self._inner, self._prices, self._budget = inner, prices, budget

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self._inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The reply, if it fits into the budget.

        Raises:
            UsageError: the model has no price, or the call no token limit: no limit could be kept.
            SpendingLimitError: the call could cost more than is left.
        """
        most = self._most(messages, settings)
        await self._budget.reserve(most, self.name)
        cost: Decimal | None = None
        try:
            completion = await self._inner.reply(messages, settings)
            cost = completion.cost_usd
        except ModelError as error:
            cost = None if isinstance(error, MAY_BE_BILLED) else Decimal(0)
            raise
        finally:
            # also when it was cancelled: then the call may still be billed
            self._budget.settle(most, most if cost is None else cost)
            if cost is None:
                self._budget.unsure(most)
        return completion

    def _most(self, messages: Sequence[Message], settings: Settings) -> Decimal:
        price = self._prices.price(self.name)
        if price is None:
            raise UsageError(
                f"no spending limit can be kept for {self.name}: its price is not listed"
            )
        most = price.at_most(messages, settings)
        if most is None:
            raise UsageError(f"no spending limit can be kept for {self.name} without max_tokens")
        return most
