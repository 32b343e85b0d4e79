"""Read one number with its unit: integers, fractions, decimals, percent, money, 3 h 20 min."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandbox.maths.plain.vocabulary import PLURAL, SINGULAR
from sandbox.maths.values.model import Form, Number, Remainder, Unreadable
from sandbox.maths.values.syntax import MAX_DIGITS
from sandbox.maths.values.units import UNIT_PATTERN, UNITS, unit_name

MAX_EXPONENT = 60
PLAIN = r"\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?|\.\d+"
"""The number itself, in plain form and without a sign."""

_NUMBER = re.compile(
    rf"(?P<sign>[-+] ?)?(?P<money>[$£€] ?)?(?P<inner>-)?(?:(?P<whole>\d+) (?P<a>\d+)/(?P<b>\d+)"
    r"|(?P<top>\d+)/(?P<under>-?\d+)"
    r"|(?P<spaced>\d{1,3}(?: \d{3})+)(?![\d.])"
    r"|(?P<digits>\d+(?:\.\d+)?|\.\d+)"
    r"(?:(?: ?\* ?10\^\(?(?P<power>-? ?\d+)\)?|[eE](?P<exponent>[-+]?\d+))|(?P<percent> ?%))?)"
    rf"(?: ?(?P<unit>{UNIT_PATTERN})| (?P<noun>[a-z]{{3,14}})|(?P<of>))",
    re.I,
)
_BIG = r"h|hrs?|hours?|m|metres?|meters?|km|kg|min|mins|minutes?|days?"
_SMALL = (
    r"min|mins|minutes?|m|cm|centimetres?|centimeters?|g|grams?|s|secs?|seconds?|h|hrs?|hours?"
    r"|mm|metres?"
)
_COMPOUND = re.compile(
    r"(?=-?\d{1,9} ?[hmkdpe]|[$£€])(?:"  # most numbers have no unit that could begin one
    rf"(?P<sign>-)?(?P<first>\d{{1,6}}) ?(?P<big>{_BIG})"
    rf",?(?: and)? (?P<second>\d{{1,6}}) ?(?P<small>{_SMALL})\b"
    r"|(?P<h>\d{1,3}) ?h(?P<m>\d{1,2})(?: ?m(?:in)?)?\b"
    r"|(?P<hh>\d{1,3})h ?(?P<mm>\d{1,2}) ?(?:m|min)\b"
    r"|(?:(?P<whole>\d{1,9}) (?P<coin>dollars?|pounds?|euros?)|(?P<money>[$£€])(?P<notes>\d{1,9}))"
    r"(?:,|,? and)? (?P<part>\d\d?) ?(?:cents?|pence|c|p)\b"
    r"|(?P<dollars>\d{1,9}) (?P<bare>dollars?|pounds?|euros?) (?P<cents>\d\d)(?=\s*(?:[.!?]|$)))",
    re.I,
)
_REMAINDER = re.compile(r"(\d{1,20}) ?(?:remainder|rem|r)\.? ?(\d{1,20})", re.I)
_POUNDS_AND_PENCE = re.compile(r"(-?)([$£€])(\d{1,20}\.\d\d) ?[pc]", re.I)
_SCALED_BY_WORD = {"min", "h", "s", "m", "cm", "mm", "km", "kg", "g", "days"}


def read_number(text: str) -> Number | Unreadable | None:
    """The number that the whole plain text is, None if it is not one.

    Unreadable where it looks like a number but has none: 1/0, forty digits, a huge power of ten.
    """
    odd_money = _POUNDS_AND_PENCE.fullmatch(text)
    if odd_money:
        text = odd_money[1] + odd_money[2] + odd_money[3]
    match = _NUMBER.fullmatch(text)
    return number_from(match) if match else read_compound(text)


def match_number(text: str, position: int) -> re.Match[str] | None:
    """A number with its unit that starts at this position of a plain text."""
    return _NUMBER.match(text, position)


class _Parts(NamedTuple):
    """What the groups of a number hold, in their order; None for those that it does not have."""

    sign: str | None
    money: str | None
    inner: str | None
    whole: str | None
    a: str | None
    b: str | None
    top: str | None
    under: str | None
    spaced: str | None
    digits: str | None
    power: str | None
    exponent: str | None
    percent: str | None
    unit: str | None
    noun: str | None
    of: str | None


def number_from(match: re.Match[str]) -> Number | Unreadable | None:
    """The value of a match of a number with its unit."""
    if len(match[0]) > 3 * MAX_DIGITS:
        return Unreadable(f"a number of more than {MAX_DIGITS} digits")
    return _number(_Parts(*match.groups()))


@lru_cache(maxsize=4096)
def _number(its: _Parts) -> Number | Unreadable | None:
    if its.sign and its.inner and its.sign[0] == "-":
        return Unreadable("two minus signs in a row")
    unit = _unit(its)
    if unit is None:
        return None
    read = _magnitude(its)
    if isinstance(read, Unreadable):
        return read
    value, form, parts = read
    under = SINGULAR.get(unit) if value == 1 else PLURAL.get(unit)
    if under and form == "integer":  # 2 fifths
        value, unit, form, parts = value / under, "", "fraction", (int(value), under)
    if (its.sign or "").startswith("-") or its.inner:
        value = -value
        parts = (-parts[0], *parts[1:]) if parts else ()
    return Number(value, unit, form, parts)


def _unit(its: _Parts) -> str | None:
    """The unit's name; "" for none; None if what stands there cannot be this number's unit."""
    if its.money:
        sign = its.money[0]
        if its.noun or its.percent or (its.unit and unit_name(its.unit) != sign):
            return None
        return sign
    if its.unit:
        return None if its.percent else unit_name(its.unit)
    return (its.noun or "").lower()


def _magnitude(its: _Parts) -> tuple[Fraction, Form, tuple[int, ...]] | Unreadable:
    if its.whole and its.a and its.b:
        whole, top, under = int(its.whole), int(its.a), int(its.b)
        if under == 0:
            return Unreadable("division by zero")
        return whole + Fraction(top, under), "mixed", (1, whole, top, under)
    if its.top and its.under:
        top, under = int(its.top), int(its.under)
        if under == 0:
            return Unreadable("division by zero")
        return Fraction(top, under), "fraction", (top, under)
    digits = (its.spaced or its.digits or "").replace(" ", "")
    if len(digits) > MAX_DIGITS:
        return Unreadable(f"a number of more than {MAX_DIGITS} digits")
    places = len(digits.partition(".")[2])
    value = Fraction(int(digits.replace(".", "")), 10**places) if places else Fraction(int(digits))
    power = its.power or its.exponent
    if power:
        return _standard_form(value, power.replace(" ", ""))
    if its.percent:
        return value / 100, "percent", ()
    return value, "decimal" if "." in digits else "integer", ()


def _standard_form(
    mantissa: Fraction, power: str
) -> tuple[Fraction, Form, tuple[int, ...]] | Unreadable:
    if len(power) > 4 or abs(int(power)) > MAX_EXPONENT:
        return Unreadable(f"a power of ten over {MAX_EXPONENT}")
    parts = (mantissa.numerator, mantissa.denominator, int(power))
    return mantissa * Fraction(10) ** int(power), "standard form", parts


def read_compound(text: str) -> Number | None:
    """ "1 h 35 min" is 95 min, "3 m 5 cm" is 305 cm: the smaller unit counts."""
    match = _COMPOUND.fullmatch(text)
    return compound_from(match) if match else None


def match_compound(text: str, position: int) -> re.Match[str] | None:
    """A two-unit quantity that starts at this position of a plain text."""
    return _COMPOUND.match(text, position)


def compound_from(match: re.Match[str]) -> Number | None:
    """The value of a match of a two-unit quantity, None if its units do not fit."""
    if small_change := match["part"] or match["cents"]:
        sign = match["money"] or unit_name(match["coin"] or match["bare"]) or ""
        whole = int(match["whole"] or match["notes"] or match["dollars"])
        return Number(whole + Fraction(int(small_change), 100), sign, "decimal")
    if not match["first"]:
        hours, minutes = (match["h"] or match["hh"]), (match["m"] or match["mm"])
        return Number(Fraction(int(hours) * 60 + int(minutes)), "min")
    big, small = unit_name(match["big"]), unit_name(match["small"])
    if big in {"h", "min"} and small == "m":
        small = "min" if big == "h" else small
    if big == "m" and small == "s":
        big = "min"
    if big is None or small is None or not {big, small} <= _SCALED_BY_WORD:
        return None
    one, two = UNITS[big], UNITS[small]
    if one.dimension != two.dimension or one.factor <= two.factor:
        return None
    value = int(match["first"]) * one.factor / two.factor + int(match["second"])
    return Number(-value if match["sign"] else value, small)


def read_remainder(text: str) -> Remainder | None:
    """ "4 remainder 3", "4 r 3"."""
    match = _REMAINDER.fullmatch(text)
    return Remainder(int(match[1]), int(match[2])) if match else None
