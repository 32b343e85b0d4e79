"""Gathers what concurrent callers ask for and works on it together, in one thread of its own.

Knows no model. The first question waits a few milliseconds for others; what comes while a batch is
at work goes into the next."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")

COLLECT_S = 0.01
MOST = 16


class Batcher(Generic[Question, Answer]):
    """Questions from any number of tasks and event loops, answered in batches.

    Args:
        work: Answers questions, in their order; an answer that is an exception is raised to who
            asked.
        most: How many questions a batch holds.
        collect_s: How long the first one waits for others, in seconds.
    """

    def __init__(
        self,
        work: Callable[[Sequence[Question]], Sequence[Answer | Exception]],
        *,
        most: int = MOST,
        collect_s: float = COLLECT_S,
    ) -> None:
        self.batches: list[int] = []
        self._work, self._most, self._collect_s = work, most, collect_s
        self._waiting: list[tuple[Question, Future[Answer]]] = []
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="local-model")

    async def ask(self, question: Question) -> Answer:
        """The answer to one question."""
        future: Future[Answer] = Future()
        with self._lock:
            self._waiting.append((question, future))
        self._thread.submit(self._batch)
        return await asyncio.wrap_future(future)

    def _batch(self) -> None:
        """Answer what waits; every question submits this once, so that none is left."""
        with self._lock:
            if not self._waiting:
                return
            is_full = len(self._waiting) >= self._most
        if not is_full:
            time.sleep(self._collect_s)
        with self._lock:
            taken, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
        # who has gone away in the meantime is not worked for
        live = [
            (question, future)
            for question, future in taken
            if future.set_running_or_notify_cancel()
        ]
        if not live:
            return
        self.batches.append(len(live))
        try:
            answers = self._work([question for question, _ in live])
        except BaseException as error:
            for _, future in live:
                future.set_exception(error)
            raise
        for (_, future), answer in zip(live, answers, strict=True):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
