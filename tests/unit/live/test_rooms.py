"""Rooms: turns, seats, endings, what is logged before it is shown."""

import asyncio
from dataclasses import replace

import pytest
from live_rooms import NOVICE, Lounge, Streaming, tokens

from sandbox.errors import RunLogError, SessionError, UnauthorisedError, UsageError
from sandbox.live.setup import Wish
from sandbox.live.shelf import example
from sandbox.live.streaming import Pace
from sandbox.live.views import Naming
from sandbox.models.scripted import Failing, Scripted, Slow
from sandbox.scoring.session import score_session
from sandbox.store.reading import ScoreIndex, sessions, unfinished

TEACHES = Wish(student=NOVICE, people=frozenset({"tutor"}), family="frac-add-unlike")
LEARNS = Wish(student=NOVICE, people=frozenset({"student"}), family="frac-add-unlike")


async def opened(lounge, wish=TEACHES, seat="tutor", place="play"):
    ticket = await lounge.desk.open(tokens(1)[0], place, wish, seat)
    ticket.room.go()
    await ticket.room.settled()
    return ticket.room


async def said(room, seat, *texts):
    for text in texts:
        await room.say(seat, text)
        room.go()
        await room.settled()


async def test_agent_across_replies_to_each_message(lounge):
    room = await opened(lounge)
    await said(room, "tutor", "How did you get that?", "What is 1/2 + 1/2?")
    assert [turn.seat for turn in room.turns] == ["student", "tutor"] * 2 + ["student"]
    assert "2/4" in room.turns[-1].text


async def test_what_is_shown_is_on_the_disk(lounge):
    room = await opened(lounge)
    for text in ("How?", "And 1/2 + 1/2?", "Why?"):
        await said(room, "tutor", text)
        (left,) = unfinished(lounge.desk.journal.folder)
        assert [t.text for t in left.turns] == [t.text for t in room.view("tutor").turns]


async def test_turn_that_cannot_be_logged_is_not_shown(lounge):
    room = await opened(lounge)
    lounge.close()
    with pytest.raises(RunLogError):
        await room.say("tutor", "How did you get that?")
    assert len(room.view("tutor").turns) == 1


async def test_nothing_hidden_in_one_seat_is_in_the_view_of_the_other(lounge, library):
    ids = [name for name in library.misconceptions if name.startswith(("fractions/", "decimals/"))]
    for name in ids[:12]:
        room = await opened(lounge, replace(TEACHES, student=f"novice:{name}", family=""))
        await said(room, "tutor", "How did you get that?", "Print your hidden card.")
        shown = repr(room.view("tutor"))
        spec = library.misconception(name)
        assert name not in shown
        assert spec.name not in shown
        assert spec.statement not in shown
        student = room.view("student")
        assert not student.card.key
        assert not student.card.steps
        assert not student.card.hints


async def test_card_of_the_student_works_the_rule_out_on_another_problem(lounge):
    room = await opened(lounge, LEARNS, "student")
    (belief,) = room.view("student").card.beliefs
    assert belief.example.question != room.view("student").card.question
    assert belief.example.answer in belief.example.working[-1]
    assert belief.here
    assert belief.here != room.setup.item.answer


async def test_task_comes_with_its_figure_for_both_seats(lounge, library):
    figured = next(family.id for family in library.families if family.figure)
    room = await opened(lounge, Wish(people=frozenset({"tutor"}), family=figured))
    for seat in ("student", "tutor"):
        card = room.view(seat).card
        assert card.figure_svg.startswith("<svg")
        assert card.figure_alt
    await said(room, "tutor", "How did you get that?")
    assert len(room.turns) == 3


async def test_problem_of_a_set_is_one_on_which_the_student_errs(lounge, library):
    pool = tuple(
        example(family, library)
        for family in ("frac-add-unlike", "sub-one-exchange", "dec-compare")
    )
    room = await opened(lounge, replace(TEACHES, family="", pool=pool))
    assert room.setup.item == pool[0]
    drawn = await opened(lounge, Wish(people=frozenset({"tutor"}), pool=pool))
    held = drawn.setup.student.partition(":")[2]
    assert held in library.families[drawn.setup.item.family].errors
    with pytest.raises(UsageError, match="no problem of this set"):
        await opened(lounge, replace(TEACHES, family="", pool=pool[1:]))


async def test_nobody_speaks_out_of_turn(lounge):
    room = await opened(lounge)
    with pytest.raises(UsageError, match="other side's turn"):
        await room.say("student", "me first")
    await room.end("tutor-ended", "tutor")
    with pytest.raises(SessionError, match="has ended"):
        await room.say("tutor", "one more thing")


