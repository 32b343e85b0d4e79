"""Column methods: right for any length, wrong in exactly the intended way, bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures.columns import (
    ADDITION_BUGS,
    addcol,
    addcol_work,
    colproduct,
    divcol,
    divcol_work,
    divstart,
    mulcol,
    mulcol_work,
    subcol,
    subcol_work,
)
from sandbox.maths.procedures.whole import (
    digitplace,
    dropzeros,
    largestby,
    leftalign,
    ordermirror,
    ordersize,
    orderzero,
    primesof,
    reversedigits,
    roundstages,
)

numbers = st.integers(0, 10**11)


@given(numbers, numbers)
def test_column_sum_without_a_bug_is_the_sum(a: int, b: int) -> None:
    assert addcol(a, b) == a + b


@given(numbers, numbers)
def test_column_difference_without_a_bug_is_the_difference(a: int, b: int) -> None:
    assert subcol(max(a, b), min(a, b)) == abs(a - b)


@given(numbers, st.integers(2, 9))
def test_short_multiplication_and_division_without_a_bug_are_exact(n: int, digit: int) -> None:
    assert mulcol(n, digit) == n * digit
    assert divcol(n, digit) == n // digit


@given(st.integers(0, 4), st.integers(0, 5), st.integers(0, 4), st.integers(0, 5))
def test_no_addition_bug_shows_where_nothing_is_carried(a: int, b: int, c: int, d: int) -> None:
    first, second = 10 * a + b, 10 * c + min(d, 9 - b)
    for bug in ADDITION_BUGS:
        assert addcol(first, second, bug) == first + second


@given(numbers, numbers)
def test_taking_small_from_large_never_exchanges(a: int, b: int) -> None:
    large, small = max(a, b), min(a, b)
    tops, bottoms = str(large), str(small).rjust(len(str(large)), "0")
    expected = [abs(int(x) - int(y)) for x, y in zip(tops, bottoms, strict=True)]

    assert subcol(large, small, "smaller-from-larger") == int("".join(map(str, expected)))


@pytest.mark.parametrize(
    ("bug", "written"),
    [
        ("smaller-from-larger", 4464),
        ("zero-for-borrow", 4000),
        ("no-decrement", 4646),
        ("borrow-from-zero", 3636),
        ("borrow-across-zero", 1646),
        ("stops-at-zero", 3646),
        ("reverse-and-decrement", 3534),
        ("", 3536),
    ],
)
def test_subtraction_bugs_across_two_zeros(bug: str, written: int) -> None:
    assert subcol(5003, 1467, bug) == written


def test_columns_in_words_name_every_column_with_what_was_written() -> None:
    assert subcol_work(432, 57) == "ones: 12 − 7 = 5, tens: 12 − 5 = 7, hundreds: 3"
    assert (
        subcol_work(52, 38, "zero-for-borrow") == "ones: 2 − 8 can't be done, so 0, tens: 5 − 3 = 2"
    )
    assert addcol_work(88, 39) == "ones: 8 + 9 = 17, write 7; tens: 8 + 3 + 1 = 12"
    assert mulcol_work(306, 4) == "6 × 4 = 24, write 4; 0 × 4 + 2 = 2; 3 × 4 = 12"
    assert divcol_work(78, 3) == "3 into 7 goes 2, 1 left over; 3 into 18 goes 6"


@pytest.mark.parametrize(
    "call",
    [
        lambda: subcol(3, 5),
        lambda: subcol(5, 3, "no-such-bug"),
        lambda: subcol(200, 134, "borrow-left"),
        lambda: subcol(208, 3, "one-over-blank"),
        lambda: addcol(10**12, 1),
        lambda: addcol(-1, 1),
        lambda: mulcol(12, 10),
        lambda: divcol(12, 1),
        lambda: colproduct(123, 45),
        lambda: roundstages(44, 25),
        lambda: digitplace(4664, 6),
        lambda: largestby((12, 14), "first"),
        lambda: ordersize((3, -3)),
        lambda: primesof((2, 3), "no-such-belief"),
        lambda: primesof((10**9,)),
    ],
)
def test_what_a_rule_does_not_fit_is_refused(call: object) -> None:
    with pytest.raises(ValueError):
        call()  # type: ignore[operator]


def test_digits_and_places() -> None:
    assert (dropzeros(70050), reversedigits(120), leftalign(9, 100)) == (75, 21, 900)
    assert (digitplace(4628, 6), divstart(1224, 4), roundstages(4445, 1000)) == (2, 12, 5000)


def test_beliefs_order_integers_in_their_own_way() -> None:
    numbers_drawn = (5, -3, 0, -8)

    assert ordersize(numbers_drawn) == (0, -3, 5, -8)
    assert ordermirror(numbers_drawn) == (-3, -8, 0, 5)
    assert orderzero(numbers_drawn) == (0, -8, -3, 5)


def test_beliefs_pick_primes_in_their_own_way() -> None:
    drawn = (1, 2, 9, 13, 15, 51, 91)

    assert primesof(drawn) == (2, 13)
    assert primesof(drawn, "one") == (1, 2, 13)
    assert primesof(drawn, "no-two") == (13,)
    assert primesof(drawn, "odd") == (1, 9, 13, 15, 51, 91)
    assert primesof(drawn, "tables") == (2, 13, 51, 91)
