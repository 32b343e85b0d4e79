"""Turns what people and models type into one plain form. Knows no values and no questions.

The plain form: ASCII digits; `+ - * ÷ / ^` as operators, with one space around `+ - * ÷ =`
between two operands and none around `/` and `^`; `*` for every times sign, `÷` for the division
sign (so that a/b and a ÷ b stay apart); `√( )`, `π`, `°`, `%`, `≤`, `≥`; mixed numbers as "1 2/3";
number words as digits where they stand for numbers. The case of letters is kept. Prose is left
alone wherever it is not clearly arithmetic.
"""

import re
from functools import lru_cache

from sandbox.maths.plain.characters import plain_characters
from sandbox.maths.plain.draft import Draft
from sandbox.maths.plain.latex import plain_latex
from sandbox.maths.plain.number_words import plain_number_words, plain_times
from sandbox.maths.plain.operators import (
    OPERATOR_WORDS,
    plain_operator_words,
    plain_separators,
    plain_signs,
)
from sandbox.maths.plain.vocabulary import NUMBER_WORDS, TIME_WORDS

__all__ = ["normalise", "trace"]

_WORD = re.compile(r"[a-z]+")
_WHAT_IS = re.compile(r"\b(what|which|how)(?:'s|s) (?=\S)", re.I)
_ASKING, _RUN_TOGETHER = {"what", "which", "how"}, {"whats", "whichs", "hows"}
_CACHED_LENGTH = 2_000


def normalise(text: str) -> str:
    """The plain form of a text; never fails, takes time linear in its length.

    Not idempotent by promise in one respect only: spaces at both ends are dropped.
    """
    if text.isdigit() and text.isascii():
        return text
    return _cached(text) if len(text) <= _CACHED_LENGTH else _plain(Draft(text)).text.strip()


def trace(text: str) -> Draft:
    """The plain form with a map back to the original text; its ends are not trimmed."""
    return _plain(Draft(text, traced=True))


@lru_cache(maxsize=4096)
def _cached(text: str) -> str:
    return _plain(Draft(text)).text.strip()


def _plain(draft: Draft) -> Draft:
    plain_characters(draft)
    plain_latex(draft)
    words = set(_WORD.findall(draft.text.lower()))
    apart = "s" in words and not words.isdisjoint(_ASKING)  # what's: what, s
    if apart or not words.isdisjoint(_RUN_TOGETHER):
        draft.rewrite(_WHAT_IS, lambda match: (match.span(1), " is "))
    plain_separators(draft)
    if not words.isdisjoint(NUMBER_WORDS):
        plain_number_words(draft, words)
    if not words.isdisjoint(TIME_WORDS):
        plain_times(draft)
    if not words.isdisjoint(OPERATOR_WORDS):
        plain_operator_words(draft, words)
    plain_signs(draft)
    return draft
