"""Column methods on paper: which marks a rule, right or wrong, leaves on the page.

The marks follow the traces of `maths.procedures.columns` digit by digit: who takes the smaller from
the larger digit exchanges nothing, so nothing is crossed out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sandbox.handwriting.columns import Cell, Columns, Rule
from sandbox.maths.procedures.columns import (
    COLUMNS,
    addition_columns,
    division_steps,
    exchanged_tops,
    multiplication_columns,
    ones_first,
    subtraction_columns,
)
from sandbox.maths.written import MINUS

LEFT = "with the first digits under each other"
SIGNS = ("+", MINUS, "×")


def subtraction(a: int, b: int, bug: str = "") -> Columns:
    """a − b in columns with the exchanges that the bug makes."""
    columns = subtraction_columns(a, b, bug)
    width = len(columns)
    cells = [*_number(a, width, 1), *_number(b, width, 2, MINUS)]
    before: tuple[int, ...] = tuple(ones_first(a))
    changes = [0] * width
    says = [f"{a} {MINUS} {b}"]
    for k, ((top, bottom, written), tops) in enumerate(
        zip(columns, exchanged_tops(a, b, bug), strict=True)
    ):
        for place in range(width):
            if tops[place] != before[place]:
                cells = _replaced(cells, width - place, tops[place], k + 1, changes[place])
                changes[place] += 1
        if top >= 10:
            cells.append(Cell(width - k, 1, "1", k + 1, "before", changes[k]))
        before = tops
        says.append(_taken_away(k, top, bottom, written, bug))
    cells += _result([written for _, _, written in columns], width)
    return Columns(width + 1, 4, tuple(cells), _line(width), tuple(says))


def _replaced(cells: list[Cell], x: int, digit: int, step: int, changes: int) -> list[Cell]:
    """The digit of the top row (or the one written above it) crossed out, a new one above."""
    struck = [
        replace(c, struck_with=step)
        if (c.x, c.y, c.place, c.lift) == (x, 1, "middle", changes)
        else c
        for c in cells
    ]
    return [*struck, Cell(x, 1, str(digit), step, lift=changes + 1)]


def _taken_away(place: int, top: int, bottom: int | None, written: int, bug: str) -> str:
    if bottom is None:
        return f"{COLUMNS[place]}: {written}"
    if bug == "zero-for-borrow" and top < bottom:
        return f"{COLUMNS[place]}: {top} {MINUS} {bottom} can't be done, so 0"
    return f"{COLUMNS[place]}: {top} {MINUS} {bottom} = {written}"


def addition(a: int, b: int, bug: str = "") -> Columns:
    """a + b in columns with the carries that the bug makes."""
    worked = addition_columns(a, b, bug)
    width = max(len(str(a)), len(str(b)), _spread_width(worked[-1][0], worked[-1][3], len(worked)))
    cells = [*_number(a, width, 1), *_number(b, width, 2, "+")]
    says = [f"{a} + {b}"]
    lengths = (len(str(a)), len(str(b)))
    for step, (place, parts, total, written) in enumerate(worked, 1):
        carried = len(parts) - sum(place < length for length in lengths)
        if carried:
            cells.append(Cell(width - place, 1, str(parts[-1]), step - 1, lift=1))
        cells += _written(written, place, width, step, place == len(worked) - 1)
        shown = f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)
        kept = written == total or step == len(worked)
        says.append(f"{COLUMNS[place]}: {shown}" + ("" if kept else f", write {written}"))
    return Columns(width + 1, 4, tuple(cells), _line(width), tuple(says))


def _spread_width(place: int, written: int, count: int) -> int:
    return count + len(str(written)) - 1 if place == count - 1 else count


def _written(written: int, place: int, width: int, step: int, spread: bool) -> list[Cell]:
    """A column's result: its digits side by side at the left end, squeezed in elsewhere."""
    text = str(written)
    if spread:
        return [Cell(width - place - k, 3, d, step) for k, d in enumerate(reversed(text))]
    return [Cell(width - place, 3, text, step)]


