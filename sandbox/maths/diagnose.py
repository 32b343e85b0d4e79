"""Which misconceptions explain an answer.

Knows families and words of misconceptions (id → statement); knows no student and no tutor. All
orders are by weight, then by what is said, never by an id. How several answers are put together is
in `posterior`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from sandbox.maths.arithmetic import evaluate
from sandbox.maths.families import Answer, Families, Family, Problem
from sandbox.maths.normalise import normalise
from sandbox.maths.overlooked import overlooked
from sandbox.maths.posterior import SOUND, Posterior, next_question, prior
from sandbox.maths.retrieval import retrieval
from sandbox.maths.solutions import problems_of
from sandbox.maths.values import (
    Expression,
    Label,
    Unreadable,
    Words,
    read_value,
    same_form,
    same_value,
    value_of,
)
from sandbox.maths.written import signed

__all__ = [
    "SOUND",
    "Diagnosis",
    "Explanation",
    "Posterior",
    "diagnose",
    "next_question",
    "prior",
    "retrieve",
]

WEAK_MATCH = 0.2
"""Cosine similarity under which retrieval by words abstains."""

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
    is weaker evidence and said to be so. Where something beside what can be read would change the
    answer ("23 + 48 to the nearest ten") nothing is said of it.
    """
    problems = problems_of(question, families)
    if missed := _overlooked(question, families):
        reason = f"only a part of the question can be read: {missed!r} may change its answer"
        return Diagnosis("unexplained", (), reason=reason)
    if not problems:
        return _without_family(question, answer, statements)
    read_by = tuple(sorted({problem.family.id for problem in problems}))
    if _repeats(question, answer, problems):
        reason = "the answer only repeats what stands in the question"
        return Diagnosis("unexplained", (), problems[0].right.text, read_by, reason)
    for problem in problems:
        if problem.right.matches(answer):
            return Diagnosis("right", (), problem.right.text, read_by)
    right = problems[0].right.text
    found: dict[str, Explanation] = {}
    for problem in problems:
        for name, wrong in problem.wrong.items():
            if wrong.matches(answer):
                explanation = _explain(name, wrong, problem.family, answer, statements, priors)
                if name not in found or found[name].weight < explanation.weight:
                    found[name] = explanation
    if found:
        return Diagnosis("explained", _ranked(found.values()), right, read_by)
    return _unexplained(answer, problems[0].right, read_by)


def _overlooked(question: str, families: Families) -> str:
    readings = families.read(question)
    if readings:
        spans = [(reading.start, reading.end) for reading in readings]
        return overlooked(normalise(question), spans)
    found = evaluate(question)
    if isinstance(found, Unreadable):
        return ""
    return overlooked(question, [(found.start, found.end)])


def _repeats(question: str, answer: str, problems: Iterable[Problem]) -> bool:
    """Whether the answer has the right value only because it is the question again, not worked
    out: 24% for "Write 24% as a fraction", 52 − 38 for "Work out 52 − 38"."""
    asked, said = normalise(question), normalise(answer)
    place = asked.find(said) if said else -1
    if place < 0 or asked[place - 1 : place].isalnum() or asked[place + len(said) :][:1].isalnum():
        return False
    value = read_value(answer)
    return all(
        problem.right.matches(answer)
        and not any(wrong.text == answer for wrong in problem.wrong.values())
        and not isinstance(value, Unreadable)
        and (
            not same_form(problem.right.value, value)
            or (isinstance(value, Expression) and _squeezed(said) != _squeezed(problem.right.text))
        )
        for problem in problems
    )


def _unexplained(answer: str, right: Answer, read_by: tuple[str, ...]) -> Diagnosis:
    value = read_value(answer)
    if isinstance(value, Label):
        reason = f"{answer!r} is a label; give the text of the choice"
    elif isinstance(value, Unreadable):
        reason = f"the answer cannot be read: {value.reason}"
    elif isinstance(value, Words) and not isinstance(right.value, Words):
        reason = f"the answer cannot be read: {answer!r} says no number"
    else:
        reason = "no known misconception gives this answer"
        return Diagnosis("unexplained", (), right.text, read_by, reason)
    return Diagnosis("unreadable answer", (), right.text, read_by, reason)


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
    right = ""
    calculated = evaluate(question)
    if not isinstance(calculated, Unreadable):
        right = signed(calculated.value)
        value = read_value(answer)
        if not isinstance(value, Unreadable) and same_value(
            value_of(calculated.value, "fraction"), value
        ):
            return Diagnosis("right", (), right)
    matches = retrieve(f"{question} {answer}", statements)
    reason = "no family reads this question"
    if not matches:
        return Diagnosis("unexplained", (), right, reason=f"{reason}, and no words match")
    reason += "; ranked by the words alone, which is weak evidence"
    return Diagnosis("by words only", matches, right, reason=reason)


def retrieve(
    text: str, statements: Mapping[str, str], top: int = 10, least: float = WEAK_MATCH
) -> tuple[Explanation, ...]:
    """Misconceptions whose statements sound like the text: TF-IDF cosine over words and character
    n-grams, at least `least`."""
    if not statements or not text.strip():
        return ()
    ordered = sorted((statement, name) for name, statement in statements.items())
    likeness = retrieval(tuple(statement for statement, _ in ordered)).likeness(text)
    scored = [
        Explanation(name, statement, weight)
        for (statement, name), weight in zip(ordered, likeness, strict=True)
        if weight >= least
    ]
    return _ranked(scored)[:top]
