"""How a wrong answer's numbers may have come from the question's: marks of the error's program.

Nothing is known here of any misconception. Every number of the answer is compared with what small
programs make of the question's numbers: one of them taken over, or two of them joined by one
operation. Two learners with the same rule leave the same marks on different numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from sandbox.maths.values import Expression, Number, Value, same_value

MOST = 6
"""Numbers of a question beyond the first so many are not tried."""


def lineage_marks(asked: Sequence[Number], given: Value | None, right: Value | None) -> set[str]:
    """The programs that lead from the question's numbers to the answer's, and how the answer
    stands to the right one.

    Args:
        asked: The numbers of the question, in order.
        given: The answer that the learner gave.
        right: The right answer, where it is known.
    """
    marks: set[str] = set()
    if isinstance(given, Number):
        marks |= set(_programs(asked, given))
    if given is not None and right is not None:
        marks |= set(_relations(given, right))
    return marks


def _programs(asked: Sequence[Number], given: Number) -> Iterator[str]:
    """Programs of the whole value, and of the parts of a fraction from the parts of fractions."""
    wholes = [(f"v{k}", number.value) for k, number in enumerate(asked[:MOST])]
    for program in _made(wholes, given.value):
        yield f"value = {program}"
    inside = [pair for k, number in enumerate(asked[:MOST]) for pair in _parts(f"v{k}", number)]
    if len(inside) == len(wholes) and len(given.parts) < 2:
        return
    for name, part in _parts("", given):
        for program in _made(inside, part):
            yield f"{name} = {program}"


def _parts(name: str, number: Number) -> Iterator[tuple[str, Fraction]]:
    if len(number.parts) == 2:
        yield from zip((f"{name}.top", f"{name}.bottom"), map(Fraction, number.parts), strict=True)
    elif len(number.parts) == 4:
        sign, whole, top, bottom = map(Fraction, number.parts)
        yield from ((f"{name}.whole", sign * whole), (f"{name}.top", top))
        yield f"{name}.bottom", bottom
    else:
        yield f"{name}.whole", number.value


def _made(from_: Sequence[tuple[str, Fraction]], wanted: Fraction) -> Iterator[str]:
    for name, value in from_:
        if value == wanted:
            yield name
        elif value == -wanted:
            yield f"-{name}"
        elif _is_shifted(value, wanted):
            yield f"shifted {name}"
    for (name, value), (other, second) in permutations(from_, 2):
        for sign, result in _joined(value, second):
            if sign in "+*" and name > other:
                continue
            if result == wanted:
                yield f"{name} {sign} {other}"
            elif result == -wanted and result:
                yield f"-({name} {sign} {other})"
            elif _is_shifted(result, wanted):
                yield f"shifted {name} {sign} {other}"


def _joined(first: Fraction, second: Fraction) -> Iterator[tuple[str, Fraction]]:
    yield "+", first + second
    yield "-", first - second
    yield "*", first * second
    if second:
        yield "÷", first / second


def _is_shifted(value: Fraction, wanted: Fraction) -> bool:
    """Whether they have the same digits and differ in where the decimal point stands."""
    if not value or not wanted or value == wanted:
        return False
    small, big = sorted((value / wanted).as_integer_ratio())
    return small == 1 and str(big).rstrip("0") == "1"


def _relations(given: Value, right: Value) -> Iterator[str]:
    if same_value(given, right):
        yield "right value"
        return
    if isinstance(given, Number) and isinstance(right, Number):
        yield from _numeric_relations(given, right)
    elif isinstance(given, Expression) and isinstance(right, Expression):
        yield "another expression"
    else:
        yield f"{type(right).__name__} asked, {type(given).__name__} given"


def _numeric_relations(given: Number, right: Number) -> Iterator[str]:
    a, b = given.value, right.value
    yield "too big" if a > b else "too small"
    if (a < 0) != (b < 0):
        yield "other sign"
    if a == -b:
        yield "opposite"
    if a * b == 1:
        yield "reciprocal"
    if _is_shifted(a, b):
        yield "point elsewhere"
    if abs(a - b) == 1:
        yield "off by one"
    if given.form != right.form:
        yield f"{right.form} as {given.form}"
    if a.denominator == b.denominator != 1:
        yield "same denominator"
    if a.numerator == b.numerator:
        yield "same numerator"
    if a.denominator == b.denominator == 1 and (a - b) % 10 == 0:
        yield "tens off"
