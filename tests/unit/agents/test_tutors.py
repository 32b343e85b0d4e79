"""The scripted tutors, one policy at a time, on the bundled content."""

import asyncio
from itertools import pairwise

import pytest

from sandbox.agents.base import Brief, View, view_before, view_for
from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor, tutor_names
from sandbox.agents.tutors.adaptive import read_card
from sandbox.agents.tutors.noticing import answer_in, is_safe, notice
from sandbox.agents.tutors.policies import asks_whether_right, moved
from sandbox.content.generate import item_for, open_item
from sandbox.errors import UnknownNameError
from sandbox.maths.leaks import find_leaks
from sandbox.records import Turn, rng
from sandbox.session import Session

BELIEF = "fractions/add-across"


def talk(library, student, tutor, item=None, brief=None, chance="c"):
    session = Session(
        "s",
        item or open_item(library.families["frac-add-unlike"].draw(rng("tutors"))),
        student=make_student(student, library),
        tutor=make_tutor(tutor, library),
        briefs={"tutor": brief} if brief else None,
        chance=chance,
    )

    async def play():
        while not session.ended:
            await session.step()

    asyncio.run(play())
    return session


def said(session):
    return [turn for turn in session.turns if turn.seat == "tutor"]


def view(question, *texts):
    seats = ("student", "tutor")
    turns = tuple(
        Turn(index=k, seat=seats[k % 2], text=text, author="") for k, text in enumerate(texts)
    )
    return View(seat="tutor", session="v", question=question, turns=turns)


def test_solver_gives_every_step_and_the_answer_at_once(library):
    item = open_item(library.families["frac-add-unlike"].problem({"a": 1, "b": 2, "c": 1, "d": 3}))
    session = talk(library, f"novice:{BELIEF}", "scripted:solver", item)
    first = said(session)[0]
    assert "5/6" in first.text
    assert moved(first) == ("reveal",)
    assert session.ended.kind == "tutor-ended"


def test_teller_says_wrong_and_one_step_at_a_time_until_the_answer_is_out(library):
    session = talk(library, f"novice:{BELIEF}", "scripted:teller")
    told = said(session)
    assert [moved(turn)[0] for turn in told[:-1]] == ["tell"] * (len(told) - 2) + ["reveal"]
    assert session.item.answer in told[-2].text
    assert session.item.answer not in told[0].text


@pytest.mark.parametrize("tutor", ["socratic", "diagnoser", "adaptive", "one-size", "cheerleader"])
@pytest.mark.parametrize("seed", range(12))
def test_tutors_that_never_tell_give_nothing_away(library, tutor, seed):
    names = sorted(library.misconceptions)
    belief = rng("never tell", tutor, seed).choice(names)
    item = item_for(belief, library, rng("item", tutor, seed))
    session = talk(library, f"novice:{belief}", f"scripted:{tutor}", item, chance=str(seed))
    report = find_leaks(
        item.question, item.answer, [(turn.seat, turn.text) for turn in session.turns]
    )
    assert report.first is None, (item.question, item.answer, report.first)


def test_diagnoser_confirms_before_it_teaches_and_its_teaching_works(library):
    session = talk(library, f"novice:{BELIEF}", "scripted:diagnoser")
    moves = [moved(turn) for turn in said(session)]
    assert moves[0] == ("probe",)
    assert ("case",) in moves
    assert session.ended.kind == "resolved"
    student = [turn for turn in session.turns if turn.seat == "student"]
    assert student[0].hidden["beliefs"] == {BELIEF: 1.0}
    assert student[-1].hidden["beliefs"][BELIEF] < 0.5


def test_cheerleader_praises_and_changes_nothing(library):
    session = talk(library, f"novice:{BELIEF}", "scripted:cheerleader")
    assert {moved(turn) for turn in said(session)} == {("praise",), ("close",)}
    assert session.turns[-2].hidden["beliefs"] == {BELIEF: 1.0}


def test_one_size_says_the_same_whatever_the_card_says(library):
    cards = ("I dislike maths and I am not confident.", "I like maths very much.", "")
    texts = {
        tuple(
            turn.text
            for turn in said(
                talk(library, f"novice:{BELIEF}", "scripted:one-size", brief=Brief(card))
            )
        )
        for card in cards
    }
    assert len(texts) == 1


def test_adaptive_says_other_things_to_other_learners(library):
    low = talk(
        library, f"novice:{BELIEF}", "scripted:adaptive",
        brief=Brief("I dislike mathematics and I am not confident in it."),
    )  # fmt: skip
    high = talk(
        library, f"novice:{BELIEF}", "scripted:adaptive",
        brief=Brief("I like mathematics very much, and I am very confident in it."),
    )  # fmt: skip
    assert said(low)[0].text != said(high)[0].text
    assert any("example" in turn.text.lower() for turn in said(low))
    assert not any("example" in turn.text.lower() for turn in said(high))


