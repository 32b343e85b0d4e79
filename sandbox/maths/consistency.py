"""Does a student's utterance agree with what the student believes? And does it stay a student's?

Knows formulas (families), texts and ids of beliefs; no agent, no session and no score. The
question that is answered is read from the tutor's last words, else from the student's own, else
it is the task. Only the last result that is stated counts. Where the tutor asked something that
cannot be read, an answer that fits neither the belief nor the truth says nothing about either. Who
does not answer what was asked may still say again what it makes of the task, or work out what the
tutor left open on the way ("2t + 6 = 14"); its rules, in its own words, state no result.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from sandbox.maths import wording
from sandbox.maths.arithmetic import evaluate
from sandbox.maths.assertions import asserted
from sandbox.maths.families import (
    LONGEST_READ,
    Answer,
    Families,
    Problem,
    Reading,
    overlapping,
)
from sandbox.maths.mentions import Mention, said
from sandbox.maths.normalise import normalise
from sandbox.maths.prepared import Prepared, prepare
from sandbox.maths.values import Label, Number, Unreadable, Value, Words, read_value, same_value
from sandbox.maths.worked import is_worked_out
from sandbox.types import Seat

HELD = 0.5
"""A belief of at least this strength still answers."""

Verdict = Literal["consistent", "inconsistent", "silent"]

_TAG = re.compile(
    r"(?:^|(?<=[.!?\n\"”] )|(?<=\n))[*_\[(<#> ]*(?P<who>tutor|teacher|assistant|instructor|expert"
    r"|coach|student|pupil|learner"
    r"|child|kid|user|human|ai|bot|me|you)\b(?: \w{1,12}| \([^()\n]{1,30}\))?[*_\])> ]*:",
    re.I | re.M,
)  # fmt: skip
_TUTOR_NAMES = frozenset("tutor teacher assistant instructor expert coach ai bot you".split())  # noqa: SIM905
_COUNSEL = (
    re.compile(  # asks what a tutor asks
        r"\b(?:what do you (?:think|notice|see|get|know|remember)|how (?:did|do|would|could) you "
        r"(?:get|know|find|work|solve|do|start|explain|check)"
        r"|can you (?:explain|tell me (?:why|how|what)|show me (?:how|what) you|describe|walk me"
        r"|think of|see (?:why|how))|why do you (?:think|say)"
        r"|what (?:should|would|could|can|might) you (?:do|try|add|need|get|write|use)|have you "
        r"(?:tried|thought|considered|checked)|what happens (?:when|if) you"
        r"|do you (?:see|notice|remember|understand|agree|know) (?:how|why|what|that|the|where)"
        r"|does that make sense(?: to you)?|could you try)\b.*\?", re.S,
    ),
    re.compile(  # judges and praises the other's work
        r"\b(?:(?:great|good|nice|excellent|fantastic|wonderful) (?:job|work|thinking|effort|try"
        r"|start|question|attempt|point)[!,. ]"
        r"|well done|keep (?:going|it up|trying|practi[sc]ing)|you(?:'re| are) (?:on the right "
        r"track|almost there|very close|doing (?:great|well|fine)|right that|correct that)"
        r"|your (?:answer|mistake|error|working|reasoning|solution|method|approach|thinking) "
        r"(?:is|was|looks|shows|has|comes)|you made (?:a|an) (?:mistake|error|slip)"
        r"|(?:not quite|almost|close)[,!.] (?:but|try|let|look|remember|think)|that'?s not quite)"
    ),
    re.compile(  # instructs the other
        r"\b(?:you (?:should|need to|must|can|could|might want to|may want to|have to) (?:try"
        r"|check|think|look|remember|draw|consider|ask yourself|review|practi[sc]e|reread|re-read"
        r"|go back)"
        r"|let me (?:explain|show you|help you|give you|walk you|ask you|guide)|let[’']?s (?:look "
        r"at your|go over your|work through your|see if you|break (?:it|this) down|go through "
        r"(?:it|this) step)"
        r"|i(?:'ll| will| can| want to) (?:help you|explain|show you|guide you|give you a hint"
        r"|teach)|here(?:'s| is) (?:a hint|the (?:correct|right) (?:way|method|solution)|how "
        r"(?:to|you))"
        r"|remember[,:]? (?:that|to|when|the rule|how|you|a|we)\b|(?:now|next),? (?:you )?try\b"
        r"|try (?:it|this|that|to (?:see|think|find|draw)|again|drawing|another)\b"
        r"|the (?:correct|right|proper) (?:way|method|approach|procedure|strategy|solution) (?:is"
        r"|would|here)|the key (?:idea|is|here|point)|think about (?:what|how|why|the|it|this))"
    ),
)  # fmt: skip
_LETTER = re.compile(r"(?<![\w'’])[A-H](?![\w'’])")
_TOLD = re.compile(
    r"\b(?:try|work out|what is|find|calculate|simplify|solve|expand|factori[sz]e|write|round"
    r"|order|estimate|convert|change"
    r"|again:|this one|add|subtract|multiply|divide|increase|decrease|share"
    r"|evaluate|question)\b", re.I
)  # fmt: skip
_ONLY_A_STEP = re.compile(
    r"\W*(?:(?:um|ok|okay|well)\W+)?(?:first|then|i start)\b(?:[^.!?]|\.(?=\d))*[.!?]?\s*$", re.I
)
"""One sentence that tells how the work begins or goes on."""
_RESULT = re.compile(r"°? ?(?:=|is|makes|gives|leaves) -?\d")
"""Behind a problem that is told with its result: "20% of 1040 is 208"."""
_PIECE = re.compile(r"[.:;!?]\s")
_IN_WORDS = re.compile(r"[A-Za-z]{4,}")
_FIGURE = re.compile(r"\d")
_SHORT = 6
"""In more words than these a number word alone is seldom an answer."""
_CLOSING = re.compile(r"[ )*_%]*(?: [a-z²³°]+){0,2}[ .!)]*$")


@dataclass(frozen=True)
class Consistency:
    """Whether an utterance agrees with the beliefs: on which question, what was expected and
    stated.

    `solves` where it states the right answer although a belief gives another.
    """

    verdict: Verdict
    question: str = ""
    expected: tuple[str, ...] = ()
    stated: str = ""
    solves: bool = False
    why: str = ""


@dataclass(frozen=True)
class RoleTag:
    """A speaker's name with a colon where somebody begins to speak: text[start:end]."""

    start: int
    end: int
    seat: Seat


