"""How far raters agree, criterion by criterion, and how a judge compares with people.

Takes ratings from any source: models, people, signals, exact mathematics. The unit is one rating of
one reply (session and turn). Knows no run.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.content.rubrics import CriterionSpec, RubricSpec
from sandbox.records import Score
from sandbox.scoring.agreement import (
    Figure,
    Weights,
    accuracy,
    alpha,
    kappa,
    macro_f1,
    pearson,
)
from sandbox.scoring.ratings import metric_of

Place = tuple[str, int | None]
"""Session and turn."""


@dataclass(frozen=True)
class Pair:
    """Two raters on one criterion. `kappa` is weighted (quadratic) where there are more than two
    choices; `accuracy` is the share of equal verdicts."""

    criterion: str
    first: str
    second: str
    n: int
    accuracy: Figure
    kappa: Figure
    pearson: Figure
    macro_f1: Figure


@dataclass(frozen=True)
class Ratings:
    """Verdicts by criterion, rater and place; what is unscored is not in it.

    `groups` are properties of a place, such as difficulty or domain, to compare by.
    """

    rubric: RubricSpec
    values: Mapping[str, Mapping[str, Mapping[Place, float]]]
    groups: Mapping[Place, Mapping[str, JsonValue]] = field(default_factory=dict)

    @property
    def raters(self) -> list[str]:
        """All raters, in order of their names, people last."""
        named = {rater for by_rater in self.values.values() for rater in by_rater}
        return sorted(named, key=lambda name: (name.startswith("human:"), name))

    def where(self, name: str, value: JsonValue) -> Ratings:
        """The verdicts on places with that property."""
        kept = {place for place, held in self.groups.items() if held.get(name) == value}
        values = {
            criterion: {
                rater: {place: v for place, v in given.items() if place in kept}
                for rater, given in by_rater.items()
            }
            for criterion, by_rater in self.values.items()
        }
        return Ratings(self.rubric, values, self.groups)


def ratings_from(
    scores: Iterable[Score],
    rubric: RubricSpec,
    groups: Mapping[str, Mapping[str, JsonValue]] | None = None,
) -> Ratings:
    """The ratings by a rubric among a run's scores; `groups` are properties by session."""
    names = {metric_of(rubric.id, name): name for name in rubric.ids}
    values: dict[str, dict[str, dict[Place, float]]] = defaultdict(lambda: defaultdict(dict))
    places: dict[Place, Mapping[str, JsonValue]] = {}
    for score in scores:
        if score.metric in names and score.value is not None:
            place = (score.session, score.turn)
            values[names[score.metric]][score.scorer][place] = score.value
            places[place] = (groups or {}).get(score.session, {})
    return Ratings(rubric, {name: dict(held) for name, held in values.items()}, places)


def pairs(ratings: Ratings) -> list[Pair]:
    """Every two raters on every criterion that both have rated, in the rubric's order."""
    found = []
    for criterion in ratings.rubric.criteria:
        by_rater = ratings.values.get(criterion.id, {})
        present = [rater for rater in ratings.raters if by_rater.get(rater)]
        for first, second in itertools.combinations(present, 2):
            pair = compare(criterion, first, by_rater[first], second, by_rater[second])
            if pair.n:
                found.append(pair)
    return found


def compare(
    criterion: CriterionSpec,
    first: str,
    mine: Mapping[Place, float],
    second: str,
    theirs: Mapping[Place, float],
) -> Pair:
    """Two raters on the places that both have rated."""
    both = sorted(set(mine) & set(theirs), key=lambda place: (place[0], place[1] or -1))
    one, other = [mine[place] for place in both], [theirs[place] for place in both]
    labels = [_label(criterion, value) for value in one], [_label(criterion, v) for v in other]
    scale = tuple(float(value) for value in criterion.values)
    weights: Weights | None = "quadratic" if len(scale) > 2 else None
    return Pair(
        criterion.id,
        first,
        second,
        len(both),
        accuracy(*labels),
        kappa(one, other, scale, weights),
        pearson(one, other),
        macro_f1(*labels),
    )


def alphas(ratings: Ratings) -> dict[str, Figure]:
    """Krippendorff's α (ordinal) over all raters, by criterion."""
    found = {}
    for criterion in ratings.rubric.criteria:
        by_rater = ratings.values.get(criterion.id, {})
        places = sorted(
            {place for given in by_rater.values() for place in given},
            key=lambda place: (place[0], place[1] or -1),
        )
        rows = [[given.get(place) for place in places] for given in by_rater.values()]
        found[criterion.id] = alpha(rows, "ordinal")
    return found


def judge_means(
    ratings: Ratings, factor: str, criteria: Sequence[str]
) -> dict[str, dict[str, float]]:
    """rater → level of a factor (a tutor model) → mean over the criteria of mean share of points.

    Two judges side by side are the scatter of model means. Only levels on which every criterion was
    rated are there.
    """
    found: dict[str, dict[str, float]] = {}
    for rater in ratings.raters:
        sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for name in criteria:
            spec = ratings.rubric.criterion(name)
            for place, value in ratings.values.get(name, {}).get(rater, {}).items():
                level = str(ratings.groups.get(place, {}).get(factor, ""))
                sums[level][name].append(spec.share(value))
        found[rater] = {
            level: sum(sum(v) / len(v) for v in held.values()) / len(criteria)
            for level, held in sorted(sums.items())
            if len(held) == len(criteria)
        }
    return {rater: means for rater, means in found.items() if means}


def _label(criterion: CriterionSpec, value: float) -> str:
    return criterion.label(value) or f"{value:g}"
