"""Procedures of the percent, ratio and averages strands: comparing two options, data with
frequencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from sandbox.maths.written import Exact, signed

MOST_VALUES = 2_000
"""A table of frequencies is written out as a list of at most this many values."""


def compare(first: Exact, second: Exact) -> Literal["A", "B", "the same"]:
    """Which of two options, A or B, has the larger key, or "the same"."""
    if first == second:
        return "the same"
    return "A" if first > second else "B"


def range_text(low: Exact, high: Exact) -> str:
    """The two ends of data as somebody writes them who does not subtract: 5 to 21."""
    return f"{signed(low)} to {signed(high)}"


def times_in(values: Sequence[Exact], wanted: Exact) -> int:
    """How often a value stands in a list."""
    return sum(1 for value in values if value == wanted)


def most_frequent(values: Sequence[Exact]) -> tuple[Exact, ...]:
    """The values that occur most often, ascending: one when the list has a single mode."""
    counts = Counter(values)
    often = max(counts.values())
    return tuple(sorted(value for value, count in counts.items() if count == often))


def total_of_table(values: Sequence[Exact], frequencies: Sequence[int]) -> Exact:
    """The sum of each value times its frequency."""
    return sum(v * f for v, f in zip(values, frequencies, strict=True))


def table_as_list(values: Sequence[Exact], frequencies: Sequence[int]) -> tuple[Exact, ...]:
    """Every value of a frequency table, written out as often as it occurs.

    Raises:
        ValueError: a frequency is negative, or the list would be longer than `MOST_VALUES`.
    """
    if min(frequencies) < 0 or sum(frequencies) > MOST_VALUES:
        raise ValueError(f"frequencies are 0 or more and sum to at most {MOST_VALUES}")
    written_out: list[Exact] = []
    for value, frequency in zip(values, frequencies, strict=True):
        written_out += [value] * frequency
    return tuple(written_out)


def values_that_occur(values: Sequence[Exact], frequencies: Sequence[int]) -> tuple[Exact, ...]:
    """The values of a frequency table whose frequency is not zero."""
    seen: list[Exact] = []
    for value, frequency in zip(values, frequencies, strict=True):
        seen += [value] if frequency > 0 else []
    return tuple(seen)


def sizes(values: Sequence[Exact]) -> tuple[Exact, ...]:
    """The values without their signs."""
    return tuple(-value if value < 0 else value for value in values)


def sum_text(values: Sequence[Exact]) -> str:
    """The values as a sum to be worked out: 3 + 5 + (−2)."""
    if not values:
        raise ValueError("a sum needs at least one number")
    others = [f"({signed(value)})" if value < 0 else signed(value) for value in values[1:]]
    return " + ".join([signed(values[0]), *others])


def products_text(values: Sequence[Exact], frequencies: Sequence[int]) -> str:
    """The sum of values times frequencies, written out: 1 × 4 + 2 × 3."""
    pairs = zip(values, frequencies, strict=True)
    return " + ".join(f"{signed(value)} × {signed(frequency)}" for value, frequency in pairs)


PROCEDURES: dict[str, Callable[..., object]] = {
    "compare": compare,
    "rangetext": range_text,
    "tally": times_in,
    "modes": most_frequent,
    "table_total": total_of_table,
    "expand": table_as_list,
    "occurring": values_that_occur,
    "sizes": sizes,
    "sumtext": sum_text,
    "products": products_text,
}
