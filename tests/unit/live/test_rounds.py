"""Rounds of rating: practice first, two raters an item, blind, through to agreement."""

import json

import pytest
from live_rooms import tokens

from sandbox.errors import ImportFormatError, RunLogError, UsageError
from sandbox.live.imported import import_as_run
from sandbox.live.rounds import RatingRound
from sandbox.reports.agreement import agreement_tables, rated_in
from sandbox.runner.judging import record
from sandbox.scoring.people import ADJUDICATED
from sandbox.store.catalogue import Catalogue
from sandbox.store.reading import sessions
from sandbox.store.runlog import RunLog

TALK = [
    ("user", "I think 3/4 + 1/2 is 4/6."),
    ("assistant", "How did you get that?"),
    ("user", "I added the tops and the bottoms."),
    ("assistant", "Try the same with 1/2 + 1/2."),
]


@pytest.fixture
def run(tmp_path, library):
    path = tmp_path / "theirs.jsonl"
    lines = [
        json.dumps(
            {"session": f"talk-{n}", "messages": [{"role": r, "content": c} for r, c in TALK]}
        )
        for n in range(3)
    ]
    path.write_text("\n".join(lines))
    return import_as_run("openai", path, tmp_path / "runs", library, "2026-01-01")


@pytest.fixture
def ratings(run, tmp_path, library):
    made = RatingRound(run, library, "adaptivity", Catalogue(tmp_path / "runs" / "runs.json"))
    made.open(["A", "B", "C"])
    return made


def practised(ratings, *codes):
    for code in codes:
        while (case := ratings.case(code)) is not None:
            ratings.check(code, {name: verdict.value for name, verdict in case.ratings.items()})


async def rate_all(ratings, code, pick):
    with RunLog.open(ratings.folder) as log:
        while (subject := ratings.work(code).subject) is not None:
            given = {spec.id: pick(spec) for spec in ratings.rubric.criteria}
            made = ratings.ratings(code, (subject.session, subject.turn), given)
            await record(log, ratings.rubric, made)


def test_imported_replies_are_a_run_and_only_once(run, tmp_path, library):
    assert len(list(sessions(run))) == 3
    with pytest.raises(RunLogError):
        import_as_run("openai", tmp_path / "theirs.jsonl", tmp_path / "runs", library, "later")
    (tmp_path / "bad.jsonl").write_text("<html>")
    with pytest.raises(ImportFormatError):
        import_as_run("openai", tmp_path / "bad.jsonl", tmp_path / "runs", library, "later")


DAMAGED = [
    b"", b"\x00\x00", b"null\n7\n", b"[" * 20_000, b"\x89PNG\r\n\x1a\n" + bytes(100),
    b'{"session": 7, "messages": [{"role": "user", "content": "x"}]}',
    b'{"session": "a", "messages": [{"role": "evil", "content": "x"}]}',
    b'{"session": "a", "messages": [{"role": "user", "content": {"a": 1}}]}',
]  # fmt: skip


@pytest.mark.parametrize("form", ["openai", "sharegpt", "jsonl"])
@pytest.mark.parametrize("data", DAMAGED)
def test_damaged_file_becomes_no_run(form, data, tmp_path, library):
    (tmp_path / "theirs.jsonl").write_bytes(data)
    with pytest.raises((ImportFormatError, UsageError)):
        import_as_run(form, tmp_path / "theirs.jsonl", tmp_path / "runs", library, "2026-01-01")
    assert not (tmp_path / "runs").exists()


def test_code_belongs_to_the_browser_that_used_it_first_until_it_is_released(ratings):
    mine, theirs = tokens(2)
    ratings.admit("A", mine)
    ratings.admit("A", mine)
    with pytest.raises(UsageError, match="in use in another browser"):
        ratings.admit("A", theirs)
    ratings.admit("B", theirs)
    assert [row[3] for row in ratings.progress()] == ["in use", "in use", "free"]
    ratings.codes.release("A")
    ratings.admit("A", theirs)
    with pytest.raises(UsageError, match="in use in another browser"):
        ratings.admit("A", mine)
    with pytest.raises(UsageError, match="no browser holds"):
        ratings.codes.release("C")


