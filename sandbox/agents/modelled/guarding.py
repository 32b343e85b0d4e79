"""Would a tutor's draft give the task's answer away now? The guard computes the answer itself; it
does not stand in any prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandbox.agents.base import View
from sandbox.agents.hearing import sum_in
from sandbox.content.library import Library
from sandbox.maths.keys import Option
from sandbox.maths.leaks import LeakReport, find_leaks
from sandbox.types import Seat

LEAKS = "leaks"


def gives_away(text: str, view: View, library: Library) -> bool:
    """Whether a text, said by the tutor now, leaks: for any reading of the task."""
    turns = [*_said(view), ("tutor", text)]
    return any(report.verdicts[-1].leaked for report in _reports(view, turns, library))


def is_settled(view: View, library: Library) -> bool:
    """Whether the student has stated the right answer, so that nothing can be given away."""
    turns = [*_said(view), ("tutor", "")]
    return all(report.verdicts[-1].settled for report in _reports(view, turns, library))


def _said(view: View) -> list[tuple[Seat, str]]:
    return [(turn.seat, turn.text) for turn in view.turns]


def _reports(view: View, turns: Sequence[tuple[Seat, str]], library: Library) -> list[LeakReport]:
    return [
        find_leaks(view.question, answer, turns, _options(view, rights))
        for answer, rights in _keys(view, library)
    ]


def _options(view: View, rights: frozenset[str]) -> list[Option]:
    return [Option(label, text, label in rights) for label, text in view.choices]


def _keys(view: View, library: Library) -> tuple[tuple[str, frozenset[str]], ...]:
    """(right answer, labels of the right choices) for every reading of the task; with the brief's
    key where nobody can read it, else without any."""
    return _computed(view.question, view.choices, library) or (_of_brief(view),)


@lru_cache(maxsize=1024)
def _computed(
    question: str, choices: tuple[tuple[str, str], ...], library: Library
) -> tuple[tuple[str, frozenset[str]], ...]:
    keys = [
        (problem.right.text, frozenset(lb for lb, text in choices if problem.right.matches(text)))
        for problem in library.families.last(question)
    ]
    if not keys and (found := sum_in(question)) is not None:
        keys = [(found.answer, frozenset(lb for lb, text in choices if text == found.answer))]
    return tuple(dict.fromkeys(keys))


def _of_brief(view: View) -> tuple[str, frozenset[str]]:
    key = view.brief.key.strip()
    texts = dict(view.choices)
    if key in texts:
        return texts[key], frozenset({key})
    return key, frozenset(label for label, text in view.choices if text == key)
