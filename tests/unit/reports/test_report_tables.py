"""Tables say figures as papers do, in text, CSV and JSON; and fit the terminal."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sandbox.reports.tables import NONE, Table, Told, between, figure, known, spread
from sandbox.reports.terminal import TableView
from sandbox.scoring.stats import Estimate, Interval

MEAN = Estimate(0.925, 0.1, Interval(0.9, 1.0, "bootstrap"), 38, 40, 9)
EMPTY = Estimate(None, None, None, 0, 4, 0, "nothing was scored")


def shown(table: Table, width: int = 80, *, brief: bool = False) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width).print(TableView(table, brief=brief))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.934, ".93"), (1.0, "1.00"), (0.0, ".00"), (-0.2, "−.20"), (-0.001, ".00"), (0.999, "1.00"),
     (12.345, "12.35"), (-3.0, "−3.00"), (None, "–")],
)  # fmt: skip
def test_a_figure_has_no_leading_zero(value: float | None, text: str) -> None:
    assert figure(value) == text


def test_places_are_as_asked_for() -> None:
    assert figure(0.51454, 4) == ".5145"
    assert between(Interval(0.0, 1.0, "x"), 3) == "[.000, 1.000]"
    assert between(None) == ""


@given(st.floats(-50, 50))
def test_a_figure_reads_back_within_half_a_unit_of_its_last_place(value: float) -> None:
    assert abs(float(figure(value).replace("−", "-")) - value) <= 0.005 + 1e-9


def test_spread_is_mean_and_sd_and_the_mean_alone_without_one() -> None:
    assert spread(known(0.371, 0.010)) == ".371 ± .010"
    assert spread(known(0.25)) == ".250"
    assert spread(known(None)) == "–"


def test_an_estimate_comes_in_lines_mean_interval_coverage() -> None:
    table = Table("t", "T", ("who", "score"), (("a\nb", MEAN), ("c", EMPTY)))
    assert table.lines() == [
        [("a", "b"), (".93", "[.90, 1.00]", "38 of 40")],
        [("c",), ("–", "0 of 4")],
    ]


def test_csv_gives_each_part_of_an_estimate_its_column() -> None:
    table = Table("t", "T", ("who", "score", "note"), (("a,\nb", MEAN, "x"), ("c", EMPTY, "")))
    assert list(csv.DictReader(io.StringIO(table.csv()))) == [
        {"who": "a, b", "score": "0.925", "score sd": "0.1", "score low": "0.9",
         "score high": "1", "score scored": "38", "score of": "40", "note": "x"},
        {"who": "c", "score": "", "score sd": "", "score low": "", "score high": "",
         "score scored": "0", "score of": "4", "note": ""},
    ]  # fmt: skip


def test_a_finding_is_read_as_words_and_computed_with_as_numbers() -> None:
    test = Told("F(2, 474) = 8.78,\np < .001", {"F": 8.78125, "p": 0.00018})
    rows = (
        ("tier", test, Told("p < .001", {"": 0.00018})),
        ("none", "no test", Told(NONE, {"": None})),
    )
    table = Table("t", "T", ("effect", "APA", "p"), rows)
    assert table.lines()[0] == [("tier",), ("F(2, 474) = 8.78,", "p < .001"), ("p < .001",)]
    assert list(csv.DictReader(io.StringIO(table.csv()))) == [
        {"effect": "tier", "APA": "F(2, 474) = 8.78, p < .001", "APA F": "8.78125",
         "APA p": "0.00018", "p": "0.00018"},
        {"effect": "none", "APA": "no test", "APA F": "", "APA p": "", "p": ""},
    ]  # fmt: skip
    assert table.records()[0]["APA"] == {"text": test.text, "F": 8.78125, "p": 0.00018}
    assert table.records()[1]["p"] == {"text": NONE, "value": None}


def test_json_holds_numbers_and_the_reason_why_there_is_none() -> None:
    table = Table("t", "T", ("who", "score"), (("a", MEAN), ("c", EMPTY)))
    assert table.records()[0]["score"] == {
        "mean": 0.925, "sd": 0.1, "low": 0.9, "high": 1.0, "scored": 38, "of": 40,
    }  # fmt: skip
    assert table.records()[1]["score"] == {
        "mean": None, "sd": None, "low": None, "high": None, "scored": 0, "of": 4,
        "reason": "nothing was scored",
    }  # fmt: skip


def wide(columns: int) -> Table:
    names = tuple(f"metric {k}" for k in range(columns))
    rows = tuple((f"scripted:tutor{n}", *[MEAN] * columns) for n in range(3))
    return Table("t", "Title", ("tutor", *names), rows, ("A note.",))


@given(st.integers(1, 14), st.integers(40, 120))
def test_a_wide_table_comes_in_pieces_that_fit(columns: int, width: int) -> None:
    lines = shown(wide(columns), width)
    assert max(map(len, lines)) <= width
    assert sum(line.count(".93 [.90, 1.00]") for line in lines) == 3 * columns
    assert lines[0] == "Title"
    assert lines[-1] == "A note."


def test_every_piece_repeats_the_names() -> None:
    lines = shown(wide(10))
    pieces = sum(line.startswith("tutor ") for line in lines)
    assert pieces > 1
    assert sum(line.startswith("scripted:tutor0 ") for line in lines) == pieces


def test_a_brief_view_shortens_names_and_keeps_to_the_columns_asked_for() -> None:
    table = Table("t", "T", ("who", "a", "b"), (("scripted:x", "1", "2"),), brief=("b",))
    text = "\n".join(shown(table, brief=True))
    assert "scripted:" not in text
    assert [word in text for word in ("x", "1", "2")] == [True, False, True]
    assert "scripted:x" in "\n".join(shown(table))


def test_long_names_are_broken_after_the_strand_not_cut() -> None:
    name = "novice:order-of-operations/multiplication-before-division"
    text = "\n".join(shown(Table("t", "T", ("who", "a"), ((name, "1"),)), brief=True))
    assert "novice:order-of-operations/\n" in text.replace(" ", "").replace("1\n", "\n")
    assert "multiplication-before-division" in text
    assert "…" not in text


def test_words_stand_to_the_left_and_figures_to_the_right() -> None:
    table = Table("t", "T", ("who", "words", "n"), (("a", "x", "1"), ("b", "long words", "100")))
    line = next(line for line in shown(table) if line.startswith("a"))
    assert line.index("x") == shown(table)[1].index("words")
    assert line.endswith("  1")


def test_columns_and_rows_in_which_nothing_stands_are_left_out() -> None:
    table = Table("t", "T", ("who", "why", "n"), (("a", "", "1"), ("b", "", "")))
    text = "\n".join(shown(table))
    assert "why" not in text
    assert "b" not in text.replace("\n", " ").split()


def test_an_empty_table_shows_its_columns() -> None:
    assert "who" in "\n".join(shown(Table("t", "T", ("who", "n"), ())))


def test_markup_in_cells_is_text() -> None:
    assert "[red]x[/red]" in "\n".join(
        shown(Table("t", "T", ("who", "n"), (("[red]x[/red]", "y"),)))
    )
