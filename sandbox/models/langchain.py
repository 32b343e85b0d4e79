"""Any chat model of LangChain: `langchain:PROVIDER/MODEL`, or a user's own object from Python.

Settings are put on the object under the names its class has for them; what it has no name for is
left out and said so. A schema is sent as objects over OpenAI's protocol take it, else in the way
that the object's class has for it. Retries are not made here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from sandbox.errors import (
    BadRequestError,
    ContextOverflowError,
    GarbledReplyError,
    ModelError,
    TimedOutError,
    UnavailableError,
    UsageError,
)
from sandbox.models.base import PATIENCE_S, Wanted
from sandbox.models.capabilities import Quirk, request_for, unsent
from sandbox.models.completions import cut_at
from sandbox.models.extras import needed
from sandbox.models.failures import Translated, failure_of, redacted, was_dropped
from sandbox.models.images import DataUrls, ImageSource, has_images, in_words, no_images
from sandbox.models.langchain_replies import completion_from, ending_of, held_to
from sandbox.models.learning import Learnt, RefusedError
from sandbox.models.loops import PerLoop
from sandbox.models.openai_compat import transport
from sandbox.replytext import spoken_so_far
from sandbox.types import Completion, Message, Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_output_tokens", "max_completion_tokens", "num_predict"),
    "seed": ("seed",),
    "reasoning_effort": ("reasoning_effort",),
}
"""A setting → what classes call it."""

_FALLBACK = {
    "ModelRateLimitError": 429,
    "ModelAuthenticationError": 401,
    "ModelPermissionDeniedError": 403,
    "ModelInvalidRequestError": 400,
    "ModelNotFoundError": 404,
    "ModelAPIError": 503,
    "ModelConnectionError": 503,
}
"""LangChain's own classes of errors → the HTTP status that they stand for."""


_ADDRESSES = ("base_url", "openai_api_base", "anthropic_api_url", "endpoint")
"""What classes call the address of their server."""

_OUT_OF_TIME = {"TimeoutError", "APITimeoutError", "TimeoutException", "ModelTimeoutError"}
_LOST = {"APIConnectionError", "TransportError", "ClientConnectionError"}


