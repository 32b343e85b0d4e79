"""Doubles of models that ship with the package: known replies, known failures, no network.

Ids: `double:echo` says what it heard last, `double:empty` nothing; the classes are for Python.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from sandbox.errors import ModelError, UnavailableError, UnknownNameError, UsageError
from sandbox.models.base import ChatModel, Wanted
from sandbox.models.completions import completion_of
from sandbox.types import Completion, Message, Settings, Usage

Said = str | Completion | ModelError
"""One scripted reply: a text, a whole completion, or the error that is raised instead."""


class Scripted:
    """Gives replies from a list, in order; `asked` keeps what it was asked.

    Tokens are counted as words, so that usage is known too.
    """

    def __init__(
        self, replies: Sequence[Said], *, name: str = "double:scripted", sees_images: bool = True
    ) -> None:
        self.name, self.sees_images = name, sees_images
        self.asked: list[tuple[tuple[Message, ...], Settings]] = []
        self._replies = tuple(replies)

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """The next reply of the list."""
        place = len(self.asked)
        self.asked.append((tuple(messages), settings))
        if place >= len(self._replies):
            raise UsageError(f"{self.name}: only {len(self._replies)} replies were scripted")
        return _completion(self._replies[place], messages, settings, self.name)


class FromFunction:
    """Replies with what a function makes of the messages; `asked` keeps what it was asked."""

    def __init__(
        self,
        function: Callable[[Sequence[Message], Settings], Said],
        *,
        name: str = "double:function",
        sees_images: bool = True,
    ) -> None:
        self.name, self.sees_images = name, sees_images
        self.asked: list[tuple[tuple[Message, ...], Settings]] = []
        self._function = function

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """What the function says."""
        self.asked.append((tuple(messages), settings))
        return _completion(self._function(messages, settings), messages, settings, self.name)


class Failing:
    """Fails some times, then is the model inside."""

    def __init__(self, inner: ChatModel, times: int, error: ModelError | None = None) -> None:
        self.name, self.sees_images = inner.name, inner.sees_images
        self.calls = 0
        self._inner, self._times = inner, times
        self._error = error or UnavailableError(f"{inner.name}: fails as scripted")

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """An error while there are failures left, then a reply."""
        self.calls += 1
        if self.calls <= self._times:
            raise self._error
        return await self._inner.reply(messages, settings)


class Slow:
    """Takes its time, then is the model inside; `peak` is how many calls it had at once."""

    def __init__(
        self,
        inner: ChatModel,
        seconds: float,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name, self.sees_images = inner.name, inner.sees_images
        self.in_flight = self.peak = 0
        self._inner, self._seconds, self._sleep = inner, seconds, sleep

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """A reply, after a while."""
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            await self._sleep(self._seconds)
            return await self._inner.reply(messages, settings)
        finally:
            self.in_flight -= 1


def echo(name: str = "double:echo") -> FromFunction:
    """A model that says what it heard last."""
    return FromFunction(lambda messages, _: messages[-1].text if messages else "", name=name)


def build(wanted: Wanted) -> ChatModel:
    """The double of that name."""
    doubles: dict[str, Callable[[], ChatModel]] = {
        "echo": lambda: echo(wanted.name),
        "empty": lambda: FromFunction(lambda *_: "", name=wanted.name),
    }
    if wanted.model not in doubles:
        raise UnknownNameError("double", wanted.model, doubles)
    return doubles[wanted.model]()


def _completion(
    said: Said, messages: Sequence[Message], settings: Settings, name: str
) -> Completion:
    if isinstance(said, ModelError):
        raise said
    if isinstance(said, Completion):
        return said
    words = said.split()
    most = settings.max_tokens
    is_cut = most is not None and len(words) > most
    usage = Usage(
        input_tokens=sum(len(message.text.split()) for message in messages),
        output_tokens=min(len(words), most) if most is not None else len(words),
    )
    return completion_of(
        " ".join(words[:most]) if is_cut else said,
        ended="length" if is_cut else "stop",
        stop=settings.stop,
        usage=usage,
        model=name,
    )