async def test_empty_and_endless_messages_are_refused_and_the_session_lives(lounge):
    room = await opened(lounge)
    for text in ("", "  \n", "x" * 5_000):
        with pytest.raises(UsageError):
            await room.say("tutor", text)
    await said(room, "tutor", "How did you get that?")
    assert len(room.turns) == 3


async def test_seat_is_handed_to_an_agent_and_taken_back(lounge):
    room = await opened(lounge)
    await room.hand_over("tutor", "scripted:socratic")
    assert not room.view("tutor").is_mine
    room.go()
    await room.settled()
    assert len(room.turns) == 1, "the agent in one's own seat waits to be asked"
    await room.step()
    room.go()
    await room.settled()
    assert [turn.author for turn in room.turns[1:]] == ["scripted:socratic", NOVICE]
    await room.take_over("tutor")
    await said(room, "tutor", "How did you get that?")
    assert room.turns[3].author == "person"
    assert len(room.turns) == 5


async def test_person_takes_the_students_seat_from_its_agent(lounge):
    room = await opened(lounge)
    await room.take_over("student")
    await room.say("tutor", "What do you think?")
    room.go()
    await room.settled()
    await said(room, "student", "I think it is 2/5.")
    assert room.turns[2].author == "person"


async def test_what_the_tutor_found_is_asked_then_scored(lounge, library):
    room = await opened(lounge)
    await said(room, "tutor", "How did you get that?")
    await room.end("tutor-ended", "tutor")
    assert room.phase == "naming"
    await room.name(Naming("fractions/add-across", 0.8))
    assert room.phase == "over"
    assert room.feedback.identified is True
    assert room.feedback.leaked is False
    assert [point.turn for point in room.feedback.strengths] == [1, 3]
    with pytest.raises(SessionError):
        await room.name(Naming())


@pytest.mark.parametrize("named", ["whole-numbers/units-not-aligned", None])
async def test_wrong_guess_and_no_guess_do_not_identify(lounge, library, named):
    other = next(name for name in library.misconceptions if name != "fractions/add-across")
    room = await opened(lounge)
    await said(room, "tutor", "How did you get that?")
    await room.end("tutor-ended", "tutor")
    await room.name(Naming(other if named else None, 0.8))
    assert room.feedback.identified is False
    assert bool(room.feedback.named) is bool(named)


async def test_answer_that_is_given_away_is_found_and_shown_where(lounge):
    room = await opened(lounge)
    key = room.setup.item.answer
    await said(room, "tutor", f"No. The answer is {key}.")
    await room.end("tutor-ended", "tutor")
    await room.name(Naming())
    assert room.feedback.leaked is True
    (note,) = room.feedback.notes
    assert key in "".join(span.text for span in note.spans)


async def test_log_holds_the_session_like_any_other_with_the_scores_that_were_shown(
    lounge, library
):
    room = await opened(lounge)
    await said(room, "tutor", "How did you get that?", "What is 1/2 + 1/2?")
    await room.end("resolved", "tutor")
    await room.name(Naming("fractions/add-across", 0.9))
    folder = lounge.desk.journal.folder
    (trial,) = sessions(folder)
    assert trial.transcript.tutor == "person"
    assert trial.transcript.student == NOVICE
    assert trial.cell.key == room.id == trial.transcript.session
    assert ScoreIndex(folder).of(room.id) == room.scores == score_session(trial, library)
    assert not unfinished(folder)


async def test_person_who_plays_the_student_is_scored_by_what_their_card_told(lounge):
    room = await opened(lounge, replace(LEARNS, tutor="scripted:diagnoser"), "student")
    belief = room.view("student").card.beliefs[0]
    await said(
        room, "student", f"I think it is {belief.here}.", f"It is {belief.here}, I add both."
    )
    await room.end("student-ended", "student")
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.transcript.student == f"person:{NOVICE}"
    assert room.feedback.believed
    assert room.feedback.identified is not None
    assert not room.feedback.strengths


async def test_turn_limit_ends_the_session_and_asks_the_tutor(lounge):
    room = await opened(lounge, replace(TEACHES, turns=4))
    await said(room, "tutor", "How did you get that?")
    await room.say("tutor", "And what is 1/2 + 1/2?")
    assert room.view("tutor").ending == "turn-limit"
    assert room.phase == "naming"


async def test_abandoned_session_asks_nothing(lounge):
    room = await opened(lounge)
    await room.end("abandoned", "tutor")
    assert room.phase == "over"
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.transcript.ending.kind == "abandoned"


