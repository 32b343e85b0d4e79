"""Decimals in columns: whole-number columns with points, lined up by the point or by the ends."""

from __future__ import annotations

from dataclasses import replace

from sandbox.content.column_work import addition, result_of, subtraction
from sandbox.handwriting.columns import Cell, Columns
from sandbox.maths.procedures.columns import COLUMNS
from sandbox.maths.written import MINUS, scaled

PARTS = ("tenths", "hundredths", "thousandths", "ten thousandths")
COUNTED = (
    "last digits",
    *(f"{nth} digits from the end" for nth in ("second", "third", "fourth", "fifth", "sixth")),
)
BY_THE_ENDS = "with the last digits under each other"


def by_the_point(x: int, j: int, y: int, k: int, sign: str, bug: str = "") -> Columns | None:
    """x·10^−j ± y·10^−k with point under point, filled up with zeros.

    None where the result would not stand there as it is written elsewhere: with a 0 at its end, or
    without a digit before the point.
    """
    most = max(j, k)
    top, under = x * 10 ** (most - j), y * 10 ** (most - k)
    worked = addition(top, under, bug) if sign == "+" else subtraction(top, under, bug)
    result = result_of(worked)
    if result.endswith("0") or min(len(result), len(str(top)), len(str(under))) <= most:
        return None
    names = (*reversed(PARTS[:most]), *COLUMNS)
    says = (f"{scaled(top, most)} {sign} {scaled(under, most)}", *_named(worked, names))
    return _pointed(replace(worked, says=says), {1: most, 2: most, 3: most})


def by_the_ends(x: int, j: int, y: int, k: int, sign: str) -> Columns | None:
    """x·10^−j ± y·10^−k with last digit under last digit, the point put back at the end.

    Taking away, the larger row of digits stands on top. None where a number has no digit before
    its point, so that more would have to be written.
    """
    rows = [(x, j), (y, k)]
    if sign == MINUS and x < y:
        rows.reverse()
    (a, first), (b, second) = rows
    most = max(j, k)
    worked = addition(a, b) if sign == "+" else subtraction(a, b)
    if len(result_of(worked)) <= most or len(str(x)) <= j or len(str(y)) <= k:
        return None
    says = (f"{scaled(a, first)} {sign} {scaled(b, second)}", *_named(worked, COUNTED))
    return _pointed(replace(worked, says=says, set_out=BY_THE_ENDS), {1: first, 2: second, 3: most})


def _named(columns: Columns, names: tuple[str, ...]) -> tuple[str, ...]:
    """The steps with their columns under other names."""
    return tuple(
        f"{names[k]}: {said.partition(': ')[2]}" for k, said in enumerate(columns.says[1:])
    )


def _pointed(columns: Columns, places: dict[int, int]) -> Columns:
    """The columns with a point in each row, so many digits from its end; 0 for none."""
    ones = columns.width - 1
    last = len(columns.says) - 1
    points = [
        Cell(ones - count, row, ".", last if row == 3 else 0, "after")
        for row, count in places.items()
        if count
    ]
    return replace(columns, cells=(*columns.cells, *points))
