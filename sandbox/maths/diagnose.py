"""Which misconceptions explain an answer, how sure several answers make us, what to ask next.

Knows families and words of misconceptions (id → statement); knows no student and no tutor. All
orders are by weight, then by what is said, never by an id.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from sandbox.maths.arithmetic import evaluate
from sandbox.maths.families import Answer, Families, Family, Problem
from sandbox.maths.values import Label, Unreadable, read_value, same_value, value_of
from sandbox.records import rng

SLIP = 0.05
"""Chance that an answer is not the one its cause predicts: a careless error."""
GUESS = 0.05
"""Chance that the right answer comes in spite of a misconception that predicts another."""
OTHER_ANSWERS = 20
"""Over how many answers a slip is spread: the chance of one given slip is SLIP / OTHER_ANSWERS."""
WEAK_MATCH = 0.2
"""Cosine similarity under which retrieval by words abstains."""
POOL = 8
"""Problems drawn a family when looking for the next question."""

Verdict = Literal["right", "explained", "unexplained", "unreadable answer", "by words only"]


@dataclass(frozen=True)
class Explanation:
    """A misconception that gives the answer (or, by words only, sounds like it)."""

    misconception: str
    statement: str
    weight: float
    answer: str = ""
    working: tuple[str, ...] = ()
    family: str = ""
    exact_form: bool = False


@dataclass(frozen=True)
class Diagnosis:
    """What explains an answer, best first. `tied` counts the explanations that are equally good.

    `reason` says why there is no explanation, or why it is weak evidence.
    """

    verdict: Verdict
    explanations: tuple[Explanation, ...] = ()
    right_answer: str = ""
    families: tuple[str, ...] = ()
    reason: str = ""

    @property
    def tied(self) -> int:
        """How many explanations share the first place."""
        best = [e.weight for e in self.explanations]
        return sum(1 for weight in best if math.isclose(weight, best[0])) if best else 0


def diagnose(
    question: str,
    answer: str,
    families: Families,
    statements: Mapping[str, str],
    priors: Mapping[str, float] | None = None,
) -> Diagnosis:
    """Rank what explains an answer to a question.

    Args:
        question: Free text with one question; the last one counts.
        answer: What the learner wrote.
        families: Who reads the question and computes the wrong answers.
        statements: Misconception id → statement.
        priors: Relative weight of each misconception before any answer (default: all 1). An answer
            written exactly as a rule writes it weighs double one that only has the same value.

    A question that no family reads is evaluated as arithmetic, then looked up by its words, which
    is weaker evidence and said to be so.
    """
    problems = families.last(question)
    if not problems:
        return _without_family(question, answer, statements)
    value = read_value(answer)
    if isinstance(value, Label):
        return Diagnosis("unreadable answer", reason=f"{answer!r} is a label; give its text")
    right = problems[0].right.text
    read_by = tuple(sorted({problem.family.id for problem in problems}))
    if any(problem.right.matches(answer) for problem in problems):
        return Diagnosis("right", right_answer=right, families=read_by)
    found: dict[str, Explanation] = {}
    for problem in problems:
        for name, wrong in problem.wrong.items():
            if wrong.matches(answer):
                explanation = _explain(name, wrong, problem.family, answer, statements, priors)
                if name not in found or found[name].weight < explanation.weight:
                    found[name] = explanation
    if not found:
        if isinstance(value, Unreadable):
            reason = f"the answer cannot be read: {value.reason}"
            return Diagnosis("unreadable answer", (), right, read_by, reason)
        reason = "no known misconception gives this answer"
        return Diagnosis("unexplained", (), right, read_by, reason)
    return Diagnosis("explained", _ranked(found.values()), right, read_by)


def _explain(
    name: str,
    wrong: Answer,
    family: Family,
    answer: str,
    statements: Mapping[str, str],
    priors: Mapping[str, float] | None,
) -> Explanation:
    exact = _squeezed(wrong.text) == _squeezed(answer)
    weight = (priors or {}).get(name, 1.0) * (2.0 if exact else 1.0)
    statement = statements.get(name, name)
    return Explanation(name, statement, weight, wrong.text, wrong.working, family.id, exact)


def _squeezed(text: str) -> str:
    return text.replace(" ", "").replace("\u2212", "-")


def _ranked(explanations: Iterable[Explanation]) -> tuple[Explanation, ...]:
    return tuple(sorted(explanations, key=lambda e: (-e.weight, e.statement)))


def _without_family(question: str, answer: str, statements: Mapping[str, str]) -> Diagnosis:
    sum_of = evaluate(question)
    if not isinstance(sum_of, Unreadable):
        right = value_of(sum_of.value, "fraction")
        value = read_value(answer)
        if not isinstance(value, Unreadable) and same_value(right, value):
            return Diagnosis("right", right_answer=str(sum_of.value))
    matches = retrieve(f"{question} {answer}", statements)
    if not matches:
        return Diagnosis("unexplained", reason="no family reads this question, and no words match")
    return Diagnosis(
        "by words only",
        matches,
        reason="no family reads this question; ranked by the words alone, which is weak evidence",
    )


def retrieve(
    text: str, statements: Mapping[str, str], top: int = 10, least: float = WEAK_MATCH
) -> tuple[Explanation, ...]:
    """Misconceptions whose statements sound like the text: TF-IDF cosine over words and character
    n-grams, at least `least`."""
    if not statements or not text.strip():
        return ()
    ordered = tuple(sorted((statement, name) for name, statement in statements.items()))
    vectorizer, matrix = _vectors(tuple(statement for statement, _ in ordered))
    similarity = (matrix @ vectorizer.transform([text[-2000:]]).T).toarray().ravel()
    scored = [
        Explanation(name, statement, float(weight))
        for (statement, name), weight in zip(ordered, similarity, strict=True)
        if weight >= least
    ]
    return _ranked(scored)[:top]


@lru_cache(maxsize=4)
def _vectors(texts: tuple[str, ...]) -> tuple[Any, Any]:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import FeatureUnion
    from sklearn.preprocessing import Normalizer

    union = FeatureUnion(
        [
            ("words", TfidfVectorizer(ngram_range=(1, 2), stop_words="english")),
            ("letters", TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))),
        ]
    )
    matrix = Normalizer().fit_transform(union.fit_transform(texts))
    return _Normalised(union, Normalizer()), matrix


@dataclass(frozen=True)
class _Normalised:
    union: Any
    normalizer: Any

    def transform(self, texts: Sequence[str]) -> Any:
        return self.normalizer.transform(self.union.transform(texts))


# ---------------------------------------------------------------- several answers


@dataclass(frozen=True)
class Posterior:
    """Probabilities of what a learner believes; `SOUND` stands for no misconception at all.

    Bayes with one cause: under a cause the predicted answer comes with 1 − slip − guess, the right
    answer in spite of it with guess, and any other given answer with slip / 20.
    """

    probabilities: Mapping[str, float]
    slip: float = SLIP
    guess: float = GUESS
    asked: tuple[str, ...] = field(default=())

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
        """Expected drop of entropy, in bits, when this problem is asked."""
        groups: dict[object, list[str]] = {}
        for name in self.probabilities:
            wrong = problem.wrong.get(name)
            groups.setdefault(problem.right.key if wrong is None else wrong.key, []).append(name)
        if len(groups) == 1:
            return 0.0
        expected = 0.0
        for outcome, causes in groups.items():
            joint = {
                name: probability * self._chance(name in causes, outcome == problem.right.key)
                for name, probability in self.probabilities.items()
            }
            total = sum(joint.values())
            if total > 0:
                expected += total * _entropy([weight / total for weight in joint.values()])
        return max(0.0, self.entropy - expected)

    def _chance(self, predicts_it: bool, it_is_right: bool) -> float:
        if predicts_it:
            return 1 - self.slip - (0 if it_is_right else self.guess)
        return self.guess if it_is_right else self.slip / OTHER_ANSWERS


SOUND = "sound"
"""The cause in a posterior that stands for no misconception."""


def prior(names: Iterable[str], sound: float = 0.2) -> Posterior:
    """Equal weights for the misconceptions, `sound` for none of them."""
    names = tuple(names)
    each = (1 - sound) / len(names) if names else 0.0
    return Posterior({**dict.fromkeys(names, each), SOUND: sound if names else 1.0})


def _entropy(probabilities: Iterable[float]) -> float:
    return -sum(p * math.log2(p) for p in probabilities if p > 0)


def next_question(posterior: Posterior, families: Families, seed: str) -> Problem | None:
    """The problem that is expected to tell most, from seeded draws of the families that test the
    likeliest causes; None when no problem tells anything new."""
    likely = [name for name, weight in posterior.ranked if name != SOUND and weight > 0.01][:8]
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
