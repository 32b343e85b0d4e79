"""The misconception study on models, from the command line, against a server on loopback."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import apart, process, sandbox, well
from openai_server import KEY, Drop, OpenAIServer, Say, Stall, Status

from sandbox.content.itemfiles import ItemSet
from sandbox.content.library import Library
from sandbox.experiments.misconceptions import generated
from sandbox.store.reading import sessions

MODEL = "openai:tiny"
PRICES = """
- {id: "openai:tiny", input: "10000", output: "10000", listed: 2026-01-01, source: a test}
"""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def bank(library: Library) -> ItemSet:
    """What the commands below generate."""
    return generated(library, 6, 0)


def task_of(request: dict[str, Any]) -> str:
    return next(str(m["content"]) for m in request["messages"] if m["role"] == "user")


def question_of(task: str) -> str:
    """The last question of a task, after any example."""
    last = task.rindex("Question: ") + len("Question: ")
    return re.split(r"\n(?:The figure shows|A\. )", task[last:])[0]


USUAL = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


def believer(bank: ItemSet, usage: dict[str, Any] = USUAL) -> Callable[[dict[str, Any]], Say]:
    """Picks the choice that the misconception gives."""
    labels = {
        (pair.item.question, bank.statements[pair.misconception]): pair.label
        for pair in bank.pairs()
    }

    def answer(request: dict[str, Any]) -> Say:
        task = task_of(request)
        belief = re.findall(r"^Your misconception: (.*)", task, re.M)[-1]
        said = json.dumps({"Explanation": "so", "Choice": labels[question_of(task), belief]})
        return Say(said, usage=usage)

    return answer


def novice(server: OpenAIServer, folder: Path, *more: object) -> tuple[object, ...]:
    return ("run", "novice", "--model", MODEL, "--base-url", server.url, "--questions", 6,
            "--out", folder, *more)  # fmt: skip


def files_of(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


def test_novice_study_on_a_server_prints_one_table_with_the_published_rows_beside(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    openai_server.default = believer(bank)
    folder = tmp_path / "run"
    well(*novice(openai_server, folder, "--trials", 2))
    found = well("report", folder, "--json").json
    (table,) = found["tables"]
    rows = {row["setting"]: row for row in table["rows"]}
    pairs = len(list(bank.pairs()))
    assert rows["zero"]["s1"]["mean"] == 1.0
    assert rows["zero"]["scored"] == f"{2 * pairs} of {2 * pairs}"
    assert rows["zero"]["picked the right answer"]["mean"] == 0.0
    assert rows["zero"]["s1 of GPT-4 (published)"]["mean"] == 0.534
    assert rows["few-same"]["s1 of GPT-3.5 (published)"]["sd"] == 0.031
    assert rows["few-random"]["pairs"] == f"{pairs} of {pairs}"
    assert rows["chance, any of four letters"]["s1"]["mean"] == 0.25
    assert found["facts"]["cost"] == "unknown"
    calls = len(openai_server.requests)
    assert found["facts"]["tokens"] == f"{11 * calls} in, {7 * calls} out"
    assert found["facts"]["eligible"].startswith(f"zero {pairs} of {pairs}, ")
    request = openai_server.requests[0]
    assert (request["temperature"], request["model"]) == (0.9, "tiny")


def test_server_that_answers_in_prose_leaves_everything_unscored(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = lambda _: Say("I am not sure what they want me to do here at all.")
    folder = tmp_path / "run"
    well(*novice(openai_server, folder, "--trials", 1, "--settings", "zero"))
    (table,) = well("report", folder, "--json").json["tables"]
    row = table["rows"][0]
    assert (row["s1"]["mean"], row["scored"]) == (None, "0 of 18")
    assert len(openai_server.requests) == 36
    facts = well("report", folder, "--json").json["facts"]
    assert facts["unscored"] == "18: names no choice"
    texts = [r["text"] for trial in sessions(folder) for r in trial.observations["replies"]]  # type: ignore
    assert len(texts) == 36


def test_expert_tutor_on_a_server_takes_open_items_and_draws_its_curve(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = lambda _: Say('{"Explanation": "", "Choice": 1}')
    source = tmp_path / "data.json"
    record = {
        "Misconception": "when both parts of fractions are added.", "Misconception ID": "MaE08",
        "Example Number": 1, "Question": "1/4 + 2/3 = ", "Incorrect Answer": "3/7",
    }  # fmt: skip
    other = {**record, "Misconception": "when they are multiplied.", "Misconception ID": "MaE09"}
    source.write_text(json.dumps([record, other]))
    items, folder = tmp_path / "items.jsonl", tmp_path / "run"
    well("import", "mae", source, "--out", items)
    well("run", "expert-tutor", "--model", MODEL, "--base-url", openai_server.url, "--items", items,
         "--pool", 2, "--trials", 4, "--out", folder)  # fmt: skip
    (table,) = well("report", folder, "--json").json["tables"]
    rows = {row["tutor"]: row for row in table["rows"]}
    assert rows[MODEL]["scored"] == "8 of 8"
    assert f"{MODEL}, mean recip. rank" not in rows
    assert 0 < rows[MODEL]["n=2"]["mean"] < 1
    assert MODEL in (folder / "report.html").read_text()
    said = sandbox("run", "novice", "--model", MODEL, "--items", items)
    assert said.code == 1
    assert "expert-tutor study takes open questions" in said.err


def test_answering_baseline_stands_beside_the_published_one(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    keys = {item.question: item.key for item in bank.items}

    def answer(request: dict[str, Any]) -> Say:
        return Say(json.dumps({"Choice": keys[question_of(task_of(request))]}))

    openai_server.default = answer
    folder = tmp_path / "run"
    well("run", "answering", "--model", MODEL, "--base-url", openai_server.url, "--questions", 6,
         "--student", "scripted:expert", "--trials", 1, "--out", folder)  # fmt: skip
    (table,) = well("report", folder, "--json").json["tables"]
    rows = {row["who"]: row for row in table["rows"]}
    assert rows[MODEL]["explanation first"]["mean"] == 1.0
    assert rows["scripted:expert"]["no explanation"]["mean"] == 1.0
    assert rows["GPT-4 (published)"]["explanation first"]["mean"] == 0.948
    assert rows["GPT-3.5 (published)"]["no explanation"]["sd"] == 0.025


def test_ranking_needs_no_model_and_a_model_reranks(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = lambda _: Say('{"Order": [1, 2, 3]}')
    folder = tmp_path / "run"
    well("run", "ranking", "--questions", 3, "--model", MODEL, "--base-url", openai_server.url,
         "--out", folder)  # fmt: skip
    (table,) = well("report", folder, "--json").json["tables"]
    rows = {row["ranker"]: row for row in table["rows"]}
    assert rows["scripted:retrieval"]["scored"] == rows[MODEL]["scored"] == "9 of 9"
    assert rows["scripted:retrieval"]["among 25"] == rows[MODEL]["among 25"]
    assert openai_server.requests[0]["temperature"] == 0.0


def test_dry_run_prints_calls_and_cost_makes_no_folder_and_asks_nothing(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    said = well(*novice(openai_server, folder, "--trials", 2, "--dry-run")).out
    assert re.search(r"^openai:tiny, zero +36 .*unknown", said, re.MULTILINE)
    said = well("run", "novice", "--model", "gpt-4", "--questions", 6, "--dry-run").out
    assert re.search(r"^all +\d+ +\d+ +\d+ +\d+\.\d\d +\d+\.\d\d", said, re.MULTILINE)
    assert not folder.exists()
    assert openai_server.requests == []


def content_with_prices(tmp_path: Path) -> Path:
    prices = tmp_path / "mine" / "tasks" / "models"
    prices.mkdir(parents=True)
    (prices / "prices.yaml").write_text(PRICES)
    return tmp_path / "mine"


def test_budget_stops_cleanly_and_resume_with_more_goes_on_without_repeating(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    five_dollars = {"prompt_tokens": 400, "completion_tokens": 100, "total_tokens": 500}
    openai_server.default = believer(bank, five_dollars)
    mine, folder = content_with_prices(tmp_path), tmp_path / "run"
    command = novice(openai_server, folder, "--trials", 1, "--settings", "zero", "--budget", 50)
    said = sandbox("--content", mine, *command)
    assert said.code == 1
    assert re.search(r"spending limit: \$[\d.]+ of \$50 are spent", said.err)
    assert f"Go on with: sandbox resume {folder}" in said.err
    first = len(openai_server.requests)
    assert 0 < first < 18
    assert 5 * first <= 50
    assert sandbox("--content", mine, "resume", folder).code == 1
    assert len(openai_server.requests) == first
    well("--content", mine, "resume", folder, "--budget", 500)
    seeds = Counter(request["seed"] for request in openai_server.requests)
    assert (len(seeds), set(seeds.values())) == (18, {1})
    facts = well("report", folder, "--json").json["facts"]
    assert facts["cost"] == "$90.0000"


def test_budget_for_a_model_without_a_price_is_refused_before_anything_is_asked(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    said = sandbox(*novice(openai_server, tmp_path / "run", "--budget", 1))
    assert said.code == 1
    assert "its price is not listed" in said.err
    assert (openai_server.requests, (tmp_path / "run").exists()) == ([], False)


def test_killed_run_goes_on_without_repeating_a_call_that_was_logged(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    answered = 10
    believe = believer(bank)
    openai_server.default = lambda request: (
        believe(request) if len(openai_server.requests) <= answered else Stall(60)
    )
    command = novice(openai_server, folder, "--trials", 1, "--settings", "zero", "--calls", 1)
    running = subprocess.Popen(
        process(*command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 60
        while len(openai_server.requests) <= answered and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        running.kill()
        running.wait()
    assert len(openai_server.requests) == answered + 1
    before = [request["seed"] for request in openai_server.requests]
    openai_server.default = believe
    assert apart("resume", folder).code == 0
    after = Counter(request["seed"] for request in openai_server.requests)
    assert {after[seed] for seed in before[:answered]} == {1}
    assert after[before[answered]] == 2  # it was in flight when the run was killed
    assert len(after) == 18
    (table,) = well("report", folder, "--json").json["tables"]
    assert (table["rows"][0]["s1"]["mean"], table["rows"][0]["scored"]) == (1.0, "18 of 18")


def test_server_that_is_gone_for_a_while_costs_a_resume_and_no_call_twice(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    folder, answered = tmp_path / "run", 7
    believe = believer(bank)
    closed = Status(503, "closed for repairs", headers={"Retry-After": "400"})
    openai_server.default = lambda request: (
        believe(request) if len(openai_server.requests) <= answered else closed
    )
    command = novice(openai_server, folder, "--trials", 1, "--settings", "zero", "--calls", 1)
    said = sandbox(*command)
    assert said.code == 1
    assert "closed for repairs" in said.err
    assert f"sandbox resume {folder}" in said.err
    before = [request["seed"] for request in openai_server.requests[:answered]]
    gone = len(openai_server.requests)
    openai_server.default = believe
    well("resume", folder)
    after = Counter(request["seed"] for request in openai_server.requests)
    assert {after[seed] for seed in before} == {1}
    assert len(openai_server.requests) == gone + 18 - answered
    assert well("report", folder, "--json").json["tables"][0]["rows"][0]["scored"] == "18 of 18"


def test_server_that_drops_connections_for_a_moment_costs_no_resume(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    openai_server.default = believer(bank)
    openai_server.will(Say("{}"), Drop(), Status(500), Status(429))
    well(*novice(openai_server, folder, "--trials", 1, "--settings", "zero"))
    facts = well("report", folder, "--json").json["facts"]
    assert facts["model replies"] == "19 (19 stop); 3 calls repeated"
    assert len(openai_server.requests) == 19 + 3


def test_tutor_that_speaks_through_a_model_is_named_with_model_here(tmp_path: Path) -> None:
    said = sandbox("run", "expert-tutor", "--tutor", f"guarded:{MODEL}", "--out", tmp_path / "run")
    assert said.code == 1
    assert f"give --model {MODEL}" in said.err


def test_eedi_file_is_ranked_among_all_its_misconceptions(tmp_path: Path) -> None:
    columns = ["QuestionId", "CorrectAnswer", "QuestionText", *(f"Answer{c}Text" for c in "ABCD"),
               *(f"Misconception{c}Id" for c in "ABCD")]  # fmt: skip
    row = [
        "7",
        "A",
        "Add the fractions 1/5 + 2/5",
        "3/5",
        "3/10",
        "2/25",
        "1",
        "",
        "1672.0",
        "",
        "",
    ]
    train, mapping = tmp_path / "train.csv", tmp_path / "map.csv"
    train.write_text(f"{','.join(columns)}\n{','.join(row)}\n")
    names = {1672: "Adds the denominators of fractions", 12: "Confuses area and perimeter"}
    names |= {n: f"Misplaces point {n}" for n in range(100, 140)}
    lines = [f"{number},{name}" for number, name in names.items()]
    mapping.write_text("\n".join(["MisconceptionId,MisconceptionName", *lines]))
    items, folder = tmp_path / "items.jsonl", tmp_path / "run"
    said = well("import", "eedi", train, "--mapping", mapping, "--all-misconceptions",
                "--out", items)  # fmt: skip
    assert "42 misconceptions" in said.out
    well("run", "ranking", "--items", items, "--out", folder)
    (table,) = well("report", folder, "--json").json["tables"]
    assert table["title"] == "Ranking 42 misconceptions for a wrong answer"
    assert table["rows"][0]["MAP@25"]["mean"] == 1.0


def test_run_is_scored_again_without_a_key_or_a_server(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    openai_server.default = believer(bank)
    folder = tmp_path / "run"
    well(*novice(openai_server, folder, "--trials", 1, "--settings", "zero"))
    monkeypatch.delenv("OPENAI_API_KEY")
    asked = len(openai_server.requests)
    assert well("score", folder).last == "18 sessions scored again"
    assert len(openai_server.requests) == asked


def test_resume_asks_a_server_that_has_moved(
    openai_server: OpenAIServer, bank: ItemSet, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    gone = OpenAIServer()
    gone.default = lambda _: Status(400, "not now")
    said = sandbox(*novice(gone, folder, "--trials", 1, "--settings", "zero"))
    gone.close()
    assert (said.code, "BadRequestError" in said.err) == (1, True)
    openai_server.default = believer(bank)
    well("resume", folder, "--base-url", openai_server.url)
    assert len(openai_server.requests) == 18