@pytest.mark.parametrize("token", ["", "short", None, 7])
def test_browser_without_a_token_takes_no_code(ratings, token):
    with pytest.raises(UsageError, match="load it again"):
        ratings.admit("A", token)
    assert not ratings.codes.held()


def test_practice_comes_first_and_tells_what_was_wrong(ratings):
    with pytest.raises(UsageError, match="worked cases come first"):
        ratings.work("A")
    case = ratings.case("A")
    worst = {name: ratings.rubric.criterion(name).values[0] for name in case.ratings}
    found = ratings.check("A", worst)
    assert {one.criterion for one in found if not one.is_right} == {
        name for name, verdict in case.ratings.items() if verdict.value != worst[name]
    }
    assert all(one.why for one in found)
    assert ratings.practice("A").done == 1
    with pytest.raises(UsageError, match="please give a verdict"):
        ratings.check("A", {})
    practised(ratings, "A")
    assert ratings.practice("A").done == len(ratings.rubric.cases) >= 3
    assert ratings.work("A").subject is not None


def test_strangers_and_items_of_others_are_refused(ratings):
    with pytest.raises(UsageError, match="not one of the raters"):
        ratings.case("D")
    practised(ratings, "A", "B", "C")
    plan = ratings.opened().plan
    other = next(one for one in plan if "A" not in one.raters)
    with pytest.raises(UsageError, match="not yours"):
        ratings.ratings("A", other.place, {})


async def test_every_item_is_rated_twice_and_agreement_and_verdicts_follow(ratings):
    practised(ratings, "A", "B", "C")
    await rate_all(ratings, "A", lambda spec: spec.values[-1])
    await rate_all(ratings, "B", lambda spec: spec.values[-1])
    await rate_all(ratings, "C", lambda spec: spec.values[0])
    assert [row[1] for row in ratings.progress()] == ["4 of 4"] * 3
    found = ratings.disagreements()
    assert found
    assert all("human:C" in one.given for one in found)
    with RunLog.open(ratings.folder) as log:
        made = ratings.settle(found[0], found[0].given["human:C"], "lead", "as the guide says")
        await record(log, ratings.rubric, [made])
    assert ratings.disagreements()[0].settled == found[0].given["human:C"]
    tables = agreement_tables(rated_in(ratings.folder, ratings.rubric))
    assert [table.name for table in tables] == ["adaptivity-agreement", "adaptivity-alpha"]
    assert ADJUDICATED not in str(tables)


def test_reopened_round_keeps_who_rates_what(ratings):
    before = ratings.opened().plan
    assert ratings.open(["A", "B", "C"]).plan == before
    after = ratings.open(["A", "B", "C", "D"]).plan
    assert set(before) <= set(after)


def test_rater_is_not_told_who_wrote(ratings):
    practised(ratings, "A")
    subject = ratings.work("A").subject
    assert "imported" not in repr(subject.talk)
    assert not hasattr(subject, "tutor")


async def test_live_sessions_are_rated_while_the_app_writes_there(lounge, library):
    (token,) = tokens(1)
    from sandbox.live.setup import Wish

    wish = Wish(student="novice:fractions/add-across", people=frozenset({"tutor"}))
    ticket = await lounge.desk.open(token, "play", wish, "tutor")
    ticket.room.go()
    await ticket.room.settled()
    await ticket.room.say("tutor", "How did you get that?")
    await lounge.desk.leave(token, "play")
    journal = lounge.desk.journal
    made = RatingRound(journal.folder, library, "adaptivity", journal.catalogue)
    made.open(["A", "B"])
    practised(made, "A")
    subject = made.work("A").subject
    given = {spec.id: spec.values[-1] for spec in made.rubric.criteria}
    found = made.ratings("A", (subject.session, subject.turn), given)
    await record(journal.log, made.rubric, found)
    assert made.work("A").done == 1
