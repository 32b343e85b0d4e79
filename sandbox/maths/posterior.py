"""How sure several answers make us of what a learner believes, and what to ask next.

Knows families and ids of misconceptions; knows no words of them, no student and no tutor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sandbox.maths.families import Families, Family, Problem
from sandbox.records import rng

SOUND = "sound"
"""The cause in a posterior that stands for no misconception."""
SLIP = 0.05
"""Chance that an answer is not the one its cause predicts: a careless error."""
GUESS = 0.05
"""Chance that the right answer comes in spite of a misconception that predicts another."""
OTHER_ANSWERS = 20
"""Over how many answers a slip is spread: the chance of one given slip is SLIP / OTHER_ANSWERS."""
POOL = 8
"""Problems drawn a family when looking for the next question."""
LIKELIEST = 8
"""How many of the likeliest causes the next question is to tell apart."""


@dataclass(frozen=True)
class Posterior:
    """Probabilities of what a learner believes; `SOUND` stands for no misconception at all.

    Bayes with one cause: under a cause the predicted answer comes with 1 − slip − guess, the right
    answer in spite of it with guess, and any other given answer with slip / 20.
    """

    probabilities: Mapping[str, float]
    slip: float = SLIP
    guess: float = GUESS
    asked: tuple[str, ...] = ()

    def update(self, problems: Sequence[Problem], answer: str) -> Posterior:
        """The posterior after one more answer to a question (all readings of it together)."""
        weights = {
            name: probability * self._likelihood(name, problems, answer)
            for name, probability in self.probabilities.items()
        }
        total = sum(weights.values())
        question = problems[0].question() if problems else ""
        if total <= 0:
            return self
        scaled = {name: weight / total for name, weight in weights.items()}
        return Posterior(scaled, self.slip, self.guess, (*self.asked, question))

    def _likelihood(self, name: str, problems: Sequence[Problem], answer: str) -> float:
        predicted = [p.wrong[name] for p in problems if name in p.wrong]
        right = any(problem.right.matches(answer) for problem in problems)
        if not predicted:
            return 1 - self.slip if right else self.slip / OTHER_ANSWERS
        if any(wrong.matches(answer) for wrong in predicted):
            return 1 - self.slip - self.guess
        return self.guess if right else self.slip / OTHER_ANSWERS

    @property
    def ranked(self) -> tuple[tuple[str, float], ...]:
        """Causes with their probability, most likely first; ties stand in the given order."""
        return tuple(sorted(self.probabilities.items(), key=lambda pair: -pair[1]))

    @property
    def entropy(self) -> float:
        """Shannon entropy in bits."""
        return _entropy(self.probabilities.values())

    def information_gain(self, problem: Problem) -> float:
        """Expected drop of entropy, in bits, when this problem is asked.

        The outcomes told apart are the right answer, each predicted wrong answer, and any other.
        """
        right = problem.right.key
        predicted = {name: a.key for name, a in problem.wrong.items() if name in self.probabilities}
        expected, rest = 0.0, dict(self.probabilities)
        for outcome in dict.fromkeys((right, *predicted.values())):
            joint = {
                name: weight * self._chance(predicted.get(name, right) == outcome, outcome == right)
                for name, weight in self.probabilities.items()
            }
            expected += _uncertain(joint.values())
            rest = {name: weight - joint[name] for name, weight in rest.items()}
        return max(0.0, self.entropy - expected - _uncertain(rest.values()))

    def _chance(self, predicts_it: bool, it_is_right: bool) -> float:
        if predicts_it:
            return 1 - self.slip - (0 if it_is_right else self.guess)
        return self.guess if it_is_right else self.slip / OTHER_ANSWERS


def prior(names: Iterable[str], sound: float = 0.2) -> Posterior:
    """Equal weights for the misconceptions, `sound` for none of them."""
    names = tuple(names)
    each = (1 - sound) / len(names) if names else 0.0
    return Posterior({**dict.fromkeys(names, each), SOUND: sound if names else 1.0})


def _uncertain(joint: Iterable[float]) -> float:
    """What an outcome adds to the expected entropy: its chance × the entropy once it has come."""
    weights = [max(0.0, weight) for weight in joint]
    total = sum(weights)
    return total * _entropy(weight / total for weight in weights) if total > 0 else 0.0


def _entropy(probabilities: Iterable[float]) -> float:
    return -sum(p * math.log2(p) for p in probabilities if p > 0)


def next_question(posterior: Posterior, families: Families, seed: str) -> Problem | None:
    """The problem that is expected to tell most, from seeded draws of the families that test the
    likeliest causes; None when no problem tells anything new."""
    likely = [name for name, weight in posterior.ranked if name != SOUND and weight > 0.01][
        :LIKELIEST
    ]
    candidates: dict[str, Problem] = {}
    for name in likely:
        for family in families.testing(name):
            for problem in _pool(family, seed):
                candidates.setdefault(problem.question(), problem)
    fresh = [p for question, p in candidates.items() if question not in posterior.asked]
    told = [(posterior.information_gain(problem), problem) for problem in fresh]
    useful = [(gain, problem) for gain, problem in told if gain > 1e-9]
    if not useful:
        return None
    return min(useful, key=lambda pair: (-round(pair[0], 9), pair[1].question()))[1]


@lru_cache(maxsize=4096)
def _pool(family: Family, seed: str) -> tuple[Problem, ...]:
    generator = rng("pool", seed, family.title)
    return tuple(family.draw(generator) for _ in range(POOL))
