"""How far raters agree: accuracy, macro-F1, Cohen's κ, Krippendorff's α, ICC, Pearson's r. Thin and
typed over scikit-learn, statsmodels, krippendorff and SciPy; says why where a figure is not
defined, and never returns NaN.

Intervals are 95%: κ by its asymptotic standard error (Fleiss, Cohen & Everitt 1969), r by Fisher's
z, ICC by the F distribution (McGraw & Wong 1996), α by a bootstrap of the things rated. They take
the pairs as independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox.scoring.quiet import quietly
from sandbox.scoring.stats import Interval

Weights = Literal["linear", "quadratic"]
Measurement = Literal["nominal", "ordinal", "interval"]


RESAMPLES, RESAMPLING_SEED = 500, 0
FEWEST_THINGS = 10
"""Below so many things rated twice a bootstrap says little, and α stands without an interval."""


@dataclass(frozen=True)
class Figure:
    """A figure over `n` pairs; `value` None means not defined, and `reason` then says why."""

    value: float | None
    n: int
    reason: str = ""
    interval: Interval | None = None


def accuracy(truth: Sequence[str], predicted: Sequence[str]) -> Figure:
    """The share of pairs that are equal."""
    count = _paired(truth, predicted)
    if not count:
        return Figure(None, 0, "no pairs")
    return Figure(sum(a == b for a, b in zip(truth, predicted, strict=True)) / count, count)


def macro_f1(
    truth: Sequence[str], predicted: Sequence[str], labels: Sequence[str] | None = None
) -> Figure:
    """The unweighted mean over labels of F1 = 2·TP / (2·TP + FP + FN).

    Args:
        truth: The labels that count as right.
        predicted: The labels to be judged.
        labels: The labels averaged over; without it all that occur in either column. A label that
            occurs in neither counts 0, as in scikit-learn, so give only labels that could occur.
    """
    count = _paired(truth, predicted)
    if not count:
        return Figure(None, 0, "no pairs")
    from sklearn.metrics import f1_score

    names = list(labels) if labels is not None else sorted({*truth, *predicted})
    value = f1_score(list(truth), list(predicted), labels=names, average="macro", zero_division=0)
    return Figure(float(value), count)


def kappa(
    first: Sequence[float],
    second: Sequence[float],
    scale: Sequence[float],
    weights: Weights | None = None,
) -> Figure:
    """Cohen's κ = 1 − Σ wᵢⱼ pᵢⱼ / Σ wᵢⱼ pᵢ pⱼ, chance agreement from both raters' own margins.

    Args:
        first: One rater's values.
        second: The other's, in the same order.
        scale: All values there can be, in order; without weights wᵢⱼ is 0 on the diagonal, else 1.
        weights: Disagreement by the distance on the scale in steps, or by its square.
    """
    count = _paired(first, second)
    if not count:
        return Figure(None, 0, "no pairs")
    if len({*first, *second}) == 1:
        return Figure(
            None, count, "both used one and the same label only, so chance agreement is 1"
        )
    if 1 in (len(set(first)), len(set(second))):
        return Figure(None, count, "one of the two never varies, so agreement is as by chance")
    from statsmodels.stats.inter_rater import cohens_kappa

    place = {value: number for number, value in enumerate(scale)}
    table = [[0] * len(scale) for _ in scale]
    for one, other in zip(first, second, strict=True):
        table[place[one]][place[other]] += 1
    with quietly():  # the standard error of κ = 1 is 0/0
        found = cohens_kappa(table, wt=weights)
    low, high = float(found.kappa_low), float(found.kappa_upp)
    has_spread = math.isfinite(low) and low < high
    interval = Interval(max(low, -1.0), min(high, 1.0), "asymptotic") if has_spread else None
    return Figure(float(found.kappa), count, "", interval)


def alpha(rows: Sequence[Sequence[float | None]], level: Measurement = "ordinal") -> Figure:
    """Krippendorff's α = 1 − D_observed / D_expected over any number of raters, with gaps.

    Args:
        rows: One row a rater, one column a thing rated; None where a rater gave nothing.
        level: How far apart two values are; see Krippendorff 2011.
    """
    columns = [
        [value for value in column if value is not None] for column in zip(*rows, strict=True)
    ]
    count = sum(len(column) > 1 for column in columns)
    if not count:
        return Figure(None, 0, "nothing was rated twice")
    if len({value for column in columns if len(column) > 1 for value in column}) == 1:
        return Figure(None, count, "all gave one and the same value")
    import krippendorff

    data = [[math.nan if value is None else value for value in row] for row in rows]
    found = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
    return Figure(float(found), count, "", _alpha_interval(data, level))


def _alpha_interval(data: Sequence[Sequence[float]], level: Measurement) -> Interval | None:
    """Percentile bootstrap over the things that were rated twice; None where a resample is often
    without spread, so that α is not defined on it."""
    import krippendorff
    import numpy as np

    table = np.asarray(data, dtype=float)
    table = table[:, (~np.isnan(table)).sum(axis=0) > 1]
    width = table.shape[1]
    generator = np.random.default_rng(RESAMPLING_SEED)
    values = []
    for _ in range(RESAMPLES):
        drawn = table[:, generator.integers(0, width, width)]
        held = drawn[~np.isnan(drawn)]
        if held.min() < held.max():
            found = krippendorff.alpha(reliability_data=drawn, level_of_measurement=level)
            values.append(float(found))
    if width < FEWEST_THINGS or len(values) < 0.9 * RESAMPLES:
        return None
    low, high = np.quantile(values, [0.025, 0.975])
    return Interval(float(low), float(high), f"bootstrap, {RESAMPLES} resamples of things")


def icc(rows: Sequence[Sequence[float]]) -> Figure:
    """The intraclass correlation ICC(A,1): absolute agreement of single raters, two-way random
    effects (Shrout & Fleiss 1979, ICC(2,1)).

    Args:
        rows: One row a rater, one column a thing rated, without gaps.
    """
    things = len(rows[0]) if rows else 0
    if len(rows) < 2 or things < 3:
        return Figure(None, things, "at least two raters and three things are needed")
    if any(len(row) != things for row in rows):
        raise ValueError("every rater must have rated every thing")
    if len({value for row in rows for value in row}) == 1:
        return Figure(None, things, "all gave one and the same value")
    by_thing, by_rater, error = _mean_squares(rows)
    raters = len(rows)
    slope = raters * (by_rater - error) / things
    value = (by_thing - error) / (by_thing + (raters - 1) * error + slope)
    interval = _icc_interval(value, by_thing, by_rater, error, things, raters)
    return Figure(value, things, "", interval)


def _mean_squares(rows: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Mean squares of things, raters and the rest in the two-way table."""
    import numpy as np

    table = np.asarray(rows, dtype=float)
    raters, things = table.shape
    grand = table.mean()
    thing = raters * ((table.mean(axis=0) - grand) ** 2).sum()
    rater = things * ((table.mean(axis=1) - grand) ** 2).sum()
    rest = ((table - grand) ** 2).sum() - thing - rater
    free = (things - 1) * (raters - 1)
    return float(thing / (things - 1)), float(rater / (raters - 1)), max(0.0, float(rest / free))


