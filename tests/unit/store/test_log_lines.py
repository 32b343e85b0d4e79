from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_samples import cell, done, scored, start

from sandbox.errors import NewerFormatError, RunLogError, UsageError
from sandbox.records import Cell, Turn
from sandbox.store.events import TrialEvent, TurnEvent, read_line, write_line


def test_a_copy_of_a_cell_with_other_factors_has_another_key() -> None:
    cell = Cell(study="s", factors={"student": "a"})
    key = cell.key
    other = cell.model_copy(update={"factors": {"student": "b"}})
    assert other.key == Cell(study="s", factors={"student": "b"}).key != key
    assert cell.model_copy() == cell == Cell(study="s", factors={"student": "a"})
    assert "key" not in cell.model_dump()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(text=st.text(), hidden=st.dictionaries(st.text(), json_values, max_size=3))
def test_a_turn_written_and_read_back_is_the_same_turn_on_one_line(
    text: str, hidden: dict[str, object]
) -> None:
    turn = Turn(index=0, seat="tutor", text=text, author="a", hidden=hidden)
    event = TurnEvent(session="s", turn=turn)
    line = write_line(event)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert read_line(line, "x:1") == event


@pytest.mark.parametrize("event", [start(1), done(1), scored(1, 2, leak=0.0, judge=None)])
def test_every_kind_of_event_round_trips_in_one_line_that_opens_with_its_version(
    event: object,
) -> None:
    line = write_line(event)  # type: ignore[arg-type]
    assert line.startswith(b'{"v":1,"session":')
    assert line.count(b"\n") == 1
    assert read_line(line, "x:1") == event


def test_numbers_of_any_size_are_read_back_as_they_were() -> None:
    numbers = {"large": 10**40, "wide": 1e16, "small": 1e-7, "third": 1 / 3, "minus": -0.0}
    event = TrialEvent(session="s", cell=cell(1), observations=numbers)
    assert json.loads(write_line(event))["observations"] == numbers


def test_half_an_emoji_is_written_as_a_replacement_and_a_split_one_is_joined() -> None:
    turn = Turn(index=0, seat="tutor", text="a\ud83d b\ud83d\ude42", author="a")
    read = read_line(write_line(TurnEvent(session="s", turn=turn)), "x:1")
    assert isinstance(read, TurnEvent)
    assert read.turn.text == "a\ufffd b🙂"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("beside", ["", "\ud83d", "NaN"])
def test_a_value_that_json_cannot_hold_names_the_session(value: float, beside: str) -> None:
    event = TrialEvent(session="s9", cell=cell(1), observations={"x": value, "y": beside})
    with pytest.raises(UsageError, match="session s9"):
        write_line(event)


def test_the_word_for_no_number_may_be_said() -> None:
    turn = Turn(index=0, seat="student", text="NaN? Infinity!", author="a")
    read = read_line(write_line(TurnEvent(session="s", turn=turn)), "x:1")
    assert isinstance(read, TurnEvent)
    assert read.turn == turn


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b'{"v":1,"kind":"tu\n', "not a JSON object"),
        (b"\n", "not a JSON object"),
        (b"\xff\xfe\n", "not a JSON object"),
        (b'{"v":1,"kind":"dance","session":"s"}\n', "dance"),
        (b'{"v":1,"kind":"score","session":"s","scoring":0,"scores":[]}\n', "scoring"),
        (b"[" * 100_000, "not a JSON object"),
    ],
)
def test_a_damaged_line_is_reported_with_its_place_and_fault(line: bytes, what: str) -> None:
    with pytest.raises(RunLogError) as caught:
        read_line(line, "run/log.jsonl:12")
    assert "run/log.jsonl:12" in str(caught.value)
    assert what in str(caught.value)


def test_a_line_of_a_newer_format_says_which_format_can_be_read() -> None:
    with pytest.raises(NewerFormatError, match=r"x:3: written in format 2; .* reads format 1"):
        read_line(b'{"v":2,"kind":"turn","session":"s","mood":"new"}\n', "x:3")
