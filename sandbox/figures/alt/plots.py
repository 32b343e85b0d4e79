"""Descriptions of plots of how data are spread."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sandbox.figures.alt.data import reaches, titled
from sandbox.figures.alt.words import counted, listed, sentences
from sandbox.figures.numbers import number_text
from sandbox.figures.specs.plots import (
    Box,
    BoxPlot,
    DotPlot,
    Histogram,
    ScatterPlot,
    StemAndLeaf,
)


def stem_and_leaf(its: StemAndLeaf) -> str:
    """Stem by stem."""
    said = [
        f"stem {stem}: {'leaf' if len(row) == 1 else 'leaves'} "
        + (", ".join(map(str, row)) or "(none)")
        for stem, row in zip(its.stems, its.leaves, strict=True)
    ]
    return sentences("A stem-and-leaf plot", "; ".join(said), f"key: {its.key}" if its.key else "")


def box_plot(its: BoxPlot) -> str:
    """The five numbers of each box, named by what is drawn there."""
    what = f" of {its.axis}" if its.axis else ""
    axis = f"over an axis from {number_text(its.low)} to {number_text(its.high)}"
    return sentences(f"A box plot{what} {axis}", *map(_box, its.boxes))


def _box(box: Box) -> str:
    low, lower, median, upper, high = map(number_text, box.five)
    name = f"{box.label}: " if box.label else ""
    return (
        f"{name}the whiskers end at {low} and {high}, the box goes from {lower} to {upper}, "
        f"and the line in the box is at {median}"
    )


def scatter_plot(its: ScatterPlot) -> str:
    """Every point, and the line of fit."""
    points = listed(
        [f"({number_text(x)}, {number_text(y)})" for x, y in zip(its.x, its.y, strict=True)]
    )
    axes = f" with {its.x_axis or 'x'} across and {its.y_axis or 'y'} up"
    fit = ""
    if its.fit is not None:
        x1, y1, x2, y2 = map(number_text, its.fit)
        fit = f"a line of best fit goes through ({x1}, {y1}) and ({x2}, {y2})"
    return sentences(f"A scatter plot{axes}", f"the points are {points}", fit)


def dot_plot(its: DotPlot) -> str:
    """How many dots stand at each value."""
    counts = sorted(Counter(its.values).items())
    said = listed([f"{counted(n, 'dot')} at {number_text(value)}" for value, n in counts])
    what = f" of {its.axis}" if its.axis else ""
    return sentences(
        f"A dot plot{what} from {number_text(its.low)} to {number_text(its.high)}: {said}"
    )


def histogram(its: Histogram) -> str:
    """The axes, and how high the bar over each class is."""
    said = [
        f"the bar from {number_text(start)} to {number_text(end)} "
        + reaches(height, Fraction(0), its.top_step)
        for start, end, height in zip(its.bounds, its.bounds[1:], its.heights, strict=False)
    ]
    over = f"the horizontal axis shows {its.axis}" if its.axis else ""
    top, step = number_text(its.top), number_text(its.top_step)
    return sentences(
        f"A histogram{titled(its.title)}",
        over,
        "the vertical axis shows the frequency density and goes "
        f"from 0 to {top} in steps of {step}",
        "; ".join(said),
    )
