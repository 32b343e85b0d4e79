"""Figures of plane geometry: grids, polygons, circles.

Lengths are exact. Labels are what is written on the figure: `""` writes the length itself with
the unit, `"-"` writes nothing, anything else is written as it is (`"x"`, `"?"`). A picture that
does not agree with its labels is given `to_scale: false` and says so.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from sandbox.figures.numbers import Number, Whole, Words, number_text
from sandbox.figures.specs.base import (
    Drawing,
    NotToScale,
    Part,
    Positive,
    check_lengths,
    check_scale,
    check_within,
)

Label = Annotated[Words, Field(max_length=16)]
Corner = tuple[Number, Number]
THINNEST = 12
"""A figure more than this many times as long as wide cannot be labelled."""


class GridPoint(Part):
    """A point with its letter; `shown` writes its coordinates beside it."""

    x: Number
    y: Number
    label: Annotated[Words, Field(max_length=8)] = ""
    shown: StrictBool = False


class GridLine(Part):
    """A line through two points: a segment, an arrow (vector), or drawn over the whole grid."""

    start: Corner
    end: Corner
    form: Literal["segment", "arrow", "line"] = "segment"
    dashed: StrictBool = False
    label: Label = ""

    @model_validator(mode="after")
    def _long(self) -> Self:
        if self.start == self.end:
            raise ValueError("a line needs two different points")
        return self


class GridShape(Part):
    """A polygon on the grid; `name` stands in it ("A", "P"), and an image is drawn dashed."""

    corners: Annotated[tuple[Corner, ...], Field(min_length=3, max_length=10)]
    name: Annotated[Words, Field(max_length=4)] = ""
    dashed: StrictBool = False

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        if len(set(self.corners)) < len(self.corners):
            raise ValueError("the corners of a shape must be different")
        if not area_of(self.corners):
            raise ValueError("the corners of a shape lie on one line")
        return self


class CoordinateGrid(Drawing):
    """A coordinate grid with points, lines and polygons. A number stands every `step`."""

    kind: Literal["coordinate-grid"] = "coordinate-grid"
    x_low: Number = Fraction(0)
    x_high: Number = Fraction(10)
    y_low: Number = Fraction(0)
    y_high: Number = Fraction(10)
    step: Number = Fraction(1)
    y_step: Number | None = None
    x_axis: Annotated[Words, Field(max_length=24)] = "x"
    y_axis: Annotated[Words, Field(max_length=24)] = "y"
    points: Annotated[tuple[GridPoint, ...], Field(max_length=12)] = ()
    lines: Annotated[tuple[GridLine, ...], Field(max_length=6)] = ()
    shapes: Annotated[tuple[GridShape, ...], Field(max_length=3)] = ()

    @model_validator(mode="after")
    def _on_grid(self) -> Self:
        check_scale(self.x_low, self.x_high, self.step, "the x axis")
        check_scale(self.y_low, self.y_high, self.y_step or self.step, "the y axis")
        spots = [(point.x, point.y) for point in self.points]
        spots += [end for line in self.lines for end in (line.start, line.end)]
        spots += [corner for shape in self.shapes for corner in shape.corners]
        for x, y in spots:
            check_within(x, self.x_low, self.x_high, "x")
            check_within(y, self.y_low, self.y_high, "y")
        return self


class Rectangle(NotToScale):
    """A rectangle. `squares` draws it on unit squares; `inside` is written in it."""

    kind: Literal["rectangle"] = "rectangle"
    width: Positive
    height: Positive
    unit: Label = "cm"
    width_label: Label = ""
    height_label: Label = ""
    inside: Annotated[Words, Field(max_length=24)] = ""
    squares: StrictBool = False

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        check_thickness(self.width, self.height, self.to_scale)
        if self.squares:
            if self.width.denominator != 1 or self.height.denominator != 1:
                raise ValueError("unit squares need whole lengths")
            if max(self.width, self.height) > 30:
                raise ValueError("more than 30 unit squares in a row cannot be counted")
        return self


class Triangle(NotToScale):
    """A triangle ABC: A left, B right, C on top.

    Give one of: `sides` (AB, BC, CA), `angles` (at A, B, C, in degrees), or `base` and `height`
    with `foot`, where the height meets the base, measured from A. `side_labels` and `angle_labels`
    are in the same orders; for sides `""` writes the length where it is known, and angles are
    written only where a label is given. `equal` marks sides of the same length (indices 0 to 2).
    `exterior` draws AB on beyond B and labels the angle from there to BC.
    """

    kind: Literal["triangle"] = "triangle"
    sides: tuple[Positive, ...] = ()
    angles: tuple[Positive, ...] = ()
    base: Positive | None = None
    height: Positive | None = None
    foot: Number | None = None
    unit: Label = "cm"
    side_labels: tuple[Label, ...] = ()
    angle_labels: tuple[Label, ...] = ()
    height_label: Label = ""
    corners: tuple[Annotated[Words, Field(max_length=2)], ...] = ()
    equal: tuple[Annotated[Whole, Field(ge=0, le=2)], ...] = ()
    right_angle: Annotated[Whole, Field(ge=0, le=2)] | None = None
    exterior: Label = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        given = [bool(self.sides), bool(self.angles), self.base is not None]
        if sum(given) != 1:
            raise ValueError("give one of sides, angles, or base with height")
        for what, labels in (
            ("sides", self.sides), ("angles", self.angles), ("side_labels", self.side_labels),
            ("angle_labels", self.angle_labels), ("corners", self.corners),
        ):  # fmt: skip
            if labels and len(labels) != 3:
                raise ValueError(f"{what} must be three, not {len(labels)}")
        if self.sides:
            check_triangle(self.sides)
        if self.angles:
            if sum(self.angles) != 180:
                raise ValueError(
                    f"the angles add up to {number_text(sum(self.angles, Fraction(0)))}°, not 180°"
                )
            if min(self.angles) < 10:
                raise ValueError("an angle below 10° leaves no room for labels")
        if self.base is not None:
            if self.height is None:
                raise ValueError("base needs a height")
            check_thickness(self.base, self.height, self.to_scale)
        return self


class Parallelogram(NotToScale):
    """A parallelogram; the upper side is shifted by `shift`. The height is drawn dashed."""

    kind: Literal["parallelogram"] = "parallelogram"
    base: Positive
    height: Positive
    shift: Positive
    unit: Label = "cm"
    base_label: Label = ""
    side_label: Label = "-"
    height_label: Label = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        check_thickness(self.base + self.shift, self.height, self.to_scale)
        if self.shift > 2 * self.base:
            raise ValueError("the shift is more than twice the base; the height could not be shown")
        return self


class Trapezium(NotToScale):
    """A trapezium with parallel sides `bottom` and `top`; `shift` is how far the top begins to
    the right of the bottom. The height is drawn dashed."""

    kind: Literal["trapezium"] = "trapezium"
    bottom: Positive
    top: Positive
    height: Positive
    shift: Number = Fraction(0)
    unit: Label = "cm"
    bottom_label: Label = ""
    top_label: Label = ""
    height_label: Label = ""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        check_thickness(max(self.bottom, self.top), self.height, self.to_scale)
        if self.bottom == self.top:
            raise ValueError("with two equal parallel sides it is a parallelogram")
        if abs(self.shift) > 2 * self.bottom:
            raise ValueError("the shift is more than twice the bottom side")
        return self


class LShape(NotToScale):
    """A rectangle of which the upper right corner (`cut_width` by `cut_height`) is cut away.

    `labels` are for bottom, right, the horizontal and the vertical side of the cut, top, left; `""`
    writes the length, `"-"` nothing.
    """

    kind: Literal["l-shape"] = "l-shape"
    width: Positive
    height: Positive
    cut_width: Positive
    cut_height: Positive
    unit: Label = "cm"
    labels: tuple[Label, ...] = ("", "-", "", "", "-", "")
    squares: StrictBool = False

    @property
    def lengths(self) -> tuple[Fraction, ...]:
        """The six sides, in the order of the labels."""
        w, h, a, b = self.width, self.height, self.cut_width, self.cut_height
        return (w, h - b, a, b, w - a, h)

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        check_thickness(self.width, self.height, self.to_scale)
        if self.cut_width >= self.width or self.cut_height >= self.height:
            raise ValueError("the corner cut away must be smaller than the rectangle")
        check_lengths("the six sides and the labels", self.lengths, self.labels)
        if self.squares and any(length.denominator != 1 for length in self.lengths):
            raise ValueError("unit squares need whole lengths")
        return self


class CircleShape(NotToScale):
    """A circle with its radius or its diameter drawn and labelled."""

    kind: Literal["circle"] = "circle"
    radius: Positive | None = None
    diameter: Positive | None = None
    unit: Label = "cm"
    label: Label = ""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.radius is None) == (self.diameter is None):
            raise ValueError("give either the radius or the diameter")
        return self


class RegularPolygon(NotToScale):
    """A regular polygon; `side_label` at its lower side, `angle_label` inside one corner, and
    `mirror_lines` of its lines of symmetry drawn dashed."""

    kind: Literal["regular-polygon"] = "regular-polygon"
    sides: Annotated[Whole, Field(ge=3, le=20)]
    side_label: Label = ""
    angle_label: Label = ""
    mirror_lines: Annotated[Whole, Field(ge=0, le=20)] = 0

    @model_validator(mode="after")
    def _has_lines(self) -> Self:
        if self.mirror_lines > self.sides:
            raise ValueError(f"it has {self.sides} lines of symmetry, not {self.mirror_lines}")
        return self


class Polygon(NotToScale):
    """Any polygon by its corners, in order; a label for each side (from each corner to the next),
    a label for each angle, and names of the corners, all optional."""

    kind: Literal["polygon"] = "polygon"
    corners: Annotated[tuple[Corner, ...], Field(min_length=3, max_length=12)]
    side_labels: tuple[Label, ...] = ()
    angle_labels: tuple[Label, ...] = ()
    names: tuple[Annotated[Words, Field(max_length=2)], ...] = ()

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        for what, labels in (
            ("side_labels", self.side_labels), ("angle_labels", self.angle_labels),
            ("names", self.names),
        ):  # fmt: skip
            if labels:
                check_lengths(f"corners and {what}", self.corners, labels)
        if len(set(self.corners)) < len(self.corners):
            raise ValueError("the corners must be different")
        if crosses_itself(self.corners):
            raise ValueError("the sides cross; give the corners in order")
        if not area_of(self.corners):
            raise ValueError("the corners lie on one line")
        xs, ys = zip(*self.corners, strict=True)
        check_thickness(max(xs) - min(xs), max(ys) - min(ys), True)
        return self


def check_thickness(one: Fraction, two: Fraction, to_scale: bool) -> None:
    """Refuse what would be a mere line if drawn to scale.

    Raises:
        ValueError: with both lengths.
    """
    if to_scale and max(one, two) > THINNEST * min(one, two):
        raise ValueError(
            f"{number_text(one)} by {number_text(two)} is too thin to label; add to_scale: false"
        )


def check_triangle(sides: tuple[Fraction, ...]) -> None:
    """Refuse three sides that do not meet.

    Raises:
        ValueError: with the sides.
    """
    short, middle, long = sorted(sides)
    if short + middle <= long:
        texts = " and ".join((number_text(short), number_text(middle)))
        raise ValueError(
            f"the sides do not meet: {texts} together are not longer than {number_text(long)}"
        )


def area_of(corners: tuple[Corner, ...]) -> Fraction:
    """The area of a polygon."""
    return abs(signed_area(corners))


def signed_area(corners: tuple[Corner, ...]) -> Fraction:
    """The area of a polygon, above 0 where the corners go round anticlockwise; shoelace formula."""
    following = (*corners[1:], corners[0])
    twice = sum(
        (x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, following, strict=True)),
        Fraction(0),
    )
    return twice / 2


def crosses_itself(corners: tuple[Corner, ...]) -> bool:
    """Whether two sides that do not meet in a corner touch each other."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    count = len(sides)
    return any(
        _cross(*sides[i], *sides[j])
        for i in range(count)
        for j in range(i + 2, count)
        if (i, j) != (0, count - 1)
    )


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    def turn(p: Corner, q: Corner, r: Corner) -> Fraction:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0
