"""What stands in no prompt: ids of misconceptions, marks of the true one, the key, the other seat's
hidden fields. Whole sessions are played and everything that was sent is searched."""

import asyncio
import contextlib
import re

import pytest

from sandbox.agents.base import Brief
from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.generate import choice_item, item_for
from sandbox.errors import UsageError
from sandbox.maths.keys import Option
from sandbox.maths.leaks import find_leaks
from sandbox.models.scripted import FromFunction
from sandbox.records import rng
from sandbox.session import Limits, Session

PLAIN = re.compile(r"next message:\n(.*?)\n\nSay this", re.S)
MOVE = re.compile(r"Proposed next move: (.*?)\n\nWrite", re.S)
BELIEFS = (
    "fractions/add-across",
    "decimals/longer-is-larger",
    "subtraction/smaller-from-larger",
    "percent/percent-as-amount",
)
STUDENTS = ("grounded:double:x@{}", "double:x@{}", "grounded:double:x@adversarial:pleads@{}")
TUTORS = ("guarded:double:x", "double:x", "socratic:double:x", "guarded:adaptive:double:x")


def voice(messages, _):
    """Repeats what it is told to say; a free one only asks."""
    told = PLAIN.search(messages[-1].text) or MOVE.search(messages[-1].text)
    if '"ranking"' in messages[0].text:
        return '{"reason": "so", "ranking": [1]}'
    return told[1] if told else "Hm, and how do you get that?"


def choice_about(belief, library):
    """A multiple-choice item on which the belief errs; None where there can be none."""
    for family in library.families.testing(belief):
        with contextlib.suppress(UsageError):
            return choice_item(family.draw(rng("c"), including=belief), rng("c"))
    return None


def played(library, belief, student, tutor, brief=None, choices=False, turns=()):
    """The session, and the messages that each seat's model was sent."""
    voices = {"student": FromFunction(voice), "tutor": FromFunction(voice)}
    item = choice_about(belief, library) if choices else None
    item = item or item_for(belief, library, rng(library.misconception(belief).statement))
    session = Session(
        "p",
        item,
        student=make_student(student.format(belief), library, models=lambda _: voices["student"]),
        tutor=make_tutor(tutor, library, models=lambda _: voices["tutor"]),
        briefs={"tutor": brief} if brief else None,
        limits=Limits(turns=10),
        turns=turns,
        chance="prompts",
    )

    async def play():
        while not session.ended:
            await session.step()
        await session.occupant("tutor").rank(session.view("tutor"), list(library.statements[:6]))

    asyncio.run(play())
    return session, {seat: model.asked for seat, model in voices.items()}


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("student", STUDENTS)
def test_no_prompt_holds_an_id_or_a_mark(library, belief, student):
    names = {*library.misconceptions, *(family.id for family in library.families)}
    for tutor in TUTORS:
        _, asked = played(library, belief, student, tutor, choices=True)
        for messages, _ in [*asked["student"], *asked["tutor"]]:
            text = "\n".join(message.text for message in messages)
            words = set(re.findall(r"[a-z0-9]+(?:[-/][a-z0-9]+)+", text))
            assert not words & names
            assert "None" not in text
            assert "misconception=" not in text


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("tutor", TUTORS)
def test_tutors_prompts_hold_no_key_before_the_student_has_it(library, belief, tutor):
    for choices in (False, True):
        session, asked = played(library, belief, STUDENTS[0], tutor, choices=choices)
        item = session.item
        options = [Option(c.label, c.text, c.label == item.key) for c in item.choices]
        looked = 0
        for place, turn in enumerate(session.turns):
            if turn.seat != "tutor":
                continue
            before = [(t.seat, t.text) for t in session.turns[:place]]
            if (
                find_leaks(item.question, item.answer, [*before, ("tutor", "")], options)
                .verdicts[-1]
                .settled
            ):
                break
            turn_number = sum(turn.seat == "tutor" for turn in session.turns[:place])
            messages, _ = asked["tutor"][turn_number]
            system, note = messages[0].text, messages[-1].parts[-1].text
            own = system.replace(item.question, "")
            for choice in item.choices:
                own = own.replace(f"{choice.label}) {choice.text}\n", "\n")
            told = [own] if messages[-1].parts[-1] == messages[-1].parts[0] else [own, note]
            for text in told:
                report = find_leaks(item.question, item.answer, [*before, ("tutor", text)], options)
                assert not report.verdicts[-1].leaked, text
            looked += 1
        assert looked


def test_key_stands_in_the_prompt_where_the_brief_holds_it_and_only_in_the_tutors(library):
    brief = Brief(card="I like it.", key="the key is 123454321")
    _, asked = played(library, BELIEFS[0], STUDENTS[0], "double:x", brief)
    assert all("123454321" in messages[0].text for messages, _ in asked["tutor"][:-1])
    for messages, _ in asked["student"]:
        assert "123454321" not in "".join(message.text for message in messages)


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.parametrize("tutor", TUTORS)
def test_session_taken_up_from_its_log_goes_on_with_the_same_prompts_and_words(
    library, student, tutor
):
    whole, asked = played(library, BELIEFS[0], student, tutor)
    for place in (1, 4):
        again, asked_again = played(library, BELIEFS[0], student, tutor, turns=whole.turns[:place])
        assert again.turns == whole.turns
        for seat in ("student", "tutor"):
            done = sum(turn.seat == seat for turn in whole.turns[:place])
            assert asked_again[seat] == asked[seat][done:]


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.parametrize("tutor", ["guarded:double:x", "double:x"])
def test_renaming_the_misconceptions_changes_no_prompt(library, renamed, student, tutor):
    other, to_new = renamed
    for belief in BELIEFS[:2]:
        before, asked = played(library, belief, student, tutor)
        after, asked_after = played(other, to_new[belief], student, tutor)
        assert [t.text for t in before.turns] == [t.text for t in after.turns]
        for seat in ("student", "tutor"):
            assert [m for m, _ in asked[seat]][: len(before.turns)] == [
                m for m, _ in asked_after[seat]
            ][: len(before.turns)]
