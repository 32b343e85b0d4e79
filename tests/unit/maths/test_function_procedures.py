"""Procedures of the functions, standard-form and rounding strands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures.functions import (
    cut_significant,
    last_kept,
    leading_place,
    power_of_ten,
    proper_standard_form,
    round_significant,
)
from sandbox.maths.written import Exact

_positive = st.builds(
    lambda digits, places: Fraction(digits, 10**places), st.integers(1, 10**12), st.integers(0, 20)
)


@pytest.mark.parametrize(
    ("number", "place"),
    [
        (1, 0), (9, 0), (10, 1), (3470, 3), (Fraction(1, 10), -1), (Fraction(347, 10**4), -2),
        (Fraction(999, 100), 0), (-56, 1), (10**40, 40), (Fraction(1, 10**40), -40),
    ],
)  # fmt: skip
def test_leading_place_is_that_of_the_first_digit_that_is_not_zero(
    number: Exact, place: int
) -> None:
    assert leading_place(number) == place


@given(_positive)
def test_a_number_lies_between_its_leading_power_of_ten_and_the_next(number: Fraction) -> None:
    place = leading_place(number)
    assert power_of_ten(place) <= number < power_of_ten(place + 1)


@pytest.mark.parametrize("number", [0, 10**41, Fraction(1, 10**41)])
def test_number_without_a_first_digit_in_reach_has_no_leading_place(number: Exact) -> None:
    with pytest.raises(ValueError, match="no first digit"):
        leading_place(number)


@pytest.mark.parametrize(
    ("number", "figures", "rounded", "cut"),
    [
        (34716, 2, 35000, 34000),
        (3456, 4, 3456, 3456),
        (9960, 2, 10000, 9900),
        (Fraction(34716, 10**6), 2, Fraction(35, 1000), Fraction(34, 1000)),
        (Fraction(996, 10**4), 2, Fraction(1, 10), Fraction(99, 1000)),
        (Fraction(12345, 1000), 3, Fraction(123, 10), Fraction(123, 10)),
        (45, 1, 50, 40),
    ],
)
def test_significant_figures_are_counted_from_the_first_digit(
    number: Exact, figures: int, rounded: Exact, cut: Exact
) -> None:
    assert round_significant(number, figures) == rounded
    assert cut_significant(number, figures) == cut


@given(_positive, st.integers(1, 6))
def test_rounding_to_figures_moves_a_number_by_at_most_half_a_place(
    number: Fraction, figures: int
) -> None:
    place = last_kept(number, figures)
    assert abs(round_significant(number, figures) - number) <= place / 2
    assert 0 <= number - cut_significant(number, figures) < place


def test_no_significant_figure_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="at least one"):
        last_kept(345, 0)


@pytest.mark.parametrize(
    ("factor", "exponent", "written"),
    [
        (3470000, 0, "3.47 × 10^6"),
        (32, 4, "3.2 × 10^5"),
        (5, 0, "5 × 10^0"),
        (47, -6, "4.7 × 10^(−5)"),
        (-56, 2, "−5.6 × 10^3"),
        (Fraction(1, 2), 3, "5 × 10^2"),
    ],
)
def test_standard_form_has_one_digit_before_the_point(
    factor: Exact, exponent: int, written: str
) -> None:
    assert proper_standard_form(factor, exponent) == written


def test_powers_of_ten_stay_within_bounds() -> None:
    assert power_of_ten(-3) == Fraction(1, 1000)
    with pytest.raises(ValueError, match="too far"):
        power_of_ten(41)
    with pytest.raises(ValueError, match="too far"):
        proper_standard_form(12, 40)


def test_exponents_and_figures_must_be_whole() -> None:
    assert power_of_ten(Fraction(2)) == 100  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no whole number"):
        power_of_ten(Fraction(1, 2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no whole number"):
        round_significant(345, Fraction(3, 2))  # type: ignore[arg-type]
