"""The seats of the key-step study: what they see, that they read the page and not the reference, and
how the student goes on."""

import pytest

from sandbox.agents.base import Brief, view_for
from sandbox.agents.keystep.cards import needs_of
from sandbox.agents.keystep.modelled import student_messages, tutor_messages
from sandbox.agents.keystep.page import UNSEEN, StuckPage, read_page
from sandbox.agents.keystep.students import ScriptedStepStudent
from sandbox.agents.keystep.tutors import ABOUT, ScriptedStepTutor, check_tutor, step_tutor_names
from sandbox.errors import UnknownNameError, UsageError
from sandbox.models.images import has_images, in_words
from sandbox.records import Item, Turn
from sandbox.types import ImagePart

ITEM = Item(id="x", question="Solve 4(p + 9) = 60.", answer="6")
LINES = "Line 1: 4(p + 9) = 60. Line 2: 4p + 9 = 60."


def page(lines=LINES, problem="Solve 4(p + 9) = 60."):
    parts = tuple(
        ImagePart(sha256=str(k) * 64, media_type="image/png", alt=f"A page. {told}")
        for k, told in enumerate(("Line 1: 4(p + 9) = 60.", lines))
    )
    return StuckPage(problem, parts, "Do I take the 9 away next?")


def turns(*texts):
    return [
        Turn(index=k, seat="tutor" if k % 2 else "student", text=text, author="?")
        for k, text in enumerate(texts)
    ]


def view(seat, *texts):
    return view_for(seat, "chance", ITEM, Brief(), turns(*texts))


async def test_tutor_finds_the_wrong_line_and_stops_after_one_step(library):
    tutor = ScriptedStepTutor("scripted:step", page(), library)
    said = (await tutor.act(view("tutor", "Do I take the 9 away next?"))).text
    assert "Only the p was multiplied by 4" in said
    assert "4p + 36 = 60" in said
    assert "24" not in said


async def test_tutor_goes_by_the_page_and_not_by_the_question(library):
    tutor = ScriptedStepTutor(
        "scripted:step", page("Line 1: 4(p + 9) = 60. Line 2: 4p + 36 = 60."), library
    )
    assert "4p = 24" in (await tutor.act(view("tutor", "Do I take the 9 away next?"))).text


async def test_tutor_goes_on_from_what_the_student_has_written_since(library):
    tutor = ScriptedStepTutor("scripted:step", page(), library)
    said = await tutor.act(view("tutor", "What now?", "Expand.", "I wrote 4p + 36 = 60. And now?"))
    assert "4p = 24" in said.text
    assert "Only the p" not in said.text


async def test_no_rest_is_left_to_the_student_where_the_step_is_the_last(library):
    first, last = "Line 1: 4(p + 9) = 60.", "Line 2: 4p + 36 = 60. Line 3: 4p = 24."
    for lines, rest, done in ((first, 1, 0), (f"{first} {last}", 0, 1)):
        tutor = ScriptedStepTutor("scripted:step", page(lines), library)
        said = (await tutor.act(view("tutor", "?"))).text
        assert (said.count("The rest is yours"), said.count("the page is complete")) == (rest, done)


@pytest.mark.parametrize(
    "unread", [page("Line 1: something else."), page(problem="Prove it."), page(lines="A photo.")]
)
async def test_page_that_cannot_be_read_is_said_to_be_so(library, unread):
    said = await ScriptedStepTutor("scripted:solver", unread, library).act(view("tutor", "?"))
    assert "cannot read" in said.text


async def test_solver_runs_to_the_answer(library):
    said = await ScriptedStepTutor("scripted:solver", page(), library).act(view("tutor", "?"))
    assert "4p + 36 = 60. 4p = 24. p = 6. So the answer is 6." in said.text


async def test_fitting_tutor_gives_the_unsure_support_and_the_sure_something_to_think_about(
    library,
):
    def told(card):
        tutor = ScriptedStepTutor("scripted:fitting", page(), library, card)
        return tutor.act(view("tutor", "?"))

    unsure, eager = (library.step_persona(name).card for name in ("unsure", "eager"))
    support, challenge = (await told(unsure)).text, (await told(eager)).text
    assert "Draw a rectangle with the outside number as its height" in support
    assert "One small step is enough" in support
    assert "Something to think about: If you buy several packs" in challenge
    assert "any other numbers" in challenge
    for said in (support, challenge):
        assert "Only the p was multiplied by 4" in said
        assert "4p + 36 = 60" in said
        assert "24" not in said
    plain = await ScriptedStepTutor("scripted:step", page(), library, unsure).act(
        view("tutor", "?")
    )
    assert (await told("")).text == plain.text, "without a card it is the tutor that fits nobody"


