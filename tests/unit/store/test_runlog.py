from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from store_samples import (
    MANIFEST,
    cell,
    done,
    ended,
    log_file,
    make_run,
    said,
    scored,
    start,
    trial,
    whole,
)

from sandbox.errors import NewerFormatError, RunLogError, UsageError
from sandbox.store.events import TrialEvent
from sandbox.store.images import load_image, save_image
from sandbox.store.reading import (
    read_manifest,
    run_state,
    scores,
    sessions,
    unfinished,
)
from sandbox.store.runlog import RunLog


def test_what_is_logged_is_read_back_as_it_was(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "deep" / "run", *whole(1), *whole(2))
    assert read_manifest(folder) == MANIFEST
    assert list(sessions(folder)) == [trial(1), trial(2)]
    assert unfinished(folder) == []


def test_interleaved_sessions_come_apart(tmp_path: Path) -> None:
    pairs = zip(whole(1), whole(2), strict=True)
    folder = make_run(tmp_path / "run", *[event for pair in pairs for event in pair])
    assert list(sessions(folder)) == [trial(1), trial(2)]


async def test_events_appended_at_once_share_flushes_and_all_arrive(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:

        async def one(number: int) -> None:
            for event in whole(number):
                await log.append(event)

        await asyncio.gather(*(one(number) for number in range(50)))
        assert len(log_file(log.folder).read_bytes().splitlines()) == 50 * 6
    assert {held.cell.key for held in sessions(log.folder)} == {cell(n).key for n in range(50)}


async def test_an_appended_event_is_in_the_file_when_append_returns(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        await log.append(start(1))
        assert log_file(log.folder).read_bytes().endswith(b"\n")
        await log.append(*said(1))
        assert len(log_file(log.folder).read_bytes().splitlines()) == 4


async def test_a_posted_event_is_in_the_file_before_a_later_one(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        for event in whole(1)[:-1]:
            log.post(event)
        await log.append(whole(1)[-1])
        assert list(sessions(log.folder)) == [trial(1)]


async def test_a_posted_event_goes_to_the_disk_though_nobody_waits_for_it(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        log.post(start(1))
        await log.drain()
        assert [left.cell for left in unfinished(log.folder)] == [cell(1)]


async def test_that_a_posted_event_was_not_written_is_said_to_whoever_comes_next(
    tmp_path: Path,
) -> None:
    folder = make_run(tmp_path / "run")
    log_file(folder).unlink()
    log_file(folder).symlink_to("/dev/full")
    with RunLog.open(folder) as log:
        log.post(start(1))
        with pytest.raises(RunLogError, match="No space left"):
            await log.append(start(2))
        with pytest.raises(RunLogError, match="No space left"):
            log.post(start(3))


async def test_a_cancelled_append_does_not_disturb_the_others(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        doomed = asyncio.create_task(log.append(start(1)))
        other = asyncio.create_task(log.append(start(2)))
        await asyncio.sleep(0)
        doomed.cancel()
        await other
        await log.drain()
    assert {left.cell.key for left in unfinished(log.folder)} >= {cell(2).key}


async def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    log = RunLog.create(tmp_path / "run", MANIFEST)
    waiting = asyncio.create_task(log.append(start(1)))
    await asyncio.sleep(0)
    log.close()
    await waiting
    assert [left.cell for left in unfinished(log.folder)] == [cell(1)]
    with pytest.raises(RunLogError, match="closed"):
        await log.append(start(2))


async def test_an_event_that_json_cannot_hold_leaves_the_log_usable(tmp_path: Path) -> None:
    bad = TrialEvent(session=cell(1).key, cell=cell(1), observations={"x": float("inf")})
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        with pytest.raises(UsageError, match=cell(1).key):
            await log.append(start(1), bad)
        await log.append(start(2))
    assert [left.cell for left in unfinished(log.folder)] == [cell(2)]


def test_a_run_is_never_created_over_another(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1))
    before = log_file(folder).read_bytes()
    with pytest.raises(RunLogError, match="already holds a run; resume it"):
        RunLog.create(folder, MANIFEST)
    assert log_file(folder).read_bytes() == before


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RunLogError, match=r"not empty \(it holds thesis.txt\)"):
        RunLog.create(tmp_path, MANIFEST)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_creation_cut_short_can_be_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.lock").write_text("1\n")
    (folder / ".manifest.json.99.new").write_text("{")
    log_file(folder).touch()
    make_run(folder, *whole(1))
    assert list(sessions(folder)) == [trial(1)]


def test_one_writer_at_a_time_and_the_next_after_it(tmp_path: Path) -> None:
    with RunLog.create(tmp_path / "run", MANIFEST) as log:
        with pytest.raises(RunLogError, match=rf"another process.*\(process {os.getpid()}\)"):
            RunLog.open(log.folder)
        with pytest.raises(RunLogError, match="already holds a run"):
            RunLog.create(log.folder, MANIFEST)
    RunLog.open(log.folder).close()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_is_tolerated_and_mended_on_reopening(tmp_path: Path, cut: int) -> None:
    folder = make_run(tmp_path / "run", *whole(1), start(2))
    whole_log = log_file(folder).read_bytes()
    log_file(folder).write_bytes(whole_log[:-1] + b"\n" + whole_log[:cut])
    assert list(sessions(folder)) == [trial(1)]
    assert [left.cell for left in unfinished(folder)] == [cell(2)]
    with RunLog.open(folder) as log:
        assert f"its {cut} bytes were cut off" in log.repaired
        log.append_now(*said(2), ended(2), done(2))
    assert list(sessions(folder)) == [trial(1), trial(2)]


def test_a_whole_last_line_that_lacks_its_newline_is_kept(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1))
    log_file(folder).write_bytes(log_file(folder).read_bytes()[:-1])
    assert list(sessions(folder)) == [trial(1)]
    with RunLog.open(folder) as log:
        assert log.repaired == ""
        log.append_now(*whole(2))
    assert list(sessions(folder)) == [trial(1), trial(2)]


def test_a_tail_of_zeros_left_by_a_power_cut_counts_as_torn(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1))
    with log_file(folder).open("ab") as log_handle:
        log_handle.write(b"\0" * 5000)
    assert list(sessions(folder)) == [trial(1)]
    with RunLog.open(folder) as log:
        assert "5000 bytes" in log.repaired


def test_a_torn_line_longer_than_any_buffer_is_cut_off_whole(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1))
    before = log_file(folder).read_bytes()
    log_file(folder).write_bytes(before + b'{"v":1,"text":"' + b"x" * 300_000)
    RunLog.open(folder).close()
    assert log_file(folder).read_bytes() == before


