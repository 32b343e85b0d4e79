"""Who does what: conditions by order of arrival, counterbalanced and reproducible.

    blocks         a block is one keyed permutation of the conditions; arrival k does one of them
    latin-square   each does all; arrival k takes a row of a square in which every condition stands
                   once at every place and, over the square, equally often after every other one
                   (Williams, 1949: n rows for an even number of conditions, 2n for an odd one)

Knows no participant and no session.
"""

from __future__ import annotations

from sandbox.content.collecting import CollectionSpec, ConditionSpec
from sandbox.content.generate import open_item
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.records import Item, rng


def plan_for(design: CollectionSpec, arrival: int) -> tuple[str, ...]:
    """The conditions of the participant who arrives at that place, in order.

    Args:
        design: The study.
        arrival: 0 for the first participant.
    """
    ids = [condition.id for condition in design.conditions]
    if design.order == "blocks":
        block, place = divmod(arrival, len(ids))
        order = rng("collect", design.id, design.seed, "block", block).sample(ids, len(ids))
        return (order[place],)
    rows = williams(len(ids))
    block, place = divmod(arrival, len(rows))
    shuffled = rng("collect", design.id, design.seed, "rows", block).sample(rows, len(rows))
    return tuple(ids[number] for number in shuffled[place])


def williams(size: int) -> list[tuple[int, ...]]:
    """The rows of a Williams square: 0 to size − 1, balanced for first-order carry-over."""
    if size == 1:
        return [(0,)]
    first = [0]
    for step in range(1, size):
        first.append((size - step // 2) % size if step % 2 == 0 else (step + 1) // 2)
    rows = [tuple((number + shift) % size for number in first) for shift in range(size)]
    return rows if size % 2 == 0 else [*rows, *(row[::-1] for row in rows)]


def task_of(
    design: CollectionSpec, condition: ConditionSpec, beliefs: tuple[str, ...], library: Library
) -> Item:
    """The problem of a condition: the same for everybody, one that tells the student's belief.

    Raises:
        UsageError: the family has no problem on which this student would err.
    """
    family = library.families[condition.family]
    held = next((belief for belief in beliefs if belief in family.errors), "")
    if beliefs and not held:
        raise UsageError(
            f"{design.id}: condition {condition.id}: {condition.family} never shows what "
            f"{condition.student} believes"
        )
    generator = rng("collect", design.id, design.seed, "task", condition.id)
    problem = family.draw(generator, including=held)
    return open_item(problem, generator.randrange(len(family.stems)))
