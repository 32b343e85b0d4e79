"""The keys `figure` and `ask_figure`: what is wrong with them is named, on loading or in the draws."""

from dataclasses import replace

import pytest
from engine_content import FAMILIES, change, content

from sandbox.content.check import check
from sandbox.content.figured import figure_faults
from sandbox.content.library import load, read_library

CORE = "  params: {a:"
GOOD = """  figure:
    kind: table
    header: ["first", "second"]
    rows: [["{a}/{b}", "{c}/{d}"]]
    alt: "A table holds {a}/{b} and {c}/{d}."
  ask_figure: ["What is the sum of both fractions?"]
"""


def with_figure(tmp_path, text):
    root = content(tmp_path)
    change(root, FAMILIES, CORE, text + CORE)
    return root


def test_family_with_a_figure_has_no_fault(tmp_path):
    library, faults = read_library((with_figure(tmp_path, GOOD),))
    assert faults == []
    assert [str(f) for f in check(library) if "figure" in str(f)] == []


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ("kind: table", "kind: tabel", "figure", "kind must be one of number-line, "),
        ("    header:", "    heads:", "figure.heads", "is no field of table; it has alt, kind, rows"),
        ("    rows: [", "    header2: [", "figure", "table needs rows"),
        ("{c}/{d}\"]]", "{q}\"]]", "figure.rows.0.1", "'q' is no parameter"),
        ("{c}/{d}\"]]", "{c\"]]", "figure.rows.0.1", "opens a brace"),
        ("\"{a}/{b}\", ", "0.5, ", "figure", "rows.0.0 must be quoted text, a whole number"),
        ("{c}/{d}.\"", "more.\"", "ask_figure.0", "does not show c, d"),
        ("  ask_figure: [\"What is the sum of both fractions?\"]\n", "", "entry", "figure needs ask_figure"),
    ],
)  # fmt: skip
def test_fault_on_loading_names_the_key(tmp_path, old, new, key, what):
    assert old in GOOD
    _, faults = read_library((with_figure(tmp_path, GOOD.replace(old, new, 1)),))
    assert any(f"{key}: " in str(fault) and what in str(fault) for fault in faults), faults


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ('["{a}/{b}", "{c}/{d}"]', '["{a}/{b}"]', "figure", "the same 1 to 10 cells; with {'a'"),
        ('"{c}/{d}"]]', '"{c + 40}/{d}"]]', "figure.alt", "which the picture does not show"),
        ('    alt: "A table holds {a}/{b} and {c}/{d}."\n', "", "ask_figure.0", "reads back as nothing"),
    ],
)  # fmt: skip
def test_fault_in_the_draws_names_the_key_and_the_numbers(tmp_path, old, new, key, what):
    assert old in GOOD
    library, faults = read_library((with_figure(tmp_path, GOOD.replace(old, new, 1)),))
    assert faults == []
    found = [str(fault) for fault in check(library)]
    assert any(f"{key}: " in fault and what in fault for fault in found), found


def test_words_may_tell_a_reading_as_a_decimal_that_the_data_hold_as_a_fraction():
    library = load()
    family = library.families["dec-cost-part-unit"]
    problem = family.problem({"p": 9, "q": 6, "k": 1})
    assert "0.6 kg" in problem.figure.alt
    assert list(figure_faults(problem, library)) == []


def test_words_may_tell_the_number_that_blocks_make_and_no_other():
    library = load()
    problem = library.families["sub-one-exchange"].problem({"a": 742, "b": 315})
    assert "742" in problem.figure.alt
    assert list(figure_faults(problem, library)) == []
    said = {**problem.family.figure.fields, "alt": "Base-ten blocks that show the number 743."}
    rule = replace(problem.family.figure, fields=said)
    lying = replace(problem.family, figure=rule).problem({"a": 742, "b": 315})
    found = dict(figure_faults(lying, library, is_read=False))
    assert "speaks of 743" in found["figure.alt"]
