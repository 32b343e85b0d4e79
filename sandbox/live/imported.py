"""A file of sessions from elsewhere as a run, so that it can be rated and read like any other."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

from sandbox.content.library import Library
from sandbox.errors import ImportFormatError
from sandbox.records import Cell, Ending, Manifest, digest
from sandbox.store.events import EndingEvent, Event, ScoreEvent, StartEvent, TrialEvent, TurnEvent
from sandbox.store.exchange import IMPORTED, import_sessions
from sandbox.store.export import SessionRecord
from sandbox.store.runlog import RunLog


def import_as_run(form: str, path: Path, runs: Path, library: Library, created: str) -> Path:
    """Write the sessions of a file as a run of its own; returns its folder.

    Args:
        form: One of `store.exchange.IMPORTABLE`.
        path: The file.
        runs: The folder of runs.
        library: The content.
        created: When.

    Raises:
        ImportFormatError: a line cannot be read, or there is no session.
        RunLogError: the same file was taken already, or the folder cannot be written.
    """
    records = [one for one in import_sessions(form, path) if one.transcript is not None]
    if not records:
        raise ImportFormatError(f"{path.name} holds no session")
    known = digest(IMPORTED, form, [one.model_dump(mode="json") for one in records])
    folder = runs / f"{IMPORTED}-{known[:8]}"
    manifest = Manifest(
        run=known,
        study=IMPORTED,
        design={"format": form, "sessions": len(records)},
        seed=0,
        package_version=importlib.metadata.version("tutoring-sandbox"),
        content_hash=library.content_hash,
        created=created,
    )
    with RunLog.create(folder, manifest) as log:
        for record in records:
            log.append_now(*_events(record))
    return folder


def _events(record: SessionRecord) -> list[Event]:
    transcript = record.transcript
    assert transcript is not None
    cell = record.cell or Cell(study=IMPORTED, factors={"kind": "session", "from": record.session})
    session = cell.key
    ending = transcript.ending or Ending(kind="tutor-ended")
    return [
        StartEvent(
            session=session,
            cell=cell,
            item=transcript.item,
            student=transcript.student,
            tutor=transcript.tutor,
        ),
        *(TurnEvent(session=session, turn=turn) for turn in transcript.turns),
        EndingEvent(session=session, cell=cell, ending=ending),
        TrialEvent(session=session, cell=cell, observations=record.observations),
        *(
            [
                ScoreEvent(
                    session=session,
                    scoring=1,
                    scores=tuple(s.model_copy(update={"session": session}) for s in record.scores),
                )
            ]
            if record.scores
            else []
        ),
    ]
