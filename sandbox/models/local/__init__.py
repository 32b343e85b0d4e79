"""Local models through transformers: `hf:MODEL`, text and vision, and `local:NAME`, embedded in a
package.

Loaded once, asked in batches.
The vendor packages are imported when a model is made.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sandbox.errors import UsageError
from sandbox.models.base import Wanted
from sandbox.models.extras import needed
from sandbox.models.images import ImageSource, has_images, in_words, no_images
from sandbox.models.local.batching import Batcher
from sandbox.types import Completion, Message, Settings

if TYPE_CHECKING:
    from sandbox.models.local.engine import Engine, Request

_loading = threading.Lock()
_loaded: dict[str, LoadedModel] = {}


class LoadedModel:
    """A model in memory, and the batcher through which all ask it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.batcher: Batcher[Request, Completion] = Batcher(engine.replies)


class LocalModel:
    """A model that runs in this process.

    It is loaded when it is made; all models of one name share what was loaded.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        *,
        name: str,
        images: ImageSource = no_images,
        sees_images: bool | None = None,
    ) -> None:
        self.name = name
        self.sees_images = loaded.engine.sees_images and sees_images is not False
        self._loaded, self._images = loaded, images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The model's next message; concurrent calls are worked on together.

        A call that is cancelled is worked on no longer, so that a run ends when it is told to.
        """
        from sandbox.models.local.engine import Request

        shown = messages if self.sees_images else in_words(messages)
        request = Request(shown, settings, self._images)
        try:
            completion = await self._loaded.batcher.ask(request)
        except asyncio.CancelledError:
            request.gone.set()
            raise
        unsent = _unsent(settings)
        if has_images(messages) and not self.sees_images:
            unsent.append("images")
        return completion.model_copy(update={"unsent": tuple(sorted(unsent))})


def build(wanted: Wanted) -> LocalModel:
    """The model of a folder or of the hub.

    Raises:
        UsageError: a package is missing.
        ModelError: it cannot be loaded.
    """
    return LocalModel(
        loaded_from(wanted.name, wanted.model),
        name=wanted.name,
        images=wanted.images,
        sees_images=wanted.sees_images,
    )


def build_embedded(wanted: Wanted) -> LocalModel:
    """The model that comes inside a package.

    Raises:
        UsageError: a package is missing.
        ModelError: it cannot be loaded.
    """
    _check_packages(wanted.name)
    from sandbox.models.local.embedded import folder_of

    folder = str(folder_of(wanted.model))
    return LocalModel(loaded_from(wanted.name, folder), name=wanted.name, images=wanted.images)


def loaded_from(name: str, place: str) -> LoadedModel:
    """The model of that place, loaded once in this process."""
    _check_packages(name)
    from sandbox.models.local.engine import load

    with _loading:
        if place not in _loaded:
            _loaded[place] = LoadedModel(load(name, place))
        return _loaded[place]


def unload(place: str) -> None:
    """Forget a loaded model, so that its memory can be freed."""
    if _loaded.pop(place, None) is None:
        raise UsageError(f"no model is loaded from {place}")


def _check_packages(name: str) -> None:
    for module in ("torch", "transformers", "PIL", "gguf"):
        needed(module, extra="local", why=f"the model {name}")


def _unsent(settings: Settings) -> list[str]:
    wished: dict[str, Any] = {
        "reasoning_effort": settings.reasoning_effort,
        "reply_schema": settings.reply_schema,
    }
    return [name for name, value in wished.items() if value is not None]
