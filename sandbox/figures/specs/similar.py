"""Two similar shapes side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sandbox.figures.numbers import Words
from sandbox.figures.specs.base import NotToScale, Positive, check_lengths
from sandbox.figures.specs.shape import Corner, Label, area_of, check_thickness, crosses_itself

Letters = tuple[Annotated[Words, Field(max_length=2)], ...]
LARGEST_FACTOR = 4


class SimilarShapes(NotToScale):
    """A polygon by its corners, in order, and beside it the same polygon with all lengths times
    `factor`. Labels as for a polygon, in the same order for both; `inside` and `image_inside` are
    written in them."""

    kind: Literal["similar-shapes"] = "similar-shapes"
    corners: Annotated[tuple[Corner, ...], Field(min_length=3, max_length=6)]
    factor: Positive
    side_labels: tuple[Label, ...] = ()
    image_side_labels: tuple[Label, ...] = ()
    angle_labels: tuple[Label, ...] = ()
    image_angle_labels: tuple[Label, ...] = ()
    names: Letters = ()
    image_names: Letters = ()
    inside: Label = ""
    image_inside: Label = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        for what in (
            "side_labels", "image_side_labels", "angle_labels", "image_angle_labels", "names",
            "image_names",
        ):  # fmt: skip
            if labels := getattr(self, what):
                check_lengths(f"corners and {what}", self.corners, labels)
        if not Fraction(1, LARGEST_FACTOR) <= self.factor <= LARGEST_FACTOR:
            raise ValueError(
                f"with a factor outside 1/{LARGEST_FACTOR} to {LARGEST_FACTOR} one of the two "
                "would be too small to label"
            )
        if len(set(self.corners)) < len(self.corners) or not area_of(self.corners):
            raise ValueError("the corners must be different and not on one line")
        if crosses_itself(self.corners):
            raise ValueError("the sides cross; give the corners in order")
        xs, ys = zip(*self.corners, strict=True)
        check_thickness(max(xs) - min(xs), max(ys) - min(ys), True)
        return self
