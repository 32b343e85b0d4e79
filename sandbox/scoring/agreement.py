"""How far two columns of labels agree: accuracy, macro-F1, Cohen's κ. Thin and typed over
scikit-learn; says why where a figure is not defined, and never returns NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure over `n` pairs; `value` None means not defined, and `reason` then says why."""

    value: float | None
    n: int
    reason: str = ""


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


def cohen_kappa(first: Sequence[str], second: Sequence[str], weights: str | None = None) -> Figure:
    """Cohen's κ = (p_o − p_e) / (1 − p_e), chance agreement p_e from both raters' own margins.

    Args:
        first: One rater's labels.
        second: The other's, in the same order.
        weights: None, "linear" or "quadratic" (labels then are ordered as sorted).
    """
    count = _paired(first, second)
    if not count:
        return Figure(None, 0, "no pairs")
    if len({*first, *second}) == 1:
        return Figure(
            None, count, "both used one and the same label only, so chance agreement is 1"
        )
    from sklearn.metrics import cohen_kappa_score

    return Figure(float(cohen_kappa_score(list(first), list(second), weights=weights)), count)


def _paired(first: Sequence[str], second: Sequence[str]) -> int:
    if len(first) != len(second):
        raise ValueError(f"{len(first)} labels cannot be paired with {len(second)}")
    return len(first)
