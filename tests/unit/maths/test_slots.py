"""A stem as a pattern: what each kind of slot reads back, and where a stem does not stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.errors import FormulaError
from sandbox.maths.expressions import compile_template
from sandbox.maths.normalise import normalise
from sandbox.maths.patterns import compile_pattern, outline, signs_of

KINDS = {
    "a": "integer",
    "b": "integer",
    "k": "integer",
    "xs": "list",
    "ks": "list",
    "v": ("x", "y", "n"),
    "who": ("Amy", "Ben"),
}


def matches(pattern, text, needed):
    """Every place where the stem stands in the text and shows the parameters needed."""
    return [m for place in pattern.places(text) if (m := pattern.shown(place, needed))]


def read(stem, text, needed=None):
    """What the stem reads in the text: one dict of parameters a place."""
    names = compile_template(stem).names if needed is None else needed
    pattern = compile_pattern(stem, KINDS)
    return [dict(m.parameters) for m in matches(pattern, normalise(text), frozenset(names))]


@pytest.mark.parametrize(
    ("stem", "text", "parameters"),
    [
        ("What is {a} + {b}?", "What is 12 + 30?", {"a": 12, "b": 30}),
        ("What is {a} + {b}?", "what   is 12+30", {"a": 12, "b": 30}),
        ("Take {a} from {b}.", "Take −3 from 5.", {"a": -3, "b": 5}),
        ("Work out {sg(a)} − {par(b)}.", "Work out −4 − (−7).", {"a": -4, "b": -7}),
        ("Work out {sg(a)} − {par(b)}.", "Work out 4 − 7.", {"a": 4, "b": 7}),
        ("Round {com(a)}.", "Round 1,234,567.", {"a": 1234567}),
        ("Round {com(a)}.", "Round 1234567.", {"a": 1234567}),
        ("It is {a + 3} now.", "It is 10 now.", {"a": 7}),
        ("It is {10*a} now.", "It is 70 now.", {"a": 7}),
        ("It is {-a} now.", "It is −7 now.", {"a": 7}),
        ("It is {2*a - 1} now.", "It is 13 now.", {"a": 7}),
        ("{a} of {a + b} are red.", "3 of 10 are red.", {"a": 3, "b": 7}),
        ("{a + b} in all, {a} red.", "10 in all, 3 red.", {"a": 3, "b": 7}),
        ("What is {dec(a, 2)} + {b}?", "What is 3.05 + 7?", {"a": 305, "b": 7}),
        ("What is {dec(a, 2)} + {b}?", "What is .5 + 7?", {"a": 50, "b": 7}),
        ("Write {dec(a, k)}.", "Write 0.125.", {"a": 125, "k": 3}),
        ("Write {dec(a, k)}.", "Write 3.40.", {"a": 340, "k": 2}),
        ('It takes {pl(a, "hour")}.', "It takes 1 hour.", {"a": 1}),
        ('It takes {pl(a, "hour")}.', "It takes 5 hours.", {"a": 5}),
        ('We saw {pl(a, "mouse", "mice")}.', "We saw 3 mice.", {"a": 3}),
        ("The {ordn(a)} number.", "The 23rd number.", {"a": 23}),
        ("At {hm(a, b)}.", "At 7:05.", {"a": 7, "b": 5}),
        ("The mean of {listing(xs)}.", "The mean of 3, 5, 8.", {"xs": (3, 5, 8)}),
        ("The mean of {listing(xs)}.", "The mean of 3, 5 and 8.", {"xs": (3, 5, 8)}),
        (
            "Order {decimals(xs, ks)}.",
            "Order 0.35, 0.4, 12.",
            {"xs": (35, 4, 12), "ks": (2, 1, 0)},
        ),
        ("Order {fractions(xs, ks)}.", "Order 1/2, 3/4.", {"xs": (1, 3), "ks": (2, 4)}),
        ("Simplify {lin(a, b)}.", "Simplify 3x − 4.", {"a": 3, "b": -4}),
        ("Simplify {lin(a, b)}.", "Simplify −x + 4.", {"a": -1, "b": 4}),
        ("Simplify {lin(a, b, v)}.", "Simplify 3n + 4.", {"a": 3, "b": 4, "v": "n"}),
        (
            'Simplify {terms((a, "x"), (b, "y"))}.',
            "Simplify x − 12y.",
            {"a": 1, "b": -12},
        ),
        ("Solve {a}{v} = {b}.", "Solve 3y = 12.", {"a": 3, "v": "y", "b": 12}),
        ("{who} has {a}.", "Zanele has 5.", {"who": "Zanele", "a": 5}),
        ("area … {a} cm … {b} cm", "The area of a card 3 cm long and 4 cm wide", {"a": 3, "b": 4}),
        ("Subtract {a} from {b}.", "Subtract 4 from 9.", {"a": 4, "b": 9}),
    ],
)
def test_slot_reads_what_it_shows(stem, text, parameters):
    assert read(stem, text, parameters.keys()) == [parameters]


@pytest.mark.parametrize(
    ("stem", "text"),
    [
        ("{a} and {a}", "3 and 4"),
        ("{a} of {a + b} and {b}", "3 of 10 and 6"),
        ("It is {10*a} now.", "It is 75 now."),
        ("{lin(1, a, v)} = {b}", "3x + 4 = 19"),
        ("What is {dec(a, 1)}?", "What is 0.25?"),
        ("area … {a} cm", "area 3 m and 4 cm"),
        ("ratio {a} : {b}", "ratio 12"),
        ("{a} + {b}", "99999999999999999 + 1"),
    ],
)
def test_text_that_shows_something_else_is_not_read(stem, text):
    assert read(stem, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "1 3/4 + 1/2",
        "3/4 + 1/2 + 1/8",
        "3/4 + 1/2 − 1",
        "2 × 3/4 + 1/2",
        "3/4 + 1/2 × 2",
        "3/4 + 1/2 ÷ 2",
        "x3/4 + 1/2",
        "3/4 + 1/2x",
        "3/4 + 1/2 + x",
        "3/4 + 1/2^2",
        "3.3/4 + 1/2",
        "3/4 + 1/2.5",
        "13/4 + 1/20.5",
        "√3/4 + 1/2",
        "(3/4 + 1/2) × 2",
        "2 × (3/4 + 1/2)",
        "2(3/4 + 1/2)",
        "5 − 3/4 + 1/2",
        "3/4 + 1/2(5)",
    ],
)
def test_part_of_a_longer_expression_is_not_read(text):
    assert {"a": 3, "b": 4, "c": 1, "d": 2} not in read_sum(text)


def read_sum(text):
    stem = "{a}/{b} + {c}/{d}"
    pattern = compile_pattern(stem, dict.fromkeys("abcd", "integer"))
    return [dict(m.parameters) for m in matches(pattern, normalise(text), frozenset("abcd"))]


@pytest.mark.parametrize(
    "text",
    [
        "3/4 + 1/2",
        "(3/4 + 1/2)",
        "((3/4 + 1/2))",
        "What about 3/4 + 1/2?",
        "3/4+1/2.",
        "3/4 + 1/2 = ?",
        "Try this - 3/4 + 1/2",
        "3/4 + 1/2 - show your working",
        "3/4 + 1/2 - a hard one",
        "Do you get 3/4 + 1/2, or not?",
    ],
)
def test_whole_expression_in_prose_is_read(text):
    assert read_sum(text) == [{"a": 3, "b": 4, "c": 1, "d": 2}]


@pytest.mark.parametrize("text", ["Expand 3(x + 5) + 2x", "Expand 3(x + 5)^2", "Expand 3(x + 5)x"])
def test_bracket_that_goes_on_is_not_read_as_the_whole(text):
    assert read("Expand {a}(x + {b})", text) == []


def test_every_place_of_a_stem_is_found():
    assert read_sum("First 1/2 + 1/3, then 1/4 + 1/5; last 2/3 + 1/6.") == [
        {"a": 1, "b": 2, "c": 1, "d": 3},
        {"a": 1, "b": 4, "c": 1, "d": 5},
        {"a": 2, "b": 3, "c": 1, "d": 6},
    ]


@pytest.mark.parametrize("stem", ["{a} million and {b}", "Take 1{a} from {b}.", "{a}0 and {b}"])
def test_slot_that_runs_into_words_is_refused(stem):
    with pytest.raises(FormulaError, match="run into its words"):
        compile_pattern(stem, KINDS)


def test_outlines_and_signs_of_a_pattern_stand_in_every_text_it_reads():
    stem = "Work out {a} + {b}, whoever … says: -{ordn(b)} of {listing(xs)}"
    pattern = compile_pattern(stem, KINDS)
    assert set(pattern.marks.outlines) == {"workout#+#whoever", "says#", "of#", "#"}
    assert pattern.marks.signs == {"+", "-"}
    text = "WORK OUT  −3+1,250; whoever it was says - 7th of 1, -2 and 3?"
    assert all(stretch in outline(normalise(text)) for stretch in pattern.marks.outlines)


@pytest.mark.parametrize(
    ("stem", "text"),
    [
        ('Give {a} to {pl(b, "significant figure")}.', "give 3417 to 2  Significant figures"),
        ('Give {a} to {pl(b, "significant figure")}.', "Give 3417 to 1 significant figure."),
        ('{pl(a, "mouse", "mice")} and {b} cats', "1,250 mice and 2 cats"),
        ("Take {dec(a, 2)} from {b}.", "Take .75 from 3."),
        ("Take {dec(a, 2)} from {b}.", "Take 0.75 from 3"),
        ("Which {v} make {a} {s} {b} true?", "Which x make 3 ≥ 7 true?"),
    ],
)
def test_what_a_pattern_always_holds_stands_in_every_text_it_reads(stem, text):
    pattern = compile_pattern(stem, {**KINDS, "s": ("<", ">", "≤", "≥")})
    plain = normalise(text)
    assert matches(pattern, plain, frozenset())
    assert all(stretch in outline(plain) for stretch in pattern.marks.outlines)
    assert pattern.marks.signs <= signs_of(plain)
    assert all(choice & signs_of(plain) for choice in pattern.marks.choices)


def test_a_letter_is_no_relation_sign():
    pattern = compile_pattern("Solve {a} {s} {b}.", {**KINDS, "s": ("<", ">")})
    assert not matches(pattern, "Solve 3 x 7.", frozenset())
    assert not pattern.marks.choices[0] & signs_of("Solve 3 x 7.")


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_written_numbers_read_back(a, b, k):
    stem = "Take {sg(a)} and {com(b)} and {dec(a, 3)}, then {par(b - a)}."
    text = compile_template(stem).render({"a": a, "b": b})
    assert read(stem, text) == [{"a": a, "b": b}]
    stem = "Take {dec(a, k)} now."
    if k:
        text = compile_template(stem).render({"a": a, "k": k})
        assert read(stem, text) == [{"a": a, "k": k}]


@given(st.lists(st.integers(-999, 999), min_size=2, max_size=12))
def test_written_lists_read_back(numbers):
    text = compile_template("Order {listing(xs)}.").render({"xs": tuple(numbers)})
    assert read("Order {listing(xs)}.", text) == [{"xs": tuple(numbers)}]


@pytest.mark.parametrize(
    "stem",
    [
        "{a}/{b} + {k}/{a}",
        "{listing(xs)}",
        "{decimals(xs, ks)}",
        "{lin(a, b, v)}",
        "mean … {listing(xs)} … {a}",
        "area … {a} cm … {b} cm … wide",
        "{who} has {a} and {who} has {b}",
    ],
)
@pytest.mark.parametrize("piece", ["1/2 + ", "1, ", "area ", "mean area 1 cm ", "x + ", "Amy "])
def test_hostile_text_takes_no_longer_than_its_length_deserves(stem, piece):
    pattern = compile_pattern(stem, KINDS)
    text = (piece * 8_000)[:8_000]
    quickly(lambda: matches(pattern, text, frozenset("a")), 1)
