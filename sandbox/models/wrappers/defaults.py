"""Gives a model settings of its own for what the caller leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.models.base import ChatModel
from sandbox.types import Completion, Message, Settings


class WithDefaults:
    """A model under another name, with settings that hold where the caller says nothing."""

    def __init__(self, inner: ChatModel, defaults: Settings, *, name: str = "") -> None:
        self.name = name or inner.name
        self._inner, self._defaults = inner, defaults

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self._inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The reply of the model inside, asked with both settings; the caller's win."""
        said = settings.model_dump(exclude_defaults=True)
        merged = Settings.model_validate(self._defaults.model_dump(exclude_defaults=True) | said)
        return await self._inner.reply(messages, merged)
