"""The picture and the table of simulated cohorts on the TIMSS scale, for the docs.

`python -m sandbox.reports.cohorts [FOLDER]` writes FOLDER/images/cohorts.png (default: docs) and
prints the tables as Markdown.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox.agents.students.difficulty import BENCHMARKS, covers
from sandbox.content.library import Library, load
from sandbox.content.schema import ProfileSpec
from sandbox.experiments.cohorts import Answered, benchmark_cohorts, simulate
from sandbox.reports.figures import Figure, Line, panels
from sandbox.reports.tables import Cell, Table, between, figure
from sandbox.scoring.stats import Estimate, clustered

GRADES = (4, 8)


def estimate(answers: Sequence[Answered], cohort: str, level: str) -> tuple[float, Estimate]:
    """Mean expected success, and the share that was right with its interval by pupil."""
    kept = [a for a in answers if (a.cohort, a.level) == (cohort, level)]
    expected = sum(a.expected for a in kept) / len(kept)
    return expected, clustered(((a.pupil, float(a.is_right)) for a in kept), cohort, level)


def cohort_table(
    name: str, title: str, profiles: Sequence[ProfileSpec], answers: Sequence[Answered]
) -> Table:
    """Expected and simulated success of each cohort on the families of each level."""
    rows: list[tuple[Cell, ...]] = []
    for profile in profiles:
        cells: list[Cell] = []
        for level in BENCHMARKS:
            expected, found = estimate(answers, profile.id, level)
            cells.append(f"{figure(expected)} · {figure(found.mean)} {between(found.interval)}")
        rows.append((profile.id, *cells))
    note = "Expected · simulated success with its 95% interval (bootstrap by pupil)."
    return Table(name, title, ("cohort", *BENCHMARKS), tuple(rows), (note,))


def families_table(library: Library) -> Table:
    """How many families of each grade stand at each benchmark, and how many each profile covers."""
    rows: list[tuple[Cell, ...]] = []
    for grade in GRADES:
        own = [family for family in library.families if family.timss_grade == grade]
        counts = [sum(family.level == level for family in own) for level in BENCHMARKS]
        rows.append((f"grade {grade}", *map(str, counts), str(len(own))))
        for profile in library.profiles.values():
            if profile.grade == grade:
                taught = [family for family in own if covers(profile, family)]
                per_level = [sum(f.level == level for f in taught) for level in BENCHMARKS]
                rows.append((f"taught to {profile.id}", *map(str, per_level), str(len(taught))))
    return Table("families", "Families by level", ("", *BENCHMARKS, "all"), tuple(rows))


def cohort_figure(answers: Sequence[Answered]) -> Figure:
    """One panel a grade: success on the families of each level over the cohorts' scores."""
    drawn = []
    for grade in GRADES:
        cohorts = [p for p in benchmark_cohorts() if p.grade == grade]
        scores = [float(p.score) for p in cohorts]
        curves = [
            Line.of(
                f"{level} ({BENCHMARKS[level]})",
                scores,
                [estimate(answers, p.id, level)[1] for p in cohorts],
            )
            for level in BENCHMARKS
        ]
        drawn.append((f"Grade {grade}", curves))
    title = "Simulated cohorts at the four benchmarks"
    return panels(
        "cohorts", title, "score of the cohort", "share right", "families of level", drawn
    )


def markdown(table: Table) -> str:
    """The table as Markdown, notes below."""
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    body = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    return "\n\n".join([f"**{table.title}**", body, *table.notes])


def main(arguments: list[str]) -> int:
    """Simulate, write the picture, print the tables."""
    folder = Path(arguments[0] if arguments else "docs")
    library = load()
    cohorts, named = benchmark_cohorts(), tuple(library.profiles.values())
    answers = list(simulate(library, (*cohorts, *named)))
    path = folder / "images" / "cohorts.png"
    path.write_bytes(cohort_figure(answers).png)
    for table in (
        cohort_table("cohorts", "Cohorts at the benchmarks, all topics taught", cohorts, answers),
        cohort_table("profiles", "The learner profiles", named, answers),
        families_table(library),
    ):
        print(markdown(table), end="\n\n")
    print(f"{path} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
