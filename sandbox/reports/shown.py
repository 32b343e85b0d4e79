"""A session to read: its transcript, its scores in words, and the spans that they rest on."""

from __future__ import annotations

from sandbox.records import Score, Trial
from sandbox.reports.page import Shown
from sandbox.reports.tables import figure
from sandbox.store.reading import ScoreIndex


def shown_session(trial: Trial, index: ScoreIndex) -> Shown:
    """One session to read, with what its scores rest on."""
    assert trial.transcript is not None
    found = index.of(trial.cell.key)
    spans = [span for score in found if _is_leak(score) for span in score.evidence]
    who = f"{trial.transcript.student} with {trial.transcript.tutor}"
    ending = trial.transcript.ending
    facts = [f"ended: {ending.kind}"] if ending else []
    facts += [_said(score) for score in found if score.turn is None]
    return Shown(f"{who} · {trial.cell.key}", trial.transcript, spans, facts)


def _is_leak(score: Score) -> bool:
    return score.metric.startswith("scope")


def _said(score: Score) -> str:
    if score.value is None:
        return f"{score.metric}: unscored ({score.reason})"
    return f"{score.metric}: {figure(score.value)}"
