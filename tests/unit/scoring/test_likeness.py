import pytest

from sandbox.scoring.likeness import likeness_across


def test_word_for_word_the_same_is_one_and_nothing_shared_is_zero():
    assert likeness_across([("a", "add the tops"), ("a", "add the tops")]) == 1
    assert likeness_across([("a", "add the tops"), ("a", "draw bars")]) == 0


def test_only_texts_of_the_same_group_are_compared():
    rows = [("a", "one two"), ("a", "one two"), ("b", "red"), ("b", "blue")]
    assert likeness_across(rows) == pytest.approx(0.5)


def test_without_a_pair_there_is_no_figure():
    assert likeness_across([("a", "one"), ("b", "one")]) is None
    assert likeness_across([]) is None


def test_texts_without_words_are_alike_only_if_equal():
    assert likeness_across([("a", "?"), ("a", "?")]) == 1
    assert likeness_across([("a", "?"), ("a", "!")]) == 0
