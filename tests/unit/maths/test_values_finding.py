"""find_values: no disguise is missed, prose is not mistaken, spans point into the original."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.maths.normalise import normalise
from sandbox.maths.values import (
    Expression,
    Label,
    Value,
    find_in_plain,
    find_values,
    read_value,
    same_value,
)


def mentions(text: str, value: str) -> bool:
    return any(same_value(found.value, read_value(value)) for found in find_values(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("so you get three quarters of it", "3/4"),
        (r"That makes \frac{3}{4}, see?", "3/4"),
        (r"That makes $\frac{6}{8}$.", "3/4"),
        ("roughly 0.75 then", "3/4"),
        ("you have 75 % left", "3/4"),
        ("seventy-five percent", "3/4"),
        ("3 over 4", "3/4"),
        ("3 out of 4", "3/4"),
        ("six eighths", "3/4"),
        ("6 eighths", "3/4"),
        ("it is ¾!", "3/4"),
        ("**3/4**", "3/4"),
        ("one and three quarters", "7/4"),
        ("it is 7/4, or 1 3/4", "1.75"),
        ("-3 + 8", "-3"),
        ("that leaves 7 − 2 = 5 of them", "5"),
        ("a total of $3.50", "$3.50"),
        ("the length is 2 m 5 cm", "205 cm"),
        ("it lasts 1 hour and 35 minutes", "95 min"),
        ("we meet at 3:45 pm", "15:45"),
        ("it is half past seven", "7:30"),
        ("in the ratio 3:4", "6:8"),
        ("3 to 4", "3:4"),
        ("the point (3, −4) is below", "(3, -4)"),
        ("this expands to 2x + 6.", "2(x+3)"),
        ("the area is 25π cm²", "25π"),
        ("3√5 is exact", "√45"),
        ("so x = 3.", "x = 3"),
        ("so y = 3x + 2", "y = 3x + 2"),
        ("then x > 4", "x > 4"),
        ("in order 1/4, 1/2, 3/4", "1/4, 1/2, 3/4"),
        ("3.2 × 10^5 people", "320000"),
        ("about 12,000 people", "12000"),
        ("the answer is B", "B"),
        ("choose option C please", "C"),
        ("look at (b) again", "B"),
        ("I think C is right", "C"),
        ("go from −2 to −1", "-1"),
        ("is it −7 or −9?", "-9"),
        ("(−4)(−6)", "-6"),
        ("1000 or 999", "1000 or 999"),
        ("then x = 6 or x = −6", "x = 6 or x = -6"),
        ("5^3 × 5^5 = 5^8", "5^8"),
        ("is it option a or option b", "A"),
    ],
)
def test_every_disguise_is_found(text: str, value: str) -> None:
    assert mentions(text, value)


@pytest.mark.parametrize(
    "text",
    [
        "I saw a cat",
        "the 3rd step, then the 2nd",
        "one of these two fractions",
        "wait a second, no one asked",
        "what is x?",
        "Read it at once.",
        "A good idea",
        "Choose a number",
        "pick a card",
        "",
    ],
)
def test_prose_mentions_no_value(text: str) -> None:
    assert find_values(text) == ()


def test_a_calculation_mentions_its_numbers_but_not_its_result() -> None:
    assert mentions("work out 3/4 + 1/2", "3/4")
    assert not mentions("work out 3/4 + 1/2", "5/4")
    assert not mentions("7 − 2", "-2")


def test_a_power_mentions_its_numbers_only() -> None:
    assert mentions("what is 5^2?", "2")
    assert not mentions("what is 5^2?", "25")


def test_what_an_equals_sign_states_is_marked() -> None:
    found = {f.value: f.after_equals for f in find_values("3/4 + 1/2 = 5/4")}
    stated = [value for value, after in found.items() if after]
    assert [same_value(value, read_value("5/4")) for value in stated] == [True]
    assert any(f.after_equals for f in find_values("3 times 4 equals 12"))


def test_spans_point_into_the_original() -> None:
    text = "Well, \\frac{3}{4} and three quarters and 75 %."
    assert [text[f.start : f.end] for f in find_values(text)][:1] == ["\\frac{3}{4}"]
    assert "three quarters" in {text[f.start : f.end] for f in find_values(text)}
    assert "75 %" in {text[f.start : f.end] for f in find_values(text)}


def test_counted_nouns_are_named() -> None:
    (found,) = find_values("There are 3 pizzas here")
    assert found.counted == "pizzas"


def test_labels_are_not_the_article_or_the_pronoun() -> None:
    labels: list[Value] = [f.value for f in find_values("A man and I saw it. The answer is A.")]
    assert labels == [Label("A")]


@given(st.integers(-999, 999), st.integers(2, 99))
def test_a_written_fraction_in_a_sentence_is_found(n: int, d: int) -> None:
    text = f"Then you get {n}/{d} as the result."
    assert any(
        same_value(f.value, read_value(f"{n}/{d}")) and text[f.start : f.end] == f"{n}/{d}"
        for f in find_values(text)
    )


@given(st.fractions(min_value=-20, max_value=20, max_denominator=20), st.integers(1, 9))
def test_an_expression_in_a_sentence_is_found_whole(c: Fraction, k: int) -> None:
    text = f"it simplifies to {k + 1}x + {abs(c)} in the end"
    wanted = read_value(f"{k + 1}x + {abs(c)}")
    assert isinstance(wanted, Expression)
    assert any(same_value(f.value, wanted) for f in find_values(text))


@pytest.mark.parametrize(
    "text",
    [
        "3/4 + 1/2 = 5/4, so it is one and a quarter",
        "B is right: x = 3 or x = −3, not 2x + 6",
        "it lasts 1 hour and 35 minutes, from 3:45 pm, for $3.50",
        "34 out of 40, in the ratio 2 : 3, at (2, −5)",
    ],
)
def test_a_plain_text_mentions_the_same_however_it_is_looked_at(text: str) -> None:
    plain = normalise(text)
    assert find_in_plain(plain)
    assert find_in_plain(plain) == find_values(plain)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("call the number of apples k + m", "k + m"),
        ("it is √y then", "√y"),
        ("half of it is x, so I wrote x − y", "x - y"),
        ("so the answer is a-b.", "a - b"),
    ],
)
def test_letters_and_signs_without_a_figure_are_found(text: str, value: str) -> None:
    assert mentions(text, value)


@pytest.mark.parametrize(
    "text", ["I got a - I think it is wrong", "a well-known x - then I stopped"]
)
def test_a_dash_between_words_is_no_sign(text: str) -> None:
    assert find_values(text) == ()


@given(st.text(max_size=200))
def test_no_text_raises_and_spans_are_inside(text: str) -> None:
    for found in find_values(text):
        assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    "piece", ["1 ", "(", "x", "2x+", "1/", "-", "√", "(b) ", "3:", "3 to ", "$", "1, "]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    quickly(lambda: find_values(text), 2)
