"""Figures of data and chance: charts, tables, spinners, trees and Venn diagrams."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from sandbox.figures.numbers import Number, Words, number_text
from sandbox.figures.specs.base import (
    Drawing,
    Part,
    Positive,
    check_lengths,
    check_scale,
    check_within,
)

Names = Annotated[tuple[Words, ...], Field(min_length=1, max_length=12)]


class Series(Part):
    """Values in the order of the labels; `name` is needed where there are two series."""

    values: Annotated[tuple[Number, ...], Field(min_length=1, max_length=12)]
    name: Words = ""


class Chart(Drawing):
    """A chart with a value axis from `low` to `high`, a grid line and a number every `step`."""

    title: Words = ""
    series: Annotated[tuple[Series, ...], Field(min_length=1, max_length=2)]
    low: Number = Fraction(0)
    high: Number
    step: Number
    axis: Words = ""

    @model_validator(mode="after")
    def _on_axis(self) -> Self:
        check_scale(self.low, self.high, self.step, "the axis")
        if (self.high - self.low) / self.step > 15:
            raise ValueError("the axis has more than 15 numbers; take a larger step")
        for series in self.series:
            for value in series.values:
                check_within(value, self.low, self.high, "the value")
        if len(self.series) > 1 and not all(series.name for series in self.series):
            raise ValueError("two series need a name each")
        return self


class BarChart(Chart):
    """Bars over labels. `values_shown` writes each value on its bar; else they are read off."""

    kind: Literal["bar-chart"] = "bar-chart"
    labels: Names
    category: Words = ""
    values_shown: StrictBool = False

    @model_validator(mode="after")
    def _complete(self) -> Self:
        for series in self.series:
            check_lengths("labels and values", self.labels, series.values)
        return self


class LineChart(Chart):
    """Points joined by straight lines, over numbers `x` (with a number every `x_step`) or, where
    `labels` are given, over these at equal distances."""

    kind: Literal["line-chart"] = "line-chart"
    x: tuple[Number, ...] = ()
    labels: Annotated[tuple[Words, ...], Field(max_length=12)] = ()
    x_low: Number = Fraction(0)
    x_high: Number | None = None
    x_step: Number | None = None
    x_axis: Words = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if bool(self.x) == bool(self.labels):
            raise ValueError("give either x (numbers) or labels")
        for series in self.series:
            check_lengths("x or labels and values", self.x or self.labels, series.values)
        if len(self.x or self.labels) < 2:
            raise ValueError("a line needs two points at least")
        if self.x:
            if self.x_high is None or self.x_step is None:
                raise ValueError("with x, x_high and x_step are needed")
            check_scale(self.x_low, self.x_high, self.x_step, "the x axis")
            if (self.x_high - self.x_low) / self.x_step > 15:
                raise ValueError("the x axis has more than 15 numbers; take a larger x_step")
            for value in self.x:
                check_within(value, self.x_low, self.x_high, "x")
            if any(one >= two for one, two in zip(self.x, self.x[1:], strict=False)):
                raise ValueError("x must rise from point to point")
        return self


class PieChart(Drawing):
    """A pie chart; slices in proportion to `values`. `texts` are written under the labels ("80°",
    "25%", "?"); without them only the labels are. `total` is written below."""

    kind: Literal["pie-chart"] = "pie-chart"
    labels: Annotated[tuple[Words, ...], Field(min_length=2, max_length=8)]
    values: tuple[Positive, ...]
    texts: tuple[Annotated[Words, Field(max_length=12)], ...] = ()
    title: Words = ""
    total: Words = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        check_lengths("labels and values", self.labels, self.values)
        if self.texts:
            check_lengths("labels and texts", self.labels, self.texts)
        _check_slices(self.values)
        return self


def _check_slices(values: tuple[Fraction, ...]) -> None:
    if min(values) / sum(values) < Fraction(1, 60):
        raise ValueError(f"the slice of {number_text(min(values))} is too thin to be seen")


class Spinner(Drawing):
    """A spinner with sectors in proportion to `sizes` (none: all equal), each with its label;
    `texts` ("150°", "?") are written under the labels."""

    kind: Literal["spinner"] = "spinner"
    labels: Annotated[
        tuple[Annotated[Words, Field(min_length=1, max_length=10)], ...],
        Field(min_length=2, max_length=16),
    ]
    sizes: tuple[Positive, ...] = ()
    texts: tuple[Annotated[Words, Field(max_length=8)], ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.sizes:
            check_lengths("labels and sizes", self.labels, self.sizes)
            _check_slices(self.sizes)
        if self.texts:
            check_lengths("labels and texts", self.labels, self.texts)
        return self


class Pictograph(Drawing):
    """Rows of symbols; each symbol stands for `key` of `unit`, a plural noun, of which `one` is the
    singular (without it the s is dropped). Quarters may be drawn."""

    kind: Literal["pictograph"] = "pictograph"
    labels: Annotated[tuple[Words, ...], Field(min_length=1, max_length=8)]
    symbols: tuple[Annotated[Number, Field(ge=0, le=12)], ...]
    key: Positive
    unit: Words
    one: Words = ""
    title: Words = ""
    shape: Literal["circle", "square"] = "circle"

    @property
    def stands_for(self) -> str:
        """What one symbol stands for: "5 books", "1 book"."""
        noun = (self.one or self.unit.removesuffix("s")) if self.key == 1 else self.unit
        return f"{number_text(self.key)} {noun}"

    @model_validator(mode="after")
    def _complete(self) -> Self:
        check_lengths("labels and symbols", self.labels, self.symbols)
        if self.key == 1 and not self.one and not self.unit.endswith("s"):
            raise ValueError(f"give one: the singular of {self.unit!r}, of which a symbol is 1")
        for count in self.symbols:
            if (4 * count).denominator != 1:
                raise ValueError(f"{number_text(count)} symbols cannot be drawn: use quarters")
        return self


class Table(Drawing):
    """A table; `header` may be empty. `?` marks what is asked for. With `row_heads` the first cell
    of each row is a heading."""

    kind: Literal["table"] = "table"
    rows: Annotated[tuple[tuple[Words, ...], ...], Field(min_length=1, max_length=12)]
    header: tuple[Words, ...] = ()
    row_heads: StrictBool = False
    title: Words = ""

    @model_validator(mode="after")
    def _straight(self) -> Self:
        widths = {len(row) for row in (*self.rows, *((self.header,) if self.header else ()))}
        if len(widths) > 1 or not 1 <= min(widths) <= 10:
            raise ValueError("all rows, and the header, must have the same 1 to 10 cells")
        return self


class Branch(Part):
    """A branch of a tree: its outcome and what is written on it (a probability, "?")."""

    label: Annotated[Words, Field(min_length=1, max_length=12)]
    text: Annotated[Words, Field(max_length=8)] = ""
    then: Annotated[tuple[Branch, ...], Field(max_length=3)] = ()


class Tree(Drawing):
    """A tree diagram of one or two stages."""

    kind: Literal["tree"] = "tree"
    branches: Annotated[tuple[Branch, ...], Field(min_length=2, max_length=3)]

    @model_validator(mode="after")
    def _two_stages(self) -> Self:
        if any(third.then for first in self.branches for third in first.then):
            raise ValueError("a tree has two stages at the most")
        return self


class Venn(Drawing):
    """Two overlapping sets in a frame; the texts are numbers of members, or "?"."""

    kind: Literal["venn"] = "venn"
    left: Annotated[Words, Field(min_length=1, max_length=16)]
    right: Annotated[Words, Field(min_length=1, max_length=16)]
    only_left: Annotated[Words, Field(max_length=8)]
    both: Annotated[Words, Field(max_length=8)]
    only_right: Annotated[Words, Field(max_length=8)]
    neither: Annotated[Words, Field(max_length=8)] = ""
