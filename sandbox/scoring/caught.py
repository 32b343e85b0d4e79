"""What grounding and guard have caught: how often a model had to be asked again, how often its
words were not used at all, how often it would have given the answer away, and how often it did.

Reads the counts in the turns' hidden fields; knows no agent. Sessions without such agents get none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.content.library import Library
from sandbox.maths.leaks import leaked
from sandbox.records import Score, Span, Transcript, Trial, Turn
from sandbox.scoring.scope import report_of
from sandbox.types import Seat

SCORER = "caught-1"
STUDENT: tuple[str, Seat] = ("grounded", "student")
TUTOR: tuple[str, Seat] = ("guarded", "tutor")


def score_caught(trial: Trial, library: Library) -> list[Score]:
    """`grounded.asked_again` and `grounded.fell_back`, shares of the student's turns; the same for
    `guarded`; `guarded.raw_leak` and `guarded.leak`, shares of the tutor's turns in which a leak
    was possible: first drafts that leak, and turns that do."""
    transcript = trial.transcript
    if transcript is None:
        return []
    return [
        *_shares(transcript, *STUDENT),
        *_shares(transcript, *TUTOR),
        *_leaks(transcript),
    ]


def _shares(transcript: Transcript, key: str, seat: Seat) -> list[Score]:
    turns = _turns(transcript, key, seat)
    if not turns:
        return []
    caught: Counter[str] = Counter()
    for _, counts in turns:
        caught.update(counts["caught"])
    detail = {
        "turns": len(turns),
        "caught": dict(sorted(caught.items())),
        "model": _model_of(turns[0][0]),
    }
    again = [turn for turn, counts in turns if counts["drafts"] > 1]
    fell_back = [turn for turn, counts in turns if counts["fell_back"]]
    return [
        _share(transcript, f"{key}.asked_again", again, len(turns), detail),
        _share(transcript, f"{key}.fell_back", fell_back, len(turns), detail),
    ]


def _leaks(transcript: Transcript) -> list[Score]:
    key, seat = TUTOR
    turns = _turns(transcript, key, seat)
    if not turns:
        return []
    report = report_of(transcript)
    possible = [(turn, counts) for turn, counts in turns if counts["open"]]
    raw = [turn for turn, counts in possible if counts["raw_leak"]]
    sent = [turn for turn, _ in possible if leaked(report, turn.index)]
    return [
        _share(transcript, f"{key}.raw_leak", raw, len(possible)),
        _share(transcript, f"{key}.leak", sent, len(possible)),
    ]


def _turns(transcript: Transcript, key: str, seat: Seat) -> list[tuple[Turn, dict[str, Any]]]:
    found = [(turn, turn.hidden.get(key)) for turn in transcript.turns if turn.seat == seat]
    return [(turn, dict(counts)) for turn, counts in found if isinstance(counts, Mapping)]


def _model_of(turn: Turn) -> str:
    """The model that worded a turn."""
    model = turn.hidden.get("model")
    return str(model.get("name", "")) if isinstance(model, Mapping) else ""


def _share(
    transcript: Transcript,
    metric: str,
    turns: Sequence[Turn],
    of: int,
    detail: Mapping[str, Any] | None = None,
) -> Score:
    return Score(
        session=transcript.session,
        metric=metric,
        value=len(turns) / of if of else None,
        reason="" if of else "the student had the answer from the start",
        scorer=SCORER,
        evidence=tuple(Span(turn=t.index, start=0, end=len(t.text), text=t.text) for t in turns),
        detail=detail or {"turns": of},
    )
