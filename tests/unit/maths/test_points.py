"""What an expression is worth at one point: the same for equal expressions, however written."""

from fractions import Fraction

import pytest
from quickly import quickly

from sandbox.maths.values.algebra import same_node
from sandbox.maths.values.points import at_a_point
from sandbox.maths.values.syntax import parse


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("2(x + 3)", "2*x + 6"),
        ("(x + 1)^2", "x^2 + 2*x + 1"),
        ("(a - b)*(a + b)", "a^2 - b^2"),
        ("x/2 + x/3", "5*x/6"),
        ("x^-2", "1/x^2"),
        ("2^n*2^n", "4^n"),
        ("3*x*y", "y*3*x"),
        ("-(x - y)", "y - x"),
        ("1/2 + 1/3", "5/6"),
        ("πr^2", "r*π*r"),
    ],
)
def test_equal_expressions_are_worth_the_same(one, two):
    assert at_a_point(parse(one)) == at_a_point(parse(two)) is not None


@pytest.mark.parametrize(
    ("one", "two"), [("2*x + 3", "2*x + 6"), ("n*5", "5^n"), ("x*y", "x + y"), ("6*x", "6*y")]
)
def test_expressions_that_pupils_take_for_each_other_differ(one, two):
    assert at_a_point(parse(one)) != at_a_point(parse(two))


def test_number_is_worth_itself():
    assert at_a_point(parse("3/4 - 2")) == Fraction(-5, 4)


@pytest.mark.parametrize("text", ["√2", "√x + 1", "x^(1/2)", "1/(x - x)", "0^-1", "2^(1/n)"])
def test_what_is_no_rational_number_has_no_value_at_a_point(text):
    assert at_a_point(parse(text)) is None


def test_tower_of_powers_takes_no_time():
    for tower in ("((((x^64)^64)^64)^64)^64", "9^9^9^9"):
        node = parse(tower)
        assert quickly(lambda node=node: at_a_point(node), 0.05) is None


TOWERS = ["5^5^5^5^x", "x^x^x^x", "((((√x)^64)^64)^64)^64", "√x*((9^64)^64)^60", "√(5^5^5^x)"]


@pytest.mark.parametrize("tower", TOWERS)
@pytest.mark.parametrize("other", ["5", "x", "2^x", *TOWERS])
def test_tower_with_letters_and_roots_is_compared_in_no_time(tower, other):
    assert quickly(lambda: same_node(parse(tower), parse(other)), 1) is (tower == other)


@pytest.mark.parametrize(
    ("one", "two"), [("2^(2*x + 3)", "8*4^x"), ("2^-x", "1/2^x"), ("√x*√x", "x"), ("√2*√8", "4")]
)
def test_powers_and_roots_of_school_size_are_still_compared(one, two):
    assert same_node(parse(one), parse(two))
