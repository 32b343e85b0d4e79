"""Every misconception over its families, at two hundred draws each: one pass a family.

`check_family` puts all draws to the work that `sandbox check` does (answers that read back, none of
them the right one, workings and steps that end in their answer, wording); what is asserted beside it
is about all draws too.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sandbox.content.check import THOROUGH, check_family
from sandbox.content.library import load
from sandbox.maths.families import Families, Family, Problem
from sandbox.records import rng

LIBRARY = load()
STRANDS = sorted({family.strand for family in LIBRARY.families})
STEMS = 3


def drawn(family: Family) -> Iterator[Problem]:
    """The problems that the check draws too, so that their answers are worked out once."""
    generator = rng("check", family.id)
    return (family.draw(generator) for _ in range(THOROUGH))


def faults(family: Family) -> Iterator[str]:
    """What `check` finds, then: distractors that are not distinct as displayed, and wordings that
    the family's own patterns do not read back."""
    yield from map(str, check_family(family, LIBRARY, draws=THOROUGH))
    alone = Families([family])
    for problem in drawn(family):
        shown = [problem.right.text, *(answer.text for answer in problem.wrong.values())]
        if len(set(shown)) < len(shown):
            yield f"{family.id}: {shown} are not distinct on {problem.question()!r}"
        for wording in range(len(family.stems)):
            question = problem.question(wording)
            if problem not in (reading.problem for reading in alone.read(question)):
                yield f"{family.id}: {question!r} does not read back"


@pytest.mark.parametrize("strand", STRANDS)
def test_two_hundred_draws_of_every_family_keep_every_promise(strand: str) -> None:
    families = [family for family in LIBRARY.families if family.strand == strand]
    assert families
    gc.disable()  # problems form no cycles; looking for them takes a sixth of the time
    try:
        found = [fault for family in families for fault in faults(family)]
    finally:
        gc.enable()
    assert found == []


def test_every_family_has_three_stems_or_more() -> None:
    assert THOROUGH >= 200
    for family in LIBRARY.families:
        stems = [stem.render(next(drawn(family)).values) for stem in family.stems]
        assert len(set(stems)) >= STEMS, family.id
