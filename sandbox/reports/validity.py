"""The fidelity gate: which sessions are in character, and a run with these alone.

Every table and figure over sessions is given with all of them and, where some are not valid, once
more without these.
"""

from __future__ import annotations

from dataclasses import replace

from sandbox.reports.rows import Run, grouped
from sandbox.reports.tables import Table
from sandbox.reports.talks import levels, session_rows

VALID = 0.8
"""A session is valid unless a smaller share of the student's readable answers is in character."""

GATE = (
    f"Valid: at least {VALID:.0%} of the student's readable answers are in character. A session in "
    "which the student said nothing that tells is not judged and stays in."
)
VALID_ONLY = "valid sessions only"
"""What is added to the title of a table or figure without the others."""
WITHOUT = "Without the sessions in which the student was out of character."


def invalid_sessions(run: Run) -> frozenset[str]:
    """The ids of the sessions whose student was out of character."""
    return frozenset(
        row.score.session
        for row in session_rows(run, "fidelity")
        if row.score.value is not None and row.score.value < VALID
    )


def valid_only(run: Run) -> Run:
    """The run without what was scored in invalid sessions."""
    invalid = invalid_sessions(run)
    return replace(run, rows=tuple(row for row in run.rows if row.score.session not in invalid))


def validity_table(run: Run) -> Table:
    """How many sessions of each tutor and student are valid."""
    rows = [
        (level, factor, *_counts(run, factor, level))
        for factor in ("tutor", "student")
        for level in levels(run, factor)
    ]
    columns = ("who", "seat", "sessions", "valid", "out of character", "not judged")
    return Table("validity", "Sessions in character", columns, tuple(rows), (GATE,))


def _counts(run: Run, factor: str, level: str) -> tuple[str, str, str, str]:
    found = grouped(session_rows(run, "fidelity"), lambda row: row.factor(factor)).get(level, [])
    values = [row.score.value for row in found]
    invalid = sum(value is not None and value < VALID for value in values)
    unjudged = sum(value is None for value in values)
    valid = len(values) - invalid - unjudged
    return str(len(values)), str(valid), str(invalid), str(unjudged)
