"""Procedures of the functions, standard-form and rounding strands: powers of ten, first digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sandbox.maths.procedures.text import standard_form
from sandbox.maths.written import Exact, checked_places, exact, round_half_up

LARGEST_EXPONENT = 40
"""Numbers are written in standard form from 10^−40 up to 10^40."""


def leading_place(number: Exact) -> int:
    """The power of ten of the first digit that is not 0: 3 for 3470, −2 for 0.0347.

    Raises:
        ValueError: the number is 0, or beyond `LARGEST_EXPONENT`.
    """
    size = abs(exact(number))
    if not 0 < size < 10 ** (LARGEST_EXPONENT + 1) or size * 10**LARGEST_EXPONENT < 1:
        raise ValueError(f"{number} has no first digit between 10^−40 and 10^40")
    if size >= 1:
        return len(str(size.numerator // size.denominator)) - 1
    place = -1
    while size * 10**-place < 1:
        place -= 1
    return place


def last_kept(number: Exact, figures: int) -> Fraction:
    """The worth of a one in the last of `figures` significant digits: 100 for 3470 and 2."""
    figures = checked_places(_whole(figures))
    if figures < 1:
        raise ValueError("keep at least one significant figure")
    return Fraction(10) ** (leading_place(number) - figures + 1)


def round_significant(number: Exact, figures: int) -> Exact:
    """Rounded half up to `figures` significant figures: 3500 for 3470 and 2."""
    place = last_kept(number, figures)
    return _plain(round_half_up(exact(number) / place) * place)


def cut_significant(number: Exact, figures: int) -> Exact:
    """A positive number with all digits after the first `figures` significant ones cut off."""
    place = last_kept(number, figures)
    return _plain(exact(number) // place * place)


def _whole(number: Exact) -> int:
    """The number as an integer; a formula may give 2 as the fraction 2/1."""
    whole = exact(number)
    if whole.denominator != 1:
        raise ValueError(f"{number} is no whole number")
    return int(whole)


def _plain(number: Fraction) -> Exact:
    return int(number) if number.denominator == 1 else number


def proper_standard_form(factor: Exact, exponent: int) -> str:
    """factor × 10^exponent in standard form: 3.2 × 10^5 for 32 and 4.

    Raises:
        ValueError: the factor is 0, or the exponent is beyond `LARGEST_EXPONENT`.
    """
    shift, exponent = leading_place(factor), _whole(exponent)
    if abs(exponent + shift) > LARGEST_EXPONENT:
        raise ValueError(f"10^{exponent + shift} is too far from 1")
    return standard_form(exact(factor) / Fraction(10) ** shift, exponent + shift)


def power_of_ten(exponent: int) -> Exact:
    """10^exponent exactly, as a fraction where the exponent is negative."""
    exponent = _whole(exponent)
    if abs(exponent) > LARGEST_EXPONENT:
        raise ValueError(f"10^{exponent} is too far from 1")
    return _plain(Fraction(10) ** exponent)


PROCEDURES: dict[str, Callable[..., object]] = {
    "leading": leading_place,
    "lastkept": last_kept,
    "roundsig": round_significant,
    "cutsig": cut_significant,
    "sform": proper_standard_form,
    "ten": power_of_ten,
}
