"""Wordings: filled, and not said twice while another is left."""

import pytest

from sandbox.agents.base import View
from sandbox.agents.phrasing import filled, fresh, joined
from sandbox.agents.students.wording import capitalised, childlike, plain
from sandbox.records import Turn


def after(*said):
    """The tutor's view when it has said this, each time to a student's "Hm."."""
    texts = [text for own in said for text in ("Hm.", own)]
    turns = tuple(
        Turn(index=k, seat=("student", "tutor")[k % 2], text=text, author="")
        for k, text in enumerate(texts)
    )
    return View(seat="tutor", session="v", question="What is 1 + 1?", turns=turns)


NOT, UM, BARE = "That's not how I do it. {says}", "Um, I'm not sure. {says}", "{says}"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ([], [NOT, UM, BARE]),
        (["That's not how I do it. Then."], [UM, BARE]),
        (["Um, I'm not sure. Now."], [NOT]),
        (["Um, I'm not sure. Now.", "That's not how I do it."], [NOT, UM, BARE]),
    ],
    ids=["nothing", "with something else in its slot", "word for word", "all of them"],
)
def test_wording_is_known_by_its_own_words(said, left):
    assert list(fresh([NOT, UM, BARE], after(*said), {"says": "Now."})) == left


def test_wording_that_is_all_slot_is_known_by_what_it_says():
    wordings = ["{answer}.", "OK. {answer}."]
    assert list(fresh(wordings, after("OK. 7."), {"answer": "8"})) == wordings
    assert list(fresh(wordings, after("8."), {"answer": "8"})) == wordings[1:]


def test_only_what_this_seat_said_counts():
    wordings = ["Hm. {says}", "Well now. {says}"]
    assert list(fresh(wordings, after("So."), {"says": "Go."})) == wordings


def test_slot_in_what_fills_a_slot_stays_as_it_is():
    assert (
        filled("Look at this. {says}", {"says": "the set {says}"}) == "Look at this. the set {says}"
    )


def test_empty_pieces_leave_no_gap():
    assert joined("", "Yes.", "", "Go on.") == "Yes. Go on."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ones: 5", "Ones: 5"),
        ("a whole is cut", "A whole is cut"),
        ("a = 5", "a = 5"),
        ("a + b = 5", "a + b = 5"),
        ("a² is 9", "a² is 9"),
        ("ab = 6", "ab = 6"),
        ("x is 5", "x is 5"),
        ("π times 2", "π times 2"),
        ("2x = 6", "2x = 6"),
        ("i take it", "I take it"),
    ],
)
def test_letter_that_stands_for_a_number_stays_small(text, shown):
    assert capitalised(text) == shown


@pytest.mark.parametrize(
    ("text", "child"),
    [
        ("The denominators name the pieces.", "The bottom numbers name the pieces."),
        ("An integer lies between them.", "A whole number lies between them."),
        ("An integer is a whole number.", "An integer is a whole number."),
        ("Integers are the whole numbers below zero too.",) * 2,
        ("The quantity is an amount of something.",) * 2,
    ],
)
def test_child_uses_simple_words_but_explains_no_word_by_itself(text, child):
    assert childlike(text) == child


def test_no_help_and_no_rule_says_that_a_thing_is_itself(library):
    for spec in library.misconceptions.values():
        for text in (spec.helps.idea, spec.helps.because, *spec.says):
            for word in ("whole number", "bottom number", "top number", "amount"):
                said = plain(text).lower()
                assert f"{word} is a {word}" not in said
                assert f"{word}s are the {word}s" not in said
