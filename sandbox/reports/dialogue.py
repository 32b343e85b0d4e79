"""Tables of the dialogue study: what each tutor gave away, found out, fitted, taught.

Rows are sessions; intervals are bootstrapped over students. Every figure says n scored of n, and is
given again without the sessions that are not valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from sandbox.records import Trial
from sandbox.reports.caught import caught_table
from sandbox.reports.dialogue_figures import examples, figures_of
from sandbox.reports.page import Report
from sandbox.reports.rows import Run, grouped
from sandbox.reports.tables import Cell, Table, figure
from sandbox.reports.talks import estimated, interval_note, levels, planned, session_rows, talks
from sandbox.reports.validity import (
    VALID_ONLY,
    WITHOUT,
    invalid_sessions,
    valid_only,
    validity_table,
)
from sandbox.scoring.sensitivity import Row as Words
from sandbox.scoring.sensitivity import Sensitivity, profile_sensitivity
from sandbox.scoring.stats import Estimate

ABOUT = (
    "Simulated students met tutors about fresh items. Scope control: was the answer given away "
    "before the student had it? Identification: was the true misconception ranked first among "
    "the candidates? Adaptivity: the share of the rubric's points that the tutor's words earn. "
    "Sensitivity: can the learner's tier be told from the tutor's words alone? Learning: fresh "
    "test items before and after. Fidelity: was the student still the student it was meant to be?"
)
SESSION_METRICS = (
    ("scope_control", "scope control"),
    ("clean_turn_share", "clean turns"),
    ("identified", "identified"),
    ("reciprocal_rank", "recip. rank"),
    ("turns_to_identify", "turns to identify"),
    ("adaptivity", "adaptivity"),
    ("fidelity", "fidelity"),
    ("pre", "pre"),
    ("post", "post"),
    ("gain", "gain"),
)


BRIEFLY = ("scope control", "identified", "fidelity", "gain")


def report(run: Run, facts: Mapping[str, str], *, figures: bool) -> Report:
    """The whole report of a dialogue run."""
    sensitivity = sensitivity_by_tutor(run)
    tables = [
        *_by_agent(run),
        sensitivity_table(sensitivity),
        validity_table(run),
        *_of_valid(run),
    ]
    drawn = figures_of(run, sensitivity) if figures else []
    shown = examples(run) if figures else []
    kept = [table for table in tables if table.rows]
    return Report("Tutoring sessions", ABOUT, facts, kept, drawn, shown)


def _by_agent(run: Run, of: Run | None = None) -> list[Table]:
    """All tables over sessions; those of the valid ones still name all agents of the run."""
    return [
        metric_table(run, "tutor", "By tutor", "tutors", of=of),
        metric_table(run, "student", "By student", "students", BRIEFLY, of),
        caught_table(run, of),
        endings_table(run, of),
    ]


def _of_valid(run: Run) -> list[Table]:
    """The tables over sessions again, without the invalid ones; none where all are valid."""
    if not invalid_sessions(run):
        return []
    return [
        replace(
            table,
            name=f"{table.name}-valid",
            title=f"{table.title}, {VALID_ONLY}",
            notes=(WITHOUT, *table.notes),
            brief=table.brief or (BRIEFLY if table.name == "tutors" else ()),
        )
        for table in _by_agent(valid_only(run), run)
    ]


def metric_table(
    run: Run,
    factor: str,
    title: str,
    name: str,
    brief: tuple[str, ...] = (),
    of: Run | None = None,
) -> Table:
    """Every session metric by the levels of a factor, with n scored of n under each.

    Args:
        run: Whose scores are summed up.
        factor: student or tutor.
        title: The table's title.
        name: The table's name.
        brief: The columns of a brief view.
        of: Whose levels are named, where that is another run.
    """
    by_metric = {
        metric: grouped(session_rows(run, metric), lambda row: row.factor(factor))
        for metric, _ in SESSION_METRICS
    }
    rows: list[tuple[Cell, ...]] = []
    for level in levels(of or run, factor):
        cells = (
            estimated(by_metric[metric].get(level, []), metric, level)
            for metric, _ in SESSION_METRICS
        )
        rows.append((level, *cells))
    columns = (factor, *(label for _, label in SESSION_METRICS))
    notes = (interval_note(rows),)
    return Table(name, title, columns, tuple(rows), notes, brief=brief)


def sensitivity_by_tutor(run: Run) -> dict[str, Sensitivity]:
    """The profile sensitivity of each tutor over the matched sessions of the run."""
    rows: dict[str, list[Words]] = {}
    for trial in talks(run, "matched"):
        rows.setdefault(str(trial.cell.factors["tutor"]), []).append(_words(trial))
    return {
        tutor: profile_sensitivity(rows[tutor], seed=run.manifest.seed)
        for tutor in planned(run, "tutors")
        if tutor in rows
    }


def _words(trial: Trial) -> Words:
    assert trial.transcript is not None
    turns = trial.transcript.turns
    return Words(
        item=trial.transcript.item.id,
        learner=f"{trial.cell.factors['tier']}-{trial.cell.factors['learner']}",
        tier=str(trial.cell.factors["tier"]),
        matched=str(trial.cell.factors["learner"]),
        texts=tuple(turn.text for turn in turns if turn.seat == "tutor"),
        heard=(
            trial.transcript.item.in_words,
            *(turn.text for turn in turns if turn.seat == "student"),
        ),
    )


def sensitivity_table(found: Mapping[str, Sensitivity]) -> Table:
    """How well the learner's tier can be told from each tutor's words."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            tutor,
            Estimate(s.accuracy, None, s.interval, s.rows, s.of, s.learners),
            figure(s.chance),
            figure(s.permuted),
            figure(s.p_value, 3),
            s.reason,
        )
        for tutor, s in found.items()
    )
    columns: tuple[str, ...] = ("tutor", "told rightly", "chance", "permuted", "p", "why not")
    if not any(s.reason for s in found.values()):
        columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
    notes = (
        "Balanced accuracy of a cross-validated classifier that guesses the learner's tier from "
        "the tutor's words at matched student messages; folds by item, chance by permutation in "
        "items. The student's messages are scripted here, so every session is valid.",
    )
    return Table("sensitivity", "Profile sensitivity", columns, rows, notes)


def endings_table(run: Run, of: Run | None = None) -> Table:
    """How the sessions ended, by tutor: all, or the valid ones of the run `of`."""
    counts: dict[str, Counter[str]] = {}
    left_out = invalid_sessions(of) if of else frozenset()
    for trial in talks(run, "session"):
        if trial.transcript and trial.transcript.ending and trial.cell.key not in left_out:
            tutor = str(trial.cell.factors["tutor"])
            counts.setdefault(tutor, Counter())[trial.transcript.ending.kind] += 1
    kinds = sorted({kind for count in counts.values() for kind in count})
    rows = tuple(
        (tutor, *(str(counts.get(tutor, Counter())[kind]) for kind in kinds))
        for tutor in levels(of or run, "tutor")
        if kinds
    )
    return Table("endings", "How sessions ended", ("tutor", *kinds), rows)