@pytest.mark.parametrize("line", [1, 3, 6])
def test_damage_before_the_last_line_is_reported_with_file_and_line(
    tmp_path: Path, line: int
) -> None:
    folder = make_run(tmp_path / "run", *whole(1), start(2))
    lines = log_file(folder).read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1][:20] + b"\n"
    log_file(folder).write_bytes(b"".join(lines))
    for read in (lambda: list(sessions(folder)), lambda: run_state(folder)):
        with pytest.raises(RunLogError) as caught:
            read()
        assert f"{log_file(folder)}:{line}:" in str(caught.value)


@pytest.mark.parametrize(
    ("events", "what"),
    [
        ([start(1), said(1)[1]], "turn 1 where 0 should come"),
        ([start(1), said(1)[0], said(1)[0]], "turn 0 where 1 should come"),
        ([said(1)[0]], "a turn without a start"),
        ([start(1), start(1)], "it starts twice"),
        ([start(1), ended(1), said(1)[0]], "a turn after its ending"),
    ],
)
def test_lines_that_do_not_fit_together_are_damage(
    tmp_path: Path, events: list[object], what: str
) -> None:
    folder = make_run(tmp_path / "run", *events)  # type: ignore[arg-type]
    with pytest.raises(RunLogError, match=what) as caught:
        list(sessions(folder))
    assert f"{log_file(folder)}:{len(events)}:" in str(caught.value)


def test_a_trial_logged_twice_is_damage(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1), done(1))
    with pytest.raises(RunLogError, match="a trial after its trial"):
        run_state(folder)


def test_a_failed_session_is_unfinished_and_goes_on_from_its_turns(tmp_path: Path) -> None:
    failed = [start(1), said(1)[0], ended(1, "error", "provider down")]
    folder = make_run(tmp_path / "run", *failed)
    (left,) = unfinished(folder)
    assert left.failure is not None
    assert left.failure.note == "provider down"
    assert list(sessions(folder)) == []
    with RunLog.open(folder) as log:
        log.append_now(*said(1)[1:], ended(1), done(1))
    assert list(sessions(folder)) == [trial(1)]


