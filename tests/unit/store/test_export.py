from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_samples import ITEM, TEXTS, cell, done, log_file, make_run, scored, start, trial, whole

from sandbox.errors import Fault, ImportFormatError, RunLogError, UnknownNameError, UsageError
from sandbox.records import Transcript, Turn
from sandbox.store.events import TrialEvent
from sandbox.store.exchange import import_sessions
from sandbox.store.export import (
    FORMATS,
    ExportOptions,
    SessionRecord,
    export_run,
    guarded,
    session_records,
    write_records,
)
from sandbox.types import Seat


def run_folder(tmp_path: Path) -> Path:
    return make_run(
        tmp_path / "run",
        *whole(1),
        scored(1, 1, leak=0.0, judge=None),
        *whole(2),
        TrialEvent(session=cell(3).key, cell=cell(3), observations={"choice": "B"}),
        start(4),
    )


def test_records_hold_trial_observations_and_scores(tmp_path: Path) -> None:
    first, second, third = session_records(run_folder(tmp_path))
    assert first.transcript == trial(1).transcript
    assert [(score.metric, score.value) for score in first.scores] == [
        ("leak", 0.0),
        ("judge", None),
    ]
    assert second.scores == ()
    assert third.transcript is None
    assert third.observations == {"choice": "B"}


@pytest.mark.parametrize("form", ["jsonl", "openai", "sharegpt"])
@pytest.mark.parametrize("perspective", ["tutor", "student"])
def test_export_import_export_is_the_identity(tmp_path: Path, form: str, perspective: Seat) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    options = ExportOptions(perspective=perspective)
    written = export_run(run_folder(tmp_path), form, first, options)
    assert written == (3 if form == "jsonl" else 2)
    records = list(import_sessions(form, first, perspective=perspective))
    assert write_records(records, form, second, options) == written
    assert second.read_bytes() == first.read_bytes()
    assert [record.session for record in records][:2] == [cell(1).key, cell(2).key]


@given(
    texts=st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=5),
    picture=st.booleans(),
)
def test_any_text_and_image_survives_the_message_formats(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], picture: bool
) -> None:
    folder = tmp_path_factory.mktemp("any")
    turns = tuple(
        Turn(
            index=index,
            seat="tutor" if index % 3 else "student",
            text=text,
            author="a",
            images=("ab" * 32,) if picture else (),
        )
        for index, text in enumerate(texts)
    )
    transcript = Transcript(session="s", item=ITEM, student="x", tutor="y", turns=turns)
    for form in ("openai", "sharegpt", "jsonl"):
        out = folder / form
        write_records([SessionRecord(session="s", transcript=transcript)], form, out)
        (record,) = import_sessions(form, out)
        assert record.transcript is not None
        read = [(turn.seat, turn.text, turn.images) for turn in record.transcript.turns]
        assert read == [(turn.seat, turn.text, turn.images) for turn in turns]