def held(strengths: dict[str, float]) -> tuple[str, ...]:
    """The beliefs that still answer."""
    return tuple(belief for belief, strength in strengths.items() if strength >= HELD)


def consistency(
    utterance: str,
    heard: str,
    task: str,
    beliefs: Collection[str],
    families: Families,
    rules: Collection[str] = (),
) -> Consistency:
    """Whether what a student says agrees with what its beliefs answer.

    Args:
        utterance: The student's words.
        heard: The tutor's words just before; "" at the opening.
        task: The problem on the table.
        beliefs: The misconceptions that the student holds now; where none of them errs, and when
            there are none, the right answer is expected.
        families: The kinds of problems known.
        rules: What the student says of its misconceptions, word for word; where the utterance says
            so, the numbers in it are no results ("I take it away from 180").
    """
    for rule in rules:
        utterance = utterance.replace(rule, " " * len(rule))
    problems, is_sure = _asked(utterance, heard, task, families)
    if not problems:
        return Consistency("silent", why="no question that can be read")
    found = _judged(utterance, problems, beliefs, is_sure)
    if found.verdict != "inconsistent":
        return found
    on_table = families.last(task)
    if found.solves and problems != on_table:
        return found
    beside = (
        _judged(utterance, each, beliefs, True) for each in (on_table, *_open(heard, families))
    )
    kept = next((each for each in beside if each.verdict == "consistent"), None)
    if kept is None and _is_worked_from(found.stated, heard):
        return replace(
            found, verdict="consistent", solves=False, why="works out what was left open"
        )
    return kept or found


