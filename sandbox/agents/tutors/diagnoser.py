"""The diagnoser: asks what tells most until it is sure, then makes the belief clash with a case.

Its plan, one move a turn: probe by expected information gain; put the contradicting case; make the
conflict visible; give the idea and a picture; ask the task again. It never gives the task's answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import Ranking, Utterance, View
from sandbox.agents.phrasing import joined
from sandbox.agents.tutors.noticing import Noticed, is_safe, safely
from sandbox.agents.tutors.policies import Socratic, moved, moves
from sandbox.agents.tutors.ranking import by_computing, posterior_of
from sandbox.content.schema import MisconceptionSpec
from sandbox.maths.families import Problem
from sandbox.maths.posterior import SOUND, next_question

SURE = 0.9
LIKELY = 0.3
"""From this probability on a belief is taken for the cause."""
PROBES = 3
TRIES = 12
CONFIRMING = 2
"""Answers that one belief must have predicted before it is taken for the cause."""


class Diagnoser(Socratic):
    """Finds the misconception by computing what each would answer, then teaches against it."""

    async def act(self, view: View) -> Utterance:
        """The next move of the plan."""
        noticed = self.notice(view)
        teaching = [turn for turn in view.own if turn.hidden.get("phase")]
        if noticed.settled and not _still_probing(view):
            return self.closing(view)
        if not teaching:
            probe = self._probe(view, noticed)
            if probe is not None:
                opening = self.says(view, "probe" if view.own else "first-probe")
                return Utterance(joined(opening, probe.question()), moves("probe"))
        cause = self._cause(view, noticed)
        if cause is None:
            return await super().act(view)
        return self._teach(view, noticed, self.library.misconception(cause), len(teaching))

    def _probe(self, view: View, noticed: Noticed) -> Problem | None:
        probes = sum(1 for turn in view.own if "probe" in moved(turn))
        if probes >= PROBES or not noticed.exchanges:
            return None
        posterior = posterior_of(noticed, self.library)
        top, weight = posterior.ranked[0]
        predicted = sum(
            1
            for exchange in noticed.exchanges
            for problem in exchange.problems
            if top in problem.wrong and problem.wrong[top].matches(exchange.answer)
        )
        if weight >= SURE and top != SOUND and predicted >= CONFIRMING:
            return None
        chosen = next_question(posterior, self.library.families, "probe")
        if chosen is not None and is_safe(view, noticed, chosen.question()):
            return chosen
        return None if top == SOUND else self.errs_on(view, noticed, top)

    def errs_on(self, view: View, noticed: Noticed, belief: str) -> Problem | None:
        """A fresh problem on which the belief errs, and that is safe to ask and to work out."""
        for attempt in range(TRIES):
            for family in self.library.families.testing(belief):
                problem = family.draw(view.chance("errs", attempt), including=belief)
                shown = f"{problem.question()} {' '.join(problem.right.working)}"
                known = any(problem in exchange.problems for exchange in noticed.exchanges)
                if not known and is_safe(view, noticed, shown):
                    return problem
        return None

    def _cause(self, view: View, noticed: Noticed) -> str | None:
        """The belief that is taught against: once named, it stays."""
        named = next((turn.hidden["cause"] for turn in view.own if turn.hidden.get("cause")), None)
        if named is not None:
            return self.library.by_statement.get(str(named))
        if not noticed.exchanges:
            return None
        top, weight = posterior_of(noticed, self.library).ranked[0]
        return top if top != SOUND and weight > LIKELY else None

    def _teach(
        self, view: View, noticed: Noticed, cause: MisconceptionSpec, phase: int
    ) -> Utterance:
        helps = cause.helps
        again = self.says(view, "again", question=view.question)
        why = self.because(view, noticed, cause)
        plan: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
            ((self.says(view, "case"), self.case(view, noticed, cause)), ("case",)),
            ((self.says(view, "conflict"), why, helps.question), ("case", "explain")),
            ((self.says(view, "idea"), helps.idea, helps.picture, again), ("explain",)),
            ((why, helps.idea, again), ("explain", "question")),
        )
        if phase >= len(plan):
            return Utterance(self.says(view, "leave"), moves("close"), ends="tutor-ended")
        pieces, made = plan[phase]
        text = safely(view, noticed, *pieces)
        return Utterance(text, moves(*made, phase=phase + 1, cause=cause.statement))

    def case(self, view: View, noticed: Noticed, cause: MisconceptionSpec) -> str:
        """The contradicting case, or another problem where that one would show the answer."""
        if is_safe(view, noticed, f"{cause.helps.case} {cause.helps.because}"):
            return cause.helps.case
        other = self.errs_on(view, noticed, cause.id)
        return other.question() if other is not None else cause.helps.question

    def because(self, view: View, noticed: Noticed, cause: MisconceptionSpec) -> str:
        """What is absurd about what the rule gave: of the case, or of the problem put instead."""
        if is_safe(view, noticed, f"{cause.helps.case} {cause.helps.because}"):
            return cause.helps.because
        last = noticed.exchanges[-1]
        if last.is_task or cause.id not in last.problems[0].wrong:
            return ""
        problem = last.problems[0]
        return self.says(
            view,
            "compare",
            wrong=problem.wrong[cause.id].text,
            right=problem.right.text,
            working=" ".join(problem.right.working),
        )

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """By what each candidate would have answered."""
        return by_computing(self.notice(view), candidates, self.library)


def _still_probing(view: View) -> bool:
    return bool(view.own) and "probe" in moved(view.own[-1])
