"""Turn what a formula computed into a value, without parsing where it is a number."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, runtime_checkable

from sandbox.maths.normalise import normalise
from sandbox.maths.values.model import (
    Expression,
    Form,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Unreadable,
    Value,
    Words,
)
from sandbox.maths.values.reading import read_value
from sandbox.maths.values.syntax import Constant, NotAnExpressionError, Root, parse
from sandbox.maths.values.units import unit_name


@runtime_checkable
class Written(Protocol):
    """A number as a pupil writes it: its value, and str() for the form."""

    @property
    def value(self) -> Fraction:
        """The exact value."""
        ...


@runtime_checkable
class WrittenSurd(Protocol):
    """A square root as a pupil writes it."""

    @property
    def radicand(self) -> Fraction:
        """What stands under the root."""
        ...


Result = int | Fraction | str | Written | WrittenSurd | Sequence["Result"]


def value_of(result: Result, format: str, unit: str = "") -> Value:
    """The value of a formula's result in an answer format of the catalogue.

    Args:
        result: int, Fraction, str, tuple of these, or an object with `.value` or `.radicand`.
        format: integer, decimal, fraction, mixed, percent, expression, equation, inequality,
            coordinates, ratio, ordered list, list, standard form, time, choice or text.
        unit: The item's unit; with "%" (or format percent) the number 85 is 85%.
    """
    if isinstance(result, tuple | list):
        return _several(result, format, unit)
    if isinstance(result, str):
        return _from_text(result, format, unit)
    radicand = getattr(result, "radicand", None)
    if radicand is not None:
        return _surd(Fraction(radicand), unit)
    if isinstance(result, int | Fraction):
        return _number(Fraction(result), "", format, unit)
    return _number(Fraction(result.value), str(result), format, unit)  # type: ignore[union-attr]


def _surd(radicand: Fraction, unit: str) -> Expression:
    text = f"√{radicand}" if radicand.denominator == 1 else f"√({radicand})"
    return Expression(text, Root(2, Constant(radicand, str(radicand))), _known(unit))


def _known(unit: str) -> str:
    return unit_name(unit) or ("" if unit in {"units", "%"} else unit)


def _number(value: Fraction, written: str, format: str, unit: str) -> Number:
    if format == "percent" or unit == "%":
        return Number(value / 100, "", "percent")
    form, parts = _form(value, written, format)
    return Number(value, _known(unit), form, parts)


def _form(value: Fraction, written: str, format: str) -> tuple[Form, tuple[int, ...]]:
    """From the written form where there is one, else from the value: whole numbers are integers."""
    text = written.replace("−", "-")
    if " " in text and "/" in text:
        whole, _, part = text.partition(" ")
        top, _, under = part.partition("/")
        sign = -1 if whole.startswith("-") else 1
        return "mixed", (sign, abs(int(whole)), int(top), int(under))
    if "/" in text:
        top, _, under = text.partition("/")
        return "fraction", (int(top), int(under))
    if value.denominator == 1 and "." not in text:
        return "integer", ()
    if text or format == "decimal":
        return "decimal", ()
    if format == "mixed" and abs(value) > 1:
        units, rest = divmod(abs(value.numerator), value.denominator)
        return "mixed", (1 if value > 0 else -1, units, rest, value.denominator)
    return "fraction", (value.numerator, value.denominator)


def _several(result: Sequence[Result], format: str, unit: str) -> Value:
    items = tuple(
        value_of(item, "decimal" if format == "ordered list" else "", unit) for item in result
    )
    numbers = tuple(item.value for item in items if isinstance(item, Number))
    if format == "coordinates" and len(numbers) == len(items):
        return Point(numbers)
    if format == "ratio" and len(numbers) == len(items):
        return Ratio(numbers)
    return Listing(items)


def _from_text(text: str, format: str, unit: str) -> Value:
    if format == "choice" and len(text) == 1:
        return Label(text.upper())
    value = _algebraic(text) if format == "expression" else read_value(text)
    if isinstance(value, Unreadable):
        return Words(text)
    if format in {"text", "choice"} and not isinstance(value, Expression | Number):
        return Words(text)
    if isinstance(value, Number | Expression) and unit and not value.unit:
        return replace(value, unit=_known(unit))
    return value


@lru_cache(maxsize=1024)
def _algebraic(text: str) -> Value | Unreadable:
    """2n, 5m and b are algebra here, no length and no label."""
    plain = normalise(text)
    try:
        tree = parse(plain)
    except NotAnExpressionError:
        return read_value(text)
    return read_value(text) if isinstance(tree, Constant) else Expression(plain, tree)
