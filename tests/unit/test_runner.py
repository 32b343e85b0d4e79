from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
from runner_studies import Study, ended, manifest, number, opened, plain, turn

from sandbox import runner
from sandbox.errors import ModelError, RunLogError, UsageError
from sandbox.experiments.base import Bench
from sandbox.records import Cell, Score, Trial
from sandbox.runner import RunOptions, Standing, Summary
from sandbox.store.events import Event
from sandbox.store.reading import ScoreIndex, read_manifest, scores, sessions, unfinished
from sandbox.store.runlog import RunLog
from sandbox.types import PERSON, Usage


async def run(folder: Path, study: Study, **options: object) -> Summary:
    with RunLog.create(folder, manifest(study)) as log:
        return await runner.run(study, log, RunOptions(**options))  # type: ignore[arg-type]


async def resume(folder: Path, study: Study, **options: object) -> Summary:
    return await runner.resume(folder, lambda _: study, RunOptions(**options))  # type: ignore[arg-type]


def notes(folder: Path) -> dict[int, str]:
    """Why cells failed, by their number."""
    return {number(left.cell): left.failure.note for left in unfinished(folder) if left.failure}


async def test_every_cell_is_run_logged_and_scored(tmp_path: Path) -> None:
    summary = await run(tmp_path / "run", Study(20))
    assert summary.complete
    assert (summary.standing.total, summary.standing.done) == (20, 20)
    trials = list(sessions(tmp_path / "run"))
    assert {number(trial.cell) for trial in trials} == set(range(20))
    for trial in trials:
        assert trial.transcript == ended(opened(trial.cell), turn(0), turn(1), turn(2))
    assert [score.value for score in scores(tmp_path / "run")] == [3.0] * 20


async def test_a_study_may_leave_all_logging_to_the_runner(tmp_path: Path) -> None:
    async def quiet(cell: Cell, bench: Bench) -> Trial:
        return Trial(cell=cell, transcript=ended(opened(cell), turn(0), turn(1)))

    assert (await run(tmp_path / "run", Study(3, quiet))).complete
    for trial in sessions(tmp_path / "run"):
        assert trial.transcript == ended(opened(trial.cell), turn(0), turn(1))


async def test_a_cell_without_a_session_is_a_trial_too(tmp_path: Path) -> None:
    async def choice(cell: Cell, bench: Bench) -> Trial:
        return Trial(cell=cell, observations={"choice": "B", "seed": bench.seed})

    assert (await run(tmp_path / "run", Study(3, choice))).complete
    for trial in sessions(tmp_path / "run"):
        assert trial.transcript is None
        assert trial.observations == {"choice": "B", "seed": 11}


async def test_one_failing_session_costs_no_other_and_says_why(tmp_path: Path) -> None:
    async def shaky(cell: Cell, bench: Bench) -> Trial:
        match number(cell):
            case 1:
                raise ModelError("the provider said 503")
            case 2:
                await bench.begin(opened(cell))
                await bench.record_turn(cell.key, turn(0))
                raise ZeroDivisionError("division by zero")
            case 3:
                return Trial(cell=cell, transcript=ended(opened(cell), turn(0), kind="error"))
            case 4:
                raise asyncio.CancelledError
            case 5:
                async with asyncio.TaskGroup() as group:
                    group.create_task(fail_inside())
        return await plain(cell, bench)

    async def fail_inside() -> None:
        raise ModelError("inside a group")

    summary = await run(tmp_path / "run", Study(8, shaky))
    assert (summary.standing.done, summary.standing.failed) == (3, 5)
    assert not summary.complete
    assert not summary.stopped
    failed = notes(tmp_path / "run")
    assert set(failed) == {1, 2, 3, 4, 5}
    assert failed[1] == "ModelError: the provider said 503"
    assert "ZeroDivisionError at unit/test_runner.py:" in failed[2]
    assert failed[3] == "lost it"
    assert "cancelled" in failed[4]
    assert failed[5] == "ModelError: inside a group"
    kept = {number(left.cell): left.turns for left in unfinished(tmp_path / "run")}
    assert [len(kept[n]) for n in (1, 2, 3)] == [0, 1, 1]


