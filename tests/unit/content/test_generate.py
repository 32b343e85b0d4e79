"""Generated items: seeded, unique, one cause a distractor, the key right."""

import os
import random
import subprocess
import sys

import pytest
from engine_content import GOOD

from sandbox.content.banks import make_bank
from sandbox.content.generate import choice_item, item_for, items, open_item, problem_of
from sandbox.content.itemfiles import ItemSet, read_items, write_items
from sandbox.content.library import load, read_library
from sandbox.errors import UnknownNameError, UsageError
from sandbox.records import rng

LIBRARY = load()
TINY, _ = read_library((GOOD,))

IN_A_FRESH_PROCESS = """
from sandbox.content.generate import items
from sandbox.content.library import load
from sandbox.records import canonical, digest
made = [i.model_dump(mode="json") for k in (True, False) for i in items(load(), 60, 7, choices=k)]
print(digest(made))
"""


def test_same_seed_gives_the_same_items_in_every_process():
    seen = set()
    for hash_seed in ("0", "1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", IN_A_FRESH_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(run.stdout)
    assert len(seen) == 1
    assert [i.id for i in items(LIBRARY, 20, 1)] != [i.id for i in items(LIBRARY, 20, 2)]


def test_every_distractor_has_one_cause_and_the_key_is_right():
    made = list(items(LIBRARY, 400, 11))
    for item in made:
        assert [choice.label for choice in item.choices] == ["A", "B", "C", "D"]
        assert len({choice.text for choice in item.choices}) == 4
        problem = problem_of(item, LIBRARY)
        for choice in item.choices:
            causes = [n for n, answer in problem.wrong.items() if answer.matches(choice.text)]
            assert causes == ([] if choice.misconception is None else [choice.misconception])
            assert problem.right.matches(choice.text) == (choice.label == item.key)
        assert item.answer == problem.right.text
        assert item.question in {problem.question(k) for k in range(len(problem.family.stems))}
    assert {item.key for item in made} == {"A", "B", "C", "D"}


@pytest.mark.parametrize("choices", [True, False])
def test_no_question_comes_twice(choices):
    made = list(items(TINY, 150, 3, choices=choices))
    assert len({item.question for item in made}) == len({item.id for item in made}) == 150


def test_items_can_be_kept_to_some_families():
    made = list(items(LIBRARY, 12, 1, families=["frac-add-unlike"]))
    assert {item.family for item in made} == {"frac-add-unlike"}
    with pytest.raises(UnknownNameError, match="did you mean frac-add-unlike"):
        list(items(LIBRARY, 1, 1, families=["frac-add-unlik"]))


def test_too_many_items_are_refused_with_the_number_there_is():
    few = list(items(TINY, 10, 1, choices=False, families=["tiny-whole"]))
    assert len(few) == 10
    with pytest.raises(UsageError, match=r"give only 1\d\d different items"):
        list(items(TINY, 500, 1, choices=False, families=["tiny-whole"]))
    with pytest.raises(UsageError, match="give only 0 different items"):
        list(items(TINY, 1, 1, families=["tiny-whole"]))
    assert list(items(TINY, 0, 1)) == []


@pytest.mark.parametrize("name", sorted(LIBRARY.misconceptions)[::6])
def test_item_for_a_misconception_makes_it_err(name):
    item = item_for(name, LIBRARY, rng("item", name))
    problem = problem_of(item, LIBRARY)
    assert name in problem.wrong
    assert item.choices == ()
    assert item.key == ""


def test_choice_item_for_a_misconception_offers_its_answer():
    item = item_for("tiny/top-only", TINY, random.Random(1), choices=True)
    assert "tiny/top-only" in [choice.misconception for choice in item.choices]
    with pytest.raises(UsageError, match="no family gives such an item for tiny/joins"):
        item_for("tiny/joins", TINY, random.Random(1), choices=True)
    with pytest.raises(UnknownNameError):
        item_for("tiny/unknown", TINY, random.Random(1))


def test_answer_with_two_causes_is_no_distractor():
    (tied,) = TINY.families.last("What is 2/2 + 2/2?")
    with pytest.raises(UsageError, match="does not err in its own way"):
        choice_item(tied, random.Random(1), including="tiny/add-across")
    with pytest.raises(UsageError, match="too few errors"):
        choice_item(tied, random.Random(1))


def test_problem_comes_back_from_its_item():
    family = TINY.families["tiny-fractions"]
    problem = family.draw(random.Random(2))
    assert problem_of(open_item(problem, 1), TINY) == problem
    lists = next(f for f in LIBRARY.families if any(p.counts for p in f.parameters.values()))
    drawn = lists.draw(random.Random(2))
    assert problem_of(open_item(drawn), LIBRARY) == drawn
    assert problem_of(open_item(drawn).model_copy(update={"family": ""}), LIBRARY) is None


@pytest.mark.parametrize("name", ["items.jsonl", "items.yaml"])
def test_items_survive_a_file(tmp_path, name):
    drawn = make_bank(LIBRARY, 20, 5, figures=True).items
    made = (*items(LIBRARY, 20, 5), *items(LIBRARY, 20, 5, choices=False), *drawn)
    statements = {name: spec.statement for name, spec in LIBRARY.misconceptions.items()}
    write_items(ItemSet(made, statements), tmp_path / name)
    back = read_items(tmp_path / name)
    assert back.items == made
    assert back.statements == statements
    assert list(back.pairs()) == list(ItemSet(made, statements).pairs())
