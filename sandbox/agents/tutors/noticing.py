"""What a tutor notices in a dialogue: the task, the question that is open, what the student
answered to each question, and whether the task is settled.

All of it is computed from the tutor's view, by reading words: nothing hidden is known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sandbox.agents.base import View
from sandbox.agents.phrasing import joined
from sandbox.content.library import Library
from sandbox.maths.families import Answer, Problem
from sandbox.maths.leaks import find_leaks, without_question
from sandbox.maths.values import Found, Label, Number, Words, find_values, same_value
from sandbox.records import Turn

_SIGNS = "+-−×*÷"
_COMMITS = re.compile(
    r"(?:answer(?: is|:)|\b(?:i|we)(?:['’]d| would)? (?:got|get|say|think|make it|still get|put"
    r"|pick|picked|choose|chose|worked out|change mine to|go (?:for|with))(?: it['’]?s| it is)?"
    r"|\b(?:it|mine)(?:['’]s| is| must be| makes))\s*(?:still |now |just )?:?\s*$",
    re.IGNORECASE,
)
_LONGEST_LEAD = 60
_LONGEST_GAP = 8
_JOINS = "+-−×*÷/^=0123456789"


@dataclass(frozen=True)
class Exchange:
    """A question as read by every family that asks it, and what the student answered."""

    problems: tuple[Problem, ...]
    answer: str
    is_task: bool
    right: bool


@dataclass(frozen=True)
class Noticed:
    """The dialogue so far, as the tutor reads it."""

    task: tuple[Problem, ...]
    exchanges: tuple[Exchange, ...]
    answered_last: bool

    @property
    def settled(self) -> bool:
        """Whether the student's last word on the task is right."""
        on_task = [exchange for exchange in self.exchanges if exchange.is_task]
        return bool(on_task) and on_task[-1].right

    @property
    def last(self) -> Exchange | None:
        """The last exchange, if the student's last turn answered anything."""
        return self.exchanges[-1] if self.answered_last and self.exchanges else None


def notice(view: View, library: Library) -> Noticed:
    """Read the dialogue in the view; of what was read before in this session only what is new."""
    reading = view.memory.get(notice)
    if not isinstance(reading, _Reading) or reading.turns > len(view.turns):
        task = library.families.last(view.question)
        reading = view.memory[notice] = _Reading(task, open_question=task)
    for turn in view.turns[reading.turns :]:
        reading.go_on(turn, view, library)
    return Noticed(reading.task, tuple(reading.exchanges), reading.answered_last)


@dataclass
class _Reading:
    """A dialogue that is being read: how many turns are, and what was noticed in them."""

    task: tuple[Problem, ...]
    open_question: tuple[Problem, ...]
    exchanges: list[Exchange] = field(default_factory=list)
    answered_last: bool = False
    turns: int = 0
    has_asked: bool = False
    """Whether the tutor's last turn put a question that can be read."""

    def go_on(self, turn: Turn, view: View, library: Library) -> None:
        """Read the next turn."""
        self.turns += 1
        if turn.seat == "tutor":
            asked = library.families.last(turn.text)
            self.has_asked, self.open_question = bool(asked), asked or self.open_question
            return
        self.answered_last = False
        said = without_question(view.question, turn.text)
        if self._explains(said):
            self.answered_last = True
            return
        found = []
        for problems in dict.fromkeys((self.open_question, self.task)):
            is_task = problems == self.task
            answer = answer_in(said, problems, view.choices if is_task else ())
            if answer:
                right = any(problem.right.matches(answer) for problem in problems)
                found.append(Exchange(problems, answer, is_task, right))
        if found:
            # "Oh, so it's 84 now", to a question of which 84 is no answer, is about the task
            is_back = found[-1].is_task and found[-1].right and not _is_foreseen(found[0])
            self.exchanges.append(found[-1] if is_back else found[0])
            self.answered_last = True

    def _explains(self, said: str) -> bool:
        """Whether it tells how the right answer came about, which may name others on the way."""
        last = self.exchanges[-1] if self.exchanges else None
        if self.has_asked or last is None or not (last.is_task and last.right):
            return False
        values = find_values(said)[-1:]
        return any(
            said.rstrip(" .!").endswith(problem.right.text)
            or any(problem.right.matches(found.value) for found in values)
            for problem in last.problems
        )


