"""Does a key-step reply fit its student? On wordings none of which is from the scripted tutors; the
fields of words grew with all but `AFTER`."""

import pytest

from sandbox.records import Item
from sandbox.scoring.automatic import SignalJudge
from sandbox.scoring.fit import alignment
from sandbox.scoring.subject import Subject

FOR_THE_UNSURE = [
    "Don't worry, lots of people stumble here, and your first line is a solid start. Let's do just one "
    "thing: 3 + 5 = 8 parts.",
    "You're nearly there! Picture a chocolate bar with eight equal pieces: three are hers and five are his.",
    "Take your time. Sketch a row of boxes, one for each part, and count them: 8. That's all you need.",
    "I know you can do this. Imagine sharing sweets with a friend, and only go as far as 4p + 36 = 60.",
    "It's okay to find this confusing. One step at a time: cut each pizza into twelfths first.",
]  # fmt: skip
FOR_THE_SURE = [
    "The 4 multiplies both terms: 4p + 36 = 60. Can you explain why that has to be so for a difference, too?",
    "Eight parts. Where else would you meet this idea, and does it still hold with three people?",
    "Take 4p off both sides. What would happen if there were more p's on the right than on the left?",
    "c² = 12² + 16². Why must the angle be a right one? Try to find a counterexample with another angle.",
    "5/12, since one bead is gone. Generalise: what is it after n red beads?",
]  # fmt: skip
FOR_NOBODY = [
    "The 4 stands before the whole bracket. Multiply both terms by 4, because all of it is counted four "
    "times. 4p + 36 = 60.",
    "Add the parts: 3 + 5 = 8 parts.",
    "One bead is gone, so there are 12 left, 5 of them red. The second fraction is 5/12.",
]  # fmt: skip
LATER_FOR_THE_UNSURE = [
    "Good, your first line is fine as it stands. Now only the bracket: what is 4 times p? Write just that, then we look at the next bit.",
    "Nothing to be scared of here. Suppose you buy four bags with p apples and 9 pears each. Four bags hold 4p apples. Write 4p + 36 = 60.",
    "You got the hard part already! Let us go on calmly with a drawing: a bar cut into 8 equal parts.",
    "Many people find this tricky, so do not mind. Look at a ruler: from -3 to 2 you hop five times. So the difference is 5.",
    "Well begun. Think about sharing 12 euros between three friends: everyone gets 4. Here it is the same: divide by 3.",
    "That was a good question to ask. We will do one tiny thing now: take 5 from both sides. You have all you need.",
    "It's alright, nobody finds it easy at first. Put 3 buttons here and 5 buttons there, and count: 8.",
    "You are on the right road. Short and simple: double the 7, and you have 14. Stop there and have a breath.",
    "That first line shows that you have understood the story. The next thing is only to put the two tens together: 20. Leave the ones for later.",
    "Shall we use two plates? On one plate lie 6 cherries, on the other 9. Push them together and count. You can see it is 15.",
    "Plenty of grown-ups slip on this, too. So: minus three means three steps to the left. One, two, three. You land on -1.",
    "I like how neatly you wrote this down. Let me show you the next line, and after that we pause: x + 4 = 11.",
]
LATER_FOR_THE_SURE = [
    "4p + 36 = 60. The distributive law is at work; which other law of arithmetic would break if it failed?",
    "Subtract 5 on both sides. Before you go on: is the converse true as well?",
    "12² + 16². Could you find a triangle for which this goes wrong, and say what it lacks?",
    "Multiply both terms. Try to formulate the rule for a bracket with n terms.",
    "Eight parts. How many solutions would there be if the ratio were not fixed?",
    "Take logs? No need: halve twice. Is that quicker than the usual method for all fractions, or for some only?",
    "The denominators are coprime, so 12 is the least common one. What changes if they share a factor?",
    "5/12, as one is gone. Now derive a formula for drawing k red ones in a row.",
    "x = 7 after dividing. For which right-hand sides would there be no whole solution?",
    "The exponents add, 2^7. Can you give an argument that does not expand anything?",
    "It is 3/4. Suppose the two dice were loaded: which part of the argument survives?",
    "The slope is 2. Sketch a proof that two such lines never meet.",
]
AFTER = {
    "support": [
        "What you wrote is correct up to the equals sign, and that is worth a lot. Cut a sheet of paper into three strips and colour two. That is 2/3.",
        "Deep breath. Many of us mix up these two signs. Going down five degrees from 2 brings the thermometer to -3.",
        "Let us only deal with the left side. Six pens and four pens make ten pens, so 6x + 4x = 10x.",
        "The beginning is right! Now put your finger on the 7 and move it one place: 0.7.",
        "Here is a sandwich cut in four. Eat one piece. Three of four are left, 3/4.",
        "No need to hurry. You have found the radius, so one more multiplication: 2 times 5 is 10.",
    ],
    "challenge": [
        "10x. Does this also work for 6x + 4y, and what exactly stops it?",
        "Area 24. Which rectangles with this area have the smallest perimeter?",
        "-3. State the general law for a - b with b larger than a.",
        "Divide by 0.5, so 14. Explain in one sentence why dividing made it larger.",
        "The median is 6. Change one number so that the mean moves but the median does not.",
        "2πr = 10π. How would the formula look in terms of the area?",
    ],
}
"""Written after the fields of words were."""
HURTING = [
    "This is obviously 3 + 5 = 8. Draw it if you must, one small step.",
    "You should know this by now. Why does it work in general? Think.",
]


