"""Procedures every strand uses: exact and written numbers, digits, divisors, lists of numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, factorial

from sandbox.maths.written import (
    Exact,
    Surd,
    WrittenDecimal,
    WrittenFraction,
    WrittenMixed,
    checked_places,
    exact,
    round_half_up,
)

LARGEST_TO_SEARCH = 1_000_000
"""Divisors and primes are searched for only up to this size, so that work stays bounded."""


def exact_fraction(numerator: Exact, denominator: Exact = 1) -> Fraction:
    """numerator / denominator, exactly."""
    return exact(numerator) / exact(denominator)


def written_decimal(number: Exact) -> WrittenDecimal:
    """The number, written as a decimal."""
    return WrittenDecimal(exact(number))


def root(number: Exact) -> Exact | Surd:
    """The square root: exact for a perfect square (also of a fraction), else a surd."""
    radicand = exact(number)
    if radicand < 0:
        raise ValueError("no real square root of a negative number")
    top, bottom = math.isqrt(radicand.numerator), math.isqrt(radicand.denominator)
    if top * top == radicand.numerator and bottom * bottom == radicand.denominator:
        return top if bottom == 1 else Fraction(top, bottom)
    return Surd(radicand)


def mixed(number: Exact, denominator: int = 0) -> WrittenMixed:
    """A mixed number in lowest terms, or with its fraction part over `denominator`."""
    number = exact(number)
    size = abs(number)
    whole = size.numerator // size.denominator
    part = size - whole
    if denominator:
        part_top, part_bottom = part * denominator, denominator
        if part_top.denominator != 1:
            raise ValueError(f"{part} cannot be written over {denominator}")
    else:
        part_top, part_bottom = Fraction(part.numerator), part.denominator
    sign = -1 if number < 0 else 1
    if whole:
        return WrittenMixed(sign * whole, int(part_top), part_bottom)
    return WrittenMixed(0, sign * int(part_top), part_bottom)


def digits(number: int) -> tuple[int, ...]:
    """The digits of |number|, most significant first."""
    return tuple(int(character) for character in str(abs(int(number))))


def digitcount(number: int) -> int:
    """How many digits |number| has."""
    return len(str(abs(int(number))))


def digit(number: int, column: int) -> int:
    """The digit of |number| in the 10^column column."""
    return int(abs(int(number)) // 10 ** checked_places(column) % 10)


def join_digits(*numbers: int) -> int:
    """The numbers written side by side: cat(3, 14, 5) is 3145."""
    return int("".join(str(abs(int(number))) for number in numbers))


def from_digits(columns: Sequence[int]) -> int:
    """Digits, most significant first, as a number."""
    value = 0
    for column in columns:
        value = value * 10 + column
    return value


def round_to(number: Exact, place: Exact) -> Exact:
    """Half up to the nearest multiple of `place`."""
    rounded = round_half_up(exact(number) / exact(place)) * exact(place)
    return int(rounded) if rounded.denominator == 1 else rounded


def is_prime(number: int) -> bool:
    """Whether the number is prime."""
    _searchable(number)
    return number > 1 and all(number % k for k in range(2, math.isqrt(number) + 1))


def prime_factors(number: int) -> tuple[int, ...]:
    """Prime factors with multiplicity, ascending."""
    _searchable(number)
    factors, candidate = [], 2
    while number > 1:
        if candidate * candidate > number:
            candidate = number
        while number % candidate == 0:
            factors.append(candidate)
            number //= candidate
        candidate += 1
    return tuple(factors)


def divisors(number: int) -> tuple[int, ...]:
    """All positive divisors, ascending."""
    _searchable(number)
    small = [k for k in range(1, math.isqrt(number) + 1) if number % k == 0]
    return tuple(sorted({*small, *(number // k for k in small)}))


def _searchable(number: int) -> None:
    if abs(number) > LARGEST_TO_SEARCH:
        raise ValueError(f"{number} is too large to search for divisors")


def median(numbers: Sequence[Exact]) -> Exact:
    """The middle value, or the mean of the two middle values."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return exact(ordered[middle - 1] + ordered[middle]) / 2


def mean(numbers: Sequence[Exact]) -> Fraction:
    """The sum over the count."""
    return exact(sum(numbers)) / len(numbers)


def mode(numbers: Sequence[Exact]) -> Exact:
    """The most frequent value; the smallest of several."""
    counted = Counter(numbers)
    return min(counted, key=lambda number: (-counted[number], number))


def all_distinct(*values: object) -> bool:
    """Whether all the values (or those of one list) differ."""
    items = values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
    return len(set(items)) == len(items)


def numerator(number: Exact) -> int:
    """The numerator in lowest terms."""
    return exact(number).numerator


def denominator(number: Exact) -> int:
    """The denominator in lowest terms."""
    return exact(number).denominator


def small_factorial(number: int) -> int:
    """number! up to 30!."""
    if number > 30:
        raise ValueError("factorials are given up to 30!")
    return factorial(number)


def small_comb(total: int, chosen: int) -> int:
    """Binomial coefficient up to 60 things."""
    if total > 60:
        raise ValueError("combinations are given for up to 60 things")
    return comb(total, chosen)


def ascending(values: Sequence[Exact]) -> tuple[Exact, ...]:
    """The values from small to large."""
    return tuple(sorted(values))


def descending(values: Sequence[Exact]) -> tuple[Exact, ...]:
    """The values from large to small."""
    return tuple(sorted(values, reverse=True))


PROCEDURES: dict[str, Callable[..., object]] = {
    "F": exact_fraction, "Q": WrittenFraction, "MX": WrittenMixed, "D": written_decimal,
    "root": root, "mixed": mixed, "gcd": math.gcd, "lcm": math.lcm, "abs": abs, "min": min,
    "max": max, "sum": sum, "len": len, "sorted": ascending, "descending": descending,
    "set": frozenset, "int": int,
    "rnd": round_half_up, "rndto": round_to, "floor": math.floor, "ceil": math.ceil,
    "dig": digit, "digits": digits, "digitcount": digitcount, "cat": join_digits,
    "undig": from_digits, "isprime": is_prime, "pfactors": prime_factors, "divs": divisors,
    "median": median, "mean": mean, "mode": mode, "alld": all_distinct, "numerator": numerator,
    "denominator": denominator, "factorial": small_factorial, "comb": small_comb,
}  # fmt: skip
