"""All scores of one session, each with its reason where it cannot be given. Knows no agent."""

from __future__ import annotations

from sandbox.content.library import Library
from sandbox.records import Score, Trial
from sandbox.scoring.adaptivity import score_adaptivity
from sandbox.scoring.caught import score_caught
from sandbox.scoring.fidelity import score_fidelity
from sandbox.scoring.identification import score_identification
from sandbox.scoring.learning import score_learning
from sandbox.scoring.scope import score_scope


def score_session(trial: Trial, library: Library) -> list[Score]:
    """Scope control, identification, adaptivity, fidelity, learning and what was caught."""
    return [
        *score_scope(trial, library),
        *score_identification(trial, library),
        *score_adaptivity(trial, library),
        *score_fidelity(trial, library),
        *score_learning(trial, library),
        *score_caught(trial, library),
    ]