async def test_a_resume_runs_only_what_failed_and_goes_on_from_its_turns(tmp_path: Path) -> None:
    async def shaky(cell: Cell, bench: Bench) -> Trial:
        if number(cell) == 2:
            await bench.begin(opened(cell))
            await bench.record_turn(cell.key, turn(0, "said before the failure"))
            raise ModelError("down")
        return await plain(cell, bench)

    await run(tmp_path / "run", Study(5, shaky))
    study = Study(5)
    summary = await resume(tmp_path / "run", study)
    assert study.ran == [2]
    assert summary.complete
    assert (summary.standing.earlier, summary.standing.done) == (4, 5)
    (again,) = (trial for trial in sessions(tmp_path / "run") if number(trial.cell) == 2)
    assert again.transcript is not None
    assert [said.text for said in again.transcript.turns] == [
        "said before the failure",
        "turn 1",
        "turn 2",
    ]


async def test_a_study_may_resume_by_replaying_but_not_with_other_words(tmp_path: Path) -> None:
    async def half(cell: Cell, bench: Bench) -> Trial:
        await bench.begin(opened(cell))
        await bench.record_turn(cell.key, turn(0, f"word {number(cell)}"))
        raise ModelError("down")

    async def replay(cell: Cell, bench: Bench) -> Trial:
        turns = (turn(0, "word 0"), turn(1))
        await bench.begin(opened(cell))
        for said in turns:
            await bench.record_turn(cell.key, said)
        return Trial(cell=cell, transcript=ended(opened(cell), *turns))

    await run(tmp_path / "run", Study(2, half))
    summary = await resume(tmp_path / "run", Study(2, replay))
    assert (summary.standing.done, summary.standing.failed) == (1, 1)
    assert "turn 0 differs from the one in the log" in notes(tmp_path / "run")[1]


async def test_a_trial_that_is_not_what_was_recorded_fails(tmp_path: Path) -> None:
    async def forgetful(cell: Cell, bench: Bench) -> Trial:
        await bench.begin(opened(cell))
        if number(cell) == 0:
            await bench.record_turn(cell.key, turn(1))
        await bench.record_turn(cell.key, turn(0))
        if number(cell) == 1:
            return Trial(cell=cell, transcript=ended(opened(cell)))
        if number(cell) == 2:
            return await plain(cell.model_copy(update={"replicate": 5}), bench)
        if number(cell) == 3:
            return Trial(cell=cell.model_copy(update={"replicate": 5}))
        return Trial(cell=cell)

    await run(tmp_path / "run", Study(5, forgetful))
    failed = notes(tmp_path / "run")
    assert "turn 1 where turn 0 should come" in failed[0]
    assert "its trial holds 0 turns, its log 1" in failed[1]
    assert "must have its key" in failed[2]
    assert "trial of another cell" in failed[3]
    assert "its trial holds 0 turns, its log 1" in failed[4]


async def test_the_same_failure_again_and_again_stops_the_run(tmp_path: Path) -> None:
    async def broken(cell: Cell, bench: Bench) -> Trial:
        raise ModelError(f"session {cell.key}: no such model, request {number(cell)}")

    study = Study(1000, broken)
    summary = await run(tmp_path / "run", study, window=2, same_failures=7)
    assert summary.stopped.startswith("7 times in a row: ModelError")
    assert not summary.interrupted
    assert len(study.ran) < 12
    assert len(notes(tmp_path / "run")) in (7, 8)  # one more may be in the same flush
    ((reason, count),) = summary.failures
    assert "no such model" in reason
    assert count in (7, 8)


async def test_scattered_failures_do_not_stop_a_run(tmp_path: Path) -> None:
    async def shaky(cell: Cell, bench: Bench) -> Trial:
        if number(cell) % 2:
            raise ModelError("down")
        return await plain(cell, bench)

    summary = await run(tmp_path / "run", Study(40, shaky), window=1, same_failures=3)
    assert (summary.standing.done, summary.standing.failed) == (20, 20)


