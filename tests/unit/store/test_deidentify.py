"""What says who somebody is goes; mathematics stays."""

import pytest

from sandbox.records import Item, Score, Span, Transcript, Turn
from sandbox.store.deidentify import deidentified, deidentify
from sandbox.store.export import SessionRecord


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("My name is Ada.", "My name is [name]."),
        ("my name is ada and ADA likes it", "my name is [name] and [name] likes it"),
        ("I'm Tom, and Tom's answer is 5", "I'm [name], and [name]'s answer is 5"),
        ("Hi, I'm Zoë-Anne", "Hi, I'm [name]"),
        ("Ask Mrs. O'Neill about it", "Ask Mrs. [name] about it"),
        ("Dr Maria Lopez said so. Lopez is right", "Dr [name] [name] said so. [name] is right"),
        ("write to a.b+c@school.example.org!", "write to [e-mail]!"),
        ("ada at school dot org", "[e-mail]"),
        ("see https://me.example/ada?x=1 now", "see [link] now"),
        ("+44 20 7946 0958", "[phone]"),
        ("(020) 7946 0958 is mine", "[phone] is mine"),
        ("07911 123456", "[phone]"),
        ("555-123-4567", "[phone]"),
        ("call me on 5551234567", "call me on [phone]"),
    ],
)
def test_person_is_replaced(text, clean):
    assert deidentified(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "1234567890 + 1 = 1234567891",
        "0.123456789 and 3,141,592,653",
        "12 345 678 - 900",
        "3/4 + 1/2 = 5/4, so 1 1/4",
        "I am sure. I am Not sure. This is Wrong",
        "I'm adding 100-200-3000? no: 100 - 200",
        "2026-11-30 at 12:30",
        "Is 52 - 38 = 14 or 26?",
        "Sam has 3 apples and will get 4 more",
        "3 at 5 pounds each",
        "(12) 345 is not (123)",
    ],
)
def test_mathematics_is_left_alone(text):
    assert deidentified(text) == text


def test_listed_name_goes_in_its_spellings_and_not_as_a_word():
    clean = deidentified("Will and WILL will go, willing; Mark marks", ["Will", "mark"])
    assert clean == "[name] and [name] will go, willing; [name] marks"


def test_name_said_once_goes_in_every_turn_and_spans_move_with_the_text():
    told = "Ada, the answer is 5/4, Ada."
    start = told.index("the answer")
    record = SessionRecord(
        session="0123456789abcdef",
        transcript=Transcript(
            session="0123456789abcdef",
            item=Item(id="i", question="What is 3/4 + 1/2?", answer="5/4"),
            student="person",
            tutor="scripted:solver",
            turns=(
                Turn(index=0, seat="student", text="My name is Ada.", author="person"),
                Turn(index=1, seat="tutor", text=told, author="x", hidden={"heard": "Ada said"}),
            ),
        ),
        scores=(
            Score(
                session="0123456789abcdef",
                metric="scope_control",
                value=0.0,
                evidence=(
                    Span(turn=1, start=start, end=start + 17, text=told[start : start + 17]),
                    Span(turn=1, start=1, end=10, text=told[1:10]),
                ),
            ),
        ),
    )
    clean = deidentify(record)
    assert "Ada" not in clean.model_dump_json()
    said = clean.transcript.turns[1].text
    assert said == "[name], the answer is 5/4, [name]."
    first, second = clean.scores[0].evidence
    assert said[first.start : first.end] == first.text == "the answer is 5/4"
    assert said[second.start : second.end] == second.text
    assert second.text.startswith("[name]")
    assert clean.session == record.session
