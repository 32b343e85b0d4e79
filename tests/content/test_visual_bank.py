"""The visual bank: an item of every family with a figure, each one what the formulas give today."""

from pathlib import Path

import pytest

from sandbox.content.banks import item_faults
from sandbox.content.itemfiles import read_items
from sandbox.figures.draw import draw_svg

BANK = Path(__file__).parents[2] / "tasks" / "banks" / "visual.jsonl"
STALE = "run `make generated` and commit what it writes"


@pytest.fixture(scope="module")
def bank():
    return read_items(BANK)


def test_bank_is_large_and_no_question_stands_twice(bank):
    assert len({item.in_words for item in bank.items}) == len(bank.items) >= 160
    assert len({item.id for item in bank.items}) == len(bank.items)
    assert {item.source for item in bank.items} == {"generated, seed 160"}


def test_every_family_with_a_figure_is_in_it_and_none_much_more_often_than_others(bank, library):
    held = [item.family for item in bank.items]
    drawn = {family.id for family in library.families if family.figure is not None}
    assert set(held) == drawn, STALE
    assert max(map(held.count, drawn)) - min(map(held.count, drawn)) <= 1


def test_every_item_has_a_figure_with_words_and_most_have_four_choices(bank):
    assert all(item.figure is not None and item.figure_alt for item in bank.items)
    closed = [item for item in bank.items if item.choices]
    assert {len(item.choices) for item in closed} == {4}
    assert len(closed) >= 0.8 * len(bank.items)
    assert all(item.wrong_answers for item in bank.items if not item.choices)


def test_filters_hold_and_question_figure_and_choices_are_what_the_families_give(bank, library):
    faults = {item.in_words: item_faults(item, library) for item in bank.items}
    assert {question: found for question, found in faults.items() if found} == {}, STALE


def test_statements_are_those_of_the_catalogue(bank, library):
    known = {name: spec.statement for name, spec in library.misconceptions.items()}
    assert dict(bank.statements) == known, STALE


def test_a_figure_of_each_kind_is_drawn(bank):
    one_of_each = {item.figure.kind: item.figure for item in bank.items}
    assert len(one_of_each) >= 30
    for figure in one_of_each.values():
        assert "<svg" in draw_svg(figure)
