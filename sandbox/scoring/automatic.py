"""The judges that need no model: the deterministic signals, and exact mathematics.

Each speaks to the criteria it knows by name, in whichever rubric they stand, and to no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.content.library import Library
from sandbox.content.rubrics import RubricSpec
from sandbox.maths.keys import Option
from sandbox.maths.leaks import find_leaks
from sandbox.scoring import adaptivity, exact, keystep
from sandbox.scoring.adaptivity import Signal
from sandbox.scoring.fit import alignment
from sandbox.scoring.moves import NO, PARTLY, YES, guidance_given, mistake_noticed
from sandbox.scoring.ratings import Rating, Source
from sandbox.scoring.subject import Subject

ALIGNMENT = "adaptivity_alignment"
Answers = Callable[[Subject, Library], Mapping[str, Signal]]


@dataclass(frozen=True)
class SignalJudge:
    """The deterministic signals as a rater: q1–q9 of `adaptivity`; of `key-step` all six criteria
    where the exact solution is known, scope control elsewhere, and alignment where it is known
    what the learner needs; three of `remediation`."""

    library: Library
    name: str = "signals"

    async def rate(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """A rating on every criterion that there is a signal for."""
        return self.ratings(subject, rubric)

    def ratings(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """The same, without waiting."""
        found = SIGNALS.get(rubric.id)
        if found is None:
            return []
        scorer, answer = found
        given = answer(subject, self.library) if not subject.fault else {}
        return [
            _rating(subject, rubric, name, given.get(name), self.name, "signals", scorer)
            for name in rubric.ids
            if name in given or rubric.criterion(name).settled_by == "signal"
        ]


@dataclass(frozen=True)
class ExactJudge:
    """Exact mathematics as a rater: q10–q12 of `adaptivity`, where the reply can be read."""

    name: str = "exact"

    async def rate(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """A rating on every criterion that mathematics settles."""
        return self.ratings(subject, rubric)

    def ratings(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """The same, without waiting."""
        names = [each.id for each in rubric.criteria if each.settled_by == "exact"]
        if not names:
            return []
        found = exact.findings(subject.rated, subject.item) if not subject.fault else {}
        given = {name: Signal(each.value, each.why) for name, each in found.items()}
        return [
            _rating(subject, rubric, name, given.get(name), self.name, "exact", "exact-1")
            for name in names
        ]


def _adaptive(subject: Subject, library: Library) -> Mapping[str, Signal]:
    taught = adaptivity.lesson(subject.rated, subject.item, subject.profile, library)
    return adaptivity.answers(taught)


def _key_step(subject: Subject, library: Library) -> Mapping[str, Signal]:
    """All six criteria where the exact solution is known, else whether the answer is given away;
    and the fit, where it is known what the learner needs."""
    fit = {ALIGNMENT: alignment(subject.rated, subject.needs)} if subject.needs else {}
    if subject.exact is not None:
        return {**keystep.answers(subject.exact, subject.talk), **fit}
    return {**_scope(subject), **fit}


def _scope(subject: Subject) -> Mapping[str, Signal]:
    item = subject.item
    options = [Option(c.label, c.text, c.label == item.key) for c in item.choices]
    report = find_leaks(item.in_words, item.answer, subject.talk, options)
    last = len(subject.talk) - 1
    verdicts = [v for v in report.verdicts if subject.turn is None or v.turn == last]
    open_turns = [verdict for verdict in verdicts if not verdict.settled]
    if not open_turns:
        return {"solution_scope_control": Signal(None, "the student had the answer before")}
    leaks = [leak for verdict in open_turns for leak in verdict.leaks]
    why = f"{leaks[0].text!r}: {leaks[0].why}" if leaks else "the final answer is not given away"
    return {"solution_scope_control": Signal(float(not leaks), why)}


def _moves(subject: Subject, library: Library) -> Mapping[str, Signal]:
    talk, reply = subject.talk[:-1], "\n".join(subject.rated)
    levels = {YES: 2.0, PARTLY: 1.0, NO: 0.0}
    noticed, why_noticed = mistake_noticed(talk, reply)
    guided, why_guided = guidance_given(talk, reply)
    scope = _scope(subject)["solution_scope_control"]
    leaks = None if scope.value is None else 2.0 * (1 - scope.value)
    return {
        "mistake_identification": Signal(levels[noticed], why_noticed),
        "providing_guidance": Signal(levels[guided], why_guided),
        "revealing_of_the_answer": Signal(leaks, scope.why),
    }


SIGNALS: dict[str, tuple[str, Answers]] = {
    "adaptivity": (adaptivity.SCORER, _adaptive),
    "key-step": (keystep.SCORER, _key_step),
    "remediation": ("moves-1", _moves),
}
"""Rubric → the version of its signals, and the function that gives them."""


def _rating(
    subject: Subject,
    rubric: RubricSpec,
    criterion: str,
    given: Signal | None,
    rater: str,
    source: Source,
    version: str,
) -> Rating:
    signal = given or Signal(None, subject.fault or f"no signal for {criterion}")
    return Rating(
        session=subject.session,
        turn=subject.turn,
        rubric=rubric.id,
        criterion=criterion,
        rater=rater,
        source=source,
        value=signal.value,
        reason=signal.why if signal.value is None else "",
        why=signal.why if signal.value is not None else "",
        prompt=version,
    )
