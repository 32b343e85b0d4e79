"""Tutoring sessions with models in the seats, from the command line, against a server on loopback:
limits, meter, kept replies and resuming as for every study."""

import re
from collections import Counter

import pytest
from command import sandbox, well
from openai_server import KEY, Say, Status

TUTOR = "socratic:openai:tiny"
PRICES = """
- {id: "openai:tiny", input: "10000", output: "10000", listed: 2026-01-01, source: a test}
"""


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def dialogue(server, folder, *more):
    return (
        "run", "dialogue", "--student", "novice:fractions/add-across", "--tutor", TUTOR,
        "--replicates", 3, "--turns", 6, "--tests", 1, "--pool", 4, "--base-url", server.url,
        "--out", folder, *more,
    )  # fmt: skip


def asked(server):
    """How often each question was put, told apart by its seed."""
    return Counter(request["seed"] for request in server.requests)


def says(text='{"reason": "none fits", "answer": 1}', **usage):
    return lambda request: Say(text, **usage)


def test_model_tutor_talks_and_what_it_cost_is_in_the_report(openai_server, tmp_path):
    openai_server.default = says("What do both bottom numbers have in common?")
    folder = tmp_path / "run"
    well(*dialogue(openai_server, folder))
    facts = well("report", folder, "--json").json["facts"]
    assert facts["sessions"].startswith("3 sessions scored")
    calls = len(openai_server.requests)
    assert calls > 0
    assert facts["model replies"] == f"{calls} ({calls} stop); 0 calls repeated"
    assert facts["tokens"] == f"{11 * calls} in, {7 * calls} out"
    assert facts["cost"] == "unknown"
    assert re.fullmatch("[0-9a-f]{16}", facts["prompts"])
    assert KEY not in "".join(p.read_text() for p in folder.iterdir() if p.suffix != ".png")


def test_server_that_goes_away_costs_no_logged_call_twice(openai_server, tmp_path):
    openai_server.default = says("What do both bottom numbers have in common?")
    folder = tmp_path / "run"
    good = openai_server.default
    openai_server.default = lambda request: (
        good(request) if len(openai_server.requests) <= 4 else Status(401, "no such key")
    )
    said = sandbox(*dialogue(openai_server, folder, "--calls", 1))
    assert said.code == 1
    assert "sandbox resume" in said.err
    assert KEY not in said.err
    answered = [request["seed"] for request in openai_server.requests[:4]]
    openai_server.default = good
    well("resume", folder)
    assert {asked(openai_server)[seed] for seed in answered} == {1}
    assert (
        well("report", folder, "--json").json["facts"]["sessions"].startswith("3 sessions scored")
    )


def test_budget_stops_a_dialogue_run_cleanly(openai_server, tmp_path):
    five_dollars = {"prompt_tokens": 400, "completion_tokens": 100, "total_tokens": 500}
    openai_server.default = says("What do both bottom numbers have in common?", usage=five_dollars)
    mine, folder = tmp_path / "content", tmp_path / "run"
    (mine / "tasks/models").mkdir(parents=True)
    (mine / "tasks/models/prices.yaml").write_text(PRICES)
    said = sandbox("--content", mine, *dialogue(openai_server, folder, "--budget", 40))
    assert said.code == 1
    assert re.search(r"spending limit: \$[\d.]+ of \$40 are spent", said.err)
    assert 0 < 5 * len(openai_server.requests) <= 40


def test_run_with_models_is_scored_again_without_a_key(openai_server, tmp_path, monkeypatch):
    openai_server.default = says("What do both bottom numbers have in common?")
    folder = tmp_path / "run"
    well(*dialogue(openai_server, folder))
    calls = len(openai_server.requests)
    monkeypatch.delenv("OPENAI_API_KEY")
    assert sandbox("score", folder).code == 0
    assert len(openai_server.requests) == calls


def test_dry_run_names_each_model_by_its_seat_and_asks_nothing(openai_server, tmp_path):
    said = well(
        *dialogue(openai_server, tmp_path / "run", "--student", "grounded:gpt-4", "--dry-run")
    )
    assert "openai:tiny, as tutor" in said.out
    assert "gpt-4, as student" in said.out
    assert (openai_server.requests, (tmp_path / "run").exists()) == ([], False)
