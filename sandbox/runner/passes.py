"""The passes over a run folder: plan, run, score, resume. Run and resume are the same thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from sandbox.errors import UsageError
from sandbox.experiments.base import Experiment
from sandbox.records import Cell, Manifest, Trial, canonical, digest
from sandbox.runner.progress import RunOptions, Standing, Summary
from sandbox.runner.work import Work
from sandbox.store.reading import RunState, run_state, sessions
from sandbox.store.runlog import RunLog


def plan(
    experiment: Experiment, *, seed: int, created: str, version: str, content: str
) -> Manifest:
    """The manifest of a new run of an experiment; `content` is the hash of the content used."""
    design = dict(experiment.design())
    return Manifest(
        run=digest(experiment.name, design, seed, created),
        study=experiment.name,
        design=design,
        seed=seed,
        package_version=version,
        content_hash=content,
        created=created,
    )


async def run(experiment: Experiment, log: RunLog, options: RunOptions | None = None) -> Summary:
    """Run and score the cells that the log does not have yet.

    A Ctrl-C ends the run early; all that was said is in the log, and a resume goes on from it.

    Raises:
        RunLogError: the log cannot be read or written; what is in it stays.
        UsageError: the log holds another design, or two cells have the same key.
    """
    _check_design(experiment, log.manifest)
    state = run_state(log.folder)
    total, earlier = _count(experiment, state)
    work = Work(experiment, log, options or RunOptions(), state, max(1, state.scoring))
    work.standing = Standing(total=total, earlier=earlier, done=earlier)

    async def stages() -> None:
        if not state.done <= state.scored:
            await work.pool(_unscored(log.folder, state), work.score)
        await work.pool(_missing(experiment, state), work.run_cell)

    return await work.go(stages)


async def score(
    experiment: Experiment,
    log: RunLog,
    options: RunOptions | None = None,
    *,
    missing_only: bool = False,
) -> Summary:
    """Score the finished sessions of a run anew; no session is run.

    Args:
        experiment: The study; its design must be the one in the manifest.
        log: The open run.
        options: How to run.
        missing_only: Go on with the last scoring pass instead of starting a new one.

    Raises:
        RunLogError: the log cannot be read or written; what is in it stays.
        UsageError: the log holds another design.
    """
    _check_design(experiment, log.manifest)
    state = run_state(log.folder)
    if not missing_only:
        state = replace(state, scored=frozenset(), scoring=state.scoring + 1)
    work = Work(experiment, log, options or RunOptions(), state, max(1, state.scoring))
    earlier = len(state.done & state.scored)
    work.standing = Standing(total=len(state.done), earlier=earlier, done=earlier)

    async def stages() -> None:
        await work.pool(_unscored(log.folder, state), work.score_and_count)

    return await work.go(stages)


async def resume(
    folder: Path,
    experiment_from: Callable[[Manifest], Experiment],
    options: RunOptions | None = None,
) -> Summary:
    """Go on with the run in a folder: `run` with the experiment that its manifest describes."""
    with RunLog.open(folder) as log:
        return await run(experiment_from(log.manifest), log, options)


def _check_design(experiment: Experiment, manifest: Manifest) -> None:
    mine = (experiment.name, canonical(dict(experiment.design())))
    theirs = (manifest.study, canonical(dict(manifest.design)))
    if mine != theirs:
        raise UsageError(
            f"the run holds study {theirs[0]} with design {theirs[1]}, not {mine[0]} with "
            f"{mine[1]}; choose another folder for a new design"
        )


def _count(experiment: Experiment, state: RunState) -> tuple[int, int]:
    """How many cells there are, and how many of them are done."""
    seen: set[int] = set()
    earlier = 0
    for cell in experiment.cells():
        key = cell.key
        number = int(key, 16)
        if number in seen:
            raise UsageError(
                f"study {experiment.name}: two cells are the same, {canonical(dict(cell.factors))} "
                f"replicate {cell.replicate}; number the replicates"
            )
        seen.add(number)
        earlier += key in state.done
    return len(seen), earlier


def _missing(experiment: Experiment, state: RunState) -> Iterator[Cell]:
    return (cell for cell in experiment.cells() if cell.key not in state.done)


def _unscored(folder: Path, state: RunState) -> Iterator[Trial]:
    for trial in sessions(folder):
        key = trial.cell.key
        if key in state.done and key not in state.scored:
            yield trial
