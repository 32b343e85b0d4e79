"""The paper-scale bank: as large as the published study's, its filters hold, every choice is what
the formulas give today, and agents of known quality score on it what they should.
"""

import asyncio
from pathlib import Path

import pytest

from sandbox.agents.tutors import make_tutor
from sandbox.content.banks import item_faults
from sandbox.content.itemfiles import read_items
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy
from sandbox.experiments.novices import make_novice

BANK = Path(__file__).parents[2] / "tasks" / "banks" / "paper-scale.jsonl"
STALE = "run `make generated` and commit what it writes"


@pytest.fixture(scope="module")
def bank():
    return read_items(BANK)


def scores(study):
    async def run():
        trials = [await study.run(cell, MemoryBench()) for cell in study.cells()]
        return [score for trial in trials for score in study.score(trial)]

    return asyncio.run(run())


def share(found, metric):
    values = [score.value for score in found if score.metric == metric]
    return sum(values) / len(values)


def test_bank_is_at_least_as_large_as_the_published_one(bank):
    pairs = list(bank.pairs())
    assert len({item.question for item in bank.items}) == len(bank.items) >= 213
    assert len({item.id for item in bank.items}) == len(bank.items)
    assert len(pairs) >= 482
    assert len({pair.misconception for pair in pairs}) >= 319


def test_bank_covers_all_but_a_few_misconceptions_and_every_strand(bank, library):
    offered = {pair.misconception for pair in bank.pairs()}
    assert len(offered) >= 0.97 * len(library.misconceptions)
    strands = {library.families[item.family].strand for item in bank.items}
    assert strands == {family.strand for family in library.families}
    assert {item.key for item in bank.items} == {"A", "B", "C", "D"}


def test_filters_hold_and_every_choice_is_what_the_formulas_give(bank, library):
    faults = {item.question: item_faults(item, library) for item in bank.items}
    assert {question: found for question, found in faults.items() if found} == {}, STALE
    assert {len(item.choices) for item in bank.items} == {4}


def test_statements_are_those_of_the_catalogue(bank, library):
    known = {name: spec.statement for name, spec in library.misconceptions.items()}
    assert dict(bank.statements) == known, STALE


def test_each_item_records_the_seed_it_was_made_with(bank):
    assert {item.source for item in bank.items} == {"generated, seed 319"}


def test_scripted_novice_is_faithful_on_every_pair(bank, library):
    novices = tuple(make_novice(name, library) for name in ("scripted:novice", "scripted:expert"))
    found = scores(NoviceStudy(bank, {}, trials=1, novices=novices[:1]))
    assert {score.value for score in found if score.metric == "s1"} == {1.0}
    found = scores(NoviceStudy(bank, {}, trials=1, novices=novices[1:]))
    assert share(found, "s1") == 0.0
    assert share(found, "correct") == 1.0


@pytest.mark.slow
def test_scripted_diagnoser_names_the_cause_among_hundreds(bank, library):
    tutor = make_tutor("scripted:diagnoser", library)
    pools = (100, 319, 700)
    found = scores(ExpertTutorStudy(bank, {}, trials=1, tutors=(tutor,), pools=pools))
    for size in pools:
        assert share(found, f"s2@{size}") >= 0.97
