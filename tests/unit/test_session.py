"""The turn machine: order, endings, limits, what each seat sees, going on from a log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.base import Brief, Utterance, View
from sandbox.errors import SessionError, UsageError
from sandbox.records import Choice, Item, Turn
from sandbox.session import Limits, Session

ITEM = Item(
    id="i",
    question="What is 3/4 + 1/2?",
    answer="5/4",
    choices=(Choice(label="A", text="5/4"), Choice(label="B", text="4/6", misconception="hid/den")),
    key="A",
)


@dataclass
class Says:
    """Says prepared utterances, then counts its turns; keeps the views it was shown."""

    name: str
    lines: Sequence[Utterance] = ()
    views: list[View] = field(default_factory=list)

    async def act(self, view: View) -> Utterance:
        self.views.append(view)
        own = len(view.own)
        return self.lines[own] if own < len(self.lines) else Utterance(f"{self.name} {own}")


def of_two(**more: object) -> Session:
    return Session("s", ITEM, student=Says("pupil"), tutor=Says("coach"), **more)  # type: ignore[arg-type]


def play(session: Session) -> Session:
    async def go() -> None:
        while not session.ended:
            await session.step()

    asyncio.run(go())
    return session


@given(turns=st.integers(1, 12), first=st.sampled_from(["student", "tutor"]))
def test_seats_alternate_and_the_turn_limit_ends_the_session(turns: int, first: str) -> None:
    session = play(of_two(limits=Limits(turns=turns), first=first))
    seats = [turn.seat for turn in session.turns]
    assert len(seats) == turns
    assert seats[0] == first
    assert all(a != b for a, b in pairwise(seats))
    assert [turn.index for turn in session.turns] == list(range(turns))
    assert session.ended is not None
    assert (session.ended.kind, session.next_seat) == ("turn-limit", None)


def test_sixteen_turns_are_the_default_limit() -> None:
    assert len(play(of_two()).turns) == 16


def test_agent_ends_the_session_and_its_last_words_stay() -> None:
    tutor = Says("coach", [Utterance("Well done, goodbye.", ends="resolved")])
    session = play(Session("s", ITEM, student=Says("pupil"), tutor=tutor))
    assert session.turns[-1].text == "Well done, goodbye."
    assert session.ended is not None
    assert (session.ended.kind, session.ended.by) == ("resolved", "tutor")


def test_ending_of_the_last_allowed_turn_is_the_agents_own() -> None:
    tutor = Says("coach", [Utterance("Goodbye.", ends="tutor-ended")])
    session = play(Session("s", ITEM, student=Says("p"), tutor=tutor, limits=Limits(turns=2)))
    assert session.ended is not None
    assert session.ended.kind == "tutor-ended"


@pytest.mark.parametrize("text", ["", "  \n\t "])
@pytest.mark.parametrize(
    ("ends", "kind"), [(None, "error"), ("resolved", "error"), ("refused",) * 2]
)
def test_an_agent_that_says_nothing_never_ends_normally(
    text: str, ends: str | None, kind: str
) -> None:
    tutor = Says("coach", [Utterance(text, ends=ends)])  # type: ignore[arg-type]
    session = play(Session("s", ITEM, student=Says("pupil"), tutor=tutor))
    assert session.ended is not None
    assert (session.ended.kind, session.ended.by) == (kind, "tutor")
    assert "coach" in session.ended.note
    assert [turn.seat for turn in session.turns] == ["student"]


def test_an_agents_endless_message_is_an_error_that_names_the_limit() -> None:
    pupil = Says("pupil", [Utterance("x" * 20_001)])
    session = play(Session("s", ITEM, student=pupil, tutor=Says("coach")))
    assert session.ended is not None
    assert session.ended.kind == "error"
    assert "20,000" in session.ended.note
    assert session.turns == ()


def test_a_persons_megabyte_is_refused_and_the_session_lives_on() -> None:
    session = Session("s", ITEM, student=None, tutor=Says("coach"))
    with pytest.raises(UsageError, match=r"1,000,000 characters; at most 20,000"):
        session.say("x" * 1_000_000)
    assert session.say("4/6").text == "4/6"
    assert session.next_seat == "tutor"


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_message_of_a_person_is_refused(text: str) -> None:
    session = Session("s", ITEM, student=None, tutor=None)
    with pytest.raises(UsageError, match="empty"):
        session.say(text)
    assert session.turns == ()


def test_a_picture_alone_is_a_message() -> None:
    session = Session("s", ITEM, student=None, tutor=None)
    assert session.say("", images=("abc",)).images == ("abc",)


@pytest.mark.parametrize("kind", ["abandoned", "cost-limit", "student-ended"])
def test_nothing_happens_after_an_ending(kind: str) -> None:
    session = Session("s", ITEM, student=None, tutor=Says("coach"))
    session.say("4/6")
    session.end(kind, by="student", note="had to go")  # type: ignore[arg-type]
    with pytest.raises(SessionError, match=kind):
        asyncio.run(session.step())
    with pytest.raises(SessionError, match=kind):
        session.say("more")
    with pytest.raises(SessionError, match=kind):
        session.end("resolved")
    assert session.transcript().ending == session.ended
    assert len(session.turns) == 1


def test_step_is_refused_where_a_person_sits_and_say_where_an_agent_sits() -> None:
    session = Session("s", ITEM, student=None, tutor=Says("coach"))
    with pytest.raises(SessionError, match="person"):
        asyncio.run(session.step())
    session.say("4/6")
    with pytest.raises(SessionError, match="coach"):
        session.say("I am the tutor")


def test_a_seat_can_change_hands_at_any_time() -> None:
    session = Session("s", ITEM, student=Says("pupil"), tutor=Says("coach"))
    asyncio.run(session.step())
    session.seat("tutor", None)
    session.say("Let me take this one.")
    session.seat("student", Says("other pupil"))
    asyncio.run(session.step())
    session.seat("tutor", Says("coach"))
    asyncio.run(session.step())
    assert [turn.author for turn in session.turns] == ["pupil", "person", "other pupil", "coach"]
    transcript = session.transcript()
    assert (transcript.student, transcript.tutor) == ("pupil", "coach")


def test_two_people_can_talk() -> None:
    session = Session("s", ITEM, student=None, tutor=None)
    for text in ("4/6", "How come?", "I added."):
        session.say(text)
    assert [turn.seat for turn in session.turns] == ["student", "tutor", "student"]


def test_a_failing_agent_costs_no_turn_and_can_be_asked_again() -> None:
    class Fails(Says):
        async def act(self, view: View) -> Utterance:
            self.views.append(view)
            if len(self.views) == 1:
                raise ConnectionError("line is down")
            return Utterance("Here I am.")

    session = Session("s", ITEM, student=Fails("pupil"), tutor=None)
    with pytest.raises(ConnectionError):
        asyncio.run(session.step())
    assert session.ended is None
    turn = asyncio.run(session.step())
    assert turn is not None
    assert turn.text == "Here I am."


def test_what_an_agent_says_too_late_is_not_put_in() -> None:
    session: Session

    class Slow(Says):
        async def act(self, view: View) -> Utterance:
            session.end("abandoned", by="student")
            return Utterance("Too late.")

    session = Session("s", ITEM, student=Slow("pupil"), tutor=None)
    with pytest.raises(SessionError, match="moved on"):
        asyncio.run(session.step())
    assert session.turns == ()


def test_times_come_from_the_clock_alone() -> None:
    assert [turn.at for turn in play(of_two(limits=Limits(turns=2))).turns] == [None, None]
    ticks: Callable[[], str] = lambda: "2020-01-01T00:00:00Z"  # noqa: E731
    timed = play(of_two(limits=Limits(turns=2), clock=ticks))
    assert {turn.at for turn in timed.turns} == {"2020-01-01T00:00:00Z"}


@given(st.integers(0, 6))
def test_going_on_from_logged_turns_gives_the_same_session(cut: int) -> None:
    whole = play(of_two(limits=Limits(turns=6)))
    rest = of_two(limits=Limits(turns=6), turns=whole.turns[:cut])
    assert play(rest).transcript() == whole.transcript()


def test_a_log_cut_off_behind_the_closing_turn_is_still_ended() -> None:
    tutor = Says("coach", [Utterance("Goodbye.", ends="resolved")])
    whole = play(Session("s", ITEM, student=Says("pupil"), tutor=tutor))
    again = of_two(turns=whole.turns)
    assert again.ended == whole.ended


@pytest.mark.parametrize("order", [[1], [0, 0], [0, 2], [1, 0]])
def test_logged_turns_out_of_order_are_refused(order: list[int]) -> None:
    turns = play(of_two(limits=Limits(turns=3))).turns
    with pytest.raises(SessionError, match="turn"):
        of_two(turns=[turns[k] for k in order])


def test_logged_turns_behind_an_ending_are_refused() -> None:
    turns = [
        Turn(index=0, seat="student", text="bye", author="p", hidden={"ends": "student-ended"}),
        Turn(index=1, seat="tutor", text="wait", author="t"),
    ]
    with pytest.raises(SessionError, match="behind its ending"):
        of_two(turns=turns)


def secrets(owner: str) -> st.SearchStrategy[str]:
    return st.text(alphabet="qxzjvk", min_size=8, max_size=20).map(lambda word: f"{owner}-{word}")


@given(
    student=st.lists(secrets("PUPIL"), min_size=4, max_size=4),
    tutor=st.lists(secrets("COACH"), min_size=4, max_size=4),
    cards=st.tuples(secrets("PUPIL"), secrets("COACH"), secrets("COACH")),
)
def test_hidden_text_of_one_seat_never_reaches_the_other(
    student: list[str], tutor: list[str], cards: tuple[str, str, str]
) -> None:
    hidden = [{"why": word, "deep": {word: [word]}} for word in student]
    pupil = Says("pupil", [Utterance(f"p{k}", fields) for k, fields in enumerate(hidden)])
    coach = Says("coach", [Utterance(f"c{k}", {"moves": [w]}) for k, w in enumerate(tutor)])
    session = Session(
        "s",
        ITEM,
        student=pupil,
        tutor=coach,
        briefs={"student": Brief(cards[0]), "tutor": Brief(cards[1], key=cards[2])},
        limits=Limits(turns=8),
    )
    play(session)
    seen_by_student = (*pupil.views, session.view("student"))
    seen_by_tutor = (*coach.views, session.view("tutor"))
    assert not any(word in repr(view) for view in seen_by_student for word in [*tutor, *cards[1:]])
    assert not any(word in repr(view) for view in seen_by_tutor for word in [*student, cards[0]])
    assert all(word in repr(seen_by_student[-1]) for word in [*student, cards[0]])
    for view in (*seen_by_student, *seen_by_tutor):
        assert "hid/den" not in repr(view)
        assert {turn.author for turn in view.heard} <= {""}
