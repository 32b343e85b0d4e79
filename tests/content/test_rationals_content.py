"""Worked examples for the fractions and decimals strands, checked by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie far outside what the families draw.
"""

from __future__ import annotations

import pytest

from sandbox.content.library import load

FRACTIONS = [
    # the four sums that the issue names
    ("What is 3/4 + 1/2?", "fractions/add-across", "4/6"),
    ("add three quarters and a half", "fractions/add-across", "4/6"),
    ("1/2 + 1/2", "fractions/add-across", "2/4"),
    ("1/2 + 1/3", "fractions/add-across", "2/5"),
    (r"What is \frac{1}{2}+\frac{1}{2}?", "fractions/add-across", "2/4"),
    ("Work out 17/20 + 9/50.", "fractions/add-across", "26/70"),
    ("Work out 17/20 + 9/50.", "fractions/adds-tops-multiplies-bottoms", "26/1000"),
    ("What is 1/2 + 1/4?", "fractions/lcd-without-scaling", "2/4"),
    ("What is 1/6 + 3/4?", "fractions/lcd-without-scaling", "4/12"),
    ("What is 1/6 + 3/4?", "fractions/keeps-larger-denominator", "4/6"),
    ("What is 3/7 + 2/7?", "fractions/multiplies-tops-when-adding", "6/7"),
    ("What is 3/7 + 2/7?", "fractions/drops-denominator", "5"),
    ("What is 5/8 − 3/8?", "fractions/drops-denominator", "2"),
    ("What is 3/4 − 1/2?", "fractions/subtract-across", "2/2"),
    # the second denominator is the larger one: 8 − 4, not 4 − 8
    ("What is 3/4 − 1/8?", "fractions/subtract-across", "2/4"),
    ("Work out 3 1/4 − 1 3/4.", "fractions/mixed-smaller-from-larger", "2 2/4"),
    ("Work out 3 1/4 − 1 3/4.", "fractions/mixed-borrows-ten", "1 8/4"),
    ("Work out 12 3/20 − 4 17/20.", "fractions/mixed-no-decrement", "8 6/20"),
    ("Work out 1 2/3 + 1 2/3.", "fractions/mixed-drops-extra-whole", "2 1/3"),
    ("Work out 5 4/9 + 2 7/9.", "fractions/add-across", "7 11/18"),
    ("Work out 6 − 1/2.", "fractions/whole-minus-numerator", "5/2"),
    ("Work out 100 − 3/8.", "fractions/whole-attaches-fraction", "99 3/8"),
    ("Work out 1 − 1/10.", "fractions/whole-attaches-fraction", "1/10"),
    ("Work out 2/3 × 4/5.", "fractions/cross-multiplies-product", "10/12"),
    # 10/15 × 12/15 over 15
    ("Work out 2/3 × 4/5.", "fractions/common-denominator-product", "120/15"),
    ("Work out 2/3 × 4/5.", "fractions/multiplies-tops-adds-bottoms", "8/8"),
    ("Work out 12 × 3/20.", "fractions/multiplies-top-and-bottom", "36/240"),
    ("Work out 3/4 ÷ 2/5.", "fractions/divides-without-inverting", "6/20"),
    ("Work out 3/4 ÷ 2/5.", "fractions/inverts-first-fraction", "8/15"),
    ("Work out 3/4 ÷ 2/5.", "fractions/inverts-both-fractions", "20/6"),
    ("Work out 7/9 ÷ 2/4.", "fractions/divides-across-dropping-remainders", "3/2"),
    ("Work out 4/6 ÷ 2.", "fractions/divides-both-parts", "2/3"),
    ("What is 3 ÷ 1/2?", "fractions/division-makes-smaller", "3/2"),
    ("What is 2 ÷ 4/5?", "fractions/ignores-numerator-of-divisor", "10"),
    ("Work out 3/4 of 200.", "fractions/divides-by-top-multiplies-by-bottom", "266.667"),
    ("Work out 3/4 of 240.", "fractions/unit-fraction-only", "60"),
    ("2/3 of a number is 12. What is the number?", "fractions/takes-fraction-of-part", "8"),
    ("Write 18/30 in its simplest form.", "fractions/partial-simplification", "9/15"),
    ("Write 18/30 in its simplest form.", "fractions/subtracts-to-simplify", "12/24"),
    ("Write 3 12/25 as an improper fraction.", "fractions/mixed-concatenates", "312/25"),
    ("Write 17/5 as a mixed number.", "fractions/swaps-quotient-remainder", "2 3/5"),
    ("What number goes in the box? 2/5 = □/20", "fractions/additive-equivalence", "17"),
    ("Which is larger, 1/3 or 1/4?", "fractions/larger-denominator-larger", "1/4"),
    ("Which is bigger, 5/6 or 7/8?", "fractions/gap-thinking", "they are equal"),
    ("How many fractions are there between 5/11 and 6/11?", "fractions/same-denominator-only", "0"),
]

