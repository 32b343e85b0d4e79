"""How hard a family of problems is on the TIMSS scale, and how likely a learner solves one.

The rule. Each family names the international benchmark that it is typical of (`timss.level`): 400
low, 475 intermediate, 550 high, 625 advanced. A pupil whose score is exactly that benchmark, in
that grade and taught the topic, solves it with the probability p (`anchor_success`). From there
success rises and falls along a logistic curve:

    ln(P / (1 - P)) = ln(p / (1 - p)) + s (score + gains - location) / 100
    location = benchmark + 100 (not covered, or grade ahead, or grade behind)
    gains    = 100 (mastery gain) (mastery)

with the slope s (`discrimination`), in log odds per standard deviation of the scale (100 points).
It is a Rasch model whose difficulties are anchored at the benchmarks. The other names are settings
of the learner model too (personas/learners.yaml), each with what it rests on. Coverage counts for
the families of the learner's own grade: what the other grade does was not taught yet, or was taught
before, and that is what the two grade shifts say. All problems of a family are taken to be equally
hard: nothing that could be confirmed says by how many points larger numbers or a further step move
an item, so neither is guessed at; families that differ in such ways differ in level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.content.presets import LearnerSettings
from sandbox.content.schema import Benchmark, ProfileSpec
from sandbox.maths.families import Family, Problem

BENCHMARKS: dict[Benchmark, int] = {"low": 400, "intermediate": 475, "high": 550, "advanced": 625}
"""Score of each international benchmark."""
DEVIATION = 100
"""Points of the scale in one standard deviation."""


def location(profile: ProfileSpec, family: Family, settings: LearnerSettings) -> float:
    """The score at which this learner would solve problems of the family with `anchor_success`."""
    shift = 0.0
    if family.timss_grade > profile.grade:
        shift = settings.grade_ahead.value
    elif family.timss_grade < profile.grade:
        shift = settings.grade_behind.value
    elif not covers(profile, family):
        shift = settings.not_covered.value
    return benchmark(family) + DEVIATION * shift


def success(
    profile: ProfileSpec, family: Family, settings: LearnerSettings, mastery: float = 0.0
) -> float:
    """The probability that a learner with this profile solves a problem of the family."""
    anchor = settings.anchor_success.value
    ability = profile.score + DEVIATION * settings.mastery_gain.value * mastery
    distance = (ability - location(profile, family, settings)) / DEVIATION
    odds = math.log(anchor / (1 - anchor)) + settings.discrimination.value * distance
    return 1 / (1 + math.exp(-odds))


def success_on(
    profile: ProfileSpec,
    problems: Sequence[Problem],
    settings: LearnerSettings,
    mastery: float = 0.0,
) -> float:
    """The probability that a learner answers a question rightly, of which these are the readings:
    the kind of problem that is easiest for this learner counts."""
    return max(success(profile, problem.family, settings, mastery) for problem in problems)


def benchmark(family: Family) -> int:
    """The score of the benchmark that the family is typical of."""
    return next(score for level, score in BENCHMARKS.items() if level == family.level)


def covers(profile: ProfileSpec, family: Family) -> bool:
    """Whether the profile's coverage names the family's area, or all of a grade."""
    area = family.timss_area.split(":")[0].lower()
    return any(
        topic.lower().startswith("all of grade") or topic.lower() in area
        for topic in profile.coverage
    )
