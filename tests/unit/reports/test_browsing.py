"""A run to browse: filters, means, two runs side by side, everything shown in one file."""

import json
import zipfile

import pytest

from sandbox.records import Cell, Ending, Item, Manifest, Score, Turn
from sandbox.reports.browsing import (
    Chosen,
    browse,
    comparison,
    difference_of,
    listing,
    mean_of,
    summary,
    write_shown,
)
from sandbox.store.events import EndingEvent, ScoreEvent, StartEvent, TrialEvent, TurnEvent
from sandbox.store.runlog import RunLog


def made(folder, sessions):
    """A run with (student, tutor, task, scope control, reason)."""
    manifest = Manifest(
        run=folder.name, study="dialogue", design={}, seed=0, package_version="0", content_hash="c",
        created="2026-01-01",
    )  # fmt: skip
    with RunLog.create(folder, manifest) as log:
        for number, (student, tutor, task, value, reason) in enumerate(sessions):
            cell = Cell(
                study="dialogue", factors={"student": student, "tutor": tutor}, replicate=number
            )
            key = cell.key
            item = Item(id="i", question="1 + 1?", answer="2", family=task)
            log.append_now(
                StartEvent(session=key, cell=cell, item=item, student=student, tutor=tutor),
                TurnEvent(session=key, turn=Turn(index=0, seat="tutor", text="=2", author=tutor)),
                EndingEvent(session=key, cell=cell, ending=Ending(kind="turn-limit")),
                TrialEvent(session=key, cell=cell),
                ScoreEvent(session=key, scoring=1, scores=(
                    Score(session=key, metric="scope_control", value=value, reason=reason),
                    Score(session=key, metric="scope", value=1.0, turn=0),
                )),
            )  # fmt: skip
    return folder


@pytest.fixture
def run(tmp_path):
    return browse(
        made(
            tmp_path / "one",
            [
                ("s1", "t1", "add", 1.0, ""),
                ("s2", "t1", "add", 0.0, ""),
                ("s1", "t2", "sub", None, "no key"),
                ("s2", "t2", "sub", 1.0, ""),
            ],
        )
    )


def test_filters_keep_what_is_meant(run):
    assert run.options("student") == ["s1", "s2"]
    assert run.options("task") == ["add", "sub"]
    assert len(run.where(Chosen())) == 4
    assert [talk.student for talk in run.where(Chosen(tutor="t1", student="s2"))] == ["s2"]
    assert run.where(Chosen(tutor="t1", task="sub")) == []


def test_unscored_is_counted_and_not_averaged(run):
    found = mean_of(run.where(Chosen(tutor="t2")), "scope_control")
    assert (found.mean, found.coverage) == (1.0, "1 of 2")
    table = summary(run.where(Chosen()), run.metrics)
    assert table.columns == ("metric", "t1", "t2")
    assert table.rows[0][1].mean == 0.5
    assert run.metrics == ["scope_control"]


def test_two_runs_stand_side_by_side_on_the_same_filter(run, tmp_path):
    other = browse(
        made(tmp_path / "two", [("s1", "t1", "add", 1.0, ""), ("s1", "t3", "add", 0.0, "")])
    )
    table = comparison(run, other, Chosen(tutor="t1"))
    ((metric, mine, theirs, gap),) = table.rows
    assert (metric, mine.mean, theirs.mean, gap.mean) == ("scope_control", 0.5, 1.0, 0.5)
    nothing = comparison(run, other, Chosen(tutor="t3"))
    assert nothing.rows[0][3].mean is None


def test_difference_of_two_runs_has_an_interval_that_draws_whole_students(tmp_path):
    sessions = [(f"s{n}", "t", "add", float(n % 2), "") for n in range(8)]
    first = browse(made(tmp_path / "one", sessions))
    same = difference_of(first.talks, first.talks, "scope_control")
    assert (same.mean, same.interval) == (0.0, None)  # each student against themselves: no spread
    better = browse(made(tmp_path / "two", [(*s[:3], 1.0, "") for s in sessions]))
    gap = difference_of(first.talks, better.talks, "scope_control")
    assert gap.mean == 0.5
    assert 0 <= gap.interval.low < 0.5 < gap.interval.high <= 1
    lone = difference_of(first.talks[:1], better.talks[:1], "scope_control")
    assert (lone.mean, lone.interval) == (1.0, None)
    assert lone.reason


def test_download_holds_what_is_shown_and_nothing_else(run, tmp_path):
    talks = run.where(Chosen(student="s1"))
    out = tmp_path / "out.zip"
    write_shown(run, talks, [summary(talks, run.metrics)], out, "<p>figure</p>")
    with zipfile.ZipFile(out) as bundle:
        assert set(bundle.namelist()) == {
            "summary.csv",
            "sessions.csv",
            "sessions.jsonl",
            "figure.html",
        }
        lines = bundle.read("sessions.jsonl").decode().splitlines()
        rows = bundle.read("sessions.csv").decode().splitlines()
    assert {json.loads(line)["transcript"]["student"] for line in lines} == {"s1"}
    assert len(rows) == 1 + len(talks) == 3
    assert [path.name for path in tmp_path.glob("out*")] == ["out.zip"]


def test_list_has_a_row_a_session_with_a_dash_for_the_unscored(run):
    table = listing(run.where(Chosen()), ["scope_control"])
    assert [row[-1] for row in table.rows] == ["1.00", ".00", "–", "1.00"]
