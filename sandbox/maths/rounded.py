"""Finds results in working that were rounded, so that no line says = where only ≈ is true."""

from __future__ import annotations

import re
from fractions import Fraction

_NUMBER = r"\d+(?:\.\d+)?"
_CHAIN = re.compile(
    rf"(?<![\d.,/(×÷+−-])(?<![×÷+−] )({_NUMBER}(?: [×÷] {_NUMBER})+) = ([$£€]?)(\d+\.\d+)"
)


def with_honest_equals(text: str) -> str:
    """The text with ≈ for = where the result of a chain of multiplications and divisions has been
    rounded: 105 ÷ 13 ≈ 8.077. A result that is wrong for another reason stays as it is."""
    if "÷" not in text or "." not in text:
        return text
    return _CHAIN.sub(_told, text)


def _told(found: re.Match[str]) -> str:
    chain, coin, result = found.groups()
    sign = "≈" if _is_rounded(chain, result) else "="
    return f"{chain} {sign} {coin}{result}"


def _is_rounded(chain: str, result: str) -> bool:
    """Whether the result is that of the chain, but for rounding."""
    first, *rest = chain.split()
    exact = Fraction(first)
    for sign, number in zip(rest[::2], rest[1::2], strict=True):
        if sign == "÷" and not Fraction(number):
            return False
        exact = exact * Fraction(number) if sign == "×" else exact / Fraction(number)
    written, places = Fraction(result), len(result.partition(".")[2])
    return exact != written and abs(exact - written) <= Fraction(1, 2 * 10**places)