def test_a_failure_before_the_start_is_kept_with_its_cell(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", ended(1, "error", "no such model"))
    (left,) = unfinished(folder)
    assert left.cell == cell(1)
    assert left.transcript is None
    assert left.failure is not None


def test_a_later_scoring_pass_replaces_only_what_it_scored_again(tmp_path: Path) -> None:
    folder = make_run(
        tmp_path / "run",
        *whole(1),
        scored(1, 1, leak=0.0, judge=None),
        *whole(2),
        scored(2, 1, leak=1.0),
        scored(1, 2, judge=0.75),
    )
    held = {(score.session, score.metric): score.value for score in scores(folder)}
    assert held == {
        (cell(1).key, "leak"): 0.0,
        (cell(1).key, "judge"): 0.75,
        (cell(2).key, "leak"): 1.0,
    }
    state = run_state(folder)
    assert state.scoring == 2
    assert state.scored == {cell(1).key}
    assert state.done == {cell(1).key, cell(2).key}


def test_a_manifest_of_a_newer_format_is_refused_with_the_format_that_can_be_read(
    tmp_path: Path,
) -> None:
    folder = make_run(tmp_path / "run")
    (folder / "manifest.json").write_text('{"format":9,"moods":[]}')
    for use in (RunLog.open, read_manifest, lambda place: list(sessions(place))):
        with pytest.raises(NewerFormatError, match=r"format 9; this version reads format 1"):
            use(folder)


@pytest.mark.parametrize(
    ("manifest", "what"),
    [("{", "not a JSON object"), ("{}", "run: Field required"), ("[1]", "not a JSON object")],
)
def test_a_damaged_manifest_is_named(tmp_path: Path, manifest: str, what: str) -> None:
    folder = make_run(tmp_path / "run")
    (folder / "manifest.json").write_text(manifest)
    with pytest.raises(RunLogError, match=what) as caught:
        RunLog.open(folder)
    assert str(folder / "manifest.json") in str(caught.value)


def test_a_folder_that_is_no_run_folder_is_called_that(tmp_path: Path) -> None:
    for use in (RunLog.open, read_manifest, run_state):
        with pytest.raises(RunLogError, match="is not a run folder"):
            use(tmp_path / "nowhere")


@pytest.mark.parametrize("where", ["file/run", "/proc/run", "/dev/full/run"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    folder = tmp_path / where
    with pytest.raises(RunLogError) as caught:
        RunLog.create(folder, MANIFEST)
    assert str(folder) in str(caught.value)


async def test_a_full_disk_is_an_error_that_names_the_log_and_stays_one(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run")
    log_file(folder).unlink()
    log_file(folder).symlink_to("/dev/full")
    with RunLog.open(folder) as log:
        waiting = [asyncio.create_task(log.append(start(number))) for number in range(3)]
        for result in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(result, RunLogError)
            assert str(log_file(folder)) in str(result)
            assert "No space left" in str(result)
        with pytest.raises(RunLogError, match="No space left"):
            log.append_now(start(9))
        with pytest.raises(RunLogError, match="No space left"):
            await log.append(start(9))
    with pytest.raises(RunLogError, match="not a regular file"):
        list(sessions(folder))


LIMITED = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from store_samples import MANIFEST, whole
from sandbox.errors import RunLogError
from sandbox.store.runlog import RunLog
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
log = RunLog.create(Path(sys.argv[1]), MANIFEST)
try:
    for number in range(100):
        log.append_now(*whole(number))
        print(number, flush=True)
except RunLogError as error:
    print(error)
"""


def test_a_size_limit_keeps_what_was_logged_and_the_run_goes_on_later(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-c", LIMITED, str(folder), str(Path(__file__).parent)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    *counted, message = result.stdout.splitlines()
    assert "File too large" in message
    assert str(log_file(folder)) in message
    logged = [held.cell for held in sessions(folder)]
    assert logged == [cell(int(number)) for number in counted]
    assert len(logged) > 1
    with RunLog.open(folder) as log:
        assert "torn" in log.repaired
        log.append_now(*whole(200))
    assert [held.cell for held in sessions(folder)] == [*logged, cell(200)]


def test_a_reader_is_not_disturbed_by_a_line_that_is_being_written(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", *whole(1), *whole(2))
    data = log_file(folder).read_bytes()
    log_file(folder).write_bytes(data[:-10])
    reading = sessions(folder)
    assert next(reading) == trial(1)
    log_file(folder).write_bytes(data)
    assert list(reading) in ([], [trial(2)])


def test_images_are_kept_once_by_content_and_checked_when_read(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run")
    name = save_image(folder, b"\x89PNG one")
    assert save_image(folder, b"\x89PNG one") == name
    assert len(list((folder / "images").iterdir())) == 1
    assert load_image(folder, name) == b"\x89PNG one"
    (folder / "images" / name).write_bytes(b"other")
    with pytest.raises(RunLogError, match="damaged"):
        load_image(folder, name)
    with pytest.raises(RunLogError, match="does not name an image"):
        load_image(folder, "../manifest.json")