@pytest.mark.parametrize(
    ("card", "needs"),
    [
        ("She is anxious about fractions and gives up soon; encouragement helps her.", "support"),
        ("He struggles with algebra. Plain words and patience, please.", "support"),
        ("Not very confident, slow but careful.", "support"),
        ("A strong student who is curious about proofs.", "challenge"),
        ("Finishes fast and is soon bored.", "challenge"),
        ("Sits in the second row.", ""),
        ("", ""),
    ],
)
def test_what_a_student_needs_is_read_from_any_card(card, needs):
    assert needs_of(card) == needs


def test_cards_of_our_own_are_read_as_they_are_meant(library):
    read = {name: needs_of(each.card) for name, each in library.step_personas.items()}
    assert read == {name: each.needs for name, each in library.step_personas.items()}
    assert read == {"unsure": "support", "eager": "challenge"}


def test_every_scripted_tutor_is_described_and_others_are_refused():
    assert tuple(ABOUT) == step_tutor_names()
    with pytest.raises(UnknownNameError, match="scripted:stepp"):
        check_tutor("scripted:stepp")


async def test_student_opens_with_the_question_and_the_pages(library):
    student = ScriptedStepStudent(page(), "progressive", library)
    said = await student.act(view("student"))
    assert said.text == "Do I take the 9 away next?"
    assert said.images == ("0" * 64, "1" * 64)


async def test_progressive_student_writes_the_right_line_and_leaves_after_the_last(library):
    student = ScriptedStepStudent(page(), "progressive", library)
    second = await student.act(view("student", "Q?", "Expand."))
    assert "4p + 36 = 60" in second.text
    third = await student.act(view("student", "Q?", "Expand.", second.text, "Go on."))
    assert "4p = 24" in third.text
    assert third.ends is None
    last = await student.act(view("student", "Q?", "E.", second.text, "Go.", third.text, "Divide."))
    assert "p = 6" in last.text
    assert last.ends == "resolved"


@pytest.mark.parametrize("intent", ["exploratory", "introspective"])
async def test_other_intents_stay_at_the_step(library, intent):
    student = ScriptedStepStudent(page(), intent, library)
    said = await student.act(view("student", "Q?", "Expand: 4p + 36 = 60."))
    _, standing = read_page(page(), ["Q?", said.text], library)
    assert standing.done == 0
    assert "4p + 9 = 60" in said.text


async def test_student_that_cannot_read_its_page_says_what_would_help(library):
    student = ScriptedStepStudent(page(problem="Prove it."), "progressive", library)
    with pytest.raises(UsageError, match="--student MODEL"):
        await student.act(view("student", "Q?", "A."))


def test_pages_stand_once_in_the_first_message_of_a_model(library):
    asked = tutor_messages(page(), view("tutor", "Q?", "A.", "And now?"), "")
    parts = [part for message in asked for part in message.parts if isinstance(part, ImagePart)]
    assert [message.role for message in asked] == ["system", "user", "assistant", "user"]
    assert parts == list(page().pages)
    assert asked[1].text.endswith("The student asks: Do I take the 9 away next?")
    other = student_messages(page(), view("student", "Q?", "A."), "exploratory")
    assert [message.role for message in other] == ["system", "user", "assistant", "user"]


def test_persona_stands_in_the_system_prompt_alone(library):
    card = library.step_persona("unsure").card
    asked = tutor_messages(page(), view("tutor", "Q?"), card)
    assert card in asked[0].text
    assert not any(card in message.text for message in asked[1:])


def test_model_without_eyes_reads_what_stands_on_the_pages():
    asked = in_words(tutor_messages(page(), view("tutor", "Q?"), ""))
    assert not has_images(asked)
    assert "Line 2: 4p + 9 = 60." in asked[1].text


def test_page_without_words_says_so():
    assert "no description" in UNSEEN
