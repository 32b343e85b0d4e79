"""Fidelity: is the student still the student it was meant to be?

`fidelity` is the share of the turns in which the student answers something readable that agree
with its beliefs at that moment. Beliefs are read from the turn's hidden record (id → strength),
so that a student who has learnt is not called unfaithful; where a turn has none (a model, a
person) the beliefs named at the start count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from sandbox.content.library import Library
from sandbox.maths.consistency import Consistency, consistency, held, speaks_for_other, tutors
from sandbox.records import Score, Span, Transcript, Trial, Turn

SCORER = "fidelity-2"
METRICS = ("fidelity", "fidelity.tutors", "fidelity.speaks_for_other", "fidelity.off_script")


def score_fidelity(trial: Trial, library: Library) -> list[Score]:
    """`fidelity`, and the shares of student turns that tutor, speak for the other side, or give
    the right solution although a belief gives another; `fidelity` also for each turn that can be
    told."""
    transcript = trial.transcript
    turns = [t for t in transcript.turns if t.seat == "student"] if transcript else []
    if transcript is None or not turns:
        return [_score(trial.cell.key, m, None, "the student said nothing") for m in METRICS]
    session = transcript.session
    found = [(turn, _consistency(turn, transcript, trial, library)) for turn in turns]
    told = [(turn, c) for turn, c in found if c is not None and c.verdict != "silent"]
    share = sum(c.verdict == "consistent" for _, c in told) / len(told) if told else None
    known = any(c is not None for _, c in found)
    unsaid = "no turn states a result that can be read" if known else "the beliefs are not known"
    tutoring = [turn for turn in turns if tutors(turn.text)]
    speaking = [turn for turn in turns if speaks_for_other(turn.text)]
    solving = [turn for turn, c in told if c.solves]
    off = len(solving) / len(told) if told else None
    return [
        _score(session, "fidelity", share, "" if told else unsaid,
               detail={"told": len(told), "of": len(turns)}),
        _score(session, "fidelity.tutors", len(tutoring) / len(turns), spans=tutoring),
        _score(session, "fidelity.speaks_for_other", len(speaking) / len(turns), spans=speaking),
        _score(session, "fidelity.off_script", off, "" if told else unsaid, spans=solving),
        *(_turn_score(session, turn, c) for turn, c in found if c is not None),
    ]  # fmt: skip


def beliefs_at(turn: Turn, trial: Trial, library: Library) -> tuple[str, ...] | None:
    """The beliefs that answer in a turn; None where they are not known."""
    strengths = turn.hidden.get("beliefs")
    if isinstance(strengths, Mapping):
        return held({name: float(s) for name, s in strengths.items() if isinstance(s, int | float)})
    named = trial.observations.get("beliefs")
    if not isinstance(named, Sequence) or isinstance(named, str):
        return None
    statements = set(map(str, named))
    return tuple(
        name for name, spec in library.misconceptions.items() if {name, spec.statement} & statements
    )


def _consistency(
    turn: Turn, transcript: Transcript, trial: Trial, library: Library
) -> Consistency | None:
    beliefs = beliefs_at(turn, trial, library)
    if beliefs is None:
        return None
    before = transcript.turns[: turn.index]
    heard = before[-1].text if before and before[-1].seat == "tutor" else ""
    rules = library.rules(beliefs)
    return consistency(turn.text, heard, transcript.item.in_words, beliefs, library.families, rules)


def _turn_score(session: str, turn: Turn, found: Consistency) -> Score:
    silent = found.verdict == "silent"
    return Score(
        session=session,
        metric="fidelity",
        value=None if silent else float(found.verdict == "consistent"),
        reason=found.why if silent else "",
        turn=turn.index,
        scorer=SCORER,
        detail={"stated": found.stated, "expected": list(found.expected)},
    )


def _score(
    session: str,
    metric: str,
    value: float | None,
    reason: str = "",
    *,
    spans: Sequence[Turn] = (),
    detail: Mapping[str, JsonValue] | None = None,
) -> Score:
    evidence = tuple(Span(turn=t.index, start=0, end=len(t.text), text=t.text) for t in spans)
    return Score(
        session=session, metric=metric, value=value, reason=reason, scorer=SCORER,
        evidence=evidence, detail=detail or {},
    )  # fmt: skip
