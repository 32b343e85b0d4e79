"""The seam of the two seats: what an agent sees, what it says, and the one place where hidden text
is dropped. Knows no session, no model and no scorer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from pydantic import JsonValue

from sandbox.content.schema import ProfileSpec
from sandbox.figures.specs import Figure
from sandbox.records import EndingKind, Item, Turn, rng
from sandbox.types import Seat, Usage


@dataclass(frozen=True)
class Brief:
    """What a seat is told before the session: its role card; only where the study's design declares
    it, the key; and what the pupil's grade is expected to learn."""

    card: str = ""
    key: str = ""
    grade: int | None = None
    goals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Example:
    """A worked example of a misconception, given by its statement: what somebody who holds it
    answered to a question. `right` is the right answer, where it is known."""

    statement: str
    question: str
    wrong: str
    right: str = ""


@dataclass(frozen=True)
class View:
    """All that an agent may know when it acts: its seat's view, and nothing of the other seat's.

    `question` is the whole problem in words: with a figure, what it shows and then what is asked.
    Who shows the figure itself (a picture sent to a model, a page) puts `beside` next to it, the
    question without those words. `turns` hold hidden fields of the agent's own seat only. `choices`
    are (label, text).
    `session` keys the agent's randomness; it carries no information about the other seat.
    `examples` are the worked examples that a study gives a tutor, none of them on this question.
    `memory` is what was made out from the turns so far, by who made it out: it passes on to the
    seat's next view, so that no turn is read twice, and holds nothing that the turns do not say.
    """

    seat: Seat
    session: str
    question: str
    choices: tuple[tuple[str, str], ...] = ()
    figure_alt: str = ""
    figure: Figure | None = None
    stem: str = ""
    brief: Brief = Brief()
    turns: tuple[Turn, ...] = ()
    occasion: str = ""
    examples: tuple[Example, ...] = ()
    memory: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def beside(self) -> str:
        """The question as it stands beside the figure."""
        return self.stem or self.question

    @cached_property
    def own(self) -> tuple[Turn, ...]:
        """What this seat said so far."""
        return tuple(turn for turn in self.turns if turn.seat == self.seat)

    @cached_property
    def heard(self) -> tuple[Turn, ...]:
        """What the other seat said so far."""
        return tuple(turn for turn in self.turns if turn.seat != self.seat)

    def chance(self, *salt: JsonValue) -> random.Random:
        """The generator of this turn: the same for a turn taken again after a resume."""
        return rng(self.session, self.seat, len(self.turns), *salt)


@dataclass(frozen=True)
class Utterance:
    """What an agent says. `hidden` stays with its seat and the scorers; `ends` closes the session;
    `usage` is what it took a model to say it, None where no model was asked."""

    text: str
    hidden: Mapping[str, JsonValue] = field(default_factory=dict)
    images: tuple[str, ...] = ()
    ends: EndingKind | None = None
    usage: Usage | None = None


@dataclass(frozen=True)
class Ranking:
    """A tutor's guess which candidate the student believes: indices, best first.

    `confidence` is the probability given to the first, or None where the tutor gives none.
    An abstaining tutor has an empty order and says why.
    """

    order: tuple[int, ...] = ()
    confidence: float | None = None
    reason: str = ""

    @property
    def abstained(self) -> bool:
        """Whether the tutor declined to name any candidate."""
        return not self.order


class Agent(Protocol):
    """Whoever sits in a seat. All state is in the view's turns, so a resumed turn is the same."""

    @property
    def name(self) -> str:
        """What logs and reports call it."""
        ...

    async def act(self, view: View) -> Utterance:
        """The next utterance of this seat."""
        ...


class Student(Agent, Protocol):
    """A student also takes tests: a fresh question, with the session's turns as its memory."""

    @property
    def beliefs(self) -> tuple[str, ...]:
        """The misconceptions that it was made to hold, in order of precedence."""
        ...

    @property
    def profile(self) -> ProfileSpec | None:
        """The learner profile that it was made with, if any."""
        ...

    async def answer(self, view: View) -> Utterance:
        """The student's answer to `view.question`, in the state that `view.turns` left it in."""
        ...


class Tutor(Agent, Protocol):
    """A tutor also says what it thinks the student believes."""

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """Rank candidate misconceptions, given by statement only, in an order without meaning."""
        ...


def view_for(
    seat: Seat,
    session: str,
    item: Item,
    brief: Brief,
    turns: Sequence[Turn],
    earlier: View | None = None,
) -> View:
    """The view of one seat: the only place where hidden text is dropped.

    Nothing of the item but question, choices without causes, figure and alt text; nothing hidden of
    the other seat's turns, nor who or what spoke there. `earlier` is what this seat saw before in
    the same session: the turns that it holds, and what was made out from them, are taken over.
    """
    seen = earlier.turns if earlier else ()
    return View(
        seat=seat,
        session=session,
        question=item.in_words,
        choices=tuple((choice.label, choice.text) for choice in item.choices),
        figure_alt=item.figure_alt,
        figure=item.figure,
        stem=item.question,
        brief=brief,
        turns=(*seen, *(t if t.seat == seat else _heard(t) for t in turns[len(seen) :])),
        memory=earlier.memory if earlier else {},
    )


def _heard(turn: Turn) -> Turn:
    """What the other seat hears of a turn."""
    return Turn(index=turn.index, seat=turn.seat, text=turn.text, author="", images=turn.images)


def view_before(
    view: View, question: str, choices: tuple[tuple[str, str], ...] = (), occasion: str = ""
) -> View:
    """The same seat and memory, put before a fresh question.

    Questions put on the same occasion ("first of the test", before and after) find the learner with
    the same luck, so that a difference between them is learning and not chance.
    """
    return replace(
        view, question=question, choices=choices, figure_alt="", figure=None, stem="",
        occasion=occasion, memory={},
    )  # fmt: skip
