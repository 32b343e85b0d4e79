"""`sandbox run dialogue` killed in the middle, `sandbox resume` too: the sessions are the same."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import process, sandbox, well

from sandbox.content.files import FOLDERS, content_root
from sandbox.store.catalogue import Catalogue
from sandbox.store.reading import run_state, scores, sessions

REPLICATES = 35  # more sessions than are open at once, so that some are done before the end
SESSIONS = 4 * REPLICATES
STUDY = ("run", "dialogue", "--student", "timss:g4-low", "--student", "timss:g8-intermediate",
         "--tutor", "scripted:teller", "--tutor", "scripted:solver",
         "--replicates", REPLICATES, "--tests", 0, "--turns", 4)  # fmt: skip


def outcome(folder: Path) -> tuple[dict[str, object], Counter[str]]:
    """What a run came to, time stamps aside."""
    trials: dict[str, object] = {}
    for trial in sessions(folder):
        assert trial.transcript is not None
        assert trial.cell.key not in trials
        said = [(turn.seat, turn.text, dict(turn.hidden)) for turn in trial.transcript.turns]
        trials[trial.cell.key] = (said, trial.transcript.ending, dict(trial.observations))
    return trials, Counter(score.model_dump_json() for score in scores(folder))


def stopped_at(folder: Path, size: int, how: signal.Signals, *command: object) -> tuple[int, str]:
    """Start a command, and send a signal as soon as the log has grown to `size` bytes."""
    log = folder / "log.jsonl"
    with subprocess.Popen(process(*command), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as running:  # fmt: skip
        while running.poll() is None and (not log.exists() or log.stat().st_size < size):
            time.sleep(0.0005)
        running.send_signal(how)
        _, complaint = running.communicate(timeout=60)
    return running.returncode, complaint


def cut_inside_a_session(log: Path) -> None:
    """Leave what a run leaves that is killed while it writes: of one session some turns only."""
    held = log.read_bytes().splitlines(keepends=True)
    whole = [line for line in held if line.endswith(b"\n")]
    last = max(k for k, line in enumerate(whole) if b'"kind":"turn"' in line)
    log.write_bytes(b"".join(whole[: last + 1]))


@pytest.fixture(scope="module", autouse=True)
def still_content(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A copy of the content, which nobody edits while the runs of this module go on."""
    root = tmp_path_factory.mktemp("content")
    for folder in FOLDERS:
        shutil.copytree(content_root() / folder, root / folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDBOX_CONTENT", str(root))
        yield


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "undisturbed"
    well(*STUDY, "--out", folder)
    assert len(run_state(folder).done) == SESSIONS
    return folder


def test_a_run_killed_twice_ends_like_an_undisturbed_one(tmp_path: Path, undisturbed: Path) -> None:
    folder = tmp_path / "run"
    whole = (undisturbed / "log.jsonl").stat().st_size
    for share, command in ((0.3, (*STUDY, "--out", folder)), (0.7, ("resume", folder))):
        code, _ = stopped_at(folder, int(share * whole), signal.SIGKILL, *command)
        assert code == -signal.SIGKILL
        cut_inside_a_session(folder / "log.jsonl")
        state = run_state(folder)
        assert state.unfinished
        assert len(state.done) < SESSIONS
    assert state.done
    said = sandbox("resume", folder)
    assert said.code == 0
    assert said.out.startswith(f"{SESSIONS} sessions in {folder}\n")
    assert outcome(folder) == outcome(undisturbed)
    (entry,) = Catalogue(tmp_path / "runs.json").runs()
    assert (entry.sessions, entry.done) == (SESSIONS, SESSIONS)


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, undisturbed: Path) -> None:
    folder = tmp_path / "run"
    half = (undisturbed / "log.jsonl").stat().st_size // 2
    code, complaint = stopped_at(folder, half, signal.SIGINT, *STUDY, "--out", folder)
    assert code == 130
    done = len(run_state(folder).done)
    assert 0 < done < SESSIONS
    assert complaint == (
        f"Interrupted: {done} of {SESSIONS} sessions are done and logged. "
        f"Go on with: sandbox resume {folder}\n"
    )
