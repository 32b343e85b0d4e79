"""What a reply decides, before a repair request and after it."""

import pytest

from sandbox.experiments.reading import choice_reader, number_reader, order_reader
from sandbox.types import Completion

CHOICES = (("A", "5/6"), ("B", "2/5"), ("C", "1/6"), ("D", "7"))
CANDIDATES = ("Adds across.", "Multiplies.", "Takes the larger one.")


def said(text, finish="stop"):
    return Completion(text=text, finish=finish)


@pytest.mark.parametrize(
    "text",
    [
        '{"Choice": "B"}',
        '{"choices": "b."}',
        '{"ANSWER": "(B)"}',
        '{"Answer": "B) 2/5"}',
        '{"choice": "2/5"}',
        '{"Choice": ["B"]}',
        "```json\n{'Explanation': 'I don't know, A or C?', 'Choice': 'B',}\n```",
        "<think>It is A.</think>{\"Choice\": \"B\"}",
        'Sure! {"Explanation": "A is right, yet I add.", "Choice": "B"} Hope it helps.',
        '{"reply": {"Choice": "B"}}',
        "B",
        "b) 2/5",
    ],
)  # fmt: skip
def test_choice_is_read_from_every_form_that_the_study_knows(text):
    assert choice_reader(CHOICES).first(said(text)).label == "B"


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("", "empty", "the reply is empty"),
        ("I cannot do that.", "refused", "the model refused"),
        ("<think>A, so", "length", "cut off at the token limit before it said anything"),
        ('{"Explanation": "The answer is A, but', "length", "cut off at the token limit"),
        ('{"Explanation": "because"}', "stop", "no Choice in the JSON object"),
        ('{"Choice": "A or B"}', "stop", "names several choices"),
        ('{"Choice": "A", "Answer": "B"}', "stop", "gives two answers: A and B"),
        ("As this student I would add the tops and then the bottoms.", "stop",
         "no JSON object in the reply"),
    ],
)  # fmt: skip
def test_unread_reply_says_why(text, finish, reason):
    found = choice_reader(CHOICES).first(said(text, finish))
    assert (found.label, found.reason) == ("", reason)


def test_whole_object_counts_though_the_reply_is_cut_off_after_it():
    found = choice_reader(CHOICES).first(said('{"Choice": "B"}\nAs you can see', "length"))
    assert found.label == "B"


def test_prose_is_read_only_when_there_is_no_second_chance():
    text = "I would go for option B, since I add the tops and the bottoms."
    assert choice_reader(CHOICES).first(said(text)).reason == "no JSON object in the reply"
    assert choice_reader(CHOICES).last(said(text)).label == "B"


def test_prose_that_names_the_right_choice_before_the_students_is_never_taken_for_it():
    text = "The correct answer would be A, but with this misconception I would choose C."
    found = choice_reader(CHOICES).last(said(text))
    assert (found.label, found.reason) == ("", "prose that names several choices: A, C")


def test_answer_that_is_not_on_offer_is_read_and_no_choice():
    found = choice_reader(CHOICES).first(said('{"Choice": "E"}'))
    assert (found.label, found.offered, found.reason) == ("", False, "")


@pytest.mark.parametrize(
    ("text", "index"),
    [('{"Choice": 2}', 1), ('{"misconception": "3."}', 2), ('{"Answer": "Multiplies."}', 1)],
)
def test_candidate_is_read_by_number_or_statement(text, index):
    assert number_reader(CANDIDATES).first(said(text)).index == index


def test_candidate_that_is_not_on_offer_is_read_and_none():
    found = number_reader(CANDIDATES).first(said('{"Choice": 9}'))
    assert (found.index, found.reason) == (None, "")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ('{"Order": [3, 1, 2]}', (2, 0, 1)),
        ('{"ranking": ["2", "2", 99, 1]}', (1, 0)),
        ('{"Order": "2, 3, 1"}', (1, 2, 0)),
        ("[2, 1, 3]", (1, 0, 2)),
    ],
)
def test_order_is_read_without_repeats_and_without_what_is_not_on_offer(text, order):
    assert order_reader(3).first(said(text)).order == order


@pytest.mark.parametrize("text", ['{"Order": []}', '{"Order": "none"}', "2 fits best of the 3."])
def test_order_that_names_nobody_is_unread(text):
    assert order_reader(3).last(said(text)).reason