async def test_a_failing_scorer_loses_no_session_and_is_taken_up_later(tmp_path: Path) -> None:
    async def judge(trial: Trial) -> Sequence[Score]:
        if number(trial.cell) < 2:
            raise ModelError("the judge is down")
        return [Score(session=trial.cell.key, metric="judged", value=1.0)]

    summary = await run(tmp_path / "run", Study(4, judge=judge))
    assert (summary.standing.done, summary.unscored) == (4, 2)
    assert not summary.complete
    assert len(list(ScoreIndex(tmp_path / "run"))) == 2
    study = Study(4)
    assert (await resume(tmp_path / "run", study)).complete
    assert study.ran == []
    assert {score.metric for score in scores(tmp_path / "run")} == {"judged", "turns"}
    assert len(list(ScoreIndex(tmp_path / "run"))) == 4


async def test_scores_that_would_replace_each_other_are_refused(tmp_path: Path) -> None:
    def judge(trial: Trial) -> Sequence[Score]:
        mine = Score(session=trial.cell.key, metric="turns", value=1.0)
        if number(trial.cell) == 0:
            return [mine, mine]
        return [mine.model_copy(update={"session": "other"})]

    summary = await run(tmp_path / "run", Study(2, judge=judge))
    assert summary.unscored == 2
    reasons = " ".join(reason for reason, _ in summary.failures)
    assert "is scored twice" in reasons
    assert "is scored for session other" in reasons
    assert list(scores(tmp_path / "run")) == []


async def test_scoring_again_replaces_scores_and_runs_nothing(tmp_path: Path) -> None:
    await run(tmp_path / "run", Study(4))
    study = Study(
        4, judge=lambda trial: [Score(session=trial.cell.key, metric="turns", value=None)]
    )
    with RunLog.open(tmp_path / "run") as log:
        summary = await runner.score(study, log)
    assert study.ran == []
    assert (summary.standing.total, summary.standing.done) == (4, 4)
    assert [score.value for score in scores(tmp_path / "run")] == [None] * 4
    with RunLog.open(tmp_path / "run") as log:
        summary = await runner.score(Study(4), log, missing_only=True)
    assert (summary.standing.earlier, summary.standing.done) == (4, 4)
    assert [score.value for score in scores(tmp_path / "run")] == [None] * 4


async def test_an_interrupted_scoring_pass_goes_on_where_it_stopped(tmp_path: Path) -> None:
    await run(tmp_path / "run", Study(6))
    asked: list[int] = []

    def judge(trial: Trial) -> Sequence[Score]:
        asked.append(number(trial.cell))
        if len(asked) > 3 and len(asked) < 7:
            raise ModelError("down")
        return [Score(session=trial.cell.key, metric="turns", value=9.0)]

    for missing_only in (False, True):
        with RunLog.open(tmp_path / "run") as log:
            await runner.score(Study(6, judge=judge), log, missing_only=missing_only)
    assert len(asked) == 9
    assert [score.value for score in scores(tmp_path / "run")] == [9.0] * 6


async def test_calls_in_flight_and_open_sessions_stay_within_their_limits(tmp_path: Path) -> None:
    open_now = calls_now = most_open = most_calls = 0

    async def counted(cell: Cell, bench: Bench) -> Trial:
        nonlocal open_now, calls_now, most_open, most_calls
        open_now += 1
        most_open = max(most_open, open_now)
        for _ in range(3):
            async with bench.limiter:
                calls_now += 1
                most_calls = max(most_calls, calls_now)
                await asyncio.sleep(0.001)
                calls_now -= 1
        open_now -= 1
        return Trial(cell=cell)

    await run(tmp_path / "run", Study(60, counted), calls=3)
    assert (most_calls, most_open) == (3, 24)
    await run(tmp_path / "other", Study(60, counted), calls=2, window=5)
    assert most_open == 24


async def test_progress_counts_up_and_tells_rate_and_time_left(tmp_path: Path) -> None:
    seen: list[Standing] = []
    seconds = itertools.count()
    await run(tmp_path / "run", Study(4), progress=seen.append, timer=lambda: float(next(seconds)))
    assert [standing.done for standing in seen] == [1, 2, 3, 4]
    assert [standing.rate for standing in seen] == [1.0] * 4
    assert [standing.seconds_left for standing in seen] == [3.0, 2.0, 1.0, 0.0]
    assert Standing(total=4).seconds_left is None