def short_multiplication(n: int, c: int, bug: str = "") -> Columns:
    """n × c in columns, c a digit, with the carries that the bug makes."""
    worked = multiplication_columns(n, c, bug)
    width = len(worked) + len(str(worked[-1][2])) - 1
    cells = [*_number(n, width, 1), *_number(c, width, 2, "×")]
    says = [f"{n} × {c}"]
    for place, (text, total, written) in enumerate(worked):
        last = place == len(worked) - 1
        cells += _written(written, place, width, place + 1, last)
        if not last and total >= 10 and bug not in ("drops-carry", "full-products"):
            cells.append(Cell(width - place - 1, 1, str(total // 10), place + 1, lift=1))
        shown = text if text == str(total) else f"{text} = {total}"
        kept = last or written == total
        says.append(f"{COLUMNS[place]}: {shown}" + ("" if kept else f", write {written}"))
    return Columns(width + 1, 4, tuple(cells), _line(width), tuple(says))


def long_multiplication(m: int, n: int, *, shifted: bool = True, rows: int = 0) -> Columns:
    """m × n with a row for each digit of n, from the ones; `rows` of them (0: all).

    Without `shifted` every row starts in the ones column.
    """
    digits = ones_first(n)[: rows or None]
    worth = [digit * 10**k if shifted else digit for k, digit in enumerate(digits)]
    partial = [m * part for part in worth]
    total = sum(partial)
    width = max(len(str(part)) for part in (m, n, total, *partial))
    cells = [*_number(m, width, 1), *_number(n, width, 2, "×")]
    says = [f"{m} × {n}"]
    for k, (part, row) in enumerate(zip(worth, partial, strict=True)):
        cells += _number(row, width, 3 + k, step=k + 1)
        says.append(f"{m} × {part} = {row}")
    rules = [*_line(width)]
    height = 3 + len(partial)
    if len(partial) > 1:
        cells += _number(total, width, height, step=len(partial) + 1)
        says.append(f"{' + '.join(map(str, partial))} = {total}")
        rules.append(Rule((0, height), (width + 1, height), len(partial) + 1))
        height += 1
    return Columns(width + 1, height, tuple(cells), tuple(rules), tuple(says))


def column_product(m: int, n: int) -> Columns:
    """Ones × ones, tens × tens, … as if multiplying went down the columns."""
    tops, bottoms = ones_first(m), ones_first(n)
    worked, carry = [], 0
    for place, (p, q) in enumerate(zip(tops, bottoms, strict=True)):
        total = p * q + carry
        worked.append((place, p, q, carry, total))
        carry = total // 10
    width = len(worked) + len(str(worked[-1][4])) - 1
    cells = [*_number(m, width, 1), *_number(n, width, 2, "×")]
    says = [f"{m} × {n}"]
    for place, p, q, carried, total in worked:
        last = place == len(worked) - 1
        if carried:
            cells.append(Cell(width - place, 1, str(carried), place, lift=1))
        cells += _written(total if last else total % 10, place, width, place + 1, last)
        extra = f" + {carried}" if carried else ""
        kept = last or total < 10
        says.append(
            f"{COLUMNS[place]}: {p} × {q}{extra} = {total}"
            + ("" if kept else f", write {total % 10}")
        )
    return Columns(width + 1, 4, tuple(cells), _line(width), tuple(says))


def short_division(n: int, d: int, bug: str = "", *, omits_zeros: bool = False,
                   from_right: bool = False) -> Columns:  # fmt: skip
    """n ÷ d under a bus stop, d a digit, with the remainders that the bug keeps.

    Args:
        n: What is divided.
        d: The divisor, 2 to 9.
        bug: As in `maths.procedures.columns.divcol`.
        omits_zeros: Where it goes 0 times nothing is written.
        from_right: The quotient's first digit is written at the right end, and so on to the left.
    """
    steps = division_steps(n, d, bug)
    length = len(str(n))
    cells = [Cell(0, 1, str(d), 0), *(Cell(k + 1, 1, c, 0) for k, c in enumerate(str(n)))]
    says = [f"{n} ÷ {d}"]
    first = length - len(steps) + 1
    for k, (note, quotient, remainder, part) in enumerate(steps):
        x = first + (len(steps) - 1 - k if from_right else k)
        if quotient or not omits_zeros:
            cells.append(Cell(x, 0, str(quotient), k + 1))
        kept = remainder and bug != "drops-remainder"
        if kept and k < len(steps) - 1:
            mark = f"+{remainder}" if bug == "adds-remainder" else str(remainder)
            cells.append(Cell(first + k + 1, 1, mark, k + 1, "before"))
        elif kept and bug == "":
            cells += [Cell(length + 2, 0, "r", k + 1), Cell(length + 3, 0, str(remainder), k + 1)]
        left = f", {remainder} left over" if kept else ""
        says.append(f"{note}{d} into {part} goes {quotient}{left}")
    rules = (Rule((1, 1), (length + 1, 1), 0), Rule((1, 1), (1, 2), 0))
    return Columns(length + 4, 2, tuple(cells), rules, tuple(says))


def left_aligned(a: int, b: int, sign: str) -> Columns:
    """a + b or a − b with both numbers starting in the same column on the left."""
    longer = max(len(str(a)), len(str(b)))
    lifted = [n * 10 ** (longer - len(str(n))) for n in (a, b)]
    method: Callable[[int, int], Columns] = addition if sign == "+" else subtraction
    whole = method(*lifted)
    padding = {
        (whole.width - 1 - k, y) for y, n in ((1, a), (2, b)) for k in range(longer - len(str(n)))
    }
    cells = tuple(c for c in whole.cells if (c.x, c.y) not in padding or not _in_a_row(c) or c.step)
    blank = range(longer - min(len(str(a)), len(str(b))))
    says = [f"{a} {sign} {b}", *whole.says[1:]]
    for k in blank:
        place, _, worked = says[k + 1].partition(": ")
        says[k + 1] = f"{place}: {worked.rpartition('= ')[2]}"
    return replace(whole, cells=cells, says=tuple(says), set_out=LEFT)


def first_columns_only(a: int, b: int, sign: str) -> Columns:
    """a + b or a − b worked only in the columns where both numbers have a digit."""
    columns = min(len(str(a)), len(str(b)))
    cut = [n % 10**columns for n in (a, b)]
    method: Callable[[int, int], Columns] = addition if sign == "+" else subtraction
    worked = method(*cut)
    width = max(len(str(a)), len(str(b)), worked.width - 1)
    shift = width - (worked.width - 1)
    kept = [replace(c, x=c.x + shift) for c in worked.cells if c.step or not _in_a_row(c)]
    cells = [*_number(a, width, 1), *_number(b, width, 2, sign), *kept]
    says = (f"{a} {sign} {b}", *worked.says[1:])
    return Columns(width + 1, 4, tuple(cells), _line(width), says)


def first_difference(wrong: Columns, right: Columns) -> int | None:
    """The first step at which something else is said, written or crossed out; None where all that
    is written is right and only the rest is missing."""
    for step in range(len(wrong.says)):
        if _step(wrong, step) != _step(right, step):
            return step
    return None


def first_false_digit(wrong: Columns, right: Columns) -> int:
    """The first step that writes a result the right way does not; else the last step."""
    for step in range(1, len(wrong.says)):
        if _digits(wrong, step) != _digits(right, step):
            return step
    return len(wrong.says) - 1


def _digits(columns: Columns, step: int) -> frozenset[tuple[int, int, str]]:
    ones = max(cell.x for cell in columns.cells if cell.step == 0)
    return frozenset(
        (ones - c.x, c.y, c.text) for c in columns.cells if c.step == step and _in_a_row(c)
    )


def _step(columns: Columns, step: int) -> tuple[object, ...]:
    said = columns.says[step] if step < len(columns.says) else ""
    ones = max(cell.x for cell in columns.cells if cell.step == 0)
    marks = {
        (ones - c.x, c.y, c.text, c.place, c.lift, c.struck_with == step)
        for c in columns.cells
        if step in (c.step, c.struck_with) and c.text not in SIGNS
    }
    return said, frozenset(marks)


def _number(n: int, width: int, y: int, sign: str = "", step: int = 0) -> list[Cell]:
    cells = [Cell(width - k, y, str(digit), step) for k, digit in enumerate(ones_first(n))]
    return [Cell(0, y, sign, step), *cells] if sign else cells


def _result(written: Sequence[int], width: int) -> list[Cell]:
    """The result row, ones first; zeros that lead it are not written."""
    last = max((k for k, digit in enumerate(written) if digit), default=0)
    return [Cell(width - k, 3, str(digit), k + 1) for k, digit in enumerate(written) if k <= last]


def _line(width: int) -> tuple[Rule, ...]:
    return (Rule((0, 3), (width + 1, 3), 0),)


def result_of(columns: Columns) -> str:
    """What stands in the result row: the last one, or the top of a division."""
    division = any(rule.start == (1, 1) for rule in columns.rules)
    row = 0 if division else columns.height - 1
    found = sorted(
        (c.x, c.place == "after", c.text)
        for c in columns.cells
        if c.y == row and (_in_a_row(c) or c.place == "after")
    )
    return "".join(text for _, _, text in found)


def _in_a_row(cell: Cell) -> bool:
    """Whether it is a digit of a number, not a small mark beside one."""
    return cell.place == "middle" and not cell.lift
