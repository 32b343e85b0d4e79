"""Tables and figures of the dialogue study: what each tutor gave away, found out, fitted, taught.

Rows are sessions; intervals are bootstrapped over students. Every figure says n scored of n.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sandbox.content.library import Library
from sandbox.records import Trial
from sandbox.reports.figures import Figure, Line, bars, lines
from sandbox.reports.page import Report, Shown
from sandbox.reports.rows import Row, Run, grouped
from sandbox.reports.shown import shown_session
from sandbox.reports.tables import NONE, Table, between, estimate, figure
from sandbox.scoring.sensitivity import Sensitivity, profile_sensitivity
from sandbox.scoring.sensitivity import Row as Words
from sandbox.scoring.stats import Estimate, clustered
from sandbox.store.reading import sessions

ABOUT = (
    "Simulated students met tutors about fresh items. Scope control: was the answer given away "
    "before the student had it? Identification: was the true misconception ranked first among the "
    "candidates? Adaptivity: share of the rubric's points that the tutor's words earn. Sensitivity: "
    "can the learner's tier be told from the tutor's words alone? Learning: fresh test items before "
    "and after. Fidelity: was the student still the student it was meant to be?"
)
VALID = 0.8
"""A session counts as valid when at least this share of the student's turns is in character."""

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


def report(run: Run, facts: Mapping[str, str], library: Library, *, figures: bool) -> Report:
    """The whole report of a dialogue run."""
    sensitivity = sensitivity_by_tutor(run)
    tables = [
        metric_table(run, "tutor", "By tutor", "tutors"),
        metric_table(run, "student", "By student", "students"),
        sensitivity_table(sensitivity),
        fidelity_table(run),
        endings_table(run),
    ]
    drawn = _figures(run, sensitivity) if figures else []
    shown = _examples(run) if figures else []
    kept = [table for table in tables if table.rows]
    return Report("Tutoring sessions", ABOUT, facts, kept, drawn, shown)


def _sessions(run: Run, metric: str) -> list[Row]:
    return [row for row in run.metric(metric) if row.factor("kind") == "session"]


def _estimate(rows: Sequence[Row], *key: str) -> Estimate:
    return clustered(((row.factor("student"), row.score.value) for row in rows), *key)


def metric_table(run: Run, factor: str, title: str, name: str) -> Table:
    """Every session metric by the levels of a factor, with n scored of n under each."""
    levels = list(grouped(_sessions(run, "scope_control"), lambda row: row.factor(factor)))
    by_metric = {
        metric: grouped(_sessions(run, metric), lambda row: row.factor(factor))
        for metric, _ in SESSION_METRICS
    }
    rows: list[tuple[str, ...]] = []
    for level in levels:
        cells = []
        for metric, _ in SESSION_METRICS:
            found = _estimate(by_metric[metric].get(level, []), metric, level)
            cells.append(f"{estimate(found)}\n{found.coverage}" if found.of else NONE)
        rows.append((level, *cells))
    columns = (factor, *(label for _, label in SESSION_METRICS))
    notes = (
        "Mean with 95% interval (bootstrap over students; Wilson where all are 0 or 1); "
        "below it, how many sessions were scored of how many.",
    )
    return Table(name, title, columns, tuple(rows), notes)


def sensitivity_by_tutor(run: Run) -> dict[str, Sensitivity]:
    """The profile sensitivity of each tutor over the matched sessions of the run."""
    rows: dict[str, list[Words]] = {}
    for trial in sessions(run.folder):
        if trial.cell.factors.get("kind") == "matched" and trial.transcript is not None:
            words = _words(trial)
            rows.setdefault(str(trial.cell.factors["tutor"]), []).append(words)
    return {
        tutor: profile_sensitivity(found, seed=run.manifest.seed)
        for tutor, found in sorted(rows.items())
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
            trial.transcript.item.question,
            *(turn.text for turn in turns if turn.seat == "student"),
        ),
    )


def sensitivity_table(found: Mapping[str, Sensitivity]) -> Table:
    """How well the learner's tier can be told from each tutor's words."""
    rows = tuple(
        (
            tutor,
            f"{figure(s.accuracy)} {between(s.interval)}".strip(),
            figure(s.chance),
            figure(s.permuted),
            figure(s.p_value, 3),
            f"{s.rows} of {s.of}",
            s.reason,
        )
        for tutor, s in found.items()
    )
    columns = ("tutor", "told rightly", "chance", "permuted", "p", "sessions", "why not")
    notes = (
        "Balanced accuracy of a cross-validated classifier that guesses the learner's tier from the "
        "tutor's words at matched student messages; folds by item, chance by permutation in items.",
    )
    return Table("sensitivity", "Profile sensitivity", columns, rows, notes)


