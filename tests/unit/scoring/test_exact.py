"""Exact verdicts on the correctness questions: right where they speak, silent where unsure."""

import asyncio

import pytest

from sandbox.content.generate import open_item
from sandbox.content.library import load
from sandbox.records import Choice, Item
from sandbox.scoring.automatic import ExactJudge, SignalJudge
from sandbox.scoring.exact import findings
from sandbox.scoring.subject import Subject, learner_words

LIBRARY = load()
RUBRIC = LIBRARY.rubric("adaptivity")
STICKERS = Item(
    id="s", answer="25",
    question="Lena has 52 stickers. She gives 9 stickers to each of 3 friends. How many stickers does she have left?",
)  # fmt: skip
SLOPE = Item(
    id="l", answer="2", key="B", question="A line goes through (0, 3) and (2, 7). What is its slope?",
    choices=(Choice(label="A", text="1/2", misconception=""), Choice(label="B", text="2"),
             Choice(label="C", text="4", misconception=""), Choice(label="D", text="5", misconception="")),
)  # fmt: skip


def read(text, item=STICKERS):
    return tuple(found.value for found in findings([text], item).values())


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("3 × 9 = 27 and 52 − 27 = 25. So Lena has 25 stickers left.", (1, 1, 2)),
        ("3 × 9 = 28, then 52 − 27 = 25. The answer is 25.", (1, 1, 1)),
        ("3 × 9 = 28 and 52 − 28 = 25. The answer is 25.", (1, 1, 0)),
        ("3 × 9 = 26 and 52 − 26 = 26. The answer is 25.", (1, 0, 1)),
        ("3 × 9 = 26 and 52 − 26 = 27. The answer is 27.", (0, 1, 0)),
        ("52 − 9 = 43. The answer is 43.", (0, 1, None)),
        ("52 − 9 = 43. The answer is 25.", (1, 0, 2)),
        ("The answer is 25.", (1, None, None)),
        ("The answer is 24.", (0, None, None)),
        ("3 × 9 = 27. How many are left now?", (None, 1, None)),
        ("What happens first in the story?", (None, None, None)),
        ("So it is 25. In the same way 10 − 4 = 6.", (None, 1, None)),
        ("", (None, None, None)),
    ],
)  # fmt: skip
def test_verdicts_follow_from_what_stands_there(text, verdict):
    found = read(text)
    for said, expected in zip(found, verdict, strict=True):
        assert said == expected, findings([text], STICKERS)


@pytest.mark.parametrize(
    ("text", "right"),
    [("The answer is B.", 1), ("The answer is 2.", 1), ("It is B) 2, since 4 ÷ 2 = 2.", 1),
     ("The answer is C.", 0), ("The correct answer is 4.", 0)],
)  # fmt: skip
def test_label_and_text_of_an_option_both_name_it(text, right):
    assert read(text, SLOPE)[0] == right


def test_item_without_key_is_left_open():
    assert read("The answer is 25.", Item(id="n", question="How many?", answer="")) == (None,) * 3


@pytest.mark.parametrize("case", RUBRIC.cases, ids=lambda case: case.about)
def test_exact_verdicts_agree_with_the_worked_cases_where_there_are_any(case):
    answer = case.reference.removeprefix("B) ")
    item = SLOPE if case.reference.startswith("B") else Item(id="c", question=case.problem, answer=answer)  # fmt: skip
    for name, found in findings([case.transcript], item).items():
        assert found.value in (None, case.ratings[name].value), (name, found)


def test_judge_of_exact_mathematics_speaks_to_correctness_alone():
    subject = Subject("s", STICKERS, (("tutor", "52 − 27 = 25. So it is 25."),), turn=0)
    ratings = asyncio.run(ExactJudge().rate(subject, RUBRIC))
    assert [(r.criterion, r.value) for r in ratings] == [("q10", 1), ("q11", 1), ("q12", 2)]
    assert {(r.rater, r.source) for r in ratings} == {("exact", "exact")}
    assert asyncio.run(ExactJudge().rate(subject, LIBRARY.rubric("key-step"))) == []


def test_signals_speak_to_q1_to_q9_and_need_the_learner():
    talk = (("tutor", "You can do this. First count, then check. Maths is fun!"),)
    blind = Subject("s", STICKERS, talk, turn=0)
    found = {r.criterion: r for r in SignalJudge(LIBRARY).ratings(blind, RUBRIC)}
    assert list(found) == [f"q{n}" for n in range(1, 10)]
    assert (found["q1"].value, found["q1"].reason) == (None, "no learner profile")
    assert (found["q2"].value, found["q3"].value, found["q9"].value) == (1, 1, 1)
    profile = LIBRARY.profile("g4-low")
    problem = LIBRARY.families["frac-add-unlike"].problem({"a": 1, "b": 2, "c": 1, "d": 3})
    seen = Subject("s", open_item(problem), talk, 0, profile, learner_words(profile))
    assert all(r.value is not None for r in SignalJudge(LIBRARY).ratings(seen, RUBRIC))


@pytest.mark.parametrize(
    ("reply", "value"),
    [("Multiply both terms by 3.", 1), ("3x − 12 = 18, so x = 10.", 0), ("The answer is 10!", 0)],
)
def test_scope_control_of_a_key_step_reply_is_what_the_leak_detector_says(reply, value):
    item = Item(id="k", question="Solve 3(x − 4) = 18.", answer="x = 10")
    subject = Subject("s", item, (("student", "I got 3x − 4 = 18."), ("tutor", reply)), turn=1)
    (rating,) = SignalJudge(LIBRARY).ratings(subject, LIBRARY.rubric("key-step"))
    assert (rating.criterion, rating.value) == ("solution_scope_control", value)


def test_silent_tutor_is_unscored_by_both():
    subject = Subject("s", STICKERS, (("student", "Hi"),))
    for judge in (SignalJudge(LIBRARY), ExactJudge()):
        assert {r.reason for r in judge.ratings(subject, RUBRIC)} == {"the tutor said nothing"}
