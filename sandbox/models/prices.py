"""What calls cost, by a dated price table. A model that is not listed has no price: its cost is
unknown.

Exact decimals, never floats. Knows no file; `catalogue` reads the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from sandbox.types import Frozen, ImagePart, Message, Settings, Usage

MILLION = Decimal(1_000_000)

MOST_TOKENS_PER_IMAGE = 6_000
"""More than any provider in the table bills for an image within `images.LONGEST_SIDE`."""

UNBILLED = ("hf", "local")
"""Providers whose models run in this process, so that nobody bills them."""

TOKENS_PER_MESSAGE = 16
"""More than chat templates add to a message."""


class Price(Frozen):
    """US dollars for a million tokens of one model, as listed on a day, and where.

    Output includes reasoning. `cached_input` is what input costs that the provider has seen before;
    where it is None such input costs as much as any."""

    id: str
    input: Decimal
    output: Decimal
    cached_input: Decimal | None = None
    listed: date | None = None
    source: str

    def of(self, usage: Usage) -> Decimal | None:
        """The cost of a call in US dollars; None where the provider did not tell the tokens."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = min(usage.cached_input_tokens or 0, usage.input_tokens)
        rate = self.input if self.cached_input is None else self.cached_input
        fresh = usage.input_tokens - cached
        return (fresh * self.input + cached * rate + usage.output_tokens * self.output) / MILLION

    def at_most(self, messages: Sequence[Message], settings: Settings) -> Decimal | None:
        """More than a call can cost; None where its output has no limit.

        A token is at least one byte of text, so the bytes bound the tokens.
        """
        if not self.input and not self.output:
            return Decimal(0)
        if settings.max_tokens is None:
            return None
        return (
            most_input_tokens(messages) * self.input + settings.max_tokens * self.output
        ) / MILLION


def most_input_tokens(messages: Sequence[Message]) -> int:
    """More tokens than the messages can have."""
    images = sum(isinstance(part, ImagePart) for message in messages for part in message.parts)
    alts = sum(
        len(part.alt.encode())
        for message in messages
        for part in message.parts
        if isinstance(part, ImagePart)
    )
    text = sum(len(message.text.encode()) for message in messages)
    return text + alts + images * MOST_TOKENS_PER_IMAGE + TOKENS_PER_MESSAGE * (1 + len(messages))


@dataclass(frozen=True)
class PriceTable:
    """Prices by model id."""

    prices: Mapping[str, Price] = field(default_factory=dict)

    def price(self, *names: str) -> Price | None:
        """The price of the first name that is listed, with or without its provider; else None.

        What runs in this process costs nothing.

        A dated version (`gpt-4o-2024-08-06`) is not taken for its model: it may cost something
        else."""
        if names[0].partition(":")[0] in UNBILLED:
            return Price(id=names[0], input=Decimal(0), output=Decimal(0), source=names[0])
        for name in names:
            for key in (name, name.partition(":")[2]):
                if key in self.prices:
                    return self.prices[key]
        return None
