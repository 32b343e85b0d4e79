"""What exact mathematics says of a reply without any judge: is its final answer right, does the
working lead to it, how much of the working holds?

Careful: what cannot be read for certain is left open, with the reason, and falls to a judge. Read
are results that are put forward as such (`maths.assertions`) and equations of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.maths.assertions import Asserted, asserted
from sandbox.maths.equations import Equation, equations
from sandbox.maths.keys import Key, Option
from sandbox.maths.prepared import Prepared
from sandbox.maths.values import Number, read_value
from sandbox.records import Item

EXPLICIT = ("named as the answer", "called right", "told to choose", "told to write")


@dataclass(frozen=True)
class Finding:
    """A verdict of exact mathematics, or None; `why` says what it rests on, or why it is open."""

    value: float | None
    why: str


@dataclass(frozen=True)
class Solution:
    """A reply read as a solution: the result it ends in, and its equations.

    `is_right` is None where the result is not certain.
    """

    is_right: bool | None
    why: str
    result: Number | None
    equations: tuple[Equation, ...]


def solution_of(texts: Sequence[str], item: Item) -> Solution:
    """Read a reply to an item as its solution.

    The last result that is put forward decides; what comes after a right one that was called the
    answer in so many words, such as practice, does not. It is right when it is the key's value or
    label; it is wrong only where it is called the answer in so many words, or the last sentence
    draws it as a conclusion, and the right one is put forward nowhere.
    """
    text = "\n".join(texts)
    options = tuple(Option(c.label, c.text, c.label == item.key) for c in item.choices)
    key = Key(item.in_words, item.answer, options)
    held = tuple(equations(text))
    if not key.is_known:
        return Solution(None, "there is no key", None, held)
    prepared = key.prepare(text)
    stated = asserted(prepared, item.in_words)
    if not stated:
        return Solution(None, "no result is put forward", None, held)
    is_right, why = _verdict(stated, prepared, text)
    value = read_value(item.answer) if is_right else prepared.value_at(stated[-1].start)
    result = value if isinstance(value, Number) else None
    return Solution(is_right, why, result, held)


def _verdict(stated: Sequence[Asserted], prepared: Prepared, text: str) -> tuple[bool | None, str]:
    last = stated[-1]
    start, end = prepared.original(last.start, last.end)
    shown = text[start:end]
    if last.is_right:
        return True, f"{shown!r} is the right answer, {last.how}"
    explicit = [each for each in stated if each.how in EXPLICIT]
    if explicit and explicit[-1].is_right:
        return True, f"the right answer is {explicit[-1].how}"
    if any(each.is_right for each in stated):
        return None, f"the right answer is put forward, but {shown!r} comes after it"
    closes = last.how == "drawn as a conclusion" and "?" not in prepared.text[last.end :]
    if last.how in EXPLICIT or closes:
        return False, f"{shown!r} is not the right answer, {last.how}"
    return None, f"{shown!r} may be a step, not the answer"


def findings(texts: Sequence[str], item: Item) -> dict[str, Finding]:
    """The three correctness questions: final answer, support, solution (q10, q11, q12)."""
    solution = solution_of(texts, item)
    answer = solution.is_right
    return {
        "q10": Finding(None if answer is None else float(answer), solution.why),
        "q11": _support(solution),
        "q12": _worth(solution),
    }


def _support(solution: Solution) -> Finding:
    if solution.result is None:
        return Finding(None, "no final number to compare the working with")
    if not solution.equations:
        return Finding(None, "no equation that can be checked")
    results = [equation.right for equation in solution.equations]
    if solution.result.value in results:
        return Finding(1.0, "an equation of the working gives the final number")
    if solution.is_right is None:
        return Finding(None, solution.why)
    return Finding(0.0, "no equation of the working gives the final number")


def _worth(solution: Solution) -> Finding:
    count = len(solution.equations)
    wrong = sum(not equation.holds for equation in solution.equations)
    if not count:
        return Finding(None, "no equation that can be checked")
    why = f"{count - wrong} of {count} equations hold"
    if 2 * wrong > count:  # a single equation is seldom the whole of the working
        return Finding(0.0, why) if count > 1 else Finding(None, f"{why}: too few to tell")
    if wrong:
        return Finding(1.0, why)
    if solution.is_right:
        return Finding(2.0, f"{why}, and the final answer is right")
    return Finding(None, f"{why}, but the final answer is not known to be right")
