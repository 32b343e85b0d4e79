"""Figures that stand for quantities and what is done to them: bars, rectangles, machines."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sandbox.figures.numbers import Whole, Words
from sandbox.figures.specs.base import Drawing, NotToScale, Part, Positive, check_lengths

Text = Annotated[Words, Field(max_length=16)]
MOST_CHARACTERS = 36
"""How many characters fit into the longest bar, so that the text of each part can be read."""


class Tape(Part):
    """A bar of `parts` equal parts with `text` in each, and `total` written after it."""

    parts: Annotated[Whole, Field(ge=1, le=15)]
    label: Words = ""
    text: Annotated[Words, Field(max_length=6)] = ""
    total: Words = ""


class BarModel(Drawing):
    """Bars whose parts are all of one size, as for ratios and unknown quantities; `total` goes for
    all of them."""

    kind: Literal["bar-model"] = "bar-model"
    bars: Annotated[tuple[Tape, ...], Field(min_length=1, max_length=4)]
    total: Words = ""


class FunctionMachine(Drawing):
    """Boxes with operations, something put in on the left, something coming out on the right."""

    kind: Literal["function-machine"] = "function-machine"
    steps: Annotated[
        tuple[Annotated[Words, Field(max_length=16)], ...], Field(min_length=1, max_length=3)
    ]
    put_in: Annotated[Words, Field(max_length=10)] = "?"
    comes_out: Annotated[Words, Field(max_length=8)] = "?"


class PiecedBar(Part):
    """A bar cut into parts with `texts` in them; `sizes` are their lengths in comparison with each
    other (none: all equal). `total` is written above it."""

    texts: Annotated[tuple[Text, ...], Field(min_length=1, max_length=10)]
    sizes: tuple[Positive, ...] = ()
    label: Text = ""
    total: Text = ""

    @model_validator(mode="after")
    def _matched(self) -> Self:
        if self.sizes:
            check_lengths("texts and sizes of a bar", self.texts, self.sizes)
        return self

    @property
    def lengths(self) -> tuple[Fraction, ...]:
        """How long each part is."""
        return self.sizes or (Fraction(1),) * len(self.texts)

    @property
    def length(self) -> Fraction:
        """How long the whole is."""
        return sum(self.lengths, Fraction(0))


class PartWhole(NotToScale):
    """Bars cut into parts of different sizes, as for sums, differences and what is missing; `total`
    goes for all of them. Where all parts are of one size, use a bar-model."""

    kind: Literal["part-whole"] = "part-whole"
    bars: Annotated[tuple[PiecedBar, ...], Field(min_length=1, max_length=3)]
    total: Text = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        longest = max(bar.length for bar in self.bars)
        for bar in self.bars:
            for text, size in zip(bar.texts, bar.lengths, strict=True):
                if size * MOST_CHARACTERS < longest * max(1, len(text)):
                    raise ValueError(f"the part of {text!r} is too short for its text")
        return self


class AreaModel(NotToScale):
    """A rectangle cut into parts, as for a product of sums: a length above each column and beside
    each row, and in each part its area. `widths` and `heights` are sizes in comparison with each
    other (none: all equal)."""

    kind: Literal["area-model"] = "area-model"
    columns: Annotated[tuple[Text, ...], Field(min_length=1, max_length=4)]
    rows: Annotated[tuple[Text, ...], Field(min_length=1, max_length=4)]
    cells: tuple[tuple[Text, ...], ...] = ()
    widths: tuple[Positive, ...] = ()
    heights: tuple[Positive, ...] = ()

    @model_validator(mode="after")
    def _matched(self) -> Self:
        if self.cells:
            check_lengths("rows and rows of cells", self.rows, self.cells)
        for row in self.cells:
            check_lengths("columns and cells in a row", self.columns, row)
        for what, names, sizes in (
            ("columns and widths", self.columns, self.widths),
            ("rows and heights", self.rows, self.heights),
        ):
            if sizes:
                check_lengths(what, names, sizes)
                if max(sizes) > 6 * min(sizes):
                    raise ValueError("one part is more than 6 times another; no text would fit in")
        return self
