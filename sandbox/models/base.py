"""The seam to chat models, and `provider:name` ids. Knows no provider: each is imported when asked
for.

A provider is a function from `Wanted` to a `ChatModel`; `PROVIDERS` says where each stands, and
gains others by assignment."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sandbox.errors import UnknownNameError, UsageError
from sandbox.models.images import ImageSource, no_images
from sandbox.types import Completion, Message, Settings

PATIENCE_S = 120.0
"""Seconds until a call that has not come back is given up, where nothing else is said."""


class ChatModel(Protocol):
    """Something that replies to a conversation. A wrapper round a model is a model."""

    @property
    def name(self) -> str:
        """The id it was asked for by; it goes into logs and cache keys."""
        ...

    @property
    def sees_images(self) -> bool:
        """Whether images reach it; else it is given their alt texts."""
        ...

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The model's next message.

        Raises:
            ModelError: the provider gave no reply that can be used.
        """
        ...


class StreamingModel(ChatModel, Protocol):
    """A model that can be heard while it writes."""

    async def stream(
        self, messages: Sequence[Message], settings: Settings, on_text: Callable[[str], None]
    ) -> Completion:
        """As `reply`; `on_text` is told all that may be shown so far, whenever it grows.

        Reasoning whose tag is closed without having been opened is known as such only at its end:
        until then it is shown, and what counts is the completion.
        """
        ...


@runtime_checkable
class Served(Protocol):
    """A model behind a server."""

    @property
    def address(self) -> str:
        """The server's address: a model of the same name elsewhere is another model."""
        ...


def address_of(model: ChatModel) -> str:
    """The address of a model's server; empty for one that has none."""
    return model.address if isinstance(model, Served) else ""


@dataclass(frozen=True)
class Wanted:
    """What a provider is asked to build. `model` is the id without its provider.

    `api_key` stays out of every text made of this.
    """

    name: str
    model: str
    base_url: str | None = None
    api_key: str | None = None
    key_variable: str | None = None
    images: ImageSource = no_images
    sees_images: bool | None = None
    patience_s: float = PATIENCE_S

    def __repr__(self) -> str:
        return f"Wanted({self.name!r}, base_url={self.base_url!r})"


Constructor = Callable[[Wanted], ChatModel]

PROVIDERS: dict[str, str | Constructor] = {
    "double": "sandbox.models.scripted:build",
    "hf": "sandbox.models.local:build",
    "langchain": "sandbox.models.langchain:build",
    "local": "sandbox.models.local:build_embedded",
    "openai": "sandbox.models.openai_compat:build",
}
"""Provider → constructor, or "module:function" for one that is imported when first used."""


def make_model(
    name: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    key_variable: str | None = None,
    images: ImageSource = no_images,
    sees_images: bool | None = None,
    patience_s: float = PATIENCE_S,
) -> ChatModel:
    """A model by its id.

    Args:
        name: `provider:model`, for example `openai:gpt-4o-mini` or `hf:Qwen/Qwen2-VL-2B-Instruct`.
        base_url: The server, for providers that speak to one; else the provider's own default.
        api_key: The key; else it is read from the environment, which is better.
        key_variable: The environment variable that holds the key, where it is not the usual one.
        images: Gives the bytes of an image by its SHA-256.
        sees_images: Whether the model takes images; found out where it is not said.
        patience_s: Seconds until a call is given up.

    Raises:
        UnknownNameError: no such provider.
        UsageError: the provider needs something: a package, a key, a model.
    """
    provider, colon, model = name.partition(":")
    if not colon or not model.strip():
        known = ", ".join(f"{each}:…" for each in sorted(PROVIDERS))
        raise UsageError(f"{name!r} is no model id; one is provider:model, with {known}")
    if provider not in PROVIDERS:
        raise UnknownNameError("model provider", provider, PROVIDERS)
    wanted = Wanted(name, model, base_url, api_key, key_variable, images, sees_images, patience_s)
    return _constructor(PROVIDERS[provider])(wanted)


def _constructor(place: str | Constructor) -> Constructor:
    if not isinstance(place, str):
        return place
    module, _, function = place.partition(":")
    found: Constructor = getattr(importlib.import_module(module), function)
    return found
