"""Worked examples for functions, sequences, standard form and rounding decimals, by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie outside what the families draw: negative numbers, large numbers, other
numbers of places or terms. A few at the end belong to other strands.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandbox.content.library import load

_MACHINE = "A function machine multiplies by 4 and then subtracts 6. The output is 14. The input?"
_TABLE = "x = 1, 2, 3 and y = 4, 7, 10. What is y when x = 50?"
_LINE = "slope of the line through (-3, 4) and (5, -2)"
_FLAT = (
    "A distance–time graph for a walk is a horizontal line at 5 km from 10 min to 40 min. How many "
    "kilometres does the walker travel between 10 min and 40 min?"
)
_WALK = (
    "A distance-time graph of a walk goes up from 0 km to 3 km, is flat from 40 min to 90 min and "
    "then goes down to 0 km. How many kilometres does the walker cover altogether?"
)
_SECTION = (
    "On a distance-time graph a straight section goes from (1 h, 30 km) to (4 h, 180 km). "
    "What is the speed in this section?"
)
_SCALES = (
    "On a graph each square is 3 units across and 100 units up. A line goes up 6 squares for every "
    "8 squares across. What is its gradient?"
)
_STICKS = "A row of 51 squares is made from matchsticks, sharing sides. How many are needed?"

FUNCTIONS = [
    (_MACHINE, "functions-graphs/runs-machine-forwards", "50"),
    (_MACHINE, "equations/undoes-in-reading-order", "19/2"),
    (_MACHINE, "functions-graphs/inverts-only-one-operation", "−5/2"),
    (_TABLE, "functions-graphs/recursive-next-only", "13"),
    (_TABLE, "functions-graphs/assumes-proportional", "200"),
    (_TABLE, "functions-graphs/additive-rule-from-first-pair", "53"),
    (_TABLE, "sequences/n-differences-not-n-minus-1", "154"),
    ("f(x) = −2x + 9, work out f(100).", "functions-graphs/solves-instead-of-evaluating", "−91/2"),
    ("g(x)=x+5. what is g(10)?", "functions-graphs/function-notation-as-product", "60"),
    ("Find h(-2) if h(x) = 3x - 7", "functions-graphs/function-notation-as-product", "8"),
    (_LINE, "functions-graphs/slope-run-over-rise", "−4/3"),
    (_LINE, "functions-graphs/slope-as-y-over-x", "−2/5"),
    (_LINE, "functions-graphs/slope-as-rise-only", "−6"),
    (_LINE, "functions-graphs/slope-inconsistent-order", "3/4"),
    ("gradient of 2x − 3y = 12", "functions-graphs/coefficient-of-x-is-slope", "2"),
    ("gradient of 2x − 3y = 12", "functions-graphs/slope-coefficients-inverted", "3/2"),
    ("gradient of x + 4y = 12", "functions-graphs/slope-sign-lost", "1/4"),
    ("slope of y = -x + 70", "functions-graphs/slope-sign-lost", "1"),
    ("slope of y = -x + 70", "functions-graphs/swaps-slope-and-intercept", "70"),
    ("y-intercept of y = 5x - 1?", "functions-graphs/y-intercept-sign-changed", "1"),
    ("where does y = 4x - 6 cross the x axis?", "functions-graphs/gives-y-intercept", "−6"),
    ("where does y = 4x - 6 cross the x axis?", "functions-graphs/x-intercept-sign", "−3/2"),
    ("x-intercept of y = 4x − 6", "functions-graphs/x-intercept-negates-constant", "6"),
    (
        "Equation of the line with slope −2 and y-intercept 3?",
        "functions-graphs/swaps-slope-and-intercept",
        "y = 3x − 2",
    ),
    (
        "What is the equation of the line through (0, −3) and (1, 2)?",
        "functions-graphs/slope-run-over-rise",
        "y = (1/5)x − 3",
    ),
    (_FLAT, "functions-graphs/reads-height-as-distance-moved", "5 km"),
    (_FLAT, "functions-graphs/graph-as-picture-length", "30 km"),
    (_FLAT, "functions-graphs/height-as-speed-flat", "150 km"),
    (_WALK, "functions-graphs/end-height-as-total", "0 km"),
    (_WALK, "functions-graphs/highest-point-as-total", "3 km"),
    (_WALK, "functions-graphs/graph-as-picture-length", "56 km"),
    (_SECTION, "functions-graphs/speed-from-end-point", "45 km/h"),
    (_SECTION, "functions-graphs/slope-height-confusion", "180 km/h"),
    (_SECTION, "functions-graphs/time-over-distance", "0.02 km/h"),
    (_SECTION, "functions-graphs/section-distance-as-speed", "150 km/h"),
    (_SCALES, "functions-graphs/counts-squares-for-slope", "3/4"),
    (_SCALES, "functions-graphs/scales-one-axis-only", "75"),
    (_SCALES, "functions-graphs/slope-run-over-rise", "1/25"),
]

SEQUENCES = [
    ("nth term of 20, 17, 14, 11, 8", "sequences/nth-term-is-n-plus-d", "n − 3"),
    ("nth term of 20, 17, 14, 11, 8", "sequences/n-differences-not-n-minus-1", "−3n + 20"),
    ("nth term of 20, 17, 14, 11, 8", "sequences/nth-term-swapped", "20n − 3"),
    ("5, 8, 11, … what is the nth term?", "sequences/difference-product", "3n"),
    ("what is the 100th term of 7, 10, 13, ...", "sequences/whole-object-scaling", "400"),
    ("what is the 101st term of 7, 10, 13, ...", "sequences/nth-term-is-n-plus-d", "104"),
    (
        "The sequence goes −3, −1, 1, 3. What is the 10th term?",
        "sequences/n-differences-not-n-minus-1",
        "17",
    ),
    (
        "The nth term is 4n − 1. What is the 10th term?",
        "functions-graphs/solves-instead-of-evaluating",
        "11/4",
    ),
    (_STICKS, "sequences/ignores-shared-sides", "204"),
    (_STICKS, "sequences/difference-product", "153"),
    (_STICKS, "sequences/whole-object-scaling", "179"),
    ("What comes next: 10, -20, 40, -80", "sequences/adds-last-difference", "−200"),
    ("What comes next: 10, -20, 40, -80", "sequences/adds-first-difference", "−110"),
    ("Which number comes next? 3, 30, 300, 3000", "sequences/adds-ratio", "3010"),
    ("next number: 1, 4, 9, 16, 25", "sequences/adds-last-difference", "34"),
    ("next number: 1, 4, 9, 16, 25", "sequences/adds-second-difference", "27"),
    ("next number: 1, 4, 9, 16, 25", "sequences/doubles-last-step", "43"),
    ("first missing number: 20, __, __, 2", "sequences/midpoint-for-two-blanks", "11"),
    ("first missing number: 20, __, __, 2", "sequences/divides-by-number-of-terms", "15.5"),
    ("first missing number: 20, __, __, 2", "sequences/gives-common-difference", "−6"),
]

STANDARD_FORM = [
    ("Write 150 in standard form", "standard-form/exponent-counts-zeros", "1.5 × 10^1"),
    ("Write 123456 in standard form", "standard-form/exponent-counts-all-digits", "1.23456 × 10^6"),
    ("8,020,000 in scientific notation", "standard-form/mantissa-not-normalised", "802 × 10^4"),
    (
        "Write 0.305 in standard form.",
        "standard-form/small-number-positive-exponent",
        "3.05 × 10^1",
    ),
    (
        "Write 0.00305 in standard form.",
        "standard-form/exponent-counts-zeros-after-point",
        "3.05 × 10^(−2)",
    ),
    (
        "Write 0.00305 in standard form.",
        "standard-form/exponent-counts-decimal-places",
        "3.05 × 10^(−5)",
    ),
    (r"$3.25\times10^{4}$ as an ordinary number", "standard-form/exponent-counts-zeros", "3250000"),
    ("Write 3.25 x 10^4 as an ordinary number", "standard-form/sf-moves-point-left", "0.000325"),
    ("Write 6 × 10^8 as an ordinary number", "exponents/power-as-multiplication", "480"),
    (
        "write 5 × 10^-3 as an ordinary number",
        "standard-form/exponent-counts-zeros-after-point",
        "0.0005",
    ),
    (
        "Write 1.25 × 10⁻³ as an ordinary number",
        "standard-form/exponent-counts-decimal-places",
        "0.125",
    ),
    ("(2 × 10^3) + (30 × 10^5)", "standard-form/sf-adds-both", "3200000000"),
    ("(2 × 10^3) + (30 × 10^5)", "standard-form/sf-keeps-larger-exponent", "3200000"),
    ("(2 × 10^3) + (30 × 10^5)", "standard-form/sf-keeps-smaller-exponent", "32000"),
    (
        "(30 × 10^-5) × (2 × 10^2) in standard form",
        "exponents/multiplies-exponents-in-product",
        "6 × 10^(−9)",
    ),
    ("(3 × 10^5)(2 × 10^4)", "standard-form/sf-adds-mantissas", "5 × 10^9"),
    ("(3 × 10^5)(2 × 10^4)", "standard-form/sf-keeps-one-power", "6 × 10^5"),
]

ROUNDING = [
    ("3.996 to 2dp", "rounding/truncates", "3.99"),
    ("Round 27.1828 to three decimal places", "rounding/dp-sf-confusion", "27.2"),
    ("Round 27.1828 to three decimal places", "rounding/off-by-one-place", "27.18"),
    ("round 4567.891 to the nearest tenth", "rounding/hundredth-as-hundred", "4570"),
    ("round 4567.891 to the nearest tenth", "rounding/rounds-to-wrong-place", "4567.89"),
    ("Round 1,234,567 to 3 s.f.", "rounding/drops-sf-placeholders", "123"),
    ("Round 1,234,567 to 3 s.f.", "rounding/sf-as-end-zeros", "1235000"),
    ("Round 1,234,567 to 3 s.f.", "rounding/dp-sf-confusion", "1234567"),
    ("Round 0.000456 to 1 s.f.", "rounding/dp-sf-confusion", "0.0"),
    ("Round 0.076 to one significant figure", "rounding/sf-counts-units-zero", "0"),
    ("Round 0.000456 to 1 s.f.", "rounding/sf-loses-leading-zeros", "0.5"),
    ("Round 123.456 to 2 significant figures", "rounding/dp-sf-confusion", "123.46"),
    ("estimate 19.7 x 5.12", "rounding/front-end-truncation", "95"),
    ("estimate 19.7 x 5.12", "rounding/rounds-one-number", "102.4"),
]

_L_SHAPE = (
    "An L-shape is made by cutting a 4 cm by 3 cm rectangle from the corner of a 10 cm by 8 cm "
    "rectangle. What is the area of the L-shape?"
)
_STAFF = (
    "There are 6 times as many students as teachers in a school. Use s for the number of students "
    "and t for the number of teachers. Which equation is correct?"
)
_TOWNS = (
    "A map has scale 1 : 50000. Two towns are 6 cm apart on the map. How far apart are they "
    "really, in kilometres?"
)

OTHER_STRANDS = [
    ("Expand (x − 5)²", "expressions/constant-doubled", "x² − 10x − 10"),
    ("Expand (x - 3)(x + 4).", "expressions/middle-and-last-swapped", "x² − 12x + 1"),
    ("Prime factorisation of 9", "factors-multiples/includes-one-as-prime-factor", "1 × 3 × 3"),
    (_L_SHAPE, "perimeter-area/ignores-cut-out", "80 cm²"),
    (_STAFF, "expressions/variable-reversal", "6s = t"),
    (_TOWNS, "ratio/cm-to-km-by-1000", "300 km"),
    ("How many 3/4 cups are there in 6 cups?", "fractions/division-makes-smaller", "9/2"),
]

RIGHT = [
    (_L_SHAPE, "68 cm²"),
    (_STAFF, "s = 6t"),
    (_TOWNS, "3 km"),
    ("A rectangle has perimeter 26 cm and length 8 cm. What is its width?", "5 cm"),
    (_MACHINE, "5"),
    (_TABLE, "151"),
    (_LINE, "−3/4"),
    ("gradient of 2x − 3y = 12", "2/3"),
    (_FLAT, "0 km"),
    (_WALK, "6 km"),
    (_SECTION, "50 km/h"),
    (_SCALES, "25"),
    (_STICKS, "154"),
    ("What comes next: 10, -20, 40, -80", "160"),
    ("What is the 10th term of 20, 17, 14, 11?", "−7"),
    ("3.996 to 2dp", "4.00"),
    ("0.0996 to 2 sf", "0.10"),
    ("Round 3456 to two significant figures", "3500"),
    ("Write 10 in standard form", "1 × 10^1"),
    ("write 5 × 10^-3 as an ordinary number", "0.005"),
    ("(30 × 10^-5) × (2 × 10^2) in standard form", "6 × 10^(−2)"),
]


@pytest.mark.parametrize(
    ("question", "misconception", "answer"),
    FUNCTIONS + SEQUENCES + STANDARD_FORM + ROUNDING + OTHER_STRANDS,
)
def test_learner_of_functions_who_holds_one_belief_answers_by_its_rule(
    question: str, misconception: str, answer: str
) -> None:
    problems = load().families.last(question)
    answers = [problem.by(misconception) for problem in problems]
    assert {given.text for given in answers if given is not None} == {answer}


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_about_functions_holds_outside_the_drawn_numbers(
    question: str, answer: str
) -> None:
    problems = load().families.last(question)
    assert {problem.right.text for problem in problems} == {answer}


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        ("Write 7,000,000 in standard form", "standard-form/exponent-counts-zeros"),
        ("Write 7,000,000 in standard form", "standard-form/mantissa-not-normalised"),
        ("slope of y = 2x + 70", "functions-graphs/slope-sign-lost"),
        ("slope through (0, 0) and (2, 10)", "functions-graphs/slope-as-y-over-x"),
        ("x = 1, 2, 3 and y = 4, 8, 12. What is y when x = 9?", "sequences/difference-product"),
        ("4 × 10^3 + 4 × 10^3", "standard-form/sf-keeps-larger-exponent"),
        ("next number: 10, 20, 28, 34, 38", "sequences/doubles-last-step"),
    ],
)
def test_rule_about_functions_that_happens_to_be_right_or_does_not_apply_errs_nowhere(
    question: str, misconception: str
) -> None:
    problems = load().families.last(question)
    assert problems
    assert all(misconception not in problem.wrong for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "What is the next term? 2, 4, 7, 12, ...",
        "Find the nth term of the sequence 1, 2, 4, 8, ...",
        "These are the data: 1, 2, 4, 8. Find the range.",
        "Write 1, 2, 4, 8 in order.",
        "Round these numbers: 3, 6, 12, 24.",
        "Is the point (3, 4) on the line 3x + 4y = 25?",
        "Solve y = 3x + 2 for x",
    ],
)
def test_question_of_another_kind_is_not_read_as_one_about_functions(text: str) -> None:
    read = {reading.problem.family.strand for reading in load().families.read(text)}
    assert read.isdisjoint({"functions", "sequences", "standard-form", "rounding"})


_whole = st.integers(-500, 500)


def _right(family: str, **parameters: object) -> Fraction:
    result = load().families[family].problem(parameters).right.result
    assert isinstance(result, int | Fraction)
    return Fraction(result)


@settings(deadline=None, max_examples=60)
@given(a=_whole, b=_whole, c=_whole)
def test_input_of_a_machine_run_forwards_gives_its_output(a: int, b: int, c: int) -> None:
    assume(a and b)
    assert a * _right("fn-machine-inverse", a=a, b=b, c=c) + b == c


@settings(deadline=None, max_examples=60)
@given(m=_whole, c=_whole, x1=_whole, x2=_whole)
def test_gradient_from_two_points_of_a_line_is_that_of_its_equation(
    m: int, c: int, x1: int, x2: int
) -> None:
    assume(m and c and x1 != x2)
    found = _right("slope-two-points", x1=x1, y1=m * x1 + c, x2=x2, y2=m * x2 + c)
    assert found == m == _right("slope-of-line", m=m, c=c)
    assert found == _right("slope-from-standard-form", a=-m, b=1, c=c)
    assert m * _right("line-x-intercept", m=m, c=c) + c == 0


@settings(deadline=None, max_examples=60)
@given(a=_whole, d=_whole, n=st.integers(1, 300))
def test_far_term_is_the_nth_term_and_the_table_read_at_that_place(a: int, d: int, n: int) -> None:
    assume(d and a != d and n > 3)
    term = _right("seq-far-term", a=a, d=d, n=n)
    assert term == _right("seq-term-from-rule", a=d, b=a - d, k=n)
    assert term == _right("fn-rule-from-table", p=a, d=d, n=n)


@settings(deadline=None, max_examples=60)
@given(a=st.integers(-30, 30), p=_whole, s=_whole)
def test_next_term_of_evenly_changing_steps_continues_the_third_differences_of_zero(
    a: int, p: int, s: int
) -> None:
    assume(s)
    terms = [a, a + p, a + 2 * p + s, a + 3 * p + 3 * s, a + 4 * p + 6 * s]
    following = _right("seq-quadratic-next", a=a, p=p, s=s)
    assert following - 3 * terms[4] + 3 * terms[3] - terms[2] == 0
