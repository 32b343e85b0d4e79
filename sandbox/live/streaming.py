"""Lets whoever waits for a turn read along: while a model writes it, or word by word where all of
it is there at once.

A call tells the listener of the task that makes it; outside `listening`, and with models that do
not stream, nothing changes.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sandbox.models.base import ChatModel
from sandbox.models.wrappers import WithDefaults
from sandbox.types import Completion, Message, Settings

Listener = Callable[[str], None]
"""Told all that was written so far."""

TICK_S = 0.15
"""How often a reply grows that is read out; a page that is drawn anew costs the server."""

_WORD = re.compile(r"(?:\\\(.{0,400}?\\\)|\$\$.{0,400}?\$\$|\S)+", re.DOTALL)
"""A word with the space before it; a formula is never cut in two."""


@dataclass(frozen=True)
class Pace:
    """How a reply is read out: words a second (0: all at once), and the most seconds it takes."""

    words: float = 30.0
    longest_s: float = 1.2


AT_ONCE = Pace(0)

_LISTENER: ContextVar[Listener | None] = ContextVar("who reads along in this task", default=None)


@contextmanager
def listening(listener: Listener | None) -> Iterator[None]:
    """Calls made within tell this listener."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@runtime_checkable
class _Streams(Protocol):
    async def stream(
        self, messages: Sequence[Message], settings: Settings, on_text: Listener
    ) -> Completion: ...


@dataclass(frozen=True)
class Overheard:
    """The model inside, heard while it writes where somebody listens."""

    inner: ChatModel

    @property
    def name(self) -> str:
        """As the model inside."""
        return self.inner.name

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self.inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The model's reply; the listener is told as it grows."""
        listener = _LISTENER.get()
        if listener is None or not isinstance(self.inner, _Streams):
            return await self.inner.reply(messages, settings)
        return await self.inner.stream(messages, settings, listener)


def overheard(model: ChatModel) -> ChatModel:
    """The model so that it can be heard while it writes."""
    if isinstance(model, WithDefaults):
        return WithDefaults(overheard(model.inner), model.defaults)
    return Overheard(model)


async def read_out(
    text: str, listener: Listener, pace: Pace, is_hurried: Callable[[], bool] = lambda: False
) -> None:
    """Tell a listener a text as it grows, from its first words on and short of its last ones, which
    the turn itself shows. Where the process is busy it grows in larger steps, not more slowly.

    Args:
        text: The text.
        listener: Told all that was read so far.
        pace: How fast.
        is_hurried: Whether the rest is left out.
    """
    ends = [word.end() for word in _WORD.finditer(text)]
    if not pace.words or not ends:
        return
    ticks = math.ceil(min(len(ends) / pace.words, pace.longest_s) / TICK_S)
    clock = asyncio.get_running_loop().time
    begun = clock()
    while (tick := int((clock() - begun) / TICK_S)) < ticks and not is_hurried():
        listener(text[: ends[math.ceil(len(ends) * (tick + 1) / (ticks + 1)) - 1]])
        await asyncio.sleep(TICK_S)
