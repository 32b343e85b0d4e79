"""Repeated measures: each unit gives one value under every criterion, units may fall into groups.

The univariate mixed analysis (split plot): SS of the criterion and of criterion × group are tested
against criterion × unit within groups, the group against units within groups. With X units × k
criteria, ȳ the grand mean and n_g units in group g:

- SS_group = k Σ_g n_g (ȳ_g − ȳ)², error: k Σ_units (ȳ_u − ȳ_g)², df N − G;
- SS_criterion = N Σ_j (ȳ_j − ȳ)² (weighted by group size, so type II);
- SS_criterion×group = Σ_g n_g Σ_j (ȳ_gj − ȳ_g − ȳ_j + ȳ)²;
- error: Σ (y − ȳ_u − ȳ_gj + ȳ_g)², df (N − G)(k − 1).

Sphericity is looked at in the covariance pooled within groups, S of k − 1 orthonormal contrasts:
Mauchly 1940, with Box's scale for χ² as in SPSS; Greenhouse & Geisser 1959, ε = tr(S)² / ((k − 1)
tr(S²)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.scoring.effects import Effect, effect_from


@dataclass(frozen=True)
class Sphericity:
    """Mauchly's test, or the reason why it is not defined; `epsilon` is Greenhouse and Geisser's,
    from 1/(k − 1) to 1."""

    w: float | None
    chi2: float | None
    df: int
    p: float | None
    epsilon: float | None
    reason: str = ""


@dataclass(frozen=True)
class Repeated:
    """The analysis. `criterion` and `interaction` have corrected degrees of freedom in their p.

    `constant` are criteria on which all units have the same value.
    """

    criterion: Effect
    group: Effect | None
    interaction: Effect | None
    sphericity: Sphericity
    units: int
    unit: str
    constant: tuple[str, ...] = ()


def repeated_anova(
    rows: Sequence[Sequence[float]],
    criteria: Sequence[str],
    groups: Sequence[str] | None = None,
    *,
    unit: str,
) -> Repeated:
    """The analysis over criteria, and over groups where they are given.

    Args:
        rows: One row a unit, one column a criterion, without gaps.
        criteria: The names of the columns.
        groups: The group of each unit.
        unit: What one unit is, for the table.

    Raises:
        ValueError: a row is short, or there are fewer than two criteria or units.
    """
    import numpy as np

    if len(criteria) < 2 or len(rows) < 2 or any(len(row) != len(criteria) for row in rows):
        raise ValueError("every unit needs a value under each of at least two criteria")
    y = np.asarray(rows, dtype=float)
    count, width = y.shape
    names = list(groups) if groups is not None else [""] * count
    members = [
        [k for k, name in enumerate(names) if name == level] for level in dict.fromkeys(names)
    ]
    cell = np.empty_like(y)  # the mean of a unit's group under each criterion
    for held in members:
        cell[held] = y[held].mean(axis=0)
    units, by_group = y.mean(axis=1, keepdims=True), cell.mean(axis=1, keepdims=True)
    column, grand = y.mean(axis=0, keepdims=True), float(y.mean())
    sums = {
        "group": width * _square(by_group - grand),
        "unit": width * _square(units - by_group),
        "criterion": count * _square(column - grand),
        "interaction": _square(cell - by_group - column + grand),
        "error": _square(y - units - cell + by_group),
    }
    found = _sphericity(y - cell, count - len(members))
    total, size = _square(y - grand), count * width
    spare, free = len(members) - 1, count - len(members)
    shape = width - 1

    def within(name: str, df: int) -> Effect:
        return effect_from(
            name if name == "criterion" else "criterion × group",
            sums[name], df, sums["error"], free * shape,
            ss_total=total, count=size, epsilon=found.epsilon,
        )  # fmt: skip

    group = effect_from(
        "group", sums["group"], spare, sums["unit"], free, ss_total=total, count=size
    )
    constant = tuple(
        name for name, held in zip(criteria, y.T, strict=True) if len(set(held.tolist())) == 1
    )
    return Repeated(
        within("criterion", shape),
        group if spare else None,
        within("interaction", shape * spare) if spare else None,
        found,
        count,
        unit,
        constant,
    )


def _sphericity(residuals: Any, free: int) -> Sphericity:
    """From the residuals of the group means."""
    import numpy as np
    from scipy.stats import chi2 as chi2_distribution

    width = residuals.shape[1] - 1
    df = width * (width + 1) // 2 - 1
    covariance = _contrasts(width + 1) @ (residuals.T @ residuals) @ _contrasts(width + 1).T
    trace = float(np.trace(covariance))
    if free < 1 or trace <= 1e-12:
        return Sphericity(None, None, df, None, None, "there is no variance within units")
    epsilon = trace**2 / (width * float(np.trace(covariance @ covariance)))
    epsilon = min(1.0, max(epsilon, 1 / width))
    w = float(np.linalg.det(covariance / (trace / width)))
    if width == 1:
        return Sphericity(1.0, None, 0, None, 1.0, "two criteria are always spherical")
    if w <= 1e-12 or free <= width:
        reason = "the criteria's covariance is singular: one never varies, or there are few units"
        return Sphericity(None, None, df, None, epsilon, reason)
    scale = free - (2 * width**2 + width + 2) / (6 * width)
    chi2 = -scale * math.log(w)
    return Sphericity(w, chi2, df, float(chi2_distribution.sf(chi2, df)), epsilon)


def _contrasts(width: int) -> Any:
    """width − 1 orthonormal contrasts (Helmert)."""
    from scipy.linalg import helmert

    return helmert(width)


def _square(values: Any) -> float:
    return float((values**2).sum())
