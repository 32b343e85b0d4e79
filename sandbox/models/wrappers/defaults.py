"""Gives a model settings of its own for what the caller leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.models.base import ChatModel, address_of
from sandbox.types import Completion, Message, Settings


class WithDefaults:
    """The model inside, with settings that hold where the caller says nothing.

    It belongs outside the other wrappers, which must see the settings that are really used;
    `guarded` keeps it there.
    """

    def __init__(self, inner: ChatModel, defaults: Settings) -> None:
        self.name = inner.name
        self.inner, self.defaults = inner, defaults

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self.inner.sees_images

    @property
    def address(self) -> str:
        """As the model inside."""
        return address_of(self.inner)

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The reply of the model inside, asked with both settings; the caller's win."""
        return await self.inner.reply(messages, full_settings(self, settings))


def full_settings(model: ChatModel, settings: Settings) -> Settings:
    """The settings with which a model is really asked: the caller's over its own."""
    if not isinstance(model, WithDefaults):
        return settings
    said = settings.model_dump(exclude_defaults=True)
    return Settings.model_validate(model.defaults.model_dump(exclude_defaults=True) | said)
