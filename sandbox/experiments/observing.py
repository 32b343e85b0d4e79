"""What is observed around a session: the candidates that a tutor ranks, and the student's tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pydantic import JsonValue

from sandbox.agents.base import Ranking, Student, view_before, view_for
from sandbox.content.library import Library
from sandbox.experiments.topics import decides
from sandbox.records import Item, rng
from sandbox.session import Session


def truth_of(student: Student, item: Item, library: Library) -> str:
    """The statement of the belief that decides the item; "" where the student holds none."""
    decided = decides(student, item, library)
    return library.misconception(decided).statement if decided else ""


def candidates(
    library: Library, truth: str, size: int, chance: str, *, near: str = ""
) -> list[str]:
    """The true statement among others, in an order without meaning: one pool a session.

    With `near`, a family, the others are those of its strand where it has so many, else of all.
    """
    generator = rng(chance, "pool")
    known = _of_strand(near, library) if near else library.statements
    if truth not in known or len(known) < size:
        known = library.statements
    place, others = known.index(truth), range(len(known) - 1)
    chosen = generator.sample(others, min(size, len(known)) - 1)
    pool = [truth, *(known[other + (other >= place)] for other in chosen)]
    generator.shuffle(pool)
    return pool


def _of_strand(near: str, library: Library) -> tuple[str, ...]:
    """The statements of the misconceptions that some family of a family's strand knows."""
    strand = next((each.strand for each in library.families if each.id == near), "")
    ids = {name for each in library.families if each.strand == strand for name in each.errors}
    return tuple(sorted({library.misconception(name).statement for name in ids}))


def ranking_record(
    ranking: Ranking, pool: Sequence[str], truth: str, turn: int | None
) -> JsonValue:
    """One ranking as it goes into a trial's observations; `turn` None is the one at the end."""
    return {
        "turn": turn,
        "pool": list(pool),
        "truth": pool.index(truth),
        "order": list(ranking.order),
        "confidence": ranking.confidence,
        "reason": ranking.reason,
    }


async def tests_around(
    student: Student, session: Session, fresh: Sequence[Item], count: int
) -> dict[str, JsonValue]:
    """The first `count` of the fresh items before the tutor has said anything, the others after the
    session."""
    if not fresh:
        return {"pre": [], "post": []}
    now = session.view("student")
    untaught = tuple(takewhile(lambda turn: turn.seat == "student", session.turns))
    start = view_for("student", session.chance, session.item, now.brief, untaught)
    tests: dict[str, JsonValue] = {}
    for when, view, asked in (("pre", start, fresh[:count]), ("post", now, fresh[count:])):
        answered: list[JsonValue] = []
        for number, test in enumerate(asked):
            put = view_before(view, test.in_words, occasion=f"test {number}")
            said = await student.answer(put)
            answered.append({"item": test.model_dump(mode="json"), "answer": said.text})
        tests[when] = answered
    return tests
