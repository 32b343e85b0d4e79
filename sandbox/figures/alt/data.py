"""Descriptions of figures of data and chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from sandbox.figures.alt.words import counted, labelled, listed, sentences
from sandbox.figures.numbers import fraction_text, number_text
from sandbox.figures.specs.data import (
    BarChart,
    Branch,
    Chart,
    LineChart,
    Pictograph,
    PieChart,
    Spinner,
    Table,
    Tree,
    Venn,
)


def bar_chart(its: BarChart) -> str:
    """The axis and how high each bar is, in numbers where they can be read off, else in between."""
    said = [
        f"the bar for {label}{_of(series.name)} {_reached(value, its)}"
        for series in its.series
        for label, value in zip(its.labels, series.values, strict=True)
    ]
    return sentences(f"A bar chart{titled(its.title)}", _axis(its), "; ".join(said))


def line_chart(its: LineChart) -> str:
    """The axes and each point."""
    places = its.labels or tuple(map(number_text, its.x))
    said = [
        f"at {place}{_of(series.name)} it {_reached(value, its)}"
        for series in its.series
        for place, value in zip(places, series.values, strict=True)
    ]
    over = f"the horizontal axis shows {its.x_axis}" if its.x_axis else ""
    text = f"A line graph{titled(its.title)}, its points joined by straight lines"
    return sentences(text, over, _axis(its), "; ".join(said))


def titled(title: str) -> str:
    """What stands after the kind of a figure that has a title."""
    return f' with the title "{title}"' if title else ""


def _of(name: str) -> str:
    return f" ({name})" if name else ""


def _axis(its: Chart) -> str:
    what = f" shows {its.axis} and" if its.axis else ""
    low, high, step = map(number_text, (its.low, its.high, its.step))
    return f"the vertical axis{what} goes from {low} to {high} in steps of {step}"


def _reached(value: Fraction, its: Chart) -> str:
    if isinstance(its, BarChart) and its.values_shown:
        return f"reaches {number_text(value)}"
    return reaches(value, its.low, its.step)


def reaches(value: Fraction, low: Fraction, step: Fraction) -> str:
    """A value between two grid lines has to be read: where it lies is said, not the value."""
    steps = (value - low) / step
    if steps.denominator == 1:
        return f"reaches {number_text(value)}"
    below = low + step * int(steps)
    part = steps - int(steps)
    where = f"{fraction_text(part)} of the way" if part != Fraction(1, 2) else "halfway"
    if part.denominator > 5:
        where = "part of the way"
    return f"reaches {where} from {number_text(below)} to {number_text(below + step)}"


def pie_chart(its: PieChart) -> str:
    """Each slice with what is written on it; without texts, its share as far as it can be seen."""
    texts = its.texts or ("",) * len(its.labels)
    total = sum(its.values)
    said = [
        f"{label}{', ' + labelled(text) if text else _slice(value / total)}"
        for label, text, value in zip(its.labels, texts, its.values, strict=True)
    ]
    below = f"below it is written: {its.total}" if its.total else ""
    return sentences(
        f"A pie chart{titled(its.title)} with {counted(len(said), 'slice')}: {'; '.join(said)}",
        below,
    )


_SHARES = {
    Fraction(1, 2): "half of the circle",
    Fraction(1, 3): "a third of the circle",
    Fraction(2, 3): "two thirds of the circle",
    Fraction(1, 4): "a quarter of the circle",
    Fraction(3, 4): "three quarters of the circle",
}


def _slice(share: Fraction) -> str:
    if share in _SHARES:
        return f", {_SHARES[share]}"
    return f", about {round(share * 100)} hundredths of the circle"


def spinner(its: Spinner) -> str:
    """Its sectors, equal ones by label, unequal ones by what is written on them."""
    count = len(its.labels)
    if len(set(its.sizes)) < 2 and not its.texts:
        said = [f"{n} labelled {label}" for label, n in Counter(its.labels).items()]
        return sentences(f"A spinner with {counted(count, 'equal sector')}: {listed(said)}")
    texts = its.texts or ("",) * count
    total = sum(its.sizes) or Fraction(count)
    sizes = its.sizes or (Fraction(1),) * count
    said = [
        f"{label}{', ' + labelled(text) if text else _slice(size / total)}"
        for label, text, size in zip(its.labels, texts, sizes, strict=True)
    ]
    return sentences(f"A spinner with {counted(count, 'sector')}: {'; '.join(said)}")


def pictograph(its: Pictograph) -> str:
    """The symbols in each row and what one stands for."""
    said = [
        f"{label} has {_symbols(symbols, its.shape)}"
        for label, symbols in zip(its.labels, its.symbols, strict=True)
    ]
    return sentences(
        f"A pictograph{titled(its.title)}",
        f"each {its.shape} stands for {its.stands_for}",
        "; ".join(said),
    )


_PARTS = {
    Fraction(1, 4): "a quarter of",
    Fraction(1, 2): "half of",
    Fraction(3, 4): "three quarters of",
}


def _symbols(count: Fraction, shape: str) -> str:
    whole, part = divmod(count, 1)
    if not part:
        return counted(int(whole), shape)
    rest = f"{_PARTS[part]} a {shape}"
    return f"{counted(int(whole), 'whole ' + shape)} and {rest}" if whole else rest


def table(its: Table) -> str:
    """Row by row."""
    rows = [_row(row, k, its) for k, row in enumerate(its.rows, 1)]
    head = f" Columns: {', '.join(cell or '(empty)' for cell in its.header)}." if its.header else ""
    return f"A table{titled(its.title)}.{head} " + sentences(*rows)


def _row(row: Sequence[str], number: int, its: Table) -> str:
    cells = ["? (to be found)" if cell == "?" else cell or "(empty)" for cell in row]
    if its.row_heads and len(cells) > 1:
        return f"{cells[0]}: {', '.join(cells[1:])}"
    return f"row {number}: {', '.join(cells)}"


def tree(its: Tree) -> str:
    """Branch by branch."""
    return sentences("A tree diagram", *map(_branch, its.branches))


def _branch(branch: Branch) -> str:
    text = f"{branch.label}{_written(branch.text)}"
    if branch.then:
        text += f", then {listed([f'{b.label}{_written(b.text)}' for b in branch.then])}"
    return f"a first branch {text}"


def _written(text: str) -> str:
    return f" ({text})" if text else ""


def venn(its: Venn) -> str:
    """What stands in each region."""
    outside = f", outside both: {its.neither}" if its.neither else ""
    return sentences(
        f"A Venn diagram of {its.left} and {its.right}; only {its.left}: {its.only_left}, "
        f"both: {its.both}, only {its.right}: {its.only_right}{outside}"
    )
