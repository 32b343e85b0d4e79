"""Specifications refuse what cannot be drawn sensibly, and say why; numbers stay exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from sandbox.figures.numbers import fraction_text, number_text
from sandbox.figures.specs import KINDS, figure_of

REFUSED = [
    ({"kind": "fraction-bar", "bars": [{"parts": 4, "shaded": 5}]}, "5 pieces cannot be shaded: there are 4"),
    ({"kind": "fraction-circle", "circles": [{"parts": 4, "shaded": 5}]}, "5 slices cannot be shaded: there are 4"),
    ({"kind": "fraction-bar", "bars": [{"parts": 3, "cut": [1, 2]}]}, "there are 3 and 2"),
    ({"kind": "number-line", "low": 0, "high": 10, "step": 1, "marks": [{"at": 11}]}, "11 is off the scale from 0 to 10"),
    ({"kind": "number-line", "low": 5, "high": 0, "step": 1}, "low must be below high"),
    ({"kind": "number-line", "low": 0, "high": 1, "step": "1/100"}, "at most 60 can be told apart"),
    ({"kind": "number-line", "low": 0, "high": 1, "step": "2/3"}, "no whole number of steps of 2/3"),
    ({"kind": "triangle", "sides": [3, 4, 9]}, "3 and 4 together are not longer than 9"),
    ({"kind": "triangle", "angles": [90, 60, 40]}, "add up to 190°, not 180°"),
    ({"kind": "triangle", "sides": [3, 4, 5], "base": 3, "height": 4}, "give one of sides, angles, or base"),
    ({"kind": "rectangle", "width": -3, "height": 2}, "greater than 0"),
    ({"kind": "rectangle", "width": 100, "height": 2}, "too thin to label; add to_scale: false"),
    ({"kind": "l-shape", "width": 8, "height": 6, "cut_width": 8, "cut_height": 2}, "must be smaller than the rectangle"),
    ({"kind": "bar-chart", "labels": ["a", "b"], "series": [{"values": [1]}], "high": 5, "step": 1}, "must be as many: there are 2 and 1"),
    ({"kind": "bar-chart", "labels": ["a"], "series": [{"values": [7]}], "high": 5, "step": 1}, "7 is off the scale from 0 to 5"),
    ({"kind": "pie-chart", "labels": ["a", "b"], "values": [1, 999]}, "too thin to be seen"),
    ({"kind": "box-plot", "boxes": [{"low": 5, "lower_quartile": 4, "median": 6, "upper_quartile": 7, "high": 9}], "low": 0, "high": 10, "step": 1}, "must be in order"),
    ({"kind": "angles", "sizes": [200, 200]}, "add up to 400°, more than 360°"),
    ({"kind": "pictograph", "labels": ["a"], "symbols": ["1/3"], "key": 3, "unit": "x"}, "use quarters"),
    ({"kind": "clock", "times": [{"hour": 3, "minute": 75}]}, "less than or equal to 59"),
    ({"kind": "circle"}, "either the radius or the diameter"),
    ({"kind": "polygon", "corners": [[0, 0], [4, 4], [4, 0], [0, 4]]}, "the sides cross"),
    ({"kind": "similar-shapes", "corners": [[0, 0], [4, 0], [1, 3]], "factor": 5}, "too small to label"),
    ({"kind": "similar-shapes", "corners": [[0, 0], [4, 0], [8, 0]], "factor": 2}, "not on one line"),
    ({"kind": "similar-shapes", "corners": [[0, 0], [4, 4], [4, 0], [0, 3]], "factor": 2}, "the sides cross"),
    ({"kind": "similar-shapes", "corners": [[0, 0], [4, 0], [1, 3]], "factor": 2, "image_names": ["P"]}, "image_names must be as many: there are 3 and 1"),
    ({"kind": "part-whole", "bars": [{"texts": ["a", "b"], "sizes": [1, 40]}]}, "the part of 'a' is too short"),
    ({"kind": "part-whole", "bars": [{"texts": ["a"], "sizes": [0]}]}, "greater than 0"),
    ({"kind": "area-model", "columns": ["x", "3"], "rows": ["4"], "cells": [["?"]]}, "there are 2 and 1"),
    ({"kind": "area-model", "columns": ["x", "3"], "rows": ["4"], "widths": [1, 9]}, "more than 6 times another"),
    ({"kind": "coordinate-grid", "points": [{"x": 11, "y": 1}]}, "11 is off the scale from 0 to 10"),
    ({"kind": "scale", "high": 10, "step": 3, "reading": 1}, "no whole number of steps of 3"),
    ({"kind": "tree", "branches": [{"label": "a"}]}, "at least 2 items"),
    ({"kind": "zigzag"}, "zigzag"),
    ({"kind": "circle", "radius": 2, "colour": "red"}, "Extra inputs"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "why"), REFUSED)
def test_what_cannot_be_drawn_is_refused_with_the_reason(data, why):
    with pytest.raises(ValidationError) as caught:
        figure_of(data)
    assert why in str(caught.value)


@pytest.mark.parametrize("value", [0.5, True, "half", "1/0", "1e5", None, "٣x", 10**13])
def test_only_exact_numbers_of_a_sensible_size_are_taken(value):
    with pytest.raises(ValidationError):
        figure_of({"kind": "circle", "radius": value})


@pytest.mark.parametrize(
    ("value", "exact"),
    [(3, 3), ("2.5", Fraction(5, 2)), ("3/4", Fraction(3, 4)), ("1 1/2", Fraction(3, 2)), ("−2", -2), ("-1 1/2", Fraction(-3, 2))],
)  # fmt: skip
def test_numbers_are_read_exactly(value, exact):
    line = figure_of({"kind": "number-line", "low": value, "high": 9 + exact, "step": 1})
    assert line.low == exact


def test_exact_numbers_survive_json():
    line = figure_of({"kind": "number-line", "low": "1/3", "high": "4/3", "step": "1/3"})
    assert line.model_dump(mode="json")["low"] == "1/3"
    assert type(line).model_validate_json(line.model_dump_json()) == line


def test_numbers_are_written_as_on_paper():
    assert [number_text(Fraction(n)) for n in ("3", "-2", "5/2", "1/8", "1/3", "-0.05")] == [
        "3", "−2", "2.5", "0.125", "1/3", "−0.05",
    ]  # fmt: skip
    assert [fraction_text(Fraction(n)) for n in ("3", "5/2", "-1/3")] == ["3", "2 1/2", "−1/3"]
    assert fraction_text(Fraction(1, 2), 4) == "2/4"


def test_numbers_of_a_number_line_never_run_together():
    line = figure_of({"kind": "number-line", "low": -20, "high": 20, "step": 1})
    assert line.numbered == 5


def test_every_kind_says_what_it_is():
    for kind, model in KINDS.items():
        assert model.model_fields["kind"].default == kind
        assert (model.__doc__ or "").strip()