def test_the_message_formats_are_what_others_expect(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    export_run(folder, "openai", tmp_path / "o")
    export_run(folder, "sharegpt", tmp_path / "s", ExportOptions(perspective="student"))
    openai = json.loads((tmp_path / "o").read_text().splitlines()[0])
    assert openai["session"] == cell(1).key
    assert openai["messages"][:2] == [
        {"role": "user", "content": TEXTS[0]},
        {"role": "assistant", "content": TEXTS[1]},
    ]
    sharegpt = json.loads((tmp_path / "s").read_text().splitlines()[0])
    assert sharegpt["session"] == cell(1).key
    assert [said["from"] for said in sharegpt["conversations"]] == ["gpt", "human", "gpt"]


def test_hidden_text_is_only_in_jsonl_and_can_be_left_out_there(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    for form in FORMATS:
        export_run(folder, form, tmp_path / form)
    export_run(folder, "jsonl", tmp_path / "open", ExportOptions(hidden=False))
    holding = [
        path.name
        for path in tmp_path.iterdir()
        if path.is_file() and "secret-belief" in path.read_text()
    ]
    assert holding == ["jsonl"]


def test_csv_has_a_row_a_turn_and_runs_nothing_in_a_spreadsheet(tmp_path: Path) -> None:
    export_run(run_folder(tmp_path), "csv", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert [row["text"] for row in rows[:3]] == [TEXTS[0], TEXTS[1], "'" + TEXTS[2]]
    assert {row["session"] for row in rows} == {cell(1).key, cell(2).key}
    assert rows[0]["ending"] == "tutor-ended"
    assert json.loads(rows[0]["factors"]) == {"n": 1, "student": "s1"}


@given(st.text())
def test_a_guarded_field_never_starts_a_formula_and_keeps_its_text(text: str) -> None:
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert guarded(text).endswith(text)


def test_an_export_never_lands_on_the_run_itself(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    before = log_file(folder).read_bytes()
    (tmp_path / "link").symlink_to(log_file(folder))
    for out in (log_file(folder), tmp_path / "link", folder / "x" / ".." / "manifest.json"):
        with pytest.raises(UsageError, match="file of the run itself"):
            export_run(folder, "jsonl", out)
    assert log_file(folder).read_bytes() == before


def test_an_unknown_format_suggests_the_known_one(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean openai"):
        export_run(run_folder(tmp_path), "open-ai", tmp_path / "out")
    with pytest.raises(UnknownNameError, match="import format 'csv'"):
        import_sessions("csv", tmp_path / "out")


def test_a_full_disk_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    for out, why in ((Path("/dev/full"), "No space left"), (tmp_path / "no" / "out", "No such")):
        with pytest.raises(RunLogError, match=why) as caught:
            export_run(folder, "jsonl", out)
        assert str(out) in str(caught.value)


def test_an_export_of_a_damaged_run_leaves_the_old_file(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1), done(2))
    log_file(folder).write_bytes(log_file(folder).read_bytes() + b"junk\n" * 2)
    (tmp_path / "out").write_text("old")
    with pytest.raises(RunLogError, match=r"log\.jsonl:8"):
        export_run(folder, "openai", tmp_path / "out")
    assert (tmp_path / "out").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("form", "line", "what"),
    [
        ("openai", "{", "Invalid JSON"),
        ("openai", "[]", "an object"),
        ("openai", "{}", "messages: a list of objects"),
        ("openai", '{"messages":[]}', "no turns"),
        ("openai", '{"messages":[{"role":"narrator","content":"x"}]}', "'narrator' is none of"),
        ("openai", '{"messages":[{"role":"user","content":3}]}', "content"),
        ("openai", '{"messages":[{"role":"user","content":[{"type":"audio"}]}]}', "'audio'"),
        ("openai", '{"messages":[{"role":["user"],"content":"x"}]}', "role"),
        ("openai", '{"messages":[{"role":"user","content":"x"}],"session":3}', "session"),
        ("sharegpt", '{"conversations":[{"from":"gpt"}]}', "value"),
        ("sharegpt", '{"conversations":[{"from":"gpt","value":"x","images":3}]}', "images"),
        ("jsonl", '{"v":1}', "session"),
        ("jsonl", '{"v":2,"session":"s"}', "format 2; this version reads 1"),
    ],
)
def test_a_foreign_line_that_cannot_be_used_is_named_and_can_be_skipped(
    tmp_path: Path, form: str, line: str, what: str
) -> None:
    good = {
        "openai": '{"messages":[{"role":"user","content":"x"}]}',
        "sharegpt": '{"conversations":[{"from":"human","value":"x"}]}',
        "jsonl": '{"v":1,"session":"ok"}',
    }[form]
    path = tmp_path / "in.jsonl"
    path.write_text(f"{line}\n{good}\n")
    with pytest.raises(ImportFormatError, match=r"in\.jsonl:1") as caught:
        list(import_sessions(form, path))
    assert what in str(caught.value)
    faults: list[Fault] = []
    assert len(list(import_sessions(form, path, on_fault=faults.append))) == 1
    assert [fault.place for fault in faults] == [f"{path}:1"]


def test_a_foreign_file_without_ids_gets_stable_ones_and_loses_its_system_message(
    tmp_path: Path,
) -> None:
    path = tmp_path / "in.jsonl"
    line = json.dumps(
        {
            "messages": [
                {"role": "system", "content": "You are a tutor"},
                {"role": "user", "content": "Hi"},
            ]
        }
    )
    path.write_text(f"{line}\n\n{line}\n")
    first, second = import_sessions("openai", path)
    assert first.session != second.session
    assert [record.session for record in import_sessions("openai", path)] == [
        first.session,
        second.session,
    ]
    assert first.transcript is not None
    assert [turn.text for turn in first.transcript.turns] == ["Hi"]


def test_a_session_that_stands_twice_in_a_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"v":1,"session":"s"}\n{"v":1,"session":"s"}\n')
    with pytest.raises(ImportFormatError, match=r"in\.jsonl:2: session s is already on line 1"):
        list(import_sessions("jsonl", path))
