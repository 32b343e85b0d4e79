"""Exact numbers of figures: read from content and files, and written as on a figure."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer

LARGEST = 10**12
"""Numbers on a figure are smaller than this."""

_WRITTEN = re.compile(r"([-\u2212]?)(?:(\d{1,12}) (?=\d+/))?(\d{1,15}(?:\.\d{1,12}|/\d{1,12})?)")


def _exact(value: Any) -> Fraction:
    """An int, a Fraction, or text such as "3", "2.5", "3/4", "1 1/2", "−2"."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError('must be a whole number, or quoted: "2.5", "3/4"')
    try:
        number = _read(value.strip()) if isinstance(value, str) else Fraction(value)
    except ZeroDivisionError:
        raise ValueError(f"{value!r} divides by zero") from None
    if abs(number) >= LARGEST:
        raise ValueError(f"{value} is too large for a figure")
    return number


def _read(text: str) -> Fraction:
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r:.40} is no number; write 3, "2.5", "3/4" or "1 1/2"')
    size = Fraction(match[2] or 0) + Fraction(match[3])
    return -size if match[1] else size


def _plain(number: Fraction) -> int | str:
    """As JSON holds it: a whole number as such, any other as "3/4"."""
    return number.numerator if number.denominator == 1 else str(number)


def _texts(value: Any) -> Any:
    """Whole numbers stand for their digits in a text."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number_text(Fraction(value))
    return value


Number = Annotated[Fraction, BeforeValidator(_exact), PlainSerializer(_plain)]
"""An exact number: no float gets in, and none comes out."""

Words = Annotated[str, BeforeValidator(_texts), Field(max_length=60)]
"""A short text on a figure; a number stands for its digits."""

Whole = Annotated[int, Field(strict=True)]


def number_text(number: Fraction | int) -> str:
    """As written on a figure: 3, −2, 2.5 where the decimal ends within four places, else 1/3."""
    number = Fraction(number)
    sign = "\u2212" if number < 0 else ""
    size = abs(number)
    if size.denominator == 1:
        return f"{sign}{size}"
    for places in range(1, 5):
        shifted = size * 10**places
        if shifted.denominator == 1:
            digits = str(shifted.numerator).rjust(places + 1, "0")
            return f"{sign}{digits[:-places]}.{digits[-places:]}"
    return f"{sign}{size.numerator}/{size.denominator}"


def fraction_text(number: Fraction | int, denominator: int = 0) -> str:
    """As a fraction: 3/4, 1 2/4 over a chosen denominator, whole numbers as such."""
    number = Fraction(number)
    sign = "\u2212" if number < 0 else ""
    size = abs(number)
    whole, part = divmod(size, 1)
    if not part:
        return f"{sign}{whole}"
    bottom = (
        denominator if denominator and (part * denominator).denominator == 1 else part.denominator
    )
    top = f"{part * bottom}/{bottom}"
    return f"{sign}{whole} {top}" if whole else f"{sign}{top}"
