"""Double rating: every item by two, balanced; disagreements are found and settled."""

from collections import Counter

import pytest

from sandbox.errors import UsageError
from sandbox.records import Score
from sandbox.scoring.double import allotted, disagreements, rated_by, without_adjudicated
from sandbox.scoring.people import ADJUDICATED
from sandbox.scoring.ratings import metric_of
from sandbox.scoring.reliability import ratings_from

PLACES = [(f"s{number}", turn) for number in range(10) for turn in (1, 3)]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_item_has_two_raters_and_loads_differ_by_little(count):
    raters = [f"R{number}" for number in range(count)]
    plan = allotted(PLACES, raters, "x")
    assert set(plan) == set(PLACES)
    assert all(len(set(pair)) == 2 for pair in plan.values())
    loads = Counter(code for pair in plan.values() for code in pair)
    assert max(loads.values()) - min(loads.values()) <= 1
    pairs = Counter(plan.values())
    assert max(pairs.values()) - min(pairs.values()) <= 1


def test_plan_is_the_same_in_any_order_of_items_and_keyed():
    raters = ["A", "B", "C"]
    assert allotted(PLACES, raters, "x") == allotted(PLACES[::-1], raters, "x")
    assert list(allotted(PLACES, raters, "x")) != list(allotted(PLACES, raters, "y"))


@pytest.mark.parametrize("raters", [[], ["A"], ["A", "A"], ["A", "Ann Smith"]])
def test_raters_that_cannot_rate_twice_are_refused(raters):
    with pytest.raises(UsageError):
        allotted(PLACES, raters, "x")


def given(rubric, rater, session, values):
    return [
        Score(session=session, metric=metric_of(rubric.id, name), value=value, turn=1, scorer=rater)
        for name, value in values.items()
    ]


def test_disagreement_is_found_once_and_its_verdict_is_no_third_rater(library):
    rubric = library.rubric("adaptivity")
    scores = [
        *given(rubric, "human:A", "s", {"q1": 0, "q3": 1}),
        *given(rubric, "human:B", "s", {"q1": 1, "q3": 1}),
        *given(rubric, "signals", "s", {"q3": -1}),
        *given(rubric, ADJUDICATED, "s", {"q1": 1}),
    ]
    found = ratings_from(scores, rubric)
    (one,) = disagreements(found)
    assert (one.place, one.criterion, one.settled) == (("s", 1), "q1", 1)
    assert one.given == {"human:A": 0, "human:B": 1}
    assert ADJUDICATED not in without_adjudicated(found).raters


def test_item_is_rated_when_every_criterion_is(library):
    rubric = library.rubric("adaptivity")
    every = {criterion.id: criterion.values[-1] for criterion in rubric.criteria}
    some = dict(list(every.items())[:-1])
    scores = [*given(rubric, "human:A", "s", every), *given(rubric, "human:A", "t", some)]
    assert rated_by(ratings_from(scores, rubric), "A") == {("s", 1)}


def test_alpha_has_an_interval_once_enough_is_rated_twice():
    from sandbox.scoring.agreement import alpha

    one = [0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1]
    two = [0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1]
    found = alpha([one, two], "ordinal")
    assert found.interval.low < found.value < found.interval.high <= 1
    assert alpha([one, two], "ordinal") == found
    assert alpha([one[:6], two[:6]], "ordinal").interval is None
    more = alpha([one * 8, two * 8], "ordinal").interval
    assert more.high - more.low < found.interval.high - found.interval.low