class LangChainModel:
    """A chat model of LangChain."""

    def __init__(
        self,
        chat: BaseChatModel,
        *,
        name: str,
        images: ImageSource = no_images,
        sees_images: bool = True,
        patience_s: float = PATIENCE_S,
        chats: PerLoop[BaseChatModel] | None = None,
    ) -> None:
        self.name = name
        self._chat, self._chats, self._urls = chat, chats, DataUrls(images)
        self._may_see, self._patience_s = sees_images, patience_s
        self._secrets = _secrets_of(chat)
        self._learnt = Learnt()

    def __repr__(self) -> str:
        return f"LangChainModel({self.name!r})"

    @property
    def sees_images(self) -> bool:
        """Whether it takes images, as far as it is known."""
        return self._may_see and "no images" not in self._learnt.of(self.name)

    @property
    def address(self) -> str:
        """The server's address, where the object tells it."""
        named = (getattr(self._chat, name, None) for name in _ADDRESSES)
        client = getattr(self._chat, "root_async_client", None)
        found = next((each for each in named if each), getattr(client, "base_url", ""))
        return str(found).rstrip("/")

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The model's next message."""
        return await self._asked(messages, settings, None)

    async def stream(
        self, messages: Sequence[Message], settings: Settings, on_text: Callable[[str], None]
    ) -> Completion:
        """As `reply`; `on_text` is told all that may be shown so far, whenever it grows."""
        return await self._asked(messages, settings, on_text)

    async def _asked(
        self, messages: Sequence[Message], settings: Settings, on_text: Callable[[str], None] | None
    ) -> Completion:
        shown = messages if self._may_see else in_words(messages)
        nameless = self._nameless(settings)

        async def send(quirks: frozenset[Quirk]) -> Completion:
            request = request_for(
                "", shown, settings, quirks, self._urls, streams=on_text is not None
            )
            return await self._sent(request, settings, on_text)

        completion, quirks = await self._learnt.ask(self.name, send)
        left_out = {*unsent(shown, settings, quirks), *nameless, *completion.unsent}
        if has_images(messages) and not self._may_see:
            left_out.add("images")
        return completion.model_copy(update={"unsent": tuple(sorted(left_out))})

    async def _sent(
        self, request: dict[str, Any], settings: Settings, on_text: Callable[[str], None] | None
    ) -> Completion:
        chat = self._chat if self._chats is None else await self._chats.get()
        chat = chat.model_copy(update=self._fields(request))
        stop = {"stop": request["stop"]} if "stop" in request else {}
        held = self._held(chat, request, settings)
        with Translated(lambda error: self._failure(error, request)):
            async with asyncio.timeout(self._patience_s):
                if held is not None:
                    answer: AIMessage = (await held.ainvoke(request["messages"]))["raw"]
                elif on_text is None:
                    answer = await chat.ainvoke(request["messages"], **stop)
                else:
                    chunks = chat.astream(request["messages"], **stop)
                    answer = await self._heard(chunks, settings, on_text)
            completion = completion_from(answer, settings)
        if held is not None:
            if on_text is not None:
                on_text(completion.text)
            return completion.model_copy(update={"unsent": tuple(stop)})
        return completion

    async def _heard(
        self,
        chunks: AsyncIterator[AIMessageChunk],
        settings: Settings,
        on_text: Callable[[str], None],
    ) -> AIMessage:
        """The chunks as one message."""
        whole: AIMessageChunk | None = None
        shown = ""
        async for chunk in chunks:
            whole = chunk if whole is None else whole + chunk
            so_far = cut_at(spoken_so_far(str(whole.text)), settings.stop)
            if so_far != shown:
                shown = so_far
                on_text(shown)
        if whole is None or (self._speaks_openai and ending_of(whole) is None):
            raise GarbledReplyError(f"{self.name}: the stream broke off before the reply had ended")
        return whole

    @property
    def _speaks_openai(self) -> bool:
        """Whether the object speaks OpenAI's protocol, whose JSON modes it then passes on."""
        return "extra_body" in type(self._chat).model_fields

    def _held(self, chat: BaseChatModel, request: Mapping[str, Any], settings: Settings) -> Any:
        """The object that is held to the schema wished for; None where it speaks freely."""
        form = request.get("response_format", {})
        if (
            self._speaks_openai
            or settings.reply_schema is None
            or form.get("type") == "json_object"
        ):
            return None
        return held_to(chat, settings.reply_schema) if form else None

    def _failure(self, error: Exception, request: Mapping[str, Any]) -> ModelError:
        said = str(getattr(error, "message", "") or error) or type(error).__name__
        safe = redacted(said, self._secrets)[:400]
        kinds = {cls.__name__ for cls in type(error).__mro__}
        if kinds & _OUT_OF_TIME and not was_dropped(error):
            return TimedOutError(f"{self.name}: no reply within {self._patience_s:g} s")
        if "ContextOverflowError" in kinds:
            return ContextOverflowError(f"{self.name}: {safe}")
        status = _status(error, kinds)
        if status is None:
            if isinstance(error, OSError) or kinds & (_LOST | _OUT_OF_TIME):
                return UnavailableError(f"{self.name}: the connection failed: {safe}")
            return GarbledReplyError(f"{self.name}: {type(error).__name__}: {safe}")
        response = getattr(error, "response", None)
        failure = failure_of(
            status,
            said,
            who=self.name,
            code=str(getattr(error, "code", None) or ""),
            headers=getattr(response, "headers", None),
            secrets=self._secrets,
        )
        if type(failure) is BadRequestError:
            return RefusedError(failure, said, str(getattr(error, "param", None) or ""), request)
        return failure

    def _fields(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """What is set on the object: the class's own name for each setting of the request."""
        limit = {"max_tokens": request.get("max_completion_tokens", request.get("max_tokens"))}
        wishes = {**request, **limit}
        fields = {
            field: wishes[setting]
            for setting in _FIELDS
            if wishes.get(setting) is not None and (field := self._field(setting))
        }
        if self._speaks_openai and "response_format" in request:
            # not under the class's own name, which would read the reply, and raise where it is cut
            own = getattr(self._chat, "extra_body", None) or {}
            fields["extra_body"] = {**own, "response_format": request["response_format"]}
        if "stream_usage" in type(self._chat).model_fields:
            fields["stream_usage"] = "stream_options" in request
        return fields

    def _field(self, setting: str) -> str:
        known = type(self._chat).model_fields
        return next((name for name in _FIELDS[setting] if name in known), "")

    def _nameless(self, settings: Settings) -> list[str]:
        """The settings that are wished for and for which the class has no name."""
        wished = settings.model_dump(exclude_none=True)
        without = [name for name in _FIELDS if name in wished and not self._field(name)]
        if self._speaks_openai:
            return without
        if settings.reply_schema is None:
            return [*without, *(["json_reply"] if settings.json_reply else [])]
        return without if held_to(self._chat, settings.reply_schema) else [*without, "reply_schema"]


def build(wanted: Wanted) -> LangChainModel:
    """The model of `PROVIDER/MODEL`.

    Raises:
        UsageError: LangChain or the provider's package is missing, or the provider is unknown.
    """
    needed("langchain.chat_models", extra="langchain", why=f"the model {wanted.name}")
    from langchain.chat_models import init_chat_model

    provider, slash, model = wanted.model.partition("/")
    if not slash or not model:
        raise UsageError(f"{wanted.name!r} must be langchain:PROVIDER/MODEL")
    more: dict[str, Any] = {"base_url": wanted.base_url, "api_key": wanted.api_key}
    given = {key: value for key, value in more.items() if value}

    def made(**client: Any) -> BaseChatModel:
        chat: BaseChatModel = init_chat_model(
            model, model_provider=provider.replace("-", "_"), max_retries=0, **given, **client
        )
        return chat

    with Translated(lambda error: _unmade(wanted, provider, error)):
        chat = made()
    return LangChainModel(
        chat,
        name=wanted.name,
        images=wanted.images,
        sees_images=wanted.sees_images is not False,
        patience_s=wanted.patience_s,
        chats=_with_own_client(made) if "http_async_client" in type(chat).model_fields else None,
    )


def _with_own_client(made: Callable[..., BaseChatModel]) -> PerLoop[BaseChatModel]:
    """Chats over OpenAI's SDK, each with a client of its own for its event loop.

    LangChain's default client outlives the loop whose connections it holds, and costs twice the
    time."""
    return PerLoop(
        lambda: made(http_async_client=transport()),
        lambda chat: chat.http_async_client.aclose(),  # type: ignore[attr-defined]
    )


def _unmade(wanted: Wanted, provider: str, error: Exception) -> UsageError:
    """Why no object of the provider could be made: mostly a missing package or key."""
    said = redacted(str(error), [wanted.api_key] if wanted.api_key else [])[:400]
    if isinstance(error, ImportError):
        said = said if "pip install" in said else f"pip install langchain-{provider}"
        return UsageError(f"{wanted.name} needs a package that is not installed: {said}")
    return UsageError(f"{wanted.name} cannot be made: {said}")


def from_langchain(
    chat: BaseChatModel,
    *,
    name: str = "",
    images: ImageSource = no_images,
    sees_images: bool = True,
    patience_s: float = PATIENCE_S,
) -> LangChainModel:
    """A model of the user's own LangChain chat object.

    Args:
        chat: The object; give it `max_retries=0`, since retries are made here.
        name: What logs call it; else its class.
        images: Gives the bytes of an image by its SHA-256.
        sees_images: Whether it takes images.
        patience_s: Seconds until a call is given up.
    """
    return LangChainModel(
        chat,
        name=name or f"langchain:{type(chat).__name__}",
        images=images,
        sees_images=sees_images,
        patience_s=patience_s,
    )


def _status(error: Exception, kinds: set[str]) -> int | None:
    """The HTTP status, as providers' packages give it; else what the class stands for."""
    response = getattr(error, "response", None)
    for place, key in ((error, "status_code"), (error, "code"), (response, "status_code")):
        status = getattr(place, key, None)
        if isinstance(status, int) and 400 <= status < 600:
            return status
    return next((status for kind, status in _FALLBACK.items() if kind in kinds), None)


def _secrets_of(chat: BaseChatModel) -> list[str]:
    """The keys that the object holds, to keep them out of texts."""
    values = (getattr(chat, name, None) for name in type(chat).model_fields)
    secrets = (value.get_secret_value() for value in values if isinstance(value, SecretStr))
    return [secret for secret in secrets if secret]
