"""Models behind OpenAI's chat completions, at OpenAI or any server that speaks it, by the official
SDK.

One client a process, endpoint and event loop. What a model does not take is learnt from its
refusals (`capabilities`) and remembered while the process lives. Retries are not made here."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

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
from sandbox.models.completions import completion_of, cut_at
from sandbox.models.extras import needed
from sandbox.models.failures import causes, failure_of, redacted, was_dropped
from sandbox.models.images import DataUrls, ImageSource, has_images, in_words, no_images
from sandbox.models.learning import Learnt, RefusedError
from sandbox.models.loops import PerLoop
from sandbox.replytext import spoken_so_far
from sandbox.types import Completion, Message, Settings, Usage

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

NO_KEY = "unused"
"""Sent as the key to servers that want none."""

_endpoints: dict[tuple[str, str], Endpoint] = {}


class OpenAICompatible:
    """One model of an endpoint."""

    def __init__(
        self,
        model: str,
        endpoint: Endpoint,
        *,
        name: str = "",
        images: ImageSource = no_images,
        sees_images: bool = True,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.name = name or f"openai:{model}"
        self._model, self._endpoint = model, endpoint
        self._urls = DataUrls(images)
        self._may_see, self._patience_s = sees_images, patience_s

    def __repr__(self) -> str:
        return f"OpenAICompatible({self.name!r}, {self._endpoint!r})"

    @property
    def sees_images(self) -> bool:
        """Whether it takes images, as far as it is known."""
        return self._may_see and "no images" not in self._endpoint.learnt.of(self._model)

    @property
    def address(self) -> str:
        """The server's base URL."""
        return self._endpoint.base_url

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

        async def send(quirks: frozenset[Quirk]) -> Completion:
            request = request_for(
                self._model, shown, settings, quirks, self._urls, streams=on_text is not None
            )
            return await self._sent(request, settings, on_text)

        completion, quirks = await self._endpoint.learnt.ask(self._model, send)
        blind = ["images"] if has_images(messages) and not self._may_see else []
        left_out = sorted([*unsent(shown, settings, quirks), *blind])
        return completion.model_copy(update={"unsent": tuple(left_out)})

    async def _sent(
        self, request: dict[str, Any], settings: Settings, on_text: Callable[[str], None] | None
    ) -> Completion:
        client = await self._endpoint.client()
        with self._failures(request):
            async with asyncio.timeout(self._patience_s):
                answer = await client.chat.completions.create(**request)
                if on_text is None:
                    return self._completion(answer, settings)
                return await self._heard(answer, settings, on_text)
        raise AssertionError("unreachable: every failure is raised")  # pragma: no cover

    def _completion(self, answer: ChatCompletion, settings: Settings) -> Completion:
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            raise self._no_completion(answer)
        message = choices[0].message
        return completion_of(
            message.content or "",
            ended=choices[0].finish_reason,
            stop=settings.stop,
            usage=_usage(answer.usage),
            model=answer.model or self._model,
            refusal=message.refusal or "",
            reasoning=_reasoning(message),
        )

    async def _heard(
        self,
        chunks: openai.AsyncStream[Any],
        settings: Settings,
        on_text: Callable[[str], None],
    ) -> Completion:
        written, refusal, reasoning, shown = "", "", "", ""
        ended = usage = None
        model = self._model
        async with chunks:
            async for chunk in chunks:
                usage = getattr(chunk, "usage", None) or usage
                model = getattr(chunk, "model", None) or model
                for choice in getattr(chunk, "choices", None) or []:
                    written += choice.delta.content or ""
                    refusal += choice.delta.refusal or ""
                    reasoning += _reasoning(choice.delta)
                    ended = choice.finish_reason or ended
                so_far = cut_at(spoken_so_far(written), settings.stop)
                if so_far != shown:
                    shown = so_far
                    on_text(shown)
        if ended is None:
            raise GarbledReplyError(f"{self.name}: the stream broke off before the reply had ended")
        return completion_of(
            written,
            ended=ended,
            stop=settings.stop,
            usage=_usage(usage),
            model=model,
            refusal=refusal,
            reasoning=reasoning,
        )

    def _no_completion(self, answer: object) -> ModelError:
        """The error for an answer that came with HTTP 200 and is no completion."""
        error = getattr(answer, "error", None)
        if isinstance(error, dict):
            status = error.get("code") if isinstance(error.get("code"), int) else 502
            return failure_of(
                int(status or 502),
                str(error.get("message", "")),
                who=self.name,
                secrets=self._endpoint.secrets,
            )
        return GarbledReplyError(f"{self.name}: the answer is no chat completion")

    @contextmanager
    def _failures(self, request: dict[str, Any]) -> Iterator[None]:
        """Turn the SDK's errors into ours; nothing of theirs stays attached, since it holds the
        key."""
        import openai

        failure: ModelError
        try:
            yield
            return
        except TimeoutError:
            failure = TimedOutError(f"{self.name}: no reply within {self._patience_s:g} s")
        except openai.APIStatusError as error:
            failure = failure_of(
                error.status_code,
                error.message,
                who=self.name,
                code=error.code or "",
                headers=error.response.headers,
                secrets=self._endpoint.secrets,
            )
            if isinstance(failure, BadRequestError) and not isinstance(
                failure, ContextOverflowError
            ):
                failure = RefusedError(failure, error.message, error.param or "", request)
        except openai.APIConnectionError as error:
            failure = self._lost(error)
        except openai.APIError as error:
            failure = failure_of(
                502,
                error.message,
                who=self.name,
                code=error.code or "",
                secrets=self._endpoint.secrets,
            )
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            what = redacted(str(error), self._endpoint.secrets)[:200]
            failure = GarbledReplyError(f"{self.name}: the answer cannot be read: {what}")
        raise failure from None

    def _lost(self, error: openai.APIConnectionError) -> ModelError:
        """Whether the time ran out, or the connection was refused or dropped."""
        import openai

        if isinstance(error, openai.APITimeoutError) and not was_dropped(error):
            return TimedOutError(f"{self.name}: no reply within {self._patience_s:g} s")
        cause = list(causes(error))[-1]
        said = redacted(str(cause) or type(cause).__name__, self._endpoint.secrets)[:200]
        return UnavailableError(
            f"{self.name}: the connection to {self._endpoint.place} failed: {said}"
        )


