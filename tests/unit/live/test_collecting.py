"""Collecting: who does what, what is kept, what an organiser gets."""

import asyncio
import itertools
import json
import zipfile
from collections import Counter

import pytest
from live_rooms import tokens

from sandbox.content.collecting import CollectionSpec, read_collections
from sandbox.errors import ContentError, UsageError
from sandbox.live.assigning import plan_for, williams
from sandbox.live.collected import counts, export, is_password, progress
from sandbox.live.collecting import PARTICIPANTS, Collection
from sandbox.live.desk import IDLE_S
from sandbox.live.views import Naming
from sandbox.store.export import FORMATS
from sandbox.store.reading import sessions

CONDITION = {"seat": "tutor", "student": "novice:fractions/add-across", "family": "frac-add-unlike"}


def design(count=2, **changes):
    given = {
        "id": "study",
        "title": "A study",
        "consent": "Do you?",
        "instructions": {"tutor": "Teach.", "student": "Learn."},
        "order": "blocks",
        "conditions": [{"id": f"c{number}", **CONDITION} for number in range(count)],
        "turns": {"least": 3, "most": 6},
        "questionnaire": [
            {"id": "liked", "asks": "Did you like it?", "choices": ["no", "yes"]},
            {"id": "remarks", "asks": "Remarks?", "kind": "text", "is_optional": True},
        ],
    }
    return CollectionSpec.model_validate({**given, **changes})


async def through(study, token, code, said="How did you get that?", answers=None):
    await study.join(token, code, consents=True)
    while study.stage(token) == "ready":
        ticket = await study.begin(token)
        await ticket.room.settled()
        for _ in range(2):
            if ticket.room.view("tutor").is_my_turn:
                await ticket.room.say("tutor", said)
                ticket.room.go()
                await ticket.room.settled()
        await study.finish(token)
        if study.stage(token) == "session":
            await study.name(token, Naming())
    await study.answer(token, answers or {"liked": "yes"})


