"""What an answer can be: frozen values. Knows no texts; equality by value lives in `equality`."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from sandbox.maths.values.syntax import Node

Form = Literal["integer", "fraction", "mixed", "decimal", "percent", "standard form"]
Period = Literal["", "am", "pm"]


@dataclass(frozen=True, slots=True)
class Number:
    """An exact rational with its unit and the form it was written in.

    `parts` holds what the value loses: (3, 4) of 3/4 against (6, 8) of 6/8; (sign, 1, 2, 3) of a
    mixed number 1 2/3. A percentage has its true value (75% is 3/4), form "percent" and no unit.
    """

    value: Fraction
    unit: str = ""
    form: Form = "integer"
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Remainder:
    """A whole-number division with remainder: "4 remainder 3"."""

    quotient: int
    remainder: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """Parts as written: 2 : 4 has parts (2, 4)."""

    parts: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Coordinates in order."""

    coordinates: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as written: hours 0-24, minutes, and am or pm if it was said."""

    hour: int
    minute: int
    period: Period = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where one letter lies: x > 4, −2 < x ≤ 5, [2, 5). A missing end is None."""

    variable: str
    low: Fraction | None
    high: Fraction | None
    low_included: bool = False
    high_included: bool = False


@dataclass(frozen=True, slots=True)
class Expression:
    """Algebra, surds, multiples of π, powers and written calculations. `text` is the plain form."""

    text: str
    tree: Node = field(repr=False, compare=False)
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Equation:
    """Two sides. When the left is one letter it states the value of that letter."""

    left: Expression
    right: "Number | Expression"


@dataclass(frozen=True, slots=True)
class Listing:
    """Several values in order."""

    items: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Several values of which each is a solution, in no order: "x = 6 or x = −6", "±6"."""

    items: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A chosen letter, upper case, and what was written after it ("6 kg" in "D. 6 kg")."""

    letter: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A free text answer, as plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No value, and why not. Never the same as anything."""

    reason: str


Value = (
    Number
    | Remainder
    | Ratio
    | Point
    | Clock
    | Interval
    | Expression
    | Equation
    | Listing
    | Either
    | Label
    | Words
)
