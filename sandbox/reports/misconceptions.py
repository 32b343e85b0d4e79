"""Tables and figure of the misconception study: s1 of novices, s2 of tutors against the pool."""

from __future__ import annotations

from sandbox.reports.figures import Figure, Line, lines
from sandbox.reports.published import EXPERT_TUTOR, NOVICE, NOVICE_SOURCE
from sandbox.reports.rows import Row, Run, grouped, over_trials, scored
from sandbox.reports.tables import Cell, Table, known
from sandbox.scoring.stats import Estimate


def novice_table(run: Run) -> Table:
    """s1 and the share of right answers of every novice, with chance and the published figures."""
    rows: list[tuple[Cell, ...]] = []
    right = grouped(run.metric("correct"), lambda row: row.factor("novice"))
    for novice, found in grouped(run.metric("s1"), lambda row: row.factor("novice")).items():
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
        ranks = [_rank(run, tutor, size) for size in pools]
        rows.append((f"{tutor}, mean recip. rank", *ranks, ""))
    rows.append(("chance", *(known(1 / size) for size in pools), ""))
    for model, published in EXPERT_TUTOR.items():
        cells = [known(published.get(size)) for size in pools]
        rows.append((f"{model} (published)", *cells, ""))
    return Table(
        "expert-tutor",
        "Expert tutor: names the misconception among n candidates (s2)",
        ("tutor", *(f"n={size}" for size in pools), "scored"),
        tuple(rows),
        (
            f"Mean ± sd over trials. Published: {NOVICE_SOURCE}; only n = 4 and n = 100 are "
            "printed.",
        ),
        places=3,
        spread=True,
    )


def expert_figure(run: Run) -> Figure:
    """Accuracy against the number of candidates, with sd over trials and the chance line."""
    pools = _pools(run)
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


def _pools(run: Run) -> list[int]:
    found = run.manifest.design["pools"]
    assert isinstance(found, list)
    return [int(str(size)) for size in found]


def _by_tutor(run: Run) -> dict[str, dict[int, list[Row]]]:
    return {
        tutor: {
            size: [row for row in rows if row.score.metric == f"s2@{size}"] for size in _pools(run)
        }
        for tutor, rows in grouped(run.rows, lambda row: row.factor("tutor")).items()
    }


def _rank(run: Run, tutor: str, size: int) -> Estimate:
    rows = [row for row in run.metric(f"mrr@{size}") if row.factor("tutor") == tutor]
    return over_trials(rows)


NOVICE_ABOUT = (
    "A student who holds a misconception must pick the choice that the misconception gives. s1 "
    "is the share of pairs (question, wrong choice) where it does; picking the right answer "
    "instead is the failure to look for."
)
EXPERT_ABOUT = (
    "A tutor sees a question and a student's wrong answer, and names the misconception behind it "
    "among n candidates: the true one and n − 1 others drawn at random. s2 is the share it names."
)
