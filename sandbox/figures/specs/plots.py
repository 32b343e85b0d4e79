"""Figures of how data are spread: stems and leaves, boxes, points, dots, histograms."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from sandbox.figures.numbers import Number, Whole, Words, number_text
from sandbox.figures.specs.base import (
    Drawing,
    Part,
    Positive,
    check_lengths,
    check_scale,
    check_within,
)


class StemAndLeaf(Drawing):
    """A stem-and-leaf plot: a row of leaves for each stem, and a key."""

    kind: Literal["stem-and-leaf"] = "stem-and-leaf"
    stems: Annotated[tuple[Whole, ...], Field(min_length=1, max_length=10)]
    leaves: tuple[
        Annotated[tuple[Annotated[Whole, Field(ge=0, le=9)], ...], Field(max_length=15)], ...
    ]
    key: Words = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        check_lengths("stems and rows of leaves", self.stems, self.leaves)
        if any(tuple(sorted(row)) != row for row in self.leaves):
            raise ValueError("the leaves of a stem must be in order")
        return self


class Box(Part):
    """Five numbers of a box plot, from the lowest to the highest."""

    low: Number
    lower_quartile: Number
    median: Number
    upper_quartile: Number
    high: Number
    label: Words = ""

    @property
    def five(self) -> tuple[Fraction, ...]:
        """The five numbers in order."""
        return (self.low, self.lower_quartile, self.median, self.upper_quartile, self.high)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if any(one > two for one, two in zip(self.five, self.five[1:], strict=False)):
            raise ValueError("the five numbers of a box plot must be in order")
        return self


class BoxPlot(Drawing):
    """Box plots over one axis. `values_shown` writes the five numbers at the box."""

    kind: Literal["box-plot"] = "box-plot"
    boxes: Annotated[tuple[Box, ...], Field(min_length=1, max_length=3)]
    low: Number
    high: Number
    step: Number
    axis: Words = ""
    values_shown: StrictBool = False

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_scale(self.low, self.high, self.step, "the axis")
        for box in self.boxes:
            for value in box.five:
                check_within(value, self.low, self.high, "the value")
        return self


class ScatterPlot(Drawing):
    """Points (x, y) over two axes; `fit` is a line by two points (x, y, x, y)."""

    kind: Literal["scatter-plot"] = "scatter-plot"
    x: Annotated[tuple[Number, ...], Field(min_length=1, max_length=40)]
    y: tuple[Number, ...]
    x_low: Number = Fraction(0)
    x_high: Number
    x_step: Number
    y_low: Number = Fraction(0)
    y_high: Number
    y_step: Number
    x_axis: Words = ""
    y_axis: Words = ""
    fit: tuple[Number, Number, Number, Number] | None = None

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_lengths("x and y", self.x, self.y)
        check_scale(self.x_low, self.x_high, self.x_step, "the x axis")
        check_scale(self.y_low, self.y_high, self.y_step, "the y axis")
        for value in self.x:
            check_within(value, self.x_low, self.x_high, "x")
        for value in self.y:
            check_within(value, self.y_low, self.y_high, "y")
        if self.fit is not None and self.fit[0] == self.fit[2]:
            raise ValueError("the line of fit must not be vertical")
        return self


class DotPlot(Drawing):
    """A dot for each value over a number line."""

    kind: Literal["dot-plot"] = "dot-plot"
    values: Annotated[tuple[Number, ...], Field(min_length=1, max_length=60)]
    low: Number
    high: Number
    step: Number = Fraction(1)
    axis: Words = ""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_scale(self.low, self.high, self.step, "the axis")
        for value in self.values:
            check_within(value, self.low, self.high, "the value")
            if ((value - self.low) / self.step).denominator != 1:
                raise ValueError(f"the value {number_text(value)} stands at no mark of the axis")
        if max(map(self.values.count, self.values)) > 12:
            raise ValueError("more than 12 dots of one value do not fit")
        return self


class Histogram(Drawing):
    """A histogram over the classes between `bounds`, of any widths: `heights` are frequency
    densities, so that the area of a bar is its frequency. Heights are read off the axis."""

    kind: Literal["histogram"] = "histogram"
    bounds: Annotated[tuple[Number, ...], Field(min_length=2, max_length=9)]
    heights: tuple[Positive, ...]
    low: Number = Fraction(0)
    high: Number
    step: Number
    top: Positive
    top_step: Positive
    axis: Words = ""
    title: Words = ""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_lengths("heights and classes", self.heights, self.bounds[1:])
        check_scale(self.low, self.high, self.step, "the axis")
        check_scale(Fraction(0), self.top, self.top_step, "the axis of densities")
        if max((self.high - self.low) / self.step, self.top / self.top_step) > 15:
            raise ValueError("an axis has more than 15 numbers; take a larger step")
        for bound in self.bounds:
            check_within(bound, self.low, self.high, "the bound")
        if any(one >= two for one, two in zip(self.bounds, self.bounds[1:], strict=False)):
            raise ValueError("the bounds must rise from class to class")
        for height in self.heights:
            check_within(height, Fraction(0), self.top, "the height")
        return self
