import pytest

from sandbox.content.library import load
from sandbox.maths.consistency import consistency, speaks_for_other, states_right, tutors
from sandbox.records import rng

TASK = "What is 3/4 + 1/2?"
ACROSS = "fractions/add-across"


def judged(said, heard="", beliefs=(ACROSS,), task=TASK, rules=()):
    return consistency(said, heard, task, beliefs, load().families, rules)


@pytest.mark.parametrize(
    "said",
    ["4/6", "I got 4/6.", "I did 3 + 1 = 4 on the top, then 4 + 2 = 6 on the bottom, so it is 4/6.",
     "It's four sixths!", "3/4 + 1/2 = 4/6 because you add the tops and the bottoms", "4 over 6"],
)  # fmt: skip
def test_the_beliefs_answer_is_consistent(said):
    assert judged(said).verdict == "consistent"


@pytest.mark.parametrize("said", ["5/4", "So it is 1 1/4.", "3/4 + 2/4 = 5/4, so 5/4."])
def test_the_right_answer_against_a_belief_is_off_script(said):
    found = judged(said)
    assert (found.verdict, found.solves) == ("inconsistent", True)


def test_an_answer_said_before_its_reasons_counts():
    said = "I make it 4/6. I added 3 and 1 for the top, and 4 and 2 make 6. Am I doing it right?"
    assert judged(said).verdict == "consistent"
    assert judged("I make it 4/6. No wait, then it must be 5/4.").solves


def test_another_wrong_answer_is_inconsistent_and_solves_nothing():
    found = judged("I think it is 3/8.")
    assert (found.verdict, found.solves) == ("inconsistent", False)


@pytest.mark.parametrize("said", ["I don't know.", "Can you help me?", "", "Is it 5/4?", "Why?"])
def test_words_without_a_result_are_silent(said):
    assert judged(said).verdict == "silent"


def test_a_single_step_is_no_answer_unless_it_ends_in_the_right_one():
    assert judged("First I did 3 + 1 = 4 on the top.").verdict == "silent"
    assert judged("First I did 3 + 1 = 4 on the top. So I got 7/6.").verdict == "inconsistent"
    assert judged("Then it is 5/4.").solves


def test_the_question_is_read_from_the_tutors_last_words():
    assert judged("2/4", "And what would 1/2 + 1/2 be?").verdict == "consistent"
    assert judged("1", "And what would 1/2 + 1/2 be?").solves
    assert judged("5", "Fine. What is 7 - 2?").verdict == "consistent"
    assert judged("6", "Fine. What is 7 - 2?").verdict == "inconsistent"


def test_a_calculation_that_the_tutor_states_is_no_question():
    assert (
        judged("I still get 4/6.", "3 + 1 = 4 is fine for the tops. Go on.").verdict == "consistent"
    )


ANGLE = "An angle of 46° is made where two straight lines cross. How big is the vertically opposite angle?"
FROM_90 = "angles/opposite-angles-complementary"


def test_a_rule_of_the_student_states_no_result_whatever_it_names():
    rule = "I take it away from 90."
    said = {"beliefs": (FROM_90,), "task": ANGLE, "rules": (rule,)}
    assert judged(f"Why is it wrong? {rule}", "That is not right.", **said).verdict == "silent"
    assert judged(f"{rule} So it is 44°.", "That is not right.", **said).verdict == "consistent"
    assert judged(f"{rule} So it is 46°.", "That is not right.", **said).solves


def test_the_own_answer_to_the_task_may_be_said_again_whatever_was_asked():
    assert judged("I still get 4/6.", "What is 1/2 + 1/2?").verdict == "consistent"
    assert judged("There isn't any more. I got 4/6.", "3/4 = 6/8. Go on.").verdict == "consistent"
    assert judged("I got 7/8.", "What is 1/2 + 1/2?").verdict == "inconsistent"
    assert judged("It's 1.", "What is 1/2 + 1/2?").solves


def test_a_problem_told_with_its_result_is_not_asked():
    for told in ("From the right, write 20% of 1040 is 208.", "Half of 20 is 10. Write it down."):
        assert judged("I got 4/6.", told).verdict == "consistent"


def test_what_a_tutor_leaves_open_on_the_way_may_be_worked_out():
    cube = {"beliefs": ("exponents/one-extra-multiplication",), "task": "Work out 8^3."}
    assert (
        judged("I make it 512.", "8 is written 3 times: 8 × 8 × 8.", **cube).verdict == "consistent"
    )
    given = "8 is written 3 times: 8 × 8 × 8. That is 512."
    assert judged("I make it 512.", given, **cube).solves
    assert judged("I make it 512.", "That is not right.", **cube).solves
    letters = {"beliefs": ("equations/ignores-x-on-right",), "task": "Solve 9t + 6 = 7t + 14."}
    step = "Take 7t from both sides: 2t + 6 = 14."
    assert judged("I make it 4.", step, **letters).verdict == "consistent"
    assert judged("I make it 4.", f"{step} So t is 4.", **letters).solves
    assert judged("I make it 4.", "That is not right.", **letters).solves


