"""How a child tells sums that it knows: nobody does 7 − 2 in columns."""

import pytest

from sandbox.agents.students.facts import fact


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("What is 7 − 2?", "5", "I counted back from 7: 6, 5."),
        ("9 - 7", "2", "I counted up from 7 to 9: 8, 9. That is 2."),
        ("9 − 4", "5", "I counted back from 9: 8, 7, 6, 5."),
        ("Work out 6 + 3.", "9", "I counted on from 6: 7, 8, 9."),
        ("3 + 8", "11", "I just know that 3 + 8 = 11."),
        ("4 × 6", "24", "I just know that 4 × 6 = 24."),
        ("8 ÷ 2", "4", "I know that 4 × 2 = 8, so it is 4."),
        ("7 − 0", "7", "I just know that 7 − 0 = 7."),
    ],
)
def test_a_small_sum_is_counted_or_known(question, answer, told):
    assert fact(question, answer) == (told,)


@pytest.mark.parametrize(
    ("question", "answer"),
    [("52 − 38", "14"), ("3 − 8", "−5"), ("7 − 2", "9"), ("1/2 + 1/3", "5/6"), ("7 ÷ 2", "7/2")],
)
def test_what_is_no_fact_or_wrong_is_told_otherwise(question, answer):
    assert fact(question, answer) == ()
