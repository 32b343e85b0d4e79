"""What a table shows beside a score: means, spreads and 95% intervals, or why there is none.

Knows numbers and clusters, no metric. Formulas:

- mean ± sd: the sample standard deviation, divisor n − 1, over independent trials;
- cluster bootstrap: clusters (students) are drawn with replacement, as many as there are; each
  draw gives Σ sums / Σ counts over the drawn clusters; the interval is the 2.5th to the 97.5th
  percentile of the draws (Davison & Hinkley 1997, percentile method);
- Wilson interval of a share (Wilson 1927), which unlike p ± 1.96·se is no point at 0 and 1.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from pydantic import JsonValue

from sandbox.records import Score, rng

Z = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution."""

DRAWS = 2_000


@dataclass(frozen=True)
class Interval:
    """A 95% interval; `method` says how it was found."""

    low: float
    high: float
    method: str

    def holds(self, value: float) -> bool:
        """Whether the value lies within, ends included."""
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Estimate:
    """A mean over what was scored. `mean`, `sd` and `interval` are None where `reason` says why.

    `scored` of `of` values went in, from `clusters` students.
    """

    mean: float | None
    sd: float | None
    interval: Interval | None
    scored: int
    of: int
    clusters: int
    reason: str = ""

    @property
    def coverage(self) -> str:
        """How many were scored, for a table: "38 of 40"."""
        return f"{self.scored} of {self.of}"


def mean_sd(values: Sequence[float]) -> Estimate:
    """Mean and sample standard deviation over independent trials, without an interval."""
    count = len(values)
    if not count:
        return Estimate(None, None, None, 0, 0, 0, "no trials")
    mean = statistics.fmean(values)
    if count == 1:
        return Estimate(mean, None, None, 1, 1, 1, "one trial has no spread")
    return Estimate(mean, statistics.stdev(values), None, count, count, count)


def wilson(hits: int, of: int) -> Interval | None:
    """The 95% Wilson interval of a share of independent trials; None when there are no trials.

    Raises:
        ValueError: hits is not between 0 and `of`.
    """
    if not 0 <= hits <= of:
        raise ValueError(f"{hits} hits of {of} trials cannot be")
    return _wilson(hits / of, of) if of else None


def _wilson(share: float, count: int) -> Interval:
    scale = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / scale
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / scale
    low = 0.0 if share == 0 else middle - half
    high = 1.0 if share == 1 else middle + half
    return Interval(low, high, "Wilson")


def clustered(
    rows: Iterable[tuple[Hashable, float | None]], *key: JsonValue, draws: int = DRAWS
) -> Estimate:
    """The mean of all scored values with a 95% bootstrap interval clustered by student.

    Where all values are alike the bootstrap sees no spread. A share of 0 or 1 then gets the Wilson
    interval with one trial a cluster (careful: values within a cluster count once); any other
    constant gets none.

    Args:
        rows: (student, value) pairs; a value of None is unscored and only counted.
        key: Keys the draws, so that the same call gives the same interval everywhere.
        draws: Number of bootstrap draws.
    """
    groups: dict[Hashable, list[float]] = defaultdict(list)
    of = 0
    for student, value in rows:
        of += 1
        if value is not None:
            groups[student].append(value)
    values = [value for group in groups.values() for value in group]
    if not values:
        reason = "nothing was scored" if of else "there is nothing to score"
        return Estimate(None, None, None, 0, of, 0, reason)
    mean = statistics.fmean(values)
    sd = statistics.stdev(values) if len(values) > 1 else None
    interval, reason = _interval(list(groups.values()), mean, key, draws)
    return Estimate(mean, sd, interval, len(values), of, len(groups), reason)


def _interval(
    groups: Sequence[Sequence[float]], mean: float, key: Sequence[JsonValue], draws: int
) -> tuple[Interval | None, str]:
    count = len(groups)
    if count == 1:
        return None, "one student gives no interval"
    if len({value for group in groups for value in group}) == 1:
        if mean in (0.0, 1.0):
            wilson_interval = _wilson(mean, count)
            return Interval(wilson_interval.low, wilson_interval.high, "Wilson, by student"), ""
        return None, "all values are alike, so the bootstrap sees no spread"
    import numpy as np

    sums = np.array([sum(group) for group in groups])
    counts = np.array([len(group) for group in groups])
    drawn = random_state("bootstrap", *key).randint(0, count, size=(draws, count))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(low), float(high), "bootstrap, by student"), ""


def summarise(scores: Iterable[tuple[Hashable, Score]], *key: JsonValue) -> Estimate:
    """`clustered` over (student, score) pairs of one metric."""
    return clustered(((student, score.value) for student, score in scores), *key)


def random_state(*key: JsonValue):  # type: ignore[no-untyped-def]
    """NumPy's frozen legacy generator (its stream never changes), keyed by
    `sandbox.records.rng`."""
    import numpy as np

    return np.random.RandomState(rng(*key).getrandbits(32))
