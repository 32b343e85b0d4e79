"""Figures of the key-step study: the criteria by tutor, scope control by turn, totals by intent,
alignment beside insight; and one session of each tutor to read.
"""

from __future__ import annotations

from sandbox.records import Score
from sandbox.reports.figures import Figure, Line, bars, lines
from sandbox.reports.keystep import (
    ALIGNMENT,
    CRITERIA,
    Ratings,
    levels,
    raters,
    where,
)
from sandbox.reports.page import Shown
from sandbox.reports.published import KEY_STEP_TURNS
from sandbox.reports.rows import Run
from sandbox.reports.tables import known
from sandbox.store.reading import ScoreIndex, sessions

SCOPE = "solution_scope_control"


def figures_of(run: Run) -> list[Figure]:
    """What there is to draw, once a rater."""
    drawn: list[Figure] = []
    turns = int(str(run.manifest.design.get("turns", 1)))
    for rater in raters(run):
        drawn.append(_criteria(run, rater))
        if turns > 1:
            drawn += [_scope_curve(run, rater, turns), _by_intent(run, rater)]
        if any(levels(run, "persona")):
            drawn.append(_personas(run, rater))
    return drawn


def _criteria(run: Run, rater: str) -> Figure:
    found = Ratings(run, rater)
    series = [
        (short(tutor), [found.estimate(name, where(turns=(1,), tutor=tutor)) for name in CRITERIA])
        for tutor in levels(run, "tutor")
    ]
    title = f"The six criteria, first reply, rated by {rater}"
    return bars(f"criteria-{_slug(rater)}", title, "share met", list(CRITERIA.values()), series)


def _scope_curve(run: Run, rater: str, turns: int) -> Figure:
    found, x = Ratings(run, rater), range(1, turns + 1)
    curves = [
        Line.of(
            short(tutor),
            x,
            [found.estimate(SCOPE, where(turns=(turn,), tutor=tutor)) for turn in x],
        )
        for tutor in levels(run, "tutor")
    ]
    printed = {turn: held[SCOPE] for turn, held in KEY_STEP_TURNS.items() if turn <= turns}
    points = [known(value) for value in printed.values()]
    curves.append(Line.of("GPT-5 (published)", list(printed), points, dashed=True))
    title = f"Scope control by turn, rated by {rater}"
    return lines(
        f"scope-{_slug(rater)}",
        title,
        "turn",
        "share within the step",
        curves,
        ticks=[str(turn) for turn in x],
    )


def _by_intent(run: Run, rater: str) -> Figure:
    found, intents = Ratings(run, rater), levels(run, "intent")
    series = [
        (
            short(tutor),
            [
                found.estimate(SCOPE, where(turns=(2, 3), tutor=tutor, intent=intent))
                for intent in intents
            ],
        )
        for tutor in levels(run, "tutor")
    ]
    title = f"Scope control in later turns by intent, rated by {rater}"
    return bars(f"intent-{_slug(rater)}", title, "share within the step", intents, series)


def _personas(run: Run, rater: str) -> Figure:
    found, personas = Ratings(run, rater), [name for name in levels(run, "persona") if name]
    groups = [(tutor, persona) for tutor in levels(run, "tutor") for persona in personas]
    series = [
        (
            label,
            [
                found.estimate(name, where(turns=(1, 2, 3), tutor=tutor, persona=persona))
                for tutor, persona in groups
            ],
        )
        for label, name in (("alignment", ALIGNMENT), ("insight", "insight_identification"))
    ]
    names = [f"{short(tutor)}, {persona}" for tutor, persona in groups]
    title = f"Alignment with the student beside insight, rated by {rater}"
    return bars(f"personas-{_slug(rater)}", title, "share met", names, series)


def examples(run: Run) -> list[Shown]:
    """One session of each tutor, all about the first item and with the first intent and persona."""
    index, first, found = ScoreIndex(run.folder), None, dict[str, Shown]()
    for trial in sessions(run.folder):
        place = tuple(
            str(trial.cell.factors.get(name, "")) for name in ("item", "intent", "persona")
        )
        first = first or place
        tutor = str(trial.cell.factors["tutor"])
        if place == first and tutor not in found and trial.transcript is not None:
            facts = [_said(score) for score in index.of(trial.cell.key) if _is_verdict(score)]
            title = f"{tutor} · {trial.cell.key}"
            found[tutor] = Shown(title, trial.transcript, (), facts)
    return [found[tutor] for tutor in levels(run, "tutor") if tutor in found]


def _is_verdict(score: Score) -> bool:
    name = score.metric.rpartition(".")[2]
    return score.metric.startswith("rubric.") and name in {*CRITERIA, ALIGNMENT}


def _said(score: Score) -> str:
    """A verdict with its reason: "reply 1, scope, signals: 1, …"."""
    name = score.metric.rpartition(".")[2]
    turn = ((score.turn or 0) + 1) // 2
    value = "open" if score.value is None else f"{score.value:g}"
    why = score.reason or str(score.detail.get("why", ""))
    return f"reply {turn}, {CRITERIA.get(name, name)}, {score.scorer}: {value}, {why}"


def short(tutor: str) -> str:
    """A tutor's name for a figure."""
    return tutor.removeprefix("scripted:")


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)
