"""More of the ways in which pupils and teachers write values, and answers that are no answers."""

from fractions import Fraction

import pytest

from sandbox.maths.diagnose import diagnose
from sandbox.maths.keys import Option
from sandbox.maths.leaks import find_leaks
from sandbox.maths.normalise import normalise
from sandbox.maths.values import Interval, Number, find_values, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 fifths", Fraction(2, 5)),
        ("3 quarters", Fraction(3, 4)),
        ("21 hundredths", Fraction(21, 100)),
        ("1 half", Fraction(1, 2)),
        ("1 third", Fraction(1, 3)),
        ("point five", Fraction(1, 2)),
        ("it's point two five", Fraction(1, 4)),
        ("minus point five", Fraction(-1, 2)),
    ],
)
def test_parts_are_read_whether_figures_or_words_count_them(text, value):
    read = read_value(text)
    assert isinstance(read, Number)
    assert (read.value, read.unit) == (value, "")


def test_a_point_in_a_drawing_is_no_decimal():
    assert normalise("Plot the point five squares up.") == "Plot the point 5 squares up."


@pytest.mark.parametrize(
    ("text", "cents", "unit"),
    [
        ("Three dollars sixty", 360, "$"),
        ("3 dollars and 60 cents", 360, "$"),
        ("$3 and 60 cents", 360, "$"),
        ("2 pounds 5 pence", 205, "£"),
        ("£3 50p", 350, "£"),
    ],
)
def test_money_in_two_units_is_one_amount(text, cents, unit):
    read = read_value(text)
    assert isinstance(read, Number)
    assert (read.value, read.unit) == (Fraction(cents, 100), unit)


def test_figures_behind_money_that_count_something_else_are_not_cents():
    found = [f.value.value for f in find_values("3 dollars 60 apples")]
    assert found == [Fraction(3), Fraction(60)]


@pytest.mark.parametrize("text", ["t >= -6", "t>=-6", "t ≥ −6", "-6 <= t", "−6 =< t"])
def test_inequalities_are_read_as_they_are_typed(text):
    assert read_value(text) == Interval("t", Fraction(-6), None, low_included=True)


@pytest.mark.parametrize("text", ["What's 3n + n?", "whats 3n + n?", "What’s 3n + n?"])
def test_what_is_is_read_in_its_short_forms(library, text):
    assert [r.problem.right.text for r in library.families.read(text)] == ["4n"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Work out 52 − 38.", "52 - 38"),
        ("Work out 3/4 + 1/2.", "3/4+1/2"),
        ("Write 24% as a fraction.", "24%"),
        ("Write 0.875 as a percentage.", "0.875"),
        ("Write 225 cm in metres.", "225 cm"),
        ("Expand 9(x + 2).", "9(x+2)"),
        ("Write 8^2 × 8^6 as a single power.", "8^2 × 8^6"),
    ],
)
def test_the_question_repeated_is_not_diagnosed_as_right(library, question, answer):
    found = diagnose(question, answer, library.families, {})
    assert found.verdict == "unexplained"
    assert "repeats" in found.reason


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which is larger, 3/8 or 1/6?", "3/8"),
        ("Which is larger, 0.5 or 0.125?", "0.5"),
        ("Write 24% as a fraction.", "12/50"),
        ("Write 3/4 as a percentage.", "0.75"),
        ("Find the median of 9, 2, 7.", "7"),
        ("Work out 52 − 38.", "14"),
        ("What is the next term? 11, 14, 19, 26, 35, ...", "46"),
    ],
)
def test_a_right_answer_that_stands_in_the_question_is_right(library, question, answer):
    assert diagnose(question, answer, library.families, {}).verdict == "right"


@pytest.mark.parametrize("answer", ["t >= -6", "-6 <= t", "t ≥ −6"])
def test_an_inequality_is_diagnosed_in_every_notation(library, answer):
    assert diagnose("Solve −9t ≤ 54.", answer, library.families, {}).verdict == "right"


def test_fifths_are_not_diagnosed_as_whole_numbers(library):
    found = diagnose("What is 1/2 + 1/3?", "2 fifths", library.families, {})
    assert [e.misconception for e in found.explanations] == ["fractions/add-across"]


CHOICES = (
    Option("A", "2/5", is_right=False),
    Option("B", "5/6", is_right=True),
    Option("C", "1/6", is_right=False),
)


@pytest.mark.parametrize(
    ("said", "leaks"),
    [
        ("Option two, please.", True),
        ("Choose option 2.", True),
        ("I would pick number 2.", True),
        ("The second one.", True),
        ("Option 1.", False),
        ("Choose option 3.", False),
        ("Not option 2.", False),
        ("What about option 2?", False),
        ("Look at option 2 again.", False),
    ],
)
def test_a_choice_is_given_away_by_its_place(said, leaks):
    turns = [("student", "A."), ("tutor", said)]
    report = find_leaks("What is 1/2 + 1/3?", "5/6", turns, CHOICES)
    assert (report.first is not None) is leaks


def test_an_amount_said_in_two_units_gives_the_answer_away():
    question = "Cheese costs $18 per kilogram. How much does 0.2 kg cost?"
    turns = [("student", "It's $90."), ("tutor", "Three dollars sixty.")]
    assert find_leaks(question, "$3.60", turns).first is not None
