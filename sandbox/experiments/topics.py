"""What a session between a student and a tutor is about: which belief, on which item, and the fresh
items of the tests before and after.
"""

from __future__ import annotations

import random

from sandbox.agents.base import Student
from sandbox.content.generate import item_for, open_item, problem_of
from sandbox.content.library import Library
from sandbox.maths.precedence import ruling
from sandbox.records import Item, rng

PERSONA = "persona:"
ITEM_TRIES = 20
"""Items drawn when looking for one that the belief a session is about decides."""


def topic_of(student: Student, name: str, number: int) -> str:
    """The belief that a session is about, "" where the student holds none.

    The beliefs of a persona take turns over the sessions (`number`); of those that are joined by
    name the first is meant.
    """
    if not student.beliefs:
        return ""
    return student.beliefs[number % len(student.beliefs) if PERSONA in name else 0]


def item_about(student: Student, topic: str, library: Library, chance: str) -> Item:
    """The item of a session: one on which the topic errs and, if one is found, which it decides;
    of a student without beliefs any item of its grade."""
    generator = rng(chance, "item")
    if not topic:
        grade = student.profile.grade if student.profile else None
        families = [f for f in library.families if grade in (None, f.timss_grade)]
        family = generator.choice(families)
        return open_item(family.draw(generator), generator.randrange(len(family.stems)))
    return _decided_by(student, topic, library, generator)


def _decided_by(student: Student, topic: str, library: Library, generator: random.Random) -> Item:
    item = item_for(topic, library, generator)
    for _ in range(ITEM_TRIES):
        if decides(student, item, library) == topic:
            break
        item = item_for(topic, library, generator)
    return item


def decides(student: Student, item: Item, library: Library) -> str:
    """Which of the student's beliefs answers an item; "" where it holds none."""
    if len(student.beliefs) < 2:
        return next(iter(student.beliefs), "")
    found = ruling(library.families.last(item.question), student.beliefs)
    return found.belief if found else student.beliefs[0]


def fresh_items(
    student: Student, name: str, item: Item, library: Library, chance: str, count: int
) -> list[Item]:
    """So many fresh items on the beliefs of the student in turn, or of the session's family; of a
    persona all on the belief that the session is about."""
    beliefs = student.beliefs
    if PERSONA in name:
        beliefs = (decides(student, item, library),)
    tests: list[Item] = []
    for number in range(20 * count):
        generator = rng(chance, "test", number)
        if beliefs:
            fresh = item_for(beliefs[number % len(beliefs)], library, generator)
        else:
            problem = problem_of(item, library)
            assert problem is not None
            fresh = open_item(problem.family.draw(generator))
        if fresh.id not in {item.id, *(test.id for test in tests)}:
            tests.append(fresh)
        if len(tests) == count:
            break
    return tests
