"""Finds where two beliefs of one persona answer a question differently, and whether its precedence
says which goes first. Knows no student: the rule is `maths.precedence.ruling`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sandbox.content.library import Library
from sandbox.content.schema import PersonaSpec
from sandbox.errors import Fault
from sandbox.maths.families import Problem
from sandbox.maths.precedence import ruling


@dataclass
class Seen:
    """What questions showed of one persona."""

    fought: dict[tuple[str, str], str] = field(default_factory=dict)
    """(belief that decided, belief that waited) → the first question on which they differed."""
    decided: set[str] = field(default_factory=set)
    """Beliefs that gave a wrong answer."""
    strands: set[str] = field(default_factory=set)
    """Strands in which a belief gave a wrong answer."""


class Fights:
    """Gathers, over questions, how the beliefs of each persona decide them."""

    def __init__(self, personas: Mapping[str, PersonaSpec]) -> None:
        self.personas = personas
        self.seen = {name: Seen() for name in personas}
        self._holders: dict[str, list[str]] = {}
        for name, persona in personas.items():
            for belief in persona.beliefs:
                self._holders.setdefault(belief, []).append(name)

    def add(self, seen: Mapping[str, Seen]) -> None:
        """Take over what later questions showed elsewhere."""
        for name, other in seen.items():
            mine = self.seen[name]
            mine.fought = other.fought | mine.fought
            mine.decided |= other.decided
            mine.strands |= other.strands

    def observe(self, problems: Sequence[Problem]) -> None:
        """One question: all readings of it together."""
        tested = {belief for problem in problems for belief in problem.family.errors}
        holders = {name for belief in tested for name in self._holders.get(belief, ())}
        for name in holders:
            held = [belief for belief in self.personas[name].beliefs if belief in tested]
            found = ruling(problems, held)
            if found is None:
                continue
            seen = self.seen[name]
            for other in found.over:
                seen.fought.setdefault((found.belief, other), found.problem.question())
            if not found.is_right:
                seen.decided.add(found.belief)
                seen.strands.add(found.problem.family.strand)

    def observe_wordings(self, problem: Problem, library: Library) -> None:
        """A problem in every wording, each put to all families that read it."""
        for wording in range(len(problem.family.stems)):
            self.observe(library.families.last(problem.question(wording)))

    def faults(self) -> Iterator[Fault]:
        """Fights without a word on who goes first, precedence that nothing needs, and beliefs that
        never decide."""
        for name, persona in self.personas.items():
            seen = self.seen[name]
            said = {(pair.first, pair.then) for pair in persona.precedence}
            for (first, then), question in seen.fought.items():
                if (first, then) not in said:
                    yield Fault(
                        name,
                        f"{first} and {then} answer {question!r} differently and precedence does "
                        "not say why the first of them goes first",
                    )
            for first, then in sorted(said - seen.fought.keys()):
                yield Fault(name, f"precedence: {first} and {then} never answered differently")
            for belief in persona.beliefs:
                if belief not in seen.decided:
                    yield Fault(name, f"{belief} decided no question, so it is not believed")
