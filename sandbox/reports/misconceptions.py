"""Tables and figure of the misconception study: s1 of novices, s2 of tutors against the pool, the
answering baseline, the ranking form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sandbox.experiments.candidates import TOPIC
from sandbox.reports.figures import Figure, Line, lines
from sandbox.reports.published import (
    ANSWERING,
    EXPERT_TUTOR,
    NOVICE,
    NOVICE_SOURCE,
    RANKING,
    RANKING_SOURCE,
    WORKED,
    WORKED_CANDIDATES,
    WORKED_SOURCE,
)
from sandbox.reports.rows import Row, Run, grouped, over_trials, scored
from sandbox.reports.tables import Cell, Table, known
from sandbox.scoring.ranked import CUT
from sandbox.scoring.stats import Estimate, clustered

NAMED_NONE = ", named none"


def novice_tables(run: Run) -> list[Table]:
    """One table a model, by prompt setting; and one for the scripted novices, if any play."""
    models = _names(run, "models")
    tables = [_model_novice_table(run, model) for model in models]
    return tables if models and not _names(run, "novices") else [*tables, _scripted_table(run)]


def _model_novice_table(run: Run, model: str) -> Table:
    """s1 and right answers of a model under each setting, beside chance and published figures."""
    rows: list[tuple[Cell, ...]] = []
    eligible = run.manifest.design["eligible"]
    assert isinstance(eligible, dict)
    for setting in _names(run, "settings"):
        found = [_of(run, metric, model, setting) for metric in ("s1", "correct")]
        published = [known(*settings[setting]) for settings in NOVICE.values()]
        estimates = [over_trials(rows_of) for rows_of in found]
        of_all = f"{eligible[setting]} of {run.manifest.design['pairs']}"
        rows.append((setting, *estimates, scored(found[0]), of_all, *published))
    none = ("", "", *("" for _ in NOVICE))
    rows.append(("chance, any of four letters", known(1 / 4), known(1 / 4), *none))
    rows.append(("chance, any wrong letter", known(1 / 3), known(0.0), *none))
    titles = [f"s1 of {name} (published)" for name in NOVICE]
    return Table(
        f"novice-{_slug(model)}",
        f"Novice learner, {model}: picks the choice that the misconception gives",
        ("setting", "s1", "picked the right answer", "scored", "pairs", *titles),
        tuple(rows),
        (
            f"Mean ± sd over {run.manifest.design['trials']} trials; few-same takes only pairs "
            "whose misconception has two other examples. A reply that cannot be read is unscored, "
            f"not wrong. Published: {NOVICE_SOURCE}, 482 pairs, 152 of them for few-same.",
        ),
        places=3,
        spread=True,
    )


def _of(run: Run, metric: str, model: str, setting: str, factor: str = "novice") -> list[Row]:
    return [
        row
        for row in run.metric(metric)
        if row.factor(factor) == model and row.factor("setting") == setting
    ]


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip("-")


def _names(run: Run, key: str) -> list[str]:
    found = run.manifest.design.get(key, [])
    return [str(name) for name in found] if isinstance(found, list) else []


def _scripted_table(run: Run) -> Table:
    """s1 and the share of right answers of every novice, with chance and the published figures."""
    rows: list[tuple[Cell, ...]] = []
    plain = [row for row in run.metric("s1") if not row.factor("setting")]
    right = grouped(run.metric("correct"), lambda row: row.factor("novice"))
    for novice, found in grouped(plain, lambda row: row.factor("novice")).items():
        ours = (over_trials(found), over_trials(right[novice]), scored(found))
        rows.append((novice, *ours))
    rows.append(("chance, any of four letters", known(1 / 4), known(1 / 4), ""))
    rows.append(("chance, any wrong letter", known(1 / 3), known(0.0), ""))
    for model, settings in NOVICE.items():
        for setting, (mean, sd) in settings.items():
            rows.append((f"{model}, {setting} (published)", known(mean, sd), "", ""))
    trials = {row.replicate for row in run.rows}
    return Table(
        "novice",
        "Novice learner: picks the choice that the misconception gives",
        ("novice", "s1", "picked the right answer", "scored"),
        tuple(rows),
        (f"Mean ± sd over {len(trials)} trials. Published: {NOVICE_SOURCE}.",),
        places=3,
        spread=True,
    )


def expert_table(run: Run) -> Table:
    """s2 by tutor and pool size, the reciprocal rank, chance, and the published figures."""
    pools = _pools(run)
    rows: list[tuple[Cell, ...]] = []
    for tutor, found in _by_tutor(run).items():
        cells = [over_trials(found[size]) for size in pools]
        rows.append((tutor, *cells, scored(row for size in pools for row in found[size])))
        if tutor not in _names(run, "models"):  # a model names one, which is no ranking
            ranks = [_rank(run, tutor, size) for size in pools]
            rows.append((f"{tutor}, mean recip. rank", *ranks, ""))
        silent = [_abstained(found[size]) for size in pools]
        if any(silent):
            rows.append((f"{tutor}{NAMED_NONE}", *map(known, silent), ""))
    rows.append(("chance", *(known(_chance(run, size)) for size in pools), ""))
    notes = [
        f"Mean ± sd over trials. Published: {NOVICE_SOURCE}; only n = 4 and n = 100 are printed."
    ]
    if is_worked(run):
        rows += [(name, *cells, "") for name, cells in _published_worked(pools)]
        notes = [f"Mean ± sd over trials. Published: {WORKED_SOURCE}."]
    else:
        for model, published in EXPERT_TUTOR.items():
            cells = [
                known(published.get(size) if isinstance(size, int) else None) for size in pools
            ]
            rows.append((f"{model} (published)", *cells, ""))
    if any(str(row[0]).endswith(NAMED_NONE) for row in rows):
        notes.append("Who names none is not right; chance is for somebody who always names one.")
    return Table(
        "expert-tutor",
        "Expert tutor: names the misconception among n candidates (s2)",
        ("tutor", *map(_title, pools), "scored"),
        tuple(rows),
        tuple(notes),
        places=3,
        spread=True,
    )


def _abstained(rows: Sequence[Row]) -> float:
    """The share of scored wrong answers at which a tutor named no candidate."""
    made = [bool(row.score.detail.get("abstained")) for row in rows if row.score.value is not None]
    return sum(made) / len(made) if made else 0.0


def is_worked(run: Run) -> bool:
    """Whether the tutors were given a worked example of each candidate."""
    return run.manifest.design.get("examples") == "one"


def readable_table(run: Run) -> Table:
    """s2 over all questions, over those whose answer can be computed, and over the others."""
    pools = _pools(run)
    rows: list[tuple[Cell, ...]] = []
    for tutor, found in _by_tutor(run).items():
        for kind, wanted in _KINDS.items():
            cells = [
                clustered(
                    (
                        (str(row.score.detail["believed"]), row.score.value)
                        for row in found[size]
                        if row.score.detail["readable"] in wanted
                    ),
                    tutor,
                    kind,
                    str(size),
                )
                for size in pools
            ]
            rows.append((tutor, kind, *cells))
    rows.append(("chance", "all", *(known(_chance(run, size)) for size in pools)))
    if is_worked(run):
        rows += [(name, "all of its own", *cells) for name, cells in _published_worked(pools)]
    return Table(
        "expert-tutor-readable",
        "Expert tutor: by whether the question's answer can be computed",
        ("tutor", "questions", *map(_title, pools)),
        tuple(rows),
        (
            "Mean with a 95% bootstrap interval clustered by misconception, and scored of asked. "
            "A question is readable if a family, arithmetic or one equation gives its answer.",
        ),
        places=3,
    )


_KINDS = {"all": (True, False), "readable": (True,), "unreadable": (False,)}


def _title(size: int | str) -> str:
    return "within topic" if size == TOPIC else f"n={size}"


def _published_worked(pools: list[int | str]) -> list[tuple[str, list[Estimate]]]:
    """The published accuracy after one worked example, where a pool is the published one."""
    name = {WORKED_CANDIDATES: "all", TOPIC: "topic"}
    return [
        (f"{model} on MaE (published)", [known(its.get(name.get(size, ""))) for size in pools])
        for model, its in WORKED.items()
    ]


def _chance(run: Run, size: int | str) -> float | None:
    """1 / n; within topics its mean over what was scored, as their sizes differ."""
    if isinstance(size, int):
        return 1 / size
    rows = [row for row in run.metric(f"s2@{size}") if row.score.value is not None]
    shares = [1 / int(str(row.score.detail["candidates"])) for row in rows]
    return sum(shares) / len(shares) if shares else None


def expert_figure(run: Run) -> Figure:
    """Accuracy against the number of candidates, with sd over trials and the chance line."""
    pools = sizes(run)
    curves = [
        Line.of(tutor, pools, [over_trials(found[size]) for size in pools])
        for tutor, found in _by_tutor(run).items()
    ]
    for model, published in EXPERT_TUTOR.items():
        inside = [size for size in published if size in pools] or list(published)
        points = [known(published[size]) for size in inside]
        curves.append(Line.of(f"{model} (published)", inside, points, dashed=True))
    chance = [known(1 / size) for size in pools]
    curves.append(Line.of("chance 1/n", pools, chance, dashed=True))
    return lines(
        "accuracy-against-n",
        "Naming the misconception gets harder with more candidates",
        "number of candidates n",
        "accuracy s2",
        curves,
    )


def sizes(run: Run) -> list[int]:
    """The pools that are a number of candidates."""
    return [size for size in _pools(run) if isinstance(size, int)]


def _pools(run: Run) -> list[int | str]:
    found = run.manifest.design["pools"]
    assert isinstance(found, list)
    return [TOPIC if size == TOPIC else int(str(size)) for size in found]


def _by_tutor(run: Run) -> dict[str, dict[int | str, list[Row]]]:
    return {
        tutor: {
            size: [row for row in rows if row.score.metric == f"s2@{size}"] for size in _pools(run)
        }
        for tutor, rows in grouped(run.rows, lambda row: row.factor("tutor")).items()
    }


def _rank(run: Run, tutor: str, size: int | str) -> Estimate:
    rows = [row for row in run.metric(f"mrr@{size}") if row.factor("tutor") == tutor]
    return over_trials(rows)


def answering_table(run: Run) -> Table:
    """Share of right answers of every answerer, beside chance and the published figures."""
    rows: list[tuple[Cell, ...]] = []
    settings = list(next(iter(ANSWERING.values())))
    for name in _names(run, "answerers"):
        found = _of(run, "correct", name, "", "answerer")
        rows.append((name, over_trials(found), "", scored(found)))
    for model in _names(run, "models"):
        per_setting = [_of(run, "correct", model, setting, "answerer") for setting in settings]
        estimates = [over_trials(found) for found in per_setting]
        rows.append((model, *estimates, scored(row for found in per_setting for row in found)))
    rows.append(("chance, any of four letters", known(1 / 4), known(1 / 4), ""))
    for model, published in ANSWERING.items():
        figures = [known(*published[setting]) for setting in settings]
        rows.append((f"{model} (published)", *figures, ""))
    return Table(
        "answering",
        "Answering baseline: share of questions answered rightly",
        ("who", "no explanation", "explanation first", "scored"),
        tuple(rows),
        (f"Mean ± sd over trials. Published: {NOVICE_SOURCE}.",),
        places=3,
        spread=True,
    )


def ranking_table(run: Run) -> Table:
    """MAP@25 of the retrieval baseline and of models that re-rank it."""
    rows: list[tuple[Cell, ...]] = []
    metrics = (f"ap@{CUT}", "first", f"hit@{CUT}")
    for ranker, found in grouped(run.rows, lambda row: row.factor("ranker")).items():
        by_metric = grouped(found, lambda row: row.score.metric)
        estimates = [over_trials(by_metric[metric]) for metric in metrics]
        rows.append((ranker, *estimates, scored(by_metric[metrics[0]])))
    published = ", ".join(f"{who} {value}" for who, value in RANKING.items())
    return Table(
        "ranking",
        f"Ranking {run.manifest.design['ranked']} misconceptions for a wrong answer",
        ("ranker", f"MAP@{CUT}", "first", f"among {CUT}", "scored"),
        tuple(rows),
        (
            f"One truth a row: the mean of 1/rank, 0 after place {CUT}. Models re-rank the first "
            f"{CUT} of the retrieval.",
            f"Published, on other questions and among 2,587: {published} ({RANKING_SOURCE}).",
        ),
        places=3,
        spread=True,
    )


ANSWERING_ABOUT = (
    "Multiple-choice questions are answered as well as the answerer can: the baseline of the "
    "misconception study. A model is asked for the choice alone, and for an explanation first."
)
RANKING_ABOUT = (
    "For a question and a student's wrong answer all misconceptions of the file are ranked; the "
    "true one should stand first."
)
NOVICE_ABOUT = (
    "A student who holds a misconception must pick the choice that the misconception gives. s1 "
    "is the share of pairs (question, wrong choice) where it does; picking the right answer "
    "instead is the failure to look for."
)
EXPERT_ABOUT = (
    "A tutor sees a question and a student's wrong answer, and names the misconception behind it "
    "among n candidates: the true one and n − 1 others drawn at random. s2 is the share it names."
)
