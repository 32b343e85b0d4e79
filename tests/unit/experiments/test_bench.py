from __future__ import annotations

import asyncio

import pytest

from sandbox.experiments.base import Bench, Limiter, MemoryBench
from sandbox.records import Item, Transcript, Turn


async def test_the_limiter_serves_first_come_first_served_within_its_limit() -> None:
    limiter = Limiter(2)
    order: list[int] = []

    async def call(number: int) -> None:
        async with limiter:
            order.append(number)
            await asyncio.sleep(0.001)

    await asyncio.gather(*(call(number) for number in range(6)))
    assert order == list(range(6))
    assert (limiter.peak, limiter.in_flight) == (2, 0)


async def test_a_call_that_fails_frees_its_place() -> None:
    limiter = Limiter(1)
    with pytest.raises(ZeroDivisionError):
        async with limiter:
            raise ZeroDivisionError
    async with asyncio.timeout(1):
        async with limiter:
            assert limiter.in_flight == 1


def test_a_limit_of_no_calls_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one call"):
        Limiter(0)


async def test_a_memory_bench_gives_back_what_it_was_told_once() -> None:
    bench: Bench = MemoryBench(seed=4)
    opened = Transcript(
        session="s", item=Item(id="i", question="q", answer="a"), student="x", tutor="y"
    )
    said = Turn(index=0, seat="student", text="hi", author="x")
    assert bench.earlier("s") is None
    await bench.begin(opened)
    await bench.record_turn("s", said)
    await bench.record_turn("s", said)
    await bench.begin(opened)
    assert bench.earlier("s") == opened.model_copy(update={"turns": (said,)})