async def test_another_design_never_mixes_with_a_run(tmp_path: Path) -> None:
    await run(tmp_path / "run", Study(2))
    before = (tmp_path / "run" / "log.jsonl").read_bytes()
    with pytest.raises(UsageError, match=r'design \{"count":2\}, not fake with \{"count":3\}'):
        await resume(tmp_path / "run", Study(3))
    assert (tmp_path / "run" / "log.jsonl").read_bytes() == before


async def test_two_cells_with_one_key_are_refused_before_anything_runs(tmp_path: Path) -> None:
    class Twice(Study):
        def cells(self) -> itertools.chain[Cell]:  # type: ignore[override]
            return itertools.chain(super().cells(), super().cells())

    study = Twice(2)
    with pytest.raises(UsageError, match="number the replicates"):
        await run(tmp_path / "run", study)
    assert study.ran == []


class FullDisk(RunLog):
    """A log whose disk is full after the first few appends."""

    left = 10

    async def append(self, *events: Event) -> None:
        self.left -= 1
        if self.left < 0:
            raise RunLogError(f"cannot write {self.folder / 'log.jsonl'}: No space left on device")
        await super().append(*events)


async def test_a_log_that_cannot_be_written_ends_the_run_with_its_name(tmp_path: Path) -> None:
    study = Study(300)
    with (
        FullDisk.create(tmp_path / "run", manifest(study)) as log,
        pytest.raises(RunLogError, match=r"run/log\.jsonl: No space left"),
    ):
        await runner.run(study, log, RunOptions(window=4))
    assert len(study.ran) < 10
    assert (await resume(tmp_path / "run", Study(300))).complete


async def test_a_cancelled_run_leaves_a_log_that_can_be_resumed(tmp_path: Path) -> None:
    study = Study(500)

    def cancel_at_fifty(standing: Standing) -> None:
        if standing.done == 50:
            running.cancel()

    with RunLog.create(tmp_path / "run", manifest(study)) as log:
        running = asyncio.create_task(
            runner.run(study, log, RunOptions(window=8, progress=cancel_at_fifty))
        )
        with pytest.raises(asyncio.CancelledError):
            await running
    assert 50 <= len(list(sessions(tmp_path / "run"))) < 60
    assert (await resume(tmp_path / "run", Study(500))).complete


@pytest.mark.parametrize("costly", [{"author": PERSON}, {"usage": Usage(output_tokens=3)}])
async def test_what_a_model_or_a_person_said_is_on_the_disk_before_the_next_turn(
    tmp_path: Path, costly: dict[str, object]
) -> None:
    """With all that was said before it: a scripted agent's turn waits for no disk."""
    held: list[int] = []

    async def behave(cell: Cell, bench: Bench) -> Trial:
        await bench.begin(opened(cell))
        turns = [turn(0), turn(1), turn(2).model_copy(update=costly)]
        for each in turns:
            await bench.record_turn(cell.key, each)
        held.extend(len(left.transcript.turns) for left in unfinished(tmp_path / "run")
                    if left.transcript)  # fmt: skip
        return Trial(cell=cell, transcript=ended(opened(cell), *turns))

    assert (await run(tmp_path / "run", Study(1, behave))).complete
    assert held == [3]


async def test_turns_carry_the_time_of_the_clock_that_was_given(tmp_path: Path) -> None:
    await run(tmp_path / "run", Study(1), clock=lambda: "2024-05-01T09:00:00Z")
    (trial,) = sessions(tmp_path / "run")
    assert trial.transcript is not None
    assert {said.at for said in trial.transcript.turns} == {"2024-05-01T09:00:00Z"}


async def test_the_manifest_holds_the_design_and_names_the_run(tmp_path: Path) -> None:
    await run(tmp_path / "run", Study(2))
    held = read_manifest(tmp_path / "run")
    assert (held.study, held.design, held.seed) == ("fake", {"count": 2}, 11)
    assert held.run == manifest(Study(2)).run != manifest(Study(3)).run
