"""What is printed is text: it cannot steer the terminal, and JSON is JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.cli.console import complain, print_entries, print_json, say, whole
from sandbox.cli.demo import DEMO
from sandbox.content.library import Library
from sandbox.experiments.dialogue import Dialogue, DialogueDesign

from sandbox.errors import UsageError  # isort: skip


def test_text_is_printed_as_it_is_without_what_steers_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say("[bold]:smile: 1/2\x1b[2J\x07\tx\ny")
    complain("\x1b]0;title\x07[red]no")
    out, err = capsys.readouterr()
    assert out == "[bold]:smile: 1/2[2J\tx\ny\n".expandtabs(8) or "\x1b" not in out
    assert "\x1b" not in out + err
    assert "\x07" not in out + err
    assert "[bold]:smile: 1/2" in out
    assert err.endswith("[red]no\n")


@given(st.text())
def test_a_text_loses_only_halves_of_characters(text: str) -> None:
    assert whole(text) == text
    assert whole(text + "\udcff") == text + "?"


def test_json_is_json_whatever_stands_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"a": "[red]:smile:\x1b ½", "b": [1, None]}
    print_json(value)
    assert json.loads(capsys.readouterr().out) == value


def test_an_entry_is_a_name_and_an_indented_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_entries("2 things", [("a/b", "long " * 40), ("c", "short")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["2 things", "a/b"]
    assert lines[-2:] == ["c", "    short"]
    assert max(map(len, lines)) <= 80


def test_the_demo_names_what_there_is_over_six_strands(library: Library) -> None:
    assert Dialogue(library, DEMO).plan == DEMO
    beliefs = [name for name in DEMO.students if name.startswith("novice:")]
    assert len({name.split("/")[0] for name in beliefs}) == 6
    assert {name for name in DEMO.students if name.startswith("timss:")} == {
        f"timss:{profile}" for profile in library.profiles
    }
    assert DEMO.matched_learners >= 30


def test_a_design_comes_back_out_of_its_manifest() -> None:
    assert DialogueDesign.from_json(DEMO.as_json()) == DEMO


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pool": "x"}, "the design's pool: "),
        ({"students": "a"}, "the design's students: "),
        ({"puls": 3}, "a dialogue's design has no puls"),
    ],
)
def test_a_design_that_makes_no_sense_is_refused_with_the_key(
    change: dict[str, object], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        DialogueDesign.from_json({**DEMO.as_json(), **change})  # type: ignore[dict-item]
