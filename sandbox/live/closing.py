"""What is observed of a live session beside its turns: what the tutor found, what was learned.

The same observations as in the dialogue study, so that the same scorers read them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue

from sandbox.agents.base import Agent, Ranking, Student, Tutor, View
from sandbox.content.library import Library
from sandbox.errors import ModelError
from sandbox.experiments.observing import candidates, ranking_record, tests_around, truth_of
from sandbox.experiments.topics import fresh_items
from sandbox.live.setup import Setup
from sandbox.live.views import Naming
from sandbox.session import Session

PATIENCE_S = 30.0
"""How long a tutor's model may take to say what it thinks; people wait for it."""

POOL, TESTS = 20, 4
"""Candidates that an agent ranks; fresh problems that a scripted student is asked before, after."""


async def observed(
    session: Session,
    student: Student,
    library: Library,
    setup: Setup,
    naming: Naming | None,
    earlier: Sequence[JsonValue] = (),
    *,
    asks: bool = True,
) -> dict[str, JsonValue]:
    """What the trial of an ended session holds beside its transcript.

    Args:
        session: The session.
        student: Who was to sit in the student's seat, or whom a person played.
        library: The content.
        setup: What the session was opened with.
        naming: What a person who taught says; None where they were not asked.
        earlier: What the tutor thought during the session.
        asks: Whether a tutor that is an agent is asked what it thinks.
    """
    tutor = session.occupant("tutor")
    rankings: list[JsonValue] = [*earlier]
    if naming is not None:
        rankings.append(named(naming, truth_of(student, setup.item, library), library))
    elif tutor is not None and asks:
        view = session.view("tutor")
        rankings += await probed(tutor, view, student, library, setup, None)
    is_tested = session.occupant("student") is student and not hasattr(student, "model")
    tests = TESTS if is_tested and session.turns else 0
    fresh = fresh_items(student, student.name, session.item, library, setup.chance, 2 * tests)
    return {
        "beliefs": [library.misconception(name).statement for name in student.beliefs],
        "profile": student.profile.id if student.profile else None,
        "rankings": rankings,
        "tests": await tests_around(student, session, fresh, tests),
    }


async def probed(
    tutor: Agent,
    view: View,
    student: Student,
    library: Library,
    setup: Setup,
    turn: int | None,
) -> list[JsonValue]:
    """What a tutor that is an agent thinks that the student believes; nothing where it holds no
    belief, or where the tutor's model does not reply."""
    truth = truth_of(student, setup.item, library)
    if not truth or not hasattr(tutor, "rank"):
        return []
    pool = candidates(library, truth, POOL, setup.chance)
    try:
        async with asyncio.timeout(PATIENCE_S):
            ranking = await cast(Tutor, tutor).rank(view, pool)
    except (ModelError, TimeoutError) as error:
        ranking = Ranking(reason=str(error) or "the tutor did not say in time")
    return [ranking_record(ranking, pool, truth, turn)]


def named(naming: Naming, truth: str, library: Library) -> JsonValue:
    """What a person named, out of all misconceptions there are."""
    pool: Sequence[str] = library.statements
    order: list[JsonValue] = []
    if naming.misconception is not None:
        statement = library.misconception(naming.misconception).statement
        order.append(pool.index(statement))
    return {
        "turn": None,
        "pool": [*pool],
        "truth": pool.index(truth) if truth else None,
        "order": order,
        "confidence": naming.confidence if order else None,
        "reason": "" if order else "the person named none",
    }
