"""Answers as a pupil writes them: unsimplified fractions, mixed numbers, decimals, surds.

Formulas return these where the written form carries the error. `str()` is what the pupil writes,
`value` the exact number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

MINUS = "\u2212"
MOST_PLACES = 40
"""Columns and decimal places go up to this."""

Exact = int | Fraction


def exact(number: object) -> Fraction:
    """The number as a fraction.

    Raises:
        TypeError: it is no exact number. Text is none: "1e999999999" would take for ever to read.
    """
    if type(number) is Fraction:
        return number
    if isinstance(number, int | Fraction):
        return Fraction(number)
    raise TypeError(f"{number!r} is no exact number")


def signed(number: Exact) -> str:
    """An exact number with a true minus sign: −3, 5/2."""
    if type(number) is int:
        return str(number) if number >= 0 else f"{MINUS}{-number}"
    number = exact(number)
    body = signed(number.numerator)
    return body if number.denominator == 1 else f"{body}/{number.denominator}"


def scaled(number: int, places: int) -> str:
    """`number` × 10^−places, written with exactly that many decimal places."""
    sign = MINUS if number < 0 else ""
    if places == 0:
        return sign + str(abs(number))
    text = str(abs(number)).rjust(places + 1, "0")
    return f"{sign}{text[:-places]}.{text[-places:]}"


def checked_places(places: int) -> int:
    """The number of decimal places (or the column), if work stays bounded with it."""
    if not 0 <= places <= MOST_PLACES:
        raise ValueError(f"{places} decimal places is outside 0 to {MOST_PLACES}")
    return places


def round_half_up(number: Exact) -> int:
    """The nearest integer; halves go up."""
    number = exact(number)
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def decimal_text(number: Exact, places: int = 4) -> str:
    """A rational as a decimal: exact when it ends within 10 places, else rounded half up."""
    checked_places(places)
    number = exact(number)
    top, bottom = number.numerator, number.denominator
    for exact_places in range(11):
        if top * 10**exact_places % bottom == 0:
            return scaled(top * 10**exact_places // bottom, exact_places)
    return scaled(round_half_up(number * 10**places), places)


@dataclass(frozen=True, init=False)
class WrittenFraction:
    """A fraction exactly as written, not reduced; a negative denominator moves its sign up."""

    numerator: int
    denominator: int

    def __init__(self, numerator: Exact, denominator: Exact) -> None:
        if type(numerator) is not int or type(denominator) is not int:
            numerator, denominator = _whole_parts(exact(numerator), exact(denominator))
        if denominator == 0:
            raise ZeroDivisionError("a written fraction with denominator 0")
        sign = -1 if denominator < 0 else 1
        object.__setattr__(self, "numerator", numerator * sign)
        object.__setattr__(self, "denominator", denominator * sign)

    @property
    def value(self) -> Fraction:
        """The exact number."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"{signed(self.numerator)}/{self.denominator}"


def _whole_parts(top: Fraction, bottom: Fraction) -> tuple[int, int]:
    """Two whole numbers as they are; of others the fraction in lowest terms."""
    if top.denominator == bottom.denominator == 1:
        return top.numerator, bottom.numerator
    return (top / bottom).as_integer_ratio()


@dataclass(frozen=True)
class WrittenMixed:
    """A mixed number exactly as written: whole and numerator over denominator."""

    whole: int
    numerator: int
    denominator: int

    @property
    def value(self) -> Fraction:
        """The exact number; the fraction part takes the sign of the whole."""
        part = Fraction(self.numerator, self.denominator)
        return self.whole - part if self.whole < 0 else self.whole + part

    def __str__(self) -> str:
        if self.numerator == 0:
            return signed(self.whole)
        fraction = f"{signed(self.numerator)}/{self.denominator}"
        return fraction if self.whole == 0 else f"{signed(self.whole)} {fraction}"


@dataclass(frozen=True)
class WrittenDecimal:
    """A number the pupil writes as a decimal."""

    value: Fraction

    def __str__(self) -> str:
        return decimal_text(self.value)


@dataclass(frozen=True)
class Surd:
    """√radicand for a rational that is no perfect square."""

    radicand: Fraction

    def __str__(self) -> str:
        inner = signed(self.radicand)
        return f"√{inner}" if self.radicand.denominator == 1 else f"√({inner})"


Result = int | Fraction | WrittenFraction | WrittenMixed | WrittenDecimal | Surd | str | tuple  # type: ignore[type-arg]
"""What a formula may return."""


def display(result: Result, answer_format: str) -> str:
    """The result as a pupil writes it, without unit.

    Integers and fractions follow the family's answer format: a Fraction shows as a fraction where
    the format is fraction or mixed, else as a decimal (three places when it does not end).

    Raises:
        TypeError: a formula returned what is no answer: True, None, a set.
    """
    if isinstance(result, int) and not isinstance(result, bool):
        return signed(result)
    if isinstance(result, Fraction):
        if result.denominator == 1 or answer_format in ("fraction", "mixed"):
            return signed(result)
        return decimal_text(result, 3)
    if isinstance(result, tuple):
        inner = ", ".join(display(part, "") for part in result)
        if answer_format == "coordinates":
            return f"({inner})"
        return inner.replace(", ", " : ") if answer_format == "ratio" else inner
    if isinstance(result, str | WrittenFraction | WrittenMixed | WrittenDecimal | Surd):
        return str(result)
    raise TypeError(f"the formula gives {result!r}, which is no answer")


_TENTHS = re.compile(r"\d\.\d$")
"""An amount of money that needs its second digit."""


def with_unit(text: str, unit: str) -> str:
    """The answer with its unit: currency signs go in front, % and ° stick, others follow."""
    if not unit:
        return text
    if unit in ("$", "£", "€"):
        negative = text.startswith(MINUS)
        text += "0" if _TENTHS.search(text) else ""
        return f"{MINUS if negative else ''}{unit}{text.removeprefix(MINUS)}"
    return text + unit if unit in ("%", "°", "°C") else f"{text} {unit}"
