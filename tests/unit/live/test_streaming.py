"""Reading out a text that is there all at once."""

import time

from sandbox.live.streaming import AT_ONCE, Pace, read_out


async def heard(text, pace, is_hurried=lambda: False):
    told = []
    await read_out(text, told.append, pace, is_hurried)
    return told


async def test_text_grows_by_words_to_its_end_and_no_formula_is_cut_in_two():
    text = r"First \(\frac{1}{2} + \frac{1}{3}\), then $$x + 1$$ done"
    told = await heard(text, Pace(words=20))
    assert told == [r"First \(\frac{1}{2} + \frac{1}{3}\),", text[: -len(" done")], text]


async def test_long_text_takes_no_longer_than_the_limit():
    begun = time.monotonic()
    told = await heard("word " * 500, Pace(words=30, longest_s=0.3))
    assert len(told) == 3
    assert told[-1] == ("word " * 500).rstrip()
    assert time.monotonic() - begun >= 0.3


async def test_nothing_is_read_out_at_once_or_in_haste_or_of_nothing():
    assert await heard("all of this", AT_ONCE) == []
    assert await heard("all of this", Pace(), lambda: True) == []
    assert await heard("  ", Pace()) == []
