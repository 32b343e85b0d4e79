"""Procedures that say numbers: in words, with nouns and units, in lists, as terms and powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.maths.written import (
    MINUS,
    Exact,
    WrittenFraction,
    checked_places,
    decimal_text,
    exact,
    scaled,
    signed,
)

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


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


def terms(*pairs: tuple[Exact, str]) -> str:
    """(coefficient, symbol) pairs as 3x − 4; no zero terms, and a coefficient 1 is not written."""
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


PROCEDURES: dict[str, Callable[..., object]] = {
    "words": number_words, "ordn": ordinal, "pl": plural, "com": with_commas, "dec": with_places,
    "ds": decimal_text, "sg": signed, "par": bracketed, "hm": clock, "nth1": part_name,
    "nths": part_names, "listing": listing, "decimals": decimals, "fractions": fractions,
    "terms": terms, "lin": linear, "pw": power_text, "stdf": standard_form,
}  # fmt: skip
