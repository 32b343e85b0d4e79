"""The nine adaptivity signals on wordings of a tutor who fits, and of one who does not."""

import pytest

from sandbox.content.generate import open_item
from sandbox.content.library import load
from sandbox.records import Cell, Transcript, Trial, Turn
from sandbox.scoring.adaptivity import QUESTIONS, score_adaptivity

TASK = "Work out 52 − 38."

FITTED_LOW = (
    "Sums like this can feel like a chore, so let's treat it as a detective game. The question is "
    "asking "
    "how much is left when 38 goes away from 52. You have already lined the digits up, and you "
    "can manage the "
    "rest. First look at the ones, one small step at a time. For example, with 21 − 9 you open a "
    "ten and have "
    "11 − 9. After that, try a similar one: work out 43 − 27.",
    "Numbers hide little secrets, and finding them is rather fun. In your own words, what are we "
    "looking for? It is "
    "normal to get stuck here; take your time. Draw 5 tens and 2 ones. Notice what happens when "
    "you need more ones. "
    "Imagine you have 3 tens and 1 one and give away 4. Once that is clear, practise with 61 − 25.",
)
COLD = (
    "Wrong again. You should know this. Stop complaining and do it.",
    "That is not right, and it is obviously careless work. I am tired of this, it is boring.",
)


def scored(said, profile="g4-low", task=TASK):
    item = open_item(load().families.last(task)[0])
    turn = Turn(index=0, seat="tutor", text=said, author="t")
    cell = Cell(study="dialogue", factors={})
    transcript = Transcript(session=cell.key, item=item, student="s", tutor="t", turns=(turn,))
    trial = Trial(cell=cell, transcript=transcript, observations={"profile": profile})
    return {s.metric.removeprefix("adaptivity."): s for s in score_adaptivity(trial, load())}


@pytest.mark.parametrize("said", FITTED_LOW)
def test_a_tutor_who_fits_a_low_learner_earns_every_point(said):
    found = scored(said)
    assert {name: found[name].value for name in QUESTIONS} == dict.fromkeys(QUESTIONS, 1.0)
    assert found["adaptivity"].value == 1


@pytest.mark.parametrize("said", COLD)
def test_harm_costs_a_point_on_attitude_and_self_efficacy(said):
    found = scored(said)
    assert (found["q2"].value, found["q3"].value) == (-1, -1)
    assert found["adaptivity"].value < 0.2


def test_the_same_gentle_words_do_not_fit_a_high_learner():
    assert scored(FITTED_LOW[1], "g4-high")["q5"].value == 0
    assert scored("Prove that your way always works.", "g4-high")["q5"].value == 1
    assert scored("Prove that your way always works.", "g4-low")["q5"].value == 0


def test_a_problem_far_above_the_learner_is_too_hard_and_out_of_scope():
    hard = scored("Try this: Solve 3(x + 4) = 2x − 5 for x. What is 2/3 ÷ 4/5?", "g4-low")
    assert hard["q1"].value == 0 or hard["q4"].value == 0 or hard["q5"].value == 0


def test_praise_alone_explains_nothing():
    found = scored("Great job! You are a star! Keep going!")
    assert [found[name].value for name in ("q6", "q7", "q8")] == [0, 0, 0]


def test_denied_words_do_not_count():
    assert scored("This is not fun and not a game.")["q2"].value == 0
    assert scored("There is no example for that.")["q7"].value == 0


def test_without_a_profile_what_depends_on_it_is_unscored_and_so_is_the_total():
    found = scored("First look at the ones.", "")
    assert found["q1"].value is None
    assert found["q9"].value == 1
    assert found["adaptivity"].value is None
    assert "profile" in found["adaptivity"].reason


def test_every_signal_says_what_it_rests_on():
    for score in scored(FITTED_LOW[0]).values():
        assert score.detail["why"]
