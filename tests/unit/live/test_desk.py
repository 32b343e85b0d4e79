"""The desk: tokens, codes, restoring, limits."""

from dataclasses import replace

import pytest
from live_rooms import NOVICE, Lounge, tokens

from sandbox.errors import RunLogError, UnknownNameError, UsageError
from sandbox.live.desk import IDLE_S, is_token, new_code, new_token, plain_code
from sandbox.live.journal import Journal
from sandbox.live.setup import Wish, prepare
from sandbox.live.views import Naming
from sandbox.models.scripted import echo
from sandbox.store.reading import sessions, unfinished

TEACHES = Wish(student=NOVICE, people=frozenset({"tutor"}), family="frac-add-unlike")
BOTH = Wish(student=NOVICE, people=frozenset({"student", "tutor"}), family="frac-add-unlike")


async def talked(desk, token, *texts, wish=TEACHES):
    ticket = await desk.open(token, "play", wish, "tutor")
    for text in texts:
        ticket.room.go()
        await ticket.room.settled()
        await ticket.room.say("tutor", text)
    ticket.room.go()
    await ticket.room.settled()
    return ticket


async def test_browser_sees_its_own_room_and_no_other(lounge):
    one, two, stranger = tokens(3)
    await talked(lounge.desk, one, "How did you get that?")
    await talked(lounge.desk, two, "What is 1/2 + 1/2?")
    first, second = lounge.desk.ticket(one, "play"), lounge.desk.ticket(two, "play")
    assert first.room is not second.room
    assert "1/2 + 1/2" not in repr(first.room.view("tutor").turns)
    assert lounge.desk.ticket(stranger, "play") is None
    assert lounge.desk.ticket(one, "watch") is None
    assert lounge.desk.ticket("", "play") is None
    assert lounge.desk.ticket(first.room.id, "play") is None


async def test_another_person_joins_by_code_once(lounge):
    host, guest, third = tokens(3)
    ticket = await lounge.desk.open(host, "play", BOTH, "tutor")
    assert ticket.room.phase == "waiting"
    with pytest.raises(UsageError, match="has not come yet"):
        await ticket.room.say("student", "hello")
    with pytest.raises(UsageError, match="your own room"):
        lounge.desk.join(host, "play", ticket.code)
    joined = lounge.desk.join(guest, "play", f" {ticket.code[:4].lower()}-{ticket.code[4:]} ")
    assert (joined.seat, joined.room) == ("student", ticket.room)
    with pytest.raises(UsageError, match="no room waits"):
        lounge.desk.join(third, "play", ticket.code)
    await ticket.room.say("student", "I think 2/5")
    await ticket.room.say("tutor", "Why?")
    mine, theirs = ticket.room.view("tutor"), joined.room.view("student")
    assert [t.text for t in mine.turns] == [t.text for t in theirs.turns]


HOSTILE_CODES = [
    "", "ABCDEFGH", "../../x", "A" * 10_000, "<b>", "🙂" * 8, "\x00" * 8, "\ud800", "ＡＢＣＤＥＦＧＨ",
]  # fmt: skip


@pytest.mark.parametrize("code", HOSTILE_CODES)
async def test_guessed_code_opens_nothing(lounge, code):
    host, guest = tokens(2)
    await lounge.desk.open(host, "play", BOTH, "tutor")
    with pytest.raises(UsageError, match="no room waits"):
        lounge.desk.join(guest, "play", code)


def test_codes_and_tokens_differ_and_are_long():
    assert len({new_code() for _ in range(500)}) == 500
    assert len({new_token() for _ in range(500)}) == 500
    assert is_token(new_token())
    assert not any(map(is_token, (None, "", "short", 7, ["x" * 40], "x" * 1_000)))
    assert plain_code("ab-cd efgh") == "ABCDEFGH"


async def test_tokens_are_not_on_the_disk(lounge):
    (token,) = tokens(1)
    await talked(lounge.desk, token, "How did you get that?")
    for path in lounge.runs.rglob("*"):
        if path.is_file():
            assert token.encode() not in path.read_bytes()


async def test_killed_process_loses_nothing_that_was_shown(lounge):
    one, two = tokens(2)
    first = await talked(lounge.desk, one, "How did you get that?", "What is 1/2 + 1/2?")
    await talked(lounge.desk, two, "Why?")
    shown = first.room.view("tutor")
    desk = await lounge.reopen()
    again = desk.ticket(one, "play")
    assert again.room.id == first.room.id
    assert again.room.view("tutor").turns == shown.turns
    assert again.room.view("tutor").card == shown.card
    assert len(desk) == 2


