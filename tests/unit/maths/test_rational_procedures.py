"""What the procedures for fractions and decimals promise to the formulas that call them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures.rationals import (
    EQUAL,
    column_of,
    decimal_digits,
    decimal_order,
    each_proper_decimal,
    fraction_order,
    joined_parts,
    larger_decimal,
    larger_fraction,
    money,
    place_name,
    placed_decimal,
)

_small = st.integers(1, 60)


@given(st.lists(st.tuples(_small, _small), min_size=1, max_size=6))
def test_order_by_value_is_ascending_and_keeps_every_fraction(pairs: list[tuple[int, int]]) -> None:
    ordered = fraction_order([top for top, _ in pairs], [bottom for _, bottom in pairs], "value")
    values = [fraction.value for fraction in ordered]
    assert values == sorted(Fraction(top, bottom) for top, bottom in pairs)
    assert sorted((f.numerator, f.denominator) for f in ordered) == sorted(pairs)


@given(_small, _small, _small, _small)
def test_larger_by_value_is_what_exact_comparison_says(a: int, b: int, c: int, d: int) -> None:
    larger = larger_fraction(a, b, c, d, "value")
    first, second = Fraction(a, b), Fraction(c, d)
    if first == second:
        assert larger == EQUAL
    else:
        assert not isinstance(larger, str)
        assert larger.value == max(first, second)


def test_each_decimal_rule_orders_as_its_believers_do() -> None:
    numbers, places = (4, 35, 208, 7), (1, 2, 3, 2)  # 0.4, 0.35, 0.208, 0.07

    def by(rule: str) -> list[str]:
        return [str(decimal) for decimal in decimal_order(numbers, places, rule)]

    assert by("value") == ["0.07", "0.208", "0.35", "0.4"]
    assert by("digits-as-whole-number") == ["0.4", "0.07", "0.35", "0.208"]
    assert by("fewer-places") == ["0.208", "0.07", "0.35", "0.4"]
    assert by("zero-first") == ["0.07", "0.4", "0.35", "0.208"]
    assert by("digits-as-denominator") == ["0.208", "0.35", "0.07", "0.4"]


def test_whole_parts_are_compared_before_the_digits_after_the_point() -> None:
    assert str(larger_decimal(21, 1, 195, 2, "digits-as-whole-number")) == "2.1"


def test_gap_rule_calls_equal_gaps_equal_and_other_rules_refuse_a_tie() -> None:
    assert larger_fraction(5, 6, 7, 8, "gap") == EQUAL
    assert str(larger_fraction(5, 6, 5, 8, "gap")) == "5/6"
    with pytest.raises(ValueError, match="does not decide"):
        larger_fraction(3, 5, 3, 7, "larger-numerator")
    with pytest.raises(ValueError, match="level"):
        fraction_order((1, 2, 3), (3, 4, 5), "gap")


def test_unknown_rule_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="larger-numerator"):
        fraction_order((1,), (2,), "size")


def test_digits_after_the_point_are_joined_without_carrying() -> None:
    assert str(joined_parts(3, 5, 2)) == "3.05"
    assert str(joined_parts(3, 15, 1)) == "3.15"
    assert joined_parts(3, 15, 1).value == Fraction(315, 100)


def test_end_zeros_stay_written_but_do_not_change_the_value() -> None:
    decimal = placed_decimal(340, 2)
    assert str(decimal) == "3.40"
    assert decimal.value == Fraction(17, 5)


def test_money_shows_two_places_or_none() -> None:
    assert [str(money(amount)) for amount in (7, Fraction(15, 2), Fraction(-1, 10))] == [
        "7",
        "7.50",
        "−0.10",
    ]


def test_column_of_wants_the_digit_exactly_once() -> None:
    assert column_of(3546, 4) == 1
    for digit in (5, 2):
        with pytest.raises(ValueError, match="exactly once"):
            column_of(5546, digit)


def test_digits_after_the_point_keep_their_leading_zero() -> None:
    assert decimal_digits(3045, 3) == "045"


def test_place_names_agree_in_number() -> None:
    assert place_name(1, 1) == "tenth"
    assert place_name(2) == "hundredths"
    with pytest.raises(ValueError, match="1 to 6"):
        place_name(0)


def test_proper_decimal_has_no_end_zero_and_at_most_one_leading_zero() -> None:
    assert each_proper_decimal((7, 35), (2, 2))
    assert not each_proper_decimal((7,), (3,))
    assert not each_proper_decimal((40,), (2,))
    assert not each_proper_decimal((12,), (1,))


def test_work_is_bounded_for_a_stranger_content() -> None:
    with pytest.raises(ValueError, match="outside 0 to 40"):
        placed_decimal(1, 10**9)
    with pytest.raises(ValueError, match="at most 50"):
        fraction_order((1,) * 51, (2,) * 51, "value")
