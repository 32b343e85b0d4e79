"""What tables and figures of the dialogue study share: its sessions, their metrics, its levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sandbox.records import Trial
from sandbox.reports.rows import Row, Run
from sandbox.reports.tables import Cell
from sandbox.scoring.stats import Estimate, clustered
from sandbox.store.reading import sessions

NO_SHARES = ("turns_to_identify", "gain")
"""Metrics that are no shares: a count, and a change that can be a loss."""
MAIN_METRICS = (("scope_control", "scope control"), ("identified", "identified"), ("gain", "gain"))


def session_rows(run: Run, metric: str) -> list[Row]:
    """The rows of a metric of whole sessions, without the matched ones."""
    return [row for row in run.metric(metric) if row.factor("kind") == "session"]


def estimated(rows: Sequence[Row], metric: str, *key: str) -> Estimate:
    """The mean of a metric with its interval, bootstrapped over students."""
    found = clustered(((row.factor("student"), row.score.value) for row in rows), metric, *key)
    if metric in NO_SHARES and found.interval and found.interval.method.startswith("Wilson"):
        return replace(found, interval=None)  # Wilson's is for shares
    return found


def levels(run: Run, factor: str) -> list[str]:
    """The students or tutors of the scored sessions: in the order of the design, then, where
    nothing was planned, as they were met."""
    met = dict.fromkeys(row.factor(factor) for row in session_rows(run, "scope_control"))
    known = [name for name in planned(run, f"{factor}s") if name in met]
    return [*known, *(name for name in met if name not in known)]


def planned(run: Run, key: str) -> list[str]:
    """A list of names in the design."""
    held = run.manifest.design.get(key)
    return [str(name) for name in held] if isinstance(held, list) else []


def talks(run: Run, kind: str) -> Iterator[Trial]:
    """The finished trials of one kind that have a transcript."""
    for trial in sessions(run.folder):
        if trial.cell.factors.get("kind") == kind and trial.transcript is not None:
            yield trial


def interval_note(rows: Sequence[Sequence[Cell]]) -> str:
    """What stands in the cells; speaks of intervals only where there are any."""
    found = [cell for row in rows for cell in row if isinstance(cell, Estimate)]
    below = "below it, how many sessions were scored of how many."
    if not any(cell.interval for cell in found):
        return f"Mean; {below}"
    how = "bootstrap over students; Wilson where all are 0 or 1"
    return f"Mean with 95% interval ({how}); {below}"
