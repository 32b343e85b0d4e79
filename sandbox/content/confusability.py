"""Measures which misconceptions give the same answers, where, and which pairs no question parts.

A question is put to every family that reads it, so beliefs of several families can meet on one
question. Two beliefs *meet* where both give a wrong answer to the same question; they are
*confused* there if it is the same answer. A pair that gives the same answer wherever it meets is
*inseparable*: only a question that touches one of the two can tell them apart. Knows no student and
no tutor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from sandbox.content.library import Library
from sandbox.errors import FormulaError
from sandbox.maths.families import Answer, Family, Problem
from sandbox.records import rng

QUESTIONS = 5
"""Good problems of each family that are read by all families, in every wording."""
OUTSIDE = 30
"""Problems of each family with numbers taken as they come, good or not."""
OWN_TRIES = 20
"""Problems of each family that are tried when looking for one that touches one of a pair only."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class Meeting:
    """Two misconceptions that meet on a family's questions: on how many, and how often confused."""

    pair: Pair
    family: str
    met: int
    same: int

    @property
    def share(self) -> float:
        """The share of the shared questions on which both give the same answer."""
        return self.same / self.met


@dataclass(frozen=True)
class Kept:
    """A pair that no shared question separates, and why it is kept."""

    pair: Pair
    families: tuple[str, ...]
    met: int
    reason: str
    apart: tuple[Problem, ...]
    """Problems on which one of the two errs and the other does not."""


@dataclass
class Confusions:
    """Counts of meetings and of same answers, by pair and by the family that asks."""

    met: Counter[tuple[Pair, str]] = field(default_factory=Counter)
    same: Counter[tuple[Pair, str]] = field(default_factory=Counter)

    def add(self, others: Confusions) -> None:
        """Take over what was counted elsewhere."""
        self.met.update(others.met)
        self.same.update(others.same)

    def observe(self, asked: Family, problems: Iterable[Problem]) -> None:
        """Count one question: all readings of it together."""
        answers: dict[str, list[Answer]] = {}
        for problem in problems:
            for name, answer in problem.wrong.items():
                answers.setdefault(name, []).append(answer)
        for one, two in combinations(sorted(answers), 2):
            place = ((one, two), asked.id)
            self.met[place] += 1
            if any(a.same(b) for a in answers[one] for b in answers[two]):
                self.same[place] += 1

    def observe_wordings(self, problem: Problem, library: Library) -> None:
        """Count a problem in every wording, each put to all families that read it."""
        for wording in range(len(problem.family.stems)):
            self.observe(problem.family, library.families.last(problem.question(wording)))

    def meetings(self) -> Iterator[Meeting]:
        """The matrix: every pair in every family on whose questions it was ever confused."""
        for (pair, family), same in sorted(self.same.items()):
            yield Meeting(pair, family, self.met[pair, family], same)

    def inseparable(self) -> tuple[Pair, ...]:
        """The pairs that gave the same answer wherever they met."""
        met: Counter[Pair] = Counter()
        same: Counter[Pair] = Counter()
        for (pair, _), count in self.met.items():
            met[pair] += count
        for (pair, _), count in self.same.items():
            same[pair] += count
        return tuple(sorted(pair for pair, count in same.items() if count == met[pair]))

    def kept(self, library: Library) -> tuple[Kept, ...]:
        """The inseparable pairs with the reason for which each is kept."""
        found = []
        for pair in self.inseparable():
            families = sorted(family for each, family in self.met if each == pair)
            met = sum(self.met[pair, family] for family in families)
            one, two = (own_question(name, other, library) for name, other in (pair, pair[::-1]))
            reason = SEPARATE if one and two else FURTHER if one or two else NONE
            apart = tuple(problem for problem in (one, two) if problem)
            found.append(Kept(pair, tuple(families), met, reason, apart))
        return tuple(found)


SEPARATE = "tested in different families only"
FURTHER = "one reaches further than the other"
NONE = "no question tells them apart"
REASONS: Mapping[str, str] = {
    SEPARATE: "They are rules for two kinds of question, tested by different families. Where a "
    "question is of both kinds both rules lead to one answer; on a question of one kind only, one "
    "rule errs and who holds the other answers rightly.",
    FURTHER: "One rule errs wherever the other errs, and on more questions. The narrower one is "
    "kept because learners hold it alone; a question that only the wider one gets wrong tells them "
    "apart.",
    NONE: "no question on which one of the two errs and the other does not was found; they are one "
    "belief, so merge them",
}
"""Why a pair that no shared question separates is kept, by kind."""


def own_question(misconception: str, other: str, library: Library) -> Problem | None:
    """A problem on which the misconception errs and who holds the other answers rightly."""
    for family in library.families.testing(misconception):
        generator = rng("own", family.id)
        for _ in range(OWN_TRIES):
            try:
                problem = family.draw(generator, including=misconception)
            except FormulaError:
                break
            if not any(other in read.wrong for read in library.families.last(problem.question())):
                return problem
    return None


def measure(library: Library, count: int = QUESTIONS) -> Confusions:
    """The confusions on good problems: every wording of `count` seeded draws of each family, put to
    all families that read it."""
    found = Confusions()
    for family in library.families:
        generator = rng("check", family.id)  # the problems that `check` draws
        for _ in range(count):
            found.observe_wordings(family.draw(generator), library)
    return found


def measure_outside(library: Library, count: int = OUTSIDE) -> Confusions:
    """The confusions on any problems that make sense, good or not, each put to its own family.

    Good problems are drawn so that no two beliefs of the family answer alike; what learners and
    tutors ask is not, so this tells which pairs an unlucky question leaves tied.
    """
    found = Confusions()
    for family in library.families:
        generator = rng("outside", family.id)
        for _ in range(count):
            drawn = {name: p.draw(generator) for name, p in family.parameters.items()}
            try:
                found.observe(family, [family.problem(drawn)])
            except FormulaError:
                continue
    return found
