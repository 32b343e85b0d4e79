"""same_value and same_form: what counts as the same answer."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.values import (
    Expression,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Words,
    read_value,
    same_form,
    same_value,
    value_of,
)

SAME = [
    ("1.5 m", "150 cm"),
    ("0.5 h", "30 min"),
    ("3h 20min", "200 minutes"),
    ("75%", "0.75"),
    ("75%", "3/4"),
    ("6/8", "3/4"),
    ("12", "12 cm"),
    ("350p", "£3.50"),
    ("10 units", "10"),
    ("13 degrees", "13 °C"),
    ("1000 cm³", "1 litre"),
    ("2(x+3)", "2x + 6"),
    ("(x+3)(x−3)", "x² − 9"),
    ("x^12/x^3", "x^9"),
    ("√12", "2√3"),
    ("√16", "4"),
    ("1/√2", "√2/2"),
    ("10π cm", "10π"),
    ("√(x^2+2x+1)", "√((x+1)^2)"),
    ("2^n * 2", "2^(n+1)"),
    ("x = 3", "3"),
    ("3 = x", "x = 3"),
    ("2x = 6", "x = 3"),
    ("y = 3x + 2", "3x + 2 = y"),
    ("x = (y − 5)/3", "y = 3x + 5"),
    ("x = 6 or x = −6", "±6"),
    ("-6, 6", "6 or -6"),
    ("1/4, 1/2, 3/4", "0.25, 0.5, 75%"),
    ("2 : 4", "1:2"),
    ("7:35 pm", "19:35"),
    ("x > 4", "2x > 8"),
    ("x > 4", "-x < -4"),
    ("(3, 5)", "3, 5"),
    ("Infinitely many!", "infinitely many"),
    ("5m", "5 metres"),
    ("3.47 × 10^6", "3,470,000"),
    ("2 × 2 × 3 × 3", "36"),
    ("they're equal", "They are the same."),
    ("equal", "they are equal"),
    ("There are infinitely many", "infinite"),
]
DIFFERENT = [
    ("12 cm", "12 cm²"),
    ("12 cm", "12 kg"),
    ("12 cm", "12 m"),
    ("3/4", "4/3"),
    ("2(x+3)", "2x + 3"),
    ("√2", "1.414"),
    ("x = 3", "y = 3"),
    ("x = 3", "4"),
    ("1/4, 1/2", "1/2, 1/4"),
    ("2:3", "3:2"),
    ("7:35", "19:35"),
    ("7:35 am", "7:35 pm"),
    ("x > 4", "x ≥ 4"),
    ("(3, 5)", "(5, 3)"),
    ("B", "2"),
    ("B", "C"),
    ("4 r 3", "4.3"),
    ("1/0", "1/0"),
    ("2^n", "n^2"),
    ("they are not equal", "they are equal"),
    ("0.333", "1/3"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_equal_answers_are_the_same_both_ways(a: str, b: str) -> None:
    assert same_value(read_value(a), read_value(b))
    assert same_value(read_value(b), read_value(a))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_unequal_answers_differ_both_ways(a: str, b: str) -> None:
    assert not same_value(read_value(a), read_value(b))
    assert not same_value(read_value(b), read_value(a))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("6/8", "3/4", False),
        ("3/4", "3/4", True),
        ("3/2", "1 1/2", False),
        ("0.75", "75%", False),
        ("0.50", "0.5", True),
        ("6(2x + 3)", "(3 + 2x)6", True),
        ("6(2x + 3)", "3(4x + 6)", False),
        ("6(2x + 3)", "12x + 18", False),
        ("2 × 2 × 3 × 3", "2^2 × 3^2", True),
        ("2 × 2 × 3 × 3", "4 × 9", False),
        ("2 × 2 × 3 × 3", "36", False),
        ("1 × 3 × 3 × 5", "3 × 3 × 5", False),
        ("5 × 3 × 3", "3 × 3 × 5", True),
        ("3 × 5 × 3", "3² × 5", True),
        ("1x + 3", "x + 3", True),
        ("2 : 4", "1 : 2", False),
        ("34.7 × 10^5", "3.47 × 10^6", False),
    ],
)
def test_written_form_is_told_apart(a: str, b: str, same: bool) -> None:
    assert same_form(read_value(a), read_value(b)) is same


def test_a_label_never_equals_a_number() -> None:
    assert not same_value(Label("B"), Number(Fraction(2)))
    assert same_value(Label("B"), Label("B", "6 kg"))


@given(st.fractions(max_denominator=50), st.fractions(max_denominator=50))
def test_numbers_are_the_same_exactly_when_equal(a: Fraction, b: Fraction) -> None:
    assert same_value(Number(a), Number(b)) is (a == b)


class WrittenFraction:
    value = Fraction(6, 8)

    def __str__(self) -> str:
        return "6/8"


class Surd:
    radicand = Fraction(119)


@pytest.mark.parametrize(
    ("result", "format", "unit", "value"),
    [
        (7, "integer", "", Number(Fraction(7))),
        (Fraction(5, 2), "decimal", "cm", Number(Fraction(5, 2), "cm", "decimal")),
        (Fraction(5, 4), "fraction", "", Number(Fraction(5, 4), "", "fraction", (5, 4))),
        (Fraction(5, 4), "mixed", "", Number(Fraction(5, 4), "", "mixed", (1, 1, 1, 4))),
        (85, "percent", "%", Number(Fraction(85, 100), "", "percent")),
        ((3, -4), "coordinates", "", Point((Fraction(3), Fraction(-4)))),
        ((1, 5), "ratio", "", Ratio((Fraction(1), Fraction(5)))),
        ((25, 8), "list", "", Listing((Number(Fraction(25)), Number(Fraction(8))))),
        ("B", "choice", "", Label("B")),
        ("infinitely many", "text", "", Words("infinitely many")),
    ],
)
def test_formula_results_become_values(
    result: object, format: str, unit: str, value: object
) -> None:
    assert value_of(result, format, unit) == value  # type: ignore[arg-type]


def test_written_forms_of_results_are_kept() -> None:
    assert value_of(WrittenFraction(), "fraction") == Number(Fraction(3, 4), "", "fraction", (6, 8))
    surd = value_of(Surd(), "integer", "cm")
    assert isinstance(surd, Expression)
    assert same_value(surd, read_value("√119 cm"))


def test_a_time_can_be_meant_as_a_ratio() -> None:
    assert same_value(read_value("1:20"), value_of((2, 40), "ratio"))
    assert not same_value(read_value("1:05"), value_of((1, 5), "ratio"))


def test_a_letter_result_is_algebra_where_the_format_says_so() -> None:
    assert same_value(value_of("b", "expression"), read_value("b"))
    assert same_value(value_of("5m", "expression"), read_value("m + 4m"))


@pytest.mark.parametrize(
    ("result", "format", "unit", "written", "same"),
    [
        (Fraction(96, 7), "decimal", "cm", "13.714 cm", True),
        (Fraction(96, 7), "decimal", "cm", "13.71", True),
        (Fraction(96, 7), "decimal", "cm", "137.14 mm", True),
        (Fraction(96, 7), "decimal", "cm", "137.14 cm", False),
        (Fraction(96, 7), "decimal", "cm", "13.715 cm", False),
        (Fraction(-14, 3), "decimal", "", "-4.667", True),
        (Fraction(350, 9), "percent", "%", "38.889%", True),
        (Fraction(5, 32), "decimal", "$", "$0.16", True),
        (Fraction(5, 32), "decimal", "$", "$0.15", False),
        (Fraction(5, 32), "decimal", "cm", "0.16 cm", False),
    ],
)
def test_a_decimal_without_end_is_its_rounding(
    result: Fraction, format: str, unit: str, written: str, same: bool
) -> None:
    exact, read = value_of(result, format, unit), read_value(written)
    assert same_value(exact, read) is same
    assert same_value(read, exact) is same


def test_a_multiple_of_a_letter_keeps_its_form() -> None:
    assert same_form(value_of("21t", "expression"), read_value("21t"))
    assert not same_form(value_of("21t", "expression"), read_value("7t × 3"))
