"""Column methods right and wrong: addition, subtraction, short multiplication, short division.

Each method comes twice: the number that it writes, and its columns in words (`…_work`), so that a
working can be written for numbers of any length. Bugs are named after what the pupil does, in the
tradition of Brown & Burton's (1978) procedural bugs. Knows nothing of families or misconceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandbox.maths.written import MINUS

LARGEST = 10**12
COLUMNS = (
    "ones",
    "tens",
    "hundreds",
    "thousands",
    "ten thousands",
    "hundred thousands",
    "millions",
    "ten millions",
    "hundred millions",
    "billions",
    "ten billions",
    "hundred billions",
)

SUBTRACTION_BUGS = frozenset(
    {
        "",
        "smaller-from-larger",
        "zero-for-borrow",
        "no-decrement",
        "borrow-left",
        "reverse-and-decrement",
        "borrow-from-zero",
        "borrow-across-zero",
        "stops-at-zero",
        "zero-minus-n-is-n",
        "zero-minus-n-is-zero",
        "n-minus-zero-is-zero",
        "one-over-blank",
    }
)
ADDITION_BUGS = frozenset(
    {"", "no-carry", "whole-sums", "carries-ones", "keeps-carrying", "left-to-right"}
)
MULTIPLICATION_BUGS = frozenset(
    {
        "",
        "drops-carry",
        "adds-carry-first",
        "full-products",
        "ones-only",
        "n-times-zero-is-n",
        "zero-loses-carry",
    }
)
DIVISION_BUGS = frozenset({"", "drops-remainder", "adds-remainder"})


def subcol(a: int, b: int, bug: str = "") -> int:
    """Column subtraction a − b, right to left, with one named bug ("" = none).

    Raises ValueError where the bug leaves the pupil without a column to take from.
    """
    return _number([written for _, _, written in subtraction_columns(a, b, bug)])


def subcol_work(a: int, b: int, bug: str = "") -> str:
    """The columns of `subcol` in words: "ones: 12 − 8 = 4, tens: 4 − 3 = 1"."""
    columns = subtraction_columns(a, b, bug)
    lines = []
    for place, (top, bottom, written) in enumerate(columns):
        if bottom is None:
            if written or place < len(columns) - 1:
                lines.append(f"{COLUMNS[place]}: {written}")
        elif bug == "zero-for-borrow" and top < bottom:
            lines.append(f"{COLUMNS[place]}: {top} {MINUS} {bottom} can't be done, so 0")
        else:
            lines.append(f"{COLUMNS[place]}: {top} {MINUS} {bottom} = {written}")
    return ", ".join(lines)


def exchange_note(a: int, b: int) -> str:
    """Whether a − b needs an exchange, and what is exchanged."""
    if all(top >= bottom for top, bottom in zip(*_aligned(a, b), strict=True)):
        return "The top digit is big enough in every column, so nothing is exchanged."
    return (
        "Where the top digit is too small, exchange one from the next column on the left for ten "
        "here."
    )


def _aligned(a: int, b: int) -> tuple[list[int], list[int]]:
    width = max(len(str(abs(a))), len(str(abs(b))))
    return tuple([int(c) for c in str(abs(n)).rjust(width, "0")] for n in (a, b))  # type: ignore[return-value]


def addcol(a: int, b: int, bug: str = "") -> int:
    """Column addition a + b with one named bug ("" = none); the last column is written in full."""
    written = [column[3] for column in addition_columns(a, b, bug)]
    return _number_in_full(written, leftmost_first=bug == "left-to-right")


def addcol_work(a: int, b: int, bug: str = "") -> str:
    """The columns of `addcol` in words, in the order in which the pupil works them."""
    columns = addition_columns(a, b, bug)
    lines = []
    for order, (place, parts, total, written) in enumerate(columns):
        text = f"{COLUMNS[place]}: {_sum_text(parts, total)}"
        if written != total and order < len(columns) - 1:
            text += f", write {written}"
        lines.append(text)
    return "; ".join(lines)


def mulcol(n: int, c: int, bug: str = "") -> int:
    """Short multiplication of n by the single digit c with one named bug ("" = none)."""
    return _number_in_full([written for _, _, written in multiplication_columns(n, c, bug)])


def mulcol_work(n: int, c: int, bug: str = "") -> str:
    """The columns of `mulcol` in words: "6 × 7 = 42, write 2; 3 × 7 + 4 = 25"."""
    columns = multiplication_columns(n, c, bug)
    lines = []
    for place, (text, total, written) in enumerate(columns):
        shown = text if text == str(total) else f"{text} = {total}"
        last = place == len(columns) - 1
        lines.append(shown if last or written == total else f"{shown}, write {written}")
    return "; ".join(lines)


def divcol(n: int, d: int, bug: str = "") -> int:
    """Short division of n by the digit d with one named bug ("" = none), without remainder."""
    return int("".join(str(quotient) for _, quotient, _, _ in division_steps(n, d, bug)))


def divcol_work(n: int, d: int, bug: str = "") -> str:
    """The steps of `divcol` in words: "3 into 7 goes 2, 1 left over; 3 into 18 goes 6"."""
    lines = []
    for sum_text, quotient, remainder, part in division_steps(n, d, bug):
        text = f"{sum_text}{d} into {part} goes {quotient}"
        if remainder and bug != "drops-remainder":
            text += f", {remainder} left over"
        lines.append(text)
    return "; ".join(lines)


def divstart(n: int, d: int) -> int:
    """The first part of n that is divided by the digit d: 7 in 78 ÷ 3, 12 in 1224 ÷ 4."""
    return division_steps(n, d, "")[0][3]


def colproduct(m: int, n: int, base: int = 10) -> int:
    """Ones × ones, tens × tens, …: each product worth base^column; numbers of equal length only.

    base 10 writes the products in the columns as in addition; base 100 gives them their true worth.
    """
    tops, bottoms = ones_first(m), ones_first(n)
    if len(tops) != len(bottoms):
        raise ValueError("numbers of different lengths")
    return sum(p * q * base**k for k, (p, q) in enumerate(zip(tops, bottoms, strict=True)))


def colproduct_work(m: int, n: int, base: int = 10) -> str:
    """The products of `colproduct` in words, worth their columns for base 100."""
    lines = []
    for place, (p, q) in enumerate(zip(ones_first(m), ones_first(n), strict=True)):
        if base == 10:
            lines.append(f"{COLUMNS[place]}: {p} × {q} = {p * q}")
        else:
            lines.append(f"{p * 10**place} × {q * 10**place} = {p * q * 100**place}")
    return ", ".join(lines)


def rows_work(m: int, n: int) -> str:
    """m times each digit of n, from the ones: "23 × 5 = 115, 23 × 4 = 92"."""
    return ", ".join(f"{m} × {digit} = {m * digit}" for digit in ones_first(n))


def whole(n: int) -> int:
    """n itself, if it is a whole number that column work accepts."""
    if not 0 <= n < LARGEST:
        raise ValueError(f"{n} is no whole number below 10^12")
    return n


def single(d: int) -> int:
    """d itself, if it is a digit."""
    if not 0 <= d <= 9:
        raise ValueError(f"{d} is no digit")
    return d


def ones_first(n: int) -> list[int]:
    """The digits of n from the ones upwards."""
    return [int(character) for character in reversed(str(whole(n)))]


def _number(ones_first: Sequence[int]) -> int:
    return int("".join(str(digit) for digit in reversed(ones_first)))


def _number_in_full(written: Sequence[int], *, leftmost_first: bool = False) -> int:
    ordered = written if leftmost_first else list(reversed(written))
    return int("".join(str(part) for part in ordered))


def _named(bug: str, bugs: frozenset[str]) -> None:
    if bug not in bugs:
        raise ValueError(f"unknown bug {bug!r}; known: {', '.join(sorted(bugs))}")


def subtraction_columns(a: int, b: int, bug: str) -> list[tuple[int, int | None, int]]:
    """(top as used, bottom or None where blank, digit written) a column, ones first."""
    _named(bug, SUBTRACTION_BUGS)
    if b > a:
        raise ValueError("the number taken away is larger")
    return [column[:3] for column in _taken_apart(a, b, bug)]


def exchanged_tops(a: int, b: int, bug: str = "") -> list[tuple[int, ...]]:
    """The digits of a (ones first) as they stand after each column of `subcol` was worked."""
    return [column[3] for column in _taken_apart(a, b, bug)]


def _taken_apart(
    a: int, b: int, bug: str
) -> Iterator[tuple[int, int | None, int, tuple[int, ...]]]:
    original, bottoms = ones_first(a), ones_first(b)
    tops = list(original)
    for k, digit in enumerate(original):
        if k >= len(bottoms):
            yield *_over_blank(tops[k], bug), tuple(tops)
            continue
        bottom = bottoms[k]
        bare_zero = digit == 0 and tops[k] == 0 and bottom > 0
        column: tuple[int, int | None, int]
        if bug == "zero-minus-n-is-n" and bare_zero:
            column = (0, bottom, bottom)
        elif bug == "zero-minus-n-is-zero" and bare_zero:
            column = (0, bottom, 0)
        elif bug == "n-minus-zero-is-zero" and bottom == 0:
            column = (tops[k], 0, 0)
        elif tops[k] >= bottom:
            column = (tops[k], bottom, tops[k] - bottom)
        else:
            column = _too_small(tops, k, bottom, bug)
        yield *column, tuple(tops)


def _over_blank(top: int, bug: str) -> tuple[int, int | None, int]:
    if bug != "one-over-blank":
        return top, None, top
    if top == 0:
        raise ValueError("nothing to take 1 from")
    return top, 1, top - 1


def _too_small(tops: list[int], k: int, bottom: int, bug: str) -> tuple[int, int | None, int]:
    """A column whose top digit is too small; may change the tops on its left."""
    top = tops[k]
    if bug == "smaller-from-larger":
        return bottom, top, bottom - top
    if bug == "zero-for-borrow":
        return top, bottom, 0
    _exchange(tops, k, bug)
    if bug == "reverse-and-decrement":
        return bottom, top, bottom - top
    return top + 10, bottom, top + 10 - bottom


def _exchange(tops: list[int], k: int, bug: str) -> None:
    """Take one from a column left of k, where the bug takes it."""
    left = len(tops) - 1
    if bug == "no-decrement":
        return
    if bug in ("stops-at-zero", "borrow-from-zero") and k < left and tops[k + 1] == 0:
        if bug == "borrow-from-zero":
            tops[k + 1] = 9
        return
    giver = left if bug == "borrow-left" else k + 1
    while giver <= left and tops[giver] == 0:
        if bug not in ("borrow-across-zero", "borrow-left"):
            tops[giver] = 9
        giver += 1
    if giver > left or giver <= k:
        raise ValueError("no column is left to take from")
    tops[giver] -= 1


def addition_columns(a: int, b: int, bug: str) -> list[tuple[int, list[int], int, int]]:
    """(column, digits added, total, what is written) in the order of working."""
    _named(bug, ADDITION_BUGS)
    first, second = ones_first(a), ones_first(b)
    places = list(range(max(len(first), len(second))))
    if bug == "left-to-right":
        places.reverse()
    carry = 0
    columns = []
    for order, k in enumerate(places):
        parts = [digits[k] for digits in (first, second) if k < len(digits)]
        parts += [carry] if carry else []
        total = sum(parts)
        whole = bug == "whole-sums" or order == len(places) - 1
        over = total >= 10
        written = total if whole else total // 10 if bug == "carries-ones" and over else total % 10
        if bug in ("no-carry", "whole-sums"):
            carry = 0
        elif bug == "carries-ones":
            carry = total % 10 if over else 0
        else:
            carry = max(total // 10, carry) if bug == "keeps-carrying" else total // 10
        columns.append((k, parts, total, written))
    return columns


def _sum_text(parts: Sequence[int], total: int) -> str:
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def multiplication_columns(n: int, c: int, bug: str) -> list[tuple[str, int, int]]:
    """(calculation, total, what is written) a column, ones first."""
    _named(bug, MULTIPLICATION_BUGS)
    digits = ones_first(n)
    single(c)
    carry = 0
    columns = []
    for k, digit in enumerate(digits):
        text, total = _column_product(digit, c, carry, k, bug)
        whole = bug == "full-products" or k == len(digits) - 1
        carry = 0 if bug in ("drops-carry", "full-products") else total // 10
        columns.append((text, total, total if whole else total % 10))
    return columns


def _column_product(digit: int, c: int, carry: int, k: int, bug: str) -> tuple[str, int]:
    extra = f" + {carry}" if carry else ""
    if bug == "adds-carry-first" and carry:
        return f"({digit} + {carry}) × {c}", (digit + carry) * c
    if bug == "ones-only" and k > 0:
        return f"{digit}{extra}", digit + carry
    if bug == "n-times-zero-is-n" and digit == 0:
        return f"0 × {c} = {c}{extra and f' and {c}'}{extra}", c + carry
    if bug == "zero-loses-carry" and digit == 0:
        return f"0 × {c}", 0
    return f"{digit} × {c}{extra}", digit * c + carry


def division_steps(n: int, d: int, bug: str) -> list[tuple[str, int, int, int]]:
    """(sum made before, quotient digit, remainder, number divided) a step, from the left."""
    _named(bug, DIVISION_BUGS)
    if not 2 <= d <= 9:
        raise ValueError(f"{d} is no divisor from 2 to 9")
    text = str(whole(n))
    length = 2 if int(text[0]) < d and len(text) > 1 else 1
    steps = []
    parts = [int(text[:length]), *map(int, text[length:])]
    remainder = 0
    for digit in parts:
        note, part = "", digit
        if bug == "adds-remainder" and remainder:
            note, part = f"{digit} + {remainder} = {digit + remainder}, ", digit + remainder
        elif bug == "":
            part = 10 * remainder + digit
        quotient, remainder = divmod(part, d)
        steps.append((note, quotient, remainder, part))
    return steps


PROCEDURES: dict[str, Callable[..., object]] = {
    "subcol": subcol, "subcol_work": subcol_work, "exchange_note": exchange_note,
    "addcol": addcol, "addcol_work": addcol_work,
    "mulcol": mulcol, "mulcol_work": mulcol_work, "divcol": divcol, "divcol_work": divcol_work,
    "divstart": divstart, "colproduct": colproduct, "colproduct_work": colproduct_work,
    "rows_work": rows_work,
}  # fmt: skip
