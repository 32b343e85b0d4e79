"""What a student makes of a tutor's ordinary talk, beside questions that can be worked out."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from sandbox.agents.base import View
from sandbox.agents.checking import comes_back, inverse_of
from sandbox.agents.hearing import hear
from sandbox.agents.students import make_student
from sandbox.agents.talk import Talk
from sandbox.content.library import load
from sandbox.maths.consistency import consistency
from sandbox.records import Turn

LIBRARY = load()
SUBTRACTION = ("novice:subtraction/smaller-from-larger", "Work out 52 − 38.")
FRACTIONS = ("novice:fractions/add-across", "What is 3/4 + 1/2?")
EXPERT = ("scripted:expert", "What is 3/4 + 1/2?")
SAYS = LIBRARY.misconception("subtraction/smaller-from-larger").says


def talk(who: tuple[str, str], *lines: str, session: str = "s") -> list[Turn]:
    """The student's turns: its opening, then one reply a line."""
    name, question = who
    student = make_student(name, LIBRARY)
    turns: list[Turn] = []
    for line in ("", *lines):
        if line:
            turns.append(Turn(index=len(turns), seat="tutor", text=line, author=""))
        view = View(seat="student", session=session, question=question, turns=tuple(turns))
        said = asyncio.run(student.act(view))
        turns.append(
            Turn(index=len(turns), seat="student", text=said.text, author="", hidden=said.hidden)
        )
    return turns[::2]


def reply(who: tuple[str, str], *lines: str) -> str:
    return talk(who, *lines)[-1].text


HEARD: dict[str, Talk] = {
    "You have to borrow a ten.": "hint",
    "Make the bottoms the same.": "hint",
    "Can you line up the points?": "hint",
    "You have to borrow a ten. Do you agree?": "agree",
    "Great. What do you think?": "think",
    "Let's try another one.": "another",
    "Good job, that was hard work. See you next time!": "closing",
    "Take your time.": "wait",
    "No rush, think about it.": "wait",
    "What is the first step?": "first-step",
    "Where would you start": "first-step",
    "And what comes next?": "next-step",
    "Which one is bigger?": "compare",
    "Is that the same as 4/6?": "compare-value",
    "Is your answer more than 20?": "compare-value",
    "Try it with smaller numbers.": "smaller",
    "Can you make up a problem like this?": "own-example",
    "Draw it.": "draw",
    "Can you show it on a number line?": "draw",
    "Look at the picture.": "look-at-picture",
    "Check with addition.": "check-inverse",
    "How could you check?": "how-check",
    "Check your answer.": "check",
    "About how big should the answer be?": "estimate",
    "Imagine you share chocolate with friends. What would happen?": "context",
    "What does the bottom number mean?": "meaning",
    "Can you find your mistake?": "mistake",
    "How else could you do it?": "other-way",
    "So you take the small one from the big one?": "revoice",
    "How sure are you?": "how-sure",
    "Do you see what I mean?": "understand",
    "What is the question asking?": "what-asked",
    "Should you add or subtract?": "operation",
    "Do you need a hint?": "help",
    "Are you stuck?": "help",
    "What part is confusing?": "puzzling",
    "I can't tell you the answer.": "refuse",
    "Hello! How are you today?": "how-are-you",
    "What's your name?": "ask-name",
    "Did you watch the football?": "off-topic",
    "What did you learn today?": "learned",
    "Think about place value.": "think-about",
    "Go on.": "go-on",
    "I see.": "acknowledge",
    "Fractions are parts of a whole.": "",
}


@pytest.mark.parametrize(("line", "kind"), HEARD.items())
def test_ordinary_talk_is_heard_for_what_it_wants(line, kind):
    assert hear(line, LIBRARY.families).talk == kind


def test_every_kind_of_talk_has_a_wording_and_every_wording_belongs_to_a_kind():
    phrases = {name.removeprefix("talk-") for name in LIBRARY.phrases if name.startswith("talk-")}
    for kind in filter(None, get_args(Talk)):
        assert any(name == kind or name.startswith(f"{kind}-") for name in phrases) or kind in (
            "smaller", "compare-value", "look-at-picture", "check-inverse"
        ), kind  # fmt: skip


@pytest.mark.parametrize("line", HEARD)
def test_talk_alone_moves_no_belief_and_the_student_stays_in_character(line):
    if hear(line, LIBRARY.families).talk in ("check-inverse", "mistake"):
        return
    for who in (SUBTRACTION, FRACTIONS):
        turns = talk(who, line)
        assert list(turns[-1].hidden["beliefs"].values()) == [1.0]
        beliefs = [who[0].partition(":")[2]]
        said = consistency(turns[-1].text, line, who[1], beliefs, LIBRARY.families)
        assert said.verdict != "inconsistent", (turns[-1].text, said)


def test_a_short_question_is_named_naturally_in_the_opening_in_several_ways():
    heard = {talk(FRACTIONS, session=session)[0].text.partition(". ")[0] for session in "abcdefgh"}
    assert len(heard) >= 3
    assert all("4/6" in text and "3/4 + 1/2" in text for text in heard)
    assert not any("What is" in text for text in heard)


def test_a_hint_at_another_procedure_does_not_sway_a_belief():
    said = reply(SUBTRACTION, "You have to borrow a ten.")
    assert any(rule in said for rule in SAYS) or "my way" in said.lower() or "see why" in said
    assert "14" not in said


