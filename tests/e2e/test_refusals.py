"""A model that declines, in either seat, through either provider: the session ends as refused, the
run goes on, and what was paid for it is counted."""

import pytest
from command import well
from openai_server import KEY, Say

from sandbox.models.wrappers import noted_replies
from sandbox.store.reading import sessions

DECLINES = {
    "said": Say("", refusal="I cannot help with that."),
    "filtered": Say("", finish="content_filter"),
}
PROVIDERS = ("openai:tiny", "langchain:openai/tiny")
TASK = "fractions/add-across"


@pytest.fixture(autouse=True)
def key(monkeypatch, openai_server):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)


def dialogue(folder, student, tutor):
    well("run", "dialogue", "--student", student, "--tutor", tutor, "--tutor", "scripted:solver",
         "--turns", 4, "--tests", 0, "--pool", 2, "--out", folder)  # fmt: skip
    return {trial.transcript.tutor: trial.transcript for trial in sessions(folder)}


@pytest.mark.parametrize("said", DECLINES.values(), ids=DECLINES)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_tutor_that_declines_ends_its_session_as_refused(openai_server, tmp_path, provider, said):
    openai_server.default = lambda _: said
    folder = tmp_path / "run"
    found = dialogue(folder, f"novice:{TASK}", provider)
    refused = found[provider]
    assert (refused.ending.kind, refused.ending.by) == ("refused", "tutor")
    assert [turn.seat for turn in refused.turns] == ["student"]
    assert found["scripted:solver"].ending.kind != "refused"
    tables = {table["name"]: table for table in well("report", folder, "--json").json["tables"]}
    endings = {row["tutor"]: row for row in tables["endings"]["rows"]}
    assert endings[provider]["refused"] == "1"
    paid = noted_replies(folder / "replies.jsonl")
    assert len(paid) == len(openai_server.requests)
    assert {reply.finish for reply in paid} == {"refused"}


@pytest.mark.parametrize("said", DECLINES.values(), ids=DECLINES)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_student_that_declines_ends_its_session_as_refused(openai_server, tmp_path, provider, said):
    openai_server.default = lambda _: said
    found = dialogue(tmp_path / "run", f"{provider}@{TASK}", "scripted:socratic")
    endings = [transcript.ending for transcript in found.values()]
    assert [(ending.kind, ending.by) for ending in endings] == [("refused", "student")] * 2


@pytest.mark.parametrize("provider", PROVIDERS)
def test_grounded_and_guarded_seats_say_their_own_words_where_the_model_declines(
    openai_server, tmp_path, provider
):
    openai_server.default = lambda _: DECLINES["said"]
    found = dialogue(tmp_path / "run", f"grounded:{provider}@{TASK}", f"guarded:{provider}")
    whole = found[f"guarded:{provider}"]
    assert whole.ending.kind != "refused"
    assert all(turn.hidden["grounded" if turn.seat == "student" else "guarded"]["fell_back"]
               for turn in whole.turns)  # fmt: skip
