"""Small run folders for the store's tests."""

from __future__ import annotations

from pathlib import Path

from sandbox.records import (
    Cell,
    Choice,
    Ending,
    Item,
    Manifest,
    Score,
    Span,
    Transcript,
    Trial,
    Turn,
)
from sandbox.store.events import (
    EndingEvent,
    Event,
    ScoreEvent,
    StartEvent,
    TrialEvent,
    TurnEvent,
)
from sandbox.store.runlog import RunLog
from sandbox.types import Usage

MANIFEST = Manifest(
    run="r1",
    study="fractions",
    design={"tutors": ["socratic"], "trials": 2},
    seed=7,
    package_version="0.1.0",
    content_hash="c0ffee",
    created="2024-05-01T10:00:00Z",
)
ITEM = Item(
    id="frac-1",
    question="What is 3/4 + 1/2?",
    answer="5/4",
    choices=(Choice(label="A", text="5/4"), Choice(label="B", text="4/6", misconception="m1")),
    key="A",
    parameters={"a": 3, "b": 4},
)
TEXTS = ("I got 4/6.", "How did you get it?\nShow me “each” step: ½ 🙂", '=SUM(A1) "quoted", \\ok')


def cell(number: int) -> Cell:
    return Cell(study="fractions", factors={"student": f"s{number}", "n": number}, replicate=1)


def turns() -> tuple[Turn, ...]:
    return tuple(
        Turn(
            index=index,
            seat="student" if index % 2 == 0 else "tutor",
            text=text,
            author="scripted:x",
            hidden={"belief": "secret-belief", "strength": 0.5},
            usage=Usage(input_tokens=3),
            at="2024-05-01T10:00:01Z",
        )
        for index, text in enumerate(TEXTS)
    )


def trial(number: int) -> Trial:
    transcript = Transcript(
        session=cell(number).key,
        item=ITEM,
        student="novice:m1",
        tutor="scripted:socratic",
        turns=turns(),
        ending=Ending(kind="tutor-ended", by="tutor"),
    )
    return Trial(cell=cell(number), transcript=transcript, observations={"post": [1, None]})


def start(number: int) -> StartEvent:
    return StartEvent(
        session=cell(number).key,
        cell=cell(number),
        item=ITEM,
        student="novice:m1",
        tutor="scripted:socratic",
    )


def said(number: int) -> list[Event]:
    return [TurnEvent(session=cell(number).key, turn=turn) for turn in turns()]


def ended(number: int, kind: str = "tutor-ended", note: str = "") -> EndingEvent:
    ending = Ending.model_validate(
        {"kind": kind, "by": "tutor" if kind == "tutor-ended" else None, "note": note}
    )
    return EndingEvent(session=cell(number).key, cell=cell(number), ending=ending)


def done(number: int) -> TrialEvent:
    return TrialEvent(session=cell(number).key, cell=cell(number), observations={"post": [1, None]})


def scored(number: int, scoring: int, **values: float | None) -> ScoreEvent:
    session = cell(number).key
    held = tuple(
        Score(
            session=session,
            metric=metric,
            value=value,
            reason="" if value is not None else "no answer",
            evidence=(Span(turn=1, start=0, end=3, text="How"),),
        )
        for metric, value in values.items()
    )
    return ScoreEvent(session=session, scoring=scoring, scores=held)


def whole(number: int) -> list[Event]:
    return [start(number), *said(number), ended(number), done(number)]


def make_run(folder: Path, *events: Event) -> Path:
    with RunLog.create(folder, MANIFEST) as log:
        log.append_now(*events)
    return folder


def log_file(folder: Path) -> Path:
    return folder / "log.jsonl"