def _is_foreseen(exchange: Exchange) -> bool:
    return any(
        answer.matches(exchange.answer)
        for problem in exchange.problems
        for answer in (problem.right, *problem.wrong.values())
    )


def answer_in(
    text: str, problems: Sequence[Problem], choices: Sequence[tuple[str, str]] = ()
) -> str:
    """What a student's words give as the answer to a question, or "" where they give none.

    An answer of the right way or of a known misconception that stands, as they write it, behind
    "it's", "I put", "the answer is" comes first. Then, of the other values that they give, the
    first that is said to be the answer in this way, else the last; failing these, the first value
    that does not stand in the question.
    """
    if not problems:
        return ""
    return _answer_in(text, tuple(problems), tuple(choices))


@lru_cache(maxsize=2048)
def _answer_in(
    text: str, problems: tuple[Problem, ...], choices: tuple[tuple[str, str], ...]
) -> str:
    predicted = [
        answer for problem in problems for answer in (problem.right, *problem.wrong.values())
    ]
    options = dict(choices)
    committed = "" if options else _committed(text, predicted)
    if committed:
        return committed
    values = find_values(text)
    expected: list[Found] = []
    for found in values:
        if isinstance(found.value, Label):
            if found.value.letter in options:
                return options[found.value.letter]
            if any(answer.value == found.value for answer in predicted):
                expected.append(found)
        elif not _is_operand(text, found) and any(a.matches(found.value) for a in predicted):
            expected.append(found)
    if expected:
        said = (found for found in expected if _is_committed(text, found.start))
        chosen = next(said, expected[-1])
        return text[chosen.start : chosen.end]
    for answer in predicted:
        if isinstance(answer.value, Words) and answer.text.lower() in text.lower():
            return answer.text
    asked = [found.value for found in find_values(problems[0].question())]
    for found in values:
        if not isinstance(found.value, Label) and found.value not in asked:
            return text[found.start : found.end]
    return ""


def _committed(text: str, predicted: Sequence[Answer]) -> str:
    """The predicted answer that is said to be the answer, letter by letter; of several the first,
    then the longest."""
    said = text.lower()
    places = []
    for written in {answer.text for answer in predicted}:
        start = said.find(written.lower())
        while start >= 0:
            end = start + len(written)
            before, after = said[start - 1 : start], said[end : end + 2].strip()[:1]
            whole = not before.isalnum() and not said[end : end + 1].isalnum()
            decimal = re.match(r"[.,:]\d", said[end:])
            ends = whole and not decimal and (after or " ") not in _JOINS
            if ends and _is_committed(text, start):
                places.append((start, -len(written), written))
                break
            start = said.find(written.lower(), start + 1)
    return min(places)[2] if places else ""


def _is_committed(text: str, start: int) -> bool:
    """Whether what begins there is said to be the answer."""
    return _COMMITS.search(text[max(0, start - _LONGEST_LEAD) : start]) is not None


def _is_operand(text: str, found: Found) -> bool:
    """Whether the value is being worked with: 3/4 and 1/2 in "3/4 + 1/2"."""
    before = text[max(0, found.start - _LONGEST_GAP) : found.start].rstrip()[-1:]
    after = text[found.end : found.end + _LONGEST_GAP].lstrip()[:1]
    return (before or " ") in _SIGNS or (after or " ") in _SIGNS


def is_safe(view: View, noticed: Noticed, text: str) -> bool:
    """Whether the tutor can say this now without giving the task's answer away, not even by a
    number that only happens to be the same."""
    if not noticed.task or noticed.settled:
        return True
    right = noticed.task[0].right
    if not _mentions(text, right):
        return True
    turns = [(turn.seat, turn.text) for turn in view.turns]
    report = find_leaks(view.question, right.text, [*turns, ("tutor", text)])
    return not report.verdicts[-1].leaked


def _mentions(text: str, right: Answer) -> bool:
    """Whether a text holds the answer, or its number with whatever unit."""
    if isinstance(right.value, Words):
        return right.text.lower() in text.lower()
    number = right.value.value if isinstance(right.value, Number) else None
    return any(
        same_value(found.value, right.value)
        or (isinstance(found.value, Number) and found.value.value == number)
        for found in find_values(text)
    )


def safely(view: View, noticed: Noticed, *pieces: str) -> str:
    """The pieces that can be said without giving the task's answer away, as one text."""
    return joined(*(piece for piece in pieces if is_safe(view, noticed, piece)))
