"""Which interval stands beside a mean: Wilson's only beside shares."""

from sandbox.records import Score
from sandbox.reports.rows import Row
from sandbox.reports.talks import estimated


def rows(metric, values):
    return [
        Row(
            {"student": f"s{k}"},
            0,
            Score(session=f"s{k}", metric=metric, value=value, scorer="test"),
        )
        for k, value in enumerate(values)
    ]


def test_gains_that_are_all_alike_get_no_interval_of_a_share():
    """A gain can be a loss: an interval from 0 up would rule losses out without a reason."""
    assert estimated(rows("gain", [0.0] * 5), "gain").interval is None


def test_shares_that_are_all_alike_get_wilsons_interval():
    interval = estimated(rows("scope_control", [1.0] * 5), "scope_control").interval
    assert interval is not None
    assert interval.method.startswith("Wilson")
    assert round(interval.low, 3) == 0.566  # 5 / (5 + 1.96²)


def test_gains_that_differ_get_the_bootstrap_interval():
    interval = estimated(rows("gain", [0.0, 1.0, 0.5, -0.5]), "gain").interval
    assert interval is not None
    assert interval.low < 0.25 < interval.high
