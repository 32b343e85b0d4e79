"""Scripted key-step tutors of known quality. They read the page from its words, by exact
mathematics.

scripted:step          the insight, the operation and this one step: nothing is amiss
scripted:solver        the same, and then on to the answer: no scope control
scripted:hinter        the insight and the operation, the step is left to the student: no execution
scripted:fitting       like step, in words that fit the student on the card: nothing is amiss
scripted:rambler       like step, with a good deal of side matter: no brevity
scripted:cheerleader   praise and nothing else
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.agents.base import Utterance, View
from sandbox.agents.keystep.cards import needs_of
from sandbox.agents.keystep.page import StuckPage, read_page
from sandbox.content.library import Library
from sandbox.content.routes import Route, Standing
from sandbox.content.schema import Helps
from sandbox.errors import UnknownNameError

PREFIX = "scripted:"

ABOUT = {
    "scripted:step": "insight, operation, and the one step carried out",
    "scripted:solver": "goes on to the answer",
    "scripted:hinter": "insight and operation; leaves the step to the student",
    "scripted:fitting": "like step, in words that fit the student on the card (--persona)",
    "scripted:rambler": "right, but with a good deal of side matter",
    "scripted:cheerleader": "praise and nothing else",
}
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Lesson:
    """One step to be taught, the card of the student (empty for none), and the way to say things
    about it."""

    route: Route
    standing: Standing
    library: Library
    view: View
    card: str = ""

    @property
    def insight(self) -> str:
        """What matters on the page."""
        slip = self.standing.slip
        return slip.detail if slip else self.route.steps[self.standing.done].detail

    @property
    def operation(self) -> str:
        """What is to be done next, and why."""
        return self.route.steps[self.standing.done].operation

    @property
    def helps(self) -> Helps | None:
        """What helps against the wrong line on the page, or against one that is often written in
        this solution; None where the content knows of none."""
        steps = (*self.route.steps[self.standing.done :], *self.route.steps)
        slips = (self.standing.slip, *(slip for step in steps for slip in step.slips))
        known = self.library.misconceptions
        return next((known[s.misconception].helps for s in slips if s and s.misconception in known),
                    None)  # fmt: skip

    def says(self, phrase: str, **slots: str) -> str:
        """A wording of the phrase, chosen by this turn's chance."""
        return worded(self.library, self.view, phrase, **slots)

    def one_step(self) -> str:
        """The step carried out, and nothing after it."""
        step, *rest = self.route.steps[self.standing.done :]
        return self.says("one-step" if rest else "last-step", line=step.said)

    def to_the_end(self) -> str:
        """The step and all that are left."""
        first, *rest = (step.said for step in self.route.steps[self.standing.done :])
        answer = self.route.problem.right.text
        if not rest:
            return self.one_step()
        return self.says("to-the-end", line=first, rest=". ".join(rest), answer=answer)


def _sections(lesson: Lesson, insight: str, operation: str, execution: str) -> str:
    return lesson.says("sections", insight=insight, operation=operation, execution=execution)


def _step(lesson: Lesson) -> str:
    return _sections(lesson, lesson.insight, lesson.operation, lesson.one_step())


def _solver(lesson: Lesson) -> str:
    return _sections(lesson, lesson.insight, lesson.operation, lesson.to_the_end())


def _hinter(lesson: Lesson) -> str:
    return _sections(lesson, lesson.insight, lesson.operation, lesson.says("your-turn"))


def _fitting(lesson: Lesson) -> str:
    """For a student who needs support: encouragement, short sentences, a picture, one small step.
    For one who needs a challenge: the step, and a question that goes beyond it."""
    needs, helps = needs_of(lesson.card), lesson.helps
    if needs == "support":
        insight = f"{lesson.says('support-open')} {lesson.insight}"
        operation = lesson.operation.replace(", because ", ". Why? Because ")
        picture = helps.picture if helps else ""
        close = lesson.says("support-close", picture=picture).strip()
        return _sections(lesson, insight, operation, f"{lesson.one_step()} {close}")
    if needs == "challenge":
        doubt = helps.question if helps and lesson.standing.slip else lesson.says("why-allowed")
        close = lesson.says("challenge-close", question=doubt)
        return _sections(lesson, lesson.insight, lesson.operation, f"{lesson.one_step()} {close}")
    return _step(lesson)


def _rambler(lesson: Lesson) -> str:
    asides = lesson.library.phrase_of_steps("side-matter").wordings
    parts = (lesson.insight, lesson.operation, lesson.one_step())
    return _sections(
        lesson, *(f"{part} {aside}" for part, aside in zip(parts, asides, strict=True))
    )


def _cheerleader(lesson: Lesson) -> str:
    praise = ("praise-insight", "praise-operation", "praise-execution")
    return _sections(lesson, *map(lesson.says, praise))


POLICIES: dict[str, Callable[[Lesson], str]] = {
    "step": _step,
    "solver": _solver,
    "hinter": _hinter,
    "fitting": _fitting,
    "rambler": _rambler,
    "cheerleader": _cheerleader,
}


@dataclass(frozen=True)
class ScriptedStepTutor:
    """A scripted tutor before one page; `card` tells of the student, where there is a persona."""

    name: str
    page: StuckPage
    library: Library
    card: str = ""

    async def act(self, view: View) -> Utterance:
        """The reply in three sections; what cannot be read is said to be so."""
        read = read_page(self.page, [turn.text for turn in view.heard], self.library)
        if read is None:
            return Utterance(worded(self.library, view, "unread"))
        route, standing = read
        if standing.done == len(route.steps):
            return Utterance(worded(self.library, view, "finished"))
        lesson = Lesson(route, standing, self.library, view, self.card)
        return Utterance(POLICIES[self.name.removeprefix(PREFIX)](lesson))


def step_tutor_names(*, told: bool = True) -> tuple[str, ...]:
    """The scripted tutors of the study. Without `told` those are left out that differ from another
    one only where they are told of the student."""
    return tuple(f"{PREFIX}{policy}" for policy in POLICIES if told or policy != "fitting")


def check_tutor(name: str) -> None:
    """Refuse a scripted tutor that there is not.

    Raises:
        UnknownNameError: with the nearest known names.
    """
    if name.startswith(PREFIX) and name not in step_tutor_names():
        raise UnknownNameError("tutor", name, step_tutor_names())


def worded(library: Library, view: View, phrase: str, **slots: str) -> str:
    """A wording of a phrase of the study, by the chance of the turn."""
    wording = view.chance("wording", phrase).choice(library.phrase_of_steps(phrase).wordings)
    return _SLOT.sub(lambda match: slots[match[1]], wording)
