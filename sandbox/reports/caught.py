"""The table of what grounding and guard have caught: the raw leak rate against that of what was
sent, how often the model was asked again, how often its words were not used at all.
"""

from __future__ import annotations

from sandbox.reports.rows import Run, grouped
from sandbox.reports.tables import Cell, Table
from sandbox.reports.talks import estimated, interval_note, levels, session_rows

LEAKS = (("raw_leak", "raw leak"), ("leak", "leak sent"))
REPEATS = (("asked_again", "asked again"), ("fell_back", "fell back"))

NOTE = (
    "Shares of a session's turns, averaged over sessions. Raw leak: the model's first draft gives "
    "the answer away; leak sent: what the tutor then said does; both of the turns in which the "
    "student had not settled the answer. Asked again: the first draft could not be used; fell "
    "back: none could, so scripted words were said."
)


def caught_table(run: Run, of: Run | None = None) -> Table:
    """What was caught, by guarded tutor and by grounded student; no rows without such agents.

    Args:
        run: Whose scores are summed up.
        of: Whose agents are named, where that is another run.
    """
    tutors = _rows(run, of or run, "tutor", "guarded", (*LEAKS, *REPEATS))
    students = _rows(run, of or run, "student", "grounded", REPEATS)
    rows = (*tutors, *((name, "", "", *cells) for name, *cells in students))
    by = "students, for a student over its items"
    columns = ("agent", *(label for _, label in (*LEAKS, *REPEATS)))
    title = "What guard and grounding caught"
    return Table("caught", title, columns, rows, (NOTE, interval_note(rows, by)))


def _rows(
    run: Run, of: Run, factor: str, kind: str, metrics: tuple[tuple[str, str], ...]
) -> list[tuple[Cell, ...]]:
    """A row for each agent of the kind: its name, its rates."""
    names = [f"{kind}.{metric}" for metric, _ in metrics]
    having = {row.factor(factor) for row in session_rows(of, names[-1])}
    by_metric = [
        (name, grouped(session_rows(run, name), lambda row: row.factor(factor))) for name in names
    ]
    return [
        (level, *(estimated(found.get(level, []), m, level, by=factor) for m, found in by_metric))
        for level in levels(of, factor)
        if level in having
    ]
