"""Which misconception a wrong answer shows, judged by one worked case of each.

Five kinds of evidence, each 0 (nothing alike) to 1 (alike in all): a rule of ours that explains
both wrong answers; marks of the same program from the question's numbers to the answer's; the same
form of question and answer; like words; a statement that sounds like the question, the answer and
the rules that explain it. They are added, each over how far it spreads among candidates, so that
none drowns another; the spreads were measured on questions of our own catalogue, nothing is
fitted to a data set. Knows no ids: equal evidence is ordered by statement.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sandbox.maths.families import Families
from sandbox.maths.lineage import lineage_marks
from sandbox.maths.retrieval import retrieval
from sandbox.maths.skeletons import form_marks
from sandbox.maths.solutions import ending, numbers_in, problems_of, solution

SPREADS = {"rule": 0.134, "program": 0.191, "form": 0.183, "words": 0.113, "statement": 0.124}
"""Standard deviation of each kind of evidence over 55 candidates: its mean over 330 answers, six
draws of 55 misconceptions of the catalogue with two generated questions each."""
SOURCES = tuple(SPREADS)
_PLACES = 9
"""Evidence that agrees to so many decimal places is equal."""


@dataclass(frozen=True)
class Case:
    """A question and a wrong answer to it; `right` is the right answer where it is known."""

    question: str
    wrong: str
    right: str = ""


@dataclass(frozen=True)
class Evidence:
    """What speaks for one candidate, by source, each 0 to 1."""

    rule: float = 0.0
    program: float = 0.0
    form: float = 0.0
    words: float = 0.0
    statement: float = 0.0

    def total(self, sources: Iterable[str] = SOURCES) -> float:
        """All of it, each kind in units of its spread."""
        return sum(float(getattr(self, source)) / SPREADS[source] for source in sources)


@dataclass(frozen=True)
class Noticed:
    """What can be read off a case without knowing any candidate."""

    rules: frozenset[str]
    programs: Counter[str]
    form: Counter[str]
    text: str


class Cases:
    """Candidate misconceptions with one worked case each, ready to be compared with answers."""

    def __init__(
        self,
        candidates: Sequence[tuple[str, Case | None]],
        families: Families,
        rules: Mapping[str, str],
    ) -> None:
        """Read the cases.

        Args:
            candidates: Each candidate's statement, and its worked case if it has one.
            families: Who reads questions and computes what each rule answers.
            rules: The statements of the rules, by id.
        """
        self._statements = tuple(statement for statement, _ in candidates)
        self._families = families
        self._rules = rules
        self._noticed = [None if case is None else notice(case, families) for _, case in candidates]
        known = [each for each in self._noticed if each]
        self._texts = tuple(each.text if each else "" for each in self._noticed)
        self._program_rarity = _rarity([each.programs for each in known])
        self._form_rarity = _rarity([each.form for each in known])
        self._explained = Counter(rule for each in known for rule in each.rules)

    def evidence(self, question: str, wrong: str) -> list[Evidence]:
        """What speaks for each candidate, in their order."""
        new = notice(Case(question, wrong), self._families)
        said = [new.text, *sorted(self._rules.get(rule, "") for rule in new.rules)]
        sounds = _likeness(self._statements, " ".join(said))
        alike = _likeness(self._texts, new.text)
        return [
            Evidence(statement=sound) if case is None else self._compared(case, new, like, sound)
            for case, like, sound in zip(self._noticed, alike, sounds, strict=True)
        ]

    def order(self, question: str, wrong: str, sources: Iterable[str] = SOURCES) -> tuple[int, ...]:
        """The candidates' places, best first; empty where nothing speaks for any of them."""
        evidence = self.evidence(question, wrong)
        totals = [round(each.total(sources), _PLACES) for each in evidence]
        if not any(totals):
            return ()
        places = range(len(self._statements))
        return tuple(sorted(places, key=lambda place: (-totals[place], self._statements[place])))

    def _compared(self, case: Noticed, new: Noticed, like: float, sound: float) -> Evidence:
        """A rule that explains several candidates' cases speaks for each of them by its share."""
        shared = case.rules & new.rules
        return Evidence(
            rule=max((1 / self._explained[rule] for rule in shared), default=0.0),
            program=_cosine(case.programs, new.programs, self._program_rarity),
            form=_cosine(case.form, new.form, self._form_rarity),
            words=like,
            statement=sound,
        )


def notice(case: Case, families: Families) -> Noticed:
    """Read a case: the rules that explain it, the marks of its error, its form and its words."""
    problems = problems_of(case.question, families)
    given = ending(case.wrong)
    rules = frozenset(
        name
        for problem in problems
        for name, predicted in problem.wrong.items()
        if predicted.matches(case.wrong) or (given is not None and predicted.matches(given))
    )
    right = (ending(case.right) if case.right else None) or solution(case.question, families)
    form = Counter({f"asked {mark}": count for mark, count in form_marks(case.question).items()})
    form.update({f"given {mark}": count for mark, count in form_marks(case.wrong).items()})
    form.update(f"family {problem.family.id}" for problem in problems)
    text = f"{case.question} {case.wrong}"
    programs = lineage_marks(numbers_in(case.question), given, right)
    return Noticed(rules, Counter(sorted(programs)), form, text)


def _likeness(texts: tuple[str, ...], text: str) -> tuple[float, ...]:
    """Likeness of words; none where no text holds a word that could be compared."""
    try:
        return retrieval(texts).likeness(text)
    except ValueError:
        return (0.0,) * len(texts)


def _rarity(bags: Sequence[Counter[str]]) -> dict[str, float]:
    """The weight of each mark: ln((1 + n) / (1 + bags that hold it)) + 1, as in TF-IDF."""
    held = Counter(mark for bag in bags for mark in bag)
    return {mark: math.log((1 + len(bags)) / (1 + count)) + 1 for mark, count in held.items()}


def _cosine(first: Counter[str], second: Counter[str], rarity: Mapping[str, float]) -> float:
    """The cosine of two bags of marks, counts damped by 1 + ln; unseen marks are the rarest."""
    rarest = max(rarity.values(), default=1.0)

    def weights(bag: Counter[str]) -> dict[str, float]:
        return {mark: (1 + math.log(n)) * rarity.get(mark, rarest) for mark, n in bag.items()}

    a, b = weights(first), weights(second)
    lengths = math.sqrt(sum(w * w for w in a.values()) * sum(w * w for w in b.values()))
    # in an order of its own: floating-point sums must not hang on the order of a set
    return (
        sum(a[mark] * b[mark] for mark in sorted(a.keys() & b.keys())) / lengths if lengths else 0.0
    )