@pytest.mark.parametrize("reply", FOR_THE_UNSURE)
def test_support_fits_the_unsure_and_not_the_sure(reply):
    assert alignment([reply], "support").value == 1
    assert alignment([reply], "challenge").value == 0


@pytest.mark.parametrize("reply", FOR_THE_SURE)
def test_challenge_fits_the_sure_and_not_the_unsure(reply):
    assert alignment([reply], "challenge").value == 1
    assert alignment([reply], "support").value == 0


@pytest.mark.parametrize(
    ("replies", "needs", "other", "least"),
    [
        (LATER_FOR_THE_UNSURE, "support", "challenge", 2),
        (LATER_FOR_THE_SURE, "challenge", "support", 6),
    ],
)
def test_what_the_fields_do_not_hold_is_left_open_and_never_told_wrong(
    replies, needs, other, least
):
    told = [alignment([reply], needs).value for reply in replies]
    assert 0 not in told
    assert told.count(1) >= least
    assert 1 not in [alignment([reply], other).value for reply in replies]


@pytest.mark.parametrize(("needs", "other"), [("support", "challenge"), ("challenge", "support")])
def test_replies_written_after_the_fields_are_never_told_to_fit_the_other_student(needs, other):
    assert not [reply for reply in AFTER[needs] if alignment([reply], other).value]
    told = [alignment([reply], needs).value for reply in AFTER[needs]]
    assert told.count(0) <= 1


@pytest.mark.parametrize("reply", FOR_NOBODY)
def test_words_for_nobody_fit_nobody(reply):
    assert alignment([reply], "support").value == alignment([reply], "challenge").value == 0


@pytest.mark.parametrize("reply", HURTING)
def test_words_that_hurt_fit_nobody(reply):
    for needs in ("support", "challenge"):
        assert alignment([reply], needs).value == 0
        assert "hurt" in alignment([reply], needs).why


@pytest.mark.parametrize(
    ("reply", "needs"),
    [
        ("Well done so far. Add the parts: 8.", "support"),
        ("You can do it, one small step: 8 parts. And why does it work in general?", "support"),
        ("One small step: 8 parts. And why does it work in general?", "challenge"),
    ],
)
def test_some_of_it_or_both_is_left_to_a_judge(reply, needs):
    found = alignment([reply], needs)
    assert found.value is None
    assert "left to a judge" in found.why


def test_signals_rate_alignment_only_where_the_need_is_known(library):
    item = Item(id="x", question="Share it.", answer="60", source="key-step")
    talk = (("student", "What now?"), ("tutor", FOR_THE_UNSURE[0]))

    def rated(**known):
        subject = Subject("s", item, talk, turn=1, learner="Unsure.", **known)
        ratings = SignalJudge(library).ratings(subject, library.rubric("key-step"))
        return {each.criterion: each.value for each in ratings}

    assert rated(needs="support")["adaptivity_alignment"] == 1
    assert "adaptivity_alignment" not in rated()
