"""Figures of angles: round a point, between crossing and parallel lines, under a protractor."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sandbox.figures.numbers import Number, Words, number_text
from sandbox.figures.specs.base import Drawing, NotToScale, check_lengths


class Angles(NotToScale):
    """Angles side by side round one point, from `start` degrees (0 is to the right) turning left.

    Sizes that add up to 180 make a straight line, to 360 the whole turn. A label `""` writes the
    size, `"-"` nothing.
    """

    kind: Literal["angles"] = "angles"
    sizes: Annotated[
        tuple[Annotated[Number, Field(ge=8, le=352)], ...], Field(min_length=1, max_length=6)
    ]
    labels: tuple[Annotated[Words, Field(max_length=10)], ...] = ()
    start: Annotated[Number, Field(ge=0, lt=360)] = Fraction(0)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if sum(self.sizes) > 360:
            raise ValueError(
                f"the angles add up to {number_text(sum(self.sizes, Fraction(0)))}°, more than 360°"
            )
        if self.labels:
            check_lengths("sizes and labels", self.sizes, self.labels)
        return self


class CrossingLines(NotToScale):
    """Two lines that cross; `labels` for the four angles, from the right one turning left: the
    first and third have `angle` degrees. `"-"` writes nothing."""

    kind: Literal["crossing-lines"] = "crossing-lines"
    angle: Annotated[Number, Field(ge=20, le=160)]
    labels: tuple[Annotated[Words, Field(max_length=10)], ...]

    @model_validator(mode="after")
    def _four(self) -> Self:
        check_lengths("the four angles and the labels", (0,) * 4, self.labels)
        return self


class ParallelLines(NotToScale):
    """Two parallel lines and a transversal. `upper` and `lower` label the four angles at each
    crossing: above right, above left, below left, below right; the first has `angle` degrees.
    `"-"` writes nothing."""

    kind: Literal["parallel-lines"] = "parallel-lines"
    angle: Annotated[Number, Field(ge=30, le=150)]
    upper: tuple[Annotated[Words, Field(max_length=10)], ...]
    lower: tuple[Annotated[Words, Field(max_length=10)], ...]

    @model_validator(mode="after")
    def _four(self) -> Self:
        check_lengths("the four angles and the labels of upper", (0,) * 4, self.upper)
        check_lengths("the four angles and the labels of lower", (0,) * 4, self.lower)
        return self


class Protractor(Drawing):
    """A protractor with both scales on an angle whose arms pass `start` and `end` degrees on the
    scale that begins at the right."""

    kind: Literal["protractor"] = "protractor"
    start: Annotated[Number, Field(ge=0, le=180)] = Fraction(0)
    end: Annotated[Number, Field(ge=0, le=180)]

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if self.end - self.start < 5:
            raise ValueError("the second arm must be at least 5 degrees further than the first")
        return self
