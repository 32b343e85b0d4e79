"""From what somebody asks for to the session that is opened: who sits where, about which problem.

Knows no room and no file.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import Field, JsonValue

from sandbox.content.generate import item_for, open_item, problem_of
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.live import STUDY
from sandbox.live.cast import Cast, voiced
from sandbox.maths.families import Problem
from sandbox.records import Cell, Item, Turn, rng
from sandbox.types import PERSON, SEATS, Frozen, Seat

ANYONE = ""
"""As a student: a novice whose misconception is drawn by lot."""

MOST_TURNS = 100


@dataclass(frozen=True)
class Wish:
    """What somebody asks for.

    Attributes:
        student: The student's name, or whom a person plays; `ANYONE` draws a novice.
        voice: The model that gives the student its voice, as `Cast.voices` says; "" is its own.
        tutor: The tutor's name; where a person teaches, the one to whom the seat can be handed.
        people: The seats that persons take.
        family: What kind of problem; "" for any that fits the student.
        item: This very problem, instead of a fresh one.
        pool: One of these problems, instead of a fresh one: one on which the student errs.
        turns: When the session ends by itself.
        marks: What the log says beside this, such as the study that the session belongs to.
    """

    student: str = ANYONE
    voice: str = ""
    tutor: str = "scripted:socratic"
    people: frozenset[Seat] = frozenset()
    family: str = ""
    item: Item | None = None
    pool: tuple[Item, ...] = ()
    turns: int = 24
    marks: Mapping[str, JsonValue] = field(default_factory=dict)


class Setup(Frozen):
    """What a session was opened with; with the turns in the log it can be taken up again.

    `student` and `tutor` name agents, also where a person sits at first: a person can hand the
    seat to that agent. `opened` is drawn by lot and tells sessions apart. `parent` and `turns_kept`
    are of a session that branches off another.
    """

    student: str
    tutor: str
    people: tuple[Seat, ...] = ()
    item: Item
    turns: int
    opened: str
    parent: str = ""
    turns_kept: int = 0
    marks: Mapping[str, JsonValue] = Field(default_factory=dict)

    @property
    def cell(self) -> Cell:
        """The session's cell; its key is the session's id."""
        factors: dict[str, JsonValue] = {
            "kind": "session",
            "student": self.name("student"),
            "tutor": self.name("tutor"),
            "item": self.item.id,
            "opened": self.opened,
            **self.marks,
        }
        if self.parent:
            factors |= {"parent": self.parent, "turns_kept": self.turns_kept}
        return Cell(study=STUDY, factors=factors)

    @property
    def chance(self) -> str:
        """What keys all chance of the session; a branch keeps its parent's."""
        return f"live {self.opened.partition('/')[0]}"

    def name(self, seat: Seat) -> str:
        """What log and reports call a seat; `person:NAME` is a person who plays that student."""
        agent = self.student if seat == "student" else self.tutor
        if seat not in self.people:
            return agent
        return f"{PERSON}:{agent}" if seat == "student" else PERSON


def prepare(wish: Wish, cast: Cast, opened: str) -> Setup:
    """The session that is asked for; `opened` decides all that is drawn by lot.

    Raises:
        UsageError: the wish cannot be met.
        UnknownNameError: a name is not known.
    """
    if not 2 <= wish.turns <= MOST_TURNS:
        raise UsageError(f"a session has 2 to {MOST_TURNS} turns, not {wish.turns}")
    library, generator = cast.library, rng("live", opened)
    student = voiced(wish.voice, wish.student or _novice(wish, library, generator))
    beliefs = cast.student(student).beliefs
    if "tutor" not in wish.people:
        cast.tutor(wish.tutor)
    return Setup(
        student=student,
        tutor=wish.tutor,
        people=tuple(seat for seat in SEATS if seat in wish.people),
        item=wish.item or _item(beliefs, wish, library, generator),
        turns=wish.turns,
        opened=opened,
        marks=wish.marks,
    )


def branch(parent: Setup, said: tuple[Turn, ...], tutor: str, opened: str) -> Setup:
    """A session that begins with the first turns of another and goes on with another tutor."""
    return parent.model_copy(
        update={
            "tutor": tutor,
            "people": (),
            "opened": f"{parent.opened.partition('/')[0]}/{opened}",
            "parent": parent.cell.key,
            "turns_kept": len(said),
        }
    )


def _novice(wish: Wish, library: Library, generator: random.Random) -> str:
    if wish.pool:
        held = {name for item in wish.pool for name in errors_on(item, library)}
        return f"novice:{generator.choice(sorted(held) or sorted(library.misconceptions))}"
    errors = sorted(library.families[wish.family].errors) if wish.family else ()
    return f"novice:{generator.choice(errors or sorted(library.misconceptions))}"


def _item(beliefs: tuple[str, ...], wish: Wish, library: Library, generator: random.Random) -> Item:
    """An item of the pool, or a fresh one, that fits the beliefs; a fresh one with its figure where
    its numbers have one."""
    if wish.pool:
        telling = [one for one in wish.pool if not beliefs or {*beliefs} & errors_on(one, library)]
        if not telling:
            raise UsageError("no problem of this set shows what this student believes")
        return generator.choice(telling)
    drawn = library.families[wish.family] if wish.family else None
    if drawn is None and beliefs:
        return _posed(_problem(item_for(beliefs[0], library, generator), library), generator)
    drawn = drawn or generator.choice(list(library.families))
    held = next((belief for belief in beliefs if belief in drawn.errors), "")
    return _posed(drawn.draw(generator, including=held), generator)


def errors_on(item: Item, library: Library) -> set[str]:
    """The misconceptions that give a wrong answer to an item."""
    problem = problem_of(item, library)
    return {*(problem.wrong if problem else item.wrong_answers)} & {*library.misconceptions}


def _problem(item: Item, library: Library) -> Problem:
    found = problem_of(item, library)
    assert found is not None, "a fresh item comes from a family"
    return found


def _posed(problem: Problem, generator: random.Random) -> Item:
    with contextlib.suppress(UsageError, ValueError):  # no figure, or none that can be drawn
        return open_item(problem, figure=True)
    return open_item(problem, generator.randrange(len(problem.family.stems)))
