"""Worked examples for the expressions, equations and perimeter-area strands, checked by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie outside what the families draw: other letters, coefficient 1, negative
numbers, large numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import expand, symbols
from sympy.parsing.sympy_parser import (
    implicit_multiplication_application,
    parse_expr,
    standard_transformations,
)

from sandbox.content.library import load

EXPRESSIONS = [
    ("Simplify 3x + 4 + 5x.", "expressions/conjoins-unlike-terms", "12x"),
    ("simplify k+4+5k", "expressions/conjoins-unlike-terms", "10k"),
    ("Simplify 3a − 4 + 5a", "expressions/conjoins-unlike-terms", "4a"),
    ("What is the simplest way to write 20n + 15 + n?", "expressions/drops-the-letter", "36"),
    ("Simplify n + 2 + n", "expressions/adding-letters-squares", "2n² + 2"),
    ("Simplify 5x − 7y + 3x + 2y.", "expressions/sign-belongs-to-previous-term", "−2x + 9y"),
    ("Simplify 5x − 7y + 3x + 2y.", "expressions/mixes-different-letters", "3xy"),
    ("Simplify 5x − 7y + 3x + 2y.", "expressions/minus-distributes-over-rest", "2x − 9y"),
    ("Simplify x + x", "expressions/no-number-means-zero", "x"),
    ("what is 100m + m?", "expressions/adds-one-to-product", "100m + 1"),
    ("simplify 9k - k", "expressions/removes-the-letter", "9"),
    ("Simplify 3x × 4x", "expressions/product-as-double-letter", "24x"),
    ("multiply -2x by 5x", "expressions/product-keeps-single-letter", "−10x"),
    ("x * 7x", "expressions/adds-coefficients-in-product", "8x²"),
    ("find the value of 3x+4 when x=12", "expressions/substitution-concatenates", "316"),
    ("If a = 5, what is 3a + 4?", "expressions/juxtaposition-means-add", "12"),
    ("Evaluate 2x - 7 if x = 10", "order-of-operations/add-sub-before-multiply", "6"),
    ("If y = 100, what is 3y − 5?", "expressions/substitution-keeps-letter", "295y"),
    ("Find the value of 10 − 3x when x = −2.", "expressions/negative-value-sign-lost", "4"),
    ("Find the value of 10 − 3x when x = −2.", "expressions/juxtaposition-means-add", "9"),
    ("x = -4, work out x^2 + 5", "expressions/square-of-negative-negative", "−11"),
    ("Find the value of 2x² when x = 30.", "exponents/power-as-multiplication", "120"),
    ("expand 3(x − 5)", "expressions/multiplies-first-term-only", "3x − 5"),
    ("Expand 4(2y + 1)", "expressions/multiplies-last-term-only", "2y + 4"),
    ("Expand $-3(x-4)$", "expressions/negative-not-distributed", "−3x − 12"),
    ("Expand −1(x − 4).", "expressions/negative-multiplier-made-positive", "x − 4"),
    ("Simplify 7x − (2x + 5)", "expressions/minus-changes-first-sign-only", "5x + 5"),
    ("expand (x-5)^2", "expressions/squares-each-term", "x² + 25"),
    ("expand (x-5)^2", "expressions/single-middle-term", "x² − 5x + 25"),
    (r"\((x+3)(x-4)\)", "expressions/firsts-and-lasts-only", "x² − 12"),
    ("factorise 12x − 18", "expressions/factorises-first-term-only", "6(2x − 18)"),
    ("factorise 12x − 18", "expressions/partial-factorisation", "2(6x − 9)"),
    (r"\frac{6x+15}{3}", "expressions/cancels-first-term-only", "2x + 15"),
    ("7 less than x", "expressions/translates-in-word-order", "7 − x"),
    ("Add 100 to 3n", "expressions/letter-by-alphabet-position", "142"),
    ("if e + f = 8, what is e + f + g?", "expressions/letter-by-alphabet-position", "15"),
    ("if e + f = 8, what is e + f + g?", "expressions/letter-shares-total", "12"),
    ("if e + f = 8, what is e + f + g?", "expressions/conjoins-unlike-terms", "8g"),
]

POWERS = [
    ("What is 2^{10}?", "exponents/power-as-multiplication", "20"),
    ("what is 5 cubed", "exponents/power-as-multiplication", "15"),
    ("2^5", "exponents/swaps-base-and-exponent", "25"),
    ("4^{-2}", "exponents/negative-exponent-negative-value", "−16"),
    ("4^{-2}", "exponents/power-as-multiplication", "−8"),
    ("20^(−2)", "exponents/negative-exponent-reciprocal-product", "1/40"),
    ("7 × 13⁰", "exponents/zero-exponent-base", "91"),
    ("simplify x² × x³", "exponents/multiplies-exponents-in-product", "x^6"),
    ("Write 5^3 × 5^4 as a single power.", "exponents/multiplies-bases-too", "25^7"),
    ("y^8 / y^2", "exponents/divides-exponents", "y^4"),
    ("(3x^4)^2", "exponents/adds-exponents-in-power", "9x^6"),
    ("3^2 + 3^2", "exponents/adds-exponents-in-sum", "81"),
    ("Work out (1/2)².", "exponents/power-as-multiplication", "2/2"),
    ("What's the square root of 49?", "exponents/root-as-half", "24.5"),
    (r"\sqrt{9+16}", "exponents/root-distributes", "7"),
]

EQUATIONS = [
    ("8 + 4 = □ + 5", "equations/equals-means-answer-next", "12"),
    ("1200 + 30 = □ + 1", "equations/adds-all-numbers", "1231"),
    ("8 + 4 = _ + 5", "equations/compensates-same-direction", "9"),
    ("□ + 5 = 12", "equations/counts-both-ends", "8"),
    ("□ − 5 = 12", "equations/same-operation-instead-of-inverse", "7"),
    ("x + 5 = 3", "equations/same-operation-instead-of-inverse", "8"),
    ("12 = x + 5", "equations/subtracts-wrong-way", "−7"),
    ("solve 4x = 48", "expressions/substitution-concatenates", "8"),
    ("-3x = 12", "equations/subtracts-coefficient", "15"),
    ("7y = 10", "equations/divides-coefficient-by-constant", "7/10"),
    (r"\frac{x}{4} = 6", "equations/divides-again", "3/2"),
    ("solve 3x + 4 = 19", "equations/same-operation-instead-of-inverse", "23/3"),
    ("3x - 4 = 11", "equations/same-operation-instead-of-inverse", "7/3"),
    ("2a + 7 = 10", "expressions/conjoins-unlike-terms", "10/9"),
    ("3x + 4 = 19", "equations/divides-one-term-only", "7/3"),
    ("20 - 3x = 8", "equations/drops-minus-on-unknown", "−4"),
    ("3(x+4)=18", "expressions/multiplies-first-term-only", "14/3"),
    ("3(x+4)=18", "equations/expands-to-product-with-x", "3/2"),
    ("(x+5)/3 = 6", "equations/undoes-in-reading-order", "3"),
    ("2/3 of x is 8. What is x?", "equations/multiplies-by-coefficient", "16/3"),
    ("5x + 3 = 2x + 15", "equations/adds-x-terms-across-equals", "12/7"),
    ("5x + 3 = 2x + 15", "equations/ignores-x-on-right", "12/5"),
    ("x² = 36", "exponents/root-as-half", "x = 18"),
    ("x + y = 13 and x - y = 5, find x", "equations/half-the-sum", "6.5"),
    ("make x the subject of y = 3x + 5", "equations/divides-one-term-only", "x = y/3 − 5"),
    ("-3x ≥ 12", "inequalities/does-not-reverse-inequality", "x ≥ −4"),
    ("2x + 6 > 14", "equations/same-operation-instead-of-inverse", "x > 10"),
    ("How many integers x satisfy −3 < x ≤ 5?", "inequalities/includes-both-ends", "9"),
    ("What is the largest integer n for which 3n < 15?", "inequalities/less-than-goes-up", "6"),
]

MEASUREMENT = [
    ("area of a 7 by 4 rectangle", "perimeter-area/area-as-perimeter", "22 cm²"),
    ("perimeter of a rectangle 120 cm by 3 cm", "perimeter-area/perimeter-as-area", "360 cm"),
    ("What is the area of a square of side 5 cm?", "exponents/power-as-multiplication", "10 cm²"),
    (
        "area of a triangle, height 5 cm, base 9 cm",
        "perimeter-area/triangle-area-no-half",
        "45 cm²",
    ),
    (
        "circumference of a circle with radius 5 cm",
        "perimeter-area/circumference-area-swap",
        "25π cm",
    ),
    ("area of a circle with diameter 10 cm", "perimeter-area/uses-diameter-for-radius", "100π cm²"),
    ("How many cm² are there in 3 m²?", "perimeter-area/area-scales-linearly", "300 cm²"),
    ("volume of a box 6 cm by 4 cm by 3 cm", "volume/counts-visible-faces", "54 cm³"),
    ("surface area of a cuboid 5 cm by 4 cm by 2 cm", "volume/all-faces-same", "120 cm²"),
]

RIGHT = [
    ("simplify x+4+5x", "6x + 4"),
    ("Simplify 7x − (7x − 5).", "5"),
    ("expand (x-3)(x+3)", "x² − 9"),
    ("factor 6x - 9", "3(2x − 3)"),
    ("5⁻²", "1/25"),
    ("√50", "√50"),
    ("y^2 ÷ y^2", "1"),
    ("y^2 ÷ y^5", "y^(−3)"),
    ("19 = 3x + 4", "5"),
    ("7y = 10", "10/7"),
    ("-3x < 12", "x > −4"),
    ("x² = 50", "x = √50 or x = −√50"),
    ("perimeter of a rectangle 120 cm by 3 cm", "246 cm"),
]

_TRANSFORMATIONS = (*standard_transformations, implicit_multiplication_application)


@pytest.mark.parametrize(
    ("question", "misconception", "answer"), EXPRESSIONS + POWERS + EQUATIONS + MEASUREMENT
)
def test_learner_of_algebra_who_holds_one_belief_answers_by_its_rule(
    question: str, misconception: str, answer: str
) -> None:
    problems = load().families.last(question)
    answers = [problem.by(misconception) for problem in problems]
    assert {given.text for given in answers if given is not None} == {answer}


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_in_algebra_holds_outside_the_drawn_numbers(
    question: str, answer: str
) -> None:
    problems = load().families.last(question)
    assert {problem.right.text for problem in problems} == {answer}


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        ("Find the value of x + 4 when x = 5.", "expressions/substitution-concatenates"),
        ("4x = 20", "expressions/substitution-concatenates"),
        ("Factorise fully 3x + 6.", "expressions/partial-factorisation"),
        ("y^7 ÷ y^2", "exponents/divides-exponents"),
        ("√(2 + 7)", "exponents/root-distributes"),
        ("□ − 12 = 5", "equations/same-operation-instead-of-inverse"),
        ("2x − 6 > 14", "inequalities/reverses-when-subtracting"),
    ],
)
def test_rule_of_algebra_that_does_not_apply_gives_no_answer(
    question: str, misconception: str
) -> None:
    problems = load().families.last(question)
    assert all(problem.by(misconception) is None for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "Solve 3x + 4 + 5x = 20",
        "Find the value of 3x + 4 + 5x when x = 2",
        "A rectangle has a length of 7 cm and a perimeter of 22 cm. What is its area?",
    ],
)
def test_part_of_another_question_is_not_read_as_a_question(text: str) -> None:
    assert load().families.read(text) == ()


@pytest.mark.parametrize(
    ("question", "family"),
    [
        ("3x + 4 = 19", "eq-two-step"),
        ("x + 4 = 19", "eq-x-plus-a"),
        ("20 − x = 8", "eq-two-step-minus"),
    ],
)
def test_equation_is_read_by_its_own_family_only(question: str, family: str) -> None:
    assert [reading.problem.family.id for reading in load().families.read(question)] == [family]


_whole = st.integers(-60, 60)


def _solution(family: str, **parameters: int) -> Fraction:
    result = load().families[family].problem({**parameters, "v": "x"}).right.result
    assert isinstance(result, int | Fraction)
    return Fraction(result)


@settings(deadline=None, max_examples=60)
@given(a=st.integers(2, 60), b=_whole, c=_whole)
def test_solution_of_a_two_step_equation_makes_it_true(a: int, b: int, c: int) -> None:
    assume(b)
    assert a * _solution("eq-two-step", a=a, b=b, c=c) + b == c
    assert b - a * _solution("eq-two-step-minus", a=-a, b=b, c=c) == c
    assert a * (_solution("eq-brackets", a=a, b=b, c=c) + b) == c
    assert (_solution("eq-fraction-bracket", a=b, b=a, c=c) + b) / a == c


@settings(deadline=None, max_examples=60)
@given(a=_whole, b=_whole, c=_whole, d=_whole)
def test_solution_of_an_equation_with_two_unknown_terms_makes_it_true(
    a: int, b: int, c: int, d: int
) -> None:
    assume(a and b and c and d and a != c)
    x = _solution("eq-unknown-both-sides", a=a, b=b, c=c, d=d)
    assert a * x + b == c * x + d


@pytest.mark.parametrize(
    ("family", "question"),
    [
        ("expr-like-terms", "{a}*x + {b} + {c}*x"),
        ("expr-expand", "{a}*({p}*x + {b})"),
        ("expr-expand-negative", "-{a}*({p}*x + {b})"),
        ("expr-subtract-bracket", "{c}*x - ({a}*x + {b})"),
        ("expr-square-binomial", "(x + {a})**2"),
        ("expr-double-brackets", "(x + {a})*(x + {b})"),
        ("expr-factorise", "{a}*x + {b}"),
    ],
)
@settings(deadline=None, max_examples=25)
@given(a=st.integers(2, 60), b=_whole, c=st.integers(2, 60), p=st.integers(1, 9))
def test_rewritten_expression_is_worth_what_the_question_is_worth(
    family: str, question: str, a: int, b: int, c: int, p: int
) -> None:
    spec = load().families[family]
    values = {"a": a, "b": b, "c": c, "p": p, "v": "x"}
    assume(b and (family != "expr-factorise" or gcd(a, b) > 1))
    right = spec.problem({name: values[name] for name in spec.parameters}).right.text
    plain = right.replace("²", "**2").replace("−", "-")
    written = parse_expr(plain, transformations=_TRANSFORMATIONS)
    asked = parse_expr(question.format(**values), local_dict={"x": symbols("x")})
    assert expand(written - asked) == 0
