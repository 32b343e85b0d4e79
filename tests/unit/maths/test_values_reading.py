"""read_value: every written kind of answer, hostile text, write → read identity."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.maths.values import (
    Clock,
    Either,
    Equation,
    Expression,
    Interval,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Remainder,
    Unreadable,
    Words,
    read_value,
    same_value,
)

F = Fraction

NUMBERS = [
    ("7", F(7), "", "integer"),
    ("12,000", F(12000), "", "integer"),
    ("−5", F(-5), "", "integer"),
    ("- 3", F(-3), "", "integer"),
    ("It's 4/6.", F(2, 3), "", "fraction"),
    ("1 1/2", F(3, 2), "", "mixed"),
    ("-2 1/3", F(-7, 3), "", "mixed"),
    ("½", F(1, 2), "", "fraction"),
    ("−½", F(-1, 2), "", "fraction"),
    ("2½", F(5, 2), "", "mixed"),
    (".5", F(1, 2), "", "decimal"),
    ("75%", F(3, 4), "", "percent"),
    ("3.2 × 10^5", F(320000), "", "standard form"),
    ("3.2 × 10^(−4)", F(32, 100000), "", "standard form"),
    ("$3.50", F(7, 2), "$", "decimal"),
    ("£-3", F(-3), "£", "integer"),
    ("25p", F(25), "p", "integer"),
    ("12 cm²", F(12), "cm²", "integer"),
    ("12 square centimetres", F(12), "cm²", "integer"),
    ("65°", F(65), "°", "integer"),
    ("13 °C", F(13), "°C", "integer"),
    ("90 km/h", F(90), "km/h", "integer"),
    ("3h 20min", F(200), "min", "integer"),
    ("1 h 35 min", F(95), "min", "integer"),
    ("3 m 5 cm", F(305), "cm", "integer"),
    ("6 pets", F(6), "pets", "integer"),
    ("The answer is 12 cm", F(12), "cm", "integer"),
    (r"\boxed{5}", F(5), "", "integer"),
    ("= 7", F(7), "", "integer"),
    ("three quarters", F(3, 4), "", "fraction"),
    ("I think it's 12 because 3 x 4 is 12", F(12), "", "integer"),
    ("3/4 of the pizza", F(3, 4), "", "fraction"),
    ("3/4 + 1/2 = 5/4", F(5, 4), "", "fraction"),
    ("area = 12 cm^2", F(12), "cm²", "integer"),
    ("１２", F(12), "", "integer"),
]


@pytest.mark.parametrize(("text", "value", "unit", "form"), NUMBERS)
def test_numbers_are_read(text: str, value: Fraction, unit: str, form: str) -> None:
    read = read_value(text)
    assert isinstance(read, Number)
    assert (read.value, read.unit, read.form) == (value, unit, form)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4 remainder 3", Remainder(4, 3)),
        ("4r3", Remainder(4, 3)),
        ("3 : 4", Ratio((F(3), F(4)))),
        ("3 to 4", Ratio((F(3), F(4)))),
        ("(3, −4)", Point((F(3), F(-4)))),
        ("3:45 pm", Clock(3, 45, "pm")),
        ("19:35", Clock(19, 35)),
        ("half past seven", Clock(7, 30)),
        ("x > 4", Interval("x", F(4), None)),
        ("4 < x", Interval("x", F(4), None)),
        ("−2 < x ≤ 5", Interval("x", F(-2), F(5), False, True)),
        ("[2, 5)", Interval("", F(2), F(5), True, False)),
        ("infinitely many", Words("infinitely many")),
        ("no", Words("no")),
        ("A cat", Words("A cat")),
        ("I", Words("I")),
    ],
)
def test_other_kinds_are_read(text: str, value: object) -> None:
    assert read_value(text) == value


@pytest.mark.parametrize(
    ("text", "letter", "rest"),
    [
        ("B", "B", ""),
        ("b", "B", ""),
        ("(b)", "B", ""),
        ("b.", "B", ""),
        ("option B", "B", ""),
        ("D. 6 kg", "D", "6 kg"),
        ("the answer is C", "C", ""),
        ("B because it is bigger", "B", "because it is bigger"),
    ],
)
def test_choice_labels_are_read(text: str, letter: str, rest: str) -> None:
    assert read_value(text) == Label(letter, rest)


def test_equations_and_expressions_are_read() -> None:
    assert isinstance(read_value("y = 3x + 2"), Equation)
    assert isinstance(read_value("2(x+3)"), Expression)
    assert isinstance(read_value("3√5"), Expression)
    circumference = read_value("10π cm")
    assert isinstance(circumference, Expression)
    assert circumference.unit == "cm"
    assert isinstance(read_value("x = 6 or x = −6"), Either)
    assert isinstance(read_value("±6"), Either)


def test_a_letter_of_the_question_is_no_unit() -> None:
    tonnes, multiple = read_value("21t"), read_value("it's 21t", letters=frozenset("t"))
    assert tonnes == Number(F(21), "t")
    assert isinstance(multiple, Expression)
    assert multiple.text == "21t"
    assert read_value("21t", letters=frozenset("x")) == tonnes
    assert read_value("21", letters=frozenset("t")) == Number(F(21))


def test_a_small_letter_minus_a_number_is_algebra() -> None:
    read = read_value("h − 10")
    assert isinstance(read, Expression)
    assert read.text == "h - 10"
    assert read_value("D - 6 kg") == Label("D", "6 kg")


@given(
    st.integers(-99, -1), st.sampled_from(["It's {}!", "it is {}", "I got {}.", "so {}", "= {}"])
)
def test_a_negative_answer_keeps_its_sign_in_a_sentence(n: int, sentence: str) -> None:
    for written in (str(n), str(n).replace("-", "−")):
        assert read_value(sentence.format(written)) == Number(F(n))


def test_a_comma_makes_a_list_unless_it_is_the_decimal_comma() -> None:
    assert read_value("1,5") == Listing((Number(F(1)), Number(F(5))))
    assert read_value("1,5", decimal_comma=True) == Number(F(3, 2), "", "decimal")
    assert read_value("1.234,5", decimal_comma=True) == Number(F(12345, 10), "", "decimal")
    two = read_value("$3 and $5")
    assert two == Listing((Number(F(3), "$"), Number(F(5), "$")))


def test_the_unit_of_the_question_is_given_to_a_bare_number() -> None:
    assert read_value("85", unit="%") == Number(F(85, 100), "", "percent")
    assert read_value("85%", unit="%") == Number(F(85, 100), "", "percent")
    assert read_value("5", unit="cm") == Number(F(5), "cm")
    assert read_value("5 m", unit="cm") == Number(F(5), "m")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no text"),
        ("1/0", "division by zero"),
        ("x/0", "division by zero"),
        ("3/4/5", "fraction bar"),
        ("3/4/2024", "date"),
        ("2024-01-05", "date"),
        ("--3", "two minus signs"),
        ("(3+4", "bracket"),
        ("😀", "no number"),
        ("∞", "infinity"),
        ("1e400", "power of ten"),
        ("9**9**9**9", "exponent"),
        ("x^1000", "exponent"),
        ("9" * 60, "digits"),
        ("1" * 5000, "longer than"),
        ("(1+x+y)^60", "terms"),
        ("√(0-4)", "negative"),
    ],
)
def test_what_has_no_value_says_why(text: str, reason: str) -> None:
    read = read_value(text)
    assert isinstance(read, Unreadable)
    assert reason in read.reason


def test_nan_is_a_word() -> None:
    assert read_value("nan") == Words("nan")


@given(st.integers(-(10**12), 10**12))
def test_an_integer_reads_back(n: int) -> None:
    assert read_value(str(n)) == Number(F(n), "", "integer")
    assert read_value(f"{n:,}".replace("-", "−")) == Number(F(n), "", "integer")


@given(st.integers(-999, 999), st.integers(1, 999))
def test_a_fraction_reads_back_as_written(n: int, d: int) -> None:
    assert read_value(f"{n}/{d}") == Number(F(n, d), "", "fraction", (n, d))
    assert read_value(rf"\frac{{{n}}}{{{d}}}") == Number(F(n, d), "", "fraction", (n, d))


@given(st.integers(1, 99), st.integers(1, 99), st.integers(1, 99), st.sampled_from([1, -1]))
def test_a_mixed_number_reads_back(w: int, n: int, d: int, sign: int) -> None:
    written = f"{'−' if sign < 0 else ''}{w} {n}/{d}"
    assert read_value(written) == Number(sign * (w + F(n, d)), "", "mixed", (sign, w, n, d))


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from(["", "-"]))
def test_a_decimal_reads_back(n: int, places: int, sign: str) -> None:
    digits = str(n).rjust(places + 1, "0")
    value = F(n, 10**places) * (-1 if sign else 1)
    read = read_value(f"{sign}{digits[:-places]}.{digits[-places:]}")
    assert read == Number(value, "", "decimal")


TYPED = st.text(alphabet="0123456789 -+*/x^(),.:=<%$√πaBcm'½²", max_size=60)


@given(st.one_of(st.text(max_size=120), TYPED))
def test_no_text_raises(text: str) -> None:
    read_value(text)


@pytest.mark.parametrize(
    "piece", ["(", "-", "√", "9^", "1/", "x", "1,", "2x+", "9**", "a or ", "= "]
)
def test_hostile_answers_end_quickly(piece: str) -> None:
    for length in (199, 990, 1_000_000):
        text = piece * (length // len(piece))
        quickly(lambda text=text: read_value(text), 1)


def test_a_root_in_plain_units_is_the_root():
    assert read_value("√119 units") == read_value("√119")
    assert same_value(read_value("√119 units"), read_value("√119 cm"))
    assert not same_value(read_value("√119 units"), read_value("√120"))
