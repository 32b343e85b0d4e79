"""Students in a model's words: the grounded one says what was decided or nothing of the model's;
the free one is told who it is and answers by itself."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.agents.base import Utterance, View
from sandbox.agents.modelled.drafts import COMPLAINTS, MENDED
from sandbox.agents.modelled.grounded import GroundedStudent
from sandbox.agents.modelled.grounding import Decided, faults
from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.generate import choice_item, item_for, open_item
from sandbox.errors import UnavailableError
from sandbox.maths.consistency import consistency, held
from sandbox.models.scripted import FromFunction, Scripted
from sandbox.records import Turn, rng
from sandbox.session import Session
from sandbox.types import Completion, Settings

ADD_ACROSS = "fractions/add-across"
TASK = "Work out 1/2 + 1/3."
DECIDED = re.compile(r"next message:\n(.*?)\n\nSay this", re.S)


def view(*texts, question=TASK, choices=(), hidden=(), session="v"):
    seats = ("student", "tutor")
    turns = tuple(
        Turn(
            index=k, seat=seats[k % 2], text=text, author="",
            hidden=hidden[k // 2] if k % 2 == 0 and k // 2 < len(hidden) else {},
        )
        for k, text in enumerate(texts)
    )  # fmt: skip
    return View("student", session, question, choices, turns=turns)


def grounded(library, replies, name=f"grounded:double:x@{ADD_ACROSS}"):
    model = Scripted(replies)
    return make_student(name, library, models=lambda _: model), model


def act(student, seen):
    return asyncio.run(student.act(seen))


def plain(model):
    """What the model was asked to say, at each call."""
    return [DECIDED.search(messages[-1].text)[1] for messages, _ in model.asked]


def test_wording_that_says_what_was_decided_is_said(library):
    said = "um i got 2/5 for 1/2 + 1/3 bc 1 + 1 = 2 on top and 2 + 3 = 5 on the bottom so 2/5"
    student, model = grounded(library, [said])
    spoken = act(student, view())
    assert spoken.text == said
    assert spoken.hidden["grounded"] == {
        "drafts": 1,
        "fell_back": False,
        "caught": {},
        "unsaid": [],
    }
    assert spoken.hidden["answers"] == [[TASK, "2/5"]]
    assert spoken.hidden["beliefs"] == {ADD_ACROSS: 1.0}
    assert spoken.usage.output_tokens == len(said.split())
    assert "2/5" in plain(model)[0]


GOOD = "I got 2/5. I added the tops and the bottoms."
BAD = {
    "I got 5/6. I made the bottoms the same.": "solves",
    "I got 2/5. Wait, no, it is 5/6!": "solves",
    "I got 3/5. I added 1 + 2 and 2 + 3.": "other-answer",
    "I don't really know this one.": "answer-missing",
    "I got 2/5. That is 30%.": "new-number",
    "I got 2/5. Great job! Can you explain how you got yours?": "tutors",
    "As an AI language model I would say 2/5.": "out-of-role",
    "I got 2/5. " + "I just added it all up like I always do. " * 12: "too-long",
    "Tutor: It is 5/6.": "empty",
    "I got 2/5. You can only count pieces of the same size together, so the bottom number names "
    "the piece and you need the same bottom number before you add the tops.": "explains",
}


@pytest.mark.parametrize(("bad", "fault"), BAD.items())
def test_wording_that_strays_is_caught_and_asked_for_again(library, bad, fault):
    student, model = grounded(library, [bad, GOOD])
    spoken = act(student, view())
    assert spoken.text == GOOD
    counts = spoken.hidden["grounded"]
    assert fault in counts["caught"]
    assert (counts["drafts"], counts["fell_back"]) == (2, False)
    assert [text for text, _ in counts["unsaid"]] == [bad.strip() if fault != "empty" else ""]
    (_, first), (_, second) = model.asked
    assert first.seed != second.seed
    assert "could not be used" in model.asked[1][0][-1].text


PARAPHRASES = (
    "Hi! I'm doing 1/2 + 1/3 and I got 2/5. 1 plus 1 is 2 for the top and 2 plus 3 is 5.",
    "so i did the problem 1/2 + 1/3 = 2/5!! cuz 1+1=2 and 2+3=5 :)",
    "I got two fifths for this one. I added the two tops, and then the two bottoms.",
    "My question is \\frac{1}{2} + \\frac{1}{3} and my answer is \\frac{2}{5}.",
    "2/5. Is that right?",
)


@pytest.mark.parametrize("wording", PARAPHRASES)
def test_free_wording_of_the_same_answer_passes(library, wording):
    student, _ = grounded(library, [wording])
    spoken = act(student, view())
    assert (spoken.text, spoken.hidden["grounded"]["caught"]) == (wording, {})


def test_insight_out_of_nothing_is_caught_and_an_old_answer_may_be_repeated(
    library,
):
    opened = {"beliefs": {ADD_ACROSS: 1.0}, "confidence": 0.6, "answers": [[TASK, "2/5"]]}
    seen = view("I got 2/5.", "No, that is not right.", hidden=[opened])
    student, _ = grounded(library, ["Oh, I see. I was wrong!", "I don't get why 2/5 is wrong."])
    spoken = act(student, seen)
    assert spoken.text == "I don't get why 2/5 is wrong."
    assert spoken.hidden["grounded"]["caught"] == {"gives-in": 1}


def test_docs_name_everything_that_is_caught():
    docs = Path(__file__).parents[3] / "docs"
    words = (docs / "students.md").read_text() + (docs / "tutors.md").read_text()
    assert [fault for fault in (*COMPLAINTS, *MENDED) if f"`{fault}`" not in words] == []


def test_after_the_last_try_the_scripted_words_are_said(library):
    bad = ["I got 5/6.", Completion(text="No.", finish="refused"), ""]
    student, model = grounded(library, bad)
    spoken = act(student, view())
    core = act(make_student(f"novice:{ADD_ACROSS}", library), view())
    assert spoken.text == core.text
    assert spoken.hidden["grounded"]["fell_back"]
    assert spoken.hidden["grounded"]["drafts"] == len(model.asked) == 3
    assert {"solves", "refused", "empty"} <= spoken.hidden["grounded"]["caught"].keys()


def test_wording_that_goes_on_as_the_tutor_is_cut_and_counted_but_said(library):
    student, _ = grounded(library, [GOOD + "\nTutor: It is 5/6."])
    spoken = act(student, view())
    assert spoken.text == GOOD
    assert spoken.hidden["grounded"]["caught"] == {"spoke-for-other": 1}
    assert spoken.hidden["grounded"]["drafts"] == 1


def test_provider_failure_is_no_fault_of_a_wording(library):
    student, _ = grounded(library, [UnavailableError("down")])
    with pytest.raises(UnavailableError):
        act(student, view())


def test_tutors_answer_that_is_parroted_is_caught(library):
    opened = {"beliefs": {ADD_ACROSS: 1.0}, "confidence": 0.6, "answers": [[TASK, "2/5"]]}
    seen = view("I got 2/5.", "No. The answer is 5/6. Do you see?", hidden=[opened])
    student, _ = grounded(library, ["Oh OK, so the answer is 5/6.", "Oh OK, it's 5/6 then.", ""])
    spoken = act(student, seen)
    assert spoken.hidden["grounded"]["fell_back"]
    assert "5/6" not in spoken.text


def test_other_choice_than_the_decided_one_is_caught(library):
    item = choice_item(
        library.families["frac-add-unlike"].problem({"a": 1, "b": 2, "c": 1, "d": 3}), rng("c")
    )
    choices = tuple((choice.label, choice.text) for choice in item.choices)
    seen = view(question=item.question, choices=choices)
    core = act(make_student(f"novice:{ADD_ACROSS}", library), seen)
    label = core.hidden["choice"]
    other = next(name for name, text in choices if name != label and text != "2/5")
    decided = Decided(core, seen, library)
    assert faults(f"I pick {label}, 2/5.", decided) == ()
    assert "other-choice" in faults(f"I pick {other}, it is 2/5.", decided)
    assert faults(f"I pick {other}.", decided)


NOVICES = 12


def sessions(library):
    """Decided turns of novices of all kinds, with what was heard."""
    names = sorted(library.misconceptions, key=lambda n: library.misconception(n).statement)
    for k, belief in enumerate(rng("grounded").sample(names, NOVICES)):
        kinds = ("novice:{}", "novice:{}@human-like", "adversarial:offers-number@{}")
        core = make_student(kinds[k % 3].format(belief), library)
        session = Session(
            "s", item_for(belief, library, rng(k)), student=core,
            tutor=make_tutor("scripted:diagnoser", library),
        )  # fmt: skip

        async def play(session=session, core=core):
            found = []
            while not session.ended:
                if session.next_seat == "student":
                    seen = session.view("student")
                    found.append(Decided(await core.act(seen), seen, library))
                await session.step()
            return found

        yield from asyncio.run(play())


def test_decided_words_themselves_are_never_a_fault_and_right_ones_in_their_place_always(library):
    tried = 0
    for decided in sessions(library):
        meant = decided.utterance.text
        assert faults(meant, decided) == (), (decided.view.question, meant)
        if decided.errs and not decided.gives_right(meant):
            right = library.families.last(decided.view.question)[0].right.text
            for text in (f"I think it's {right}.", f"{meant} Oh wait, it is actually {right}."):
                assert faults(text, decided), (decided.view.question, text)
                tried += 1
    assert tried > 2 * NOVICES


def test_grounded_student_knows_in_tests_what_the_core_knows_and_asks_no_model(library):
    student, model = grounded(library, [])
    seen = replace(view(), question="Work out 1/4 + 1/4.")
    core = make_student(f"novice:{ADD_ACROSS}", library)
    assert asyncio.run(student.answer(seen)) == asyncio.run(core.answer(seen))
    assert model.asked == []
    assert (student.beliefs, student.profile) == (core.beliefs, core.profile)


# ---------------------------------------------------------------- the free student


def free(library, replies, name=f"double:x@{ADD_ACROSS}"):
    model = Scripted(replies)
    return make_student(name, library, models=lambda _: model), model


def test_free_student_is_told_its_belief_in_words_and_says_what_the_model_says(library):
    student, model = free(library, ["I got 5/6. I found a common bottom."])
    spoken = act(student, view())
    assert spoken.text == "I got 5/6. I found a common bottom."
    assert spoken.hidden["answers"] == [[TASK, "5/6"]]
    assert spoken.hidden["beliefs"] == {ADD_ACROSS: 1.0}
    found = consistency(
        spoken.text, "", TASK, held(dict(spoken.hidden["beliefs"])), library.families
    )
    assert found.solves
    system = model.asked[0][0][0].text
    spec = library.misconception(ADD_ACROSS)
    assert spec.statement in system
    assert all(way in system for way in spec.says)
    assert "You are sure of it" in system


def test_free_student_is_told_how_teaching_has_moved_it(library):
    spec = library.misconception(ADD_ACROSS)
    shaken = {"beliefs": {ADD_ACROSS: 0.6}, "confidence": 0.2, "attitude": 0.9, "answers": []}
    student, model = free(library, ["Hm.", "Hm."])
    act(student, view("I got 2/5.", "Go on.", hidden=[shaken]))
    system = model.asked[0][0][0].text
    assert "begun to wonder" in system
    assert "You feel unsure and keen." in system
    gone = {**shaken, "beliefs": {ADD_ACROSS: 0.3}}
    act(student, view("I got 2/5.", "Go on.", hidden=[gone]))
    system = model.asked[1][0][0].text
    assert f"You used to go by this: {spec.statement}" in system
    assert spec.says[0] not in system


def test_free_student_answers_a_test_by_itself_with_the_session_in_mind(library):
    student, model = free(library, ["2/8. I added."])
    seen = view("I got 2/5.", "How?", "I added.")
    asked = replace(seen, question="Work out 1/4 + 1/4.")
    spoken = asyncio.run(student.answer(asked))
    assert spoken.text == "2/8. I added."
    assert spoken.hidden["answers"] == [["Work out 1/4 + 1/4.", "2/8"]]
    messages = model.asked[0][0]
    assert [m.text for m in messages[2:5]] == ["I got 2/5.", "How?", "I added."]
    assert "Work out 1/4 + 1/4." in messages[-1].text


def test_free_student_that_refuses_or_says_nothing_ends_the_session_as_that(library):
    for replies, kind in (
        ([Completion(text="No.", finish="refused")] * 3, "refused"),
        (["", "<think>hm</think>", "Tutor: Hello!"], "error"),
    ):
        student, _ = free(library, replies)
        session = Session("e", open_item(library.families["frac-add-unlike"].draw(rng("e"))),
                          student=student, tutor=None)  # fmt: skip
        assert asyncio.run(session.step()) is None
        assert session.ended.kind == kind


def test_learner_with_a_profile_is_told_it_in_its_own_words(library):
    model = Scripted(["I got 1."])
    student = make_student("double:x@timss:g4-low", library, models=lambda _: model)
    act(student, view())
    system = model.asked[0][0][0].text
    assert "I dislike mathematics" in system
    assert "390" not in system
    assert student.profile.id == "g4-low"


@pytest.mark.parametrize("name", ["double:x@{}", "grounded:double:x@{}"])
def test_turn_taken_again_asks_the_same(library, name):
    asked = []
    for _ in range(2):
        model = FromFunction(lambda *_: GOOD)
        act(make_student(name.format(ADD_ACROSS), library, models=lambda _, m=model: m), view())
        asked.append(model.asked)
    assert asked[0] == asked[1]
    other = FromFunction(lambda *_: GOOD)
    act(
        make_student(name.format(ADD_ACROSS), library, models=lambda _: other),
        view(session="another"),
    )
    assert other.asked[0][1].seed != asked[0][0][1].seed


def test_usage_of_all_calls_goes_into_the_turn_and_stays_with_its_seat(library):
    student, _ = grounded(library, ["I got 5/6.", GOOD])
    session = Session("u", open_item(library.families["frac-add-unlike"].problem(
        {"a": 1, "b": 2, "c": 1, "d": 3})), student=student, tutor=None)  # fmt: skip
    turn = asyncio.run(session.step())
    assert turn.usage.output_tokens == 3 + len(GOOD.split())
    assert turn.hidden["model"]["calls"] == 2
    (seen,) = session.view("tutor").turns
    assert (seen.usage, seen.hidden) == (None, {})


def test_settings_of_the_seat_are_kept(library):
    model = Scripted([GOOD])
    core = make_student(f"novice:{ADD_ACROSS}", library)
    student = GroundedStudent("g", core, model, library, settings=Settings(temperature=0.9))
    assert isinstance(act(student, view()), Utterance)
    assert model.asked[0][1].temperature == 0.9
    assert model.asked[0][1].seed is not None
