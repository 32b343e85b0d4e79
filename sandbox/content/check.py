"""Puts every family and misconception to the test: what a schema cannot see.

`python -m sandbox.content.check [STRAND]` prints every fault and the counts.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from sandbox.content.confusability import NONE, QUESTIONS, REASONS, Confusions
from sandbox.content.fights import Fights, Seen
from sandbox.content.figured import figure_faults
from sandbox.content.files import content_root
from sandbox.content.grammar import (
    answer_complaints,
    complaints,
    sentence_complaints,
    step_complaints,
)
from sandbox.content.library import Library, read_library
from sandbox.content.study_items import item_faults
from sandbox.errors import Fault, FormulaError
from sandbox.maths.expressions import FAILURES
from sandbox.maths.families import Answer, Family, Problem
from sandbox.maths.values import Words, read_value, value_of
from sandbox.records import rng

DRAWS = 50
"""Problems drawn from each family; their answers, workings and steps are checked."""
A_READING_IN = 10
"""One in this many of the draws, and at least `QUESTIONS` of them, is read back in every wording.
That takes long, and whether a wording can be read depends on its words more than on the numbers;
`--draws 200` reads 20 problems of each family."""
A_WORDING_IN = 3
"""The wording of one in this many of the draws is looked at, of all of them from `THOROUGH` on."""
THOROUGH = 200
SLICES = 4
"""Slices of the families that one process checks, so that none waits long for another."""
FOUGHT = 20
"""So many problems of each family are put to the personas; the first in every wording."""


def check_family(
    family: Family,
    library: Library,
    draws: int = DRAWS,
    confusions: Confusions | None = None,
    fights: Fights | None = None,
) -> Iterator[Fault]:
    """Every way in which seeded draws of the family go wrong, each way once.

    Args:
        family: The family to put to work.
        library: Whose families read the wordings back.
        draws: How many problems are drawn.
        confusions: Gains what the first questions say of beliefs that answer alike.
        fights: Gains how the personas decide the questions.
    """
    readings = max(QUESTIONS, draws // A_READING_IN)
    worded = draws if draws >= THOROUGH else draws // A_WORDING_IN
    said: set[str] = set()
    tested: set[str] = set()
    generator = rng("check", family.id)
    for number in range(draws):
        try:
            problem = family.draw(generator)
            faults = [*_answer_faults(problem), *figure_faults(problem, library, number < readings)]
            if number < worded:
                faults += _wording_faults(problem)
            if number < readings:
                faults += _reading_faults(problem, library)
            if number < QUESTIONS and confusions is not None:
                confusions.observe_wordings(problem, library)
            if fights is not None:
                if number < QUESTIONS:
                    fights.observe_wordings(problem, library)
                elif number < FOUGHT:
                    fights.observe([problem])
            tested |= problem.wrong.keys()
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


def _reading_faults(problem: Problem, library: Library) -> Iterator[tuple[str, str]]:
    for k in range(len(problem.family.stems)):
        question = problem.question(k)
        readings = [reading.problem for reading in library.families.read(question)]
        if problem not in readings:
            read = [f"{each.family.id}{dict(each.parameters)}" for each in readings]
            asked = dict(problem.parameters)
            yield f"ask.{k}", f"{question!r} from {asked} reads back as {read or 'nothing'}"


def _wording_faults(problem: Problem) -> Iterator[tuple[str, str]]:
    """What nobody would write, in the questions, the steps and each answer with its working."""
    for k in range(len(problem.family.stems)):
        question = problem.question(k)
        yield from _named(f"ask.{k}", [*complaints(question), *sentence_complaints(question)])
    for step in problem.steps:
        for said in (step.ask, step.do):
            yield from _named("steps", [*complaints(said), *sentence_complaints(said)])
        yield from _named("steps", step_complaints(step.do))
    answers = {"answer": problem.right, **{f"errors.{n}": a for n, a in problem.wrong.items()}}
    for place, answer in answers.items():
        found = [*complaints(answer.text), *answer_complaints(answer.text)]
        lines = answer.working if answer is not problem.right else ()
        yield from _named(place, [*found, *(what for line in lines for what in complaints(line))])


def _named(place: str, found: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Complaints with the place and the rule, so that each is told once a family."""
    for what in found:
        yield f"{place}: {what.partition(':')[0]}", what.partition(": ")[2]


