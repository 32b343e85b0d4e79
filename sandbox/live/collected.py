"""What an organiser sees of a study: progress, and everything that was collected in one file.

Knows no page. What leaves here is de-identified: participants are numbers, and what they wrote is
without names, addresses and telephone numbers.
"""

from __future__ import annotations

import csv
import io
import secrets
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from sandbox.live.collecting import Collection, Participant
from sandbox.records import canonical
from sandbox.store.deidentify import deidentified, deidentified_records
from sandbox.store.export import FORMATS, ExportOptions, guarded, session_records, write_records

PROGRESS = ("participant", "code", "plan", "sessions", "turns now", "state", "since")

README = """What was collected in the study {study}, de-identified.

participants.csv   a line a participant: number, conditions, sessions, state, questionnaire
sessions.*         the {count} finished sessions, one file a format; "session" is the same id in all
design.json        the design that people were assigned by

Names that people introduced or titled, names on the organiser's list, e-mail addresses, telephone
numbers and links are replaced. Names merely mentioned are not found by rule: read before you share.
Pictures are left out; turns name them by hash.
"""


def is_password(given: str, expected: str) -> bool:
    """Whether a password is right, told in a time that does not depend on it; none opens where
    none is set."""
    matches = secrets.compare_digest(given.encode(), expected.encode())
    return matches and bool(expected)


def state_of(one: Participant) -> str:
    """How a participant stands, in a word."""
    if one.completed:
        return "completed"
    if one.left:
        return "abandoned"
    if one.finished == len(one.plan):
        return "questionnaire"
    return "in session" if len(one.sessions) > one.finished else "about to begin"


def progress(collection: Collection) -> list[tuple[str, ...]]:
    """A row a participant, under `PROGRESS`."""
    rooms = {room.id: room for room in collection.desk.rooms()}
    rows: list[tuple[str, ...]] = []
    for one in collection.participants():
        room = rooms.get(one.sessions[-1]) if one.sessions else None
        rows.append(
            (
                one.number,
                one.code,
                ", ".join(one.plan),
                f"{one.finished} of {len(one.plan)}",
                str(len(room.turns)) if room else "–",
                state_of(one),
                (one.completed or one.left or one.consented)[:16].replace("T", " "),
            )
        )
    return rows


def counts(collection: Collection) -> list[tuple[str, int]]:
    """Conditions → how many participants were assigned to each; the balance of the design."""
    assigned = Counter(name for one in collection.participants() for name in one.plan)
    return [(each.id, assigned[each.id]) for each in collection.design.conditions]


def export(collection: Collection, out: Path, names: Iterable[str] = ()) -> int:
    """Write everything that was collected into one zip, de-identified; returns how many sessions.

    Args:
        collection: The study.
        out: The zip.
        names: Names that are to be replaced wherever they occur.
    """
    known = tuple(name.strip() for name in names if name.strip())
    folder, study = collection.desk.journal.folder, collection.design.id
    kept = [
        record
        for record in session_records(folder)
        if record.cell and record.cell.factors.get("collection") == study
    ]
    clean = list(deidentified_records(kept, known))
    with (
        tempfile.TemporaryDirectory() as place,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z,
    ):
        for form in FORMATS:
            ending = "csv" if form == "csv" else "jsonl"
            path = Path(place) / f"sessions.{form}.{ending}"
            write_records(clean, form, path, ExportOptions())
            z.write(path, path.name)
        z.writestr("participants.csv", _participants(collection, known))
        z.writestr("design.json", canonical(collection.design.model_dump(mode="json")))
        z.writestr("README.txt", README.format(study=study, count=len(clean)))
    return len(clean)


def _participants(collection: Collection, names: Sequence[str]) -> str:
    design, out = collection.design, io.StringIO()
    issued = ["code"] if design.codes else []  # only codes that the organiser gave out are no names
    questions = [question.id for question in design.questionnaire]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("participant", *issued, "plan", "sessions", "finished", "state", *questions))
    for one in collection.participants():
        writer.writerow(
            guarded(cell)
            for cell in (
                one.number,
                *([one.code] if issued else []),
                " ".join(one.plan),
                " ".join(one.sessions),
                str(one.finished),
                state_of(one),
                *(deidentified(one.answers.get(name, ""), names) for name in questions),
            )
        )
    return out.getvalue()
