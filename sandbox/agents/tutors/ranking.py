"""How a tutor ranks candidate misconceptions, given as statements.

By computing: a candidate the tutor knows is judged by what it answers. By listening: by how much
its words are like the student's. By guessing: at random, the floor.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import Ranking, View
from sandbox.agents.tutors.noticing import Exchange, Noticed
from sandbox.content.library import Library
from sandbox.maths.posterior import SOUND, Posterior, prior
from sandbox.maths.retrieval import retrieval

SURE = 1e-6
AUDIBLE = 0.02
"""Likeness of words under which a tutor that only listens abstains."""


def posterior_of(noticed: Noticed, library: Library) -> Posterior:
    """What the exchanges say about the beliefs that the families in play test.

    Every belief that any exchange's family tests is a cause; the order is by statement.
    """
    causes = {name for e in noticed.exchanges for p in e.problems for name in p.family.errors}
    ordered = sorted(causes, key=lambda name: library.misconception(name).statement)
    posterior = prior(ordered)
    for exchange in noticed.exchanges:
        posterior = posterior.update(exchange.problems, exchange.answer)
    return posterior


def by_computing(noticed: Noticed, candidates: Sequence[str], library: Library) -> Ranking:
    """Rank by the probability that each known candidate has after all the student's answers.

    Candidates that no answer speaks for follow by likeness of words to what was found.
    """
    if not noticed.exchanges:
        return Ranking(reason="the student has not answered anything yet")
    posterior = posterior_of(_until_settled(noticed), library)
    known = library.by_statement
    weights = [posterior.probabilities.get(known.get(text, ""), 0.0) for text in candidates]
    if max(weights, default=0.0) <= SURE:
        return _by_likeness(noticed, candidates, library)
    total = sum(weights)
    order = sorted(range(len(candidates)), key=lambda k: (-weights[k], candidates[k]))
    return Ranking(tuple(order), weights[order[0]] / total)


def _until_settled(noticed: Noticed) -> Noticed:
    """The exchanges before the student first got the task right: later ones speak of what was
    learned, not of what was believed."""
    kept: list[Exchange] = []
    for exchange in noticed.exchanges:
        if exchange.is_task and exchange.right and kept:
            break
        kept.append(exchange)
    return Noticed(noticed.task, tuple(kept), noticed.answered_last)


def _by_likeness(noticed: Noticed, candidates: Sequence[str], library: Library) -> Ranking:
    """No candidate is known by its statement: compare words with those of the likely causes."""
    posterior = posterior_of(_until_settled(noticed), library)
    likely = [name for name, weight in posterior.ranked if name != SOUND and weight > 0.05]
    if not likely:
        return Ranking(reason="no misconception that is known explains the answers")
    words = " ".join(library.misconception(name).statement for name in likely[:3])
    return by_words(words, candidates, library)


def by_listening(view: View, candidates: Sequence[str], library: Library) -> Ranking:
    """Rank by likeness of the candidates' words to the student's."""
    return by_words(" ".join(turn.text for turn in view.heard), candidates, library)


def by_words(words: str, candidates: Sequence[str], library: Library) -> Ranking:
    """Rank by TF-IDF likeness, among all known statements where they are known; abstains when
    nothing is alike."""
    known = all(text in library.by_statement for text in candidates)
    texts = library.spoken if known else retrieval(tuple(sorted(set(candidates))))
    weights = texts.likeness_of(candidates, words)
    if max(weights, default=0.0) < AUDIBLE:
        return Ranking(reason="no candidate sounds like what the student said")
    order = sorted(range(len(candidates)), key=lambda k: (-weights[k], candidates[k]))
    return Ranking(tuple(order), weights[order[0]] / sum(weights))


def by_guessing(view: View, candidates: Sequence[str]) -> Ranking:
    """A random order."""
    order = sorted(range(len(candidates)), key=lambda k: candidates[k])
    view.chance("guess").shuffle(order)
    return Ranking(tuple(order), 1 / len(candidates) if candidates else None)
