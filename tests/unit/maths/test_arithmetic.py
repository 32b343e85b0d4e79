"""evaluate: the one calculation in a text, exactly, or the reason why not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.arithmetic import Evaluated, evaluate
from sandbox.maths.values import Unreadable

F = Fraction


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is 7 - 2?", F(5)),
        ("7 − 2 =", F(5)),
        ("work out 3 × (4 + 5)", F(27)),
        ("what's 2/3 of 12", F(8)),
        ("15% of 60", F(9)),
        ("5^2", F(25)),
        ("What is seven take away two?", F(5)),
        ("1/2 ÷ 3/4", F(2, 3)),
        ("50 − 3(4 + 5)", F(23)),
        ("4 + 2 × 5²", F(54)),
        ("−9 − (−4)", F(-5)),
        ("−5² + 3", F(-22)),
        ("24 ÷ 2 × 4 + 2", F(50)),
        ("add 3/4 and 1/2", F(5, 4)),
        ("1 1/2 + 2 1/3", F(23, 6)),
        ("$3.50 + $1.25", F(19, 4)),
        ("half of 12", F(6)),
        ("√16", F(4)),
        ("12/4", F(3)),
        ("What is 3 + 4? I think 3 + 4 is 8", F(7)),
        ("(−4)(−6)", F(24)),
        ("5 − −3", F(8)),
        ("what would a half plus a third be?", F(5, 6)),
        ("half of a half", F(1, 4)),
        ("add a half to a third", F(5, 6)),
        ("two and a half times four", F(10)),
        ("Question 3: 7 − 4", F(3)),
        (r"Work out $\frac{3}{4} + \frac{1}{2}$.", F(5, 4)),
    ],
)
def test_the_question_is_worked_out(question: str, value: Fraction) -> None:
    found = evaluate(question)
    assert isinstance(found, Evaluated)
    assert found.value == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "no calculation"),
        ("What is 3/4?", "no calculation"),
        ("2x + 3", "no calculation"),
        ("x + 3 + 4", "no calculation"),
        ("3 + 4 + x", "no calculation"),
        ("2024-01-05", "no calculation"),
        ("Work out 29 × 14 using 30 × 14", "several"),
        ("1/0 + 2", "division by zero"),
        ("9^9^9^9", "exponent"),
        ("What is 2x - 3 + 2?", "no calculation"),
        ("What is x^2 - 3 + 2?", "no calculation"),
        ("x-- 0.25", "no calculation"),
        ("√2", "rational"),
        ("8 + 4 = □ + 5", "box"),
        ("1" * 5000, "longer"),
        ("call at 3 - 4 pm", "no calculation"),
        ("from 3:30 - 4 p.m.", "no calculation"),
        ("between 9 - 5 o'clock", "no calculation"),
        ("read pages 3 - 4", "no calculation"),
        ("for ages 3-5", "no calculation"),
    ],
)
def test_what_cannot_be_worked_out_says_why(text: str, reason: str) -> None:
    found = evaluate(text)
    assert isinstance(found, Unreadable)
    assert reason in found.reason


def test_the_span_points_into_the_original() -> None:
    question = "Hm, what is seven take away two?"
    found = evaluate(question)
    assert isinstance(found, Evaluated)
    assert question[found.start : found.end] == "seven take away two"


@given(st.integers(0, 999), st.integers(1, 999), st.sampled_from("+−×÷"))
def test_two_numbers_and_a_sign_are_exact(a: int, b: int, sign: str) -> None:
    found = evaluate(f"Work out {a} {sign} {b}.")
    wanted = {"+": F(a + b), "−": F(a - b), "×": F(a * b), "÷": F(a, b)}[sign]
    assert isinstance(found, Evaluated)
    assert found.value == wanted


@given(st.text(alphabet="0123456789 +-*/^().x√%of", max_size=80))
def test_no_text_raises(text: str) -> None:
    evaluate(text)