def _judged(
    utterance: str, problems: Sequence[Problem], beliefs: Collection[str], is_sure: bool
) -> Consistency:
    """How an utterance agrees as the answer to a question; `problems` are its readings."""
    if not problems:
        return Consistency("silent", why="no question that can be read")
    question = problems[0].question()
    wrong = _distinct(a for problem in problems for b in beliefs if (a := problem.wrong.get(b)))
    right = _distinct(problem.right for problem in problems)
    expected = wrong or right
    shown = tuple(answer.text for answer in expected)
    place, prepared = _stated(utterance, question, expected)
    if place is None:
        return Consistency("silent", question, shown, why="states no result")
    stated = utterance[slice(*prepared.original(place, place + 1))].strip()
    if _is(prepared, place, expected):
        return Consistency("consistent", question, shown, stated)
    solves = bool(wrong) and _gives(utterance, question, right) is True
    if not solves and any(spot.is_right for spot in asserted(prepared, question)):
        return Consistency("consistent", question, shown, stated, why="stated before its reasons")
    if wording.is_guess(prepared.text) and not wrong:
        return Consistency("silent", question, shown, stated, why="asks rather than states")
    if solves and wording.is_guess(prepared.text):
        return Consistency("silent", question, shown, stated, why="offers a guess")
    if _ONLY_A_STEP.match(utterance) and not solves:
        return Consistency("silent", question, shown, stated, why="tells a step")
    if not is_sure and not solves:
        return Consistency("silent", question, shown, stated, why="answers what cannot be read")
    return Consistency("inconsistent", question, shown, stated, solves)


def states_right(utterance: str, problem: Problem) -> bool | None:
    """Whether the last result that is stated is the problem's right answer; None if none is
    stated."""
    if problem.right.matches(utterance):
        return True
    return _gives(utterance, problem.question(), (problem.right,))


def tutors(utterance: str) -> bool:
    """Whether a student's words instruct, guide or judge the other side, as a tutor's would.

    A child's general rule ("you have to add the tops") is none of these.
    """
    text = " ".join(utterance.lower().replace("’", "'").split())
    return any(pattern.search(text) for pattern in _COUNSEL)


def speaks_for_other(utterance: str, seat: Seat = "student") -> bool:
    """Whether it also writes the other side's lines: their role tag, or a dialogue of both."""
    return any(tag.seat != seat for tag in role_tags(utterance))


def role_tags(utterance: str) -> tuple[RoleTag, ...]:
    """Where a text names who speaks next ("Tutor: …"), in order."""
    return tuple(
        RoleTag(
            match.start(),
            match.end(),
            "tutor" if match["who"].lower() in _TUTOR_NAMES else "student",
        )
        for match in _TAG.finditer(utterance)
    )


def _asked(
    utterance: str, heard: str, task: str, families: Families
) -> tuple[Sequence[Problem], bool]:
    """The problem that is answered, in each family that asks it, and whether that is sure."""
    if problems := _last_asked(heard, families, _TOLD):
        return problems, True
    if "?" in utterance and (problems := _last_asked(utterance, families, None)):
        return problems, True
    return families.last(task), "?" not in heard


def _last_asked(text: str, families: Families, told: re.Pattern[str] | None) -> tuple[Problem, ...]:
    """The last problem that is put as a question or as a task, not merely stated."""
    plain = normalise(text[-LONGEST_READ:])
    asked = []
    for reading in families.read(text):
        start = max(plain.rfind(mark, 0, reading.end - 1) for mark in (". ", "! ", "? "))
        end = re.compile(r"[.!?](?=\s|$)|$").search(plain, reading.end - 1)
        stop = end.end() if end else len(plain)
        sentence = plain[min(start + 1, reading.start) : stop]
        rest = sentence.replace(plain[reading.start : reading.end], " ")
        is_told = told is not None and (
            told.search(sentence)
            or _IN_WORDS.search(plain, reading.start, reading.end)
            or (len(rest.split()) < 3 and not re.search("[=<>≤≥]", rest))
        )
        is_told = is_told and _RESULT.match(plain, reading.end) is None
        if "?" in plain[reading.start : stop] or is_told:
            asked.append(reading)
    if told is not None:  # what a tutor works out as an example is not put
        asked = [
            r
            for r in asked
            if not is_worked_out((r.problem,), plain, r.end, _until_next(r, asked, plain))
        ]
    if not asked:
        return ()
    last = max(asked, key=lambda reading: (reading.end, -reading.start))
    return tuple(reading.problem for reading in asked if reading.end > last.start)


