"""Procedures of the algebra and measurement strands: written sums, letters, digits side by side."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from sandbox.maths.procedures.text import power_text
from sandbox.maths.written import MINUS, Exact, Surd, signed

LONGEST_REPEAT = 12
"""A repeated product or sum is written out up to this many times, then shortened with dots."""


def join(*parts: Exact | Surd | str) -> str:
    """The parts side by side as one text, numbers with a true minus sign: 6(2x + 3)."""
    return "".join(str(part) if isinstance(part, str | Surd) else signed(part) for part in parts)


def chain(*numbers: Exact) -> str:
    """A sum as it is written with signs between the numbers: chain(8, -3, 0) is 8 − 3 + 0."""
    if not numbers:
        raise ValueError("chain needs at least one number")
    text = signed(numbers[0])
    for number in numbers[1:]:
        text += f" {MINUS} {signed(-number)}" if number < 0 else f" + {signed(number)}"
    return text


def sign_of(number: Exact) -> int:
    """−1, 0 or 1."""
    return (number > 0) - (number < 0)


def alphabet_place(letter: str) -> int:
    """The place of a letter in the alphabet: a is 1, z is 26."""
    place = ord(letter.lower()) - ord("a") + 1 if len(letter) == 1 else 0
    if not 1 <= place <= 26:
        raise ValueError(f"{letter!r} is not one letter of the alphabet")
    return place


def digits_after(first: int, number: int) -> int:
    """What is left of `number` when the digits of `first` are taken off its front; 48 after 4 is 8.

    Raises:
        ValueError: `number` does not begin with `first`, or nothing or a leading 0 is left.
    """
    front, whole = str(first), str(number)
    rest = whole.removeprefix(front)
    if first < 1 or rest in ("", whole) or (rest[0] == "0" and rest != "0"):
        raise ValueError(f"{number} does not begin with {first} and go on")
    return int(rest)


def begins_with(first: int, number: int) -> bool:
    """Whether the digits of `number` are those of `first` followed by another number."""
    front, whole = str(first), str(number)
    rest = whole.removeprefix(front)
    return first > 0 and rest not in ("", whole) and (rest[0] != "0" or rest == "0")


def repeated(number: Exact | str, count: int, operator: str = "×") -> str:
    """A number or letter written `count` times: repeated(5, 3) is 5 × 5 × 5."""
    if count < 1:
        raise ValueError("write it at least once")
    text = number if isinstance(number, str) else signed(number)
    if not isinstance(number, str) and number < 0:
        text = f"({text})"
    gap = f" {operator} "
    if count > LONGEST_REPEAT:
        return gap.join([text, text, "…", text])
    return gap.join([text] * count)


def is_square(number: int) -> bool:
    """Whether the number is the square of a whole number."""
    return number >= 0 and isqrt(number) ** 2 == number


def letter_power(symbol: str, exponent: int) -> str:
    """symbol^exponent as a pupil writes it: 1 for exponent 0, the bare symbol for exponent 1."""
    if exponent in (0, 1):
        return symbol if exponent else "1"
    return power_text(symbol, exponent)


_FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def flipped(sign: str) -> str:
    """The inequality sign turned round: < becomes >."""
    if sign not in _FLIPPED:
        raise ValueError(f"{sign!r} is no inequality sign")
    return _FLIPPED[sign]


PROCEDURES: dict[str, Callable[..., object]] = {
    "join": join,
    "chain": chain,
    "sgn": sign_of,
    "alphabet": alphabet_place,
    "tailof": digits_after,
    "begins": begins_with,
    "repeated": repeated,
    "issquare": is_square,
    "lpow": letter_power,
    "flip": flipped,
}
