"""Which of several beliefs decides an answer: the first, in the learner's order, that applies.

The one rule that students, checks and scorers share. Knows ids of misconceptions and no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sandbox.maths.families import Answer, Problem


@dataclass(frozen=True)
class Ruling:
    """The belief that decides a question, on which reading, what it answers.

    `over` are the beliefs further down the order that apply too and would answer otherwise.
    """

    belief: str
    problem: Problem
    answer: Answer
    over: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the rule happens to give the right answer here."""
        return self.answer.same(self.problem.right)


def ruling(problems: Sequence[Problem], order: Iterable[str]) -> Ruling | None:
    """How beliefs decide a question (all readings of it together); None where none applies.

    A rule that happens to give the right answer still applies. Of several readings of the question
    one on which the belief errs goes first.

    Args:
        problems: The readings.
        order: Misconceptions held, the one that takes precedence first.
    """
    names = list(order)
    for place, belief in enumerate(names):
        found = _answer(problems, belief)
        if found is not None:
            problem, answer = found
            later = ((name, _answer(problems, name)) for name in names[place + 1 :])
            over = tuple(name for name, other in later if other and not other[1].same(answer))
            return Ruling(belief, problem, answer, over)
    return None


def _answer(problems: Sequence[Problem], belief: str) -> tuple[Problem, Answer] | None:
    """What one belief answers, and on which reading."""
    given = [(p, answer) for p in problems if (answer := p.by(belief)) is not None]
    erring = [(p, answer) for p, answer in given if p.wrong_by(belief) is not None]
    return next(iter((*erring, *given)), None)
