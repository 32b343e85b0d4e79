"""Checks an answer by undoing the calculation: 52 − 38 = 26 by 26 + 38. Knows no belief."""

from __future__ import annotations

import re

from sandbox.agents.hearing import sum_in

_OPERANDS = re.compile(r"^(\d+) ([-+*/÷]) (\d+)$")
_BACK = {"-": "+", "+": "−", "*": "÷"}


def inverse_of(question: str, answer: str) -> tuple[str, str] | None:
    """The calculation that undoes "52 − 38" with the answer 26, and what it must give: "26 + 38",
    "52"; None where the question is no calculation of two whole numbers, or the answer no such
    number."""
    found = sum_in(question)
    match = _OPERANDS.match(found.text) if found else None
    if match is None or not answer.isdigit():
        return None
    start, sign, other = match.groups()
    return f"{answer} {_BACK.get(sign, '×')} {other}", start


def comes_back(question: str, answer: str) -> bool | None:
    """Whether undoing the calculation gives the number that it started from; None where it cannot
    be undone."""
    undone = inverse_of(question, answer)
    found = sum_in(undone[0]) if undone else None
    return None if found is None or undone is None else found.answer == undone[1]
