"""How a scripted student talks and learns over a session with a tutor that says prepared lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.agents.base import Brief, Student, Utterance, View
from sandbox.agents.hearing import hear
from sandbox.agents.students import make_student
from sandbox.agents.students.wording import plain
from sandbox.content.generate import item_for
from sandbox.content.library import load
from sandbox.records import Item, Turn, rng
from sandbox.session import Limits, Session

LIBRARY = load()
BELIEF = "fractions/add-across"
NOVICE = f"novice:{BELIEF}"
HELPS = LIBRARY.misconception(BELIEF).helps
TASK = Item(id="t", question="Work out 2/3 + 1/4.", answer="11/12")
GROWN_UP = re.compile(r"\b(?:denominator|numerator|coefficient|equivalent|integer|variable)s?\b")


@dataclass(frozen=True)
class Lines:
    """A tutor that says these lines, then stops."""

    lines: Sequence[str]
    name: str = "lines"

    async def act(self, view: View) -> Utterance:
        said = len(view.own)
        if said < len(self.lines):
            return Utterance(self.lines[said])
        return Utterance("Goodbye.", ends="tutor-ended")


def session_of(
    student: str | Student, lines: Sequence[str], item: Item = TASK, name: str = "s", card: str = ""
) -> Session:
    agent = make_student(student, LIBRARY) if isinstance(student, str) else student
    return Session(
        name,
        item,
        student=agent,
        tutor=Lines(lines),
        briefs={"student": Brief(card=card)},
        limits=Limits(turns=40),
    )


def play(session: Session) -> list[Turn]:
    async def go() -> None:
        while not session.ended:
            await session.step()

    asyncio.run(go())
    return [turn for turn in session.turns if turn.seat == "student"]


def talk(student: str | Student, lines: Sequence[str], **more: object) -> list[Turn]:
    return play(session_of(student, lines, **more))  # type: ignore[arg-type]


def strength(turn: Turn, belief: str = BELIEF) -> float:
    return float(turn.hidden["beliefs"][belief])  # type: ignore[index, call-overload, arg-type]


def answers(turn: Turn) -> list[tuple[str, str]]:
    return [tuple(pair) for pair in turn.hidden["answers"]]  # type: ignore[union-attr, misc, arg-type]


def events(turn: Turn) -> list[str]:
    return list(turn.hidden["events"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "telling",
    [
        "No, that's wrong.",
        "The answer is 11/12.",
        "No. 2/3 = 8/12 and 1/4 = 3/12, so 8/12 + 3/12 = 11/12.",
        "Well done, keep going! You can do it.",
        "Are you sure about that?",
        "What do you notice about the two fractions?",
    ],
)
def test_being_told_ten_times_does_not_remove_a_belief(telling: str) -> None:
    turns = talk(NOVICE, [telling] * 10 + ["What is 1/2 + 1/2?"])
    assert strength(turns[-1]) >= 0.5
    assert answers(turns[-1])[0][1] == "2/4"


def test_case_conflict_and_explanation_remove_it_and_the_student_says_what_it_sees() -> None:
    lines = [HELPS.case, HELPS.because, HELPS.idea, "What is 1/6 + 1/4?"]
    turns = talk(NOVICE, lines)
    held = [strength(turn) >= 0.5 for turn in turns]
    assert held.index(False) == 3
    assert "same size" in turns[3].text
    assert answers(turns[3]) == [(TASK.question, "11/12")]
    assert answers(turns[4])[0][1] == "5/12"


def test_one_explanation_alone_weakens_but_does_not_remove() -> None:
    turns = talk(NOVICE, [HELPS.idea])
    assert 0.5 <= strength(turns[-1]) < 0.9


def test_a_free_wording_of_the_idea_counts_as_an_explanation() -> None:
    wording = (
        "You can only add pieces when they are the same size. Thirds and quarters are different, "
        "so we have to make the bottom numbers the same before we add the tops."
    )
    assert "explanation" in events(talk(NOVICE, [wording])[1])


def test_pointing_at_what_the_rule_gave_is_a_conflict_in_free_words_too() -> None:
    lines = ["What would 1/2 + 1/2 be?", "You said 2/4. But 2/4 is only a half, isn't it?"]
    turns = talk(NOVICE, lines)
    assert events(turns[1]) == ["case"]
    assert "conflict" in events(turns[2])


@pytest.mark.parametrize(
    "other", ["fractions/keeps-larger-denominator", "percent/percent-as-subtraction"]
)
def test_an_explanation_for_another_misconception_moves_nothing(other: str) -> None:
    turns = talk(NOVICE, [LIBRARY.misconception(other).helps.idea])
    assert "explanation" not in events(turns[-1])


def test_most_ideas_are_recognised_and_hardly_any_for_another_belief() -> None:
    names = sorted(LIBRARY.misconceptions, key=lambda n: LIBRARY.misconception(n).statement)[::9]
    own = crossed = 0
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        item = item_for(name, LIBRARY, rng("ideas", LIBRARY.misconception(name).statement))
        told = talk(f"novice:{name}", [LIBRARY.misconception(name).helps.idea], item=item)
        own += "explanation" in events(told[1])
        told = talk(f"novice:{name}", [LIBRARY.misconception(other).helps.idea], item=item)
        crossed += "explanation" in events(told[1])
    assert own >= 0.97 * len(names)
    assert crossed <= 0.03 * len(names)


def test_what_helps_teaches_nearly_every_belief_away_within_five_turns() -> None:
    names = sorted(LIBRARY.misconceptions, key=lambda n: LIBRARY.misconception(n).statement)[::9]
    learned = 0
    for name in names:
        helps = LIBRARY.misconception(name).helps
        item = item_for(name, LIBRARY, rng("teach", LIBRARY.misconception(name).statement))
        lines = [helps.case, f"{helps.because} {helps.question}", f"{helps.idea} {helps.picture}",
                 f"{helps.because} {helps.idea}"]  # fmt: skip
        turns = talk(f"novice:{name}", lines, item=item)
        assert strength(turns[1], name) >= 0.5
        learned += strength(turns[-1], name) < 0.5
    assert learned >= 0.95 * len(names)


def test_it_explains_its_last_answer_when_asked_why() -> None:
    turns = talk(NOVICE, ["How did you get that?"])
    assert "2 + 1 = 3" in turns[1].text
    assert any(wording in turns[1].text for wording in LIBRARY.misconception(BELIEF).says)


def test_it_stands_by_its_belief_when_asked_whether_it_is_sure() -> None:
    turns = talk(NOVICE, ["Are you sure?"])
    assert any(wording in turns[1].text for wording in LIBRARY.misconception(BELIEF).says)
    assert strength(turns[1]) == 1.0


def test_a_step_of_the_right_way_is_not_taken_while_the_rule_stands_and_taken_after() -> None:
    problem = LIBRARY.families.last(TASK.question)[0]
    before = talk(NOVICE, [problem.steps[0].ask])[1]
    assert any(wording in before.text for wording in LIBRARY.misconception(BELIEF).says)
    lines = [HELPS.case, HELPS.because, HELPS.idea, problem.steps[0].ask]
    assert problem.steps[0].do in talk(NOVICE, lines)[-1].text


def test_it_says_whether_it_agrees_with_a_value_put_to_it() -> None:
    yes, no = (
        talk(NOVICE, [text])[1].text for text in ("Is 1/2 + 1/2 = 2/4?", "Is 1/2 + 1/2 = 1?")
    )
    assert yes.startswith("Yes")
    assert no.startswith("No")


def test_success_at_practice_is_felt_when_the_tutor_confirms_it() -> None:
    turns = talk(NOVICE, [HELPS.case, HELPS.because, HELPS.idea, "Yes, that is right. Well done!"])
    assert "success" in events(turns[-1])
    assert strength(turns[-1]) < strength(turns[-2])


@pytest.mark.parametrize("intent", ["progressive", "exploratory", "introspective"])
def test_a_student_with_an_intent_ends_some_turns_in_such_a_question(intent: str) -> None:
    student = make_student(NOVICE, LIBRARY, intent=intent)
    lines = ["What is 1/2 + 1/2?", "What is 1/6 + 1/4?", "Add 2/5 and 1/5.", "Are you sure?"] * 2
    turns = talk(student, lines)
    asked = [turn for turn in turns if turn.hidden["intent"] == intent]
    assert 1 <= len(asked) < len(turns)
    wordings = LIBRARY.phrase(f"ask-{intent}").wordings
    assert all(any(turn.text.endswith(w) for w in wordings) for turn in asked)
    assert {turn.hidden["intent"] for turn in turns} <= {"", intent}
    by_card = talk(NOVICE, lines, card=f"You are Mia. intent: {intent}")
    assert [turn.text for turn in by_card] == [turn.text for turn in turns]


def test_a_plain_novice_asks_nothing_back() -> None:
    assert {t.hidden["intent"] for t in talk(NOVICE, ["What is 1/2 + 1/2?"] * 6)} == {""}


@settings(max_examples=25, deadline=None)
@given(
    lines=st.lists(
        st.one_of(
            st.sampled_from(
                [HELPS.case, HELPS.because, HELPS.idea, "No.", "Why?", "Go on.", "Great!"]
            ),
            st.text(max_size=60),
        ),
        min_size=1,
        max_size=6,
    ).filter(lambda lines: all(line.strip() for line in lines)),
    cut=st.integers(0, 12),
    student=st.sampled_from([NOVICE, f"{NOVICE}@human-like", "timss:g4-low", "adversarial:pleads"]),
)
def test_a_resumed_student_says_the_same(lines: list[str], cut: int, student: str) -> None:
    whole = session_of(student, lines)
    play(whole)
    assert all(turn.text.strip() for turn in whole.turns)
    logged = [Turn.model_validate_json(turn.model_dump_json()) for turn in whole.turns[:cut]]
    again = session_of(student, lines)
    again = Session(
        again.id, TASK, student=make_student(student, LIBRARY), tutor=Lines(lines),
        briefs={"student": Brief()}, limits=Limits(turns=40), turns=logged,
    )  # fmt: skip
    play(again)
    assert again.turns == whole.turns


def test_children_use_no_grown_up_words_and_fill_every_slot() -> None:
    names = sorted(LIBRARY.misconceptions, key=lambda n: LIBRARY.misconception(n).statement)[::15]
    for name in names:
        helps = LIBRARY.misconception(name).helps
        item = item_for(name, LIBRARY, rng("talk", LIBRARY.misconception(name).statement))
        lines = [helps.case, "Why?", helps.because, helps.idea, helps.idea, "How do you know?"]
        for turn in talk(f"novice:{name}", lines, item=item):
            ending = item.question[-1] if item.question[-1] in ".?!" else ""
            spoken = turn.text.replace(item.question, f"It{ending}")
            assert not GROWN_UP.search(spoken), (name, spoken)
            assert "{" not in spoken
            assert ".." not in spoken
            assert "  " not in spoken


@pytest.mark.parametrize(
    ("words", "childs"),
    [
        ("However, it is too big.", "But it is too big."),
        ("The rule gives 8. However, 8 is too big.", "The rule gives 8. But 8 is too big."),
        ("the rule gives 8; however, 8 is too big", "the rule gives 8; but 8 is too big"),
        ("each holds as many, however long it looks", "each holds as many, however long it looks"),
        ("However long it looks, it holds as many.", "However long it looks, it holds as many."),
    ],
)
def test_however_becomes_but_only_where_it_opens_a_clause(words: str, childs: str) -> None:
    assert plain(words) == childs


def test_the_last_turn_of_the_tutor_counts_in_the_test_behind_the_session() -> None:
    session = session_of(NOVICE, [HELPS.case, f"{HELPS.because}", HELPS.idea])
    play(session)
    turns = session.turns[:6]
    assert turns[-1].seat == "tutor"
    view = View("student", "s", "What is 1/6 + 1/4?", turns=turns)
    student = make_student(NOVICE, LIBRARY)
    assert asyncio.run(student.answer(view)).text.startswith("5/12")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "asked", "mentioned"),
    [
        ("What is 1/2 + 1/2?", 1, 0),
        ("When you do 1/2 + 1/2 you get 1.", 0, 1),
        ("3/4 + 1/2 is not 4/6.", 0, 1),
        ("Can you tell me what 1/2 + 1/3 is?", 1, 0),
        ("What is 1/2 + 1/2? And what is 1/3 + 1/3?", 2, 0),
        ("You are adding 3/4 + 1/2. What do you notice about the bottom numbers?", 0, 1),
        ("Great! What about 2/5 + 1/5?", 1, 0),
    ],
)
def test_a_question_is_told_from_a_mention(text: str, asked: int, mentioned: int) -> None:
    message = hear(text, LIBRARY.families)
    assert (len(message.asked), len(message.questions) - len(message.asked)) == (asked, mentioned)


@pytest.mark.parametrize(
    "said", ["What did you get and how?", "Can you say what you did, and how?", "Show me."]
)
def test_how_is_heard_however_a_teacher_puts_it(said: str) -> None:
    answer = talk(NOVICE, [said])[1].text
    assert "2 + 1 = 3" in answer


def test_what_did_you_get_is_answered_with_the_answer() -> None:
    assert "3/7" in talk(NOVICE, ["What did you get?"])[1].text
