"""What all figures have in common, and the checks that several of them need."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from sandbox.figures.numbers import Number, number_text

MOST_TICKS = 60
"""More marks than this on one scale cannot be told apart at the size of a page."""


class Part(BaseModel):
    """A part of a figure. Unknown keys are faults; a list may be given as a tuple."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Drawing(Part):
    """A figure. `alt` says in words what it shows, where the automatic text will not do."""

    alt: Annotated[str, Field(max_length=600)] = ""


class NotToScale(Drawing):
    """A figure whose picture may differ from its labels: it is then marked "not drawn to scale"."""

    to_scale: StrictBool = True


Positive = Annotated[Number, Field(gt=0)]


def check_scale(low: Fraction, high: Fraction, step: Fraction, what: str = "the scale") -> None:
    """Refuse a scale that runs backwards, has no step, or more marks than can be drawn.

    Raises:
        ValueError: with what is wrong.
    """
    if low >= high:
        raise ValueError(
            f"{what} runs from {number_text(low)} to {number_text(high)}; low must be below high"
        )
    if step <= 0:
        raise ValueError(f"the step of {what} must be above 0, not {number_text(step)}")
    if (high - low) / step > MOST_TICKS:
        raise ValueError(
            f"{what} has {int((high - low) / step)} marks; at most {MOST_TICKS} can be told apart"
        )
    if ((high - low) / step).denominator != 1:
        raise ValueError(
            f"{what} from {number_text(low)} to {number_text(high)} is no whole number of steps "
            f"of {number_text(step)}"
        )


def check_within(value: Fraction, low: Fraction, high: Fraction, what: str) -> None:
    """Refuse a value off the scale.

    Raises:
        ValueError: with the value and the ends of the scale.
    """
    if not low <= value <= high:
        raise ValueError(
            f"{what} {number_text(value)} is off the scale from {number_text(low)} "
            f"to {number_text(high)}"
        )


def check_lengths(what: str, one: Sequence[object], two: Sequence[object]) -> None:
    """Refuse two lists that go together but differ in length.

    Raises:
        ValueError: with both lengths.
    """
    if len(one) != len(two):
        raise ValueError(f"{what} must be as many: there are {len(one)} and {len(two)}")


def ticks(low: Fraction, high: Fraction, step: Fraction) -> list[Fraction]:
    """The marks of a scale, ends included."""
    return [low + step * k for k in range(int((high - low) / step) + 1)]