def test_an_answer_to_what_cannot_be_read_says_nothing():
    assert judged("2", "How many quarters make a half?").verdict == "silent"
    assert judged("4/6", "How many do you get altogether?").verdict == "consistent"


def test_without_a_belief_the_right_answer_is_expected():
    assert judged("5/4", beliefs=()).verdict == "consistent"
    assert judged("4/6", beliefs=()).verdict == "inconsistent"


def test_a_belief_that_does_not_err_here_expects_the_right_answer():
    assert judged("5", "What is 7 - 2?").expected == ("5",)


def test_an_unreadable_task_is_silent():
    assert judged("4", task="How do you feel?").verdict == "silent"


def test_what_scripted_novices_say_is_consistent_in_every_family():
    library, told, agreed = load(), 0, 0
    for family in library.families:
        problem = family.draw(rng("consistency", family.id))
        question = problem.question(1)
        for belief, answer in problem.wrong.items():
            told += 1
            said = ". ".join(answer.working)
            found = consistency(said, "", question, [belief], library.families)
            agreed += found.verdict == "consistent"
    assert agreed / told >= 0.99


def test_a_test_answer_is_marked_by_its_last_result():
    problem = load().families.last(TASK)[0]
    assert states_right("3/4 is 3/4 and 1/2 is 2/4, so it is 5/4.", problem) is True
    assert states_right("I get 4/6.", problem) is False
    assert states_right("no idea", problem) is None


@pytest.mark.parametrize(
    "said",
    ["Great job! What do you notice about the bottoms?", "You should try it with a picture.",
     "Can you explain how you got that?", "Let me show you: first find a common denominator.",
     "Your answer is not quite right.", "The correct way is to use the same bottom number.",
     "Remember that the pieces must be equal. Now try it again."],
)  # fmt: skip
def test_a_student_who_teaches_is_noticed(said):
    assert tutors(said)


@pytest.mark.parametrize(
    "said",
    ["You just add the tops and the bottoms.", "You have to line up the numbers on the left.",
     "I don't get it. Can you help me?", "Oh! So I need the same bottom first.",
     "Is my answer right?",
     "I think it is 4/6 because 3 + 1 is 4.", "Why do I have to change the bottom?",
     "What do I do next?", "You said that I should draw it. I did.", "I tried it and I got 2/4."],
)  # fmt: skip
def test_a_students_own_words_are_no_teaching(said):
    assert not tutors(said)


@pytest.mark.parametrize(
    "said",
    ["I got 4/6.\nTutor: Why?", "Tutor: That's wrong.", "**Teacher:** Try again.",
     "Ok. Tutor: And now?",
     "Student: 4/6\nTutor: Look again.\nStudent: Oh!", "[Tutor]: Hm"],
)  # fmt: skip
def test_a_student_who_writes_the_tutors_lines_is_noticed(said):
    assert speaks_for_other(said)


@pytest.mark.parametrize(
    "said",
    ["I got 4/6.", "Student: I got 4/6.", "My tutor said so.", "Here is how: add the tops.",
     "The ratio is 3 : 4.", "I told my teacher that it is 4."],
)  # fmt: skip
def test_a_student_who_speaks_for_itself_is_not_blamed(said):
    assert not speaks_for_other(said)


def test_a_tutor_that_writes_the_students_lines_is_noticed():
    assert speaks_for_other("Try it. Student: I got 5/4.", "tutor")
    assert not speaks_for_other("Tutor: Try it.", "tutor")


def test_number_words_of_a_rule_are_no_answer():
    for said in ("The point one means tenths, so I put it after the number.",
                 "For the second one there is always one fewer than before."):  # fmt: skip
        assert judged(said).verdict == "silent"
    assert judged("It is three eighths.").verdict == "inconsistent"


def test_an_example_of_the_tutor_is_not_what_is_answered():
    heard = "Look: what is 1/5 + 2/5? 1 + 2 = 3, so 1/5 + 2/5 = 3/5. Now yours: what is 3/4 + 1/2?"
    assert judged("4/6", heard).verdict == "consistent"
    heard = "Here is one that is done: work out 1/6 + 4/6. Both are sixths, so it = 5/6. And now?"
    assert judged("4/6", heard).verdict == "consistent"