def _icc_interval(
    value: float, by_thing: float, by_rater: float, error: float, things: int, raters: int
) -> Interval | None:
    """McGraw & Wong 1996, table 7, case A,1."""
    if error <= 1e-12 or value >= 1:
        return None
    from scipy.stats import f as f_distribution

    a = raters * value / (things * (1 - value))
    b = 1 + raters * value * (things - 1) / (things * (1 - value))
    free = (a * by_rater + b * error) ** 2 / (
        (a * by_rater) ** 2 / (raters - 1) + (b * error) ** 2 / ((things - 1) * (raters - 1))
    )
    lower = float(f_distribution.ppf(0.975, things - 1, free))
    upper = float(f_distribution.ppf(0.975, free, things - 1))
    rest = raters * by_rater + (raters * things - raters - things) * error
    low = things * (by_thing - lower * error) / (lower * rest + things * by_thing)
    high = things * (upper * by_thing - error) / (rest + things * upper * by_thing)
    return Interval(low, high, "F distribution")


def pearson(first: Sequence[float], second: Sequence[float]) -> Figure:
    """Pearson's r with Fisher's interval."""
    count = _paired(first, second)
    if count < 3:
        return Figure(None, count, "fewer than three pairs")
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Figure(None, count, "one of the two never varies")
    from scipy.stats import pearsonr

    found = pearsonr(first, second)
    value = float(found.statistic)
    if count < 4 or abs(value) >= 1 - 1e-12:
        return Figure(value, count)
    low, high = found.confidence_interval()
    return Figure(value, count, "", Interval(float(low), float(high), "Fisher z"))


def _paired(first: Sequence[object], second: Sequence[object]) -> int:
    if len(first) != len(second):
        raise ValueError(f"{len(first)} labels cannot be paired with {len(second)}")
    return len(first)
