"""The keys `figure` and `ask_figure`: what is wrong with them is named, on loading or in the draws."""

import pytest
from engine_content import FAMILIES, change, content

from sandbox.content.check import check
from sandbox.content.library import read_library

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
