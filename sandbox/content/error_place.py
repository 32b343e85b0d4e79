"""In which line of a wrong working the error is, where that can be told exactly.

A line is *right* where it only repeats the question, or states nothing but true equations that the
right solution states too; *wrong* where it states a false one (in an equation with a letter: one
that the right answer does not satisfy). The first line that is wrong holds the error if all lines
before it are right; so does the last line if all before it are right and the answer is wrong. A
last line that only says again what the one before came to does not count.
Anything else is a matter of judgement, and no label is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from sandbox.maths.families import Problem
from sandbox.maths.normalise import normalise
from sandbox.maths.values import Number, algebra
from sandbox.maths.values.syntax import Constant, NotAnExpressionError, parse

Verdict = Literal["right", "wrong", "open"]

_NUMBER = r"(?:\d+ \d+/\d+|\d[\d,]*(?:\.\d+)?)"
_TERM = rf"[(√−]*{_NUMBER}[)²³%]*(?:\^\d+)?"
_SIDE = rf"{_TERM}(?: ?[+−×÷/] ?{_TERM})*"
_SUM = re.compile(rf"(?<![\w.,/^:]){_SIDE}(?: ?= ?{_SIDE})+(?![\w²³^]|\.\d| ?:| (?:r|remainder)\b)")
_SAID = re.compile(
    rf"(?<![^,:;]) ?((?:so |then |and )?{_TERM}(?: ?[+−×÷/] ?{_TERM})+|{_TERM}(?<=[²³%\d])) "
    rf"(?:is|gives|makes) (?={_TERM})"
)
_OPERATION = re.compile(r"[+−×÷/²³%^√]")
_BEFORE = re.compile(r"(?:[-+−×÷/=(^√$]|\d ?:|\bof|\b[a-zA-Z])\s*$")
_WORD = re.compile(r"[A-Za-z]{2,}")
_LINKS = frozenset({"so", "then", "and", "it", "is"})
_CONCLUSION = re.compile(
    r"(?:so )?(?:it is|that is|it makes|that makes|the answer is) (.+)|so (.+)"
)
_ONE_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")

JUDGEMENT = (
    "line {line} is true by itself, or says in words what is done: whether it is already the error "
    "is a matter of judgement"
)
MISSING = "every line is true and belongs to the solution: what is wrong is a step that is missing"


@dataclass(frozen=True)
class Place:
    """Where a working goes wrong; lines count from 0.

    `first_wrong` is the line that holds the error, or None with the `reason`; `first_false` is the
    first line that states something false: a false equation or, at the latest, the wrong answer.
    """

    first_wrong: int | None
    first_false: int
    reason: str = ""


def error_place(lines: Sequence[str], copied: int, problem: Problem, answer: str) -> Place:
    """Where a working in lines goes wrong.

    Args:
        lines: The working, which ends in the answer.
        copied: How many lines at its start only repeat the question.
        problem: What was asked.
        answer: The wrong answer.
    """
    steps = _stated(list(map(_with_equals_signs, problem.right.working)))
    verdicts = [_verdict(line, problem, steps) for line in lines]
    false = next((k for k, verdict in enumerate(verdicts) if verdict == "wrong"), len(lines) - 1)
    deciding = len(lines) - _restating(lines[copied:], answer)
    for k in range(copied, deciding):
        if verdicts[k] == "wrong" or (verdicts[k] == "open" and k == deciding - 1):
            return Place(k, false)
        if verdicts[k] == "open":
            return Place(None, false, JUDGEMENT.format(line=k + 1))
    return Place(None, false, MISSING)


def _restating(lines: Sequence[str], answer: str) -> int:
    """1 where the last line only says again, as the answer, what the line before came to."""
    if len(lines) < 2:
        return 0
    said = _CONCLUSION.fullmatch(lines[-1])
    number = re.match(r"[^ ]+", answer)
    bare = {answer, number[0].lstrip("$£€").rstrip("%°") if number else answer}
    came_to = lines[-2].rpartition("=")[2].strip()
    return int(said is not None and answer in said.groups() and came_to in bare)


def _verdict(line: str, problem: Problem, steps: frozenset[str]) -> Verdict:
    line = _with_equals_signs(line)
    found = _equations(line)
    truths = [_is_true(equation) for equation in found]
    if False in truths or _unknown_missed(line, problem):
        return "wrong"
    words = {word.lower() for word in _WORD.findall(line)} - _LINKS
    if not found or None in truths or words:
        return "open"
    return "right" if _stated(found) <= steps else "open"


def _stated(lines: Sequence[str]) -> frozenset[str]:
    """The equations of the lines, without spaces."""
    return frozenset(found.replace(" ", "") for line in lines for found in _equations(line))


def _equations(line: str) -> list[str]:
    """The numeric equations in a line, unless they are cut off something longer."""
    return [match[0] for match in _SUM.finditer(line) if not _BEFORE.search(line, 0, match.start())]


def _with_equals_signs(line: str) -> str:
    """ "6² is 6 × 2" as the equation that it states; "the height is 6" states none."""
    return _SAID.sub(_as_equation, line)


def _as_equation(said: re.Match[str]) -> str:
    left = said[0].rstrip().rpartition(" ")[0]
    return f"{left} = " if _OPERATION.search(said[1]) else said[0]


def _is_true(equation: str) -> bool | None:
    """Whether all sides are equal, or rounded as far as written; None where one is unreadable."""
    sides = equation.split("=")
    values = [_value(side) for side in sides]
    pairs = pairwise(zip(sides, values, strict=True))
    verdicts = [
        None if left is None or right is None else left == right or _rounded(left, text, right)
        for (_, left), (text, right) in pairs
    ]
    return False if False in verdicts else None if None in verdicts else True


def _rounded(exact: Fraction, text: str, written: Fraction) -> bool:
    """Whether the text is the exact value to the two or more decimal places that it has."""
    decimal = re.fullmatch(r"−?\d+\.(\d{2,})", text.strip())
    if decimal is None:
        return False
    return abs(exact - written) * 2 <= Fraction(1, 10 ** len(decimal[1]))


def _unknown_missed(line: str, problem: Problem) -> bool:
    """Whether the line is an equation that the right answer does not satisfy."""
    letters = set(_ONE_LETTER.findall(line))
    right = problem.right.value
    if not isinstance(right, Number) or len(letters) != 1 or line.count("=") != 1:
        return False
    letter = letters.pop()
    if not re.search(rf"\bSolve\b.*{letter}", problem.question(0)) or _WORD.search(line):
        return False
    sides = re.sub(rf"(?<![A-Za-z]){letter}", f"({right.value})", line)
    return _is_true(sides) is False


def _value(text: str) -> Fraction | None:
    try:
        tree = parse(normalise(text.strip()))
        return tree.value if isinstance(tree, Constant) else algebra.quotient(tree).constant()
    except (NotAnExpressionError, algebra.AlgebraError):
        return None
