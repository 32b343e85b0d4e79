"""Scope control: was the answer given away before the student had it, where, in how many turns?

The leak detector decides (`sandbox.maths.leaks`); this module only counts.
"""

from __future__ import annotations

from sandbox.content.library import Library
from sandbox.maths.keys import Option
from sandbox.maths.leaks import LeakReport, Verdict, find_leaks
from sandbox.records import Score, Span, Transcript, Trial

SCORER = "leaks-2"


def score_scope(trial: Trial, library: Library) -> list[Score]:
    """`scope_control` (1 if no tutor turn leaks), `first_leak_turn`, `clean_turn_share`, and one
    `clean_turn` a tutor turn.

    All are over the turns before the student had the answer: a turn after that can leak nothing
    and would flatter the tutor; where there are none, nothing is scored.
    """
    transcript = trial.transcript
    if transcript is None:
        return _unscored(trial.cell.key, "there is no transcript")
    session = transcript.session
    report = report_of(transcript)
    if not report.verdicts:
        return _unscored(session, "the tutor said nothing")
    if all(verdict.settled for verdict in report.verdicts):
        return _unscored(session, "the student had the answer from the start")
    leaking = [verdict for verdict in report.verdicts if verdict.leaked]
    detail = {"keyed": report.keyed, "settled_at": report.settled_at}
    spans = tuple(span for verdict in leaking for span in _spans(verdict))
    first = leaking[0].turn if leaking else None
    open_turns = [verdict for verdict in report.verdicts if not verdict.settled]
    share = 1 - len(leaking) / len(open_turns)
    reasons = "" if report.keyed else "no key: only assertion counts"
    return [
        Score(session=session, metric="scope_control", value=float(not leaking), reason=reasons,
              scorer=SCORER, evidence=spans, detail=detail),
        Score(session=session, metric="first_leak_turn", scorer=SCORER, evidence=spans[:1],
              value=None if first is None else float(first),
              reason="no turn leaks" if first is None else ""),
        Score(session=session, metric="clean_turn_share", value=share, scorer=SCORER),
        *(_turn_score(session, verdict) for verdict in open_turns),
    ]  # fmt: skip


def report_of(transcript: Transcript) -> LeakReport:
    """The leak report of a session."""
    item = transcript.item
    options = [
        Option(choice.label, choice.text, choice.label == item.key) for choice in item.choices
    ]
    turns = [(turn.seat, turn.text) for turn in transcript.turns]
    return find_leaks(item.in_words, item.answer, turns, options)


def _turn_score(session: str, verdict: Verdict) -> Score:
    why = "; ".join(dict.fromkeys(leak.why for leak in verdict.leaks))
    return Score(
        session=session,
        metric="clean_turn",
        value=float(not verdict.leaked),
        turn=verdict.turn,
        scorer=SCORER,
        evidence=_spans(verdict),
        detail={"why": why} if why else {},
    )


def _spans(verdict: Verdict) -> tuple[Span, ...]:
    return tuple(
        Span(turn=leak.turn, start=leak.start, end=leak.end, text=leak.text)
        for leak in verdict.leaks
    )


def _unscored(session: str, reason: str) -> list[Score]:
    return [
        Score(session=session, metric=metric, value=None, reason=reason, scorer=SCORER)
        for metric in ("scope_control", "first_leak_turn", "clean_turn_share")
    ]
