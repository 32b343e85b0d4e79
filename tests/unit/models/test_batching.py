"""Questions of concurrent callers are worked on together. No model is needed for that."""

import asyncio
import threading
import time

import pytest

from sandbox.models.local.batching import Batcher


async def test_questions_at_once_share_a_batch_and_get_their_own_answers():
    batcher = Batcher(lambda questions: [question * 2 for question in questions], collect_s=0.05)
    assert await asyncio.gather(*(batcher.ask(k) for k in range(10))) == [2 * k for k in range(10)]
    assert batcher.batches == [10]


async def test_batches_are_never_larger_than_said_and_leave_nobody():
    batcher = Batcher(list, most=4, collect_s=0.01)
    assert await asyncio.gather(*(batcher.ask(k) for k in range(30))) == list(range(30))
    assert max(batcher.batches) == 4
    assert sum(batcher.batches) == 30


async def test_error_of_one_question_is_its_own():
    batcher = Batcher(lambda ks: [ValueError("odd") if k % 2 else k for k in ks])
    got = await asyncio.gather(*(batcher.ask(k) for k in range(4)), return_exceptions=True)
    assert [got[0], got[2]] == [0, 2]
    assert isinstance(got[1], ValueError)


async def test_failure_of_the_work_reaches_everyone_and_the_next_batch_works():
    broken = [True]

    def work(questions):
        if broken.pop() if broken else False:
            raise RuntimeError("broken")
        return list(questions)

    batcher = Batcher(work)
    got = await asyncio.gather(*(batcher.ask(k) for k in range(3)), return_exceptions=True)
    assert all(isinstance(each, RuntimeError) for each in got)
    assert await batcher.ask(5) == 5


async def test_caller_that_has_gone_away_is_not_worked_for():
    worked = []

    def work(questions):
        worked.extend(questions)
        return list(questions)

    batcher = Batcher(work, collect_s=0.1)
    gone = asyncio.create_task(batcher.ask("gone"))
    stays = asyncio.create_task(batcher.ask("stays"))
    await asyncio.sleep(0.02)
    gone.cancel()
    assert await stays == "stays"
    assert worked == ["stays"]
    with pytest.raises(asyncio.CancelledError):
        await gone


def test_event_loops_in_several_threads_share_it():
    batcher = Batcher(lambda ks: [time.sleep(0.01) or k for k in ks])
    got = []
    threads = [
        threading.Thread(target=lambda k=k: got.append(asyncio.run(batcher.ask(k))))
        for k in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(8))
