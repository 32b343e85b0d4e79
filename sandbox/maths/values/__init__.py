"""Read and compare the answers that pupils, people and models write. Exact; knows no questions.

Reading settles each ambiguity once (see `reading`), equality is by value (see `equality`), and
`find_values` finds every value that a text mentions, however it is disguised.
"""

from sandbox.maths.values.equality import same_form, same_value
from sandbox.maths.values.finding import Found, find_in_plain, find_values
from sandbox.maths.values.model import (
    Clock,
    Either,
    Equation,
    Expression,
    Form,
    Interval,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Remainder,
    Unreadable,
    Value,
    Words,
)
from sandbox.maths.values.reading import read_value
from sandbox.maths.values.results import value_of

__all__ = [
    "Clock",
    "Either",
    "Equation",
    "Expression",
    "Form",
    "Found",
    "Interval",
    "Label",
    "Listing",
    "Number",
    "Point",
    "Ratio",
    "Remainder",
    "Unreadable",
    "Value",
    "Words",
    "find_in_plain",
    "find_values",
    "read_value",
    "same_form",
    "same_value",
    "value_of",
]
