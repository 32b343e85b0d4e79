"""A run that is killed and resumed, also twice, ends like one that nobody disturbed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from kill_resume_study import SESSIONS

from sandbox.records import rng
from sandbox.store.reading import run_state, scores, sessions

STUDY = Path(__file__).with_name("kill_resume_study.py")


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(STUDY), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(folder: Path) -> str:
    said, complaint = start(folder).communicate(timeout=60)
    assert complaint == ""
    return said


def stop_at(folder: Path, size: int, how: signal.Signals) -> tuple[int, str]:
    """Start or resume, and send a signal as soon as the log has grown to `size` bytes."""
    log = folder / "log.jsonl"
    running = start(folder)
    while running.poll() is None and (not log.exists() or log.stat().st_size < size):
        time.sleep(0.0005)
    running.send_signal(how)
    said, _ = running.communicate(timeout=60)
    return running.returncode, said


def outcome(folder: Path) -> tuple[dict[str, object], Counter[str]]:
    """What a run came to, time stamps aside."""
    trials = {}
    for trial in sessions(folder):
        assert trial.transcript is not None
        assert trial.cell.key not in trials
        texts = [(turn.seat, turn.text) for turn in trial.transcript.turns]
        trials[trial.cell.key] = (texts, trial.transcript.ending, dict(trial.observations))
    return trials, Counter(score.model_dump_json() for score in scores(folder))


def logged_once(folder: Path) -> bool:
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]
    seen = Counter(
        (line["session"], line["kind"], line["turn"]["index"] if line["kind"] == "turn" else -1)
        for line in lines
    )
    return max(seen.values()) == 1


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    finish(folder)
    return folder


def test_the_undisturbed_run_is_whole(undisturbed: Path) -> None:
    trials, scored = outcome(undisturbed)
    assert len(trials) == SESSIONS
    assert sum(scored.values()) == sum(len(texts) for texts, _, _ in trials.values())  # type: ignore[misc]
    assert logged_once(undisturbed)


@pytest.mark.parametrize("attempt", range(4))
def test_a_run_killed_twice_at_random_ends_like_an_undisturbed_one(
    tmp_path: Path, undisturbed: Path, attempt: int
) -> None:
    folder = tmp_path / "run"
    whole = (undisturbed / "log.jsonl").stat().st_size
    draw = rng("kill", attempt)
    first, second = sorted(int(whole * draw.uniform(0.02, 0.85)) for _ in range(2))
    for size in (first, second):
        code, _ = stop_at(folder, size, signal.SIGKILL)
        assert code == -signal.SIGKILL
        state = run_state(folder)
        assert state.unfinished
        assert len(state.done) < SESSIONS
    assert "failed=0" in finish(folder)
    assert outcome(folder) == outcome(undisturbed)
    assert logged_once(folder)


def test_ctrl_c_ends_a_run_cleanly_and_a_resume_completes_it(
    tmp_path: Path, undisturbed: Path
) -> None:
    folder = tmp_path / "run"
    half = (undisturbed / "log.jsonl").stat().st_size // 2
    code, said = stop_at(folder, half, signal.SIGINT)
    assert code == 0
    assert "interrupted=True" in said
    assert (folder / "log.jsonl").read_bytes().endswith(b"\n")
    assert 0 < len(run_state(folder).done) < SESSIONS
    finish(folder)
    assert outcome(folder) == outcome(undisturbed)
    assert logged_once(folder)


def test_a_run_that_meets_a_full_disk_says_so_and_is_completed_when_there_is_room(
    tmp_path: Path, undisturbed: Path
) -> None:
    folder = tmp_path / "run"
    half = (undisturbed / "log.jsonl").stat().st_size // 2
    result = subprocess.run(
        [sys.executable, str(STUDY), str(folder), str(half)], capture_output=True, text=True
    )
    assert result.returncode != 0
    last = result.stderr.splitlines()[-1]
    assert last.endswith(f"RunLogError: cannot write {folder / 'log.jsonl'}: File too large")
    assert 0 < len(run_state(folder).done) < SESSIONS
    assert "repaired=''" not in finish(folder)
    assert outcome(folder) == outcome(undisturbed)
    assert logged_once(folder)


def test_resuming_a_finished_run_adds_nothing(undisturbed: Path) -> None:
    before = (undisturbed / "log.jsonl").read_bytes()
    assert f"earlier={SESSIONS}, done={SESSIONS}" in finish(undisturbed)
    assert (undisturbed / "log.jsonl").read_bytes() == before
