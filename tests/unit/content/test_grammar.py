"""The complaints about wording: each rule finds what it is for, and leaves good wording alone."""

from __future__ import annotations

import pytest
from engine_content import FAMILIES, change, content

from sandbox.content.check import check
from sandbox.content.grammar import answer_complaints, complaints, sentence_complaints
from sandbox.content.library import read_library


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Sam has 1 apples.", "one and a plural"),
        ("A bag has 4 red and 1 blue counters.", "one and a plural"),
        ("1 degrees colder", "one and a plural"),
        ("There are 5 counter in the bag.", "several and a singular"),
        ("It lasts 12 minute.", "several and a singular"),
        ("the digit is a 8", '"a" before a vowel'),
        ("a 11% chance", '"a" before a vowel'),
        ("a 84% chance", '"a" before a vowel'),
        ("a even number", '"a" before a vowel'),
        ("an 7 cm line", '"an" before a consonant'),
        ("an box", '"an" before a consonant'),
        ("the 2th term", "a wrong ordinal"),
        ("the 11st term", "a wrong ordinal"),
        ("It costs $4.5.", "money without two places"),
        ("It costs £4.333 each.", "money without two places"),
        ("0.33333 of a cake", "a decimal that goes on"),
        ("105 ÷ 13 = 8.077", "a rounded result"),
        ("30 ÷ 7 × 3 = 12.857", "a rounded result"),
        ("5 + −3", "two signs in a row"),
        ("−9 × −9 = 81", "two signs in a row"),
        ("What is {a} + 1?", "not filled"),
        ("It is None.", "not filled"),
        ("How  many?", "spacing"),
        ("How many , then?", "spacing"),
        ("It is 5..", "spacing"),
    ],
)
def test_wording_that_nobody_would_write_is_found(text: str, rule: str) -> None:
    assert any(found.startswith(rule) or rule in found for found in complaints(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "Sam has 1 apple and 21 pears.",
        "1 hour has 60 minutes.",
        "The scores were 8, 3, 1 goals.",
        "3 into 1 goes 0, 1 left over.",
        "1/2 of the counters, 0.1 litres",
        "Yusuf pays $17 for 10 bus tickets of 2 square metres.",
        "an 8-sided die, an 11th, an hour, a one, a unit, a 7, a 12, a 110",
        "the 1st, 2nd, 3rd, 11th, 12th, 13th, 21st, 22nd, 112th term",
        "$4.50, $1,200 and $0.05",
        "0.00000083 and 3.141 and 0.3333",
        "105 ÷ 13 ≈ 8.077",
        "7 ÷ 8 = 0.875",
        "13 ÷ 4 = 3.1",
        "−9 − (−4) = −5, 2 × (−3) and x = −2",
        "What is the next term? 4, 8, 16, ...",
        "What is the 20th term of 11, 20, 29, ...?",
        "Fill in the blank: 10, ___, ___, 64",
    ],
)
def test_good_wording_passes(text: str) -> None:
    assert list(complaints(text)) == []


@pytest.mark.parametrize("text", ["how many are there?", "How many are there"])
def test_a_question_starts_large_and_ends_with_a_mark(text: str) -> None:
    assert list(sentence_complaints(text))


@pytest.mark.parametrize("text", ["What is 3 + 4?", "f(x) = 2x. Find f(3).", "Which? 1, 2, 3"])
def test_good_questions_pass(text: str) -> None:
    assert list(sentence_complaints(text)) == []


@pytest.mark.parametrize(
    ("text", "is_bad"),
    [("−3 cm", True), ("−4.5 kg", True), ("−1/2 m²", True), ("−3", False), ("−3°C", False),
     ("3 cm", False), ("−x + 3", False)],
)  # fmt: skip
def test_a_length_or_a_mass_below_zero_is_found(text: str, is_bad: bool) -> None:
    assert bool(list(answer_complaints(text))) == is_bad


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("sing and {b} sleep: how", "sing and {b} sleep:  how", "ask.1"),
        ('do: "{a} + {b} = {answer}"', 'do: "{a}  + {b} = {answer}"', "steps"),
        ('working: ["I say {answer}"]', 'working: ["I  say {answer}"]', "errors.tiny/one-too-many"),
    ],
)
def test_the_check_tells_the_place_and_each_fault_once(tmp_path, old, new, says) -> None:
    root = content(tmp_path)
    change(root, FAMILIES, old, new)
    library, faults = read_library((root,))
    assert faults == []
    (found,) = map(str, check(library, draws=30))
    assert says in found
    assert "spacing or punctuation" in found
