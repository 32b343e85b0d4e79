"""Adaptivity by rule: the nine adaptivity questions of the learner-model rubric, from a tutor's
words, the learner's profile and what the content says of the problems the tutor brings in. A
judge answers the same questions elsewhere; these signals are what can be told without one.

Possible points: 1 on each of Q1–Q9; Q2 and Q3 go from −1 (does harm) over 0 to 1. `adaptivity` is
the sum of the points over the sum of the possible points, as a share: −1 takes a point away. It
is unscored unless all nine are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.content.generate import problem_of
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.maths.families import Family, Problem, Reading
from sandbox.records import Item, Score, Trial
from sandbox.scoring import signals

SCORER = "adaptivity-1"
QUESTIONS = tuple(f"q{number}" for number in range(1, 10))
LEVELS = ("low", "intermediate", "high", "advanced")
BENCHMARKS = (400, 475, 550, 625)
"""TIMSS international benchmarks, on the scale of the score."""


@dataclass(frozen=True)
class Signal:
    """The answer to one question, or None; `why` says what it rests on, or why there is none."""

    value: float | None
    why: str


@dataclass(frozen=True)
class Lesson:
    """What a tutor said, to whom, about what. `brought` are the problems in its words that are
    not the task."""

    texts: tuple[str, ...]
    profile: ProfileSpec | None
    task: Problem | None
    brought: tuple[Problem, ...]

    @property
    def families(self) -> tuple[Family, ...]:
        """The kinds of problems that the tutor brings in; the task's where it brings in none."""
        brought = tuple(dict.fromkeys(problem.family for problem in self.brought))
        return brought or ((self.task.family,) if self.task else ())


def lesson(
    texts: Sequence[str], item: Item, profile: ProfileSpec | None, library: Library
) -> Lesson:
    """Read what a tutor said about an item."""
    task = problem_of(item, library)
    known = {task} if task else set(library.families.last(item.in_words))
    brought: dict[Problem, None] = {}
    for text in texts:
        for reading in _whole(library.families.read(text), text):
            if reading.problem not in known and _is_like(reading.problem, task):
                brought[reading.problem] = None
    return Lesson(tuple(texts), profile, task, tuple(brought))


def answers(taught: Lesson) -> dict[str, Signal]:
    """The nine answers.

    - q1: 1 when what the tutor brings in (the task where nothing) belongs to the learner's topics
      and grade, and no technical words stand above the grade.
    - q2: 1 when it builds liking (field `LIKING`), −1 when it spoils it (`DISLIKING`) and builds
      none.
    - q3: 1 when it says that the learner is able (`ABLE`), −1 when it says the opposite (`UNABLE`).
    - q4: 1 when the kinds of problems begin at or below the learner's grade (the content's
      `grades`).
    - q5: low tier: 1 for gentle steps and nothing that stretches; high tier: 1 for what stretches;
      between: 1 for support; 0 in each tier when a problem is more than one
      benchmark above the score.
    - q6–q9: 1 when the tutor explains what the question means; gives an example (words, or a
      problem with its result); gives a similar problem to do; gives cues (two of order, or one of
      importance).
    """
    return {
        "q1": _knowledge(taught),
        "q2": _polar(taught, signals.LIKING, signals.DISLIKING),
        "q3": _polar(taught, signals.ABLE, signals.UNABLE),
        "q4": _scope(taught),
        "q5": _difficulty(taught),
        "q6": _shows(taught, signals.MEANING),
        "q7": _example(taught),
        "q8": _practice(taught),
        "q9": _cues(taught),
    }


def score_adaptivity(trial: Trial, library: Library) -> list[Score]:
    """`adaptivity.q1` … `adaptivity.q9` and `adaptivity`."""
    metrics = [f"adaptivity.{name}" for name in QUESTIONS]
    transcript = trial.transcript
    texts = [t.text for t in transcript.turns if t.seat == "tutor"] if transcript else []
    if transcript is None or not any(text.strip() for text in texts):
        return [
            _score(trial.cell.key, metric, Signal(None, "the tutor said nothing"))
            for metric in (*metrics, "adaptivity")
        ]
    name = trial.observations.get("profile")
    profile = library.profiles.get(str(name)) if name else None
    found = answers(lesson(texts, transcript.item, profile, library))
    session = transcript.session
    scores = [_score(session, f"adaptivity.{name}", signal) for name, signal in found.items()]
    return [*scores, _total(session, found)]


def _total(session: str, found: Mapping[str, Signal]) -> Score:
    missing = {name: signal.why for name, signal in found.items() if signal.value is None}
    if missing:
        names, why = ", ".join(missing), next(iter(missing.values()))
        return _score(session, "adaptivity", Signal(None, f"{names} unscored: {why}"))
    points = sum(signal.value for signal in found.values() if signal.value is not None)
    return _score(session, "adaptivity", Signal(points / len(found), f"{points:g} of {len(found)}"))


