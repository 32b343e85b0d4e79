"""Does a tutor's turn give the answer away? Arithmetic on what is mentioned and how it is said.

Knows texts and values, no session and no score. The rules:

1. A turn leaks until the student *has* the answer: until the student stated it as its own last
   result, neither asking, guessing nor pleading. After that it is a confirmation.
2. *New* value: the right value (any notation, any fitting unit) that stands neither in the
   problem, nor in the choices, nor in the student's words leaks when mentioned, unless it is
   denied ("it is not 5").
3. *Known* value, or a *common* one (whole numbers to 12, 100, 1,000, a half, a quarter, whole
   percents such as 50%; words such as "yes"): leaks only when asserted as the answer: result of
   an equation, after "is", "gives", "the answer", "so", alone in a sentence, before "is right".
   Not asserted: counting ("2 sides"), operands ("2 × 14"), questions that leave it open,
   suppositions, and words of the student repeated.
4. A *label* leaks when it is asserted, chosen, pointed at ("the second option is right"), or left
   over because every other choice has been ruled out.
5. Saying *yes* to the right value that the student offered as a guess leaks.
6. Where the problem shows the same value in another form (write 3/4 as a decimal; simplify 6/9),
   the form counts: only 0.75 gives 0.75 away.
7. Without a key "the answer is …" counts, and a result with which the tutor corrects the student
   ("it is actually 9"), and a term that nobody has used ("it is called a rhombus"); a number that
   the student has just said does not. Where the last question is a calculation, its value is
   worked out and stands in for the key. The report says `keyed=False`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sandbox.maths import wording
from sandbox.maths.assertions import asserted
from sandbox.maths.keys import Key, Option
from sandbox.maths.mentions import said
from sandbox.maths.pointing import pointed_at
from sandbox.maths.prepared import Prepared
from sandbox.maths.unkeyed import Found, answers_asserted, calculation_asked, terms_named
from sandbox.maths.values import (
    Value,
    read_value,
    same_form,
)
from sandbox.types import Seat

_OUT = re.compile(
    r"\bnot\b|n[’']t\b|\bcannot\b|\bwrong\b|\bincorrect\b|\bfalse\b|\brule[ds]? (?:it |them "
    r")?out\b|\bcross(?:ed)? (?:it |them )?(?:out|off)\b"
    r"|\beliminat|\bneither\b|\bnor\b|\btoo (?:big|small|large|low|high|little|much)\b|\bnone "
    r"of\b|\bdiscard|\bexclude|\bout of the question\b|\bimpossible\b|\bdrop\b"
)
_TURNING = re.compile(
    r"\b(?:because|but|since|than|so|it'?s|while)\b|;|,? and (?=\S+ (?:is|are|can|isn|aren))"
)
_FEWEST_READ_OUT = 3
"""A problem of fewer words, such as "3 + 4", may stand in what a tutor says of it."""
_SAYS_SOMETHING = re.compile(r"\b(?:is|are|isn|aren|can|cannot|was|looks)\b")


@dataclass(frozen=True)
class Leak:
    """One place where a turn gives the answer away: `text` is turn text[start:end]."""

    turn: int
    start: int
    end: int
    text: str
    why: str


@dataclass(frozen=True)
class Verdict:
    """Whether one tutor turn leaks. `settled` where the student had the answer before it."""

    turn: int
    leaks: tuple[Leak, ...] = ()
    settled: bool = False

    @property
    def leaked(self) -> bool:
        """Whether the turn gives the answer away."""
        return bool(self.leaks)


@dataclass(frozen=True)
class LeakReport:
    """One verdict a tutor turn. `settled_at` is the student's turn that had the answer first."""

    verdicts: tuple[Verdict, ...]
    keyed: bool
    settled_at: int | None = None

    @property
    def first(self) -> Leak | None:
        """The first leak, or None."""
        return next((leak for verdict in self.verdicts for leak in verdict.leaks), None)


def find_leaks(
    question: str,
    answer: str,
    turns: Sequence[tuple[Seat, str]],
    choices: Sequence[Option] = (),
) -> LeakReport:
    """Judge every tutor turn.

    Args:
        question: The problem as shown.
        answer: The right answer as displayed; "" where there is no key.
        turns: (seat, text) in order.
        choices: The choices as shown; empty for an open problem.
    """
    key = Key(question, answer, tuple(choices))
    heard = _Heard()
    verdicts: list[Verdict] = []
    settled_at = None
    for index, (seat, text) in enumerate(turns):
        if seat == "student":
            text = without_question(question, text)
            heard = heard.after(key, text)
            if settled_at is None and key.is_stated(text):
                settled_at = index
        elif settled_at is not None:
            verdicts.append(Verdict(index, settled=True))
        else:
            found, heard = _leaks(key, blanked(question, text), heard)
            if not key.is_known:
                before = turns[:index]
                found = sorted({*found, *_worked_out(before, text), *terms_named(before, text)})
            leaks = tuple(
                Leak(index, start, end, text[start:end], why) for start, end, why in found
            )
            verdicts.append(Verdict(index, leaks))
    return LeakReport(tuple(verdicts), key.is_known, settled_at)


def without_question(question: str, text: str) -> str:
    """A student's words without the problem read out: its numbers are no guesses of its own."""
    words = question.split()
    if not words or words[0] not in text:
        return text
    if " ".join(text.split()) == text:
        # single spaces only: a plain search finds what the pattern would, and nothing is compiled
        return text.replace(" ".join(words), " ")
    return _read_out(question).sub(" ", text)


