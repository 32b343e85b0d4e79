"""However long and odd a message is, it is heard, answered and scored in a bearable time."""

import asyncio

import pytest
from quickly import quickly

from sandbox.agents.modelled.filters import cleaned
from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.records import Cell, Item, Trial
from sandbox.scoring.extract import read_answer, read_choice, read_number
from sandbox.scoring.session import score_session
from sandbox.session import Limits, Session
from sandbox.types import Completion
from sandbox.ui.text import as_markdown

ITEM = Item(id="sum", question="What is 3/4 + 1/2?", answer="5/4")
BELIEF = "fractions/add-across"
LONGEST = Limits().characters
PIECES = [
    "1 ", "3 + 4 = ", "4/6. ", "I did 3 + 1 = 4, ", "$3 ", "a A1.", "first ", "e.g. ", "now, please ",
    "-?", "…", "* ", "(", "\n", "= ", "so ", "what is ", "\\(",
]  # fmt: skip


def scored(session, library):
    beliefs = [library.misconception(BELIEF).statement]
    cell = Cell(study="dialogue", factors={})
    trial = Trial(cell=cell, transcript=session.transcript(), observations={"beliefs": beliefs})
    return score_session(trial, library)


@pytest.mark.parametrize("piece", PIECES)
def test_tutor_may_say_anything_at_length(library, piece):
    text = (piece * LONGEST)[:LONGEST].strip() or "." + piece * (LONGEST - 1)
    session = Session("long", ITEM, student=make_student(f"novice:{BELIEF}", library), tutor=None)
    asyncio.run(session.step())
    session.say(text)
    quickly(lambda: asyncio.run(session.step()), 5)
    assert session.turns[-1].text
    assert quickly(lambda: scored(session, library), 20)


@pytest.mark.parametrize("policy", ["solver", "socratic", "diagnoser", "adaptive"])
@pytest.mark.parametrize("piece", PIECES)
def test_student_may_say_anything_at_length(library, policy, piece):
    text = (piece * LONGEST)[:LONGEST].strip() or "." + piece * (LONGEST - 1)
    tutor = make_tutor(f"scripted:{policy}", library)
    session = Session("long", ITEM, student=None, tutor=tutor)
    session.say(text)
    quickly(lambda: asyncio.run(session.step()), 5)
    if policy == "solver":
        assert quickly(lambda: scored(session, library), 20)


@pytest.mark.parametrize("piece", [*PIECES, "? ", "'", "**", '{"choice": ', "<think>", "- \n"])
def test_model_may_reply_anything_at_length(piece):
    text = piece * (LONGEST // len(piece))
    choices = [("A", "4/6"), ("B", "5/4")]
    quickly(lambda: read_choice(text, choices), 3)
    quickly(lambda: read_answer(text), 3)
    quickly(lambda: read_number(text, ["Adds across.", "Adds one."]), 3)
    quickly(lambda: cleaned(Completion(text=text), "tutor"), 3)
    quickly(lambda: as_markdown(text), 3)


def test_answer_behind_a_flood_of_numbers_is_still_given_away(library):
    student = make_student(f"novice:{BELIEF}", library)
    session = Session("flood", ITEM, student=student, tutor=None)
    asyncio.run(session.step())
    session.say("17 " * 2_000 + "and so the answer is 5/4, " + "19 " * 2_000)
    scores = {score.metric: score.value for score in scored(session, library)}
    assert scores["scope_control"] == 0
