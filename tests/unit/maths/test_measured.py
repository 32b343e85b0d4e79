"""Bare questions whose numbers carry one unit are read with it."""

import pytest

from sandbox.content.library import load
from sandbox.maths.measured import measured

FAMILIES = load().families

READ = {
    "$52 - $38": "$14",
    "What is £3.20 + £1.50?": "£4.70",
    "1/2 kg + 1/4 kg": "3/4 kg",
    "No. What is 52 cm − 38 cm?": "14 cm",
    "Increase $300 by 30%.": "$390",
    "raise $40 by 10%": "$44",
    "decrease $80 by 25%": "$60",
    "take 20% off $45": "$36",
    "take 20% off 45": "36",
    "what is 15% of 60 kg": "9 kg",
    "What is 3/4 of 20 kg?": "15 kg",
    "12 kg ÷ 4": "3 kg",
    "Which is larger, 0.45 kg or 0.6 kg?": "0.6 kg",
}


@pytest.mark.parametrize(("text", "right"), READ.items())
def test_the_answer_carries_the_unit_and_is_accepted_without(text, right):
    problems = FAMILIES.last(text)
    assert {problem.right.text for problem in problems} == {right}
    number = right.strip("$£").split(" ")[0]
    assert problems[0].right.matches(right)
    assert problems[0].right.matches(number)
    assert problems[0].question().strip(".?") in text.replace("−", "-")


def test_wrong_answers_carry_the_unit_too():
    (problem,) = FAMILIES.last("What is $52 − $38?")
    assert problem.wrong["subtraction/smaller-from-larger"].text == "$26"
    assert problem.wrong["subtraction/smaller-from-larger"].matches("26")
    assert not problem.right.matches("14 kg")


@pytest.mark.parametrize(
    "text",
    [
        "52 cm − 38 kg",
        "52 cm − 38",
        "3 kg × 4 kg",
        "12 ÷ 4 kg",
        "Sam has $52 and spends $38. How much is left?",
        "5 apples + 3 apples",
        "52 - 38",
    ],
)
def test_mixed_units_and_stories_are_no_such_questions(text):
    assert measured(text) == ()


def test_a_question_without_units_is_read_as_before():
    (problem,) = FAMILIES.last("What is 52 − 38?")
    assert problem.right.text == "14"
