"""Reading out a text that is there all at once."""

import time

from sandbox.live.streaming import AT_ONCE, Pace, read_out


async def heard(text, pace, is_hurried=lambda: False):
    told = []
    await read_out(text, told.append, pace, is_hurried)
    return told


async def test_text_grows_by_words_and_no_formula_is_cut_in_two():
    text = r"First \(\frac{1}{2} + \frac{1}{3}\), then $$x + 1$$ done"
    told = await heard(text, Pace(words=12))
    first = r"First \(\frac{1}{2} + \frac{1}{3}\),"
    assert told[0] == first
    assert {first, text[: -len(" $$x + 1$$ done")], text[: -len(" done")]}.issuperset(told)


async def test_long_text_takes_no_longer_than_the_limit():
    begun = time.monotonic()
    told = await heard("word " * 500, Pace(words=30, longest_s=0.3))
    assert 1 <= len(told) <= 2
    assert told[0].count("word") == 167
    assert time.monotonic() - begun >= 0.3


async def test_busy_process_makes_the_steps_larger_and_the_time_no_longer():
    told = []

    def slow(text):
        told.append(text)
        time.sleep(0.5)

    await read_out("word " * 40, slow, Pace(words=40, longest_s=1.0))
    assert len(told) <= 2
    assert told[0].count("word") == 5


async def test_nothing_is_read_out_at_once_or_in_haste_or_of_nothing():
    assert await heard("all of this", AT_ONCE) == []
    assert await heard("all of this", Pace(), lambda: True) == []
    assert await heard("  ", Pace()) == []
