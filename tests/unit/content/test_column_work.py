"""Columns on paper: the marks are those of the rule, and the result row is what it answers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sandbox.content.column_work import (
    addition,
    column_product,
    first_columns_only,
    first_difference,
    first_false_digit,
    left_aligned,
    long_multiplication,
    result_of,
    short_division,
    short_multiplication,
    subtraction,
)
from sandbox.content.decimal_columns import by_the_ends, by_the_point
from sandbox.maths.procedures.columns import (
    ADDITION_BUGS,
    DIVISION_BUGS,
    MULTIPLICATION_BUGS,
    SUBTRACTION_BUGS,
    addcol,
    colproduct,
    divcol,
    mulcol,
    subcol,
    subcol_work,
)
from sandbox.maths.written import WrittenDecimal

NUMBERS = st.integers(0, 99_999)
DIGITS = st.integers(2, 9)
MINUS = "−"


def marks(columns):
    """(what, column counted from the ones) of every small digit and every crossing-out."""
    ones = max(cell.x for cell in columns.cells if cell.step == 0)
    small = {
        (cell.text, ones - cell.x, cell.place, cell.lift)
        for cell in columns.cells
        if cell.lift or cell.place == "before"
    }
    struck = {(cell.text, ones - cell.x) for cell in columns.cells if cell.struck_with is not None}
    return small, struck


def is_one_digit_a_square(columns):
    """No two digits of a number share a square."""
    seen = [(c.x, c.y, c.lift, c.place) for c in columns.cells]
    return len(seen) == len(set(seen)) and all(
        0 <= c.x < columns.width and 0 <= c.y < columns.height for c in columns.cells
    )


@given(NUMBERS, NUMBERS, st.sampled_from(sorted(SUBTRACTION_BUGS)))
def test_subtraction_on_paper_comes_to_what_the_rule_answers(one, two, bug):
    a, b = max(one, two), min(one, two)
    try:
        answer = subcol(a, b, bug)
    except ValueError:
        return
    columns = subtraction(a, b, bug)
    assert result_of(columns) == str(answer)
    assert ", ".join(columns.says[1:]).startswith(subcol_work(a, b, bug))
    assert is_one_digit_a_square(columns)


@given(NUMBERS, NUMBERS, st.sampled_from(sorted(ADDITION_BUGS)))
def test_addition_on_paper_comes_to_what_the_rule_answers(a, b, bug):
    columns = addition(a, b, bug)
    assert int(result_of(columns)) == addcol(a, b, bug)
    assert is_one_digit_a_square(columns)


@given(NUMBERS, DIGITS, st.sampled_from(sorted(MULTIPLICATION_BUGS)))
def test_multiplication_on_paper_comes_to_what_the_rule_answers(n, c, bug):
    columns = short_multiplication(n, c, bug)
    assert int(result_of(columns)) == mulcol(n, c, bug)
    assert is_one_digit_a_square(columns)


@given(st.integers(10, 99_999), DIGITS, st.sampled_from(sorted(DIVISION_BUGS)))
def test_division_on_paper_comes_to_what_the_rule_answers(n, d, bug):
    columns = short_division(n, d, bug)
    quotient, _, remainder = result_of(columns).partition("r")
    assert int(quotient) == divcol(n, d, bug)
    if bug == "":
        assert (int(quotient), int(remainder or 0)) == divmod(n, d)
    assert is_one_digit_a_square(columns)


@given(st.integers(10, 999), st.integers(10, 999))
def test_long_multiplication_is_right_and_its_rows_are_the_partial_products(m, n):
    assert int(result_of(long_multiplication(m, n))) == m * n
    unshifted = sum(m * int(digit) for digit in str(n))
    assert int(result_of(long_multiplication(m, n, shifted=False))) == unshifted
    assert int(result_of(long_multiplication(m, n, rows=1))) == m * (n % 10)


@given(st.integers(10, 99), st.integers(10, 99))
def test_product_down_the_columns_is_that_of_the_procedure(m, n):
    assert int(result_of(column_product(m, n))) == colproduct(m, n)


def test_right_subtraction_crosses_out_the_giver_and_puts_a_one_before_the_taker():
    small, struck = marks(subtraction(52, 38))
    assert small == {("4", 1, "middle", 1), ("1", 0, "before", 0)}
    assert struck == {("5", 1)}


def test_right_subtraction_across_zero_turns_the_zero_into_nine():
    small, struck = marks(subtraction(503, 187))
    assert struck == {("5", 2), ("0", 1)}
    assert {("4", 2, "middle", 1), ("9", 1, "middle", 1), ("1", 0, "before", 0)} <= small


@given(NUMBERS, NUMBERS)
def test_smaller_from_larger_leaves_no_marks(one, two):
    columns = subtraction(max(one, two), min(one, two), "smaller-from-larger")
    assert marks(columns) == (set(), set())


@given(NUMBERS, NUMBERS)
def test_borrowing_without_paying_back_crosses_nothing_out(one, two):
    small, struck = marks(subtraction(max(one, two), min(one, two), "no-decrement"))
    assert struck == set()
    assert {(text, place) for text, _, place, _ in small} <= {("1", "before")}


def test_borrowing_from_zero_turns_it_into_nine_and_leaves_the_rest():
    _, struck = marks(subtraction(503, 187, "borrow-from-zero"))
    assert ("0", 1) in struck


def test_borrowing_always_from_the_left_changes_only_the_first_digit():
    small, struck = marks(subtraction(723, 187, "borrow-left"))
    assert {column for _, column in struck} == {2}
    assert {(t, lift) for t, _, place, lift in small if place == "middle"} == {("6", 1), ("5", 2)}


@given(NUMBERS, NUMBERS)
def test_adding_without_carrying_leaves_no_marks(a, b):
    assert marks(addition(a, b, "no-carry")) == (set(), set())
    assert marks(addition(a, b, "whole-sums")) == (set(), set())


def test_carries_stand_above_the_column_that_they_go_to():
    assert marks(addition(687, 548))[0] == {("1", 1, "middle", 1), ("1", 2, "middle", 1)}
    assert marks(addition(67, 58, "left-to-right"))[0] == {("1", 0, "middle", 1)}
    assert marks(addition(687, 548, "carries-ones"))[0] == {
        ("5", 1, "middle", 1),
        ("7", 2, "middle", 1),
    }
    assert marks(short_multiplication(467, 8))[0] == {("5", 1, "middle", 1), ("5", 2, "middle", 1)}
    assert marks(short_multiplication(467, 8, "drops-carry")) == (set(), set())


def test_remainders_stand_before_the_next_digit_unless_they_are_dropped():
    assert marks(short_division(784, 3))[0] == {("1", 1, "before", 0)}
    assert marks(short_division(784, 3, "drops-remainder")) == (set(), set())
    assert ("+1", 1, "before", 0) in marks(short_division(784, 3, "adds-remainder"))[0]


def test_quotient_without_its_zero_leaves_the_place_empty():
    columns = short_division(1827, 3, omits_zeros=True)
    assert result_of(columns) == "69"
    assert {c.x for c in columns.cells if c.y == 0} == {2, 4}


def test_numbers_aligned_on_the_left_start_in_one_column():
    columns = left_aligned(235, 4, "+")
    rows = {y: min(c.x for c in columns.cells if c.y == y and c.text.isdigit()) for y in (1, 2)}
    assert rows[1] == rows[2]
    assert result_of(columns) == "635"
    assert result_of(left_aligned(735, 4, MINUS)) == "335"
    assert columns.says[1:] == ("ones: 5", "tens: 3", "hundreds: 2 + 4 = 6")


def test_columns_without_a_digit_below_are_left_out():
    columns = first_columns_only(235, 4, "+")
    assert result_of(columns) == "9"
    assert columns.says == ("235 + 4", "ones: 5 + 4 = 9")


def test_first_difference_is_where_the_rule_leaves_the_right_way():
    assert (
        first_difference(subtraction(752, 238, "smaller-from-larger"), subtraction(752, 238)) == 1
    )
    assert (
        first_difference(subtraction(528, 143, "smaller-from-larger"), subtraction(528, 143)) == 2
    )
    assert first_difference(addition(47, 58, "no-carry"), addition(47, 58)) == 1
    assert first_difference(left_aligned(235, 4, "+"), addition(235, 4)) == 0
    assert first_difference(addition(12, 34, "no-carry"), addition(12, 34)) is None
    assert first_difference(first_columns_only(235, 4, "+"), addition(235, 4)) is None
    assert (
        first_difference(long_multiplication(43, 27, shifted=False), long_multiplication(43, 27))
        == 2
    )


def test_decimals_stand_point_under_point_with_zeros_filled_in():
    columns = by_the_point(667, 2, 14, 1, MINUS)
    points = {(c.x, c.y) for c in columns.cells if c.place == "after"}
    assert {x for x, _ in points} == {1}
    assert {y for _, y in points} == {1, 2, 3}
    assert result_of(columns) == "5.27"
    assert columns.says == (
        "6.67 − 1.40",
        "hundredths: 7 − 0 = 7",
        "tenths: 6 − 4 = 2",
        "ones: 6 − 1 = 5",
    )


def test_decimals_lined_up_by_their_ends_have_their_points_apart():
    columns = by_the_ends(667, 2, 14, 1, MINUS)
    points = {c.y: c.x for c in columns.cells if c.place == "after"}
    assert points == {1: 1, 2: 2, 3: 1}
    assert result_of(columns) == "6.53"
    assert first_difference(columns, by_the_point(667, 2, 14, 1, MINUS)) == 0


def test_taking_away_by_the_ends_puts_the_longer_row_of_digits_on_top():
    columns = by_the_ends(15, 0, 756, 2, MINUS)
    assert columns.says[0] == "7.56 − 15"
    assert result_of(columns) == "7.41"
    assert {c.y for c in columns.cells if c.place == "after"} == {1, 3}


@given(st.integers(12, 698), st.integers(1, 2), st.integers(12, 389), st.integers(1, 2))
def test_decimal_columns_come_to_the_exact_sum_or_difference(x, j, y, k):
    one, two = Fraction(x, 10**j), Fraction(y, 10**k)
    for sign, exact in (("+", one + two), (MINUS, one - two)):
        if exact >= 0 and (columns := by_the_point(x, j, y, k, sign)) is not None:
            assert Fraction(result_of(columns)) == exact
            assert result_of(columns) == str(WrittenDecimal(exact))


def test_decimals_that_would_need_a_leading_or_a_last_zero_are_left_to_lines():
    assert by_the_point(527, 2, 49, 1, MINUS) is None
    assert by_the_point(25, 1, 35, 1, "+") is None
    assert by_the_ends(5, 1, 125, 2, "+") is None


def test_a_mark_can_be_wrong_before_a_digit_is_false():
    unpaid = subtraction(762, 258, "no-decrement")
    assert first_difference(unpaid, subtraction(762, 258)) == 1
    assert first_false_digit(unpaid, subtraction(762, 258)) == 2
    assert first_false_digit(left_aligned(235, 4, "+"), addition(235, 4)) == 1
    assert first_false_digit(first_columns_only(235, 4, "+"), addition(235, 4)) == 1