def _open(heard: str, families: Families) -> Iterator[tuple[Problem, ...]]:
    """What a tutor's words hold of problems without their right answers, asked or not; each with
    all its readings."""
    plain = normalise(heard[-LONGEST_READ:])
    for together in overlapping(families.read(heard)):
        problems = tuple(reading.problem for reading in together)
        if not any(_shows(plain, problem.right.text) for problem in problems):
            yield problems


def _is_worked_from(stated: str, heard: str) -> bool:
    """Whether it is the value of arithmetic in the tutor's words that stands there without it."""
    value, plain = read_value(stated), normalise(heard[-LONGEST_READ:])
    if not isinstance(value, Number):
        return False
    sums = (evaluate(piece) for piece in _PIECE.split(plain) if _FIGURE.search(piece))
    return any(
        not isinstance(found, Unreadable) and found.value == value.value for found in sums
    ) and not _shows(plain, stated)


def _shows(plain: str, answer: str) -> bool:
    written = normalise(answer)
    return written in plain and (
        re.search(rf"(?<![\w./]){re.escape(written)}(?![\w/]|\.\d)", plain) is not None
    )


def _until_next(reading: Reading, asked: Sequence[Reading], plain: str) -> int:
    """Where the next question begins."""
    return min((other.start for other in asked if other.start >= reading.end), default=len(plain))


def _distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    kept: list[Answer] = []
    for answer in answers:
        if not any(answer.same(other) for other in kept):
            kept.append(answer)
    return tuple(sorted(kept, key=lambda answer: answer.text))


def _stated(
    utterance: str, question: str, expected: Sequence[Answer]
) -> tuple[int | None, Prepared]:
    """Where the last result stands, in the prepared text."""
    shown = [mention.value for mention in said(question).mentions]

    def is_expected(mention: Mention) -> bool:
        return any(_fits(answer, mention) for answer in expected)

    prepared = prepare(
        said(utterance),
        is_expected,
        _letters(question, expected),
        [
            a.text
            for a in expected
            if not isinstance(a.value, Number) and not _LETTER.fullmatch(a.text)
        ],
    )
    stated = [place.start for place in asserted(prepared, question)]
    if prepared.places and prepared.text[prepared.places[-1]] != wording.OPERAND:
        last = prepared.places[-1]
        if _CLOSING.match(prepared.text, last + 1) and (stated or len(prepared.places) > 1):
            stated.append(last)
    if stated:
        return max(stated), prepared
    # "Point one means tenths" and "always one fewer" state nothing
    is_telling = _FIGURE.search(utterance) is not None or len(utterance.split()) <= _SHORT
    places = [
        place
        for place in prepared.places
        if prepared.text[place] in (wording.RIGHT, wording.RIGHT_LABEL, wording.WRONG_LABEL)
        or (is_telling and (value := prepared.value_at(place)) is not None and value not in shown)
    ]
    if len(places) == 1 or (places and len(prepared.places) == 1):
        return places[-1], prepared
    if len(utterance) < 60 and places and not prepared.text.strip(" .!" + wording.MARKED):
        return places[-1], prepared
    return None, prepared


def _gives(utterance: str, question: str, answers: Sequence[Answer]) -> bool | None:
    """Whether one of these answers is the last result that is stated; None if none is stated."""
    place, prepared = _stated(utterance, question, answers)
    return None if place is None else _is(prepared, place, answers)


def _letters(question: str, expected: Sequence[Answer]) -> tuple[frozenset[str], frozenset[str]]:
    """The letters that are expected, and those that the question offers besides."""
    right = frozenset(answer.text for answer in expected if _LETTER.fullmatch(answer.text))
    return right, frozenset(_LETTER.findall(question)) - right if right else frozenset()


def _fits(answer: Answer, mention: Mention) -> bool:
    if isinstance(mention.value, Label):
        return answer.text == mention.value.letter
    if isinstance(mention.value, Words):
        return answer.text == mention.value.text
    return answer.matches(mention.value) or (
        not answer.form_matters and same_value(_read(answer.text), mention.value)
    )


@lru_cache(maxsize=2048)
def _read(text: str) -> Value | Unreadable:
    return read_value(text)


def _is(prepared: Prepared, place: int, answers: Sequence[Answer]) -> bool:
    return any(_fits(answer, m) for m in prepared.at(place) for answer in answers)
