"""The words of a figure: grammatical, enough to do the problem, and never the value to be read off."""

from __future__ import annotations

import re

import pytest

from sandbox.figures.alt import alt_text
from sandbox.figures.examples import EXAMPLES
from sandbox.figures.specs import KINDS, figure_of


def said(kind, **fields):
    return alt_text(figure_of({"kind": kind, **fields}))


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("cube-stack", {"heights": [[1, 2]]}, "1 cube and 2 cubes"),
        ("fraction-bar", {"bars": [{"parts": 4, "shaded": 1}]}, "1 part is shaded"),
        ("fraction-bar", {"bars": [{"parts": 4, "shaded": 0}]}, "no parts are shaded"),
        ("array", {"rows": 1, "columns": 3}, "1 row of 3 circles"),
        ("objects", {"groups": [{"count": 1, "label": "red counters"}]}, "1 red counter."),
        ("place-value-blocks", {"hundreds": 1, "ones": 2}, "1 flat square (hundred) and 2 small cubes (ones)"),
        ("dot-plot", {"values": [2, 3, 3], "low": 0, "high": 5}, "1 dot at 2 and 2 dots at 3"),
        ("pictograph", {"labels": ["Ann"], "symbols": ["0.5"], "key": 4, "unit": "books"}, "Ann has half of a circle"),
        ("stem-and-leaf", {"stems": [2, 3], "leaves": [[5], []]}, "Stem 2: leaf 5; stem 3: leaves (none)"),
        ("ruler", {"high": 9, "start": 1, "end": 4, "thing": "eraser"}, "An eraser lies"),
        ("balance", {"left": [{"text": "x", "box": True}], "right": [{"text": 5, "count": 2}], "unit": "kg"}, "1 box labelled x; on the right pan: 2 weights of 5 kg each"),
    ],
)  # fmt: skip
def test_words_are_grammatical(kind, fields, words):
    assert words in said(kind, **fields)


@pytest.mark.parametrize(
    ("kind", "fields", "hidden", "instead"),
    [
        ("number-line", {"low": 0, "high": 1, "step": "1/5", "label_step": 1, "marks": [{"at": "3/5", "label": "A"}]}, "3/5", "3 spaces to the right of 0"),
        ("scale", {"high": 200, "step": 50, "divisions": 5, "reading": 130, "unit": "ml"}, "130", "3 spaces above 100"),
        ("clock", {"times": [{"hour": 2, "minute": 45}]}, "45", "long minute hand points at the 9"),
        ("bar-chart", {"labels": ["Bus"], "series": [{"values": [15]}], "high": 20, "step": 10}, "15", "halfway from 10 to 20"),
        ("coordinate-grid", {"points": [{"x": 3, "y": 4, "label": "P"}]}, "(3, 4)", "3 right and 4 up"),
        ("ruler", {"high": 12, "start": 3, "end": 11}, "8", "from the mark 3 to the mark 11"),
        ("place-value-blocks", {"hundreds": 1, "tens": 2, "ones": 3}, "123", "2 rods (tens)"),
        ("array", {"rows": 3, "columns": 7}, "21", "3 rows of 7 circles"),
        ("angles", {"sizes": [65, 115], "labels": ["", "x"]}, "115", "65° and x"),
        ("protractor", {"start": 20, "end": 83}, " 63", "passes 83"),
        ("triangle", {"angles": [50, 70, 60], "angle_labels": ["50°", "-", "60°"], "exterior": "x"}, "110", "AB is drawn on beyond B; the exterior angle there is labelled x"),
        ("similar-shapes", {"corners": [[0, 0], [4, 0], [1, 3]], "factor": "5/2", "side_labels": ["4 cm", "-", "-"], "image_side_labels": ["?", "-", "-"]}, "10", 'in the second, the side from 1 to 2 is marked "?"'.capitalize()),
        ("part-whole", {"bars": [{"texts": ["7", "?"], "sizes": [7, 5], "total": "12"}]}, "5", "one labelled 7 and one marked"),
        ("area-model", {"columns": ["20", "3"], "rows": ["4"], "cells": [["80", "?"]], "widths": [5, 1]}, "12", "row by row: 80 and ?"),
        ("l-shape", {"width": 10, "height": 8, "cut_width": 4, "cut_height": 3}, "6 cm", "4 cm"),
    ],
)  # fmt: skip
def test_value_to_be_read_off_is_told_by_its_place(kind, fields, hidden, instead):
    words = said(kind, **fields)
    assert hidden not in words
    assert instead in words


def test_bar_whose_value_is_written_on_it_says_the_value():
    fields = {"labels": ["Bus"], "series": [{"values": [15]}], "high": 20, "step": 10}
    assert "reaches 15" in said("bar-chart", **fields, values_shown=True)


def test_words_of_its_own_win():
    assert said("circle", radius=2, alt="A round table.") == "A round table."


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_words_are_sentences(kind):
    words = said(kind, **EXAMPLES[kind])
    assert words[0].isupper() or words[0].isdigit()
    assert words[-1] in ".?"
    assert not re.search(r"  |\.\.|,,| ,| \.|\bNone\b|Fraction|\bno\b.*\bno\b no", words)
    assert not re.search(
        r"\b1 (?:parts|slices|cubes|rows|columns|dots|circles|sectors|spaces)\b", words
    )


def test_a_symbol_that_stands_for_one_is_said_in_the_singular():
    rows = {"kind": "pictograph", "labels": ["Ann"], "symbols": [3], "key": 1}
    assert "stands for 1 book." in alt_text(figure_of({**rows, "unit": "books"}))
    assert "stands for 1 child." in alt_text(
        figure_of({**rows, "unit": "children", "one": "child"})
    )
    with pytest.raises(ValueError, match="give one: the singular of 'children'"):
        figure_of({**rows, "unit": "children"})
