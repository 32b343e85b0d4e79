"""The scripted student: answers any problem it can read by its own beliefs, and is moved by
teaching. Its whole memory is in the hidden fields of its own turns.

What it says is composed in `replies`; how an answer comes about in `deciding`; how teaching moves
it in `agents.learner`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.agents.base import Utterance, View
from sandbox.agents.hearing import Message, hear, problems_in, sum_in
from sandbox.agents.learner import Event, LearnerState, moved, recorded
from sandbox.agents.phrasing import joined
from sandbox.agents.students.deciding import (
    Decision,
    carelessly,
    choosing,
    guessing,
    rightly,
    ruled,
)
from sandbox.agents.students.facts import by_heart
from sandbox.agents.students.memory import Reasons, answered, answers_of
from sandbox.agents.students.replies import Reply, opening, reply
from sandbox.agents.students.wording import say, told
from sandbox.agents.teaching import Situation, events
from sandbox.content.library import Library
from sandbox.content.presets import LearnerSettings, PresetSpec
from sandbox.content.schema import ProfileSpec
from sandbox.maths.families import Problem
from sandbox.maths.written import MINUS
from sandbox.records import rng

INTENTS = ("progressive", "exploratory", "introspective")
_INTENT = re.compile(rf"\bintent:\s*({'|'.join(INTENTS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Tail:
    """What a student adds behind its reply: words, the intent of a question, hidden fields."""

    text: str = ""
    intent: str = ""
    hidden: Mapping[str, JsonValue] = field(default_factory=dict)


class ScriptedStudent:
    """A student who holds beliefs, in this order of precedence; without any it is always right.

    Args:
        name: The name by which it was asked for.
        library: The content.
        preset: The kind of learner.
        beliefs: Misconceptions held at first; where several apply to a question, the first answers.
        intent: What its questions are after (progressive, exploratory, introspective), or "" for
            the preset's; a brief's card may say "intent: …" as well.
    """

    def __init__(
        self,
        name: str,
        library: Library,
        preset: PresetSpec,
        beliefs: Sequence[str] = (),
        intent: str = "",
    ) -> None:
        self.name = name
        self.library = library
        self.settings: LearnerSettings = preset.settings
        self.beliefs = tuple(beliefs)
        self.intent = intent or preset.intent
        self.reasons: Reasons = {}

    @property
    def profile(self) -> ProfileSpec | None:
        """The learner profile that it was made with: none."""
        return None

    @property
    def portrait(self) -> str:
        """What a person would say who knows this child; "" where nothing is known."""
        return ""

    async def act(self, view: View) -> Utterance:
        """Open with the task, or react to what the tutor said."""
        before = self.state(view)
        heard = view.turns[-1].text if view.turns and view.turns[-1].seat != view.seat else ""
        message = hear(heard, self.library.families)
        if not view.own and not (message.asked or message.sums or heard == view.question):
            return self._spoken(view, opening(self, view, before), ())
        happened = events(message, self._situation(view), before, self.library)
        after = moved(before, happened, self.settings)
        return self._spoken(view, reply(self, view, message, before, after, happened), happened)

    async def answer(self, view: View) -> Utterance:
        """The answer to `view.question` in short, with its working, as in a test."""
        state = self._taught(view)
        decision = self.decide(view, view.question, self.task(view), state)
        if decision is None:
            text = say(self.library, view, "no-answer")
            return Utterance(text, {**state.record(), "answers": []})
        shown = f"{decision.label}, {decision.answer}" if decision.label else decision.answer
        text = joined(f"{shown}.", told(decision.working))
        return Utterance(text, {**state.record(), **answered([decision], self.reasons)})

    def state(self, view: View) -> LearnerState:
        """The state that the student's last turn left it in, or the one it starts with."""
        left = (recorded(turn.hidden) for turn in reversed(view.own))
        state = next(filter(None, left), None) or self.initial(view)
        for belief in self.beliefs:
            if belief not in state.beliefs:
                state = state.with_belief(belief)
        return state

    def initial(self, view: View) -> LearnerState:
        """The state before the session."""
        return LearnerState(
            beliefs=dict.fromkeys(self.beliefs, 1.0),
            confidence=self.settings.confidence.value,
            attitude=self.settings.attitude.value,
            mastery=self.settings.mastery.value,
        )

    def task(self, view: View) -> tuple[Problem, ...]:
        """How the problem on the table is read."""
        return problems_in(view.question, self.library.families)

    def order(self, view: View, state: LearnerState) -> tuple[str, ...]:
        """The beliefs that answer now, the one that takes precedence first."""
        return tuple(belief for belief in self.beliefs if state.holds(belief))

    def decide(
        self, view: View, question: str, problems: Sequence[Problem], state: LearnerState
    ) -> Decision | None:
        """The student's answer to a question; None where it has none."""
        choices = view.choices if question == view.question else ()
        decision = by_heart(self._open_answer(view, question, problems, state))
        if not choices:
            return decision
        chance = view.chance("choice", question)
        if decision is None:
            return guessing(question, choices, chance)
        labelled = choosing(decision, choices)
        if labelled is not None:
            return labelled
        wrong = tuple((label, text) for label, text in choices if not problems
                      or not problems[0].right.matches(text))  # fmt: skip
        return guessing(question, wrong or choices, chance)

    def otherwise(
        self, view: View, question: str, problems: Sequence[Problem], state: LearnerState
    ) -> Decision:
        """The answer where no belief applies: right, but for a slip now and then."""
        slip = self.settings.slip.value
        if not slip:
            return rightly(question, problems)
        chance = view.chance("slip", question)
        if chance.random() < slip:
            return carelessly(question, problems, chance) or rightly(question, problems)
        return rightly(question, problems)

    def tail(self, view: View, said: Reply) -> Tail:
        """What is added behind the reply: now and then a question of the student's intent."""
        intent = self.intent_in(view)
        if not intent or said.is_lost or said.is_aside or not view.turns:
            return Tail()
        if view.chance("asks back").random() >= self.settings.asks_back.value:
            return Tail()
        return Tail(say(self.library, view, f"ask-{intent}"), intent)

    def intent_in(self, view: View) -> str:
        """The intent of this student's questions: from its card, else its own."""
        found = _INTENT.search(view.brief.card)
        return found[1].lower() if found else self.intent

    def preference(self, view: View, belief: str) -> tuple[float, float, str]:
        """How close a misconception lies to this learner: the same for all of one root cause, and
        the same throughout a session."""
        spec = self.library.misconception(belief)
        cause = rng(view.session, view.seat, "root cause", spec.root_cause).random()
        own = rng(view.session, view.seat, "misconception", spec.statement).random()
        return cause, own, spec.statement

    def _open_answer(
        self, view: View, question: str, problems: Sequence[Problem], state: LearnerState
    ) -> Decision | None:
        if not problems:
            found = sum_in(question)
            if found is None:
                return None
            shown = found.text.replace(" * ", " × ").replace(" - ", f" {MINUS} ")
            working = (f"{shown} = {found.answer}",)
            return Decision(question, found.answer, "right", True, working=working)
        decision = ruled(question, problems, self.order(view, state))
        if decision is None:
            return self.otherwise(view, question, problems, state)
        fires = self.settings.fires.value
        if fires == 1:
            return decision
        chance = view.chance("fires", question)
        if chance.random() < fires:
            return decision
        if chance.random() < self.settings.guess.value:
            return rightly(question, problems)
        return carelessly(question, problems, chance) or decision

    def _situation(self, view: View, task: tuple[Problem, ...] | None = None) -> Situation:
        read = [
            [
                problems_in(question, self.library.families)
                for question, _ in answers_of(turn.hidden)
            ]
            for turn in view.own
        ]
        given = answers_of(view.own[-1].hidden) if view.own else []
        last_right = None
        if given and read[-1][-1]:
            last_right = read[-1][-1][0].right.matches(given[-1][1])
        return Situation(
            self.task(view) if task is None else task,
            tuple(problems for turn in read for problems in turn if problems),
            last_right,
            given[-1] if given else None,
        )

    def _taught(self, view: View) -> LearnerState:
        """The state in a test: what the tutor said last has worked, though nobody reacted to it."""
        state = self.state(view)
        if not view.own or view.turns[-1].seat == view.seat:
            return state
        first = next((a[0][0] for turn in view.own if (a := answers_of(turn.hidden))), "")
        task = problems_in(first, self.library.families)
        message: Message = hear(view.turns[-1].text, self.library.families)
        happened = events(message, self._situation(view, task), state, self.library)
        return moved(state, happened, self.settings)

    def _spoken(self, view: View, said: Reply, happened: Sequence[Event]) -> Utterance:
        tail = self.tail(view, said)
        kinds: list[JsonValue] = [*sorted({event.kind for event in happened})]
        hidden: dict[str, JsonValue] = {
            **said.state.record(),
            **answered(said.decisions, self.reasons),
            "events": kinds,
            "intent": tail.intent,
            **tail.hidden,
        }
        return Utterance(joined(said.text, tail.text), hidden)