def _score(session: str, metric: str, signal: Signal) -> Score:
    detail: Mapping[str, JsonValue] = {"why": signal.why} if signal.value is not None else {}
    reason = "" if signal.value is not None else signal.why
    return Score(
        session=session,
        metric=metric,
        value=signal.value,
        reason=reason,
        scorer=SCORER,
        detail=detail,
    )


def _knowledge(taught: Lesson) -> Signal:
    profile = taught.profile
    if profile is None:
        return Signal(None, "no learner profile")
    if not taught.families:
        return Signal(None, "no problem that can be read")
    words = signals.TECHNICAL if profile.grade == 4 else signals.LATER
    if found := words.found(taught.texts):
        return Signal(0.0, f"technical words above the grade: {', '.join(found[:3])}")
    outside = [f for f in taught.families if not _is_covered(f, profile)]
    if outside and not taught.brought:
        above = outside[0].timss_grade > profile.grade
        return Signal(float(not above), "the task was not the tutor's choice")
    outside = [f for f in outside if f != _family(taught.task)]
    if outside:
        return Signal(0.0, f"brings in {outside[0].timss_area}, grade {outside[0].timss_grade}")
    return Signal(1.0, "within the learner's topics and grade")


def _is_covered(family: Family, profile: ProfileSpec) -> bool:
    if family.timss_grade > profile.grade:
        return False
    area = family.timss_area.lower()
    return family.timss_grade < profile.grade or any(
        topic.startswith("all") or topic.lower().split()[0] in area.split(":")[0]
        for topic in profile.coverage
    )


def _scope(taught: Lesson) -> Signal:
    if taught.profile is None:
        return Signal(None, "no learner profile")
    if not taught.families:
        return Signal(None, "no problem that can be read")
    grade = taught.profile.grade
    above = [f for f in taught.families if int(f.grades[0]) > grade + (not taught.brought)]
    if above:
        return Signal(0.0, f"{above[0].title}: grades {above[0].grades}, learner in grade {grade}")
    return Signal(1.0, f"begins at or below grade {grade}")


def _difficulty(taught: Lesson) -> Signal:
    profile = taught.profile
    if profile is None:
        return Signal(None, "no learner profile")
    reach = sum(profile.score >= benchmark for benchmark in BENCHMARKS)
    for problem in taught.brought:
        if LEVELS.index(problem.family.level) > reach and problem.family != _family(taught.task):
            return Signal(0.0, f"{problem.family.title} is more than one benchmark above the score")
    gentle = signals.GENTLE.found(taught.texts)
    stretch = signals.STRETCH.found(taught.texts)
    why = f"gentle: {len(gentle)}, stretching: {len(stretch)}"
    if profile.tier == "low":
        return Signal(float(bool(gentle) and len(gentle) >= len(stretch)), why)
    if profile.tier == "high":
        return Signal(float(bool(stretch)), why)
    return Signal(float(bool(gentle)), why)


def _polar(taught: Lesson, good: signals.Field, bad: signals.Field) -> Signal:
    helps, harms = good.found(taught.texts), bad.found(taught.texts)
    if harms and len(harms) >= len(helps):
        return Signal(-1.0, f"{bad.name}: {', '.join(harms[:3])}")
    if helps:
        return Signal(1.0, f"{good.name}: {', '.join(dict.fromkeys(helps[:4]))}")
    return Signal(0.0, f"no words of {good.name} or {bad.name}")


def _shows(taught: Lesson, field: signals.Field) -> Signal:
    found = field.found(taught.texts)
    why = f"{field.name}: {', '.join(dict.fromkeys(found[:4]))}" if found else f"no {field.name}"
    return Signal(float(bool(found)), why)


def _example(taught: Lesson) -> Signal:
    for problem in taught.brought:
        for text in taught.texts:
            if problem.right.text in text:
                return Signal(1.0, f"shows {problem.question()!r} with its answer")
    return _shows(taught, signals.EXAMPLE)


def _practice(taught: Lesson) -> Signal:
    words = signals.PRACTICE.found(taught.texts)
    similar = [p for p in taught.brought if p.family == _family(taught.task)]
    asked = [p for p in similar if not any(p.right.text in text for text in taught.texts)]
    if words or asked:
        what = words[0] if words else repr(asked[0].question())
        return Signal(1.0, f"practice: {what}")
    return Signal(0.0, "no similar problem to do")


def _cues(taught: Lesson) -> Signal:
    weight, order = signals.WEIGHT.found(taught.texts), signals.ORDER.found(taught.texts)
    enough = bool(weight) or len(order) >= 2
    return Signal(float(enough), f"order: {len(order)}, importance: {len(weight)}")


def _family(task: Problem | None) -> Family | None:
    return task.family if task else None


def _is_like(problem: Problem, task: Problem | None) -> bool:
    """Whether it is a problem of its own, not a step of the task: it is of the task's strand and
    the content tests beliefs with it, or there is no task to compare with."""
    return task is None or problem.family.strand == task.family.strand


def _whole(readings: Sequence[Reading], text: str) -> list[Reading]:
    """Readings that are asked or shown as problems, one a stretch of text."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(reading.start < k.end and k.start < reading.end for k in kept):
            kept.append(reading)
    return kept
