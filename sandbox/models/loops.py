"""Things that belong to one event loop, such as connections: made once in it, closed when it
ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class PerLoop(Generic[Thing]):
    """One thing for each event loop that asks for it."""

    def __init__(
        self, make: Callable[[], Thing], close: Callable[[Thing], Awaitable[None]]
    ) -> None:
        self._make, self._close = make, close
        self._things: dict[asyncio.AbstractEventLoop, Thing] = {}
        self._keepers: dict[asyncio.AbstractEventLoop, AsyncGenerator[None]] = {}

    @property
    def open(self) -> int:
        """How many are in use."""
        return len(self._things)

    async def get(self) -> Thing:
        """The running loop's thing."""
        loop = asyncio.get_running_loop()
        if loop not in self._things:
            self._things[loop] = self._make()
            self._keepers[loop] = self._kept(loop)
            # a loop closes its generators when it ends, and the thing with them
            await anext(self._keepers[loop])
        return self._things[loop]

    async def close(self) -> None:
        """Close the running loop's thing now; who asks again gets a new one."""
        keeper = self._keepers.get(asyncio.get_running_loop())
        if keeper is not None:
            await keeper.aclose()

    async def _kept(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[None]:
        try:
            yield
        finally:
            self._keepers.pop(loop, None)
            await self._close(self._things.pop(loop))
