"""The right answer of a problem, and what counts as mentioning or stating it.

Knows texts and values, no dialogue: what a mention means there is in `leaks`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sandbox.maths import wording
from sandbox.maths.assertions import asserted
from sandbox.maths.mentions import Mention, said
from sandbox.maths.prepared import Prepared, prepare
from sandbox.maths.values import (
    Number,
    Ratio,
    Unreadable,
    Value,
    Words,
    read_value,
    same_form,
    same_value,
)

SMALL = 12
"""Whole numbers up to here are too common in talk for a mere mention to give them away."""

_ROUND = frozenset({Fraction(n) for n in (100, 1000, 10_000)})
_COMMON_FRACTIONS = frozenset({Fraction(1, 2), Fraction(1, 4)})
_COMMON_PERCENT = frozenset({Fraction(n, 100) for n in (1, 10, 50, 100)})
_LETTER = re.compile(r"(?<![\w'’])[A-H](?![\w'’])")
_DRAWN_LATER = re.compile(
    rf"\b(?:so|then|therefore|thus|finally|to get|answer|total)\b[^.?!{wording.RIGHT}"
    rf"{wording.RIGHT_LABEL}]*?{wording.OTHER}"
)


@dataclass(frozen=True)
class Option:
    """A choice of a multiple-choice problem."""

    label: str
    text: str
    is_right: bool


@dataclass(frozen=True)
class Key:
    """The right answer of a problem, and what counts as mentioning it."""

    question: str
    answer: str
    choices: tuple[Option, ...] = ()

    @cached_property
    def value(self) -> Value | Unreadable:
        """The right answer as a value."""
        if not self.answer.strip():
            return Unreadable("there is no key")
        return read_value(self.answer)

    @property
    def is_known(self) -> bool:
        """Whether there is a right answer to look for."""
        return not isinstance(self.value, Unreadable) or any(c.is_right for c in self.choices)

    @cached_property
    def form_counts(self) -> bool:
        """Whether the problem or a wrong choice shows the right value in another form; always so
        for a ratio, which is asked for in a certain form."""
        if isinstance(self.value, Ratio):
            return True
        shown = [mention.value for mention in said(self.question).mentions]
        shown += [read_value(choice.text) for choice in self.choices if not choice.is_right]  # type: ignore[misc]
        return any(same_value(self.value, v) and not same_form(self.value, v) for v in shown)

    @cached_property
    def is_shown(self) -> bool:
        """Whether the right value stands in the problem itself or in its choices."""
        if self.choices or any(self.is_right(mention) for mention in said(self.question).mentions):
            return True
        value = self.value
        return isinstance(value, Words) and value.text.lower() in self.question.lower()

    @cached_property
    def is_common(self) -> bool:
        """Whether the right value is too common in talk for a mere mention to give it away."""
        value = self.value
        if isinstance(value, Words):
            return len(value.text.split()) < 2
        if not isinstance(value, Number):
            return False
        if value.form == "percent":
            return value.value in _COMMON_PERCENT
        if value.value.denominator == 1:
            return 0 <= value.value <= SMALL or value.value in _ROUND
        return value.value in _COMMON_FRACTIONS

    def is_right(self, mention: Mention) -> bool:
        """Whether a mention is one of the right value."""
        if isinstance(self.value, Unreadable):
            return False
        if self.form_counts:
            return same_form(self.value, mention.value)
        return same_value(self.value, mention.value) or self._is_bare(mention.value)

    def _is_bare(self, value: Value) -> bool:
        """The right number with another power of its unit, or the 25 of 25%."""
        if not isinstance(self.value, Number) or not isinstance(value, Number):
            return False
        if self.value.form == "percent":
            return (
                not value.unit and value.form == "integer" and value.value == 100 * self.value.value
            )
        units = [unit.rstrip("²³") for unit in (self.value.unit, value.unit)]
        return self.value.value == value.value and units[0] == units[1]

    @cached_property
    def labels(self) -> tuple[frozenset[str], frozenset[str]]:
        """The labels of the right and of the wrong choices, upper case."""
        right = frozenset(choice.label.upper() for choice in self.choices if choice.is_right)
        wrong = frozenset(choice.label.upper() for choice in self.choices if not choice.is_right)
        if not self.choices and _LETTER.fullmatch(self.answer.strip()):
            letters = frozenset(_LETTER.findall(self.question))
            return frozenset(self.answer.strip()), letters - {self.answer.strip()}
        return right, wrong

    @cached_property
    def _phrases(self) -> tuple[str, ...]:
        """The answer as it is written, where it is no plain number and no label."""
        return () if isinstance(self.value, Number) or self.labels[0] else (self.answer,)

    def prepare(self, text: str) -> Prepared:
        """A text with placeholders for what it mentions of this problem."""
        return prepare(said(text), self.is_right, self.labels, self._phrases)

    def _goes_on(self, prepared: Prepared, end: int) -> bool:
        """Whether a student's words draw another result after the one that ends there: "that is 7
        days. Then I divided to get the answer of 2 weeks"."""
        return any(
            not (held := prepared.at(match.end() - 1)) or not held[0].is_operand
            for match in _DRAWN_LATER.finditer(prepared.text, end)
        )

    def is_stated(self, text: str) -> bool:
        """Whether a student's words state the right answer as their result, not as a guess."""
        prepared = self.prepare(text)
        if not self.is_known:
            return False
        stated = asserted(prepared, self.question)
        # what stands before the result is no guess of it: "I don't know, I was fast. So it is 44"
        start = wording.sentence_start(prepared.text, stated[-1].start) if stated else 0
        if wording.is_guess(prepared.text[start:]):
            return False
        if stated:
            return stated[-1].is_right and not self._goes_on(prepared, stated[-1].end)
        shown = [mark for mark in prepared.text if mark in wording.MARKS]
        return bool(shown) and all(mark in (wording.RIGHT, wording.RIGHT_LABEL) for mark in shown)
