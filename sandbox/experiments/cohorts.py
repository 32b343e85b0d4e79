"""Simulated cohorts: pupils of one profile answer fresh problems of their grade, level by level.

Shows what the difficulty rule (`agents.students.difficulty`) makes of the content: what was
expected of each answer, and what the student, asked like any other, answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sandbox.agents.base import View
from sandbox.agents.students.deciding import Decision
from sandbox.agents.students.difficulty import BENCHMARKS, success_on
from sandbox.agents.students.profile import ProfileStudent
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.maths.families import Family, Problem
from sandbox.records import digest, rng

PUPILS = 60
"""Pupils in a cohort."""
PROBLEMS = 8
"""Problems that each pupil answers at each level, each of another family."""
GRADES = (4, 8)


@dataclass(frozen=True)
class Answered:
    """One answer: whose, at which level, how likely a right one was, and whether it was right."""

    cohort: str
    pupil: int
    level: str
    expected: float
    is_right: bool


def benchmark_cohorts() -> tuple[ProfileSpec, ...]:
    """Pupils exactly at each benchmark, in both grades, who were taught everything."""
    return tuple(
        ProfileSpec(
            id=f"grade {grade} at {score}",
            grade=grade,  # type: ignore[arg-type]
            tier="intermediate",
            attitude="likes",
            confidence="confident",
            coverage=[f"all of grade {grade}"],
            score=score,
        )
        for grade in GRADES
        for score in BENCHMARKS.values()
    )


def simulate(
    library: Library,
    profiles: Sequence[ProfileSpec],
    *,
    pupils: int = PUPILS,
    problems: int = PROBLEMS,
    seed: int = 0,
) -> Iterator[Answered]:
    """The answers of so many pupils of each profile to problems of their own grade.

    Args:
        library: The content; the learner preset `ideal` answers.
        profiles: One cohort each.
        pupils: In each cohort.
        problems: That each pupil answers at each level, at most one of a family.
        seed: The same seed puts the same problems to the same pupils.
    """
    for profile in profiles:
        student = ProfileStudent(profile.id, library, library.preset("ideal"), profile)
        for level in BENCHMARKS:
            families = [
                family
                for family in library.families
                if (family.timss_grade, family.level) == (profile.grade, level)
            ]
            for pupil in range(pupils):
                chosen = rng("cohort", seed, profile.grade, level, pupil)
                for family in chosen.sample(families, min(problems, len(families))):
                    problem = family.draw(chosen)
                    yield _answered(student, problem, family, pupil, seed)


def _answered(
    student: ProfileStudent, problem: Problem, family: Family, pupil: int, seed: int
) -> Answered:
    profile = student.learner
    session = digest("cohort", seed, profile.id, pupil)
    view = View("student", session, problem.question())
    readings = student.task(view)
    state = student.initial(view)
    decision = student.decide(view, view.question, readings, state)
    expected = success_on(profile, readings or [problem], student.settings)
    return Answered(profile.id, pupil, family.level, expected, _is_right(decision, problem))


def _is_right(decision: Decision | None, problem: Problem) -> bool:
    return decision is not None and problem.right.matches(decision.answer)