@pytest.mark.parametrize("size", range(1, 9))
def test_square_has_every_condition_once_at_every_place_and_after_every_other(size):
    rows = williams(size)
    for row in rows:
        assert sorted(row) == list(range(size))
    for place in range(size):
        assert set(Counter(row[place] for row in rows).values()) == {len(rows) // size}
    follows = Counter(pair for row in rows for pair in itertools.pairwise(row))
    assert len(follows) == size * (size - 1)
    assert len(set(follows.values())) <= 1


def test_blocks_are_balanced_at_every_block_and_not_all_in_the_same_order():
    plans = [plan_for(design(4), arrival)[0] for arrival in range(40)]
    blocks = [plans[at : at + 4] for at in range(0, 40, 4)]
    assert all(sorted(block) == ["c0", "c1", "c2", "c3"] for block in blocks)
    assert len({tuple(block) for block in blocks}) > 3
    assert plans == [plan_for(design(4), arrival)[0] for arrival in range(40)]
    assert plans != [plan_for(design(4, seed="2"), arrival)[0] for arrival in range(40)]


def test_latin_square_gives_everybody_every_condition():
    plans = [plan_for(design(3, order="latin-square"), arrival) for arrival in range(6)]
    assert all(sorted(plan) == ["c0", "c1", "c2"] for plan in plans)
    assert len(set(plans)) == 6


async def test_thirty_who_arrive_at_once_are_balanced_and_none_shares_a_place(lounge):
    study = Collection(design(3), lounge.desk)
    everybody = tokens(30)
    joined = await asyncio.gather(
        *(study.join(t, f"code-{n}", consents=True) for n, t in enumerate(everybody))
    )
    assert sorted(one.arrival for one in joined) == list(range(30))
    assert counts(study) == [("c0", 10), ("c1", 10), ("c2", 10)]


async def test_participant_goes_through_all_and_the_log_tells_the_study(lounge):
    study = Collection(design(2, order="latin-square"), lounge.desk)
    (token,) = tokens(1)
    assert study.stage(token) == "welcome"
    await through(study, token, "A1")
    assert study.stage(token) == "done"
    found = list(sessions(lounge.desk.journal.folder))
    assert [trial.cell.factors["place"] for trial in found] == [1, 2]
    assert {trial.cell.factors["condition"] for trial in found} == {"c0", "c1"}
    assert {trial.cell.factors["participant"] for trial in found} == {"P001"}
    assert [trial.transcript.ending.kind for trial in found] == ["tutor-ended"] * 2
    assert study.participant(token).answers == {"liked": "yes"}


async def test_all_in_a_condition_get_the_same_problem(lounge):
    study = Collection(design(1), lounge.desk)
    for number, token in enumerate(tokens(3)):
        await through(study, token, f"A{number}")
    assert len({trial.transcript.item.id for trial in sessions(lounge.desk.journal.folder)}) == 1


async def test_consent_code_and_least_turns_are_asked_for(lounge):
    study = Collection(design(codes=["A1"]), lounge.desk)
    one, two = tokens(2)
    with pytest.raises(UsageError, match="consent"):
        await study.join(one, "A1", consents=False)
    with pytest.raises(UsageError, match="not one of this study"):
        await study.join(one, "B2", consents=True)
    with pytest.raises(UsageError, match="letters"):
        await study.join(one, "Emily Smith", consents=True)
    await study.join(one, "A1", consents=True)
    with pytest.raises(UsageError, match="in use"):
        await study.join(two, "A1", consents=True)
    assert study.ticket(two) is None
    await study.begin(one)
    with pytest.raises(UsageError, match="until turn 3"):
        await study.finish(one)
    with pytest.raises(UsageError, match="not open now"):
        await study.answer(one, {"liked": "yes"})


async def test_restart_brings_a_participant_back_to_the_same_turn(lounge):
    (token,) = tokens(1)
    study = Collection(design(), lounge.desk)
    await study.join(token, "A1", consents=True)
    ticket = await study.begin(token)
    await ticket.room.settled()
    await ticket.room.say("tutor", "How did you get that?")
    said = [turn.text for turn in ticket.room.turns]
    again = Collection(design(), await lounge.reopen())
    assert again.stage(token) == "session"
    restored = again.ticket(token).room
    await restored.settled()
    assert [turn.text for turn in restored.turns][: len(said)] == said
    assert again.participant(token).plan == study.participant(token).plan


async def test_leaving_is_recorded_as_abandoned(lounge):
    study = Collection(design(), lounge.desk)
    (token,) = tokens(1)
    await study.join(token, "A1", consents=True)
    await (await study.begin(token)).room.settled()
    await study.leave(token)
    assert study.stage(token) == "left"
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.transcript.ending.kind == "abandoned"
    assert [row[5] for row in progress(study)] == ["abandoned"]
    with pytest.raises(UsageError):
        await study.begin(token)


async def test_who_never_comes_back_is_abandoned_after_the_idle_time(lounge):
    study = Collection(design(), lounge.desk)
    (token,) = tokens(1)
    await study.join(token, "A1", consents=True)
    await (await study.begin(token)).room.settled()
    lounge.now = IDLE_S + 1
    await lounge.desk.sweep()
    await study.note_abandoned(study.participants()[0])
    assert [row[5] for row in progress(study)] == ["abandoned"]
    assert study.stage(token) == "left"


async def test_belief_is_asked_for_where_the_design_says_so(lounge):
    study = Collection(design(names_belief=True), lounge.desk)
    (token,) = tokens(1)
    await study.join(token, "A1", consents=True)
    ticket = await study.begin(token)
    await ticket.room.settled()
    await ticket.room.say("tutor", "Why?")
    ticket.room.go()
    await ticket.room.settled()
    await study.finish(token)
    assert (study.stage(token), ticket.room.phase) == ("session", "naming")
    await study.name(token, Naming("fractions/add-across", 0.9))
    assert study.stage(token) == "questions"
    (trial,) = sessions(lounge.desk.journal.folder)
    assert trial.observations["rankings"][0]["confidence"] == 0.9


async def test_answers_must_be_there_and_on_offer(lounge):
    study = Collection(design(1), lounge.desk)
    (token,) = tokens(1)
    with pytest.raises(UsageError, match="please answer"):
        await through(study, token, "A1", answers={"remarks": "none"})
    with pytest.raises(UsageError, match="takes one of"):
        await study.answer(token, {"liked": "<b>maybe</b>"})
    with pytest.raises(UsageError, match="at most"):
        await study.answer(token, {"liked": "no", "remarks": "x" * 3_000})
    await study.answer(token, {"liked": "no", "remarks": "<script>alert(1)</script>"})
    assert study.stage(token) == "done"


async def test_card_leaves_out_what_the_design_does_not_show(lounge):
    study = Collection(design(shows_key=False, shows_hints=False), lounge.desk)
    (token,) = tokens(1)
    await study.join(token, "A1", consents=True)
    card = study.card(await study.begin(token))
    assert (card.key, card.steps, card.hints) == ("", (), ())
    assert card.question


async def test_export_holds_every_format_and_no_name(lounge, tmp_path):
    study = Collection(design(1), lounge.desk)
    one, two = tokens(2)
    told = "My name is Aurelia Smith, call 07911 123456 or write to aurelia@example.org."
    answers = {"liked": "yes", "remarks": "=HYPERLINK(1) Mr Bexley knows me, and Quillon too"}
    await through(study, one, "Aurelia", told, answers)
    await study.join(two, "B2", consents=True)
    out = tmp_path / "out.zip"
    assert export(study, out, ["Quillon"]) == 1
    with zipfile.ZipFile(out) as bundle:
        names, texts = bundle.namelist(), {n: bundle.read(n).decode() for n in bundle.namelist()}
    assert {name.split(".")[1] for name in names if name.startswith("sessions.")} == set(FORMATS)
    together = "\n".join(texts.values())
    for private in (
        "Aurelia",
        "Smith",
        "07911 123456",
        "example.org",
        "Bexley",
        "Quillon",
        one,
        two,
    ):
        assert private not in together
    for digest in (study.participant(one).holder, study.participant(two).holder):
        assert digest not in together
    assert "[name]" in texts["sessions.openai.jsonl"]
    assert "'=HYPERLINK" in texts["participants.csv"]
    record = json.loads(texts["sessions.jsonl.jsonl"].splitlines()[0])
    assert record["session"] == study.participant(one).sessions[0]
    assert record["scores"]


def test_password_opens_nothing_where_none_is_set():
    assert is_password("open sesame", "open sesame")
    assert not is_password("", "")
    assert not is_password("open", "open sesame")
    assert not is_password("öffne", "open sesame")


async def test_table_of_participants_is_kept_under_a_digest_only(lounge):
    study = Collection(design(), lounge.desk)
    (token,) = tokens(1)
    await study.join(token, "A1", consents=True)
    kept = lounge.desk.journal.catalogue.path.read_text()
    assert PARTICIPANTS in kept
    assert token not in kept


async def test_bundled_designs_can_be_held(lounge, library):
    assert len(library.collections) >= 2
    for spec in library.collections.values():
        Collection(spec, lounge.desk)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x00\x01", b"- [", b"- &a {id: *a}", b"[" * 5_000, b"<html>", b"\xff\xfe- id: x",
        b"- !!python/object/apply:os.system [id]",
        b"- id: a\n  conditions: {}\n  turns: [1]\n  questionnaire: 7\n",
        b"- &a [x]\n" + b"".join(b"- &%c [%s]\n" % (n + 1, b",".join([b"*%c" % n] * 10)) for n in range(97, 107)),
    ],
)  # fmt: skip
def test_damaged_design_is_refused_with_its_place(data, tmp_path, library):
    (tmp_path / "design.yaml").write_bytes(data)
    with pytest.raises(ContentError, match=r"design\.yaml"):
        read_collections(tmp_path / "design.yaml", {f.id: f for f in library.families})


def test_faults_of_a_design_are_told_all_at_once(tmp_path, library):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "- id: Mine\n  title: x\n"
        "- {id: other, title: x, consent: x, instructions: {student: x}, order: blocks,"
        " conditions: [{id: a, seat: tutor, student: s, family: nowhere}],"
        " turns: {least: 9, most: 4}, questionnaire: [{id: q, asks: x}]}\n"
    )
    with pytest.raises(ContentError) as caught:
        read_collections(path, {family.id: family for family in library.families})
    told = str(caught.value)
    for part in (
        "mine.yaml:1",
        "kebab-case",
        "nowhere",
        "says nothing",
        "more than most",
        "two choices",
    ):
        assert part in told
