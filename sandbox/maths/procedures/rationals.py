"""Functions for formulas about fractions and decimals: comparing by a rule, written decimals.

The rules are what children say about the size of fractions and decimals; "value" is the right one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from sandbox.maths.written import (
    MINUS,
    Exact,
    WrittenDecimal,
    WrittenFraction,
    checked_places,
    exact,
    round_half_up,
    scaled,
    signed,
)

MOST_NUMBERS = 50
"""Lists to put in order go up to this length."""

EQUAL = "they are equal"
"""What is written when neither of two numbers is larger."""


@dataclass(frozen=True)
class PlacedDecimal(WrittenDecimal):
    """A decimal written with a fixed number of places, end zeros included: 3.40."""

    places: int

    def __str__(self) -> str:
        return scaled(round_half_up(self.value * 10**self.places), self.places)


@dataclass(frozen=True)
class Money(WrittenDecimal):
    """An amount of money: whole pounds or dollars, or two places (rounded to the penny or cent)."""

    def __str__(self) -> str:
        hundredths = round_half_up(self.value * 100)
        if hundredths % 100 == 0:
            return (MINUS if hundredths < 0 else "") + str(abs(hundredths) // 100)
        return scaled(hundredths, 2)


def placed_decimal(number: int, places: int) -> PlacedDecimal:
    """The integer × 10^−places, written with exactly that many places: DP(340, 2) is 3.40."""
    checked_places(places)
    return PlacedDecimal(Fraction(number, 10**places), places)


def joined_parts(whole: int, after: int, places: int) -> PlacedDecimal:
    """A whole part and the digits after the point, as if those were a number of their own.

    They get at least `places` places, and more when they do not fit: parts(3, 5, 2) is 3.05,
    parts(3, 15, 1) is 3.15.
    """
    if whole < 0 or after < 0:
        raise ValueError("both parts are at least 0")
    places = max(places, len(str(after)))
    return placed_decimal(whole * 10 ** checked_places(places) + after, places)


def money(amount: Exact) -> Money:
    """An amount of money as written: 7, 7.50."""
    return Money(exact(amount))


def column_of(number: int, digit: int) -> int:
    """The power of ten of the column in which a digit stands: column_of(3546, 4) is 1.

    Raises:
        ValueError: the digit does not stand in the number exactly once.
    """
    text = str(abs(number))
    if text.count(str(digit)) != 1 or not 0 <= digit <= 9:
        raise ValueError(f"{digit} does not stand exactly once in {number}")
    return len(text) - 1 - text.index(str(digit))


def times_shown(number: int, digit: int) -> int:
    """How often a digit stands in the number."""
    return str(abs(number)).count(str(digit))


_PLACES = ["tenth", "hundredth", "thousandth", "ten-thousandth", "hundred-thousandth", "millionth"]


def place_name(places: int, count: int = 2) -> str:
    """The name of the decimal place: place_name(2) is hundredths; for a count of 1, hundredth."""
    if not 1 <= places <= len(_PLACES):
        raise ValueError(f"decimal places have names from 1 to {len(_PLACES)}, not {places}")
    return _PLACES[places - 1] + ("" if count == 1 else "s")


def in_lowest_terms(numerators: Sequence[int], denominators: Sequence[int]) -> bool:
    """Whether every fraction of the list is in lowest terms."""
    return all(math.gcd(top, bottom) == 1 for top, bottom in _pairs(numerators, denominators))


def each_below(smaller: Sequence[int], larger: Sequence[int]) -> bool:
    """Whether each number of the first list is below its partner in the second."""
    return all(low < high for low, high in _pairs(smaller, larger))


def each_proper_decimal(numbers: Sequence[int], places: Sequence[int]) -> bool:
    """Whether each integer × 10^−places is below 1, ends in no 0 and has at most one leading 0."""
    for place in places:
        checked_places(place)
    return all(
        10**place <= 100 * number < 100 * 10**place and number % 10 != 0
        for number, place in _pairs(numbers, places)
    )


def fraction_order(
    numerators: Sequence[int], denominators: Sequence[int], rule: str
) -> tuple[WrittenFraction, ...]:
    """The fractions from smallest to largest by a rule of `FRACTION_RULES`.

    Raises:
        ValueError: the rule is unknown or does not decide, because it finds two of them level.
    """
    fractions = [WrittenFraction(top, bottom) for top, bottom in _pairs(numerators, denominators)]
    key = _rule(FRACTION_RULES, rule)
    return tuple(_ordered(fractions, key, ties=rule == "value"))


def over_common_denominator(numerators: Sequence[int], denominators: Sequence[int]) -> str:
    """The fractions as a list in running text, all over their least common denominator."""
    pairs = _pairs(numerators, denominators)
    common = math.lcm(*denominators)
    return ", ".join(f"{signed(top * common // bottom)}/{common}" for top, bottom in pairs)


def decimal_order(
    numbers: Sequence[int], places: Sequence[int], rule: str
) -> tuple[PlacedDecimal, ...]:
    """The decimals from smallest to largest by a rule of `DECIMAL_RULES`.

    Raises:
        ValueError: the rule is unknown or does not decide, because it finds two of them level.
    """
    decimals = [placed_decimal(number, place) for number, place in _pairs(numbers, places)]
    key = _rule(DECIMAL_RULES, rule)
    return tuple(_ordered(decimals, key, ties=rule == "value"))


def larger_fraction(a: int, b: int, c: int, d: int, rule: str) -> WrittenFraction | str:
    """The larger of a/b and c/d by a rule; `EQUAL` where value or gap find them level.

    Raises:
        ValueError: another rule does not decide.
    """
    key = _rule(FRACTION_RULES, rule)
    first, second = WrittenFraction(a, b), WrittenFraction(c, d)
    if key(first) == key(second):
        if rule in ("value", "gap"):
            return EQUAL
        raise ValueError(f"{rule} does not decide between {first} and {second}")
    return max(first, second, key=key)


def larger_decimal(x: int, j: int, y: int, k: int, rule: str) -> PlacedDecimal | str:
    """The larger of x × 10^−j and y × 10^−k by a rule; `EQUAL` where they have the same value.

    Raises:
        ValueError: another rule does not decide.
    """
    key = _rule(DECIMAL_RULES, rule)
    first, second = placed_decimal(x, j), placed_decimal(y, k)
    if key(first) == key(second):
        if rule == "value":
            return EQUAL
        raise ValueError(f"{rule} does not decide between {first} and {second}")
    return max(first, second, key=key)


def same_places(numbers: Sequence[int], places: Sequence[int]) -> str:
    """The decimals as a list in running text, all written with the most places among them."""
    most = max(places)
    checked_places(most)
    pairs = _pairs(numbers, places)
    return ", ".join(scaled(number * 10 ** (most - place), most) for number, place in pairs)


def decimal_digits(number: int, places: int) -> str:
    """The digits after the point as written: decimal_digits(3045, 3) is 045."""
    checked_places(places)
    return str(abs(number) % 10**places).rjust(places, "0") if places else ""


_Key = Callable[..., tuple[Exact, ...]]
_Item = TypeVar("_Item")

FRACTION_RULES: dict[str, _Key] = {
    "value": lambda f: (f.value,),
    # of equal denominators the larger numerator wins, as everybody says
    "larger-denominator": lambda f: (f.denominator, f.numerator),
    "smaller-denominator": lambda f: (-f.denominator, f.numerator),
    "larger-numerator": lambda f: (f.numerator,),
    "gap": lambda f: (-abs(f.denominator - f.numerator),),
}
"""What makes a fraction large, by each rule. The gap is what is missing to a whole."""


def _parts(decimal: PlacedDecimal) -> tuple[int, int]:
    value, unit = decimal.value, 10**decimal.places
    whole, digits = divmod(value.numerator * unit // value.denominator, unit)
    return whole, digits


def _leading_zero(decimal: PlacedDecimal) -> bool:
    return decimal.places > 0 and _parts(decimal)[1] < 10 ** (decimal.places - 1)


DECIMAL_RULES: dict[str, _Key] = {
    "value": lambda d: (d.value,),
    "digits-as-whole-number": _parts,
    "fewer-places": lambda d: (_parts(d)[0], -d.places, _parts(d)[1]),
    "zero-first": lambda d: (_parts(d)[0], 0 if _leading_zero(d) else 1, _parts(d)[1]),
    "digits-as-denominator": lambda d: (_parts(d)[0], -_parts(d)[1]),
}
"""What makes a decimal large, by each rule. All compare the whole parts first."""


def _rule(rules: dict[str, _Key], name: str) -> _Key:
    if name not in rules:
        raise ValueError(f"no rule {name!r}; there are {', '.join(rules)}")
    return rules[name]


def _ordered(items: list[_Item], key: _Key, *, ties: bool) -> list[_Item]:
    sizes = [key(item) for item in items]
    places = sorted(range(len(items)), key=sizes.__getitem__)
    if not ties and any(sizes[one] == sizes[two] for one, two in pairwise(places)):
        raise ValueError("the rule finds two of them level")
    return [items[place] for place in places]


def _pairs(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    if len(first) > MOST_NUMBERS:
        raise ValueError(f"at most {MOST_NUMBERS} numbers, not {len(first)}")
    return list(zip(first, second, strict=True))


PROCEDURES: dict[str, Callable[..., object]] = {
    "DP": placed_decimal,
    "parts": joined_parts,
    "same_places": same_places,
    "money": money,
    "column_of": column_of,
    "times_shown": times_shown,
    "place_name": place_name,
    "in_lowest_terms": in_lowest_terms,
    "each_below": each_below,
    "each_proper_decimal": each_proper_decimal,
    "over_common": over_common_denominator,
    "fraction_order": fraction_order,
    "decimal_order": decimal_order,
    "larger_fraction": larger_fraction,
    "larger_decimal": larger_decimal,
    "decimal_digits": decimal_digits,
}
