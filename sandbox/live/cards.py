"""Role cards: what a person in a seat is told. Only what belongs to that seat.

Knows content and items; no session and no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sandbox.agents.base import Student
from sandbox.content.generate import problem_of
from sandbox.content.library import Library
from sandbox.content.schema import MisconceptionSpec, ProfileSpec
from sandbox.errors import FormulaError
from sandbox.figures.draw import draw_svg
from sandbox.maths.families import Family, Problem
from sandbox.records import Item, rng
from sandbox.types import Seat

HINTS = (
    "Ask first: let the student show you how they got there before you say what is wrong.",
    "Do not say the answer, and do not work the problem for them; that is what you are scored on.",
    "Try a small case in which the student's rule gives something absurd, and let them see it.",
    "Praise what they did, not what they are; then ask them to try the problem again.",
)
"""What a person who teaches is told about teaching."""


@dataclass(frozen=True)
class Worked:
    """A rule at work: a question, the working line by line, and the answer it gives."""

    question: str
    working: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Belief:
    """A misconception to be played: in a child's words, in a teacher's, and at work; `here` is what
    it answers on the task, "" where it does not bear on it."""

    says: str
    rule: str
    example: Worked | None
    here: str


@dataclass(frozen=True)
class Card:
    """What a seat is told. A student's card has no key and a tutor's no belief; beliefs that bear
    on the task stand first. `figure_svg` is the figure as a piece of a page, with its words inside;
    "" where `figure_alt` is all there is."""

    seat: Seat
    question: str
    choices: tuple[tuple[str, str], ...] = ()
    figure_alt: str = ""
    figure_svg: str = ""
    beliefs: tuple[Belief, ...] = ()
    profile: tuple[tuple[str, str], ...] = ()
    key: str = ""
    steps: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


def card_for(seat: Seat, item: Item, student: Student, library: Library, chance: str) -> Card:
    """The card of a seat."""
    task = Card(
        seat,
        item.question,
        tuple((choice.label, choice.text) for choice in item.choices),
        item.figure_alt,
        draw_svg(item.figure) if item.figure else "",
        profile=_profile(student.profile),
    )
    if seat == "tutor":
        problem = problem_of(item, library)
        steps = tuple(step.ask for step in problem.steps) if problem else ()
        key = f"{item.key}: {item.answer}" if item.key else item.answer
        return replace(task, key=key, steps=steps, hints=HINTS)
    beliefs = (
        _belief(library.misconception(name), item, library, chance) for name in student.beliefs
    )
    return replace(task, beliefs=tuple(sorted(beliefs, key=lambda belief: not belief.here)))


def worked(problem: Problem, misconception: str) -> Worked | None:
    """A misconception at work on a problem; None where it does not err there."""
    answer = problem.wrong.get(misconception)
    if answer is None:
        return None
    return Worked(problem.question(), answer.working, answer.text)


def _profile(profile: ProfileSpec | None) -> tuple[tuple[str, str], ...]:
    if profile is None:
        return ()
    return (
        ("Grade", str(profile.grade)),
        ("Learning mathematics", profile.attitude),
        ("Confidence", profile.confidence),
        ("Taught so far", ", ".join(profile.coverage)),
    )


def _belief(spec: MisconceptionSpec, item: Item, library: Library, chance: str) -> Belief:
    task = problem_of(item, library)
    here = task.wrong.get(spec.id) if task else None
    families: Sequence[Family] = library.families.testing(spec.id)
    if task is not None and task.family in families:
        families = (task.family, *families)
    return Belief(
        says=spec.says[0],
        rule=spec.statement,
        example=_example(spec.id, families, task, chance),
        here=here.text if here else "",
    )


def _example(
    misconception: str, families: Sequence[Family], task: Problem | None, chance: str
) -> Worked | None:
    """The rule at work on another problem than the task."""
    generator = rng(chance, "example", misconception)
    for family in families:
        for _ in range(5):
            try:
                problem = family.draw(generator, including=misconception)
            except FormulaError:
                break
            if problem != task:
                return worked(problem, misconception)
    return None
