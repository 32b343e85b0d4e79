"""Figures of the dialogue study, and one session of each tutor to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandbox.records import Trial, Turn
from sandbox.reports.figures import Figure, Line, bars, lines
from sandbox.reports.page import Shown
from sandbox.reports.rows import Run, grouped
from sandbox.reports.shown import shown_session
from sandbox.reports.tables import known
from sandbox.reports.talks import MAIN_METRICS, estimated, levels, planned, session_rows, talks
from sandbox.reports.validity import VALID_ONLY, invalid_sessions, valid_only
from sandbox.scoring.sensitivity import Sensitivity
from sandbox.scoring.stats import Estimate
from sandbox.store.reading import ScoreIndex


def figures_of(run: Run, sensitivity: Mapping[str, Sensitivity]) -> list[Figure]:
    """What each tutor gave away, found out and taught; how it fitted; how beliefs went."""
    tutors = levels(run, "tutor")
    drawn = [_compared(run, tutors)] if tutors else []
    if invalid_sessions(run):
        drawn.append(_compared(valid_only(run), tutors, "tutors-valid", f", {VALID_ONLY}"))
    if any(found.accuracy is not None for found in sensitivity.values()):
        drawn.append(_told_apart(sensitivity))
    curves = _belief_curves(run, tutors)
    if curves:
        title = "How strong the misconception is as the session goes on"
        drawn.append(lines("belief", title, "student turn", "mean strength of belief", curves))
    return drawn


def _compared(run: Run, tutors: Sequence[str], name: str = "tutors", which: str = "") -> Figure:
    series = []
    for metric, label in MAIN_METRICS:
        rows = grouped(session_rows(run, metric), lambda row: row.factor("tutor"))
        points = [estimated(rows.get(tutor, []), metric, tutor) for tutor in tutors]
        series.append((label, points))
    title = f"What each tutor gave away, found out and taught{which}"
    names = [_short(tutor) for tutor in tutors]
    return bars(name, title, "share", names, series)


def _told_apart(sensitivity: Mapping[str, Sensitivity]) -> Figure:
    told = [
        Estimate(s.accuracy, None, s.interval, s.rows, s.of, s.learners)
        for s in sensitivity.values()
    ]
    chance = next(iter(sensitivity.values())).chance
    title = "Can the learner's tier be told from the tutor's words?"
    names = [_short(name) for name in sensitivity]
    series = [("told rightly", told)]
    return bars("sensitivity", title, "share told rightly", names, series, chance=chance)


def _belief_curves(run: Run, tutors: Sequence[str]) -> list[Line]:
    """Mean strength of the first belief after each of the student's turns. A session that is over
    keeps its last strength, so that the curve is over the same students all along."""
    strengths: dict[str, list[list[float]]] = {}
    for trial in talks(run, "session"):
        held = _strengths(trial)
        if held:
            strengths.setdefault(str(trial.cell.factors["tutor"]), []).append(held)
    longest = max((len(held) for found in strengths.values() for held in found), default=0)
    curves = []
    for tutor in tutors:
        found = sorted(strengths.get(tutor, []))
        if found:
            means = [
                known(sum(held[min(k, len(held) - 1)] for held in found) / len(found))
                for k in range(longest)
            ]
            curves.append(Line.of(_short(tutor), range(1, longest + 1), means))
    return curves


def _strengths(trial: Trial) -> list[float]:
    """How strong the belief that a session was about was after each of the student's turns: the one
    that decided its first answer, else its first."""
    if not str(trial.cell.factors["student"]).startswith(("novice:", "persona:")):
        return []
    assert trial.transcript is not None
    held: list[float] = []
    topic = ""
    for turn in trial.transcript.turns:
        beliefs = turn.hidden.get("beliefs")
        if turn.seat == "student" and isinstance(beliefs, dict) and beliefs:
            topic = topic or _decided(turn) or next(iter(beliefs))
            held.append(float(str(beliefs.get(topic, 0.0))))
    return held


def _decided(turn: Turn) -> str:
    """The belief that gave the first answer of a turn, "" where none did."""
    decided = turn.hidden.get("decided")
    first = decided[0] if isinstance(decided, list) and decided else None
    return str(first.get("belief", "")) if isinstance(first, dict) else ""


def _short(name: str) -> str:
    return name.removeprefix("scripted:")


def examples(run: Run) -> list[Shown]:
    """One session of each tutor, all with the same first student about the same item, to read."""
    index = ScoreIndex(run.folder)
    order = {name: place for place, name in enumerate(planned(run, "students"))}
    best: dict[str, tuple[tuple[int, str, int], Trial]] = {}
    for trial in talks(run, "session"):
        factors = trial.cell.factors
        student = order.get(str(factors["student"]), len(order))
        rank = (student, str(factors.get("item", "")), trial.cell.replicate)
        tutor = str(factors["tutor"])
        if tutor not in best or rank < best[tutor][0]:
            best[tutor] = (rank, trial)
    return [
        shown_session(best[tutor][1], index) for tutor in planned(run, "tutors") if tutor in best
    ]
