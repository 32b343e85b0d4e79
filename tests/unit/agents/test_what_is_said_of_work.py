"""What a tutor's words say of somebody's work; each wording that is known, and what only looks like
one."""

import pytest

from sandbox.agents.verdicts import affirms, contradicts, praises


@pytest.mark.parametrize(
    "text",
    [
        "No.", "Nope!", "Sorry, that is something else.", "Hm. No, look again.", "That is incorrect.",
        "This is wrong.", "You made a mistake here.", "You are mistaken.", "Not quite.", "Not yet.",
        "That is not right.", "It isn't really correct.", "That isnt true.", "It wasn't the answer.",
        "That is not it.", "I don't think so.", "Well. I disagree.", "I got something else.",
        "I make it a different number.", "That doesn't look right.",
    ],
)  # fmt: skip
def test_a_contradiction_is_heard(text: str) -> None:
    assert contradicts(text)


@pytest.mark.parametrize(
    "text",
    ["No rush.", "No problem!", "Now look at the notes.", "Nobody knows another one.", "Right."],
)
def test_what_only_begins_like_one_is_none(text: str) -> None:
    assert not contradicts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Well done!", "Good job.", "Good thinking.", "Good question.", "A great start.", "Brilliant!",
        "Excellent.", "Fantastic!", "Amazing.", "Awesome.", "Super!", "Wonderful.", "Lovely.",
        "Nice one.", "I'm proud of you.", "Clever!", "Keep going.", "Keep trying.", "You can do this.",
        "Don't worry.", "Don't give up.", "I believe in you.", "You're doing fine.",
        "You are doing fine.", "You are working so hard.", "You're really working very hard.",
        "I like how you drew it.", "I like the way you wrote it.", "That was hard work.",
        "I'm impressed.", "Bravo!", "Hooray!",
    ],
)  # fmt: skip
def test_praise_is_heard(text: str) -> None:
    assert praises(text)


@pytest.mark.parametrize(
    "text", ["It is done like this.", "A good deal of it.", "Can you do it?", "What don you mean?"]
)
def test_plain_talk_is_no_praise(text: str) -> None:
    assert not praises(text)


@pytest.mark.parametrize("text", ["Yes!", "That's right.", "Exactly.", "You got it right."])
def test_agreement_is_heard(text: str) -> None:
    assert affirms(text)
