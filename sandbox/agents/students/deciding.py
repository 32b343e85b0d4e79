"""How a scripted student comes to an answer: by a belief, rightly, carelessly, or by a guess.

Knows families and choices; knows no words of a dialogue. Chance comes in as a generator.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sandbox.maths.families import Answer, Problem
from sandbox.maths.precedence import ruling

Choices = tuple[tuple[str, str], ...]
Source = Literal["belief", "right", "careless", "guess"]

_TRIES = 12
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Decision:
    """An answer to one question.

    Attributes:
        question: What was answered.
        answer: The answer as the student writes it; empty when it has none.
        source: How it came about.
        right: Whether it is right; None where nobody could read the question.
        belief: The misconception that gave it, or empty.
        over: Misconceptions that apply too and would answer otherwise, but come later in the order.
        working: The student's working, line by line; the last line ends in the answer.
        given: The answer as a value, where a formula gave it.
        label: The choice taken, where choices are on the table.
        is_named: Whether the answer is a word or a list rather than a quantity.
    """

    question: str
    answer: str
    source: Source
    right: bool | None
    belief: str = ""
    over: tuple[str, ...] = ()
    working: tuple[str, ...] = ()
    given: Answer | None = None
    label: str = ""
    is_named: bool = False


def ruled(question: str, problems: Sequence[Problem], beliefs: Sequence[str]) -> Decision | None:
    """What the first of the beliefs that applies here answers; None where none applies."""
    found = ruling(problems, beliefs)
    if found is None:
        return None
    return _decided(question, found.answer, "belief", found.is_right, found.belief, found.over)


def rightly(question: str, problems: Sequence[Problem]) -> Decision:
    """The right answer."""
    return _decided(question, problems[0].right, "right", True)


def carelessly(
    question: str, problems: Sequence[Problem], generator: random.Random
) -> Decision | None:
    """A wrong answer near the right one that no known misconception gives; None where the right
    answer has no number to get wrong."""
    right = problems[0].right
    known = [answer for problem in problems for answer in problem.wrong.values()]
    for _ in range(_TRIES):
        text = _nudged(right.text, generator)
        if not text:
            return None
        if not right.matches(text) and not any(answer.matches(text) for answer in known):
            named = _is_named(right)
            return Decision(question, text, "careless", False, is_named=named)
    return None


def choosing(decision: Decision, choices: Choices) -> Decision | None:
    """The decision with the label of the choice that is its answer; None where none is."""
    given = decision.given
    for label, text in choices:
        if text == decision.answer:
            return replace(decision, label=label)
    for label, text in choices:
        if given is not None and given.matches(text):
            return replace(decision, label=label)
    return None


def guessing(question: str, choices: Choices, generator: random.Random) -> Decision:
    """Any of the choices."""
    label, text = generator.choice(choices)
    return Decision(question, text, "guess", None, label=label, is_named=True)


def _decided(
    question: str,
    answer: Answer,
    source: Source,
    right: bool,
    belief: str = "",
    over: tuple[str, ...] = (),
) -> Decision:
    named = _is_named(answer)
    return Decision(
        question, answer.text, source, right, belief, over, answer.working, answer, is_named=named
    )


def _is_named(answer: Answer) -> bool:
    return answer.format in ("text", "choice", "list", "ordered list") or not any(
        character.isdigit() for character in answer.text
    )


def _nudged(text: str, generator: random.Random) -> str:
    """A text with one of its numbers changed a little; empty if it has no number."""
    numbers = list(_DIGITS.finditer(text))
    if not numbers:
        return ""
    spot = generator.choice(numbers)
    number = int(spot[0])
    steps = [1, -1, 2] if number < 20 else [1, -1, 10, -10]
    changed = number + generator.choice(steps)
    width = len(spot[0]) if spot[0][0] == "0" else 0
    written = str(max(changed, 1)).rjust(width, "0")
    return text[: spot.start()] + written + text[spot.end() :]
