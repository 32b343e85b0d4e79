from fractions import Fraction

import pytest

from sandbox.replytext import spoken
from sandbox.scoring.extract import read_answer, read_choice, read_number, read_verdict

CHOICES = [("A", "4/6"), ("B", "5/4"), ("C", "4/4"), ("D", "3/8")]
STATEMENTS = ["Adds across.", "Keeps the larger denominator.", "Multiplies instead of adding."]


@pytest.mark.parametrize(
    "reply",
    [
        "B", "b", "(B)", "B.", "B)", "**B**", "Option B", "5/4", "B. 5/4", "1.25", "`B`",
        '{"Choice": "B"}', '{"choices": "B"}', '{"ANSWER": "b."}', '{"Choice": ["B"]}',
        '{"Answer": "5/4"}', '{"Answer": "B. 5/4"}', '{"Choice": "Option B"}', '{"Choice": "(B)"}',
        "{'Choice': 'B', 'Explanation': 'it\\'s it'}",
        '{"Explanation": "A is wrong, C too", "Choice": "B",}',
        'Sure! Here it is:\n```json\n{"Choice": "B", "Explanation": "more than A"}\n```\nHope it '
        'helps.',
        '{"Choice": "A"}\nWait, that is wrong.\n{"Choice": "B"}',
        "Choice: A\nNo, I correct myself.\nChoice: B",
        "I first thought of A, but the answer is B.",
        "Answer: B, because halves are bigger.",
        "**Answer:** B",
        "The correct answer is option B.",
        "<think>A? or C? Choice: C</think>Choice: B",
        "maybe A</think> B",
        "My choice is (B).",
        "I would pick option B here since the pieces must match.",
    ],
)  # fmt: skip
def test_a_choice_is_read_however_it_is_written(reply):
    read = read_choice(reply, CHOICES)
    assert (read.label, read.offered, read.reason) == ("B", True, "")


@pytest.mark.parametrize(
    "reply",
    ["", "   ", "I am not sure.", "Choice: A or B", "It could be A or maybe option C, or option D",
     '{"Choice": "A", "Answer": "B"}', "<think>B</think>", "<think>The answer is B",
     '{"Choice": ""}',
     '{"Explanation": "no"}', "Option A and option B both fit.", "A. 5/4"],
)  # fmt: skip
def test_an_unreadable_choice_has_a_reason_and_no_label(reply):
    read = read_choice(reply, CHOICES)
    assert not read.is_read
    assert read.label == ""


@pytest.mark.parametrize("reply", ["E", '{"Choice": "7"}', "Answer: 2/6", "Choice: F"])
def test_a_readable_answer_that_is_not_on_offer_is_read_as_such(reply):
    read = read_choice(reply, CHOICES)
    assert read.is_read
    assert not read.offered


def test_an_article_is_no_choice():
    assert not read_choice("A fraction is a part of a whole.", CHOICES).offered


def test_equal_values_among_the_choices_are_told_apart_by_text_only():
    choices = [("A", "4/6"), ("B", "2/3"), ("C", "1/3")]
    assert read_choice("2/3", choices).label == "B"
    assert not read_choice("0.666 or 6/9", choices).offered


@pytest.mark.parametrize(
    "reply",
    ["5/4", "The answer is 5/4.", '{"Answer": "1 1/4"}', "Answer: 1.25", "so \\frac{5}{4}",
     "Answer: **five quarters**", "<think>4/6?</think>Answer: 5/4"],
)  # fmt: skip
def test_a_value_is_read_from_prose_json_and_latex(reply):
    assert read_answer(reply).value.value == Fraction(5, 4)


@pytest.mark.parametrize("reply", ["", "I cannot say", '{"Answer": "1/2", "Choice": "3/4"}'])
def test_an_unreadable_value_has_a_reason(reply):
    read = read_answer(reply)
    assert read.value is None
    assert read.reason


@pytest.mark.parametrize(
    "reply",
    ["2", '{"Answer": 2}', '{"misconception": "2"}', "Misconception 2",
     "2. Keeps the larger denominator.",
     "The student keeps the larger denominator.", "Answer: 2 because 3/4 has a 4", "**2**",
     '{"Choice": 1}\n{"Choice": 2}'],
)  # fmt: skip
def test_a_candidate_is_read_by_number_or_statement(reply):
    read = read_number(reply, STATEMENTS)
    assert (read.index, read.offered) == (1, True)


@pytest.mark.parametrize(
    "reply", ["", "1 or 2", "none of these", "It is 1, 2 and 3.", "Answer: 1 or 3"]
)
def test_an_unreadable_candidate_has_a_reason(reply):
    read = read_number(reply, STATEMENTS)
    assert read.index is None
    assert read.reason


def test_a_candidate_number_that_was_not_offered_is_read_as_such():
    read = read_number('{"Answer": 17}', STATEMENTS)
    assert (read.index, read.offered, read.reason) == (None, False, "")


ALLOWED = {"brevity": (0, 1), "scope": ("yes", "no")}


def test_a_verdict_is_read_from_the_last_whole_object():
    first, last = '{"brevity": 0, "scope": "no"}', '{"scores": {"Brevity": "1", "scope": "Yes"}}'
    reply = f"First {first} then ```json\n{last}\n```"
    assert read_verdict(reply, ALLOWED).verdict == {"brevity": 1, "scope": "yes"}


@pytest.mark.parametrize(
    ("reply", "why"),
    [("", "no JSON"), ('{"brevity": 1}', "no verdict on scope"), ("All fine!", "no JSON"),
     ('{"brevity": 2, "scope": "yes"}', "brevity"),
     ('{"brevity": 1, "scope": "perhaps"}', "scope")],
)  # fmt: skip
def test_a_verdict_is_whole_or_unread(reply, why):
    read = read_verdict(reply, ALLOWED)
    assert read.verdict == {}
    assert why in read.reason


def test_reasoning_with_unpaired_tags_is_dropped():
    assert spoken("a</think>b<think>c") == "b"
    assert spoken("<think>a") == ""


@pytest.mark.parametrize("reply", ["{" * 50_000, "[" * 100_000, "Choice: " * 20_000, "x" * 300_000])
def test_hostile_replies_are_unread_and_take_no_time(reply):
    assert not read_choice(reply, CHOICES).offered
