"""What formulas about whole numbers call: digits and places, lists of integers, primes.

Brings the column methods along. Knows nothing of families or misconceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.maths.procedures import columns
from sandbox.maths.procedures.columns import COLUMNS, ones_first, single, whole
from sandbox.maths.procedures.core import is_prime
from sandbox.maths.written import MINUS


def digitsum(n: int) -> int:
    """The sum of the digits of n."""
    return sum(ones_first(n))


def digitsplus(n: int) -> str:
    """The digits of n with plus signs: 88 → "8 + 8"."""
    return " + ".join(str(whole(n)))


def dropzeros(n: int) -> int:
    """n without its zeros: 306 → 36, 0 → 0."""
    return int(str(whole(n)).replace("0", "") or "0")


def zerosin(n: int) -> int:
    """How many zeros stand in n."""
    return str(whole(n)).count("0")


def endzeros(n: int) -> int:
    """How many zeros n > 0 ends in."""
    text = str(whole(n))
    if n == 0:
        raise ValueError("0 has no end zeros to count")
    return len(text) - len(text.rstrip("0"))


def reversedigits(n: int) -> int:
    """The digits of n from right to left: 26 → 62, 120 → 21."""
    return int(str(whole(n))[::-1])


def leftalign(n: int, other: int) -> int:
    """n written under `other` with the first digits lined up; zeros fill it up on the right."""
    missing = len(str(whole(other))) - len(str(whole(n)))
    return int(n * 10 ** max(0, missing))


def digittimes(n: int, d: int) -> int:
    """How often the digit d stands in n."""
    return str(whole(n)).count(str(single(d)))


def digitplace(n: int, d: int) -> int:
    """The column of the only digit d in n: 0 for ones, 1 for tens, …"""
    if digittimes(n, d) != 1:
        raise ValueError(f"{d} does not stand exactly once in {n}")
    return str(n)[::-1].index(str(d))


def column(k: int) -> str:
    """The name of the 10^k column: 2 → hundreds."""
    if not 0 <= k < len(COLUMNS):
        raise ValueError(f"no name for column {k}")
    return COLUMNS[k]


def roundstages(n: int, p: int) -> int:
    """n rounded half up to tens, the result to hundreds, … up to the power of ten p."""
    if p not in {10**k for k in range(1, 13)}:
        raise ValueError(f"{p} is no power of ten")
    place, value = 1, whole(n)
    while place < p:
        place *= 10
        value = (value + place // 2) // place * place
    return value


def largestby(xs: Sequence[int], what: str) -> int:
    """The number of xs with the largest first digit, last digit or digit sum; no ties."""
    measures: dict[str, Callable[[int], int]] = {
        "first": lambda x: ones_first(x)[-1],
        "last": lambda x: x % 10,
        "sum": digitsum,
    }
    if what not in measures:
        raise ValueError(f"largest by {what!r}: first, last or sum")
    keys = [measures[what](x) for x in xs]
    if keys.count(max(keys)) != 1:
        raise ValueError("a tie")
    return xs[keys.index(max(keys))]


def ordersize(xs: Sequence[int]) -> tuple[int, ...]:
    """Ascending by distance from zero; two equal distances are a ValueError."""
    if len({abs(x) for x in xs}) != len(xs):
        raise ValueError("two numbers of the same size")
    return tuple(sorted(xs, key=abs))


def ordermirror(xs: Sequence[int]) -> tuple[int, ...]:
    """Negatives first, but ordered among themselves as if positive: −3, −8, 0, 5."""
    return tuple(sorted(xs, key=lambda x: (x >= 0, abs(x))))


def orderzero(xs: Sequence[int]) -> tuple[int, ...]:
    """Zero first, then the other numbers in the right order."""
    return tuple(sorted(xs, key=lambda x: (x != 0, x)))


def joined(xs: Sequence[int], sep: str = ", ") -> str:
    """The numbers with a separator: joined((2, 2, 3), " × ") → "2 × 2 × 3"."""
    return str.join(sep, (str(x).replace("-", MINUS) for x in xs))


def dedup(xs: Sequence[int]) -> tuple[int, ...]:
    """Each number once, in order of first occurrence."""
    return tuple(dict.fromkeys(xs))


def primesof(xs: Sequence[int], belief: str = "") -> tuple[int, ...]:
    """The numbers of xs that count as prime under a belief ("" = the right one).

    one: also 1. no-two: all but 2. odd: every odd number. tables: also odd numbers that neither end
    in 5 nor stand in the times tables up to 12 × 12, such as 51 or 91.
    """
    rules: dict[str, Callable[[int], bool]] = {
        "": is_prime,
        "one": lambda x: x == 1 or is_prime(x),
        "no-two": lambda x: x != 2 and is_prime(x),
        "odd": lambda x: x % 2 == 1,
        "tables": lambda x: is_prime(x) or _outside_tables(x),
    }
    if belief not in rules:
        raise ValueError(f"unknown belief {belief!r}")
    return tuple(x for x in xs if rules[belief](x))


def _outside_tables(n: int) -> bool:
    in_tables = any(n % k == 0 and n // k <= 12 for k in range(2, 13))
    return n > 1 and n % 2 == 1 and n % 5 != 0 and not in_tables


PROCEDURES: dict[str, Callable[..., object]] = {
    **columns.PROCEDURES,
    "digitsum": digitsum, "digitsplus": digitsplus, "dropzeros": dropzeros, "zerosin": zerosin,
    "endzeros": endzeros, "reversedigits": reversedigits, "leftalign": leftalign,
    "digittimes": digittimes, "digitplace": digitplace, "column": column,
    "roundstages": roundstages, "largestby": largestby, "ordersize": ordersize,
    "ordermirror": ordermirror, "orderzero": orderzero, "joined": joined,
    "dedup": dedup, "primesof": primesof,
}  # fmt: skip
