"""Facts that a child has by heart or counts out: 7 − 2, 6 + 3, 4 × 5, 8 ÷ 2. Nobody does these in
columns. Knows no belief; a wrong answer to one has another cause than the fact.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from sandbox.agents.hearing import sum_in
from sandbox.agents.students.deciding import Decision
from sandbox.maths.written import MINUS

COUNTED = 4
"""Up to so many steps are counted; more are known."""

_NUMBER = re.compile(r"\d+")
_OPERANDS = re.compile(r"^(\d) ([-+*÷/]) (\d)$")


@lru_cache(maxsize=1024)
def fact(question: str, answer: str) -> tuple[str, ...]:
    """How a child knows the right answer to a sum of two one-digit numbers; empty where the
    question is no such sum, or the answer not its value."""
    if [len(number) for number in _NUMBER.findall(question)] != [1, 1]:
        return ()
    found = sum_in(question)
    match = _OPERANDS.match(found.text) if found else None
    if match is None or found is None or found.answer != answer or not answer.isdigit():
        return ()
    return (_told(int(match[1]), match[2], int(match[3]), int(answer)),)


def by_heart(decision: Decision | None) -> Decision | None:
    """The decision with the working of a child who knows the fact, where it is one."""
    known = fact(decision.question, decision.answer) if decision and decision.right else ()
    return replace(decision, working=known) if decision and known else decision


def _told(first: int, sign: str, second: int, result: int) -> str:
    if sign == "+" and 0 < second <= COUNTED:
        return f"I counted on from {first}: {_listed(range(first + 1, result + 1))}."
    if sign == "-" and 0 < second <= COUNTED:
        return f"I counted back from {first}: {_listed(range(first - 1, result - 1, -1))}."
    if sign == "-" and 0 < result <= COUNTED:
        counted = _listed(range(second + 1, first + 1))
        return f"I counted up from {second} to {first}: {counted}. That is {result}."
    if sign in "÷/":
        return f"I know that {result} × {second} = {first}, so it is {result}."
    shown = {"*": "×", "-": MINUS}.get(sign, sign)
    return f"I just know that {first} {shown} {second} = {result}."


def _listed(numbers: range) -> str:
    return ", ".join(map(str, numbers))