async def test_resumed_session_goes_on_as_if_nothing_had_happened(tmp_path, library):
    texts = ["How did you get that?", "What is 1/2 + 1/2?", "Is 2/4 more than a half?", "Why?"]
    heard = []
    for number, breaks in enumerate((0, 2)):
        lounge = Lounge(tmp_path / str(number), library)
        (token,) = tokens(1)
        setup = prepare(TEACHES, lounge.desk.cast, "the same lot")
        ticket = await lounge.desk._open(token, "play", setup, "tutor")
        for place, text in enumerate(texts):
            if place == breaks and breaks:
                await lounge.reopen()
                ticket = lounge.desk.ticket(token, "play")
            ticket.room.go()
            await ticket.room.settled()
            await ticket.room.say("tutor", text)
        ticket.room.go()
        await ticket.room.settled()
        heard.append([(turn.text, dict(turn.hidden)) for turn in ticket.room.turns])
        lounge.close()
    assert heard[0] == heard[1]


async def test_process_killed_before_the_tutor_named_anything_asks_again(lounge):
    (token,) = tokens(1)
    ticket = await talked(lounge.desk, token, "How did you get that?")
    await ticket.room.end("tutor-ended", "tutor")
    desk = await lounge.reopen()
    room = desk.ticket(token, "play").room
    assert room.phase == "naming"
    await room.name(Naming("fractions/add-across"))
    (trial,) = sessions(desk.journal.folder)
    assert trial.transcript.ending.kind == "tutor-ended"
    assert room.feedback.identified


async def test_waiting_room_keeps_its_code_over_a_restart(lounge):
    host, guest = tokens(2)
    ticket = await lounge.desk.open(host, "play", BOTH, "tutor")
    desk = await lounge.reopen()
    assert desk.ticket(host, "play").code == ticket.code
    assert desk.join(guest, "play", ticket.code).seat == "student"


async def test_feedback_is_there_after_a_restart_until_its_reader_leaves(lounge):
    (token,) = tokens(1)
    ticket = await talked(lounge.desk, token, "How did you get that?")
    await ticket.room.end("tutor-ended", "tutor")
    await ticket.room.name(Naming("fractions/add-across", 0.7))
    told = ticket.room.view("tutor")
    assert told.feedback.identified
    desk = await lounge.reopen()
    again = desk.ticket(token, "play").room.view("tutor")
    assert again.feedback == told.feedback
    assert again.turns == told.turns
    assert again.phase == "over"
    assert len(list(sessions(desk.journal.folder))) == 1
    await desk.leave(token, "play")
    assert (await lounge.reopen()).ticket(token, "play") is None
    assert not lounge.desk.journal.entries()


async def test_session_that_was_killed_before_its_scores_were_logged_is_scored(lounge):
    (token,) = tokens(1)
    ticket = await talked(lounge.desk, token, "How did you get that?")
    await ticket.room.end("abandoned", "tutor")
    log = lounge.desk.journal.folder / "log.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    assert '"scores"' in lines[-1]
    log.write_text("".join(lines[:-1]))
    desk = await lounge.reopen()
    room = desk.ticket(token, "play").room
    assert room.scores == ticket.room.scores
    assert room.feedback == ticket.room.feedback
    assert len(log.read_text().splitlines()) == len(lines)


async def test_leaving_ends_the_session_as_abandoned(lounge):
    (token,) = tokens(1)
    await talked(lounge.desk, token, "How did you get that?")
    await lounge.desk.leave(token, "play")
    assert lounge.desk.ticket(token, "play") is None
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.transcript.ending.kind == "abandoned"
    await lounge.desk.leave(token, "play")


async def test_opening_another_room_leaves_the_first(lounge):
    (token,) = tokens(1)
    first = await talked(lounge.desk, token)
    second = await talked(lounge.desk, token)
    assert first.room.phase == "over"
    assert lounge.desk.ticket(token, "play").room is second.room
    assert len(lounge.desk) == 1


