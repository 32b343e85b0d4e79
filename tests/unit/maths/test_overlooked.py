"""What a reading of a question leaves out is noticed where it would change the answer."""

import pytest

from sandbox.content.library import load
from sandbox.maths.diagnose import diagnose
from sandbox.records import rng

LIBRARY = load()
STATEMENTS = {name: spec.statement for name, spec in LIBRARY.misconceptions.items()}


def found(question, answer):
    return diagnose(question, answer, LIBRARY.families, STATEMENTS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is missing: 8 + 4 = __ + 5?", "12"),
        ("What is 23 + 48 to the nearest ten?", "71"),
        ("What is 23 + 48? Round your answer to the nearest ten.", "71"),
        ("Decrease 200 by 10% and then increase it by 10%", "180"),
        ("What is half of 1/4 + 1/4?", "1/2"),
        ("Half of 1/4 + 1/4?", "1/2"),
        ("Double 3 + 4.", "7"),
        ("What number is 3 less than 7 × 6?", "42"),
        ("What is 0.5 × 4 hours in minutes?", "2"),
        ("Write 3/8 as a decimal and round it to 1 decimal place.", "0.375"),
        ("What is 9 - 4 as a fraction of 10?", "5"),
        ("Which is NOT the larger one: 0.5 or 0.25?", "0.5"),
        ("Solve 2x + 3 = 11 - 2x", "2"),
        ("Solve 4x = 20 and then find x + 1.", "5"),
    ],
)
def test_answer_to_a_part_of_a_question_is_neither_right_nor_explained(question, answer):
    diagnosis = found(question, answer)
    assert diagnosis.verdict == "unexplained"
    assert "only a part of the question" in diagnosis.reason
    assert diagnosis.right_answer == ""


def test_question_with_an_answer_on_the_way_is_read_whole():
    diagnosis = found("What is 8 + 4 = ? + 5", "12")
    assert diagnosis.explanations[0].misconception == "equations/equals-means-answer-next"
    assert found("What is 8 + 4 = ? + 5", "7").verdict == "right"


@pytest.mark.parametrize(
    "question",
    [
        "1/2 + 1/3 = ?",
        "1/2 + 1/3 = __",
        "Question 4: What is 1/2 + 1/3?",
        "4) 1/2 + 1/3",
        "b) 1/2 + 1/3",
        "What is 1/2 + 1/3? A) 2/5 B) 5/6",
        "What is 1/2 + 1/3? (2 marks)",
        "Kim has 3 cats. What is 1/2 + 1/3? Show your working.",
        "x = 1/2 + 1/3",
        "What is 1/2 + 1/3, Tom?",
    ],
)
def test_what_changes_nothing_is_overlooked(question):
    diagnosis = found(question, "2/5")
    assert diagnosis.explanations[0].misconception == "fractions/add-across"
    assert found(question, "5/6").verdict == "right"


def test_no_question_of_a_family_is_read_in_part():
    for family in LIBRARY.families:
        problem = family.draw(rng("overlooked", family.id))
        for number in range(len(family.stems)):
            question = problem.question(number)
            diagnosis = found(question, problem.right.text)
            assert "only a part" not in diagnosis.reason, question