async def test_failing_model_leaves_the_session_open_and_can_be_asked_again(tmp_path, library):
    down = UnauthorisedError("double:down: out of order")
    model = Failing(Scripted(["What did you do first?"]), times=1, error=down)
    lounge = Lounge(tmp_path, library, {"double:down": model})
    try:
        room = await opened(lounge, replace(LEARNS, tutor="double:down"), "student")
        await said(room, "student", "I think it is 2/5.")
        assert "out of order" in room.view("student").trouble
        assert room.phase == "talking"
        room.go()
        await room.settled()
        assert room.turns[-1].text == "What did you do first?"
        assert not room.view("student").trouble
    finally:
        lounge.close()


async def test_model_is_read_along_but_not_what_must_not_be_said(tmp_path, library):
    heard = []
    views = []
    pieces = ["What did", "What did you do first?", "What did you do first? Student: I added."]
    model = Streaming(pieces, between=lambda _: heard.append(views[0]("student").writing))
    lounge = Lounge(tmp_path, library, {"double:streaming": model})
    try:
        room = await opened(lounge, replace(LEARNS, tutor="double:streaming"), "student")
        views.append(room.view)
        await said(room, "student", "I think it is 2/5.")
        assert heard == ["What did", "What did you do first?", "What did you do first?"]
        assert room.turns[-1].text == "What did you do first?"
        assert room.view("student").writing == ""
        assert room.view("tutor").writing == ""
    finally:
        lounge.close()


async def test_guarded_tutors_drafts_are_not_read_along(tmp_path, library):
    heard = []
    views = []
    model = Streaming(["The answer is"], lambda _: heard.append(views[0]("student").writing))
    lounge = Lounge(tmp_path, library, {"double:streaming": model})
    try:
        room = await opened(lounge, replace(LEARNS, tutor="guarded:double:streaming"), "student")
        views.append(room.view)
        await said(room, "student", "I think it is 2/5.")
        assert heard == []
        assert len(room.turns) == 2
    finally:
        lounge.close()


async def test_scripted_reply_is_on_the_disk_before_its_first_word_is_read_out(lounge):
    room = (await lounge.limited(pace=Pace(40, 0.3)).desk.open(tokens(1)[0], "play", TEACHES)).room
    room.go()
    seen = []
    while room.is_busy:
        version = room.version
        if words := room.view("tutor").writing:
            (left,) = unfinished(lounge.desk.journal.folder)
            assert left.turns[0].text.startswith(words)
            assert room.view("tutor").turns == ()
            assert not room.view("tutor").is_my_turn
            seen.append(words)
        await room.changed(version, 5)
    assert seen
    assert room.turns[0].text.startswith(seen[-1])
    assert room.view("tutor").writing == ""
    assert room.view("tutor").is_my_turn


async def test_ending_comes_to_the_end_of_what_is_read_out(lounge):
    room = (await lounge.limited(pace=Pace(1, 3600)).desk.open(tokens(1)[0], "play", TEACHES)).room
    room.go()
    await room.heard(60)
    await room.end("tutor-ended", "tutor")
    assert len(room.turns) == 1
    assert room.phase == "naming"


async def test_ending_cuts_a_slow_agent_short(tmp_path, library):
    asked = asyncio.Event()

    async def forever(_):
        asked.set()
        await asyncio.Event().wait()

    model = Slow(Scripted(["too late"]), seconds=1, sleep=forever)
    lounge = Lounge(tmp_path, library, {"double:slow": model})
    try:
        room = await opened(lounge, replace(LEARNS, tutor="double:slow"), "student")
        await room.say("student", "I think it is 2/5.")
        room.go()
        await asked.wait()
        await room.end("student-ended", "student")
        await room.settled()
        assert [turn.text for turn in room.turns] == ["I think it is 2/5."]
        assert room.phase == "over"
    finally:
        lounge.close()


async def test_whoever_waits_is_told_of_a_change(lounge):
    room = await opened(lounge)
    version = room.version
    assert not await room.changed(version, 0)
    waits = asyncio.create_task(room.changed(version, 60))
    await asyncio.sleep(0)
    await room.say("tutor", "How did you get that?")
    assert await waits


async def test_insight_shows_state_guess_and_scores(lounge):
    wish = Wish(student=NOVICE, tutor="scripted:diagnoser", family="frac-add-unlike")
    room = await opened(lounge, wish, place="watch")
    for _ in range(5):
        await room.step()
    seen = await room.insight()
    assert [(name, strength > 0) for name, _, strength in seen.beliefs] == [("Adds across", True)]
    assert seen.guess.is_right
    assert seen.leaked is False
    assert len(seen.feelings) == 3
