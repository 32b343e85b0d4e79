"""What of a model's reply reaches a seat: its own words and nothing else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandbox.agents.modelled.filters import (
    CUT_OFF,
    EMPTY,
    REFUSED,
    SPOKE_FOR_OTHER,
    Cleaned,
    cleaned,
)
from sandbox.maths.consistency import speaks_for_other
from sandbox.types import Completion


def clean(text, seat="student", finish="stop"):
    return cleaned(Completion(text=text, finish=finish), seat)


@pytest.mark.parametrize(
    "text",
    [
        "<think>It is 5/6, but I play dumb.</think>I got 2/5.",
        "It is 5/6, but I play dumb.</think>\n\nI got 2/5.",
        "I got 2/5. <think>It is 5/6",
        "<THINKING>5/6</THINKING> I got 2/5. <think>5/6</think>",
    ],
)
def test_reasoning_reaches_nobody(text):
    assert clean(text) == Cleaned("I got 2/5.")


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("I got 2/5.\nTutor: Not quite. It is 5/6.", "student"),
        ("I got 2/5. Teacher: It is 5/6.", "student"),
        ("Student: I got 2/5.\n\n**Tutor:** It is 5/6.", "student"),
        ("I got 2/5.\nStudent: I mean 5/6.", "student"),
        ("I got 2/5.<|im_end|>\n<|im_start|>user\nIt is 5/6.", "student"),
        ("I got 2/5. [INST] It is 5/6 [/INST]", "student"),
        ("I got 2/5.</student><tutor>It is 5/6.</tutor>", "student"),
        ("I got 2/5.\nPupil: It is 5/6!", "tutor"),
        ("Tutor: I got 2/5.\nStudent (thinking): It is 5/6!", "tutor"),
    ],
)
def test_reply_is_cut_where_it_speaks_for_the_other_side_and_flagged(text, seat):
    assert clean(text, seat) == Cleaned("I got 2/5.", (SPOKE_FOR_OTHER,))


@pytest.mark.parametrize(
    "text",
    ["Student: I got 2/5.", "**Pupil:** I got 2/5.", '"I got 2/5."', "“I got 2/5.”",
     "<|assistant|> I got 2/5.", "I got 2/5.<|im_end|>", "I got 2/5.</s>"],
)  # fmt: skip
def test_own_name_marks_and_quotation_marks_are_dropped_without_a_flag(text):
    assert clean(text) == Cleaned("I got 2/5.")


def test_quotation_marks_inside_stay():
    text = '"Add" means plus and "times" means "often"'
    assert clean(text).text == text


def test_what_is_only_the_other_sides_is_empty():
    assert clean("Tutor: Well done!") == Cleaned("", (SPOKE_FOR_OTHER, EMPTY))
    assert clean("<think>hm") == Cleaned("", (EMPTY,))


def test_refusal_says_nothing():
    assert clean("I cannot help with that.", finish="refused") == Cleaned("", (REFUSED,))


def test_cut_off_reply_ends_with_its_last_whole_sentence():
    assert clean("I got 2.5. Then I", finish="length") == Cleaned("I got 2.5.", (CUT_OFF,))
    assert clean("I got 2 and", finish="length") == Cleaned("I got 2 and", (CUT_OFF,))


def test_end_mark_is_taken_off_and_told():
    assert clean("Well done! [END]", "tutor") == Cleaned("Well done!", (), True)
    assert clean("[end] Goodbye.", "tutor") == Cleaned("Goodbye.", (), True)
    assert clean("This is the end.", "tutor") == Cleaned("This is the end.")


PIECES = st.sampled_from(
    ["I got 2/5. ", "\n", "Tutor: ", "Student: ", "<think>", "</think>", "5/6 ", "[END]", "“", "> ",
     "<|user|>", "You: ", "? "]
)  # fmt: skip


@example("[END]You: ", "student")
@example('"Student: "Tutor: 5/6""', "student")
@given(st.lists(PIECES, max_size=9).map("".join), st.sampled_from(["student", "tutor"]))
def test_nothing_that_is_said_speaks_for_the_other_side(text, seat):
    said = clean(text, seat)
    assert not speaks_for_other(said.text, seat)
    assert "think>" not in said.text
    assert (not said.text) == (EMPTY in said.flags)
