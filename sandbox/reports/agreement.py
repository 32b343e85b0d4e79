"""Agreement between raters as tables, and two judges' model means as a figure. Knows no command."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from sandbox.content.library import Library
from sandbox.content.rubrics import RubricSpec
from sandbox.errors import UsageError
from sandbox.reports.figures import Figure as Drawn
from sandbox.reports.figures import scatter
from sandbox.reports.tables import NONE, Cell, Table, between, figure
from sandbox.scoring.agreement import Figure, pearson
from sandbox.scoring.double import without_adjudicated
from sandbox.scoring.ratings import metric_of
from sandbox.scoring.reliability import Place, Ratings, alphas, judge_means, pairs, ratings_from
from sandbox.scoring.stats import clustered
from sandbox.store.reading import scores, sessions

PREFIX = "rubric."


def rubrics_in(folder: Path, library: Library) -> list[RubricSpec]:
    """The rubrics that a run was rated by, as far as the content has them."""
    found = _rubric_names(folder)
    return [spec for name, spec in library.rubrics.items() if name in found]


def unknown_rubrics(folder: Path, library: Library) -> list[str]:
    """The rubrics that a run was rated by and that the content does not have."""
    return sorted(_rubric_names(folder) - library.rubrics.keys())


def _rubric_names(folder: Path) -> set[str]:
    return {
        score.metric.split(".")[1] for score in scores(folder) if score.metric.startswith(PREFIX)
    }


def rated_tables(folder: Path, library: Library) -> list[Table]:
    """Totals and agreement by every rubric that a run was rated by."""
    return [
        table
        for rubric in rubrics_in(folder, library)
        for table in (
            totals_table(folder, rubric),
            totals_agreement_table(folder, rubric),
            *agreement_tables(rated_in(folder, rubric)),
        )
        if table.rows
    ]


def rated_in(folder: Path, rubric: RubricSpec) -> Ratings:
    """The ratings of a run by one rubric, each with the factors of its cell; verdicts that settle
    disagreements are not among them."""
    groups: dict[str, Mapping[str, JsonValue]] = {
        trial.cell.key: trial.cell.factors for trial in sessions(folder)
    }
    return without_adjudicated(ratings_from(scores(folder), rubric, groups))


def totals_table(folder: Path, rubric: RubricSpec) -> Table:
    """Every rater's totals: mean, interval by session, n scored of n."""
    named = {metric_of(rubric.id, total.id): total.title for total in rubric.totals}
    talks = {
        trial.cell.key: str(trial.cell.factors.get("conversation", trial.cell.key))
        for trial in sessions(folder)
    }
    values: dict[str, dict[str, list[tuple[str, float | None]]]] = {}
    for score in scores(folder):
        if score.metric in named:
            row = values.setdefault(score.scorer, {}).setdefault(score.metric, [])
            row.append((talks.get(score.session, score.session), score.value))
    rows: list[tuple[Cell, ...]] = [
        (rater, *(clustered(held.get(metric, []), rater, metric) for metric in named))
        for rater, held in sorted(values.items())
    ]
    notes = (
        "A total is scored only where every criterion in it is. Intervals: 95%, by session, "
        "or by conversation where several sessions are replies to one.",
    )
    title = f"{rubric.title}: totals by rater"
    return Table(f"{rubric.id}-totals", title, ("rater", *named.values()), tuple(rows), notes)


def totals_agreement_table(folder: Path, rubric: RubricSpec) -> Table:
    """How far every two raters' totals go together: Pearson's r over what both have rated."""
    named = {metric_of(rubric.id, total.id): total.title for total in rubric.totals}
    values: dict[str, dict[str, dict[Place, float]]] = {}
    for score in scores(folder):
        if score.metric in named and score.value is not None:
            held = values.setdefault(score.metric, {}).setdefault(score.scorer, {})
            held[score.session, score.turn] = score.value
    rows: list[tuple[Cell, ...]] = []
    for metric, title in named.items():
        by_rater = values.get(metric, {})
        for first, second in itertools.combinations(sorted(by_rater), 2):
            one, other = by_rater[first], by_rater[second]
            both = sorted(one.keys() & other.keys(), key=lambda place: (place[0], place[1] or -1))
            found = pearson([one[place] for place in both], [other[place] for place in both])
            if both:
                rows.append((title, f"{first} × {second}", str(len(both)), _shown(found)))
    notes = (
        "Unit: one reply whose total both raters have; 95% intervals by Fisher's z. Published for "
        "comparison (arXiv 2510.23477): judge and people r = .89 with a rubric of the problem's "
        "own, .45 without a rubric.",
    )
    columns = ("total", "raters", "n", "r")
    return Table(f"{rubric.id}-totals-agreement", f"{rubric.title}: totals side by side", columns,
                 tuple(rows), notes)  # fmt: skip


