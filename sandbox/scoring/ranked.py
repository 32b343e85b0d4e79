"""How high the true misconception of a wrong answer is ranked: average precision cut at k, hits.

With one truth a row the average precision cut at k is the reciprocal rank cut at k: 1 / rank where
the rank is at most k, else 0. Its mean over rows is MAP@k, as on the Eedi data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CUT = 25


@dataclass(frozen=True)
class RankScores:
    """Scores of one row: average precision, whether the truth is first, or within the cut."""

    precision: float
    is_first: bool
    is_within: bool


def rank_scores(order: Sequence[object], truth: object, cut: int = CUT) -> RankScores:
    """The scores of a ranking.

    Args:
        order: The ranked ones, best first; what stands after the cut does not count.
        truth: The true one.
        cut: How many places count.

    Raises:
        ValueError: the truth is ranked twice.
    """
    if list(order).count(truth) > 1:
        raise ValueError(f"{truth!r} is ranked twice")
    kept = list(order[:cut])
    if truth not in kept:
        return RankScores(0.0, False, False)
    rank = kept.index(truth) + 1
    return RankScores(1 / rank, rank == 1, True)
