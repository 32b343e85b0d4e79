"""The expert-tutor study with one worked example of each candidate, on a data set of our own in
MaE's format whose right result is known."""

import asyncio
import json
from collections import defaultdict
from dataclasses import replace

import pytest

from sandbox.agents.base import Ranking
from sandbox.agents.tutors import make_tutor
from sandbox.content.importers.mae import import_mae
from sandbox.content.itemfiles import ItemSet, read_items, write_items
from sandbox.content.library import load
from sandbox.errors import UsageError
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.candidates import Candidates
from sandbox.experiments.misconceptions import ExpertTutorStudy, generated
from sandbox.records import Item, canonical, rng

NUMBERS, LETTERS = "Fractions and decimals", "Letters and equations"
BELIEFS = {
    "MaE01": ("when students add the tops and add the bottoms of fractions", NUMBERS),
    "MaE02": ("when students put the decimal point of a product in the wrong place", NUMBERS),
    "MaE03": ("when students swap the two letters of a comparison", LETTERS),
    "MaE04": ("when students take the same number away on one side only", LETTERS),
}
SAID = {
    "MaE01": [("1/3 + 2/5 =", "3/8", "11/15"), ("Add 3/4 + 1/7", "3/4 + 1/7 = 4/11", "25/28")],
    "MaE02": [("2.4 x 3 = ?", "0.72", "7.2"), ("4.1 x 2 = ?", "0.82", "8.2")],
    "MaE03": [
        ("There are four times as many dogs as cats. Write an equation with D and C.", "4D = C", "D = 4C"),
        ("There are six times as many cups as jugs. Write an equation with K and J.", "6K = J", "K = 6J"),
    ],
    "MaE04": [("Solve for x: 3x + 4 = 19", "3x = 19\nx = 19/3", "5"),
              ("Solve for n: 5n + 2 = 37", "5n = 37\nn = 37/5", "7")],
}  # fmt: skip