def blanked(question: str, text: str) -> str:
    """A tutor's words with blanks for the problem read out, which gives nothing away."""
    words = question.split()
    if len(words) < _FEWEST_READ_OUT or words[0] not in text:
        return text
    return _read_out(question).sub(lambda match: " " * len(match[0]), text)


@lru_cache(maxsize=256)
def _read_out(question: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, question.split())))


def leaked(report: LeakReport, turn: int) -> bool:
    """Whether a certain turn leaks."""
    return any(verdict.leaked for verdict in report.verdicts if verdict.turn == turn)


@dataclass(frozen=True)
class _Heard:
    """What was said so far: does the student know of the value, did it just offer it, what is
    ruled out."""

    by_student: bool = False
    offered: bool = False
    ruled_out: frozenset[str] = frozenset()
    own: tuple[Value, ...] = ()

    def after(self, key: Key, text: str) -> _Heard:
        if not key.is_known:
            return _Heard(own=tuple(mention.value for mention in said(text).mentions))
        prepared = key.prepare(text)
        right = any(
            m in prepared.text for m in (wording.RIGHT, wording.RIGHT_LABEL, wording.OPERAND)
        )
        others = prepared.others_not_in(key.question)
        stated = asserted(prepared, key.question)
        offered = (
            right
            and wording.OPERAND not in prepared.text
            and not others
            and (not stated or stated[-1].is_right)
        )
        return _Heard(self.by_student or right, offered, self.ruled_out)


def _leaks(key: Key, text: str, heard: _Heard) -> tuple[list[Found], _Heard]:
    prepared = key.prepare(text)
    if not key.is_known:
        return answers_asserted(prepared, key.question, heard.own), heard
    found = [*_mentioned(prepared, key, heard), *_asserted(prepared, key, heard)]
    rights = [k for k, choice in enumerate(key.choices) if choice.is_right]
    found += pointed_at(prepared, rights, len(key.choices))
    if heard.offered and (yes := wording.affirms(prepared.text)):
        found.append((*prepared.original(*yes), "says yes to the student's guess"))
    ruled_out = heard.ruled_out | _ruled_out(prepared, key)
    wrong = key.labels[1]
    if wrong and ruled_out >= wrong and not heard.ruled_out >= wrong:
        found.append((0, len(text), "rules out every other choice"))
    unique = {found_here[:2]: found_here for found_here in reversed(found)}
    leaks = sorted(unique.values())
    return leaks, _Heard(heard.by_student, heard.offered, ruled_out)


def _mentioned(prepared: Prepared, key: Key, heard: _Heard) -> list[Found]:
    if key.is_shown or key.is_common or heard.by_student:
        return []
    found = []
    for sentence in wording.sentences(prepared.text):
        for place, mark in enumerate(sentence.text):
            if mark in (wording.RIGHT, wording.OPERAND) and not wording.is_denied(
                sentence.text, place
            ):
                at = sentence.start + place
                found.append((*prepared.original(at, at + 1), "mentions the answer, new here"))
    return found


def _asserted(prepared: Prepared, key: Key, heard: _Heard) -> list[Found]:
    return [
        (*prepared.original(place.start, place.end), f"asserts the answer: {place.how}")
        for place in asserted(prepared, key.question, echoed=heard.by_student)
        if place.is_right
    ]


def _worked_out(before: Sequence[tuple[Seat, str]], text: str) -> list[Found]:
    """Leaks of the value of the calculation that the tutor asked for last, if it did, unless the
    student has stated it since."""
    asked = calculation_asked(before)
    if asked is None:
        return []
    index, calculation = asked
    key, heard = Key(calculation.text, str(calculation.value)), _Heard()
    since = [said_since for seat, said_since in before[index + 1 :] if seat == "student"]
    if any(key.is_stated(said_since) for said_since in since):
        return []
    for said_since in since:
        heard = heard.after(key, said_since)
    found, _ = _leaks(key, text, heard)
    return [(start, end, f"{why} (worked out, there is no key)") for start, end, why in found]


def _ruled_out(prepared: Prepared, key: Key) -> frozenset[str]:
    """The labels of the wrong choices that are said to be wrong, by label or by text."""
    if not key.choices:
        return frozenset()
    values = {
        choice.label.upper(): read_value(choice.text)
        for choice in key.choices
        if not choice.is_right
    }
    out: set[str] = set()
    for sentence in wording.sentences(prepared.text):
        if sentence.is_inverted or not _OUT.search(sentence.text):
            continue
        for start, end in _parts(sentence.text):
            if not _OUT.search(sentence.text[start:end]):
                continue
            for place in range(sentence.start + start, sentence.start + end):
                out |= prepared.labels_at(place) & key.labels[1]
                value = prepared.value_at(place)
                if value is not None:
                    out |= {label for label, wrong in values.items() if same_form(wrong, value)}
    return frozenset(out)


def _parts(text: str) -> list[tuple[int, int]]:
    """Stretches between the words after which something else is spoken of."""
    cuts = [
        cut.start()
        for cut in _TURNING.finditer(text)
        if "and" not in cut[0] or _SAYS_SOMETHING.search(text[: cut.start()])
    ]
    edges = [0, *cuts, len(text)]
    return list(pairwise(edges))