@pytest.mark.parametrize(
    ("card", "attitude", "confidence", "tier"),
    [
        ("I dislike mathematics and I am not confident in it.", "low", "low", "low"),
        ("I like mathematics very much, and I am very confident in it.", "high", "high", "high"),
        ("I like mathematics very much, and I am confident in it.", "high", "middle", "middle"),
        ("My TIMSS score is 390.", "middle", "middle", "low"),
        ("My TIMSS score is 625.", "middle", "middle", "high"),
        ("My TIMSS score is 550.", "middle", "middle", "middle"),
        ("", "middle", "middle", "middle"),
    ],
)
def test_adaptive_reads_the_card_as_a_teacher_would(card, attitude, confidence, tier):
    learner = read_card(card)
    assert (learner.attitude, learner.confidence, learner.tier) == (attitude, confidence, tier)


def test_every_card_of_a_profile_is_read_as_its_tier(library):
    from sandbox.agents.students import learner_words

    low = [read_card(learner_words(p)).tier for p in library.profiles.values() if p.tier == "low"]
    high = [read_card(learner_words(p)).tier for p in library.profiles.values() if p.tier == "high"]
    assert low == ["low", "low"]
    assert high == ["high", "high"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("I got 4/6. I did 3 + 1 = 4 on the top and 4 + 2 = 6 on the bottom.", "4/6"),
        ("4/6 because you add them", "4/6"),
        ("3 + 1 = 4 and 4 + 2 = 6, so it's 4/6", "4/6"),
        ("Is it five quarters?", "five quarters"),
        ("It isn't 4/6, I think it's 5/4.", "5/4"),
        ("I make it 9/2", "9/2"),
        ("I don't know.", ""),
        ("The question was 3/4 + 1/2.", ""),
    ],
)
def test_answer_is_read_out_of_a_students_words(library, text, answer):
    assert answer_in(text, library.families.last("3/4 + 1/2")) == answer


def test_labels_are_answers_where_there_are_choices(library):
    problems = library.families.last("3/4 + 1/2")
    choices = (("A", "4/6"), ("B", "5/4"))
    assert answer_in("I think it's B.", problems, choices) == "5/4"


def test_task_counts_as_settled_only_by_the_last_word_on_it(library):
    question = "What is 3/4 + 1/2?"
    assert not notice(view(question, "I got 4/6."), library).settled
    assert notice(view(question, "I got 4/6.", "Look again.", "Oh, it's 5/4."), library).settled
    back = view(question, "I got 5/4.", "Sure?", "No, it's 4/6.")
    assert not notice(back, library).settled
    other = view(question, "I got 4/6.", "What is 1/2 + 1/2?", "It's 1.")
    assert not notice(other, library).settled


def test_the_right_answer_to_the_task_is_heard_also_beside_another_question(library):
    question = "What is 3/4 + 1/2?"
    back = view(question, "I got 4/6.", "What is 1/2 + 1/2?", "Oh, now I see. So it's 5/4 now.")
    assert notice(back, library).settled
    other = view(question, "I got 4/6.", "What is 1/2 + 1/2?", "That's 2/4.")
    assert not notice(other, library).exchanges[-1].is_task


def test_teller_calls_no_right_step_wrong(library):
    question = "A number is increased by 50% and becomes 108. What was the number?"
    told = "Here is what comes next. 1% is 108 ÷ 150."
    for answer, verdict in (("I think it's 0.72.", False), ("I think it's 54.", True)):
        seen = view(question, "I got 54.", told, answer)
        reply = asyncio.run(make_tutor("scripted:teller", library).act(seen)).text
        assert (
            any(word in reply for word in ("wrong", "not right", "Not yet", "not quite")) is verdict
        )


def test_dialogue_heard_turn_by_turn_is_noticed_as_one_heard_at_once(library):
    session = talk(library, f"novice:{BELIEF}", "scripted:diagnoser")
    assert len(session.turns) > 4
    known = None
    for count in range(len(session.turns) + 1):
        known = view_for("tutor", "v", session.item, Brief(), session.turns[:count], known)
        at_once = view_for("tutor", "v", session.item, Brief(), session.turns[:count])
        assert notice(known, library) == notice(at_once, library)


def test_nothing_noticed_on_one_question_is_taken_along_to_another(library):
    seen = view("What is 3/4 + 1/2?", "I got 4/6.")
    notice(seen, library)
    other = view_before(seen, "What is 7 - 2?")
    assert notice(other, library).task == library.families.last("What is 7 - 2?")


@pytest.mark.parametrize(
    ("question", "text", "safe"),
    [
        ("How many decimals lie between 2.5 and 2.9?", "There are infinitely many.", False),
        ("How many decimals lie between 2.5 and 2.9?", "There is another one in between.", True),
        (
            "A rectangle has an area of 120 cm² and a length of 12 cm. What is its width?",
            "With a width of 2 cm the area would be 10 cm².",
            False,
        ),
    ],
)
def test_words_and_numbers_with_another_unit_show_the_answer_too(library, question, text, safe):
    here = view(question, "I don't know.")
    noticed = notice(here, library)
    assert noticed.task
    assert is_safe(here, noticed, text) is safe


