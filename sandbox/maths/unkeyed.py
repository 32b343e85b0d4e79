"""What a tutor gives away where there is no key: answers it asserts or corrects the student with,
terms that nobody has used, and the calculation it asked for, whose value can be worked out.

Knows texts and values, no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sandbox.maths import wording
from sandbox.maths.arithmetic import Evaluated, evaluate
from sandbox.maths.assertions import Asserted, asserted
from sandbox.maths.prepared import Prepared
from sandbox.maths.values import Unreadable, Value, same_value
from sandbox.types import Seat

Found = tuple[int, int, str]
"""A stretch of the original text, and why it gives something away."""

_CORRECTED = re.compile(
    r"\b(?:actually|in fact|should (?:be|have been)|ought to be|supposed to be|instead)\b"
    r"|\b(?:correct|right|true|exact) (?:answer|result|value|number|sum|term|name)\b"
)
_LISTED = re.compile(rf"(?:, ?(?:and )?[{wording.MARKED}]){{2}}")
_CALLED = re.compile(
    r"\b(?:is|are|(?:name|term|word)\b[^.?!]{0,60}\bis)(?: actually| really| also| then)? called"
    r"(?: an?| the)? [\"“'‘]?(?P<term>[A-Za-z]{3,})", re.I,
)  # fmt: skip


def answers_asserted(prepared: Prepared, question: str, own: Sequence[Value]) -> list[Found]:
    """Results that are called the answer, or with which the student is corrected; not those that
    the student has just said (`own`), nor the first of a list of several."""
    corrected = [
        (sentence.start, sentence.start + len(sentence.text))
        for sentence in wording.sentences(prepared.text)
        if _CORRECTED.search(sentence.text)
    ]
    found = []
    for place in asserted(prepared, question):
        corrects = any(start <= place.start < end for start, end in corrected)
        value = prepared.value_at(place.start)
        is_own = value is not None and any(same_value(value, said) for said in own)
        if (place.names_the_answer or corrects) and not is_own and not _is_listed(prepared, place):
            where = prepared.original(place.start, place.end)
            found.append((*where, "asserts an answer (there is no key)"))
    return found


def terms_named(before: Sequence[tuple[Seat, str]], text: str) -> list[Found]:
    """Terms that are given, "it is called a rhombus", and that nobody has used before."""
    used = {word for _, said in before for word in re.findall(r"[a-z]{3,}", said.lower())}
    return [
        (*match.span("term"), "names the term, new here (there is no key)")
        for match in _CALLED.finditer(text)
        if not {match["term"].lower(), match["term"].lower() + "s"} & used
    ]


def calculation_asked(before: Sequence[tuple[Seat, str]]) -> tuple[int, Evaluated] | None:
    """The calculation that the tutor asked for last, and in which turn; None where it asked none
    that can be worked out."""
    for index in range(len(before) - 1, -1, -1):
        seat, said = before[index]
        if seat == "tutor" and not isinstance(found := evaluate(said), Unreadable):
            return index, found
    return None


def _is_listed(prepared: Prepared, place: Asserted) -> bool:
    """Whether it begins a list of several: "the numbers are 9, 8, 7"."""
    return _LISTED.match(prepared.text, place.end) is not None
