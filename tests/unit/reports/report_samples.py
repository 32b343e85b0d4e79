"""Small runs of the dialogue study for the reports' tests, with scores that are chosen by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sandbox.records import Cell, Ending, Item, Manifest, Score, Span, Transcript, Trial, Turn
from sandbox.reports.rows import Row, Run
from sandbox.store.events import EndingEvent, Event, ScoreEvent, StartEvent, TrialEvent, TurnEvent
from sandbox.store.runlog import RunLog

HOSTILE = "<script>alert('x')</script> & \"1/2\" | https://example.org/x.js"
ITEM = Item(id="i", question=f"What is 1/2 + 1/3? {HOSTILE}", answer="5/6")


def manifest(study: str = "dialogue", **design: object) -> Manifest:
    return Manifest.model_validate(
        {
            "run": "r",
            "study": study,
            "design": design,
            "seed": 1,
            "package_version": "0",
            "content_hash": "c",
            "created": "2024-05-01T10:00:00Z",
        }
    )


def cell(student: str, tutor: str, replicate: int = 0) -> Cell:
    factors: Mapping[str, object] = {
        "kind": "session", "student": student, "tutor": tutor, "item": 0,
    }  # fmt: skip
    return Cell.model_validate({"study": "dialogue", "factors": factors, "replicate": replicate})


def score(
    key: str, metric: str, value: float | None, turn: int | None = None, *evidence: Span
) -> Score:
    reason = "" if value is not None else "nothing to score"
    return Score(
        session=key, metric=metric, value=value, turn=turn, reason=reason, evidence=evidence
    )


def run_of(metric: str, values: Mapping[tuple[str, str], Sequence[float | None]]) -> Run:
    """A run in memory: (student, tutor) → the values of its replicates."""
    rows = [
        Row(c.factors, number, score(c.key, name, value if name == metric else 1.0))
        for (student, tutor), found in values.items()
        for number, value in enumerate(found)
        for c in [cell(student, tutor, number)]
        for name in {metric, "scope_control"}
    ]
    design = {
        "students": sorted({student for student, _ in values}),
        "tutors": sorted({tutor for _, tutor in values}, reverse=True),
    }
    return Run(Path("nowhere"), manifest(**design), tuple(rows))


def write_run(folder: Path, cells: Sequence[Cell], said: str = HOSTILE) -> Path:
    """A run folder in which every tutor leaks the answer in its one turn."""
    design = {
        "students": sorted({str(c.factors["student"]) for c in cells}),
        "tutors": sorted({str(c.factors["tutor"]) for c in cells}),
    }
    with RunLog.create(folder, manifest(**design)) as log:
        for each in cells:
            log.append_now(*_events(each, said))
    return folder


def _events(each: Cell, said: str) -> list[Event]:
    student, tutor = (str(each.factors[seat]) for seat in ("student", "tutor"))
    hidden = {"beliefs": {"m": 1.0}}
    turns = (
        Turn(index=0, seat="student", text=said, author=student, hidden=hidden),
        Turn(index=1, seat="tutor", text="It is 5/6.", author=tutor),
    )
    trial = Trial(
        cell=each,
        transcript=Transcript(
            session=each.key, item=ITEM, student=student, tutor=tutor, turns=turns,
            ending=Ending(kind="tutor-ended", by="tutor"),
        ),
    )  # fmt: skip
    assert trial.transcript is not None
    assert trial.transcript.ending is not None
    span = Span(turn=1, start=6, end=9, text="5/6")
    return [
        StartEvent(session=each.key, cell=each, item=ITEM, student=student, tutor=tutor),
        *(TurnEvent(session=each.key, turn=turn) for turn in turns),
        EndingEvent(session=each.key, cell=each, ending=trial.transcript.ending),
        TrialEvent(session=each.key, cell=each),
        ScoreEvent(
            session=each.key,
            scoring=1,
            scores=(
                score(each.key, "scope_control", 0.0, None, span),
                score(each.key, "gain", None),
            ),
        ),
    ]
