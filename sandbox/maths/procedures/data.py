"""Procedures of the measurement, probability and charts strands: clock times, best chances."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from sandbox.maths.written import Exact, signed

_HOUR = 60
_HALF_DAY = 12
_DAY = 24
_LABELS = "ABCDEFGH"


def hours_minutes(hours: Exact, minutes: Exact) -> str:
    """A length of time as somebody writes it, right or wrong: 1 h 75 min."""
    return f"{signed(hours)} h {signed(minutes)} min"


def duration(minutes: int) -> str:
    """A length of time in hours and minutes: 1 h 35 min, 2 h, 35 min.

    Raises:
        ValueError: it is negative.
    """
    if minutes < 0:
        raise ValueError("a length of time is at least 0 minutes")
    hours, rest = divmod(minutes, _HOUR)
    if not rest:
        return f"{hours} h" if hours else "0 min"
    return hours_minutes(hours, rest) if hours else f"{rest} min"


def minutes_between(hour: int, minute: int, later_hour: int, later_minute: int) -> int:
    """Minutes from one clock time to a later one of the same half day or day.

    Where the second time has the smaller hour, a clock of twelve hours has gone past 12:
    from 11:45 to 1:20 it is 95 minutes.
    """
    passed = _HOUR * (later_hour - hour) + later_minute - minute
    round_again = later_hour < hour <= _HALF_DAY and later_hour > 0
    return passed + _HOUR * _HALF_DAY if round_again else passed


def hour_after(hour: int, hours: int = 1) -> int:
    """The hour that a clock shows some hours later: from 12 to 1, and from 23 to 0.

    Hours from 1 to 12 are read as those of a clock face, all others as 24-hour time.
    """
    if 1 <= hour <= _HALF_DAY:
        return (hour + hours - 1) % _HALF_DAY + 1
    return (hour + hours) % _DAY


def clock_after(hour: int, minute: int, minutes: int) -> str:
    """The time that a clock shows some minutes after hour:minute."""
    hours, rest = divmod(minute + minutes, _HOUR)
    return f"{hour_after(hour, hours)}:{rest:02d}"


def two_digit_clock(hour: int, minute: int) -> str:
    """A time with two digits for the hour, as 24-hour times are written: 07:35, 19:35."""
    return f"{hour:02d}:{minute:02d}"


def best_bag(wanted: Sequence[int], others: Sequence[int], rule: str) -> str:
    """The label (A, B, ...) of the bag that a rule of `BAG_RULES` calls the best chance.

    Args:
        wanted: How many of the wanted colour each bag holds.
        others: How many others it holds.
        rule: Its name.

    Raises:
        ValueError: the rule is unknown, or finds two bags equally good.
    """
    if rule not in BAG_RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(BAG_RULES)}")
    if len(wanted) > len(_LABELS):
        raise ValueError(f"at most {len(_LABELS)} bags")
    return _best_bag(tuple(wanted), tuple(others), rule)


@lru_cache(maxsize=64)  # conditions, answers and workings ask the same of the same bags
def _best_bag(wanted: tuple[int, ...], others: tuple[int, ...], rule: str) -> str:
    key, bags = BAG_RULES[rule], list(zip(wanted, others, strict=True))
    parts = math.lcm(*(one + other for one, other in bags))
    scores = [key(one, other, parts) for one, other in bags]
    best = max(scores)
    if scores.count(best) > 1:
        raise ValueError(f"{rule} does not decide between bags")
    return _LABELS[scores.index(best)]


BAG_RULES: dict[str, Callable[[int, int, int], int]] = {
    "chance": lambda wanted, others, parts: wanted * parts // (wanted + others),
    "most-wanted": lambda wanted, _others, _parts: wanted,
    "fewest-others": lambda _wanted, others, _parts: -others,
    "largest-difference": lambda wanted, others, _parts: wanted - others,
}
"""What makes a bag good, by each rule; "chance" is the right one: how many of so many equal parts,
a multiple of the counters in each bag."""


def toss_rows(first: str, second: str) -> bool:
    """Whether two texts are rows of coin tosses of one length, as HTTH, and differ."""
    same_length = len(first) == len(second) > 1
    return same_length and first != second and set(first + second) <= set("HT")


def more_mixed(first: str, second: str) -> str:
    """The row of tosses that looks more like chance: heads and tails more even, more changes.

    Raises:
        ValueError: both look alike.
    """
    scores = [_mixture(row) for row in (first, second)]
    if scores[0] == scores[1]:
        raise ValueError(f"{first} and {second} look equally mixed")
    return first if scores[0] > scores[1] else second


def _mixture(row: str) -> tuple[int, int]:
    changes = sum(1 for one, other in pairwise(row) if one != other)
    return -abs(row.count("H") - row.count("T")), changes


PROCEDURES: dict[str, Callable[..., object]] = {
    "hmin": hours_minutes,
    "duration": duration,
    "minutes_between": minutes_between,
    "hour_after": hour_after,
    "clock_after": clock_after,
    "clock24": two_digit_clock,
    "best_bag": best_bag,
    "toss_rows": toss_rows,
    "more_mixed": more_mixed,
}
