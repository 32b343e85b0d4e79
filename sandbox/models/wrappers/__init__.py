"""Wrappers round a chat model, each of which is one: defaults, retries, meter, spending limit,
cache.

`guarded` puts them on in the order that works: the cache outermost (a hit costs nothing), then
retries, then the spending limit and the meter, which see every single call."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

from sandbox.models.base import ChatModel
from sandbox.models.prices import PriceTable
from sandbox.models.wrappers.cache import Cached, ReplyStore, noted_cost, noted_replies
from sandbox.models.wrappers.defaults import WithDefaults
from sandbox.models.wrappers.meter import Metered, Tally
from sandbox.models.wrappers.retries import Patience, Retrying
from sandbox.models.wrappers.spending import Budget, SpendingCapped

__all__ = [
    "Budget",
    "Cached",
    "Metered",
    "Patience",
    "ReplyStore",
    "Retrying",
    "SpendingCapped",
    "Tally",
    "WithDefaults",
    "guarded",
    "noted_cost",
    "noted_replies",
]


def guarded(
    model: ChatModel,
    *,
    limiter: AbstractAsyncContextManager[Any],
    prices: PriceTable,
    tally: Tally,
    budget: Budget | None = None,
    patience: Patience | None = None,
) -> ChatModel:
    """The model with retries, meter and, where there is a budget, spending limit.

    Args:
        model: The provider's model.
        limiter: Caps the calls in flight; entered for each call, also each repeated one.
        prices: For the cost of a call.
        tally: Gains tokens and cost of every call.
        budget: What may be spent, shared by all models of a run.
        patience: How often and how long to try again.
    """
    if isinstance(model, WithDefaults):
        inner = guarded(
            model.inner,
            limiter=limiter,
            prices=prices,
            tally=tally,
            budget=budget,
            patience=patience,
        )
        return WithDefaults(inner, model.defaults)
    metered: ChatModel = Metered(model, prices, tally)
    if budget is not None:
        metered = SpendingCapped(metered, prices, budget)
    return Retrying(metered, limiter=limiter, patience=patience or Patience())
