"""Agreement figures against published and hand-computed values, and where they are not defined."""

from functools import partial

import pytest

from sandbox.scoring.agreement import accuracy, alpha, icc, kappa, macro_f1, pearson
from sandbox.scoring.quiet import quietly

TRUTH = ["yes"] * 25 + ["no"] * 25
RATED = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15

KRIPPENDORFF_2011 = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
SHROUT_FLEISS_1979 = [
    [9, 6, 8, 7, 10, 6],
    [2, 1, 4, 1, 5, 2],
    [5, 3, 6, 2, 6, 4],
    [8, 2, 8, 6, 9, 7],
]


def numbers(labels):
    return [float(label == "yes") for label in labels]


def test_accuracy_is_the_share_of_equal_pairs():
    assert accuracy(TRUTH, RATED).value == pytest.approx(0.7)


def test_kappa_of_the_text_book_example_is_four_tenths_with_its_interval():
    found = kappa(numbers(TRUTH), numbers(RATED), (0, 1))
    assert found.value == pytest.approx(0.4)
    assert (round(found.interval.low, 3), round(found.interval.high, 3)) == (0.151, 0.649)


def test_weighted_kappa_by_hand():
    # pairs (0,0) (1,1) (2,1) (2,2): squared distances observed 1/4; expected from the margins
    # (1/4, 1/4, 1/2) and (1/4, 1/2, 1/4): (1·.5+4·.25)/4 + (1·.25+1·.25)/4 + (4·.25+1·.5)/2 = 1.25
    found = kappa([0, 1, 2, 2], [0, 1, 1, 2], (0, 1, 2), "quadratic")
    assert found.value == pytest.approx(1 - 0.25 / 1.25)


def test_kappa_counts_values_of_the_scale_that_nobody_used():
    assert kappa([0, 2, 0], [0, 2, 2], (0, 1, 2)).value == kappa([0, 2, 0], [0, 2, 2], (0, 2)).value


def test_perfect_agreement_is_1_without_an_interval():
    found = kappa([0, 1, 1, 0], [0, 1, 1, 0], (0, 1))
    assert (found.value, found.interval) == (1, None)


def test_macro_f1_averages_labels_without_weights():
    assert macro_f1(TRUTH, RATED).value == pytest.approx((40 / 55 + 30 / 45) / 2)


@pytest.mark.parametrize(
    ("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_alpha_of_the_published_example(level, value):
    found = alpha(KRIPPENDORFF_2011, level)
    assert (round(found.value, 3), found.n) == (value, 11)


def test_icc_of_the_published_example():
    found = icc(SHROUT_FLEISS_1979)
    assert round(found.value, 2) == 0.29
    assert found.interval.low == pytest.approx(0.02, abs=0.01)
    assert found.interval.high == pytest.approx(0.76, abs=0.01)


def test_icc_agrees_with_pingouin():
    import pandas as pd
    import pingouin

    records = [(k, rater, value) for rater, row in enumerate(SHROUT_FLEISS_1979) for k, value in enumerate(row)]  # fmt: skip
    frame = pd.DataFrame(records, columns=["thing", "rater", "score"])
    with quietly():
        row = pingouin.intraclass_corr(frame, "thing", "rater", "score").set_index("Type").loc["ICC(A,1)"]  # fmt: skip
    found = icc(SHROUT_FLEISS_1979)
    assert found.value == pytest.approx(row["ICC"])
    assert [found.interval.low, found.interval.high] == pytest.approx(list(row["CI95"]), abs=0.006)


def test_pearson_with_fishers_interval_by_hand():
    first, second = [1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]
    found = pearson(first, second)
    assert found.value == pytest.approx(29 / 35)
    assert found.interval.low == pytest.approx(0.0519, abs=0.0005)
    assert found.interval.high == pytest.approx(0.9807, abs=0.0005)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (kappa([1, 1], [1, 1], (0, 1)), "same label"),
        (alpha([[1, 1], [1, 1]]), "one and the same"),
        (alpha([[1, None], [None, 1]]), "rated twice"),
        (alpha([]), "rated twice"),
        (icc([[1, 1, 1], [1, 1, 1]]), "one and the same"),
        (icc([[1, 2], [1, 2]]), "at least"),
        (icc([]), "at least"),
        (pearson([1, 1, 1], [1, 2, 3]), "never varies"),
        (pearson([1, 2], [1, 2]), "fewer than three"),
    ],
)
def test_what_is_not_defined_says_why(found, reason):
    assert found.value is None
    assert reason in found.reason


@pytest.mark.parametrize("ones", [2, 18, 25, 73, 193])
def test_kappa_with_a_rater_who_never_varies_is_not_defined(ones):
    for found in (
        kappa([1] * ones + [0] * 50, [1] * (ones + 50), (0, 1)),
        kappa([1] * (ones + 50), [1] * ones + [0] * 50, (0, 1, 2), "quadratic"),
    ):
        assert (found.value, found.interval) == (None, None)
        assert "never varies" in found.reason


@pytest.mark.parametrize("figure", [accuracy, macro_f1, partial(kappa, scale=("a", "b"))])
def test_no_pairs_give_no_figure_and_unpaired_columns_are_refused(figure):
    assert figure([], []).value is None
    with pytest.raises(ValueError, match="cannot be paired"):
        figure(["a"], [])
