"""What a study would ask and cost, before it asks anything.

Tokens are guessed: a token is about four characters of a prompt, and a reply is as long as its kind
usually is. The upper bound is none: every call repaired, every reply as long as it may be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, runtime_checkable

from sandbox.experiments.asking import Models
from sandbox.models.prices import Price
from sandbox.types import Message, Settings, Usage

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 4
TERSE, EXPLAINED = 15, 130
"""Tokens of a reply that is a choice alone, and of one that explains it."""


@dataclass(frozen=True)
class Planned:
    """One call: who is asked what, under which heading of the table."""

    model: str
    setting: str
    messages: tuple[Message, ...]
    settings: Settings
    reply_tokens: int


@runtime_checkable
class AsksModels(Protocol):
    """A study that can say beforehand what it will ask."""

    def planned(self) -> Iterable[Planned]:
        """The calls that it makes if every reply can be read."""
        ...


@dataclass(frozen=True)
class Estimate:
    """The calls of one model under one setting. Costs are None where there is no price."""

    model: str
    setting: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: Decimal | None
    most_usd: Decimal | None


def estimates(study: AsksModels, models: Models) -> list[Estimate]:
    """What a study's calls come to, by model and setting, in order of first appearance."""
    found: dict[tuple[str, str], Estimate] = {}
    prices: dict[str, Price | None] = {}
    for call in study.planned():
        if call.model not in prices:
            prices[call.model] = models.price(call.model)
        key = (call.model, call.setting)
        found[key] = _added(found.get(key), call, prices[call.model])
    return list(found.values())


def _added(before: Estimate | None, call: Planned, price: Price | None) -> Estimate:
    asked = sum(
        len(message.text) // CHARACTERS_PER_TOKEN + TOKENS_PER_MESSAGE for message in call.messages
    )
    usual = Usage(input_tokens=asked, output_tokens=call.reply_tokens)
    cost = price.of(usual) if price else None
    most = _most(call, price) if price else None
    if before is None:
        before = Estimate(call.model, call.setting, 0, 0, 0, *(Decimal(0) if price else None,) * 2)
    return Estimate(
        call.model,
        call.setting,
        before.calls + 1,
        before.input_tokens + asked,
        before.output_tokens + call.reply_tokens,
        _sum(before.cost_usd, cost),
        _sum(before.most_usd, most),
    )


def _most(call: Planned, price: Price) -> Decimal | None:
    """The call and its repair, which repeats the reply, both as dear as they can be."""
    once = price.at_most(call.messages, call.settings)
    if once is None or call.settings.max_tokens is None:
        return None
    repeated = price.of(Usage(input_tokens=call.settings.max_tokens + 200, output_tokens=0))
    return 2 * once + (repeated or 0)


def _sum(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or other is None else one + other
