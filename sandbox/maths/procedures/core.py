"""Procedures every strand uses: written forms, digits, divisors, text, lists, algebra strings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, factorial

from sandbox.maths.written import (
    MINUS,
    Exact,
    Surd,
    WrittenDecimal,
    WrittenFraction,
    WrittenMixed,
    checked_places,
    decimal_text,
    exact,
    round_half_up,
    scaled,
    signed,
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


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = ". . twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_words(number: int) -> str:
    """A whole number up to 999,999 in English words: two hundred and five."""
    if not 0 <= number < 1_000_000:
        raise ValueError("words are given for 0 to 999,999")
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = number % 100
        return f"{_ONES[number // 100]} hundred" + (f" and {number_words(rest)}" if rest else "")
    rest = number % 1000
    head = f"{number_words(number // 1000)} thousand"
    if not rest:
        return head
    return f"{head} and {number_words(rest)}" if rest < 100 else f"{head}, {number_words(rest)}"


def with_places(number: int, places: int) -> str:
    """The integer × 10^−places, with exactly that many decimal places: dec(305, 2) is 3.05."""
    return scaled(number, checked_places(places))


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 <= number % 100 <= 20 else ending}"


def plural(number: Exact, one: str, many: str = "") -> str:
    """A count with its noun: 1 hour, 3 hours."""
    return f"{signed(number)} {one if number == 1 else many or one + 's'}"


_PARTS = {
    2: ("half", "halves"), 3: ("third", "thirds"), 4: ("quarter", "quarters"),
    5: ("fifth", "fifths"), 6: ("sixth", "sixths"), 7: ("seventh", "sevenths"),
    8: ("eighth", "eighths"), 9: ("ninth", "ninths"), 10: ("tenth", "tenths"),
    11: ("eleventh", "elevenths"), 12: ("twelfth", "twelfths"),
}  # fmt: skip


def part_name(denominator: int) -> str:
    """One nth: third."""
    return _PARTS[denominator][0] if denominator in _PARTS else ordinal(denominator)


def part_names(denominator: int) -> str:
    """Several nths: thirds."""
    return _PARTS[denominator][1] if denominator in _PARTS else f"{ordinal(denominator)}s"


def with_commas(number: int) -> str:
    """Thousands separated by commas: 12,345."""
    return (MINUS if number < 0 else "") + f"{abs(int(number)):,}"


def bracketed(number: Exact) -> str:
    """A signed number, in brackets when negative: (−3)."""
    return f"({signed(number)})" if number < 0 else signed(number)


def clock(hour: int, minute: int) -> str:
    """A clock time: 7:05."""
    return f"{hour}:{minute:02d}"


def listing(numbers: Sequence[Exact]) -> str:
    """A list in running text: 3, 5, 8."""
    return ", ".join(signed(number) for number in numbers)


def decimals(numbers: Sequence[int], places: int | Sequence[int]) -> str:
    """Integers scaled by 10^−places, as a list in running text: 0.35, 0.4."""
    each = [places] * len(numbers) if isinstance(places, int) else list(places)
    return ", ".join(
        with_places(number, place) for number, place in zip(numbers, each, strict=True)
    )


def fractions(numerators: Sequence[int], denominators: Sequence[int]) -> str:
    """Fractions as a list in running text: 1/2, 3/4."""
    pairs = zip(numerators, denominators, strict=True)
    return ", ".join(str(WrittenFraction(top, bottom)) for top, bottom in pairs)


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


def terms(*pairs: tuple[Exact, str]) -> str:
    """(coefficient, symbol) pairs as 3x − 4; zero terms are dropped, coefficient 1 is not written."""
    text = ""
    for coefficient, symbol in pairs:
        if coefficient == 0:
            continue
        size = abs(exact(coefficient))
        number = str(size) if size.denominator == 1 or not symbol else f"({size})"
        body = symbol if size == 1 and symbol else f"{number}{symbol}"
        if text:
            text += f" {MINUS if coefficient < 0 else '+'} {body}"
        else:
            text = (MINUS if coefficient < 0 else "") + body
    return text or "0"


def linear(slope: Exact, constant: Exact, letter: str = "x") -> str:
    """slope × letter + constant as written."""
    return terms((slope, letter), (constant, ""))


def power_text(base: object, exponent: Exact) -> str:
    """base^exponent as written; a negative or fractional exponent stands in brackets."""
    plain = exact(exponent).denominator == 1 and exponent >= 0
    return f"{base}^{signed(exponent)}" if plain else f"{base}^({signed(exponent)})"


def standard_form(mantissa: Exact, exponent: int) -> str:
    """mantissa × 10^exponent as written."""
    return f"{decimal_text(mantissa)} × {power_text(10, exponent)}"


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


def _ascending(values: Sequence[Exact]) -> tuple[Exact, ...]:
    return tuple(sorted(values))


def _descending(values: Sequence[Exact]) -> tuple[Exact, ...]:
    return tuple(sorted(values, reverse=True))


PROCEDURES: dict[str, Callable[..., object]] = {
    "F": exact_fraction, "Q": WrittenFraction, "MX": WrittenMixed, "D": written_decimal,
    "root": root, "mixed": mixed, "gcd": math.gcd, "lcm": math.lcm, "abs": abs, "min": min,
    "max": max, "sum": sum, "len": len, "sorted": _ascending, "descending": _descending,
    "set": frozenset, "int": int,
    "rnd": round_half_up, "rndto": round_to, "floor": math.floor, "ceil": math.ceil,
    "dig": digit, "digits": digits, "digitcount": digitcount, "cat": join_digits,
    "undig": from_digits, "isprime": is_prime, "pfactors": prime_factors, "divs": divisors,
    "words": number_words, "ordn": ordinal, "pl": plural, "com": with_commas, "dec": with_places,
    "ds": decimal_text, "sg": signed, "par": bracketed, "hm": clock, "nth1": part_name,
    "nths": part_names, "listing": listing, "decimals": decimals, "fractions": fractions,
    "median": median, "mean": mean, "mode": mode, "alld": all_distinct, "terms": terms,
    "lin": linear, "pw": power_text, "stdf": standard_form, "numerator": numerator,
    "denominator": denominator, "factorial": small_factorial, "comb": small_comb,
}  # fmt: skip
