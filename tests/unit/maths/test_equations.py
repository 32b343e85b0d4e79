"""Equations of numbers in running text: found where they stand, judged exactly."""

from fractions import Fraction

import pytest

from sandbox.maths.equations import equations


def verdicts(text):
    return [(text[e.start : e.end], e.holds) for e in equations(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("First 3 × 9 = 27 stickers. Then 52 − 27 = 25.", [("3 × 9 = 27", True), ("52 − 27 = 25", True)]),
        ("So f(3) = 52 − 27 = 35.", [("52 − 27 = 35", False)]),
        ("2 + 2 = 4 = 8 − 4", [("2 + 2 = 4", True), ("4 = 8 − 4", True)]),
        ("1/2 + 1/3 = 5/6, not 2/5", [("1/2 + 1/3 = 5/6", True)]),
        ("0.5 = 50%", [("0.5 = 50%", True)]),
        ("20% of 60 = 12", [("20% of 60 = 12", True)]),
        ("x = 12 ÷ 3 = 4", [("12 ÷ 3 = 4", True)]),
        (r"2 \times 3 = 6", [(r"2 \times 3 = 6", True)]),
    ],
)  # fmt: skip
def test_equation_of_numbers_is_judged(text, found):
    assert verdicts(text) == found


@pytest.mark.parametrize(
    "text",
    ["3x = 30", "2x + 3 = 4", "y - 3 = 4", "5 = 2x + 1", "So 4 + 3 = 7x", "2(x+1) = 2x + 2",
     "12 ÷ 5 = 2 remainder 2", "7 ÷ 2 = 3 r 1", "no equation, 3 + 4", ""],
)  # fmt: skip
def test_equation_with_letters_or_a_remainder_is_passed_over(text):
    assert equations(text) == []


def test_rounded_decimal_holds_only_to_the_places_it_shows():
    assert verdicts("70/24 = 2.92") == [("70/24 = 2.92", True)]
    assert verdicts("70/24 = 2.93") == [("70/24 = 2.93", False)]
    assert verdicts("70/24 = 3") == [("70/24 = 3", False)]


def test_sides_are_exact():
    (found,) = equations("1/3 + 1/6 = 1/2")
    assert (found.left, found.right) == (Fraction(1, 2), Fraction(1, 2))