def fidelity_table(run: Run) -> Table:
    """The main metrics by tutor with all sessions and with the valid ones only."""
    invalid = {
        row.score.session
        for row in _sessions(run, "fidelity")
        if row.score.value is not None and row.score.value < VALID
    }
    rows: list[tuple[str, ...]] = []
    for metric in ("scope_control", "identified", "gain"):
        for tutor, found in grouped(_sessions(run, metric), lambda r: r.factor("tutor")).items():
            valid = [row for row in found if row.score.session not in invalid]
            cells = [
                f"{estimate(e)} ({e.coverage})"
                for e in (_estimate(found, metric, tutor), _estimate(valid, metric, tutor, "valid"))
            ]
            rows.append((tutor, metric, *cells))
    note = f"Valid: at least {VALID:.0%} of the student's turns are in character."
    columns = ("tutor", "metric", "all sessions", "valid sessions")
    return Table("validity", "With and without sessions out of character", columns, tuple(rows), (note,))


def endings_table(run: Run) -> Table:
    """How the sessions ended, by tutor."""
    counts: dict[str, Counter[str]] = {}
    for trial in sessions(run.folder):
        talk = trial.transcript
        if talk is not None and talk.ending and trial.cell.factors.get("kind") == "session":
            counts.setdefault(talk.tutor, Counter())[talk.ending.kind] += 1
    kinds = sorted({kind for count in counts.values() for kind in count})
    rows = tuple(
        (tutor, *(str(count[kind]) for kind in kinds)) for tutor, count in sorted(counts.items())
    )
    return Table("endings", "How sessions ended", ("tutor", *kinds), rows)


def _figures(run: Run, sensitivity: Mapping[str, Sensitivity]) -> list[Figure]:
    tutors = sorted({row.factor("tutor") for row in _sessions(run, "scope_control")})
    figures = [_compared(run, tutors)]
    if sensitivity:
        told = [
            Estimate(s.accuracy, None, s.interval, s.rows, s.of, s.learners)
            for s in sensitivity.values()
        ]
        chance = next(iter(sensitivity.values())).chance
        title = "Can the learner's tier be told from the tutor's words?"
        series = [("told rightly", told)]
        names = [_short(name) for name in sensitivity]
        figures.append(bars("sensitivity", title, "share told rightly", names, series, chance=chance))
    curves = _belief_curves(run, tutors)
    if curves:
        title = "How strong the misconception is as the session goes on"
        figures.append(lines("belief", title, "student turn", "mean strength of belief", curves))
    return figures


def _compared(run: Run, tutors: Sequence[str]) -> Figure:
    shown = (("scope_control", "scope control"), ("identified", "identified"), ("gain", "gain"))
    series = []
    for metric, label in shown:
        rows = grouped(_sessions(run, metric), lambda row: row.factor("tutor"))
        series.append((label, [_estimate(rows.get(tutor, []), metric, tutor) for tutor in tutors]))
    lowest = min((e.mean for _, points in series for e in points if e.mean is not None), default=0)
    title = "What each tutor gave away, found out and taught"
    names = [_short(tutor) for tutor in tutors]
    return bars("tutors", title, "share", names, series, low=-1.05 if lowest < 0 else 0.0)


def _belief_curves(run: Run, tutors: Sequence[str]) -> list[Line]:
    """Mean strength of the first belief after each of the student's turns. A session that is over
    keeps its last strength, so that the curve is over the same students all along."""
    strengths: dict[str, list[list[float]]] = {}
    for trial in sessions(run.folder):
        held = _strengths(trial)
        if held and trial.transcript is not None:
            strengths.setdefault(trial.transcript.tutor, []).append(held)
    curves = []
    for tutor in tutors:
        found = strengths.get(tutor, [])
        longest = max(map(len, found), default=0)
        means = [
            Estimate(sum(h[min(k, len(h) - 1)] for h in found) / len(found), None, None, 0, 0, 0)
            for k in range(longest)
        ]
        if means:
            curves.append(Line.of(_short(tutor), range(1, longest + 1), means))
    return curves


def _strengths(trial: Trial) -> list[float]:
    if trial.transcript is None or not str(trial.cell.factors.get("student", "")).startswith("novice"):
        return []
    held = []
    for turn in trial.transcript.turns:
        beliefs = turn.hidden.get("beliefs")
        if turn.seat == "student" and isinstance(beliefs, dict) and beliefs:
            held.append(float(str(next(iter(beliefs.values())))))
    return held


def _short(name: str) -> str:
    return name.removeprefix("scripted:")


def _examples(run: Run) -> list[Shown]:
    """One session of each tutor with the first student, to read."""
    found: dict[str, Trial] = {}
    for trial in sessions(run.folder):
        if trial.cell.factors.get("kind") == "session" and trial.cell.replicate == 0:
            tutor = str(trial.cell.factors["tutor"])
            known = found.get(tutor)
            if known is None or str(trial.cell.factors["student"]) < str(known.cell.factors["student"]):
                found[tutor] = trial
    return [shown_session(run.folder, trial) for _, trial in sorted(found.items())]

