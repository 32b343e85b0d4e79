"""Puts every family and misconception to the test: what a schema cannot see.

`python -m sandbox.content.check [STRAND]` prints every fault and the counts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from sandbox.content.files import content_root
from sandbox.content.library import Library, read_library
from sandbox.errors import Fault, FormulaError
from sandbox.maths.expressions import FAILURES
from sandbox.maths.families import Family, Problem
from sandbox.records import rng

DRAWS = 200


def check_family(family: Family, library: Library, draws: int = DRAWS) -> Iterator[Fault]:
    """Every way in which seeded draws of the family go wrong, each way once."""
    said: set[str] = set()
    tested: set[str] = set()
    generator = rng("check", family.id)
    for _ in range(draws):
        try:
            problem = family.draw(generator)
            faults = list(_problem_faults(problem, library))
            tested |= set(problem.wrong)
        except FAILURES as error:
            faults = [("draw", str(error))]
        for kind, what in faults:
            if kind not in said:
                said.add(kind)
                yield Fault(family.id, f"{kind}: {what}")
        if "draw" in said:
            return
    for name in family.errors:
        if name not in tested:
            yield Fault(family.id, f"{name}: gives no wrong answer in {draws} draws")


def _problem_faults(problem: Problem, library: Library) -> Iterator[tuple[str, str]]:
    shown = dict(problem.parameters)
    right = problem.right
    for k in range(len(problem.family.stems)):
        question = problem.question(k)
        readings = library.families.read(question)
        if problem not in [reading.problem for reading in readings]:
            read = [f"{r.problem.family.id}{dict(r.problem.parameters)}" for r in readings]
            yield f"stem {k}", f"{question!r} from {shown} reads back as {read}"
    if not right.matches(right.text):
        yield "right answer", f"{right.text!r} does not read back as itself"
    if not _ends_in(right.working[-1], right.text):
        yield "steps", f"the last step {right.working[-1]!r} does not end in {right.text!r}"
    for step in problem.steps:
        if _ends_in(step.ask.rstrip("?"), right.text) and right.text not in problem.question():
            yield "steps.ask", f"{step.ask!r} gives the answer {right.text!r} away"
    answers = [("right", right), *problem.wrong.items()]
    for name, answer in answers[1:]:
        if not answer.matches(answer.text):
            yield f"{name} reading", f"{answer.text!r} does not read back as itself"
        if right.matches(answer.text):
            yield f"{name} right", f"{answer.text!r} is the right answer of {problem.question()!r}"
        if not _ends_in(answer.working[-1], answer.text):
            yield f"{name} working", f"{answer.working[-1]!r} does not end in {answer.text!r}"


def _ends_in(line: str, answer: str) -> bool:
    return line.rstrip(" .!").endswith(answer.rstrip(" ."))


def check_case(name: str, library: Library) -> Iterator[Fault]:
    """Whether a misconception's contradicting case is read, and answered wrongly by its rule."""
    case = library.misconceptions[name].helps.case
    problems = [p for p in library.families.last(case) if name in p.family.errors]
    if not problems:
        yield Fault(name, f"helps.case {case!r} is read by none of its families")
    elif not any(name in problem.wrong for problem in problems):
        yield Fault(name, f"helps.case {case!r} is answered rightly by its rule")


def check(library: Library, strand: str = "", draws: int = DRAWS) -> list[Fault]:
    """Every fault that shows when the families are used, of one strand or of all."""
    faults: list[Fault] = []
    names: set[str] = set()
    for family in library.families:
        if strand in ("", family.strand):
            faults += check_family(family, library, draws)
            names |= set(family.errors)
    for name in sorted(names & library.misconceptions.keys()):
        try:
            faults += check_case(name, library)
        except FormulaError as error:
            faults.append(Fault(name, str(error)))
    return faults


def main(arguments: list[str]) -> int:
    """Check one strand, or all; the exit code says whether all is well."""
    strand = arguments[0] if arguments else ""
    library, faults = read_library((content_root(),))
    faults = [fault for fault in faults if strand in fault.place] + check(library, strand)
    for fault in faults:
        print(fault)
    families = [family for family in library.families if strand in ("", family.strand)]
    tested = {name for family in families for name in family.errors}
    print(f"{len(families)} families, {len(tested)} misconceptions, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
