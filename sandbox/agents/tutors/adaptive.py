"""The adaptive tutor, and one-size, which teaches the same lesson to everybody.

Adaptive reads the learner's card as any teacher would: words about liking, confidence, what was
taught, and a score where one is given. It fits encouragement, difficulty, examples and practice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sandbox.agents.base import Utterance, View
from sandbox.agents.phrasing import joined
from sandbox.agents.tutors.diagnoser import LIKELY, TRIES, Diagnoser
from sandbox.agents.tutors.noticing import Noticed, is_safe, safely
from sandbox.agents.tutors.policies import Socratic, moves, steps_done, steps_of
from sandbox.agents.tutors.ranking import posterior_of
from sandbox.content.schema import MisconceptionSpec
from sandbox.maths.families import Problem
from sandbox.maths.posterior import SOUND

Tier = Literal["low", "middle", "high"]

_DISLIKES = re.compile(r"\b(dislike|hate|do(?:es)?(?:n't| not) (?:really )?like|boring)", re.I)
_LIKES = re.compile(r"\b(like|love|enjoy)\w*\b.*\bvery much|\bvery much\b.*\blike|\blove", re.I)
_UNSURE = re.compile(r"\b(not (?:very |at all )?confident|unsure|not (?:very )?sure|nervous)", re.I)
_SURE = re.compile(r"\bvery confident", re.I)
_SCORE = re.compile(r"\bscore\D{0,30}(\d{3})\b", re.I)


@dataclass(frozen=True)
class Learner:
    """What a card says of a learner; None or "middle" where it says nothing."""

    attitude: Tier = "middle"
    confidence: Tier = "middle"
    score: int | None = None

    @property
    def tier(self) -> Tier:
        """How much support the learner seems to need: low means most."""
        if self.score is not None:
            return "low" if self.score < 475 else "high" if self.score >= 600 else "middle"
        if "low" in (self.attitude, self.confidence):
            return "low"
        return "high" if self.confidence == "high" else "middle"


def read_card(card: str) -> Learner:
    """Attitude, confidence and score out of the words of a learner's card."""
    score = _SCORE.search(card)
    return Learner(
        "low" if _DISLIKES.search(card) else "high" if _LIKES.search(card) else "middle",
        "low" if _UNSURE.search(card) else "high" if _SURE.search(card) else "middle",
        int(score[1]) if score else None,
    )


def known_of(view: View) -> Learner:
    """What is known of the learner: what the card says, or without one what its own words tell."""
    return read_card(view.brief.card or " ".join(turn.text for turn in view.heard))


class OneSize(Socratic):
    """The same words to everybody: a verdict, and the questions of the right way one by one."""

    async def act(self, view: View) -> Utterance:
        """The next question of the lesson."""
        noticed = self.notice(view)
        if noticed.settled:
            return self.closing(view)
        steps = steps_of(noticed.task[0] if noticed.task else None)
        done = steps_done(view)
        if done < len(steps):
            opening = self.says(view, "open" if not view.own else "next")
            return Utterance(joined(opening, steps[done].ask), moves("question", step=done + 1))
        if done == len(steps):
            again = self.says(view, "again", question=view.question)
            return Utterance(again, moves("question", step=done + 1))
        return Utterance(self.says(view, "leave"), moves("close"), ends="tutor-ended")


class Adaptive(Diagnoser):
    """Fits motivation, difficulty, examples and practice to the learner on the card."""

    async def act(self, view: View) -> Utterance:
        """The next part of the lesson, fitted to the learner."""
        noticed, learner = self.notice(view), known_of(view)
        if noticed.settled:
            return self._close(view, noticed, learner)
        steps = steps_of(noticed.task[0] if noticed.task else None)
        done = steps_done(view)
        motive = self._motive(view, learner)
        if done < len(steps):
            support = self._support(view, noticed, learner, done)
            question = joined(motive, support, self.says(view, f"cue-{learner.tier}"))
            made = moves("question", "praise", step=done + 1)
            return Utterance(joined(question, steps[done].ask), made)
        return self._check(view, noticed, motive, done, done - len(steps))

    def _check(self, view: View, noticed: Noticed, motive: str, step: int, phase: int) -> Utterance:
        """When the steps were not enough: a case to check the rule on, then why, then again."""
        cause = self._believed(noticed)
        again = self.says(view, "again", question=view.question)
        if phase == 0 and cause is not None:
            text = joined(motive, self.says(view, "case"), self.case(view, noticed, cause))
            return Utterance(text, moves("case", step=step + 1))
        if phase == 1 and cause is not None:
            why = self.because(view, noticed, cause)
            text = safely(view, noticed, motive, why, cause.helps.idea, cause.helps.picture, again)
            return Utterance(text, moves("explain", "question", step=step + 1))
        if phase <= 1:
            return Utterance(joined(motive, again), moves("question", step=step + 2))
        return Utterance(self.says(view, "leave"), moves("close"), ends="tutor-ended")

    def _motive(self, view: View, learner: Learner) -> str:
        first = not view.own
        liking = self.says(view, f"attitude-{learner.attitude}") if first else ""
        return joined(liking, self.says(view, f"confidence-{learner.confidence}"))

    def _support(self, view: View, noticed: Noticed, learner: Learner, done: int) -> str:
        """Meaning of the question first, then for who needs it a worked example with other
        numbers, then the idea behind the mistake."""
        if done == 0:
            return self.says(view, f"meaning-{learner.tier}", question=view.question)
        if done == 1 and learner.tier == "low":
            example = self._other(view, noticed, "example")
            return self._worked(view, example) if example is not None else ""
        return self._idea(view, noticed) if done == 1 else ""

    def _worked(self, view: View, example: Problem) -> str:
        working = " ".join(example.right.working)
        return self.says(view, "example", question=example.question(), working=working)

    def _idea(self, view: View, noticed: Noticed) -> str:
        cause = self._believed(noticed)
        if cause is None:
            return ""
        return safely(view, noticed, cause.helps.question, cause.helps.idea)

    def _believed(self, noticed: Noticed) -> MisconceptionSpec | None:
        """The belief that the answers speak for, if they speak for one."""
        if not noticed.exchanges:
            return None
        top, weight = posterior_of(noticed, self.library).ranked[0]
        return self.library.misconception(top) if top != SOUND and weight >= LIKELY else None

    def _close(self, view: View, noticed: Noticed, learner: Learner) -> Utterance:
        closing = self.closing(view)
        if closing.ends is None:
            return closing
        practice = self._other(view, noticed, "practice")
        if practice is None:
            return closing
        words = self.says(view, f"practice-{learner.tier}", question=practice.question())
        return Utterance(joined(closing.text, words), moves("close", "practice"), ends="resolved")

    def _other(self, view: View, noticed: Noticed, use: str) -> Problem | None:
        """Another problem of the task's kind that never shows the task's answer."""
        if not noticed.task:
            return None
        task = noticed.task[0]
        for attempt in range(TRIES):
            other = task.family.draw(view.chance(use, attempt))
            shown = f"{other.question()} {' '.join(other.right.working)}"
            if other != task and is_safe(view, noticed, shown):
                return other
        return None
