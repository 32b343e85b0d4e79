"""Where live sessions are kept: a run folder for what was said, the catalogue for who sits where.

One folder for each version of the content, so that a session is read with the content it was held
with. Knows no room.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path

from sandbox.content.library import Library
from sandbox.experiments.live import STUDY
from sandbox.live.setup import Setup
from sandbox.records import Cell, Manifest, Score, Trial, digest
from sandbox.store.catalogue import INDEX, Catalogue, RunEntry
from sandbox.store.events import ScoreEvent
from sandbox.store.images import FOLDER as IMAGES
from sandbox.store.images import load_image, save_image
from sandbox.store.reading import MANIFEST, ScoreIndex, Unfinished, run_state, sessions
from sandbox.store.recorder import Recorder
from sandbox.store.runlog import RunLog
from sandbox.types import Frozen, Seat

SESSIONS = "live-sessions"
"""The table of the catalogue."""


class SessionEntry(Frozen):
    """What is kept of a live session beside its turns.

    `seats` says which browser holds a seat, by a digest of its token; `place` is the part of the
    app that it was opened in. `code` lets another person in and is "" where nobody can join.
    """

    session: str
    setup: Setup
    place: str
    seats: dict[Seat, str]
    code: str = ""
    opened: str
    ended: str = ""


class Journal:
    """The one writer of the live sessions of a folder.

    Args:
        runs: The folder of runs.
        library: The content.
        clock: Gives the time stamps.

    Raises:
        RunLogError: another process writes here, or the folder cannot be written.
    """

    def __init__(
        self, runs: Path, library: Library, clock: Callable[[], str] | None = None
    ) -> None:
        self.folder = runs / f"{STUDY}-{library.content_hash[:8]}"
        self.clock = clock or _now
        self.catalogue = Catalogue(runs / INDEX)
        self._log = self._opened(library)
        state = run_state(self.folder)
        self._scoring = max(1, state.scoring)
        self.unfinished: dict[str, Unfinished] = state.unfinished
        self.done = len(state.done)

    @property
    def repaired(self) -> str:
        """What was mended at the end of the log; empty if nothing."""
        return self._log.repaired

    @property
    def log(self) -> RunLog:
        """The open log, for those who add ratings to it."""
        return self._log

    @property
    def images(self) -> Path:
        """Where pictures lie, each under its hash."""
        return self.folder / IMAGES

    def recorder(self, cell: Cell) -> Recorder:
        """Records one session; goes on where an earlier process has left it."""
        return Recorder(self._log, cell, self.clock, self.unfinished.pop(cell.key, None))

    async def record_scores(self, session: str, scores: list[Score]) -> None:
        """Log all scores of a session."""
        await self._log.append(
            ScoreEvent(
                session=session, at=self.clock(), scoring=self._scoring, scores=tuple(scores)
            )
        )

    def finished(self, wanted: Collection[str]) -> dict[str, tuple[Trial, list[Score]]]:
        """Those of the sessions named that are finished, each with its scores."""
        if not wanted:
            return {}
        index = ScoreIndex(self.folder)
        found = {t.cell.key: t for t in sessions(self.folder) if t.cell.key in wanted}
        return {key: (trial, index.of(key)) for key, trial in found.items()}

    def entries(self) -> list[SessionEntry]:
        """The sessions that have not ended."""
        kept = self.catalogue.all(SESSIONS, SessionEntry)
        return [entry for entry in kept if not entry.ended]

    def keep(self, entry: SessionEntry) -> None:
        """Store what is known of a session beside its turns."""
        self.catalogue.put(SESSIONS, entry.session, entry)

    def save_picture(self, data: bytes) -> str:
        """Keep a picture; returns the hash by which turns name it."""
        return save_image(self.folder, data)

    def load_picture(self, sha256: str) -> bytes:
        """The picture of that hash."""
        return load_image(self.folder, sha256)

    def close(self) -> None:
        """Free the folder."""
        self._log.close()

    def _opened(self, library: Library) -> RunLog:
        if (self.folder / MANIFEST).exists():
            return RunLog.open(self.folder)
        created = self.clock()
        manifest = Manifest(
            run=digest(STUDY, library.content_hash, created),
            study=STUDY,
            design={},
            seed=0,
            package_version=importlib.metadata.version("tutoring-sandbox"),
            content_hash=library.content_hash,
            created=created,
        )
        log = RunLog.create(self.folder, manifest)
        self.catalogue.record_run(
            RunEntry(run=manifest.run, study=STUDY, folder=str(self.folder), created=created)
        )
        return log


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
