"""A run folder as rows: every score with the factors of its cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from sandbox.records import Manifest, Score
from sandbox.scoring.stats import Estimate, mean_sd
from sandbox.store.reading import read_manifest, scores, sessions

Key = TypeVar("Key")


@dataclass(frozen=True)
class Row:
    """One score with the cell that it belongs to."""

    factors: Mapping[str, JsonValue]
    replicate: int
    score: Score

    def factor(self, name: str) -> str:
        """A factor as text; empty where the cell does not have it."""
        return str(self.factors.get(name, ""))


@dataclass(frozen=True)
class Run:
    """A run read back: its manifest and the rows of the last scoring pass."""

    folder: Path
    manifest: Manifest
    rows: tuple[Row, ...]

    def metric(self, name: str, *, per_turn: bool = False) -> list[Row]:
        """The rows of one metric: of whole sessions, or of single turns."""
        return [
            row
            for row in self.rows
            if row.score.metric == name and (row.score.turn is not None) == per_turn
        ]


def read_run(folder: Path) -> Run:
    """Read the finished, scored sessions of a run folder.

    Raises:
        RunLogError: the folder is no run, or its log is damaged.
    """
    manifest = read_manifest(folder)
    cells = {trial.cell.key: trial.cell for trial in sessions(folder)}
    rows = tuple(
        Row(cells[score.session].factors, cells[score.session].replicate, score)
        for score in scores(folder)
        if score.session in cells
    )
    return Run(folder, manifest, rows)


def grouped(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, list[Row]]:
    """Rows by key, in order of first appearance."""
    groups: dict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)


def over_trials(rows: Iterable[Row]) -> Estimate:
    """Mean ± sd over trials of the share of scored rows: the paper's way."""
    trials = grouped(rows, lambda row: row.replicate)
    means = []
    for trial in trials.values():
        values = [row.score.value for row in trial if row.score.value is not None]
        if values:
            means.append(sum(values) / len(values))
    return mean_sd(means)


def scored(rows: Iterable[Row]) -> str:
    """n scored of n."""
    values = [row.score.value for row in rows]
    return f"{sum(value is not None for value in values)} of {len(values)}"
