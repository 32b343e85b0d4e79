"""Tells whoever waits that something has changed. Knows nothing of what."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable


class Pulse:
    """Beats at every change.

    Attributes:
        version: Grows with every beat.
    """

    def __init__(self) -> None:
        self.version = 0
        self._next = asyncio.Event()

    def beat(self) -> None:
        """Something has changed."""
        self.version += 1
        self._next.set()
        self._next = asyncio.Event()

    async def since(self, version: int, patience_s: float) -> bool:
        """Wait for a beat after a version; False if the patience ends before."""
        return await self.until(lambda: self.version > version, patience_s)

    async def until(self, holds: Callable[[], bool], patience_s: float) -> bool:
        """Wait until something holds, asking at every beat; False if the patience ends before."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while not holds():
                    await self._next.wait()
        return holds()