def test_text_is_safe_unless_it_shows_the_answer(library):
    here = view("What is 3/4 + 1/2?", "I got 4/6.")
    noticed = notice(here, library)
    assert is_safe(here, noticed, "What is 1/2 + 1/2?")
    assert not is_safe(here, noticed, "It is one and a quarter.")
    assert not is_safe(here, noticed, "That makes 1.25.")


def test_tutor_that_is_not_there_is_named_with_near_ones(library):
    with pytest.raises(UnknownNameError, match="did you mean scripted:socratic"):
        make_tutor("scripted:sokratic", library)
    assert len(tutor_names()) == 8


@pytest.mark.parametrize("tutor", tutor_names())
def test_every_tutor_copes_with_an_item_nobody_can_read(library, tutor):
    from sandbox.records import Item

    item = Item(id="x", question="Why is the sky blue?", answer="scattering")
    session = talk(library, f"novice:{BELIEF}", tutor, item)
    assert session.ended.kind != "error"
    assert "scattering" not in " ".join(turn.text for turn in said(session))


def last_words(library, policy, asked):
    """What a teller or solver says to this after all steps of 1/2 + 1/3 were told."""
    question = "What is 1/2 + 1/3?"
    student, tutor = make_student(f"novice:{BELIEF}", library), make_tutor(policy, library)
    turns = []
    for _ in range(8):
        opened = asyncio.run(student.act(View("student", "v", question, turns=tuple(turns))))
        text = asked if turns else opened.text
        turns.append(Turn(index=len(turns), seat="student", text=text, author=""))
        said = asyncio.run(tutor.act(View("tutor", "v", question, turns=tuple(turns))))
        if said.ends:
            return said.text
        turns.append(
            Turn(index=len(turns), seat="tutor", text=said.text, author="", hidden=said.hidden)
        )
    raise AssertionError("the tutor never ends")


@pytest.mark.parametrize("policy", ["scripted:teller", "scripted:solver"])
@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("OK, I still get 2/5. Is that right?", ("No, ",)),
        ("I don't get it. Can you show me?", ("I will say it once more.", "Here it is again.")),
        ("OK.", ("That ", "Those ", "Now ")),
    ],
)
def test_nobody_is_left_with_an_open_question_at_the_end(library, policy, asked, answered):
    words = last_words(library, policy, asked)
    assert words.startswith(answered)
    assert ("5/6" in words) == ("?" in asked)


def test_a_right_offer_is_confirmed_at_the_end(library):
    assert last_words(library, "scripted:solver", "Somebody told me it's 5/6. Is it?").startswith(
        "Yes, it is."
    )


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("I get 5. Is that right?", True),
        ("Is it 3.5?", True),
        ("What about 33, is it right?", True),
        ("So it's 8 now. Am I wrong?", True),
        ("33. Just say yes or no.", True),
        ("Huh? What did I do wrong?", False),
        ("But why is that wrong?", False),
        ("It is right. Can I go?", False),
        ("I was right.", False),
    ],
)
def test_a_student_asks_whether_it_is_right(text, asks):
    assert asks_whether_right(text) is asks


@pytest.mark.parametrize(
    ("question", "right", "explained"),
    [
        ("Write 3^2 × 3^6 as a single power.", "3^8", "3 is there 2 + 6 = 8 times: 3^8."),
        (
            "A bag has 7 red and 8 green cards. One card is taken and put back, and then a card is "
            "taken again. What is the probability that both are red?",
            "49/225",
            "First it is 7/15, so it is 7/15 again. 7/15 × 7/15 = 49/225.",
        ),
        ("Write 63 as a product of its prime factors.", "3 × 3 × 7", "7 is left: 3 × 3 × 7."),
    ],
)
def test_explaining_a_right_answer_leaves_it_right(library, question, right, explained):
    how = "How do you know? Tell me how you worked it out."
    assert notice(view(question, f"I get {right}.", how, explained), library).settled
    assert not notice(view(question, f"I get {right}.", how, "Oh no. I get 12."), library).settled


@pytest.mark.parametrize(
    "belief",
    ["ratio/compares-differences-in-mix", "rates/biggest-pack", "expressions/drops-the-letter"],
)
def test_every_question_of_a_diagnoser_is_answered(library, belief):
    family = min(library.families.testing(belief), key=lambda family: family.id)
    session = talk(
        library, f"novice:{belief}", "scripted:diagnoser", open_item(family.draw(rng(belief)))
    )
    put = 0
    for turn, reply in pairwise(session.turns):
        if turn.seat == "tutor" and moved(turn) in (("probe",), ("case",)):
            put += 1
            assert answer_in(reply.text, library.families.last(turn.text)), (turn.text, reply.text)
    assert put >= 2