DECIMALS = [
    ("What is 0.5 + 0.5?", "decimals/adds-decimal-parts-as-whole-numbers", "0.10"),
    ("Work out 3.7 + 2.15.", "decimals/adds-decimal-parts-as-whole-numbers", "5.22"),
    ("Work out 3.7 + 2.15.", "decimals/right-aligns-decimals", "2.52"),
    ("Work out 12.05 + 3.004.", "decimals/drops-unmatched-decimal", "15.05"),
    ("Work out 2.8 + 1.7.", "decimals/no-carry-across-point", "3.5"),
    ("Work out 2.8 + 1.7.", "decimals/adds-decimal-places", "0.45"),
    ("Work out 7 + 1.25.", "decimals/right-aligns-decimals", "1.32"),
    ("Work out 5.2 − 3.7.", "decimals/adds-decimal-parts-as-whole-numbers", "2.5"),
    ("Work out 6.8 − 2.35.", "decimals/brings-down-decimals", "4.55"),
    ("Work out 6 − 2.35.", "decimals/brings-down-decimals", "4.35"),
    ("Work out 150 − 49.5.", "decimals/brings-down-decimals", "101.5"),
    ("Work out 6 − 2.35.", "subtraction/borrow-no-decrement", "4.75"),
    ("Work out 3.4 × 100.", "decimals/appends-zeros", "3.400"),
    ("Work out 3.4 × 100.", "decimals/multiplies-whole-part-only", "300.4"),
    ("Work out 3.4 × 100.", "decimals/adds-zeros-to-digits", "3400"),
    ("Work out 40.6 ÷ 10.", "decimals/divides-whole-part-only", "4.6"),
    ("Work out 34.5 ÷ 10.", "decimals/inserts-zero-after-point", "34.05"),
    ("Work out 0.5 × 0.5.", "decimals/product-keeps-decimal-places", "2.5"),
    ("Work out 0.4 × 0.6.", "decimals/counts-digits-not-places", "0.0024"),
    ("Work out 2.3 × 4.5.", "decimals/multiplies-parts-separately", "8.15"),
    ("Work out 3 × 0.4.", "decimals/multiplies-parts-separately", "0.12"),
    ("Work out 12 ÷ 0.4.", "decimals/adjusts-quotient-like-divisor", "0.3"),
    ("Write 3/8 as a decimal.", "decimals/fraction-as-a-point-b", "3.8"),
    ("Write 3/8 as a decimal.", "decimals/denominator-after-point", "0.8"),
    ("Write 0.45 as a fraction.", "decimals/always-tenths", "45/10"),
    ("Write 0.07 as a fraction.", "decimals/decimal-as-unit-fraction", "1/7"),
    ("Write 23 tenths as a decimal.", "decimals/column-overflow", "0.23"),
    ("Which is larger, 0.5 or 0.125?", "decimals/longer-is-larger", "0.125"),
    ("Which is larger, 0.1 or 0.99?", "decimals/shorter-is-larger", "0.1"),
    (
        "Put these decimals in order, smallest first: 0.4, 0.35, 0.208, 0.07",
        "decimals/zero-rule",
        "0.07, 0.4, 0.35, 0.208",
    ),
    (
        "Put these decimals in order, smallest first: 1.25, 0.7, 1.3",
        "decimals/longer-is-larger",
        "0.7, 1.3, 1.25",
    ),
    ("What is the value of the digit 7 in 0.719?", "decimals/oneths-column", "7"),
    (
        "How many decimal numbers are there between 0.3 and 0.4?",
        "decimals/one-more-place-only",
        "9",
    ),
    (
        "Cheese costs $15 per kilogram. How much does 0.5 kg cost?",
        "decimals/chooses-division-to-get-less",
        "$30",
    ),
]

RIGHT = [
    ("What is 3/4 + 1/2?", "5/4"),
    (r"What is \frac{1}{2}+\frac{1}{2}?", "1"),
    ("Work out 12 3/20 − 4 17/20.", "7 3/10"),
    ("Work out 3 ÷ 2/5.", "15/2"),
    ("1/2 of a number is 7. What is the number?", "14"),
    ("Which is larger, 2/4 or 1/2?", "they are equal"),
    ("Which is larger, 0.50 or 0.5?", "they are equal"),
    ("Work out 12.05 + 3.004.", "15.054"),
    ("Work out 150 − 49.5.", "100.5"),
    ("Work out 3.04 ÷ 1000.", "0.00304"),
    ("Cheese costs $15 per kilogram. How much does 0.5 kg cost?", "$7.50"),
    ("How many fractions are there between 5/11 and 6/11?", "infinitely many"),
]


@pytest.mark.parametrize(("question", "misconception", "answer"), FRACTIONS + DECIMALS)
def test_learner_who_holds_one_belief_answers_by_its_rule(
    question: str, misconception: str, answer: str
) -> None:
    problems = load().families.last(question)
    answers = [problem.by(misconception) for problem in problems]
    assert {given.text for given in answers if given is not None} == {answer}


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_holds_far_outside_the_drawn_numbers(question: str, answer: str) -> None:
    problems = load().families.last(question)
    assert {problem.right.text for problem in problems} == {answer}


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        ("1/2 + 1/2", "fractions/lcd-without-scaling"),
        ("3 3/4 − 1 1/4", "fractions/mixed-borrows-ten"),
        ("Write 0.453 as a fraction.", "decimals/digits-as-numerator-denominator"),
        ("Work out 1/2 ÷ 3.", "fractions/divides-both-parts"),
    ],
)
def test_rule_that_does_not_apply_gives_no_answer(question: str, misconception: str) -> None:
    problems = load().families.last(question)
    assert problems
    assert all(problem.by(misconception) is None for problem in problems)


def test_two_rules_that_give_the_same_answer_are_seen_as_a_tie() -> None:
    (problem,) = load().families.last("What is 1/2 + 1/3?")
    assert not problem.is_diagnostic
    assert (
        problem.wrong["fractions/lcd-without-scaling"].text
        == problem.wrong["fractions/adds-tops-multiplies-bottoms"].text
        == "2/6"
    )
