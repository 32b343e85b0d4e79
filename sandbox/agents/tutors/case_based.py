"""The case-based tutor: names a misconception by what an answer has in common with one worked
example of each candidate. What it compares is in `maths.cases`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sandbox.agents.base import Ranking, View
from sandbox.agents.tutors.diagnoser import Diagnoser
from sandbox.content.library import Library
from sandbox.content.schema import TutorSpec
from sandbox.maths.cases import Case, Cases

_SAYING = re.compile(r"(?<!\s)\s*\bmy answer is (?:[A-Z]\. )?", re.I)
"""How the answer is introduced: no part of it."""


class CaseBased(Diagnoser):
    """Ranks by worked examples where the study gives any, and is a diagnoser in all else."""

    def __init__(self, spec: TutorSpec, library: Library) -> None:
        super().__init__(spec, library)
        self._cases = lru_cache(maxsize=32)(self._read)

    async def rank(self, view: View, candidates: Sequence[str]) -> Ranking:
        """The candidates by what their examples share with the answer.

        Abstains where the student has said nothing, or nothing speaks for any candidate.
        """
        if not view.examples:
            return await super().rank(view, candidates)
        if not view.heard:
            return Ranking(reason="the student has not answered anything yet")
        examples = {each.statement: each for each in view.examples}
        # by statement: the order in which candidates are shown decides nothing
        ordered = sorted(range(len(candidates)), key=lambda place: candidates[place])
        known = tuple(
            (candidates[place], Case(each.question, each.wrong, each.right) if each else None)
            for place in ordered
            for each in [examples.get(candidates[place])]
        )
        wrong = _SAYING.sub("", view.heard[0].text, count=1)
        found = self._cases(known).order(view.question, wrong)
        if not found:
            return Ranking(reason="the answer has nothing in common with any example or statement")
        return Ranking(tuple(ordered[place] for place in found))

    def _read(self, candidates: tuple[tuple[str, Case | None], ...]) -> Cases:
        library = self.library
        rules = {name: spec.statement for name, spec in library.misconceptions.items()}
        return Cases(candidates, library.families, rules)
