"""What the procedures of the algebra strands promise to the formulas that call them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures.algebra import (
    PROCEDURES,
    alphabet_place,
    begins_with,
    chain,
    digits_after,
    flipped,
    is_square,
    join,
    letter_power,
    repeated,
    sign_of,
)
from sandbox.maths.written import Surd


def test_join_writes_numbers_with_a_true_minus_and_surds_as_they_are() -> None:
    assert (
        join("x = ", -3, " or ", Fraction(5, 2), " or ", Surd(Fraction(7))) == "x = −3 or 5/2 or √7"
    )


def test_chain_keeps_zeros_and_signs() -> None:
    assert chain(8, -3, 0) == "8 − 3 + 0"
    assert chain(-8, Fraction(1, 2)) == "−8 + 1/2"


def test_empty_chain_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        chain()


@given(st.integers())
def test_sign_times_size_is_the_number(number: int) -> None:
    assert sign_of(number) * abs(number) == number


def test_alphabet_counts_from_one_in_either_case() -> None:
    assert [alphabet_place(letter) for letter in "aNz"] == [1, 14, 26]


@pytest.mark.parametrize("letter", ["", "ab", "é", "3"])
def test_alphabet_refuses_what_is_no_single_letter(letter: str) -> None:
    with pytest.raises(ValueError, match="not one letter"):
        alphabet_place(letter)


@given(st.integers(1, 999), st.integers(0, 999))
def test_digits_after_undoes_writing_side_by_side(first: int, rest: int) -> None:
    number = int(f"{first}{rest}")
    assert begins_with(first, number)
    assert digits_after(first, number) == rest


@pytest.mark.parametrize(
    ("first", "number"), [(4, 4), (4, 56), (4, 405), (0, 12), (-4, 48), (4, -48)]
)
def test_digits_after_refuses_numbers_that_do_not_go_on(first: int, number: int) -> None:
    assert not begins_with(first, number)
    with pytest.raises(ValueError, match="does not begin"):
        digits_after(first, number)


def test_repeated_writes_factors_out_and_shortens_long_products() -> None:
    assert repeated(5, 3) == "5 × 5 × 5"
    assert repeated(-2, 2) == "(−2) × (−2)"
    assert repeated("x", 2, "+") == "x + x"
    assert repeated(2, 10**9) == "2 × 2 × … × 2"


def test_repeated_refuses_nothing() -> None:
    with pytest.raises(ValueError, match="at least once"):
        repeated(5, 0)


@given(st.integers(0, 10**9))
def test_squares_are_recognised_and_their_neighbours_are_not(side: int) -> None:
    assert is_square(side * side)
    assert side == 0 or not is_square(side * side + 1)
    assert not is_square(-1)


def test_letter_power_hides_the_exponents_0_and_1() -> None:
    written = [letter_power("x", exponent) for exponent in (0, 1, 2, -3)]
    assert written == ["1", "x", "x^2", "x^(−3)"]


def test_turning_an_inequality_sign_twice_gives_it_back() -> None:
    assert [flipped(flipped(sign)) for sign in "<>≤≥"] == ["<", ">", "≤", "≥"]
    with pytest.raises(ValueError, match="no inequality sign"):
        flipped("=")


def test_every_procedure_is_documented() -> None:
    assert all(procedure.__doc__ for procedure in PROCEDURES.values())
