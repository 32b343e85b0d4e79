"""Who plays the novice of the misconception study: given a question, its choices and a belief in
words, picks a choice. The scripted ones know exactly how well they play.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sandbox.content.library import Library
from sandbox.errors import UnknownNameError
from sandbox.maths.diagnose import retrieve
from sandbox.maths.families import Answer, Problem
from sandbox.records import Item


@dataclass(frozen=True)
class Chosen:
    """The label picked, or "" with the reason why none could be read."""

    label: str
    reason: str = ""


class NoviceModel(Protocol):
    """Whoever plays the novice."""

    @property
    def name(self) -> str:
        """What logs and reports call it."""
        ...

    async def choose(self, item: Item, statement: str, chance: random.Random) -> Chosen:
        """The choice of a student who believes the statement. Sees no cause and no key."""
        ...


@dataclass(frozen=True)
class ScriptedNovice:
    """Reads the question, answers it by the formula of the belief, picks that choice.

    A belief it does not know by its statement is taken for the one whose words are most alike
    among those its families test; if no choice fits what it computes, it guesses.
    """

    library: Library
    name: str = "scripted:novice"

    async def choose(self, item: Item, statement: str, chance: random.Random) -> Chosen:
        """The choice that the belief's formula gives."""
        problems = self.library.families.last(item.in_words)
        belief = self._belief(statement, problems)
        for problem in problems:
            answer = problem.by(belief) or problem.right
            label = _label(item, answer)
            if label and (belief in problem.family.errors or problem is problems[-1]):
                return Chosen(label)
        return Chosen(chance.choice(item.choices).label, "guessed: no choice fits the belief")

    def _belief(self, statement: str, problems: tuple[Problem, ...]) -> str:
        known = self.library.by_statement.get(statement)
        if known is not None:
            return known
        tested = {name for problem in problems for name in problem.family.errors}
        words = {name: self.library.misconception(name).statement for name in tested}
        matches = retrieve(statement, words, top=1, least=0.0)
        return matches[0].misconception if matches else ""


@dataclass(frozen=True)
class RandomNovice:
    """Picks any choice: the floor."""

    name: str = "scripted:random"

    async def choose(self, item: Item, statement: str, chance: random.Random) -> Chosen:
        """A uniformly random choice."""
        return Chosen(chance.choice(item.choices).label)


@dataclass(frozen=True)
class ExpertNovice:
    """Ignores the belief and answers rightly: the failure that the study looks for."""

    library: Library
    name: str = "scripted:expert"

    async def choose(self, item: Item, statement: str, chance: random.Random) -> Chosen:
        """The right choice where the question can be read, else a guess."""
        for problem in self.library.families.last(item.in_words):
            label = _label(item, problem.right)
            if label:
                return Chosen(label)
        return Chosen(chance.choice(item.choices).label, "guessed: the question cannot be read")


NOVICES: dict[str, Callable[[Library], NoviceModel]] = {
    "scripted:novice": lambda library: ScriptedNovice(library),
    "scripted:random": lambda _library: RandomNovice(),
    "scripted:expert": lambda library: ExpertNovice(library),
}


def make_novice(name: str, library: Library) -> NoviceModel:
    """The novice of that name.

    Raises:
        UnknownNameError: there is no such novice.
    """
    if name not in NOVICES:
        raise UnknownNameError("novice", name, NOVICES)
    return NOVICES[name](library)


def _label(item: Item, answer: Answer) -> str:
    exact = next((c.label for c in item.choices if c.text == answer.text), "")
    return exact or next((c.label for c in item.choices if answer.matches(c.text)), "")
