"""Worked examples for whole numbers, integers and order of operations, checked by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie far outside what the families draw.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.content.library import load
from sandbox.maths.families import Problem

WHOLE_NUMBERS = [
    ("In the number 70352, what is the value of the digit 7?", "place-value/face-value", "7"),
    (
        "In the number 70352, what is the value of the digit 7?",
        "place-value/place-name-only",
        "10000",
    ),
    ("What is the value of the 5 in 70352?", "place-value/counts-places-from-left", "5000"),
    ("What is the value of the 4 in 914752?", "place-value/counts-places-from-left", "400"),
    ("What is the value of the 3 in 70352?", "place-value/value-includes-tail", "352"),
    ("Write two thousand and six in digits.", "place-value/writes-words-literally", "20006"),
    ("Write two thousand and six in digits.", "place-value/drops-zero-placeholder", "26"),
    ("Write two thousand and six in digits.", "place-value/zero-at-the-end", "2600"),
    ("Write four hundred and seven in digits.", "place-value/writes-words-literally", "4007"),
    (
        "What number do 4 hundreds, 23 tens and 5 ones make?",
        "place-value/drops-extra-hundred",
        "435",
    ),
    (
        "Which of these numbers is the largest? 12000, 9, 870",
        "place-value/compares-first-digit",
        "9",
    ),
    ("Which is the largest of 12000, 99 and 870?", "place-value/compares-digit-sum", "99"),
    # addition: 8 + 7 = 15, 4 + 6 = 10, 3 + 2 = 5
    ("348 + 267", "addition/no-carry", "505"),
    ("348 + 267", "addition/writes-whole-column-sum", "51015"),
    # 15: write 1, carry 5; 4 + 6 + 5 = 15: write 1, carry 5; 3 + 2 + 5 = 10
    ("348 + 267", "addition/carries-wrong-digit", "1011"),
    # from the left 5; 10: write 0, carry 1 to the ones; 8 + 7 + 1 = 16
    ("348 + 267", "addition/left-to-right-carry-right", "5016"),
    ("348 + 267", "addition/adds-all-digits", "30"),
    ("Add 1008 and 5.", "addition/carry-never-cleared", "2113"),
    ("1250 + 30", "addition/left-aligns", "4250"),
    ("1250 + 30", "addition/stops-when-bottom-ends", "80"),
    ("47 + 5", "addition/adds-to-every-column", "102"),
    # subtraction: one rule, any length
    ("What's 52 - 38?", "subtraction/smaller-from-larger", "26"),
    ("432 − 157", "subtraction/smaller-from-larger", "325"),
    ("work out 5003 − 1467", "subtraction/smaller-from-larger", "4464"),
    ("What is 700 minus 234?", "subtraction/smaller-from-larger", "534"),
    ("What is 100,000 − 1?", "subtraction/smaller-from-larger", "100001"),
    ("432 − 157", "subtraction/borrow-no-decrement", "385"),
    ("432 − 157", "subtraction/always-borrow-left", "185"),
    ("432 − 157", "subtraction/zero-for-borrow", "300"),
    ("432 − 157", "subtraction/sfl-with-decrement", "235"),
    ("432 − 157", "subtraction/adds-instead", "589"),
    # 13 − 7 = 6; 0 became 9, 9 − 6 = 3; the hundreds borrow properly, 10 − 4 = 6; 4 − 1 = 3
    ("5003 − 1467", "subtraction/borrow-from-zero", "3636"),
    # all three borrows come from the 5: 13 − 7, 10 − 6, 10 − 4, 2 − 1
    ("5003 − 1467", "subtraction/borrow-across-zero", "1646"),
    # the zeros give nothing, only the hundreds' own borrow reduces the 5
    ("5003 − 1467", "subtraction/stops-borrow-at-zero", "3646"),
    ("700 − 234", "subtraction/zero-minus-n-is-n", "534"),
    ("700 − 234", "subtraction/zero-minus-n-is-zero", "500"),
    ("700 − 204", "subtraction/n-minus-zero-is-zero", "406"),
    ("Take 7 away from 4586.", "subtraction/sub-one-over-blank", "3469"),
    ("Take 3 away from 4586.", "subtraction/subtracts-from-every-column", "1253"),
    ("4586 − 30", "addition/left-aligns", "1586"),
    ("4586 − 97", "addition/stops-when-bottom-ends", "89"),
    # multiplication of longer numbers
    ("What is 458 × 6?", "multiplication/drops-carry", "2408"),
    # 48: 8, carry 4; (5 + 4) × 6 = 54: 4, carry 5; (4 + 5) × 6 = 54
    ("6 × 458", "multiplication/adds-carry-before-multiplying", "5448"),
    ("458 × 6", "multiplication/writes-full-products", "243048"),
    ("458 × 6", "multiplication/tens-digit-not-multiplied", "498"),
    # 6 × 7 = 42; "0 × 7 = 7", and 4 carried is 11; 3 × 7 + 1 = 22
    ("306 × 7", "multiplication/n-times-zero-is-n", "2212"),
    ("5 × 0", "multiplication/n-times-zero-is-n", "5"),
    ("3060 × 7", "multiplication/skips-zero-column", "252"),
    ("306 × 7", "multiplication/loses-carry-over-zero", "2102"),
    ("123 × 45", "multiplication/no-placeholder-shift", "1107"),
    # 3 × 6 = 18, 2 × 5 = 10 tens, 1 × 4 = 4 hundreds
    ("123 × 456", "multiplication/column-wise-product", "518"),
    ("123 × 456", "multiplication/missing-cross-products", "41018"),
    ("20 × 3000", "multiplication/multiplies-zero-counts", "6000"),
    ("Use 100 × 7 to find 99 × 7.", "multiplication/compensates-by-one", "699"),
    # division: 9 ÷ 4 = 2, 5 ÷ 4 = 1, 2 ÷ 4 = 0
    ("952 ÷ 4", "division/drops-column-remainder", "210"),
    # 9 ÷ 4 = 2 r 1; 5 + 1 = 6, 1 r 2; 2 + 2 = 4, 1
    ("952 ÷ 4", "division/adds-remainder-to-next-digit", "211"),
    ("952 ÷ 4", "division/quotient-right-to-left", "832"),
    ("8016 ÷ 8", "division/omits-zero-in-quotient", "12"),
    ("8016 ÷ 8", "division/zero-at-end-of-quotient", "1200"),
    ("100 ÷ 12", "division/remainder-as-decimal-digit", "8.4"),
    ("200 ÷ 21", "division/remainder-as-decimal-digit", "9.11"),
    ("100 ÷ 7", "division/remainder-over-quotient", "14 2/14"),
    ("3 ÷ 5", "division/divides-larger-by-smaller", "5/3"),
    ("1 ÷ 16", "division/swapped-quotient-as-decimal", "0.16"),
    ("90,000 ÷ 300", "division/cancels-all-zeros", "3"),
    ("90,000 ÷ 300", "division/ignores-divisor-zeros", "30000"),
    # rounding, factors, primes
    ("Round 44,445 to the nearest 1000.", "rounding/double-rounding", "45000"),
    ("Round 745 to the nearest ten.", "rounding/truncates", "740"),
    ("Round 4501 to the nearest thousand.", "rounding/keeps-trailing-digits", "5501"),
    ("Round 6230 to the nearest hundred.", "rounding/rounding-down-reduces-digit", "6100"),
    ("Estimate 148 × 19.", "rounding/front-end-truncation", "1400"),
    ("How many factors does 64 have?", "factors-multiples/one-factor-of-each-pair", "4"),
    ("What is the LCM of 12 and 18?", "factors-multiples/lcm-gcf-swap", "6"),
    ("GCF of 28 and 42", "factors-multiples/stops-at-first-common-factor", "2"),
    ("prime factorisation of 72", "factors-multiples/omits-repeated-primes", "2 × 3"),
    ("How many of these numbers are prime? 1, 2, 3, 51", "factors-multiples/looks-prime", "3"),
    ("10th multiple of 12", "factors-multiples/multiples-exclude-number", "132"),
]

INTEGERS = [
    ("-3 + 8", "negative-numbers/adds-magnitudes-keeps-minus", "−11"),
    ("What is −150 + 40?", "negative-numbers/difference-with-wrong-sign", "110"),
    ("-8 - 3", "negative-numbers/two-minuses-make-plus", "11"),
    ("What is −3 − 8?", "negative-numbers/subtracts-magnitudes-keeps-minus", "−5"),
    ("What is −4 − 12?", "negative-numbers/subtracts-magnitudes-keeps-minus", "−8"),
    ("What is −12 + (−4)?", "negative-numbers/subtracts-magnitudes-keeps-minus", "−8"),
    ("-9 - (-4)", "negative-numbers/drops-second-minus", "−13"),
    ("-9 - -4", "negative-numbers/ignores-minus-sign", "5"),
    ("7 - (-2)", "negative-numbers/drops-second-minus", "5"),
    ("What is 5 − 12?", "negative-numbers/subtraction-commutes", "7"),
    ("-4 + -6", "negative-numbers/two-minuses-make-plus", "10"),
    ("0 - 3000", "negative-numbers/cannot-go-below-zero", "0"),
    ("5 - 12", "negative-numbers/sum-with-minus", "−17"),
    ("(−4) × (−6)", "negative-numbers/neg-times-neg-is-neg", "−24"),
    ("-4 × 6", "negative-numbers/adds-instead-of-multiplying", "2"),
    (
        "Put these in order, smallest first: 5, -3, 0, -8",
        "negative-numbers/orders-by-magnitude",
        "0, −3, 5, −8",
    ),
    (
        "Put these in ascending order: 5, −3, 0, −8, −1",
        "negative-numbers/negatives-ordered-as-positives",
        "−1, −3, −8, 0, 5",
    ),
    ("What is −5²?", "negative-numbers/squares-the-minus", "25"),
    ("-5^2 + 3", "negative-numbers/squares-the-minus", "28"),
    ("-5^2 + 3", "order-of-operations/everything-squared", "4"),
]

ORDER_OF_OPERATIONS = [
    ("2+3×4", "order-of-operations/left-to-right", "20"),
    ("2+3×4", "order-of-operations/add-sub-before-multiply", "20"),
    ("2 + 3 × 4", "multiplication/stops-after-first-step", "12"),
    ("1 - 2 × 3", "order-of-operations/left-to-right", "−3"),
    ("What is 5 + 3 × 8 − 2?", "order-of-operations/right-to-left", "23"),
    ("20 − 4 + 3", "order-of-operations/addition-before-subtraction", "13"),
    ("12 ÷ 2 × 3", "order-of-operations/multiplication-before-division", "2"),
    ("5 × (2 + 3)", "order-of-operations/ignores-brackets", "13"),
    ("50 − 3(4 + 5)", "order-of-operations/subtracts-before-bracket-product", "423"),
    ("50 − 3(4 + 5)", "order-of-operations/juxtaposition-as-addition", "38"),
    ("2 × 3²", "order-of-operations/multiplies-before-power", "36"),
    ("2 × 3 + 4 × 5", "order-of-operations/left-to-right", "50"),
    ("(2 + 3) × 4", "order-of-operations/ignores-brackets", "14"),
    ("12 − (3 + 4)", "order-of-operations/ignores-brackets", "13"),
    ("10 − 3 − 2", "order-of-operations/right-to-left", "9"),
    ("3 × 4 − 2", "order-of-operations/add-sub-before-multiply", "6"),
]

BARE = ("{a} + {b}", "{a} − {b}", "{a} × {b}", "{a} ÷ {b}")


def readings(question: str) -> tuple[Problem, ...]:
    return load().families.last(question)


@pytest.mark.parametrize(
    ("question", "belief", "answer"), [*WHOLE_NUMBERS, *INTEGERS, *ORDER_OF_OPERATIONS]
)
def test_belief_answers_as_worked_by_hand(question: str, belief: str, answer: str) -> None:
    answers = [p.wrong[belief] for p in readings(question) if belief in p.wrong]

    assert answers, f"no reading of {question!r} gives {belief} a wrong answer"
    assert all(given.matches(answer) for given in answers), [given.text for given in answers]


@pytest.mark.parametrize(
    ("question", "belief"),
    [
        # nothing to carry, nothing to exchange, no zero in the way
        ("23 + 45", "addition/no-carry"),
        ("98 − 52", "subtraction/smaller-from-larger"),
        ("432 − 157", "subtraction/borrow-across-zero"),
        ("5 + 8", "addition/adds-all-digits"),
        ("12 × 4", "multiplication/drops-carry"),
        ("84 ÷ 4", "division/drops-column-remainder"),
        ("What is the lowest common multiple of 4 and 9?", "factors-multiples/lcm-is-product"),
        ("Round 4210 to the nearest hundred.", "rounding/truncates"),
    ],
)
def test_belief_is_right_where_its_rule_happens_to_be_right(question: str, belief: str) -> None:
    found = readings(question)

    assert found
    assert not any(belief in problem.wrong for problem in found)


@given(a=st.integers(-9999, 99999), b=st.integers(-99, 9999), shape=st.sampled_from(BARE))
def test_one_belief_answers_one_question_in_one_way(a: int, b: int, shape: str) -> None:
    """Several families read a bare calculation; a belief that two of them test must agree."""
    said: dict[str, set[str]] = {}
    for problem in readings(shape.format(a=a, b=f"({b})" if b < 0 else b)):
        for belief in problem.family.errors:
            answer = problem.by(belief)
            if answer is not None:
                said.setdefault(belief, set()).add(answer.text)

    assert all(len(texts) == 1 for texts in said.values()), said


@given(a=st.integers(0, 10**8), b=st.integers(0, 10**8))
def test_right_way_of_column_work_ends_in_the_sum_and_the_difference(a: int, b: int) -> None:
    large, small = max(a, b), min(a, b)
    sums = {p.right.text for p in readings(f"{a} + {b}")}
    differences = {p.right.text for p in readings(f"{large} − {small}")}

    assert sums == {str(a + b)}
    assert differences == {str(large - small)}
