"""What is right where replies to the same item are not independent: a mixed model with a random
intercept an item, and differences with a bootstrap that draws whole items.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.scoring.quiet import quietly
from sandbox.scoring.stats import DRAWS, Interval, random_state

_OPTIMISERS = ["powell", "nm"]
"""Where little variance lies between clusters, those with gradients stop short, or report a
singular fit of infinite likelihood as converged."""


@dataclass(frozen=True)
class Contrast:
    """A level against the reference level: difference of means, 95% interval, p."""

    level: str
    reference: str
    difference: float | None
    interval: Interval | None
    p: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class MixedModel:
    """value ~ level + (1 | cluster), by restricted maximum likelihood.

    `chi2`, `df`, `p` are Wald's test of all levels together; `cluster_share` is the share of the
    variance that lies between clusters (the intraclass correlation). `reason`: why it has no fit.
    """

    contrasts: tuple[Contrast, ...]
    chi2: float | None
    df: int
    p: float | None
    cluster_share: float | None
    count: int
    clusters: int
    reason: str = ""

    @property
    def apa(self) -> str:
        """`χ²(2) = 7.31, p = .026`, or why there is no test."""
        from sandbox.scoring.effects import p_text

        if self.chi2 is None or self.p is None:
            return f"not tested: {self.reason}"
        return f"χ²({self.df}) = {self.chi2:.2f}, {p_text(self.p)}"

    @property
    def numbers(self) -> dict[str, float | None]:
        """What `apa` says, number by number; none where there is no test."""
        return {"χ²": self.chi2, "df": None if self.chi2 is None else self.df, "p": self.p}


def mixed_model(
    values: Sequence[float], levels: Sequence[str], clusters: Sequence[Hashable]
) -> MixedModel:
    """A mixed model of one factor; the first level met is the reference."""
    order = list(dict.fromkeys(levels))
    places = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
    count, df = len(values), len(order) - 1
    reason = _unfit(values, levels, order, len(places))
    if reason:
        return MixedModel((), None, df, None, None, count, len(places), reason)
    import numpy as np
    from statsmodels.regression.mixed_linear_model import MixedLM

    design = np.array([[1.0, *(float(level == other) for other in order[1:])] for level in levels])
    groups = np.array([places[cluster] for cluster in clusters])
    try:
        with quietly(UserWarning):  # that the variance between clusters is 0 is a result
            model = MixedLM(np.asarray(values, dtype=float), design, groups)
            fit = model.fit(reml=True, method=_OPTIMISERS)
    except (np.linalg.LinAlgError, ValueError) as error:
        return MixedModel((), None, df, None, None, count, len(places), f"no fit: {error}")
    beta, spread = fit.fe_params[1:], np.asarray(fit.cov_params())[1 : df + 1, 1 : df + 1]
    if not fit.converged or not np.all(np.isfinite([fit.llf, *spread.flat])):
        return MixedModel((), None, df, None, None, count, len(places), "the fit did not converge")
    from scipy.stats import chi2 as chi2_distribution

    chi2 = float(beta @ np.linalg.solve(spread, beta))
    between = float(np.asarray(fit.cov_re)[0, 0])
    edges, ps = np.asarray(fit.conf_int())[1 : df + 1], np.asarray(fit.pvalues)[1 : df + 1]
    found = zip(order[1:], beta, edges, ps, strict=True)
    contrasts = tuple(
        Contrast(level, order[0], float(gap), Interval(float(low), float(high), "Wald"), float(p))
        for level, gap, (low, high), p in found
    )
    share = between / (between + float(fit.scale))
    chance = float(chi2_distribution.sf(chi2, df))
    return MixedModel(contrasts, chi2, df, chance, share, count, len(places))


def difference(
    values: Sequence[float],
    levels: Sequence[str],
    clusters: Sequence[Hashable],
    level: str,
    reference: str,
    *key: JsonValue,
    draws: int = DRAWS,
) -> Contrast:
    """The mean under one level less that under another, with a percentile bootstrap over clusters.

    Args:
        values: One figure an observation.
        levels: The level of each.
        clusters: The cluster (item, student, conversation) of each.
        level: The level of interest.
        reference: What it is compared with.
        key: Keys the draws.
        draws: Number of bootstrap draws.
    """
    import numpy as np

    held: dict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for value, name, cluster in zip(values, levels, clusters, strict=True):
        for place, wanted in ((0, level), (2, reference)):
            if name == wanted:
                held[cluster][place] += value
                held[cluster][place + 1] += 1
    table = np.array(list(held.values())) if held else np.zeros((0, 4))
    total = table.sum(axis=0)
    if not held or not total[1] or not total[3]:
        return Contrast(level, reference, None, None, reason="one of the levels was not observed")
    gap = float(total[0] / total[1] - total[2] / total[3])
    if len(held) < 2:
        return Contrast(level, reference, gap, None, reason="one cluster gives no interval")
    drawn = random_state("difference", *key).randint(0, len(held), size=(draws, len(held)))
    sums = table[drawn].sum(axis=1)
    kept = sums[(sums[:, 1] > 0) & (sums[:, 3] > 0)]
    gaps = kept[:, 0] / kept[:, 1] - kept[:, 2] / kept[:, 3]
    low, high = np.percentile(gaps, [2.5, 97.5])
    if math.isclose(low, high, abs_tol=1e-12):
        return Contrast(level, reference, gap, None, reason="all clusters differ alike: no spread")
    return Contrast(
        level, reference, gap, Interval(float(low), float(high), "bootstrap, by cluster")
    )


def _unfit(
    values: Sequence[float], levels: Sequence[str], order: Sequence[str], clusters: int
) -> str:
    if len(order) < 2:
        return "there are not two levels"
    if clusters < 2:
        return "there are not two clusters"
    groups: dict[str, set[float]] = defaultdict(set)
    for value, level in zip(values, levels, strict=True):
        groups[level].add(value)
    if all(len(held) == 1 for held in groups.values()):
        return "there is no variance within levels"
    return "" if len(values) > len(order) + 1 else "there are too few values"
