"""normalise: one plain form, prose left alone, linear time, and a faithful map to the original."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.maths.normalise import normalise, trace
from sandbox.maths.plain.draft import Draft

LATEX = [
    (r"\frac{3}{4}", "3/4"),
    (r"\dfrac34", "3/4"),
    (r"1\frac{2}{3}", "1 2/3"),
    (r"-\frac{3}{4}", "-3/4"),
    (r"\frac{x+1}{2}", "(x + 1)/2"),
    (r"\frac{\frac{1}{2}}{3}", "(1/2)/3"),
    (r"$3 \times 4$", "3 * 4"),
    (r"\(3 \cdot 4\)", "3 * 4"),
    (r"\[ 12 \div 4 \]", "12 ÷ 4"),
    (r"\sqrt{16}", "√16"),
    (r"\sqrt{x+1}", "√(x + 1)"),
    (r"\boxed{5}", "5"),
    (r"\text{the answer is } 5", "the answer is 5"),
    (r"x^{2} + 3", "x^2 + 3"),
    (r"90^{\circ}", "90°"),
    (r"75\%", "75%"),
    (r"\$3.50", "$3.50"),
    (r"\left(\frac{1}{2}\right)^2", "(1/2)^2"),
    (r"2\pi", "2π"),
    ("It costs $3 and $5", "It costs $3 and $5"),
]
SIGNS = [
    ("7 − 2", "7 - 2"),
    ("7–2", "7 - 2"),
    ("−3 + 8", "-3 + 8"),
    ("- 3", "-3"),
    ("3x4", "3 * 4"),
    ("3 x 4", "3 * 4"),
    ("3x + 4", "3x + 4"),
    ("3 cm x 4 cm", "3 cm * 4 cm"),
    ("½", "1/2"),
    ("1½", "1 1/2"),
    ("−½", "-1/2"),
    ("x² + 3", "x^2 + 3"),
    ("10⁻⁴", "10^-4"),
    ("³⁄₄", "3/4"),
    ("1,234", "1234"),
    ("1\u00a0234", "1234"),
    ("1, 234", "1, 234"),
    ("(3,4)", "(3,4)"),
    ("3,4,5", "3,4,5"),
    ("3/4+1/2=5/4", "3/4 + 1/2 = 5/4"),
    ("2x-3", "2x - 3"),
    ("１２", "12"),
    ("3\u200b/4", "3/4"),
    ("**3/4**", "3/4"),
    ("2**3", "2^3"),
]
WORDS = [
    ("minus two", "-2"),
    ("negative five", "-5"),
    ("a half", "1/2"),
    ("three quarters", "3/4"),
    ("two and a half", "2 1/2"),
    ("2 and a half", "2 1/2"),
    ("one hundred and five", "105"),
    ("three thousand, two hundred and five", "3205"),
    ("three point five", "3.5"),
    ("zero point two five", "0.25"),
    ("twenty-one", "21"),
    ("forty percent", "40%"),
    ("half an hour", "1/2 hour"),
    ("The answer is one.", "The answer is 1."),
    ("one plus two", "1 + 2"),
    ("one", "1"),
    ("half past seven", "7:30"),
    ("quarter to 5", "4:45"),
    ("a third of 12", "1/3 of 12"),
    ("five minus minus three", "5 - -3"),
    ("add 3/4 and 1/2", "3/4 + 1/2"),
    ("Add 3/4 to 1/2", "1/2 + 3/4"),
    ("the sum of 3 and 4", "3 + 4"),
    ("take 3 away from 8", "8 - 3"),
    ("subtract three from eight", "8 - 3"),
    ("8 take away 3", "8 - 3"),
    ("multiply 3 by 4", "3 * 4"),
    ("divide 12 by 4", "12 ÷ 4"),
    ("12 divided by 4", "12 ÷ 4"),
    ("the product of 3 and 4", "3 * 4"),
    ("difference between 9 and 4", "9 - 4"),
    ("five squared", "5^2"),
    ("2 to the power of 5", "2^5"),
    ("the square root of 16", "√16"),
]
NEGATIVES = [
    ("from −2 to −1", "from -2 to -1"),
    ("from minus two to minus one", "from -2 to -1"),
    ("−7 and −9", "-7 and -9"),
    ("Which is larger, −7 or −9?", "Which is larger, -7 or -9?"),
    ("it shows −2 and −1", "it shows -2 and -1"),
    ("the mean of all 2 is −1", "the mean of all 2 is -1"),
    ("It's −12!", "It's -12!"),
    ("it's - 12", "it's -12"),
    ("the answer is - 3", "the answer is -3"),
    ("2 to -3", "2 to -3"),
    ("(−4)(−6)", "(-4)(-6)"),
    ("5 − −3", "5 - -3"),
    ("7--2", "7 - -2"),
    ("from −2 °C to −1 °C", "from -2 °C to -1 °C"),
    ("the 3rd −2 here", "the 3rd -2 here"),
]
SUBTRACTIONS = [
    ("7 -2", "7 - 2"),
    ("7- 2", "7 - 2"),
    ("x -3", "x - 3"),
    ("2xy-3", "2xy - 3"),
    ("5 cm -2 cm", "5 cm - 2 cm"),
    ("5cm-2cm", "5cm - 2cm"),
    ("10 hours -2 hours", "10 hours - 2 hours"),
    ("52\n- 38", "52 - 38"),
]
PARTS = [
    ("a half plus a third", "1/2 + 1/3"),
    ("what would a half plus a third be?", "what would 1/2 + 1/3 be?"),
    ("add a half to a third", "1/3 + 1/2"),
    ("Add a quarter to three quarters.", "3/4 + 1/4."),
    ("when you add a half and a third together", "when you 1/2 + 1/3 together"),
    ("the product of a half and a third", "1/2 * 1/3"),
    ("take a third from a half", "1/2 - 1/3"),
    ("a half and a third", "1/2 and 1/3"),
    ("half of a half", "1/2 of 1/2"),
    ("half of three quarters", "1/2 of 3/4"),
    ("half of twelve", "1/2 of 12"),
    ("half of 12", "1/2 of 12"),
    ("three fifths of 20", "3/5 of 20"),
    ("two and a half times four", "2 1/2 * 4"),
    ("a third is bigger than a quarter", "1/3 is bigger than 1/4"),
    ("is a fifth less than a sixth?", "is 1/5 less than 1/6?"),
    ("a quarter to five", "4:45"),
]
LISTS = [
    ("Look:\n- 3 + 4 = 7\n- 2 + 2 = 4", "Look: 3 + 4 = 7\n2 + 2 = 4"),
    ("Try this:\n- 3 pizzas", "Try this: 3 pizzas"),
    ("* 3\n* 4", "3\n4"),
]
PROSE = [
    "How many halves are there in 6?",
    "a third and final try",
    "the first half of the lesson",
    "half the class",
    "a third person is waiting",
    "1 hundred, 4 tens and 5 ones",
    "double 7",
    "one of them",
    "at once",
    "a second",
    "a third question",
    "no one",
    "Look at these two fractions",
    "I have one question about two of them",
    "well-known 3-digit numbers",
    "the x-axis",
    "nearest hundred",
    "square metres",
    "3 hundreds, 14 tens and 5 ones",
    "divided by",
    "5 is the answer – not 6",
]


@pytest.mark.parametrize(("typed", "plain"), [*LATEX, *SIGNS, *WORDS, *PARTS, *LISTS])
def test_typed_text_becomes_plain(typed: str, plain: str) -> None:
    assert normalise(typed) == plain


@pytest.mark.parametrize(("typed", "plain"), NEGATIVES)
def test_a_minus_sign_after_a_word_stays_with_its_number(typed: str, plain: str) -> None:
    assert normalise(typed) == plain


@pytest.mark.parametrize(("typed", "plain"), SUBTRACTIONS)
def test_a_minus_sign_after_an_operand_subtracts(typed: str, plain: str) -> None:
    assert normalise(typed) == plain


WORDS_BEFORE = ["is", "to", "and", "or", "from", "it's", "shows", "than", "between", "I got", "in"]


@given(st.integers(1, 999), st.sampled_from(WORDS_BEFORE), st.integers(1, 999))
def test_a_negative_number_after_any_word_reads_as_one(a: int, word: str, b: int) -> None:
    assert normalise(f"−{a} {word} −{b}") == f"-{a} {word} -{b}"


@pytest.mark.parametrize("prose", PROSE)
def test_prose_is_left_alone(prose: str) -> None:
    assert normalise(prose) == prose


@given(st.text(max_size=300))
def test_any_text_has_a_plain_form_and_a_map_back(text: str) -> None:
    draft = trace(text)
    assert draft.text.strip() == normalise(text)
    for place in range(len(draft.text)):
        start, end = draft.original_span(place, place + 1)
        assert 0 <= start < end <= len(text)


TYPED = st.lists(
    st.sampled_from([*"0123456789 -+*/x^(),.$\\{}½²aeno\n", r"\frac{", "one ", "half ", "add "])
).map("".join)


@given(TYPED)
def test_plain_form_of_anything_typed_is_traced(text: str) -> None:
    assert trace(text).text.strip() == normalise(text)


def test_trace_points_at_the_words_that_said_it() -> None:
    text = "so it is three quarters then"
    draft = trace(text)
    at = draft.text.index("3/4")
    start, end = draft.original_span(at, at + 3)
    assert text[start:end] == "three quarters"


@pytest.mark.parametrize(
    "piece",
    [" ", "1,", "$a ", "\\frac{", "one ", "(", "- ", "**", "1/", "3 plus ", "add (", "\n ", "½",
     "x-", "a half ", "half of ", "two and a ", "–1", "\n- "],
)  # fmt: skip
def test_hostile_text_takes_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    quickly(lambda: normalise(text), 2)


def test_a_span_of_swapped_words_covers_both() -> None:
    text = "please subtract three from eight now"
    draft = trace(text)
    at = draft.text.index("8 - 3")
    start, end = draft.original_span(at, at + 5)
    assert text[start:end] == "subtract three from eight"


def test_an_untraced_or_empty_place_is_refused() -> None:
    with pytest.raises(ValueError, match="traced"):
        Draft("3").original_span(0, 1)
    with pytest.raises(ValueError, match="no characters"):
        trace("3").original_span(1, 1)
