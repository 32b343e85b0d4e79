"""Analyses of variance between replies: one or two factors, and Tukey's comparisons. From
statsmodels.

The caller says what one observation is (`unit`), since that is a choice: replies rated twice are
not independent; average them first. Cells without variance, as of tutors that always do the same,
are reported; where no cell varies nothing is tested.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sandbox.scoring.effects import Effect, effect_from
from sandbox.scoring.quiet import quietly

Sums = Literal["II", "III"]


@dataclass(frozen=True)
class Anova:
    """A table of effects. `reason` says why nothing was tested.

    `sums` is the type of the sums of squares: II tests each main effect after the other and the
    interaction last; III each effect after all others, with sum-to-zero contrasts.
    """

    effects: tuple[Effect, ...]
    ss_error: float
    df_error: float
    count: int
    unit: str
    sums: Sums
    constant_cells: tuple[str, ...] = ()
    reason: str = ""

    def effect(self, name: str) -> Effect:
        """The effect of that name; KeyError where there is none."""
        return {effect.name: effect for effect in self.effects}[name]


@dataclass(frozen=True)
class Difference:
    """A pair of levels: the mean of `second` less that of `first`, with a simultaneous interval."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class Comparisons:
    """All pairs of levels, or the reason why they are not tested."""

    pairs: tuple[Difference, ...]
    unit: str
    reason: str = ""


def anova(
    values: Sequence[float],
    factors: Mapping[str, Sequence[str]],
    *,
    unit: str,
    sums: Sums = "II",
) -> Anova:
    """An analysis of variance with one factor, or with two and their interaction.

    Args:
        values: One figure an observation.
        factors: Name → the level of each observation.
        unit: What one observation is, for the table.
        sums: The type of the sums of squares.

    Raises:
        ValueError: more than two factors, or columns of different length.
    """
    cells, reason = _cells(values, factors)
    constant = tuple(
        " × ".join(cell) for cell, held in cells.items() if len(set(held)) == 1 and len(held) > 1
    )
    count = len(values)
    if not reason and all(len(set(held)) == 1 for held in cells.values()):
        reason = "there is no variance within cells"
    if reason:
        return Anova((), 0.0, 0.0, count, unit, sums, constant, reason)
    table = _table(values, factors, sums)
    names = [" × ".join(names) for names in _terms(list(factors))]
    error_ss, error_df = float(table["sum_sq"]["Residual"]), float(table["df"]["Residual"])
    mean = math.fsum(values) / count
    total = math.fsum((value - mean) ** 2 for value in values)
    effects = tuple(
        effect_from(name, float(table["sum_sq"][row]), float(table["df"][row]), error_ss, error_df,
                    ss_total=total, count=count)
        for name, row in zip(names, _rows(len(factors)), strict=True)
    )  # fmt: skip
    return Anova(effects, error_ss, error_df, count, unit, sums, constant)


def tukey(values: Sequence[float], levels: Sequence[str], *, unit: str) -> Comparisons:
    """Tukey's honestly significant differences over all pairs of levels (Tukey–Kramer where groups
    differ in size), 95% simultaneous intervals, error from the levels alone."""
    groups: dict[str, list[float]] = defaultdict(list)
    for value, level in zip(values, levels, strict=True):
        groups[level].append(value)
    if len(groups) < 2:
        return Comparisons((), unit, "there are not two levels")
    if all(len(set(held)) == 1 for held in groups.values()):
        return Comparisons((), unit, "there is no variance within levels")
    from statsmodels.stats.multicomp import pairwise_tukeyhsd

    with quietly():
        found = pairwise_tukeyhsd(list(values), list(levels))
    names = [str(name) for name in found.groupsunique]
    rows = zip(
        itertools.combinations(names, 2), found.meandiffs, found.confint, found.pvalues, strict=True
    )
    pairs = tuple(
        Difference(one, other, float(gap), float(low), float(high), float(p))
        for (one, other), gap, (low, high), p in rows
    )
    return Comparisons(pairs, unit)


def _cells(
    values: Sequence[float], factors: Mapping[str, Sequence[str]]
) -> tuple[dict[tuple[str, ...], list[float]], str]:
    if not 1 <= len(factors) <= 2 or any(len(held) != len(values) for held in factors.values()):
        raise ValueError("one or two factors, each with a level for every value")
    cells: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for value, *levels in zip(values, *factors.values(), strict=True):
        cells[tuple(levels)].append(value)
    for name, held in factors.items():
        if len(set(held)) < 2:
            return cells, f"{name} has fewer than two levels"
    if len(cells) < math.prod(len(set(held)) for held in factors.values()):
        return cells, "a combination of levels was never observed"
    if len(values) <= len(cells):
        return cells, "one observation a cell leaves no error"
    return cells, ""


def _table(values: Sequence[float], factors: Mapping[str, Sequence[str]], sums: Sums) -> Any:
    import pandas as pd
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    columns = {f"factor{k}": list(held) for k, held in enumerate(factors.values())}
    frame = pd.DataFrame({"value": list(values), **columns})
    formula = " * ".join(f"C({name}, Sum)" for name in columns)
    with quietly():
        return anova_lm(ols(f"value ~ {formula}", frame).fit(), typ=2 if sums == "II" else 3)


def _terms(names: list[str]) -> list[tuple[str, ...]]:
    return [(name,) for name in names] + ([tuple(names)] if len(names) == 2 else [])


def _rows(factors: int) -> list[str]:
    rows = [f"C(factor{k}, Sum)" for k in range(factors)]
    return [*rows, ":".join(rows)] if factors == 2 else rows
