"""Figures of solids and nets; labels are as for plane shapes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from sandbox.figures.numbers import Whole
from sandbox.figures.specs.base import Drawing, NotToScale, Positive
from sandbox.figures.specs.shape import Label, check_thickness


class Cuboid(NotToScale):
    """A cuboid; `cubes` draws it as built from unit cubes. Labels as for a rectangle."""

    kind: Literal["cuboid"] = "cuboid"
    length: Positive
    width: Positive
    height: Positive
    unit: Label = "cm"
    length_label: Label = ""
    width_label: Label = ""
    height_label: Label = ""
    cubes: StrictBool = False

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        edges = (self.length, self.width, self.height)
        check_thickness(max(edges), min(edges), self.to_scale)
        if self.cubes and (any(e.denominator != 1 for e in edges) or max(edges) > 12):
            raise ValueError("unit cubes need whole edges of 12 at most")
        return self


class CubeStack(Drawing):
    """Stacks of unit cubes; `heights` holds the heights of each row of stacks, front row first."""

    kind: Literal["cube-stack"] = "cube-stack"
    heights: Annotated[
        tuple[
            Annotated[
                tuple[Annotated[Whole, Field(ge=0, le=6)], ...], Field(min_length=1, max_length=6)
            ],
            ...,
        ],
        Field(min_length=1, max_length=6),
    ]

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if len({len(row) for row in self.heights}) > 1:
            raise ValueError("all rows of stacks must be of one length")
        if not any(map(any, self.heights)):
            raise ValueError("there must be one cube at least")
        return self


class Prism(NotToScale):
    """A right-angled triangular prism lying down: the triangle's `base` and `height`, and its
    `length`."""

    kind: Literal["prism"] = "prism"
    base: Positive
    height: Positive
    length: Positive
    unit: Label = "cm"
    base_label: Label = ""
    height_label: Label = ""
    length_label: Label = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        edges = (self.base, self.height, self.length)
        check_thickness(max(edges), min(edges), self.to_scale)
        return self


class Cylinder(NotToScale):
    """A cylinder with its radius or diameter, and its height."""

    kind: Literal["cylinder"] = "cylinder"
    radius: Positive | None = None
    diameter: Positive | None = None
    height: Positive
    unit: Label = "cm"
    across_label: Label = ""
    height_label: Label = ""

    @property
    def across(self) -> Fraction:
        """The diameter."""
        return self.diameter if self.diameter is not None else 2 * (self.radius or Fraction(1))

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.radius is None) == (self.diameter is None):
            raise ValueError("give either the radius or the diameter")
        check_thickness(self.across, self.height, self.to_scale)
        return self


class Net(NotToScale):
    """The net of a cuboid: six rectangles."""

    kind: Literal["net"] = "net"
    length: Positive
    width: Positive
    height: Positive
    unit: Label = "cm"

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        edges = (self.length, self.width, self.height)
        check_thickness(max(edges), min(edges), self.to_scale)
        return self
