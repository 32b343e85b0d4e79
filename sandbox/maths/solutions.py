"""What a free text asks for and what a piece of working ends in, as far as they can be computed.

Families first, then a comparison, one equation in one letter, arithmetic, an expression to be
simplified. Knows no misconception.
"""

from __future__ import annotations

import re
from fractions import Fraction

from sandbox.maths.arithmetic import evaluate
from sandbox.maths.families import Families, Problem
from sandbox.maths.normalise import normalise
from sandbox.maths.restating import restated
from sandbox.maths.values import (
    Equation,
    Expression,
    Number,
    Unreadable,
    Value,
    Words,
    algebra,
    find_values,
    read_value,
    value_of,
)

_BRACKETED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_WORD = re.compile(r"[A-Za-z]{3}")
LONGEST = 2_000
"""Only the last this many characters of a piece of working are read."""
_COLUMN_LINE = re.compile(r"^[\s_=—–-]{3,}$")
_BLANK = re.compile(r"(-?\d+/\d+|-?\d*\.?\d+) ?(?:_+|□) ?(-?\d+/\d+|-?\d*\.?\d+)")
"""Two numbers and a blank between them: the sign is asked for."""
_COMPARED = re.compile(r"\d\s*([<>])\s*[-.\d]")
_SIMPLIFY = re.compile(r"\b(?:simplify|expand|multiply out|collect|combine)\b", re.I)
_NUMERIC = re.compile(r"[\d\s./-]+")


def readable(question: str, families: Families) -> bool:
    """Whether what the question asks for can be computed."""
    return solution(question, families) is not None


def solution(question: str, families: Families) -> Value | None:
    """The right answer to a question, or None where it cannot be computed."""
    problems = problems_of(question, families)
    if problems:
        return problems[0].right.value
    if compared := _BLANK.search(normalise(question)):
        return _comparison(*compared.groups())
    root = _root(question)
    if root is not None:
        return root
    calculated = evaluate(question)
    if not isinstance(calculated, Unreadable):
        return value_of(calculated.value, "fraction")
    return _simplified(question)


def problems_of(question: str, families: Families) -> tuple[Problem, ...]:
    """The readings of the last question, as it stands or else in the families' bare words."""
    problems = families.last(question)
    if problems:
        return problems
    bare = restated(question)
    return families.last(bare) if bare else ()


def ending(working: str) -> Value | None:
    """The value that a piece of working ends in, or None where it ends in none.

    What stands behind the last equals sign counts, else the last line, else the last value.
    """
    written = _BRACKETED.sub(_without_remark, working[-LONGEST:])
    lines = [line.strip() for line in written.splitlines()]
    lines = [line for line in lines if line and not _COLUMN_LINE.match(line)]
    for line in reversed(lines):
        value = _stated(line)
        if value is not None:
            return value
    return None


def _without_remark(bracket: re.Match[str]) -> str:
    """Words in brackets say what somebody drew or did; they are not what was written."""
    return " " if _WORD.search(bracket[0]) else bracket[0]


def _stated(line: str) -> Value | None:
    if compared := _COMPARED.search(line):
        return Words(compared[1])
    sides = [side for side in line.split("=") if side.strip(" ?")]
    last = sides[-1] if sides else ""
    value = read_value(last)
    if isinstance(value, Number | Expression):
        return value
    if _NUMERIC.fullmatch(last):
        value = read_value(last.replace(" ", ""))
        if isinstance(value, Number):
            return value
    found = [each.value for each in find_values(last) if isinstance(each.value, Number)]
    return found[-1] if found else None


def _comparison(first: str, second: str) -> Words | None:
    """The sign between two numbers; None where one is no number (3/0)."""
    try:
        a, b = Fraction(first), Fraction(second)
    except ZeroDivisionError:
        return None
    return Words("=" if a == b else "<" if a < b else ">")


def _simplified(question: str) -> Expression | None:
    """The only expression with letters in a text that asks to simplify: equal to what is asked."""
    if not _SIMPLIFY.search(question):
        return None
    found = [each.value for each in find_values(question)]
    expressions = [value for value in found if isinstance(value, Expression)]
    return expressions[0] if len(expressions) == 1 else None


def _root(question: str) -> Number | None:
    """The root of the only equation in the text that is linear in one letter."""
    roots: set[Fraction] = set()
    for found in find_values(question):
        if isinstance(found.value, Equation):
            root = _linear(found.value)
            if root is not None:
                roots.add(root)
    if len(roots) != 1:
        return None
    value = value_of(roots.pop(), "fraction")
    return value if isinstance(value, Number) else None


def _linear(equation: Equation) -> Fraction | None:
    try:
        left = algebra.quotient(equation.left.tree)
        right = (
            algebra.number(equation.right.value)
            if isinstance(equation.right, Number)
            else algebra.quotient(equation.right.tree)
        )
        found = algebra.linear_root(algebra.difference(left, right))
    except algebra.AlgebraError:
        return None
    return None if found is None else found[1]


def numbers_in(text: str) -> list[Number]:
    """The numbers that a text mentions, in order, each once for each place."""
    return [each.value for each in find_values(normalise(text)) if isinstance(each.value, Number)]
