"""Lets whoever waits for a turn read along while a model writes it.

A call tells the listener of the task that makes it; outside `listening`, and with models that do
not stream, nothing changes.
"""

from __future__ import annotations

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
