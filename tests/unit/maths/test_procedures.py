"""The procedures of the formula language: right values, spelled out."""

import importlib
import pkgutil
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths import procedures
from sandbox.maths.expressions import compile_formula
from sandbox.maths.procedures import PROCEDURES
from sandbox.maths.written import (
    WrittenDecimal,
    WrittenFraction,
    WrittenMixed,
    decimal_text,
    display,
    exact,
    round_half_up,
    signed,
    with_unit,
)


def value(formula):
    return compile_formula(formula)({})


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("F(6, 8)", "3/4"),
        ("F(-6, 8)", "−3/4"),
        ("F(6, 3)", "2"),
        ("Q(2, 4)", "2/4"),
        ("Q(2, -4)", "−2/4"),
        ("Q(F(1, 2), 3)", "1/6"),
        ("MX(1, 2, 4)", "1 2/4"),
        ("MX(-1, 2, 4)", "−1 2/4"),
        ("MX(0, 2, 4)", "2/4"),
        ("MX(3, 0, 4)", "3"),
        ("D(F(3, 4))", "0.75"),
        ("D(-2)", "−2"),
        ("D(F(1, 3))", "0.3333"),
        ("root(49)", "7"),
        ("root(F(9, 16))", "3/4"),
        ("root(50)", "√50"),
        ("root(F(1, 2))", "√(1/2)"),
        ("mixed(F(7, 4))", "1 3/4"),
        ("mixed(F(-7, 4))", "−1 3/4"),
        ("mixed(F(1, 2), 4)", "2/4"),
        ("mixed(F(-1, 2))", "−1/2"),
        ("mixed(3)", "3"),
    ],
)
def test_numbers_as_a_pupil_writes_them(formula, shown):
    assert display(value(formula), "fraction") == shown


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("digits(4072)", (4, 0, 7, 2)),
        ("digitcount(4072)", 4),
        ("digitcount(0)", 1),
        ("dig(4072, 0)", 2),
        ("dig(4072, 3)", 4),
        ("dig(4072, 4)", 0),
        ("cat(3, 14, 5)", 3145),
        ("undig((3, 0, 5))", 305),
        ("rnd(F(5, 2))", 3),
        ("rnd(F(-5, 2))", -2),
        ("rndto(347, 10)", 350),
        ("rndto(345, 10)", 350),
        ("rndto(F(347, 100), F(1, 10))", Fraction(7, 2)),
        ("floor(F(-1, 2))", -1),
        ("ceil(F(1, 2))", 1),
        ("isprime(1)", False),
        ("isprime(2)", True),
        ("isprime(91)", False),
        ("isprime(97)", True),
        ("pfactors(60)", (2, 2, 3, 5)),
        ("pfactors(97)", (97,)),
        ("pfactors(1)", ()),
        ("divs(12)", (1, 2, 3, 4, 6, 12)),
        ("divs(1)", (1,)),
        ("gcd(12, 18)", 6),
        ("lcm(4, 6)", 12),
        ("median((5, 1, 3))", 3),
        ("median((5, 1, 3, 4))", Fraction(7, 2)),
        ("mean((1, 2, 6))", 3),
        ("mode((2, 3, 3, 2, 1))", 2),
        ("sorted((3, 1, 2))", (1, 2, 3)),
        ("descending((3, 1, 2))", (3, 2, 1)),
        ("alld(1, 2, 3)", True),
        ("alld((1, 2, 1))", False),
        ("numerator(F(6, 8))", 3),
        ("denominator(F(6, 8))", 4),
        ("denominator(5)", 1),
        ("factorial(5)", 120),
        ("comb(5, 2)", 10),
    ],
)
def test_number_procedures(formula, result):
    assert value(formula) == result


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("words(0)", "zero"),
        ("words(21)", "twenty-one"),
        ("words(205)", "two hundred and five"),
        ("words(3012)", "three thousand and twelve"),
        ("words(40500)", "forty thousand, five hundred"),
        ("ordn(1)", "1st"),
        ("ordn(22)", "22nd"),
        ("ordn(13)", "13th"),
        ("ordn(111)", "111th"),
        ("pl(1, 'hour')", "1 hour"),
        ("pl(0, 'hour')", "0 hours"),
        ("pl(3, 'mouse', 'mice')", "3 mice"),
        ("com(1234567)", "1,234,567"),
        ("com(-1234)", "−1,234"),
        ("dec(305, 2)", "3.05"),
        ("dec(5, 2)", "0.05"),
        ("dec(-5, 1)", "−0.5"),
        ("dec(7, 0)", "7"),
        ("ds(F(1, 8))", "0.125"),
        ("ds(F(2, 3))", "0.6667"),
        ("ds(F(2, 3), 2)", "0.67"),
        ("sg(-3)", "−3"),
        ("par(-3)", "(−3)"),
        ("par(3)", "3"),
        ("hm(7, 5)", "7:05"),
        ("nth1(3)", "third"),
        ("nths(3)", "thirds"),
        ("nth1(20)", "20th"),
        ("nths(20)", "20ths"),
        ("listing((3, -5, 8))", "3, −5, 8"),
        ("decimals((35, 4), (2, 1))", "0.35, 0.4"),
        ("decimals((35, 4), 2)", "0.35, 0.04"),
        ("fractions((1, 3), (2, 4))", "1/2, 3/4"),
        ("terms((3, 'x'), (-4, ''))", "3x − 4"),
        ("terms((-1, 'x'), (1, 'y'))", "−x + y"),
        ("terms((0, 'x'), (0, ''))", "0"),
        ("terms((F(1, 2), 'x'))", "(1/2)x"),
        ("lin(1, -7)", "x − 7"),
        ("lin(2, 3, 'n')", "2n + 3"),
        ("pw('x', 2)", "x^2"),
        ("pw(10, -3)", "10^(−3)"),
        ("stdf(F(32, 10), 4)", "3.2 × 10^4"),
    ],
)
def test_text_procedures(formula, result):
    assert value(formula) == result


