"""The simple scripted policies: solver, teller, socratic, cheerleader.

Each reads the dialogue through `notice` and speaks through its wordings in the content.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from sandbox.agents.base import Ranking, Utterance, View
from sandbox.agents.phrasing import joined
from sandbox.agents.tutors.noticing import Noticed, answer_in, notice
from sandbox.agents.tutors.phrases import say
from sandbox.agents.tutors.ranking import by_guessing, by_listening
from sandbox.content.library import Library
from sandbox.content.schema import TutorSpec
from sandbox.maths.families import Problem, Step
from sandbox.maths.leaks import without_question
from sandbox.records import Turn
from sandbox.types import Seat

_SENTENCE = re.compile(r"(?:[^.!?]|\.(?=\d))+\??")
_IS_RIGHT = re.compile(
    r"\b(?:right|correct|ok|wrong)\b|\b(?:is|was) (?:it|that|the answer)\b", re.IGNORECASE
)
_ASKS_MORE = re.compile(
    r"\W*(?:(?:huh|h+m+|u[hm]+|so|but|and|wait|oh|ok|then)\W+)*"
    r"(?:what(?! about)|why|how(?! about)|where|when|which|who)\b",
    re.IGNORECASE,
)


class ScriptedTutor:
    """What the scripted policies share: the library they know, and their wordings."""

    seat: Seat = "tutor"

    def __init__(self, spec: TutorSpec, library: Library) -> None:
        self.name = f"scripted:{spec.id}"
        self.spec = spec
        self.library = library

    def says(self, view: View, move: str, **slots: str) -> str:
        """One wording of a move."""
        return say(self.spec, view, move, **slots)

    def notice(self, view: View) -> Noticed:
        """The dialogue as this tutor reads it."""
        return notice(view, self.library)

    def answered(self, view: View, noticed: Noticed, told: str) -> str:
        """The answer to what the student asked last, before this tutor takes its leave: whether it
        is right, else once more what was `told`; "" where it asked nothing."""
        asked = view.heard[-1].text if view.heard else ""
        if "?" not in asked:
            return ""
        if not asks_whether_right(asked):
            return self.says(view, "say-again", told=told)
        offered = answer_in(without_question(view.question, asked), noticed.task, view.choices)
        is_right = noticed.settled or any(p.right.matches(offered) for p in noticed.task)
        return self.says(view, "it-is" if is_right else "it-is-not", told=told)

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """Most policies never look for the cause: they go by how the student's words sound."""
        return by_listening(view, candidates, self.library)


def asks_whether_right(text: str) -> bool:
    """Whether a student asks if its answer or its way is right: "Is that right?", "Is it 3.5?".

    "What did I do wrong?" asks for more than yes or no.
    """
    if "yes or no" in text.lower():
        return True
    if "?" not in text:
        return False
    questions = (said for said in _SENTENCE.findall(text) if said.endswith("?"))
    return any(_IS_RIGHT.search(asked) and not _ASKS_MORE.match(asked) for asked in questions)


def moves(*names: str, **more: str | int) -> dict[str, JsonValue]:
    """The hidden record of what a tutor's turn does."""
    return {"moves": [*names], **more}


def moved(turn: Turn) -> tuple[str, ...]:
    """The moves recorded for a turn of one's own."""
    recorded = turn.hidden.get("moves", [])
    return tuple(map(str, recorded)) if isinstance(recorded, list) else ()


def steps_done(view: View) -> int:
    """How many steps of the solution this tutor has gone through."""
    return max((int(str(turn.hidden.get("step", 0))) for turn in view.own), default=0)


def steps_of(problem: Problem | None) -> tuple[Step, ...]:
    """The right way of the task, if the task can be read."""
    return problem.steps if problem is not None else ()


class Solver(ScriptedTutor):
    """Gives the whole solution at once, then says goodbye."""

    async def act(self, view: View) -> Utterance:
        """The worked solution; after it, the end."""
        noticed = self.notice(view)
        if view.own:
            told = f"The answer is {noticed.task[0].right.text}." if noticed.task else ""
            answered = self.answered(view, noticed, told) if told else ""
            closing = joined(answered, self.says(view, "close"))
            return Utterance(closing, moves("close"), ends="tutor-ended")
        if not noticed.task:
            return Utterance(self.says(view, "unread"), moves("tell"))
        right = noticed.task[0].right
        solution = self.says(view, "solve", steps=" ".join(right.working), answer=right.text)
        return Utterance(solution, moves("reveal"))


class Teller(ScriptedTutor):
    """Says right or wrong, and tells the next step, until the last step gives the answer."""

    async def act(self, view: View) -> Utterance:
        """A verdict and one step."""
        noticed = self.notice(view)
        if noticed.settled:
            return Utterance(self.says(view, "right"), moves("close"), ends="resolved")
        steps = steps_of(noticed.task[0] if noticed.task else None)
        done = steps_done(view)
        if done >= len(steps):
            answered = self.answered(view, noticed, steps[-1].do) if steps else ""
            closing = joined(answered, self.says(view, "close"))
            return Utterance(closing, moves("close"), ends="tutor-ended")
        asked = view.heard[-1].text if view.heard else ""
        is_wrong = noticed.last is not None and not noticed.last.right
        judges = is_wrong or (noticed.exchanges and asks_whether_right(asked))
        verdict = self.says(view, "wrong" if judges else "go-on")
        move = "reveal" if done + 1 == len(steps) else "tell"
        return Utterance(joined(verdict, steps[done].do), moves(move, step=done + 1))


class Socratic(ScriptedTutor):
    """Asks for one step at a time and never gives the answer."""

    async def act(self, view: View) -> Utterance:
        """A question about the next step; when the task is right, how the student knows."""
        noticed = self.notice(view)
        if noticed.settled:
            return self.closing(view)
        steps = steps_of(noticed.task[0] if noticed.task else None)
        done = steps_done(view)
        if done < len(steps):
            opening = self.says(view, "look" if done == 0 else "and-then")
            return Utterance(joined(opening, steps[done].ask), moves("question", step=done + 1))
        if done == len(steps):
            again = self.says(view, "again", question=view.question)
            return Utterance(again, moves("question", step=done + 1))
        return Utterance(self.says(view, "leave"), moves("close"), ends="tutor-ended")

    def closing(self, view: View) -> Utterance:
        """Ask how the student knows, once; then close."""
        if view.own and "ask-how" in moved(view.own[-1]):
            return Utterance(self.says(view, "close"), moves("close"), ends="resolved")
        return Utterance(self.says(view, "how"), moves("ask-how"))


class Cheerleader(ScriptedTutor):
    """Praises, and does nothing else."""

    turns = 4

    async def act(self, view: View) -> Utterance:
        """Praise; after a few turns, goodbye."""
        if len(view.own) >= self.turns:
            return Utterance(self.says(view, "close"), moves("close"), ends="tutor-ended")
        return Utterance(self.says(view, "praise"), moves("praise"))

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """It never listened: any order is as good as any other."""
        return by_guessing(view, candidates)