def test_it_agrees_with_its_own_rule_and_not_with_another():
    own = "You take the small digit from the big digit. Do you agree?"
    other = "You have to borrow a ten from the next column. Do you agree?"
    assert reply(SUBTRACTION, own).startswith("Yes")
    assert not reply(SUBTRACTION, other).startswith("Yes")


def test_another_answer_put_in_its_mouth_is_put_right():
    assert "26" in reply(SUBTRACTION, "So you got 14?")
    assert reply(SUBTRACTION, "So you got 14?").startswith("No")
    assert not reply(SUBTRACTION, "So you got 26?").startswith("No")


def test_the_first_and_the_next_step_are_those_of_its_own_working():
    assert "3 + 1 = 4" in reply(FRACTIONS, "What is the first step?")
    assert "4 + 2 = 6" in reply(FRACTIONS, "What comes next?")
    assert "3 + 1 = 4" not in reply(FRACTIONS, "What comes next?")


def test_smaller_numbers_of_its_own_are_answered_by_its_belief():
    turn = talk(SUBTRACTION, "Can you make up a problem like this?")[-1]
    ((question, answer),) = turn.hidden["answers"]
    problem = LIBRARY.families.last(question)[0]
    assert question in turn.text
    assert problem.wrong["subtraction/smaller-from-larger"].matches(answer)


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("Is your answer bigger than 20?", "bigger"),
        ("Is your answer more than 30?", "smaller"),
        ("Is that the same as 26?", "same"),
        ("Is that the same as 14?", "No"),
    ],
)
def test_its_answer_is_compared_with_a_number(line, start):
    said = reply(SUBTRACTION, line)
    synonyms = {"bigger": ("bigger", "more"), "smaller": ("smaller", "less")}
    assert any(word in said for word in synonyms.get(start, (start,)))


def test_a_check_by_addition_shows_the_student_that_its_answer_fails():
    turn = talk(SUBTRACTION, "Check with addition.")[-1]
    assert "26 + 38" in turn.text
    assert "64" in turn.text
    assert "conflict" in turn.hidden["events"]
    assert "14" not in turn.text
    told = talk(("novice:subtraction/smaller-from-larger", "Work out 58 − 32."), "Check by adding.")
    assert "conflict" not in told[-1].hidden["events"]


@pytest.mark.parametrize(
    ("question", "answer", "undone"),
    [
        ("Work out 52 − 38.", "26", ("26 + 38", "52")),
        ("What is 17 + 5?", "22", ("22 − 5", "17")),
        ("6 × 7", "42", ("42 ÷ 7", "6")),
        ("What is 3/4 + 1/2?", "4/6", None),
        ("How tall are you?", "26", None),
    ],
)
def test_a_calculation_is_undone(question, answer, undone):
    assert inverse_of(question, answer) == undone


def test_only_a_right_answer_comes_back_to_where_it_started():
    assert comes_back("Work out 52 − 38.", "14") is True
    assert comes_back("Work out 52 − 38.", "26") is False
    assert comes_back("What is 3/4 + 1/2?", "4/6") is None


def test_nothing_is_said_twice_in_a_row_however_often_a_tutor_asks_the_same():
    for line in ("You have to borrow a ten.", "Do you agree?", "Draw it.", "What do you think?"):
        said = [turn.text for turn in talk(SUBTRACTION, *[line] * 3)]
        assert len(set(said)) == len(said)


def test_a_student_that_is_stuck_says_so_and_is_not_sure_of_anything():
    stuck = ("scripted:expert", "Why do cats purr?")
    assert reply(stuck, "Are you sure?").startswith("No")
    assert not reply(stuck, "That's not right.").startswith("Really")


def test_before_any_problem_it_asks_which_one_is_meant():
    line = "What is the first step?"
    turn = Turn(index=0, seat="tutor", text=line, author="")
    view = View(seat="student", session="s", question=line, turns=(turn,))
    said = asyncio.run(make_student(SUBTRACTION[0], LIBRARY).act(view)).text
    assert "question" in said


def test_who_likes_maths_says_so_and_who_does_not_too():
    line = "Do you like maths?"
    assert "Yes" in reply(("timss:g8-high", "Solve 3x + 5 = 20."), line)
    assert "Yes" not in reply(("timss:g4-low", "Work out 52 − 38."), line)


def test_a_child_with_a_name_and_an_age_tells_them():
    mia = ("persona:whole-number-bias", "What is 3/4 + 1/2?")
    assert "Mia" in reply(mia, "What's your name?")
    assert "eleven" in reply(mia, "How old are you?")


def test_after_a_goodbye_no_help_is_asked_for():
    for session in "abcdefgh":
        said = talk(("timss:g4-low", "Work out 52 − 38."), "Goodbye!", session=session)[-1].text
        assert "?" not in said.replace("Is it nearly break time?", "").replace(
            "Do we have to do a lot of these?", ""
        )


def test_the_expert_follows_a_hint():
    assert reply(EXPERT, "Find a common bottom number first.").startswith(("OK", "Alright"))


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Fantastic! Keep it up!", ""),
        ("You can do this with a bit of thought.", ""),
        ("Don't give up.", ""),
        ("Keep the bottom number as it is.", "hint"),
        ("You can do it, but first you have to add the tops.", "hint"),
    ],
)
def test_encouragement_is_no_hint(said, kind):
    assert hear(said, LIBRARY.families).talk == kind
