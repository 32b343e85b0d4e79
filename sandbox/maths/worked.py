"""Tells a question that is put from one that is worked out on the spot, as in an example."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from sandbox.maths.normalise import normalise
from sandbox.maths.problems import Problem

_BRINGS = re.compile(r"(?:[=:]|\b(?:is|are|altogether|makes?|gives?|get|so))\s*", re.IGNORECASE)
_REST = re.compile(r"[^.!?]*\?")
"""What is left of a question."""
_NAMES = re.compile(r"\b(?:answer|result|solution) is\s*", re.IGNORECASE)
_ENDS = re.compile(r"(?![\w/]|\.\d)")


def is_worked_out(problems: Iterable[Problem], plain: str, end: int, until: int) -> bool:
    """Whether a question that ends at `end` is brought to its right answer ("… = 7", "so altogether
    7") before `until`, where the next is put, and something else is asked after that.

    Nobody has to answer it then: "Decrease 280 by 30%. 280 − 84 = 196. What is 20% of 300?". Where
    nothing else is asked, "What is 7 − 4? Remember, 5 − 2 = 3." still asks for 7 − 4.
    """
    if "?" not in plain[end:]:
        return False
    if rest := _REST.match(plain, end):  # the choices that it offers are none of its answers
        end = rest.end()
    found = (_said(_BRINGS, problem.right.text, plain, end, until) for problem in problems)
    return any(at is not None and "?" in plain[at:] for at in found)


def is_given(answer: str, plain: str, end: int) -> bool:
    """Whether an answer is named as such behind `end`: "So the answer is 7."."""
    return _said(_NAMES, answer, plain, end, len(plain)) is not None


def _said(lead: re.Pattern[str], answer: str, plain: str, start: int, until: int) -> int | None:
    """Where an answer ends that is told behind such words, not asked; None where there is none."""
    written, said = normalise(answer).lower(), plain.lower()
    for begin, at in _leads(lead, plain):
        end = at + len(written)
        if begin < start or end > until or not said.startswith(written, at):
            continue
        if _ENDS.match(plain, end) and not _REST.match(plain, end):
            return end
    return None


@lru_cache(maxsize=64)
def _leads(lead: re.Pattern[str], plain: str) -> tuple[tuple[int, int], ...]:
    """Where such words stand, with the space behind them."""
    return tuple(match.span() for match in lead.finditer(plain))
