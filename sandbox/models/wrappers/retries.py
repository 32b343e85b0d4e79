"""Caps the calls in flight and tries again where that can help. The one place where retries are
made.

Tried again: `RETRIED`. Never: refused requests, wrong or missing keys, no credit, a conversation
that is too long, the spending limit; the same call would fail again, or must not be made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from sandbox.errors import GarbledReplyError, RateLimitedError, TimedOutError, UnavailableError
from sandbox.models.base import ChatModel
from sandbox.records import rng
from sandbox.types import Completion, Message, Settings

RETRIED = (RateLimitedError, UnavailableError, TimedOutError, GarbledReplyError)


@dataclass(frozen=True)
class Patience:
    """How often a call is made, and how long the waits between are.

    The n-th wait is `first_wait_s` · 2ⁿ⁻¹, at most `longest_wait_s`, times 0.5 to 1.5 by chance; a
    provider's `Retry-After` holds where it is longer. One that asks for more than `longest_ask_s`
    is not waited for."""

    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    longest_ask_s: float = 300.0


class Retrying:
    """The model inside, with a limit on calls in flight and repeated where that can help.

    While one call waits because the provider said so, the others wait too.
    """

    def __init__(
        self,
        inner: ChatModel,
        *,
        limiter: AbstractAsyncContextManager[Any],
        patience: Patience = Patience(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = inner.name
        self._inner, self._limiter = inner, limiter
        self._patience, self._sleep = patience, sleep
        self._calls = 0
        self._quiet_until = 0.0

    @property
    def sees_images(self) -> bool:
        """As the model inside."""
        return self._inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The first reply that comes; `attempts` says how many calls it took."""
        self._calls += 1
        call = self._calls
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(RETRIED),
            stop=self._stops,
            wait=lambda state: self._wait(state, call),
            sleep=self._sleep,
            reraise=True,
        )
        async for attempt in retrying:
            with attempt:
                await self._quiet()
                async with self._limiter:
                    completion = await self._inner.reply(messages, settings)
                number = attempt.retry_state.attempt_number
                return completion.model_copy(update={"attempts": number})
        raise AssertionError("unreachable: the last failure is raised")  # pragma: no cover

    def _stops(self, state: RetryCallState) -> bool:
        asked = _asked_wait(state)
        too_long = asked is not None and asked > self._patience.longest_ask_s
        return too_long or stop_after_attempt(self._patience.attempts)(state)

    def _wait(self, state: RetryCallState, call: int) -> float:
        limits = self._patience
        wait: float = min(
            limits.longest_wait_s, limits.first_wait_s * 2.0 ** (state.attempt_number - 1)
        )
        # by chance, so that calls that failed together do not come back together
        wait *= 0.5 + rng("retry", self.name, call, state.attempt_number).random()
        asked = _asked_wait(state)
        if asked is None or asked > limits.longest_ask_s:
            return wait  # the others do not wait that long either
        self._quiet_until = max(self._quiet_until, asyncio.get_running_loop().time() + asked)
        return max(wait, asked)

    async def _quiet(self) -> None:
        wait = self._quiet_until - asyncio.get_running_loop().time()
        if wait > 0:
            await self._sleep(wait)


def _asked_wait(state: RetryCallState) -> float | None:
    error = state.outcome.exception() if state.outcome else None
    return error.retry_after if isinstance(error, RateLimitedError | UnavailableError) else None
