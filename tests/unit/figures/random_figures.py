"""Random valid figures of every kind, as data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

WORDS = ("Bus", "Walking to school", "Car", "Bicycle", "Tram", "Other", "Rain", "x")


def _words(r: Random, count: int) -> list[str]:
    return [f"{r.choice(WORDS)} {k}" for k in range(count)]


def _values(r: Random, count: int, high: int) -> list[int | str]:
    return [r.choice([r.randint(0, high), f"{r.randint(0, 2 * high)}/2"]) for _ in range(count)]


def _number_line(r: Random) -> dict[str, Any]:
    low, spaces = r.randint(-20, 20), r.randint(2, 20)
    step = r.choice(["1", "1/4", "0.1", "5", "1/3"])
    top, bottom = {"1": (1, 1), "1/4": (1, 4), "0.1": (1, 10), "5": (5, 1), "1/3": (1, 3)}[step]
    high = f"{low * bottom + top * spaces}/{bottom}"
    at = [f"{low * bottom + top * r.randint(0, spaces)}/{bottom}" for _ in range(3)]
    return {
        "low": low, "high": high, "step": step, "written": r.choice(["decimal", "fraction"]),
        "marks": [{"at": at[0], "label": "A"}, {"at": at[1]}][: r.randint(0, 2)],
        "stretches": [{"start": at[2], "start_closed": r.random() < 0.5}] * r.randint(0, 1),
    }  # fmt: skip


def _bars(r: Random) -> dict[str, Any]:
    bars = []
    for _ in range(r.randint(1, 4)):
        parts = r.randint(1, 20)
        bars.append({"parts": parts, "shaded": r.randint(0, parts), "label": r.choice(["", "Mia"])})
    return {"bars": bars}


def _circles(r: Random) -> dict[str, Any]:
    many = [r.randint(1, 20) for _ in range(r.randint(1, 4))]
    return {"circles": [{"parts": parts, "shaded": r.randint(0, parts)} for parts in many]}


def _grid(r: Random) -> dict[str, Any]:
    rows, columns = r.randint(1, 12), r.randint(1, 12)
    if r.random() < 0.5:
        return {"rows": rows, "columns": columns, "shaded": r.randint(0, rows * columns)}
    both = {"shaded_columns": r.randint(0, columns), "shaded_rows": r.randint(0, rows)}
    return {"rows": rows, "columns": columns, **both}


def _array(r: Random) -> dict[str, Any]:
    rows, columns = r.randint(1, 15), r.randint(1, 20)
    shape = r.choice(["circle", "square", "triangle", "star"])
    return {"rows": rows, "columns": columns, "shape": shape, "shaded": r.randint(0, rows)}


def _objects(r: Random) -> dict[str, Any]:
    names = r.sample(
        ["red counters", "blue counters", "green cubes", "yellow stars"], r.randint(1, 4)
    )
    return {"groups": [{"count": r.randint(1, 12), "label": name} for name in names]}


def _scale(r: Random) -> dict[str, Any]:
    step, divisions, low = (
        r.choice([1, 2, 5, 10, 50]),
        r.choice([1, 2, 4, 5]),
        r.choice([0, 10, -20]),
    )
    steps = r.randint(1, 8)
    top = r.randint(0, steps * divisions * 2)
    return {
        "form": r.choice(["line", "dial", "cylinder", "thermometer"]), "low": low,
        "high": low + steps * step, "step": step, "divisions": divisions,
        "reading": f"{low * divisions * 2 + top * step}/{divisions * 2}", "unit": r.choice(["kg", "ml", "°C"]),
    }  # fmt: skip


def _clock(r: Random) -> dict[str, Any]:
    def time() -> dict[str, Any]:
        return {
            "hour": r.randint(0, 23),
            "minute": r.randint(0, 59),
            "digital": r.random() < 0.3,
        }

    return {"times": [time() for _ in range(r.randint(1, 3))]}


def _balance(r: Random) -> dict[str, Any]:
    def pan() -> list[dict[str, Any]]:
        return [
            {"text": "x", "count": r.randint(1, 5), "box": True},
            {"text": r.randint(1, 999)},
        ]

    return {
        "left": pan(),
        "right": pan(),
        "heavier": r.choice([None, "left", "right"]),
        "unit": "g",
    }


def _bar_model(r: Random) -> dict[str, Any]:
    bars = [
        {"parts": r.randint(1, 9), "label": name, "text": r.choice(["", "?", "12"])}
        for name in ("Ana", "Ben")
    ]
    return {"bars": bars[: r.randint(1, 2)], "total": r.choice(["", "£42"])}


def _part_whole(r: Random) -> dict[str, Any]:
    bars, is_sized = [], r.random() < 0.8
    for name in ("Ana", "Benedetta", "")[: r.randint(1, 3)]:
        texts = [r.choice(["x", "?", "12x", "37"]) for _ in range(r.randint(1, 4))]
        sizes = [r.randint(4, 9) for _ in texts] if is_sized else []
        bars.append(
            {"label": name, "texts": texts, "sizes": sizes, "total": r.choice(["", "?", "4x + 12"])}
        )
    return {"bars": bars, "total": r.choice(["", "60"]), "to_scale": r.random() < 0.5}


def _area_model(r: Random) -> dict[str, Any]:
    columns, rows = r.randint(1, 4), r.randint(1, 4)
    return {
        "columns": [r.choice(["x", "7", "2x"]) for _ in range(columns)],
        "rows": [r.choice(["x", "12", "−3"]) for _ in range(rows)],
        "cells": [[r.choice(["?", "6x²", "", "56"]) for _ in range(columns)] for _ in range(rows)],
        "widths": [r.randint(1, 4) for _ in range(columns)],
        "to_scale": False,
    }


def _similar(r: Random) -> dict[str, Any]:
    corners = [[0, 0], [r.randint(4, 9), 0], [r.randint(5, 9), r.randint(4, 8)], [0, 3]]
    count = r.randint(3, 4)
    labels = [r.choice(["4 cm", "?", "15 cm", "-"]) for _ in range(count)]
    return {
        "corners": corners[:count], "factor": r.choice(["1/2", "3/2", 2, 3]),
        "side_labels": labels, "image_side_labels": labels[::-1],
        "names": list("ABCD")[:count], "image_names": list("PQRS")[:count],
    }  # fmt: skip


def _chart(r: Random, labels: int, series: int) -> dict[str, Any]:
    step, steps = r.choice([1, 2, 5, 10, 20, 100]), r.randint(2, 12)
    many = [
        {"values": _values(r, labels, step * steps), "name": f"Year {k}"} for k in range(series)
    ]
    many = [
        {**one, "values": [min(int(str(v).split("/")[0]), step * steps) for v in one["values"]]}
        for one in many
    ]
    return {"series": many, "high": step * steps, "step": step, "axis": "Number of things"}


def _bar_chart(r: Random) -> dict[str, Any]:
    count = r.randint(1, 8)
    shown = {
        "labels": _words(r, count),
        "values_shown": r.random() < 0.3,
        "title": r.choice(["", "How we travel"]),
    }
    return {**_chart(r, count, r.randint(1, 2)), **shown}


def _line_chart(r: Random) -> dict[str, Any]:
    count = r.randint(2, 8)
    chart = _chart(r, count, r.randint(1, 2))
    if r.random() < 0.5:
        return {**chart, "labels": [f"Day {k}" for k in range(count)]}
    x = sorted(r.sample(range(0, 21), count))
    return {**chart, "x": x, "x_high": 20, "x_step": 2, "x_axis": "Hours"}


def _pie(r: Random) -> dict[str, Any]:
    count = r.randint(2, 8)
    values = [r.randint(2, 12) for _ in range(count)]
    texts = [f"{value}%" for value in values] if r.random() < 0.5 else []
    return {
        "labels": _words(r, count),
        "values": values,
        "texts": texts,
        "title": r.choice(["", "Pets"]),
    }


def _spinner(r: Random) -> dict[str, Any]:
    count = r.randint(2, 12)
    sizes = [r.randint(2, 9) for _ in range(count)] if r.random() < 0.5 and count < 7 else []
    return {"labels": [r.choice(["red", "blue", "1", "2"]) for _ in range(count)], "sizes": sizes}


def _pictograph(r: Random) -> dict[str, Any]:
    count = r.randint(1, 6)
    symbols = [f"{r.randint(0, 40)}/4" for _ in range(count)]
    return {
        "labels": _words(r, count),
        "symbols": symbols,
        "key": r.randint(1, 20),
        "unit": "books",
    }


def _table(r: Random) -> dict[str, Any]:
    columns = r.randint(1, 5)
    rows = [[str(r.randint(0, 999)) for _ in range(columns)] for _ in range(r.randint(1, 6))]
    return {
        "rows": rows,
        "header": _words(r, columns) if r.random() < 0.5 else [],
        "row_heads": r.random() < 0.3,
    }


def _stems(r: Random) -> dict[str, Any]:
    count = r.randint(1, 6)
    leaves = [sorted(r.randint(0, 9) for _ in range(r.randint(0, 12))) for _ in range(count)]
    return {"stems": list(range(2, 2 + count)), "leaves": leaves, "key": "2 | 1 means 21"}


def _box_plot(r: Random) -> dict[str, Any]:
    boxes = []
    for k in range(r.randint(1, 3)):
        low, one, two, three, high = sorted(r.sample(range(0, 61), 5))
        boxes.append(
            {
                "low": low,
                "lower_quartile": one,
                "median": two,
                "upper_quartile": three,
                "high": high,
                "label": f"7{'abc'[k]}",
            }
        )
    return {"boxes": boxes, "low": 0, "high": 60, "step": 10, "axis": "Minutes"}


def _scatter(r: Random) -> dict[str, Any]:
    count = r.randint(1, 15)
    return {
        "x": [r.randint(0, 10) for _ in range(count)], "y": [r.randint(0, 50) for _ in range(count)],
        "x_high": 10, "x_step": 1, "y_high": 50, "y_step": 10, "fit": r.choice([None, [0, 5, 10, 45]]),
        "x_axis": "Age", "y_axis": "Height",
    }  # fmt: skip


def _dot_plot(r: Random) -> dict[str, Any]:
    values = [r.randint(0, 15) for _ in range(r.randint(1, 12))]
    return {"values": values, "low": 0, "high": 15, "axis": "Goals"}


def _histogram(r: Random) -> dict[str, Any]:
    bounds = sorted(r.sample(range(0, 61, 5), r.randint(2, 8)))
    return {
        "bounds": bounds, "heights": [Fraction(r.randint(1, 24), 4) for _ in bounds[1:]],
        "high": 60, "step": 5, "top": 6, "top_step": r.choice([1, 2]), "axis": "Minutes",
    }  # fmt: skip


def _tree(r: Random) -> dict[str, Any]:
    leaves = [{"label": "red", "text": "1/2"}, {"label": "blue", "text": "?"}]
    then = leaves if r.random() < 0.7 else []
    names = ["red", "blue", "green"][: r.randint(2, 3)]
    return {
        "branches": [
            {"label": name, "text": f"{k + 1}/7", "then": then} for k, name in enumerate(names)
        ]
    }


def _coordinates(r: Random) -> dict[str, Any]:
    size = r.choice([5, 6, 10])

    def spot() -> list[int]:
        return [r.randint(-size, size), r.randint(-size, size)]

    (a, b), (c, d) = spot(), spot()
    low = -size
    points = [{"x": a, "y": b, "label": "P", "shown": r.random() < 0.5}]
    form = r.choice(["segment", "arrow", "line"])
    lines = [{"start": [a, b], "end": [c, d], "form": form}] if (a, b) != (c, d) else []
    shapes = [{"corners": [[1, 1], [4, 1], [1, 3]], "name": "A"}] * r.randint(0, 1)
    ends = {"x_low": low, "x_high": size, "y_low": low, "y_high": size}
    return {**ends, "points": points, "lines": lines, "shapes": shapes}


def _triangle(r: Random) -> dict[str, Any]:
    how = r.randint(0, 2)
    if how == 0:
        a, b = r.randint(4, 20), r.randint(4, 20)
        return {"sides": [a, b, r.randint(abs(a - b) + 2, a + b - 2)], "side_labels": ["", "x", ""]}
    if how == 1:
        a, b = r.randint(20, 80), r.randint(20, 80)
        return {
            "angles": [a, b, 180 - a - b],
            "angle_labels": [f"{a}°", f"{b}°", "x"],
            "corners": list("ABC"),
            "exterior": r.choice(["", "y"]),
        }
    base = r.randint(3, 15)
    return {"base": base, "height": r.randint(3, 15), "foot": r.randint(-2, base + 3)}


def _angles(r: Random) -> dict[str, Any]:
    sizes = [r.randint(15, 80) for _ in range(r.randint(1, 3))]
    if r.random() < 0.5 and sum(sizes) < 165:
        sizes.append(180 - sum(sizes))
    return {"sizes": sizes, "start": r.choice([0, 0, 25, 300])}


def _four(r: Random) -> list[str]:
    return [r.choice(["-", "x", "70°"]) for _ in range(4)]


def _edges(r: Random, *names: str) -> dict[str, Any]:
    return {name: r.choice([r.randint(2, 12), f"{r.randint(5, 24)}/2"]) for name in names}


RANDOM: dict[str, Callable[[Random], dict[str, Any]]] = {
    "number-line": _number_line,
    "fraction-bar": _bars,
    "fraction-circle": _circles,
    "shaded-grid": _grid,
    "array": _array,
    "objects": _objects,
    "place-value-blocks": lambda r: {"thousands": r.randint(0, 3), "hundreds": r.randint(0, 12), "tens": r.randint(0, 20), "ones": r.randint(1, 20)},
    "ruler": lambda r: {"high": 15, "start": r.randint(0, 6), "end": f"{r.randint(14, 30)}/2", "divisions": r.choice([1, 2, 10])},
    "scale": _scale,
    "clock": _clock,
    "balance": _balance,
    "bar-model": _bar_model,
    "part-whole": _part_whole,
    "area-model": _area_model,
    "function-machine": lambda r: {"steps": ["× 3", "+ 4", "÷ 2"][: r.randint(1, 3)], "put_in": r.choice(["?", 12])},
    "pattern": lambda r: {"form": r.choice(["squares", "triangles", "dots", "square-dots", "triangle-dots"]), "first": r.randint(1, 6), "growth": r.randint(0, 6)},
    "bar-chart": _bar_chart,
    "line-chart": _line_chart,
    "pie-chart": _pie,
    "spinner": _spinner,
    "pictograph": _pictograph,
    "table": _table,
    "stem-and-leaf": _stems,
    "box-plot": _box_plot,
    "scatter-plot": _scatter,
    "histogram": _histogram,
    "dot-plot": _dot_plot,
    "tree": _tree,
    "venn": lambda r: {"left": "French", "right": "Spanish", "only_left": r.randint(0, 20), "both": r.choice(["?", "a + b"]), "only_right": 3},
    "coordinate-grid": _coordinates,
    "rectangle": lambda r: {**_edges(r, "width", "height"), "inside": r.choice(["", "A"])},
    "triangle": _triangle,
    "parallelogram": lambda r: _edges(r, "base", "height", "shift") | {"base": 12},
    "trapezium": lambda r: {"bottom": r.randint(6, 12), "top": r.randint(2, 5), "height": r.randint(3, 9), "shift": r.randint(-2, 3)},
    "l-shape": lambda r: {"width": r.randint(8, 15), "height": r.randint(7, 12), "cut_width": r.randint(2, 6), "cut_height": r.randint(2, 5)},
    "circle": lambda r: {r.choice(["radius", "diameter"]): r.randint(1, 99)},
    "regular-polygon": lambda r: {"sides": r.randint(3, 12), "side_label": "5 cm", "angle_label": "?"},
    "polygon": lambda r: {"corners": [[0, 0], [r.randint(5, 9), 0], [r.randint(5, 9), r.randint(4, 7)], [0, r.randint(4, 7)]], "side_labels": ["a", "b", "c", "-"]},
    "similar-shapes": _similar,
    "angles": _angles,
    "crossing-lines": lambda r: {"angle": r.randint(25, 155), "labels": _four(r)},
    "parallel-lines": lambda r: {"angle": r.randint(35, 145), "upper": _four(r), "lower": _four(r)},
    "protractor": lambda r: {"start": r.choice([0, 20]), "end": r.randint(30, 180)},
    "cuboid": lambda r: {**_edges(r, "length", "width", "height")} if r.random() < 0.5 else {"length": r.randint(1, 9), "width": r.randint(1, 5), "height": r.randint(1, 5), "cubes": True},
    "cube-stack": lambda r: {"heights": [[r.randint(0, 3) for _ in range(3)] for _ in range(r.randint(1, 3))] + [[1, 0, 2]]},
    "prism": lambda r: _edges(r, "base", "height", "length"),
    "cylinder": lambda r: {r.choice(["radius", "diameter"]): r.randint(2, 9), "height": r.randint(3, 12)},
    "net": lambda r: _edges(r, "length", "width", "height"),
}  # fmt: skip
