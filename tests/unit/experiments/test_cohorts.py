"""Simulated cohorts differ as their scores say."""

from __future__ import annotations

import itertools

import pytest

from sandbox.agents.students.difficulty import BENCHMARKS
from sandbox.content.library import load
from sandbox.experiments.cohorts import Answered, benchmark_cohorts, simulate
from sandbox.reports.cohorts import cohort_figure, cohort_table, estimate, families_table, markdown

LIBRARY = load()
COHORTS = benchmark_cohorts()


@pytest.fixture(scope="module")
def answers() -> list[Answered]:
    return list(simulate(LIBRARY, COHORTS, pupils=15, problems=6))


def share(answers: list[Answered], cohort: str, level: str) -> float:
    kept = [a.is_right for a in answers if (a.cohort, a.level) == (cohort, level)]
    assert len(kept) == 15 * 6
    return sum(kept) / len(kept)


def test_every_higher_cohort_solves_more_at_every_level(answers: list[Answered]) -> None:
    for grade, level in itertools.product((4, 8), BENCHMARKS):
        shares = [share(answers, c.id, level) for c in COHORTS if c.grade == grade]
        # the curve is flat where nearly all or none is solved: not one step down, and a wide climb
        assert all(low <= high + 0.05 for low, high in itertools.pairwise(shares)), shares
        assert shares[-1] - shares[0] > 0.25, shares


def test_a_cohort_at_a_benchmark_solves_its_level_about_as_often_as_the_anchor_says(
    answers: list[Answered],
) -> None:
    for cohort in COHORTS:
        level = next(name for name, score in BENCHMARKS.items() if score == cohort.score)
        assert abs(share(answers, cohort.id, level) - 0.65) < 0.15, cohort.id


def test_what_is_simulated_is_what_the_rule_expects(answers: list[Answered]) -> None:
    gaps = []
    for cohort, level in itertools.product(COHORTS, BENCHMARKS):
        expected, found = estimate(answers, cohort.id, level)
        assert found.mean is not None
        gaps.append(abs(found.mean - expected))
    assert max(gaps) < 0.2
    assert sum(gaps) / len(gaps) < 0.05


def test_the_same_seed_gives_the_same_cohort_and_another_seed_another() -> None:
    def run(seed: int) -> list[Answered]:
        return list(simulate(LIBRARY, COHORTS[:1], pupils=3, problems=3, seed=seed))

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_the_picture_and_the_tables_tell_every_cohort(answers: list[Answered]) -> None:
    drawn = cohort_figure(answers)
    assert drawn.png.startswith(b"\x89PNG")
    for told in ("Grade 4: low (400):", "Grade 8:", "at 625"):
        assert told in drawn.alt
    table = cohort_table("cohorts", "Cohorts", COHORTS, answers)
    lines = markdown(table).splitlines()
    assert lines[2] == "| cohort | low | intermediate | high | advanced |"
    assert [line.split(" | ")[0].strip("| ") for line in lines[4:12]] == [c.id for c in COHORTS]


def test_the_families_table_counts_every_family_once() -> None:
    rows = families_table(LIBRARY).rows
    totals = [int(str(row[-1])) for row in rows if str(row[0]).startswith("grade")]
    assert sum(totals) == len(LIBRARY.families)
    taught = {str(row[0]).removeprefix("taught to "): int(str(row[-1])) for row in rows}
    assert taught["g4-low"] < taught["g4-high"] == totals[0]
    assert taught["g8-low"] < taught["g8-high"] == totals[1]
