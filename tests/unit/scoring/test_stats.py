import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.records import Score
from sandbox.scoring.stats import clustered, mean_sd, summarise, wilson


def test_mean_and_sd_are_the_sample_ones():
    estimate = mean_sd([1.0, 2.0, 3.0, 4.0])
    assert estimate.mean == 2.5
    assert estimate.sd == pytest.approx(math.sqrt(5 / 3))


def test_one_trial_has_a_mean_and_no_spread():
    estimate = mean_sd([0.5])
    assert (estimate.mean, estimate.sd) == (0.5, None)
    assert estimate.reason


def test_wilson_agrees_with_published_values():
    interval = wilson(10, 20)
    assert (interval.low, interval.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    none, every = wilson(0, 10), wilson(10, 10)
    assert (none.low, none.high) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert (every.low, every.high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) is None


def test_more_hits_than_trials_is_refused():
    with pytest.raises(ValueError, match="4 hits of 3"):
        wilson(4, 3)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_stays_in_bounds(pair):
    hits, of = pair
    interval = wilson(hits, of)
    assert 0 <= interval.low <= hits / of <= interval.high <= 1
    assert interval.low < interval.high


def test_unscored_values_are_counted_and_do_not_pull_the_mean():
    estimate = clustered([("a", 1.0), ("a", None), ("b", 0.0), ("c", 1.0), ("c", None)], "t")
    assert estimate.mean == pytest.approx(2 / 3)
    assert estimate.coverage == "3 of 5"
    assert estimate.clusters == 3


def test_nothing_scored_is_none_with_a_reason():
    estimate = clustered([("a", None)], "t")
    assert (estimate.mean, estimate.interval) == (None, None)
    assert estimate.reason
    assert clustered([], "t").reason != estimate.reason


def test_values_of_one_student_give_no_interval():
    estimate = clustered([("a", 0.0), ("a", 1.0)], "t")
    assert estimate.mean == 0.5
    assert estimate.interval is None
    assert "one student" in estimate.reason


def test_clusters_widen_the_interval():
    alone = clustered([(k, float(k % 2)) for k in range(200)], "t").interval
    together = clustered([(k // 20, float(k // 20 % 2)) for k in range(200)], "t").interval
    assert together.high - together.low > 2 * (alone.high - alone.low)
    assert alone.low < 0.5 < alone.high


def test_a_share_of_one_gets_the_wilson_interval_by_student():
    estimate = clustered([(k % 10, 1.0) for k in range(100)], "t")
    assert (estimate.interval.low, estimate.interval.high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert "Wilson" in estimate.interval.method


def test_any_other_constant_has_no_interval():
    estimate = clustered([(k, 0.25) for k in range(9)], "t")
    assert estimate.interval is None
    assert "alike" in estimate.reason


def test_the_bootstrap_is_the_same_every_time_and_keyed():
    rows = [(k % 17, (k * 37 % 11) / 10) for k in range(120)]
    assert clustered(rows, "one") == clustered(rows, "one")
    assert clustered(rows, "one").interval != clustered(rows, "two").interval


def test_the_bootstrap_interval_is_near_the_normal_one_for_many_students():
    rows = [(k, (k * 37 % 101) / 100) for k in range(404)]
    estimate = clustered(rows, "t")
    half = 1.96 * estimate.sd / math.sqrt(404)
    assert estimate.interval.low == pytest.approx(estimate.mean - half, abs=0.004)
    assert estimate.interval.high == pytest.approx(estimate.mean + half, abs=0.004)


def test_scores_are_summarised_by_value():
    scores = [Score(session="s", metric="m", value=v, reason="" if v else "r") for v in (1.0, None)]
    assert summarise([("a", scores[0]), ("b", scores[1])]).coverage == "1 of 2"
