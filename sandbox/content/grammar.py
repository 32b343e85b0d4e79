"""Finds wording that nobody would write: "1 counters", "a 8", "$4.5", 0.33333, a negative length.

Pure functions from text to complaints. They know English and arithmetic, no family; `check` puts
every text that content makes to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sandbox.maths.rounded import with_honest_equals

_ADJECTIVES = (
    "black blue brown equal full green grey identical large losing more orange other purple red "
    "small white whole winning yellow"
)
_VERBS = (
    "across adds always as becomes buys comes costs counts divides does equals gets gives goes has "
    "is keeps leaves lies loses makes means minus needs plus says shows stands stays takes "
    "this times towards turns was wins"
)
_THINGS = (
    "apple bag bead bean block book box bulb cake cent chair child class counter cube cup day "
    "degree digit dollar egg face flower game girl boy goal gram group hour kilogram kilometre "
    "litre loaf marble match metre mile minute mug one orange page part pen pencil person piece "
    "plant point pound pupil row second side square sticker student symbol team ten term ticket "
    "tile unit week worker year"
)


def _one_of(words: str) -> str:
    return "|".join(words.split())


_NOT_IN_A_NUMBER = r"(?<![\d.,/:^×÷+−-])(?<![,×÷+−=/] )"
_ONE_OF_MANY = re.compile(
    rf"{_NOT_IN_A_NUMBER}\b1 (?:(?:{_one_of(_ADJECTIVES)}) )?"
    rf"(?!(?:{_one_of(_VERBS)})\b)[a-z]+[^s\W]s\b"
)
_MANY_OF_ONE = re.compile(
    rf"{_NOT_IN_A_NUMBER}\b(?:[2-9]|[1-9]\d+) (?:(?:{_one_of(_ADJECTIVES)}) )?"
    rf"(?:{_one_of(_THINGS)})(?=[.,;:?!]|$| (?:and|or|are|is|were|in|of|for|to|with)\b)"
)
_A_BEFORE_VOWEL = re.compile(r"\ba 8\b|\ba (?!one\b)(?:[aeio][a-z]{3,}|odd)\b")
_AN_BEFORE_CONSONANT = re.compile(r"\b[Aa]n (?:[017]|[bcdfgjklmnpqrstvwyz][a-z]+)")
_LEFT_OVER = re.compile(r"[{}]|\b(?:None|True|False|Fraction|nan)\b")
_TWO_SIGNS = re.compile(r"[+−×÷] ?[−+](?! ?\()|(?<=\d) -\d")
_SPACING = re.compile(r"  | [,;!]|(?<![.:]) \.(?![.\d])|(?<!\.)\.\.(?!\.)|[?!]\.|(?<!\.\.)\.\?|,,")
_SHAPE_RULES = (
    ("one and a plural", _ONE_OF_MANY),
    ("several and a singular", _MANY_OF_ONE),
    ('"a" before a vowel', _A_BEFORE_VOWEL),
    ('"an" before a consonant', _AN_BEFORE_CONSONANT),
    ("a place that was not filled", _LEFT_OVER),
    ("two signs in a row", _TWO_SIGNS),
    ("spacing or punctuation", _SPACING),
)
"""Rules that see of a number only how it is spoken: as one, with a vowel first, or neither."""

_NUMBER = re.compile(r"\d+")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)\b")
_WRONG_ORDINAL = re.compile(r"\b\d*(?:11st|12nd|13rd)\b|\b(?:\d*[02-9])?(?:1th|2th|3th)\b")
_COINS = re.compile(r"[$£€]\d[\d,]*\.(?:\d|\d{3,})(?!\d)")
_RECURRING = re.compile(r"\d\.\d*?([1-9])\1{4,}")
_LENGTH_OR_MASS = re.compile(r"−[\d.,/ ]+ ?(?:mm|cm|m|km|g|kg|ml|l|litres?|cubes)[²³]?$")


def complaints(text: str) -> Iterator[str]:
    """What is wrong with any text: the rule and the words that break it."""
    for rule in _shape_complaints(_NUMBER.sub(_spoken, text)):
        yield f"{rule}: {text!r}"
    for rule, pattern in (
        ("a wrong ordinal", _WRONG_ORDINAL if _ORDINAL.search(text) else None),
        ("money without two places", _COINS if "." in text else None),
        ("a decimal that goes on", _RECURRING if "." in text else None),
    ):
        if pattern is not None and (found := pattern.search(text)) is not None:
            yield f"{rule}: {found[0]!r} in {text!r}"
    if with_honest_equals(text) != text:
        yield f"a rounded result behind =: {text!r}"


def _spoken(number: re.Match[str]) -> str:
    """1, 8 or 7 for a number, by the way it is spoken: one, eight or eleven …, anything else."""
    digits = number[0]
    if digits == "1":
        return "1"
    return "8" if digits[0] == "8" or digits in ("11", "18") else "7"


@lru_cache(maxsize=65536)
def _shape_complaints(shape: str) -> tuple[str, ...]:
    """The rules that a text breaks, whatever its numbers are; most texts share their shape."""
    return tuple(rule for rule, pattern in _SHAPE_RULES if pattern.search(shape))


def sentence_complaints(text: str) -> Iterator[str]:
    """What is wrong with a whole sentence, as questions and steps are, beside any text's faults."""
    if re.match(r"[a-z]{2}", text):
        yield f"a small letter at the start: {text!r}"
    if re.search(r"[a-z]{3}$", text):
        yield f"no mark at the end: {text!r}"


def step_complaints(text: str) -> Iterator[str]:
    """What is wrong with a step as it is told, beside what is wrong with any sentence."""
    if re.match(r"(?:Yes|No)\b,", text):
        yield f"a reply to a question that is not always asked: {text!r}"


def answer_complaints(text: str) -> Iterator[str]:
    """What is wrong with an answer, beside what is wrong with any text."""
    if _LENGTH_OR_MASS.match(text):
        yield f"less than nothing: {text!r}"