async def test_idle_room_is_closed_and_a_used_one_is_not(lounge):
    idle, busy = tokens(2)
    await talked(lounge.desk, idle)
    lounge.now = IDLE_S * 0.9
    await talked(lounge.desk, busy)
    lounge.now = IDLE_S * 1.1
    assert await lounge.desk.sweep() == 1
    assert lounge.desk.ticket(idle, "play") is None
    assert lounge.desk.ticket(busy, "play")
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.transcript.ending.kind == "abandoned"


async def test_rooms_are_bounded(lounge):
    lounge.limited(most_rooms=2)
    for token in tokens(2):
        await lounge.desk.open(token, "play", TEACHES, "tutor")
    with pytest.raises(UsageError, match="too many sessions"):
        await lounge.desk.open(new_token(), "play", TEACHES, "tutor")


async def test_branch_keeps_the_first_turns_and_names_its_parent(lounge):
    (token,) = tokens(1)
    wish = replace(TEACHES, people=frozenset(), tutor="scripted:socratic")
    ticket = await lounge.desk.open(token, "watch", wish)
    for _ in range(6):
        await ticket.room.step()
    branched = await lounge.desk.branch(token, "watch", 3, "scripted:teller")
    await branched.room.step()
    assert branched.room.turns[:3] == ticket.room.turns[:3]
    assert branched.room.turns[3].author == "scripted:teller"
    assert branched.room.turns[3].text != ticket.room.turns[3].text
    factors = branched.room.setup.cell.factors
    assert (factors["parent"], factors["turns_kept"]) == (ticket.room.id, 3)
    (left,) = unfinished(lounge.desk.journal.folder)
    assert [turn.text for turn in left.turns] == [turn.text for turn in branched.room.turns]
    with pytest.raises(UsageError, match="after turn 0 to"):
        await lounge.desk.branch(token, "watch", 99, "scripted:teller")


async def test_branch_with_the_same_tutor_says_the_same(lounge):
    (token,) = tokens(1)
    wish = replace(TEACHES, people=frozenset(), tutor="scripted:socratic")
    ticket = await lounge.desk.open(token, "watch", wish)
    for _ in range(6):
        await ticket.room.step()
    again = await lounge.desk.branch(token, "watch", 2, "scripted:socratic")
    for _ in range(4):
        await again.room.step()
    assert [t.text for t in again.room.turns] == [t.text for t in ticket.room.turns]


async def test_student_drawn_by_lot_errs_on_the_topic(lounge, library):
    for token in tokens(8):
        wish = Wish(people=frozenset({"tutor"}), family="frac-add-unlike")
        room = (await lounge.desk.open(token, "play", wish, "tutor")).room
        belief = room.setup.student.removeprefix("novice:")
        assert belief in library.families["frac-add-unlike"].errors
        assert room.setup.item.family == "frac-add-unlike"
        assert belief not in repr(room.view("tutor"))


@pytest.mark.parametrize(
    "wish",
    [
        replace(TEACHES, student="novice:no/such"),
        replace(TEACHES, family="no-such"),
        replace(TEACHES, turns=1),
        replace(TEACHES, turns=10_000),
        replace(TEACHES, people=frozenset(), tutor="scripted:nobody"),
        replace(TEACHES, voice="model:openai:gpt-4o"),
    ],
)
async def test_wish_that_cannot_be_met_is_refused_and_opens_nothing(lounge, wish):
    with pytest.raises((UsageError, UnknownNameError)):
        await lounge.desk.open(new_token(), "play", wish, "tutor")
    assert len(lounge.desk) == 0
    assert not unfinished(lounge.desk.journal.folder)


async def test_only_offered_models_can_be_named(tmp_path, library):
    lounge = Lounge(tmp_path, library, {"double:echo": echo()})
    try:
        assert "guarded:double:echo" in lounge.desk.cast.tutors()
        assert "grounded:double:echo" in lounge.desk.cast.voices()
        room = (
            await lounge.desk.open(
                new_token(), "play", replace(TEACHES, voice="model:double:echo"), "tutor"
            )
        ).room
        assert room.setup.student == f"model:double:echo@{NOVICE}"
        with pytest.raises(UsageError, match="not offered here"):
            lounge.desk.cast.tutor("openai:gpt-4o")
    finally:
        lounge.close()


def test_two_apps_on_one_folder_are_refused(lounge, library):
    with pytest.raises(RunLogError, match="written by another process"):
        Journal(lounge.runs, library)
