import pytest

from sandbox.scoring.agreement import accuracy, cohen_kappa, macro_f1

TRUTH = ["yes"] * 25 + ["no"] * 25
RATED = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15


def test_accuracy_is_the_share_of_equal_pairs():
    assert accuracy(TRUTH, RATED).value == pytest.approx(0.7)


def test_kappa_of_the_text_book_example_is_four_tenths():
    assert cohen_kappa(TRUTH, RATED).value == pytest.approx(0.4)


def test_macro_f1_averages_labels_without_weights():
    assert macro_f1(TRUTH, RATED).value == pytest.approx((40 / 55 + 30 / 45) / 2)


def test_kappa_weighs_distances_when_asked():
    first, second = ["0", "1", "2", "2"], ["0", "1", "1", "2"]
    assert cohen_kappa(first, second, "quadratic").value > cohen_kappa(first, second).value


def test_one_label_only_leaves_kappa_undefined_not_nan():
    figure = cohen_kappa(["a", "a"], ["a", "a"])
    assert figure.value is None
    assert "same label" in figure.reason


@pytest.mark.parametrize("figure", [accuracy, macro_f1, cohen_kappa])
def test_no_pairs_give_no_figure_and_unpaired_columns_are_refused(figure):
    assert figure([], []).value is None
    with pytest.raises(ValueError, match="cannot be paired"):
        figure(["a"], [])
