"""Pictures: of every kind, well-formed, self-contained, the same each time, with nothing run together."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_figures import RANDOM

from sandbox.figures.alt import alt_text
from sandbox.figures.draw import draw_png, draw_svg, drawn
from sandbox.figures.examples import EXAMPLES
from sandbox.figures.specs import KINDS, figure_of

SVG = "{http://www.w3.org/2000/svg}"


def test_every_kind_has_an_example_and_a_strategy():
    assert set(KINDS) == set(EXAMPLES) == set(RANDOM)


@pytest.fixture(scope="module")
def example_svgs():
    """Kind → the SVG of its example; each is drawn once for all tests."""
    return {kind: draw_svg(figure_of({"kind": kind, **EXAMPLES[kind]})) for kind in KINDS}


@pytest.mark.parametrize("kind", sorted(KINDS))
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_any_valid_figure_is_drawn_and_said(kind, seed):
    figure = figure_of({"kind": kind, **RANDOM[kind](Random(seed))})
    words = alt_text(figure)
    assert words.strip()
    assert (
        not re.search(r"\b1 \w+s\b(?<!across)(?<!as)", words)
        or "1 means" in words
        or "is " in words
    )
    assert figure_of(figure.model_dump(mode="json")) == figure
    axes = drawn(figure)
    assert axes.get_children()
    if kind != "protractor":  # the numbers of its two scales stand close together by nature
        _assert_no_texts_run_together(axes)


def _assert_no_texts_run_together(axes):
    boxes = [
        (text.get_text(), text.get_window_extent())
        for text in axes.texts
        if text.get_text() and not text.get_rotation()
    ]
    for (one, a), (two, b) in combinations(boxes, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        if across > 2 and up > 3:
            smaller = min(a.width * a.height, b.width * b.height)
            assert across * up < 0.2 * smaller, (one, two)


@pytest.mark.parametrize(
    "figure",
    [
        {
            "kind": "coordinate-grid",
            **{"x_low": -10, "x_high": 10, "y_low": -10, "y_high": 10},
            "points": [{"x": 6, "y": 1, "label": "P", "shown": True}],
            "lines": [{"start": [6, 1], "end": [8, 5], "form": "line"}],
            "shapes": [{"corners": [[1, 1], [4, 1], [1, 3]], "name": "A"}],
        },
        {
            "kind": "coordinate-grid",
            **{"x_low": -6, "x_high": 6, "y_low": -6, "y_high": 6},
            "points": [{"x": -4, "y": -1, "label": "P", "shown": True}],
            "lines": [{"start": [-4, -1], "end": [0, 5], "form": "line"}],
        },
        {
            "kind": "bar-chart",
            "series": [
                {"values": [500, 275, 61, 480, 450, 486, 500, 1], "name": "Year 1"},
                {"values": [500, 294, 219, 171, 500, 137, 500, 2], "name": "Year 2"},
            ],
            **{"high": 500, "step": 100, "axis": "Number", "values_shown": True},
            "labels": ["Bus", "Car", "Bike", "Tram", "Boat", "Plane", "Foot", "Other"],
        },
    ],
    ids=["letter beside a shape", "letter beside numbers", "bars of a height"],
)
def test_what_ran_together_once_keeps_clear(figure):
    _assert_no_texts_run_together(drawn(figure_of(figure)))


def test_a_point_keeps_clear_of_thirds_on_a_line_that_is_written_in_decimals():
    line = {
        "kind": "number-line",
        "low": -17,
        "high": -13,
        "step": "1/3",
        "marks": [{"at": "-46/3"}],
    }
    _assert_no_texts_run_together(drawn(figure_of({**line, "stretches": [{"start": -14}]})))


def test_values_of_bars_that_stand_side_by_side_keep_clear_of_each_other():
    chart = {
        "kind": "bar-chart", "labels": ["Bus", "Tram", "Car", "Bike", "Foot", "Train"], "low": 0,
        "high": 120, "step": 20, "values_shown": True,
        "series": [{"name": "2024", "values": [120] * 6}, {"name": "2025", "values": [120] * 6}],
    }  # fmt: skip
    _assert_no_texts_run_together(drawn(figure_of(chart)))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_svg_carries_the_words_for_who_cannot_see_it(kind, example_svgs):
    root = ElementTree.fromstring(example_svgs[kind])
    assert root.get("role") == "img"
    assert root.find(f"{SVG}desc").text == alt_text(figure_of({"kind": kind, **EXAMPLES[kind]}))
    assert root.find(f"{SVG}title").text


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_png_is_one(kind):
    png = draw_png(figure_of({"kind": kind, **EXAMPLES[kind]}), 240)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") in (240, 241)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_svg_refers_to_nothing_outside_itself(kind, example_svgs):
    svg = example_svgs[kind]
    assert "<script" not in svg
    assert "<image" not in svg
    assert "DOCTYPE" not in svg
    without_names = re.sub(r'xmlns(?::\w+)?="[^"]*"', "", svg)
    assert "http" not in without_names
    assert all(ref.startswith("#") for ref in re.findall(r'href="([^"]*)"', svg))


@pytest.mark.parametrize("kind", ["clock", "pie-chart", "table"])
def test_same_figure_gives_the_same_bytes(kind, example_svgs):
    figure = figure_of({"kind": kind, **EXAMPLES[kind]})
    assert draw_svg(figure) == example_svgs[kind]
    other_words = figure.model_copy(
        update={"alt": "In other words."}
    )  # drawn again, not remembered
    assert draw_png(figure, 300) == draw_png(other_words, 300)


def test_markup_in_labels_is_text():
    figure = figure_of({"kind": "table", "rows": [["<b>&", "$x$"]], "title": "a < b & c"})
    root = ElementTree.fromstring(draw_svg(figure))
    assert "<b>&" in root.find(f"{SVG}desc").text


def test_picture_that_disagrees_with_its_labels_says_so():
    cuboid = {"kind": "cuboid", "length": 100, "width": 2, "height": 3}
    with pytest.raises(ValueError, match="add to_scale: false"):
        figure_of(cuboid)
    assert "Not drawn to scale" in draw_svg(figure_of({**cuboid, "to_scale": False}))


def dial(reading):
    its = {"kind": "scale", "form": "dial", "high": 6, "step": 1, "divisions": 5}
    return figure_of({**its, "reading": f"{reading}/5"})


def test_dial_shows_its_pointer_wherever_it_points():
    strokes = {reading: draw_svg(dial(reading)).count("<path") for reading in range(31)}
    assert len(set(strokes.values())) == 1, strokes


@pytest.mark.parametrize("reading", [0, 5, 15, 25, 30])
def test_pointer_does_not_cover_the_number_it_points_at(reading):
    axes = drawn(dial(reading))
    (pointer,) = [text for text in axes.texts if hasattr(text, "xyann")]
    tip = axes.transData.transform(pointer.xy)
    numbers = [text for text in axes.texts if text.get_text()]
    assert len(numbers) == 7
    assert not any(number.get_window_extent().contains(*tip) for number in numbers)


@pytest.mark.parametrize("minute", range(0, 60, 5))
def test_hands_do_not_cover_the_numbers_of_a_clock(minute):
    axes = drawn(figure_of({"kind": "clock", "times": [{"hour": 4, "minute": minute}]}))
    tips = [line.get_xydata()[-1] for line in axes.lines if line.get_linewidth() > 2]
    assert len(tips) >= 2
    numbers = [text for text in axes.texts if text.get_text()]
    for tip in axes.transData.transform(tips):
        assert not any(number.get_window_extent().contains(*tip) for number in numbers)


def test_cylinder_is_cut_off_below_where_its_scale_does_not_begin_at_zero():
    its = {"kind": "scale", "form": "cylinder", "high": 150, "step": 50, "reading": 100}
    whole, cut = (drawn(figure_of({**its, "low": low})) for low in (0, 50))
    lowest = [min(min(line.get_ydata()) for line in axes.lines) for axes in (whole, cut)]
    assert lowest[0] == 0 > lowest[1]


@pytest.mark.parametrize(("thing", "at_the_end"), [("pencil", 1), ("ribbon", 3)])
def test_only_pointed_things_on_a_ruler_have_a_point(thing, at_the_end):
    its = {"kind": "ruler", "high": 10, "start": 1, "end": 6, "thing": thing}
    outline = drawn(figure_of(its)).patches[1].get_xy()[:-1]
    assert sum(x == max(outline[:, 0]) for x, _ in outline) == at_the_end
