"""The ranking form: MAP@25 by hand, the retrieval baseline, models that re-rank it."""

import json

import pytest
from model_study import access, says, trials_of

from sandbox.content.itemfiles import ItemSet
from sandbox.errors import UsageError
from sandbox.experiments.ranking import RETRIEVAL, RankingStudy
from sandbox.models.scripted import FromFunction
from sandbox.records import Item
from sandbox.scoring.ranked import rank_scores

STATEMENTS = {
    "a": "Multiplies the length and the width to find a perimeter.",
    "b": "Adds the length and the width to find an area.",
    "c": "Rounds every decimal to one place.",
    **{f"x{n}": f"Confuses topic number {n} with another topic." for n in range(40)},
}


def item(number, text, wrong, cause):
    return Item(id=f"i{number}", question=text, answer="7", wrong_answers={cause: wrong})


BANK = ItemSet(
    (
        item(1, "Find the perimeter: length 3, width 4. Multiplies?", "12", "a"),  # a is likest
        item(2, "Find an area: the length 3, the width 4", "7", "b"),
        item(3, "Solve x = 5 - 2", "9", "c"),  # no word in common
    ),
    STATEMENTS,
)


def by_metric(study, ranker):
    found = {}
    for trial in trials_of(study):
        if trial.cell.factors["ranker"] == ranker:
            for score in study.score(trial):
                found.setdefault(score.metric, []).append(score.value)
    return found


def test_average_precision_at_25_by_hand():
    order = list(range(40))
    # ranks 1, 2, 4, 25 and 26: 1 + 1/2 + 1/4 + 1/25 + 0, over five rows
    precisions = [rank_scores(order, truth).precision for truth in (0, 1, 3, 24, 25)]
    assert precisions == [1.0, 0.5, 0.25, 0.04, 0.0]
    assert sum(precisions) / 5 == pytest.approx(0.358)
    assert [rank_scores(order, t).is_within for t in (24, 25)] == [True, False]
    assert rank_scores([], 3).precision == 0.0


def test_truth_that_is_ranked_twice_is_refused():
    with pytest.raises(ValueError, match="ranked twice"):
        rank_scores([1, 1], 1)


def test_retrieval_ranks_all_misconceptions_by_words():
    study = RankingStudy(BANK, {})
    first, second, third = (study.retrieved(pair) for pair in study.pairs)
    assert study.statements[first[0]] == STATEMENTS["a"]
    assert study.statements[second[0]] == STATEMENTS["b"]
    assert sorted(third) == list(range(len(STATEMENTS)))
    place = third.index(study.statements.index(STATEMENTS["c"])) + 1
    found = by_metric(study, RETRIEVAL)
    assert found["ap@25"] == [1.0, 1.0, 1 / place if place <= 25 else 0.0]
    assert found["first"] == [1.0, 1.0, 0.0]


def test_model_reranks_the_first_25_and_what_it_does_not_name_follows():
    def b_alone(messages, settings):
        count = len([line for line in messages[1].text.splitlines() if line[:1].isdigit()])
        assert count == 25
        number = next(
            line.split(".")[0]
            for line in messages[1].text.splitlines()
            if line.endswith(STATEMENTS["b"])
        )
        return json.dumps({"Order": [int(number)]})

    two = ItemSet(BANK.items[:2], STATEMENTS)
    study = RankingStudy(two, {}, models=("m",), access=access(m=FromFunction(b_alone)))
    found = by_metric(study, "m")
    # b is put first on both rows; on the row of a, which retrieval puts first, a is then second
    assert found["ap@25"] == [0.5, 1.0]
    assert found["hit@25"] == [1.0, 1.0]


def test_order_that_cannot_be_read_is_unscored():
    study = RankingStudy(BANK, {}, models=("m",), access=access(m=says("All of them, I fear.")))
    assert by_metric(study, "m") == {
        "ap@25": [None] * 3, "first": [None] * 3, "hit@25": [None] * 3,
    }  # fmt: skip


def test_model_sees_candidates_in_an_order_without_meaning():
    model = says('{"Order": [1]}')
    trials_of(RankingStudy(BANK, {}, models=("m",), trials=2, access=access(m=model)))
    firsts = [m[1].text.split("Misconceptions:\n")[1].splitlines()[0] for m, _ in model.asked]
    assert len(set(firsts)) > 3


def test_permuting_ids_changes_no_ranking():
    names = dict(zip(STATEMENTS, reversed(list(STATEMENTS)), strict=True))
    moved = ItemSet(
        tuple(
            one.model_copy(
                update={"wrong_answers": {names[k]: v for k, v in one.wrong_answers.items()}}
            )
            for one in BANK.items
        ),
        {names[name]: statement for name, statement in STATEMENTS.items()},
    )
    plain, other = RankingStudy(BANK, {}), RankingStudy(moved, {})
    assert [t.observations for t in trials_of(plain)] == [t.observations for t in trials_of(other)]


def test_ranking_without_a_known_cause_is_refused():
    with pytest.raises(UsageError, match="no wrong answer"):
        RankingStudy(ItemSet((), {}), {})
