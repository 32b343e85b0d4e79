"""Ends a run cleanly when a person or the system asks for it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def interruptible(task: asyncio.Task[object] | None) -> Iterator[threading.Event]:
    """Turn the first Ctrl-C (or SIGTERM) into a cancellation of `task`; a second acts as before."""
    asked = threading.Event()
    if task is None or threading.current_thread() is not threading.main_thread():
        yield asked
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    left = False

    def cancel() -> None:
        if not left:
            asked.set()
            task.cancel()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)

    def handle(number: int, frame: object) -> None:
        restore()
        loop.call_soon_threadsafe(cancel)

    for number in before:
        signal.signal(number, handle)
    try:
        yield asked
    finally:
        left = True
        restore()
