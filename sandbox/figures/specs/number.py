"""Figures of number and measure: lines, bars, circles, arrays, blocks, scales, clocks, balances."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from sandbox.figures.numbers import Number, Whole, Words, fraction_text, number_text
from sandbox.figures.specs.base import (
    Drawing,
    Part,
    check_lengths,
    check_scale,
    check_within,
    ticks,
)

Count = Annotated[Whole, Field(ge=0, le=400)]
Parts = Annotated[Whole, Field(ge=1, le=60)]
Shape = Literal["circle", "square", "triangle", "star"]


class Mark(Part):
    """A point on a number line. Without a label its value is written beside it; with one, the
    value is for the pupil to read off, unless the label is the value."""

    at: Number
    label: Words = ""


class Jump(Part):
    """An arc with an arrow from one number to another."""

    start: Number
    end: Number
    label: Words = ""


class Stretch(Part):
    """A thick part of a number line, as for an inequality. An end that is None goes on for ever;
    a closed end belongs to it."""

    start: Number | None = None
    end: Number | None = None
    start_closed: StrictBool = False
    end_closed: StrictBool = False

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if self.start is None and self.end is None:
            raise ValueError("a stretch needs a start or an end")
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("the start of a stretch must be below its end")
        return self


def _places(text: str) -> int:
    """How many characters wide a number is; the two of a fraction stand one over the other."""
    return max(map(len, text.split("/")))


class NumberLine(Drawing):
    """A number line with a mark every `step` and a number every `label_step` (None: every mark;
    fewer where they would run together).

    `written` says how fractions are written: as decimals or as fractions.
    """

    kind: Literal["number-line"] = "number-line"
    low: Number
    high: Number
    step: Number
    label_step: Number | None = None
    written: Literal["decimal", "fraction"] = "decimal"
    marks: tuple[Mark, ...] = ()
    jumps: tuple[Jump, ...] = ()
    stretches: tuple[Stretch, ...] = ()

    @property
    def numbered(self) -> Fraction:
        """How far apart the numbers stand: as wanted, or further where they would run together."""
        wanted = self.label_step or self.step
        write = number_text if self.written == "decimal" else fraction_text
        for times in (1, 2, 5, 10, 20):
            apart = wanted * times
            texts = map(write, ticks(self.low, self.high, apart))
            if max(map(_places, texts)) * 9 <= 350 * apart / (self.high - self.low):
                return apart
        return self.high - self.low

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_scale(self.low, self.high, self.step, "the number line")
        label_step = self.label_step or self.step
        if label_step <= 0 or (label_step / self.step).denominator != 1:
            raise ValueError("label_step must be a whole number of steps")
        for mark in self.marks:
            check_within(mark.at, self.low, self.high, "the mark at")
        for jump in self.jumps:
            check_within(jump.start, self.low, self.high, "the jump from")
            check_within(jump.end, self.low, self.high, "the jump to")
            if jump.start == jump.end:
                raise ValueError("a jump must go somewhere: its start is its end")
        for stretch in self.stretches:
            for end in (stretch.start, stretch.end):
                if end is not None:
                    check_within(end, self.low, self.high, "the end of a stretch")
        return self


class Bar(Part):
    """A bar cut into equal parts, the first `shaded` pieces shaded after `skip` unshaded ones.

    `cut` cuts each part again, into that many pieces: parts 2, cut [1, 5] leaves the left half
    whole. `shaded` and `skip` count pieces.
    """

    parts: Parts
    shaded: Count = 0
    skip: Count = 0
    cut: tuple[Parts, ...] = ()
    label: Words = ""

    @property
    def pieces(self) -> tuple[Fraction, ...]:
        """The length of each piece, as a share of the whole."""
        cut = self.cut or (1,) * self.parts
        return tuple(Fraction(1, self.parts * n) for n in cut for _ in range(n))

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.cut:
            check_lengths("parts and the numbers in cut", (0,) * self.parts, self.cut)
        if self.skip + self.shaded > len(self.pieces):
            raise ValueError(
                f"{self.shaded} pieces cannot be shaded: there are {len(self.pieces) - self.skip}"
            )
        return self


class FractionBar(Drawing):
    """Bars of one length, one under the other."""

    kind: Literal["fraction-bar"] = "fraction-bar"
    bars: Annotated[tuple[Bar, ...], Field(min_length=1, max_length=5)]


class Circle(Part):
    """A circle cut into equal slices, the first `shaded` shaded."""

    parts: Parts
    shaded: Count = 0
    label: Words = ""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.shaded > self.parts:
            raise ValueError(f"{self.shaded} slices cannot be shaded: there are {self.parts}")
        return self


class FractionCircle(Drawing):
    """Circles of one size, side by side."""

    kind: Literal["fraction-circle"] = "fraction-circle"
    circles: Annotated[tuple[Circle, ...], Field(min_length=1, max_length=4)]


class ShadedGrid(Drawing):
    """A rectangle of equal cells. Either the first `shaded` cells are shaded, row by row, or
    `shaded_columns` from the left and `shaded_rows` from the top, in two hatchings that overlap."""

    kind: Literal["shaded-grid"] = "shaded-grid"
    rows: Annotated[Whole, Field(ge=1, le=20)]
    columns: Annotated[Whole, Field(ge=1, le=20)]
    shaded: Count = 0
    shaded_columns: Count = 0
    shaded_rows: Count = 0

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.shaded and (self.shaded_columns or self.shaded_rows):
            raise ValueError("give shaded, or shaded_columns and shaded_rows, not both")
        if self.shaded > self.rows * self.columns:
            raise ValueError(
                f"{self.shaded} cells cannot be shaded: there are {self.rows * self.columns}"
            )
        if self.shaded_columns > self.columns or self.shaded_rows > self.rows:
            raise ValueError("more columns or rows are shaded than there are")
        return self


class Array(Drawing):
    """Things in equal rows, the first `shaded` of them shaded."""

    kind: Literal["array"] = "array"
    rows: Annotated[Whole, Field(ge=1, le=15)]
    columns: Annotated[Whole, Field(ge=1, le=20)]
    shape: Shape = "circle"
    shaded: Count = 0

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.shaded > self.rows * self.columns:
            raise ValueError(
                f"{self.shaded} cannot be shaded: there are {self.rows * self.columns}"
            )
        return self


class Group(Part):
    """Several things of one sort; `text` stands on each, so that colour is never needed."""

    count: Annotated[Whole, Field(ge=0, le=60)]
    label: Words
    text: Annotated[Words, Field(max_length=3)] = ""
    shape: Shape = "circle"


class Objects(Drawing):
    """A set of things of several sorts, as in a bag (`frame`): counters, marbles, shapes.

    `label` of each group is its plural noun: "red counters"; `one` the singular of all is not
    needed, for 1 the s is dropped.
    """

    kind: Literal["objects"] = "objects"
    groups: Annotated[tuple[Group, ...], Field(min_length=1, max_length=6)]
    frame: StrictBool = True

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if not 1 <= sum(group.count for group in self.groups) <= 60:
            raise ValueError("there must be 1 to 60 things in all")
        return self


class PlaceValueBlocks(Drawing):
    """Base-ten blocks: big cubes, flats, rods and small cubes."""

    kind: Literal["place-value-blocks"] = "place-value-blocks"
    thousands: Annotated[Whole, Field(ge=0, le=9)] = 0
    hundreds: Annotated[Whole, Field(ge=0, le=12)] = 0
    tens: Annotated[Whole, Field(ge=0, le=20)] = 0
    ones: Annotated[Whole, Field(ge=0, le=20)] = 0

    @property
    def number(self) -> int:
        """The number that the blocks make."""
        return 1000 * self.thousands + 100 * self.hundreds + 10 * self.tens + self.ones

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if not self.thousands + self.hundreds + self.tens + self.ones:
            raise ValueError("there must be one block at least")
        return self


class Ruler(Drawing):
    """A ruler with an object above it from `start` to `end`; `divisions` small spaces a unit."""

    kind: Literal["ruler"] = "ruler"
    low: Number = Fraction(0)
    high: Number
    start: Number
    end: Number
    unit: Words = "cm"
    divisions: Annotated[Whole, Field(ge=1, le=10)] = 2
    thing: Words = "pencil"

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_scale(self.low, self.high, Fraction(1), "the ruler")
        if self.high - self.low > 20:
            raise ValueError("the ruler is longer than 20 units; its numbers could not be read")
        check_within(self.start, self.low, self.high, "the start")
        check_within(self.end, self.low, self.high, "the end")
        if self.start >= self.end:
            raise ValueError("the start must be below the end")
        return self


class Scale(Drawing):
    """A reading scale with a pointer or level at `reading`; a number every `step`, each step in
    `divisions` equal spaces."""

    kind: Literal["scale"] = "scale"
    form: Literal["line", "dial", "cylinder", "thermometer"] = "line"
    low: Number = Fraction(0)
    high: Number
    step: Number
    divisions: Annotated[Whole, Field(ge=1, le=20)] = 1
    reading: Number
    unit: Words = ""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        check_scale(self.low, self.high, self.step / self.divisions, "the scale")
        check_scale(self.low, self.high, self.step, "the scale")
        check_within(self.reading, self.low, self.high, "the reading")
        return self


class Time(Part):
    """A time on a clock; `digital` writes it in figures (24-hour), else it stands on a face."""

    hour: Annotated[Whole, Field(ge=0, le=24)]
    minute: Annotated[Whole, Field(ge=0, le=59)] = 0
    label: Words = ""
    digital: StrictBool = False


class Clock(Drawing):
    """One clock or several, side by side."""

    kind: Literal["clock"] = "clock"
    times: Annotated[tuple[Time, ...], Field(min_length=1, max_length=3)]


class Weight(Part):
    """`count` equal things on a pan: boxes of unknown weight or weights with `text` on each."""

    text: Annotated[Words, Field(min_length=1, max_length=8)]
    count: Annotated[Whole, Field(ge=1, le=10)] = 1
    box: StrictBool = False


class Balance(Drawing):
    """A pair of scales; `heavier` is the side that hangs down, None where they balance."""

    kind: Literal["balance"] = "balance"
    left: Annotated[tuple[Weight, ...], Field(min_length=1, max_length=4)]
    right: Annotated[tuple[Weight, ...], Field(min_length=1, max_length=4)]
    heavier: Literal["left", "right"] | None = None
    unit: Words = ""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        for pan in (self.left, self.right):
            if sum(weight.count for weight in pan) > 12:
                raise ValueError("a pan holds at most 12 things")
        return self


class Pattern(Drawing):
    """The first figures of a growing pattern of matchsticks or dots.

    "squares" and "triangles" are rows of matchsticks that share sides; "dots" puts `first` dots in
    the first figure and `growth` more in each next one; "square-dots" and "triangle-dots" are the
    square and the triangular numbers. Figure number k of `numbers` is drawn.
    """

    kind: Literal["pattern"] = "pattern"
    form: Literal["squares", "triangles", "dots", "square-dots", "triangle-dots"]
    numbers: Annotated[
        tuple[Annotated[Whole, Field(ge=1, le=6)], ...], Field(min_length=1, max_length=4)
    ] = (1, 2, 3)
    first: Annotated[Whole, Field(ge=1, le=20)] = 1
    growth: Annotated[Whole, Field(ge=0, le=12)] = 1

    def count(self, number: int) -> int:
        """How many matchsticks or dots figure `number` has."""
        if self.form == "squares":
            return 3 * number + 1
        if self.form == "triangles":
            return 2 * number + 1
        if self.form == "square-dots":
            return number * number
        if self.form == "triangle-dots":
            return number * (number + 1) // 2
        return self.first + self.growth * (number - 1)