def test_each_procedure_has_one_meaning_and_says_what_it_does():
    found = pkgutil.iter_modules(procedures.__path__, f"{procedures.__name__}.")
    modules = [importlib.import_module(info.name) for info in found]
    offered = [pair for m in modules for pair in getattr(m, "PROCEDURES", {}).items()]
    assert {name for name, _ in offered} == set(PROCEDURES)
    for name, procedure in offered:
        assert PROCEDURES[name] is procedure
        assert procedure.__doc__, name


@given(st.integers(0, 10**12), st.integers(0, 5))
def test_digits_and_columns_agree(number, column):
    digits = PROCEDURES["digits"](number)
    assert PROCEDURES["undig"](digits) == number
    assert len(digits) == PROCEDURES["digitcount"](number)
    if column < len(digits):
        assert PROCEDURES["dig"](number, column) == digits[-1 - column]


@given(st.integers(1, 10**5))
def test_factors_multiply_back(number):
    product = 1
    for factor in PROCEDURES["pfactors"](number):
        assert PROCEDURES["isprime"](factor)
        product *= factor
    assert product == number
    assert all(number % divisor == 0 for divisor in PROCEDURES["divs"](number))


@given(st.fractions(max_denominator=500))
def test_written_numbers_keep_their_value(number):
    assert PROCEDURES["mixed"](number).value == number
    assert Fraction(signed(number).replace("−", "-")) == number
    assert abs(Fraction(decimal_text(number, 6).replace("−", "-")) - number) <= Fraction(1, 10**6)
    assert 0 <= round_half_up(number) - number + Fraction(1, 2) <= 1


@given(st.integers(-(10**9), 10**9), st.integers(-999, 999).filter(bool))
def test_written_fraction_is_not_reduced_and_has_a_positive_denominator(top, bottom):
    written = WrittenFraction(top, bottom)
    assert written.value == Fraction(top, bottom)
    assert written.denominator == abs(bottom)


@pytest.mark.parametrize("wrong", ["1/2", "1e999999999", 0.5, None, (1,), WrittenMixed(1, 1, 2)])
def test_only_exact_numbers_are_numbers(wrong):
    with pytest.raises(TypeError, match="is no exact number"):
        exact(wrong)


@pytest.mark.parametrize("wrong", [True, False, None, frozenset({1}), 1.5, (1, True)])
def test_what_is_no_answer_is_refused_with_the_value(wrong):
    with pytest.raises(TypeError, match="which is no answer"):
        display(wrong, "integer")


@pytest.mark.parametrize(
    ("result", "answer_format", "shown"),
    [
        (Fraction(1, 3), "fraction", "1/3"),
        (Fraction(1, 3), "decimal", "0.333"),
        (Fraction(1, 4), "percent", "0.25"),
        ((2, -3), "coordinates", "(2, −3)"),
        ((2, 3), "ratio", "2 : 3"),
        ((2, Fraction(1, 2)), "list", "2, 0.5"),
        (WrittenDecimal(Fraction(1, 2)), "fraction", "0.5"),
        ("3x − 4", "expression", "3x − 4"),
    ],
)
def test_display_follows_the_answer_format(result, answer_format, shown):
    assert display(result, answer_format) == shown


@pytest.mark.parametrize(
    ("text_", "unit", "shown"),
    [
        ("5", "", "5"),
        ("5", "cm", "5 cm"),
        ("5", "%", "5%"),
        ("5", "$", "$5"),
        ("−5", "£", "−£5"),
        ("90", "°", "90°"),
    ],
)
def test_units_stand_where_people_write_them(text_, unit, shown):
    assert with_unit(text_, unit) == shown
