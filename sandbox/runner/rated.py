"""Makes a run folder of rated conversations from elsewhere, so that judges can be measured against
the people who rated them. Every reply is a session of its own; the people's labels are ratings.
"""

from __future__ import annotations

from pathlib import Path

from sandbox.content.importers.mrbench import LABELS, Conversation, MRBench, Reply
from sandbox.content.library import Library
from sandbox.content.rubrics import RubricSpec
from sandbox.records import Cell, Ending, Item, Manifest, Transcript, Turn, digest
from sandbox.scoring.ratings import Rating, scores_of
from sandbox.store.events import (
    EndingEvent,
    Event,
    ScoreEvent,
    StartEvent,
    TrialEvent,
    TurnEvent,
)
from sandbox.store.runlog import RunLog

STUDY = "rated"
RUBRIC = "remediation"
RATER = "human:mrbench"


def import_rated(
    found: MRBench, folder: Path, library: Library, *, source: str, created: str, version: str
) -> int:
    """Write the conversations and their labels as a run; returns the number of replies.

    Raises:
        RunLogError: the folder is not empty or cannot be written.
    """
    rubric = library.rubric(RUBRIC)
    manifest = Manifest(
        run=digest(STUDY, source, created),
        study=STUDY,
        design={"source": source, "conversations": len(found.conversations)},
        seed=0,
        package_version=version,
        content_hash=library.content_hash,
        created=created,
    )
    count = 0
    with RunLog.create(folder, manifest) as log:
        for number, conversation in enumerate(found.conversations):
            for reply in conversation.replies:
                log.append_now(*_events(number, conversation, reply, rubric))
                count += 1
    return count


def label_value(rubric: RubricSpec, dimension: str, label: str) -> int:
    """The value of a benchmark's label: its labels run from the plain yes to the plain no, as the
    rubric's choices do for errors and, turned round, for points."""
    criterion = rubric.criterion(dimension)
    values = criterion.values
    if criterion.polarity == "higher-is-better":
        values = values[::-1]
    return values[LABELS[dimension].index(label)]


def _events(
    number: int, conversation: Conversation, reply: Reply, rubric: RubricSpec
) -> list[Event]:
    cell = Cell(
        study=STUDY,
        factors={
            "number": number,
            "conversation": conversation.id,
            "tutor": reply.tutor,
            "keyed": conversation.is_keyed,
            "topic": conversation.topic,
        },
    )
    key = cell.key
    talk = [*conversation.talk, ("tutor", reply.text)]
    transcript = Transcript(
        session=key,
        item=Item(
            id=digest(conversation.id),
            question=conversation.question or conversation.talk[0][1],
            answer=conversation.answer,
            source="MRBench",
        ),
        student="student",
        tutor=reply.tutor,
        turns=tuple(
            Turn(index=k, seat="tutor" if seat == "tutor" else "student", text=text, author=seat)
            for k, (seat, text) in enumerate(talk)
        ),
        ending=Ending(kind="turn-limit"),
    )
    last = len(talk) - 1
    ratings = _ratings(key, last, reply, rubric)
    return [
        StartEvent(session=key, cell=cell, item=transcript.item, student="student",
                   tutor=reply.tutor),
        *(TurnEvent(session=key, turn=turn) for turn in transcript.turns),
        EndingEvent(session=key, cell=cell, ending=Ending(kind="turn-limit")),
        TrialEvent(session=key, cell=cell, observations={"rated_turns": [last]}),
        *([ScoreEvent(session=key, scoring=1, rater=RATER,
                      scores=tuple(scores_of(rubric, ratings)))] if ratings else []),
    ]  # fmt: skip


def _ratings(session: str, turn: int, reply: Reply, rubric: RubricSpec) -> list[Rating]:
    return [
        Rating(
            session=session,
            turn=turn,
            rubric=rubric.id,
            criterion=name,
            rater=RATER,
            source="human",
            value=label_value(rubric, name, reply.labels[name]),
        )
        for name in rubric.ids
        if name in reply.labels
    ]
