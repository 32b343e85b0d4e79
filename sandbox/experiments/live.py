"""The sessions that were held live, in the app, as a study: they are scored and reported like any
other, but cannot be run again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.base import Bench
from sandbox.records import Cell, Score, Trial
from sandbox.scoring.session import score_session

STUDY = "live"


@dataclass(frozen=True)
class LiveSessions:
    """The sessions of a folder that the app writes."""

    library: Library
    name: str = STUDY

    def design(self) -> Mapping[str, JsonValue]:
        """Nothing was planned."""
        return {}

    def cells(self) -> Iterator[Cell]:
        """No cell is waiting to be run."""
        return iter(())

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """Refuse: whoever held the session is not here.

        Raises:
            UsageError: always.
        """
        raise UsageError(f"session {cell.key} was held in the app and goes on there only")

    def score(self, trial: Trial) -> Sequence[Score]:
        """Every score that the transcript and the observations allow."""
        return score_session(trial, self.library)