def agreement_tables(ratings: Ratings) -> list[Table]:
    """Every two raters on every criterion; all raters together."""
    found = pairs(ratings)
    if not found:
        return []
    rubric = ratings.rubric
    rows = tuple(
        (
            pair.criterion,
            f"{pair.first} × {pair.second}",
            str(pair.n),
            _shown(pair.accuracy),
            _shown(pair.kappa),
            _shown(pair.pearson),
            _shown(pair.macro_f1),
        )
        for pair in found
    )
    columns = ("criterion", "raters", "n", "equal", "κ", "r", "macro-F1")
    notes = (
        "κ: Cohen's, quadratic weights where there are more than two choices; 95% intervals. "
        "Unit: one reply rated by both. A dash: not defined, as where a rater never varies.",
    )
    by_pair = Table(f"{rubric.id}-agreement", f"{rubric.title}: agreement", columns, rows, notes)
    together = [
        (name, str(found.n), _shown(found)) for name, found in alphas(ratings).items() if found.n
    ]
    note = (f"Raters: {', '.join(ratings.raters)}.",)
    over_all = Table(
        f"{rubric.id}-alpha", f"{rubric.title}: all raters, Krippendorff's α (ordinal)",
        ("criterion", "rated twice", "α"), tuple(together), note,
    )  # fmt: skip
    return [by_pair, over_all]


def by_factor(ratings: Ratings, factor: str) -> list[Table]:
    """Agreement of every two raters at each level of a factor, and their means there.

    Raises:
        UsageError: nothing that was rated has this factor.
    """
    levels = sorted({held[factor] for held in ratings.groups.values() if factor in held}, key=str)
    if not levels:
        known = sorted({name for held in ratings.groups.values() for name in held})
        raise UsageError(f"nothing that was rated has a {factor!r}; there is {', '.join(known)}")
    tables = [
        reliability_table(ratings, one, other, factor, levels)
        for one, other in itertools.combinations(ratings.raters, 2)
    ]
    means = means_table(ratings, factor, _everywhere(ratings))
    return [table for table in (*tables, means) if table.rows]


def judge_figures(ratings: Ratings, factor: str) -> list[Drawn]:
    """Every two raters as a scatter of means by a factor, such as the tutor."""
    found = [
        means_figure(ratings, factor, _everywhere(ratings), (one, other))
        for one, other in itertools.combinations(ratings.raters, 2)
    ]
    return [figure for figure in found if figure is not None]


def _everywhere(ratings: Ratings) -> list[str]:
    """The criteria that every rater has rated, so that their means are over the same ones."""
    return [
        name
        for name in ratings.rubric.ids
        if all(ratings.values.get(name, {}).get(rater) for rater in ratings.raters)
    ]


def reliability_table(
    ratings: Ratings, judge: str, person: str, factor: str, levels: Sequence[JsonValue]
) -> Table:
    """One rater against another by the levels of a factor, such as difficulty or domain."""
    rows = []
    for level in levels:
        for pair in pairs(ratings.where(factor, level)):
            if {pair.first, pair.second} == {judge, person}:
                rows.append(
                    (str(level), pair.criterion, str(pair.n), _shown(pair.kappa),
                     _shown(pair.pearson), _shown(pair.macro_f1))
                )  # fmt: skip
    columns = (factor, "criterion", "n", "κ", "r", "macro-F1")
    name = f"reliability-{factor}-{_plain(judge)}-{_plain(person)}"
    return Table(name, f"{judge} against {person} by {factor}", columns, tuple(rows))


def means_table(ratings: Ratings, factor: str, criteria: Sequence[str]) -> Table:
    """Each judge's mean for each level of a factor: the points of the scatter."""
    means = judge_means(ratings, factor, criteria)
    levels = sorted({level for held in means.values() for level in held})
    rows = tuple((level, *(figure(means[rater].get(level)) for rater in means)) for level in levels)
    return Table(f"means-{factor}", f"Means by {factor}", (factor, *means), rows)


def means_figure(
    ratings: Ratings, factor: str, criteria: Sequence[str], judges: tuple[str, str]
) -> Drawn | None:
    """Two judges as a scatter of means; None where no level was rated by both."""
    means = judge_means(ratings, factor, criteria)
    one, other = (means.get(judge, {}) for judge in judges)
    points = {level: (one[level], other[level]) for level in one if level in other}
    if not points:
        return None
    title = f"{ratings.rubric.title}: means by {factor}"
    name = f"{ratings.rubric.id}-{_plain(judges[0])}-{_plain(judges[1])}"
    return scatter(name, title, *judges, points)


def _plain(name: str) -> str:
    """A rater's name as part of a file's."""
    return "".join(c if c.isalnum() else "-" for c in name)


def _shown(found: Figure) -> str:
    if found.value is None:
        return NONE
    return f"{figure(found.value)} {between(found.interval)}".strip()
