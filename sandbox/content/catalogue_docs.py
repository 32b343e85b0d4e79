"""The catalogue as pages to read: one a strand, with a worked example for each misconception.

`python -m sandbox.content.catalogue_docs docs` writes `docs/catalogue.md`, `docs/catalogue/*.md`
and `docs/confusable.md`. The same content gives the same pages.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sandbox.content.confusable_docs import confusable_page
from sandbox.content.library import Library, load
from sandbox.content.markdown import GENERATED, plain, table, write_pages
from sandbox.content.schema import MisconceptionSpec
from sandbox.maths.families import Problem
from sandbox.records import rng


def pages(library: Library) -> dict[str, str]:
    """Every generated page by its name below the docs folder."""
    by_strand = _by_strand(library)
    found = {"catalogue.md": _index(by_strand, library)}
    for strand, names in by_strand.items():
        found[f"catalogue/{strand}.md"] = _strand_page(strand, names, library)
    found["confusable.md"] = confusable_page(library)
    return found


def example(misconception: str, library: Library) -> Problem:
    """The worked example: a seeded good problem of the first family that tests the belief."""
    family = library.families.testing(misconception)[0]
    return family.draw(rng("catalogue", misconception), including=misconception)


def _by_strand(library: Library) -> dict[str, list[str]]:
    """The misconceptions under the strand of the first family that tests them, in name order."""
    found: dict[str, list[str]] = {family.strand: [] for family in library.families}
    for name in sorted(library.misconceptions):
        found[library.families.testing(name)[0].strand].append(name)
    return dict(sorted(found.items()))


def _title(strand: str) -> str:
    return strand.replace("-", " ").capitalize()


def _index(by_strand: dict[str, list[str]], library: Library) -> str:
    families = Counter(family.strand for family in library.families)
    rows = [
        (f"[{_title(strand)}](catalogue/{strand}.md)", str(len(names)), str(families[strand]))
        for strand, names in by_strand.items()
    ]
    causes = Counter(spec.root_cause for spec in library.misconceptions.values())
    evidence = Counter(spec.evidence for spec in library.misconceptions.values())
    attested = ", ".join(f"{count} {how}" for how, count in evidence.most_common())
    return _text(
        [
            "# The catalogue",
            GENERATED,
            f"{len(library.misconceptions)} executable misconceptions in {len(library.families)} "
            "families of questions. Each page shows, for every misconception, a question, the "
            "right answer, what a learner who holds the belief answers and writes, and what helps.",
            "\n".join(table(("strand", "misconceptions", "families"), rows)),
            f"By evidence: {attested}. *Documented* is an error that a named study reports, "
            "*adapted* one derived from such an error, *practitioner* one that teachers know.",
            "By root cause, which is what a coherent student holds across strands:",
            "\n".join(
                table(
                    ("root cause", "misconceptions"),
                    [(cause, str(count)) for cause, count in sorted(causes.items())],
                )
            ),
            "Misconceptions that questions can hardly tell apart: [confusable.md](confusable.md). "
            "How to add one: [content.md](content.md).",
        ]
    )


def _strand_page(strand: str, names: Iterable[str], library: Library) -> str:
    blocks = [f"# {_title(strand)}", GENERATED, "[All strands](../catalogue.md)"]
    for name in names:
        blocks += _entry(library.misconceptions[name], library)
    return _text(blocks)


def _entry(spec: MisconceptionSpec, library: Library) -> list[str]:
    problem = example(spec.id, library)
    answer = problem.wrong[spec.id]
    evidence = f"{spec.evidence} ({plain(spec.source)})" if spec.source else spec.evidence
    families = ", ".join(f"`{family.id}`" for family in library.families.testing(spec.id))
    says = " ".join(f"“{plain(each)}”" for each in spec.says)
    working = [f"  - {plain(line)}" for line in answer.working]
    return [
        f"## {plain(spec.name)}",
        f"`{spec.id}` · {spec.root_cause} · grades {spec.grades} · {evidence}",
        plain(spec.statement),
        "\n".join(
            [
                f"- Question: {plain(problem.question())}",
                f"- Right answer: {plain(problem.right.text)}",
                f"- With this belief: **{plain(answer.text)}**, because",
                *working,
            ]
        ),
        f"A child says: {says}",
        "\n".join(
            [
                "What helps:",
                "",
                f"- a case against it: {plain(spec.helps.case)} {plain(spec.helps.because)}",
                f"- a question: {plain(spec.helps.question)}",
                f"- a picture: {plain(spec.helps.picture)}",
                f"- the idea: {plain(spec.helps.idea)}",
            ]
        ),
        f"Tested in: {families}",
    ]


def _text(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def main(arguments: list[str]) -> int:
    """Write the pages into the folder named (default: `docs`)."""
    folder = Path(arguments[0] if arguments else "docs")
    made = pages(load())
    write_pages(made, folder)
    print(f"{len(made)} pages written to {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
