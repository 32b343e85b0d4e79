"""A person names what a student believes among candidates that could be meant."""

from __future__ import annotations

import pytest

from sandbox.content.library import load
from sandbox.experiments.observing import candidates
from sandbox.records import Item

LIBRARY = load()
BELIEF = "subtraction/smaller-from-larger"
TRUTH = LIBRARY.misconception(BELIEF).statement


def test_candidates_near_an_item_are_of_its_strand_with_the_true_one_once() -> None:
    family = next(each for each in LIBRARY.families if BELIEF in each.errors)
    item = Item(id="i", question="What is 52 − 38?", answer="14", family=family.id)
    strand = {
        LIBRARY.misconception(name).statement
        for each in LIBRARY.families
        if each.strand == family.strand
        for name in each.errors
    }
    pool = candidates(LIBRARY, TRUTH, 8, "s", near=item.family)
    assert set(pool) <= strand
    assert len(set(pool)) == 8
    assert pool.count(TRUTH) == 1
    assert pool == candidates(LIBRARY, TRUTH, 8, "s", near=item.family)


@pytest.mark.parametrize("size", [8, 400])
def test_where_the_strand_has_too_few_the_others_come_from_all(size: int) -> None:
    item = Item(id="i", question="?", answer="1", family="")
    assert candidates(LIBRARY, TRUTH, size, "s", near=item.family) == candidates(
        LIBRARY, TRUTH, size, "s"
    )
