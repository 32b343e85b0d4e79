"""The table of what grounding and guard have caught: the raw leak rate against that of what was
sent, how often the model was asked again, how often its words were not used at all.
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.reports.rows import Row, Run, grouped
from sandbox.reports.tables import Cell, Table
from sandbox.reports.talks import estimated, interval_note, session_rows

LEAKS = (("raw_leak", "raw leak"), ("leak", "leak sent"))
REPEATS = (("asked_again", "asked again"), ("fell_back", "fell back"))

NOTE = (
    "Shares of a session's turns, averaged over sessions. Raw leak: the model's first draft gives "
    "the answer away; leak sent: what the tutor then said does; both of the turns in which the "
    "student had not settled the answer. Asked again: the first draft could not be used; fell "
    "back: none could, so scripted words were said."
)


def caught_table(run: Run, of: Run | None = None) -> Table:
    """What was caught, by guarded tutor and by grounded model; no rows without such agents.

    Args:
        run: Whose scores are summed up.
        of: Whose agents are named, where that is another run.
    """
    named = of or run
    tutors = _rows(run, named, _tutor, "guarded", (*LEAKS, *REPEATS))
    students = _rows(run, named, _grounded, "grounded", REPEATS)
    rows = (*tutors, *((name, "", "", *cells) for name, *cells in students))
    columns = ("agent", *(label for _, label in (*LEAKS, *REPEATS)))
    title = "What guard and grounding caught"
    return Table("caught", title, columns, rows, (NOTE, interval_note(rows)))


def _tutor(row: Row) -> str:
    return row.factor("tutor")


def _grounded(row: Row) -> str:
    """The model that words the student: one row for all the students that it plays."""
    model = row.score.detail.get("model")
    return f"grounded:{model}" if model else row.factor("student")


def _rows(
    run: Run, of: Run, agent: Callable[[Row], str], kind: str, metrics: tuple[tuple[str, str], ...]
) -> list[tuple[Cell, ...]]:
    """A row for each agent of the kind: its name, its rates."""
    names = [f"{kind}.{metric}" for metric, _ in metrics]
    by_metric = [(name, grouped(session_rows(run, name), agent)) for name in names]
    return [
        (level, *(estimated(found.get(level, []), metric, level) for metric, found in by_metric))
        for level in sorted({agent(row) for row in session_rows(of, names[-1])})
    ]