@pytest.fixture(scope="module")
def records():
    return [
        {
            "Misconception": BELIEFS[name][0], "Misconception ID": name, "Topic": BELIEFS[name][1],
            "Example Number": number, "Question": question, "Incorrect Answer": wrong,
            "Correct Answer": right, "Question image": "", "Learner Answer image": "",
            "Correct Answer image": "", "Source": "", "Explanation": "a secret of the data set",
        }
        for name, said in SAID.items()
        for number, (question, wrong, right) in enumerate(said, 1)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def mae(records, tmp_path_factory):
    path = tmp_path_factory.mktemp("mae") / "data.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return import_mae(path)


class Watching:
    """A tutor that remembers what it saw and names the first candidate."""

    name = "watching"

    def __init__(self):
        self.seen = []

    async def act(self, view):
        raise AssertionError("nobody talks in this study")

    async def rank(self, view, candidates):
        self.seen.append((view, tuple(candidates)))
        return Ranking((0,))


def study(items, tutor, library=None, **options):
    options = {"trials": 4, "seed": 5, "pools": (4, "topic"), "gives_examples": True, **options}
    families = library.families if library else None
    return ExpertTutorStudy(items, {}, tutors=(tutor,), families=families, **options)


def run(made):
    async def every():
        found = defaultdict(list)
        observed = []
        for cell in made.cells():
            trial = await made.run(cell, MemoryBench())
            observed.append(canonical(dict(trial.observations)))
            for score in made.score(trial):
                found[score.metric].append(score.value)
        return found, observed

    return asyncio.run(every())


def test_case_based_tutor_names_every_misconception_of_the_known_set(library, mae):
    scores, _ = run(study(mae, make_tutor("scripted:case-based", library), library))
    assert scores["s2@4"] == [1.0] * 8
    assert scores["s2@topic"] == [1.0] * 8


def test_each_wrong_answer_is_asked_once_with_the_other_as_the_worked_one(mae):
    tutor = Watching()
    run(study(mae, tutor, pools=(4,)))
    assert sorted(view.question for view, _ in tutor.seen) == sorted(
        question for said in SAID.values() for question, _, _ in said
    )
    for view, candidates in tutor.seen:
        assert len(view.examples) == len(candidates) == 4
        assert {each.statement for each in view.examples} == set(candidates)
        assert view.question not in {each.question for each in view.examples}


def test_a_trial_works_the_same_example_of_each_and_asks_the_others(mae):
    tutor = Watching()
    made = study(mae, tutor, pools=(4,))
    run(made)
    first = [cell.factors["pair"] for cell in made.cells() if cell.replicate == 0]
    assert [made.pairs[number].item.id for number in first] == [f"{name}-2" for name in SAID]
    for view, _ in tutor.seen[:4]:
        assert {each.question for each in view.examples} == {said[0][0] for said in SAID.values()}


def test_tutor_sees_no_id_no_topic_no_explanation_and_no_right_answer_of_what_it_is_asked(mae):
    tutor = Watching()
    run(study(mae, tutor, pools=(4,)))
    rights = {question: right for said in SAID.values() for question, _, right in said}
    for view, candidates in tutor.seen:
        shown = repr((view, candidates))
        assert "MaE0" not in shown
        assert NUMBERS not in shown
        assert LETTERS not in shown
        assert "secret" not in shown
        asked = repr(replace(view, examples=()))
        assert f"'{rights[view.question]}'" not in asked


def test_place_of_the_true_candidate_tells_nothing(mae):
    tutor = Watching()
    run(study(mae, tutor, pools=(4,)))
    orders = {
        tuple(sorted(candidates).index(c) for c in candidates) for _, candidates in tutor.seen
    }
    assert len(orders) > 1


def test_permuting_ids_changes_no_ranking(library, mae):
    new = dict(zip(sorted(BELIEFS), ["Q9", "A3", "Z1", "K5"], strict=True))
    moved = ItemSet(
        tuple(
            item.model_copy(
                update={"wrong_answers": {new[n]: w for n, w in item.wrong_answers.items()}}
            )
            for item in mae.items
        ),
        {new[name]: statement for name, statement in mae.statements.items()},
    )
    tutor = make_tutor("scripted:case-based", library)
    assert run(study(mae, tutor, library)) == run(study(moved, tutor, library))


def test_swapped_labels_are_followed_so_no_label_is_known_beforehand(library, mae):
    """With the statements of two beliefs exchanged the examples still decide."""
    statements = dict(mae.statements)
    statements["MaE01"], statements["MaE02"] = statements["MaE02"], statements["MaE01"]
    swapped = ItemSet(mae.items, statements)
    scores, _ = run(study(swapped, make_tutor("scripted:case-based", library), library))
    assert scores["s2@4"] == [1.0] * 8


def test_topic_pool_holds_the_topics_misconceptions_only(mae):
    tutor = Watching()
    run(study(mae, tutor, pools=("topic",)))
    for view, candidates in tutor.seen:
        topic = next(item.topic for item in mae.items if item.question == view.question)
        assert set(candidates) == {statement for statement, its in BELIEFS.values() if its == topic}


def test_sole_misconception_of_a_topic_is_unscored_there(mae):
    items = [
        item.model_copy(update={"topic": "Alone"}) if item.id.startswith("MaE03") else item
        for item in mae.items
    ]
    scores, _ = run(study(ItemSet(tuple(items), mae.statements), Watching(), pools=("topic",)))
    assert scores["s2@topic"].count(None) == 4  # both topics of letters now hold one
    assert len(scores["s2@topic"]) == 8


def test_pool_by_topic_needs_topics(mae):
    items = tuple(item.model_copy(update={"topic": ""}) for item in mae.items)
    with pytest.raises(UsageError, match="not every question has a topic"):
        study(ItemSet(items, mae.statements), Watching())


def test_examples_need_a_second_question(mae):
    with pytest.raises(UsageError, match="wrong answers to two questions"):
        study(ItemSet(mae.items[::2], mae.statements), Watching())


def test_same_question_is_never_its_own_example():
    items = tuple(
        Item(id=f"q{k}", question=question, answer="1", wrong_answers={name: "2"})
        for k, (question, name) in enumerate([("a?", "M"), ("a?", "M"), ("b?", "N"), ("c?", "N")])
    )
    found = ItemSet(items, {"M": "one", "N": "two"})
    candidates = Candidates(found, tuple(found.pairs()))
    assert candidates.asked(0) == [3]
    assert candidates.asked(1) == [2]
    (example,) = candidates.examples(["one"], 0, tuple(found.pairs())[3])
    assert (example.statement, example.question) == ("one", "a?")


def test_pool_is_the_truth_and_distinct_others(mae):
    candidates = Candidates(mae, tuple(mae.pairs()))
    pair = candidates.pairs[0]
    for k in range(20):
        pool = candidates.pool(pair, 3, rng(k))
        assert len(set(pool)) == 3
        assert candidates.truth(pair) in pool


def test_without_examples_the_case_based_tutor_is_the_diagnoser(library, mae):
    options = {"gives_examples": False, "trials": 1}
    based, _ = run(study(mae, make_tutor("scripted:case-based", library), library, **options))
    plain, _ = run(study(mae, make_tutor("scripted:diagnoser", library), library, **options))
    assert based == plain


def test_topic_survives_the_item_file_and_an_item_without_one_is_written_as_before(mae, tmp_path):
    write_items(mae, tmp_path / "mae.jsonl")
    assert read_items(tmp_path / "mae.jsonl").items == mae.items
    assert {item.topic for item in mae.items} == {NUMBERS, LETTERS}
    assert "topic" not in Item(id="x", question="1 + 1", answer="2").model_dump(mode="json")


def test_the_strand_stands_for_the_topic_of_a_generated_item():
    library = load()
    made = generated(library, 30, 3)
    pairs = tuple(made.pairs())
    candidates = Candidates(made, pairs, library.families)
    candidates.check(("topic",))
    for pair in pairs:
        strand = library.families[pair.item.family].strand
        assert candidates.topic(pair) == strand
        same = {candidates.truth(p) for p in pairs if candidates.topic(p) == strand}
        assert set(candidates.pool(pair, "topic", rng("t"))) == same
    with pytest.raises(UsageError, match="no pool within a topic"):
        Candidates(made, pairs).check(("topic",))