class Endpoint:
    """A server and the key for it: its clients, and what its models were found not to take."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self.base_url = base_url
        self.learnt = Learnt()
        self._api_key = api_key
        self._clients: PerLoop[openai.AsyncOpenAI] = PerLoop(
            self._made, lambda client: client.close()
        )

    def __repr__(self) -> str:
        return f"Endpoint({self.place!r})"

    @property
    def place(self) -> str:
        """The server, without what could be secret in its address."""
        parts = urlsplit(self.base_url)
        return parts.hostname + (f":{parts.port}" if parts.port else "") if parts.hostname else "?"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must stand in no text."""
        return () if self._api_key == NO_KEY else (self._api_key,)

    async def client(self) -> openai.AsyncOpenAI:
        """The client for the running event loop, made once; it is closed when the loop ends."""
        return await self._clients.get()

    async def close(self) -> None:
        """Close the running loop's client now; the next call makes a new one."""
        await self._clients.close()

    def _made(self) -> openai.AsyncOpenAI:
        import openai

        return openai.AsyncOpenAI(
            api_key=self._api_key, base_url=self.base_url, max_retries=0, http_client=transport()
        )


def transport() -> Any:
    """A new HTTP client for the SDK: over aiohttp, which costs least, where that is installed."""
    import openai

    try:
        import aiohttp  # noqa: F401 - only whether it is there
    except ImportError:
        return openai.DefaultAsyncHttpxClient()
    return openai.DefaultAioHttpClient()


def build(wanted: Wanted) -> OpenAICompatible:
    """A model at `base_url`, else at `$OPENAI_BASE_URL`, else at OpenAI.

    Raises:
        UsageError: the SDK is not installed, or OpenAI is asked without a key.
    """
    needed("openai", extra="openai", why=f"the model {wanted.name}")
    base_url = wanted.base_url or os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
    return OpenAICompatible(
        wanted.model,
        endpoint_at(base_url, _key(wanted, base_url)),
        name=wanted.name,
        images=wanted.images,
        sees_images=wanted.sees_images is not False,
        patience_s=wanted.patience_s,
    )


def endpoint_at(base_url: str, api_key: str) -> Endpoint:
    """The one endpoint of this process for a server and a key."""
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise UsageError(f"the server's address must begin with http:// or https://: {base_url!r}")
    return _endpoints.setdefault((base_url, api_key), Endpoint(base_url, api_key))


def _key(wanted: Wanted, base_url: str) -> str:
    """The key given, else from the environment; none for a server that is not OpenAI's."""
    variable = wanted.key_variable or "OPENAI_API_KEY"
    key = wanted.api_key or os.environ.get(variable, "").strip()
    if key:
        return key
    if wanted.key_variable or (urlsplit(base_url).hostname or "").endswith("openai.com"):
        raise UsageError(
            f"{wanted.name} needs a key: put it into the environment variable {variable}, "
            "or name another server with --base-url"
        )
    return NO_KEY


def _usage(given: Any) -> Usage:
    if given is None:
        return Usage()
    details = getattr(given, "prompt_tokens_details", None)
    return Usage(
        input_tokens=getattr(given, "prompt_tokens", None),
        output_tokens=getattr(given, "completion_tokens", None),
        cached_input_tokens=getattr(details, "cached_tokens", None),
    )


def _reasoning(message: Any) -> str:
    """The thinking that servers give beside the content, under either of its names."""
    return str(
        getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None) or ""
    )