def _reads_back(answer: Answer) -> bool:
    """Whether the displayed answer, read as anybody's would be, has the answer's own value. An
    answer in words is known by its words alone."""
    if isinstance(answer.value, Words):
        return answer.matches(answer.text)
    algebra = answer.format == "expression" and not answer.unit
    read = value_of(answer.text, answer.format) if algebra else read_value(answer.text)
    return answer.matches(read)


def _answer_faults(problem: Problem) -> Iterator[tuple[str, str]]:
    family, right, steps = problem.family, problem.right, problem.steps
    if not _reads_back(right):
        yield "answer", f"{right.text!r} does not read back as itself"
    if len(steps) < len(family.steps):
        yield "steps", f"a step cannot be said of {dict(problem.parameters)}"
    elif not _ends_in(steps[-1].do, right.text):
        yield "steps", f"the last step {steps[-1].do!r} does not end in {right.text!r}"
    for step in steps:
        if _ends_in(step.ask.rstrip("?"), right.text) and right.text not in problem.question():
            yield "steps.ask", f"{step.ask!r} gives the answer {right.text!r} away"
    for name, answer in problem.wrong.items():
        if not _reads_back(answer):
            yield f"errors.{name}.answer", f"{answer.text!r} does not read back as itself"
        if right.matches(answer.text):
            question = problem.question()
            yield f"errors.{name}.answer", f"{answer.text!r} is the right answer of {question!r}"
        if len(answer.working) < len(answer.lines):
            asked = dict(problem.parameters)
            yield f"errors.{name}.working", f"a line cannot be said of {asked}"
        elif not _ends_in(answer.working[-1], answer.text):
            last = answer.working[-1]
            yield f"errors.{name}.working", f"{last!r} does not end in {answer.text!r}"


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


def check(
    library: Library,
    strand: str = "",
    draws: int = DRAWS,
    confusions: Confusions | None = None,
    processes: int = 1,
) -> list[Fault]:
    """Every fault that shows when the families are used, of one strand or of all.

    Two beliefs that no question whatever tells apart are a fault too: they are one. `confusions`
    gains which beliefs answer alike (see `confusability.measure`, which asks the same questions).
    Several `processes` share the families where they can be forked from this one: on Linux, while
    it has no other threads.
    """
    faults: list[Fault] = [] if strand else [*item_faults(library)]
    confusions = Confusions() if confusions is None else confusions
    fights = Fights({} if strand else library.personas)
    families = [family for family in library.families if strand in ("", family.strand)]
    for part in _parts(library, [family.id for family in families], draws, processes):
        faults += part.faults
        confusions.add(part.confusions)
        fights.add({name: part.seen[name] for name in fights.seen})
    names = {name for family in families for name in family.errors}
    for name in sorted(names & library.misconceptions.keys()):
        try:
            faults += check_case(name, library)
        except FormulaError as error:
            faults.append(Fault(name, str(error)))
    faults += fights.faults()
    faults += [
        Fault(" and ".join(kept.pair), REASONS[NONE])
        for kept in confusions.kept(library)
        if kept.reason == NONE
    ]
    return faults


class _Part(NamedTuple):
    """What some of the families show."""

    faults: list[Fault]
    confusions: Confusions
    seen: Mapping[str, Seen]


def _parts(
    library: Library, families: Sequence[str], draws: int, processes: int
) -> Iterator[_Part]:
    if processes == 1 or sys.platform != "linux" or threading.active_count() > 1:
        yield _part(library, families, draws)
        return
    size = -(-len(families) // (processes * SLICES)) or 1
    slices = [families[start : start + size] for start in range(0, len(families), size)]
    _inherited[:] = [library]
    try:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
            yield from pool.map(partial(_part_apart, draws=draws), slices)
    finally:
        _inherited.clear()


_inherited: list[Library] = []
"""What processes that are forked from this one check."""


def _part_apart(families: Sequence[str], draws: int) -> _Part:
    return _part(_inherited[0], families, draws)


def _part(library: Library, families: Sequence[str], draws: int) -> _Part:
    part = _Part([], Confusions(), (fights := Fights(library.personas)).seen)
    with _collector_at_rest():
        for name in families:
            family = library.families[name]
            part.faults.extend(check_family(family, library, draws, part.confusions, fights))
    return part


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """No search for garbage cycles: problems form none, and looking through the whole library for
    them again and again takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
