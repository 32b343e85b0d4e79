"""Does a model's wording still say what was decided for a student? Pure functions on texts.

Faults: an answer that is missing or another; a number nobody brought in; another choice; the right
solution, its explanation or an insight where the beliefs forbid it; teaching; stepping out of the
role; length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sandbox.agents.base import Utterance, View
from sandbox.agents.students.memory import answers_of
from sandbox.agents.teaching import vocabulary
from sandbox.content.library import Library
from sandbox.maths.assertions import asserted
from sandbox.maths.consistency import Consistency, consistency, held, tutors
from sandbox.maths.keys import Key, Option
from sandbox.maths.values import (
    Clock,
    Label,
    Number,
    Point,
    Ratio,
    Unreadable,
    Value,
    Words,
    find_values,
    read_value,
    same_value,
)

SMALL = 12
"""Whole numbers up to here may be said as words ("one of them") without being anybody's number."""

LEAST_WORDS, TIMES_LONGER = 60, 2.5
"""A wording may have this many words, or so many times those of the decided text."""

_NUMBERS = (Number, Ratio, Point, Clock)
_OUT_OF_ROLE = re.compile(
    r"\b(?:as an? (?:ai|assistant|language model)|language model|misconceptions?|role[- ]?play"
    r"|plain version|(?:the|this|my) (?:character|persona)|simulat\w+"
    r"|i(?:'m| am) (?:playing|pretending|supposed to be|acting)"
    r"|the (?:pupil|student|child) (?:says|said|thinks|would say|answers))\b",
    re.IGNORECASE,
)
_GIVES_IN = re.compile(
    r"\b(?:(?:oh|ah|ok|okay|now),? i (?:see|understand|get it)|i (?:see|understand|get it) now"
    r"|that makes sense|you(?:'re| are) right|i (?:was|am|'m) wrong|my mistake"
    r"|i (?:made|see) (?:a|my) mistake)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Decided:
    """What the exact core decided for a turn, and where the turn stands."""

    utterance: Utterance
    view: View
    library: Library

    @cached_property
    def beliefs(self) -> tuple[str, ...]:
        """The beliefs that answer in this turn."""
        strengths = self.utterance.hidden.get("beliefs")
        if not isinstance(strengths, Mapping):
            return ()
        return held({n: float(s) for n, s in strengths.items() if isinstance(s, int | float)})

    @cached_property
    def answers(self) -> list[str]:
        """The answers given in this turn."""
        return [answer for _, answer in answers_of(self.utterance.hidden)]

    @cached_property
    def answered(self) -> list[str]:
        """The answers given so far, this turn's too: one may be said again."""
        earlier = [answer for turn in self.view.own for _, answer in answers_of(turn.hidden)]
        return [*earlier, *self.answers]

    @cached_property
    def heard(self) -> str:
        """The tutor's words just before."""
        turns = self.view.turns
        return turns[-1].text if turns and turns[-1].seat != self.view.seat else ""

    @cached_property
    def verdict(self) -> Consistency:
        """Whether the decided words agree with the beliefs: they may slip, and still decide."""
        return self.agreement(self.utterance.text)

    @cached_property
    def key(self) -> Key:
        """The right answer of the task; without one where nobody can read it."""
        problems = self.library.families.last(self.view.question)
        right = problems[0].right if problems else None
        options = [
            Option(label, text, right is not None and right.matches(text))
            for label, text in self.view.choices
        ]
        return Key(self.view.question, right.text if right else "", tuple(options))

    @cached_property
    def errs(self) -> bool:
        """Whether a belief keeps the student from solving the task."""
        problems = self.library.families.last(self.view.question)
        return any(belief in problem.wrong for problem in problems for belief in self.beliefs)

    def gives_right(self, text: str) -> bool:
        """Whether a text puts the task's right answer forward, anywhere in it."""
        places = asserted(self.key.prepare(text), self.view.question)
        return self.key.is_stated(text) or any(place.is_right for place in places)

    @cached_property
    def known(self) -> tuple[Value, ...]:
        """Every value that was on the table before, or is decided."""
        choices = [text for _, text in self.view.choices]
        own = [turn.text for turn in self.view.own]
        texts = [self.utterance.text, self.view.question, self.heard, *choices, *own]
        return tuple(found.value for text in texts for found in find_values(text))

    def agreement(self, text: str) -> Consistency:
        """Whether a text agrees with the beliefs."""
        families, rules = self.library.families, self.library.rules(self.beliefs)
        return consistency(text, self.heard, self.view.question, self.beliefs, families, rules)


def faults(text: str, decided: Decided) -> tuple[str, ...]:
    """What keeps a wording from standing for what was decided."""
    return tuple(dict.fromkeys(_faults(text, decided)))


def _faults(text: str, decided: Decided) -> Iterator[str]:
    yield from _answers(text, decided)
    if any(not _is_said(answer, text) for answer in decided.answers):
        yield "answer-missing"
    if any(not _is_known(found.value, text[found.start : found.end], decided.known)
           for found in find_values(text)):  # fmt: skip
        yield "new-number"
    if decided.view.choices and not _labels(text) <= _labels(decided.utterance.text):
        yield "other-choice"
    if _explains(text, decided):
        yield "explains"
    # a question that is quoted may itself speak like a tutor
    if decided.errs and _gives_in(text) and not _gives_in(decided.utterance.text):
        yield "gives-in"
    if tutors(text.replace(decided.view.question, " ")):
        yield "tutors"
    if _OUT_OF_ROLE.search(text):
        yield "out-of-role"
    if len(text.split()) > max(LEAST_WORDS, TIMES_LONGER * len(decided.utterance.text.split())):
        yield "too-long"


def _answers(text: str, decided: Decided) -> Iterator[str]:
    """Whether the result that the text states is the one that was decided."""
    said, meant = decided.agreement(text), decided.verdict
    solves = said.solves and not meant.solves
    gives = decided.errs and decided.gives_right(text)
    if solves or (gives and not decided.gives_right(decided.utterance.text)):
        yield "solves"
    elif said.verdict == "inconsistent" and not _same(said.stated, [meant.stated]):
        yield "other-answer"
    elif said.verdict == "consistent" and meant.verdict != "consistent":
        if not _same(said.stated, [meant.stated, *decided.answered]):
            yield "other-answer"
    elif said.verdict == "silent" and meant.verdict == "consistent":
        yield "answer-missing"


def _same(stated: str, others: Sequence[str]) -> bool:
    value = read_value(stated)
    return any(
        stated == other or (other and same_value(value, read_value(other))) for other in others
    )


def _is_said(answer: str, text: str) -> bool:
    """Whether an answer stands in a text, as a value or, where it is none, in its words."""
    value = read_value(answer)
    plain = " ".join(text.lower().split())
    if " ".join(answer.lower().split()) in plain:
        return True
    if isinstance(value, Unreadable | Words | Label):
        return False
    return any(same_value(value, found.value) for found in find_values(text))


def _is_known(value: Value, written: str, known: Sequence[Value]) -> bool:
    if not isinstance(value, _NUMBERS):
        return True
    if isinstance(value, Number) and not any(character.isdigit() for character in written):
        whole = value.value.denominator == 1 and not value.unit
        if whole and 0 <= value.value <= SMALL:
            return True
    return any(same_value(value, other) for other in known)


def _labels(text: str) -> set[str]:
    return {found.value.letter for found in find_values(text) if isinstance(found.value, Label)}


def _gives_in(text: str) -> bool:
    return _GIVES_IN.search(text.replace("’", "'")) is not None


def _explains(text: str, decided: Decided) -> bool:
    """Whether it says the idea that would do away with a belief which the student still holds."""
    words = vocabulary(decided.library)
    said, meant = words.stems(text), words.stems(decided.utterance.text)
    return any(
        words.explains(belief, said, decided.library)
        and not words.explains(belief, meant, decided.library)
        for belief in decided.beliefs
    )
