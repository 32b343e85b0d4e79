"""One example of each kind of figure, as data: for the guide and for trying things out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "number-line": {
        "low": 0, "high": 1, "step": "1/5", "label_step": 1, "written": "fraction",
        "marks": [{"at": "3/5", "label": "A"}],
    },
    "fraction-bar": {"bars": [{"parts": 8, "shaded": 3}]},
    "fraction-circle": {"circles": [{"parts": 6, "shaded": 5}]},
    "shaded-grid": {"rows": 5, "columns": 4, "shaded_columns": 3, "shaded_rows": 2},
    "array": {"rows": 3, "columns": 7, "shape": "star"},
    "objects": {
        "groups": [
            {"count": 5, "label": "red counters"},
            {"count": 7, "label": "blue counters", "shape": "square"},
        ]
    },
    "place-value-blocks": {"thousands": 1, "hundreds": 2, "tens": 13, "ones": 4},
    "ruler": {"high": 10, "start": 2, "end": "8.5"},
    "scale": {
        "form": "cylinder", "high": 200, "step": 50, "divisions": 5, "reading": 130, "unit": "ml",
    },
    "clock": {"times": [{"hour": 2, "minute": 45, "label": "start"},
                        {"hour": 16, "minute": 20, "label": "end", "digital": True}]},
    "balance": {
        "left": [{"text": "x", "count": 3, "box": True}, {"text": 5}],
        "right": [{"text": 20}], "unit": "kg",
    },
    "bar-model": {
        "bars": [{"label": "Ana", "parts": 2, "text": "?"}, {"label": "Ben", "parts": 5}],
        "total": "£42",
    },
    "part-whole": {
        "bars": [{"label": "Ana", "texts": ["x"], "sizes": [5]},
                 {"label": "Ben", "texts": ["x", "8"], "sizes": [5, 2]}],
        "total": 50, "to_scale": False,
    },
    "area-model": {
        "columns": ["x", "5"], "rows": ["x", "3"], "cells": [["x²", "5x"], ["3x", "?"]],
        "widths": [3, 2], "heights": [3, 2], "to_scale": False,
    },
    "function-machine": {"steps": ["× 3", "+ 4"], "put_in": "?", "comes_out": 19},
    "pattern": {"form": "squares", "numbers": [1, 2, 3]},
    "bar-chart": {
        "title": "Favourite sports", "labels": ["Tennis", "Chess", "Football", "Swimming"],
        "series": [{"values": [40, 15, 55, 30]}], "high": 60, "step": 10, "axis": "Students",
    },
    "line-chart": {
        "title": "Temperature", "x": [0, 2, 4, 6, 8], "x_high": 8, "x_step": 2, "x_axis": "Hour",
        "series": [{"values": [4, 6, 11, 10, 7]}], "high": 12, "step": 2, "axis": "°C",
    },
    "pie-chart": {
        "labels": ["Bus", "Car", "Walk", "Bicycle"], "values": [80, 120, 100, 60],
        "texts": ["80°", "120°", "100°", "60°"], "total": "90 people in all",
    },
    "spinner": {
        "labels": ["red", "blue", "green", "white"], "sizes": [150, 90, 60, 60],
        "texts": ["150°", "", "", ""],
    },
    "pictograph": {
        "labels": ["Monday", "Tuesday", "Wednesday"], "symbols": [3, "4.5", "2.25"], "key": 4,
        "unit": "books",
    },
    "table": {
        "header": ["", "bus", "no bus"], "rows": [["girls", 12, 8], ["boys", 9, "?"]],
        "row_heads": True,
    },
    "stem-and-leaf": {
        "stems": [3, 4, 5], "leaves": [[2, 5, 9], [0, 4, 4, 7], [1]], "key": "3 | 2 means 32",
    },
    "box-plot": {
        "boxes": [{"low": 10, "lower_quartile": 20, "median": 28, "upper_quartile": 36,
                   "high": 55}],
        "low": 0, "high": 60, "step": 10, "axis": "Minutes", "values_shown": True,
    },
    "scatter-plot": {
        "x": [1, 2, 3, 4, 5, 6], "y": [20, 35, 40, 55, 60, 80], "x_high": 7, "x_step": 1,
        "y_high": 100, "y_step": 20, "x_axis": "Hours of practice", "y_axis": "Score",
        "fit": [1, 20, 6, 76],
    },
    "dot-plot": {"values": [2, 3, 3, 4, 4, 4, 6, 7], "low": 0, "high": 8, "axis": "Books read"},
    "histogram": {
        "bounds": [0, 10, 15, 20, 40], "heights": [2, "3.5", 5, 1], "high": 40, "step": 5, "top": 6,
        "top_step": 1, "axis": "Minutes",
    },
    "tree": {
        "branches": [
            {"label": "red", "text": "3/5", "then": [{"label": "red", "text": "1/2"},
                                                    {"label": "blue", "text": "1/2"}]},
            {"label": "blue", "text": "2/5", "then": [{"label": "red", "text": "?"},
                                                     {"label": "blue", "text": "1/4"}]},
        ]
    },
    "venn": {
        "left": "French", "right": "Spanish", "only_left": 12, "both": "?", "only_right": 9,
        "neither": 4,
    },
    "coordinate-grid": {
        "x_low": -5, "x_high": 5, "y_low": -5, "y_high": 5,
        "points": [{"x": -3, "y": 2, "label": "P"}],
        "shapes": [{"corners": [[1, 1], [4, 1], [1, 3]], "name": "A"},
                   {"corners": [[1, -1], [4, -1], [1, -3]], "name": "B", "dashed": True}],
    },
    "rectangle": {"width": 8, "height": 5},
    "triangle": {
        "angles": [50, 70, 60], "angle_labels": ["50°", "70°", "x"], "corners": ["A", "B", "C"],
    },
    "parallelogram": {"base": 10, "height": 5, "shift": 3, "side_label": "5.8 cm"},
    "trapezium": {"bottom": 9, "top": 5, "height": 6, "shift": 2},
    "l-shape": {"width": 10, "height": 8, "cut_width": 4, "cut_height": 3},
    "circle": {"diameter": 10},
    "regular-polygon": {"sides": 6, "side_label": "4 cm", "angle_label": "?"},
    "polygon": {
        "corners": [[0, 0], [6, 0], [8, 4], [3, 6], [0, 4]],
        "angle_labels": ["90°", "?", "100°", "130°", "106°"],
    },
    "similar-shapes": {
        "corners": [[0, 0], [4, 0], [1, 3]], "factor": "3/2", "names": ["A", "B", "C"],
        "image_names": ["P", "Q", "R"], "side_labels": ["4 cm", "-", "3.2 cm"],
        "image_side_labels": ["6 cm", "-", "?"],
    },
    "angles": {"sizes": [65, 115], "labels": ["", "x"]},
    "crossing-lines": {"angle": 70, "labels": ["70°", "-", "x", "-"]},
    "parallel-lines": {"angle": 72, "upper": ["72°", "-", "-", "-"], "lower": ["-", "x", "-", "-"]},
    "protractor": {"end": 63},
    "cuboid": {"length": 6, "width": 4, "height": 3},
    "cube-stack": {"heights": [[1, 0, 1], [1, 2, 1], [3, 2, 1]]},
    "prism": {"base": 4, "height": 3, "length": 8},
    "cylinder": {"diameter": 6, "height": 10},
    "net": {"length": 5, "width": 2, "height": 3},
}  # fmt: skip
"""Kind → the fields of an example."""
