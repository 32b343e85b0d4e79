"""Content of one's own, laid over the bundled one with --content, counts in every command of a study."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import sandbox, well
from openai_server import KEY, OpenAIServer, Say

from sandbox.content import keystep_set
from sandbox.store.reading import scores, sessions

TASKS = Path(__file__).parents[2] / "tasks"
CASE = """
    - about: "{about}"
      problem: "What is 2 + 3?"
      transcript: "{reply}"
      ratings: {{warmth: {{value: {value}, why: "It is so."}}}}"""
RUBRIC = """- id: warmth
  title: "Warmth"
  about: "Is the reply warm?"
  source: "ours"
  rates: reply
  criteria:
    - id: warmth
      title: "Warm"
      dimension: "tone"
      asks: "Is the reply warm?"
      look_at: "The words."
      choices: [{value: 0, label: "cold"}, {value: 1, label: "warm"}]
      polarity: higher-is-better
      settled_by: judge
  totals: [{id: warm, title: "Warm in all", how: mean, of: [warmth]}]
  cases:""" + "".join(
    CASE.format(about=about, reply=reply, value=value)
    for about, reply, value in (("Warm.", "Well done!", 1), ("Cold.", "5.", 0), ("Kind.", "Good!", 1))
)  # fmt: skip


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A content folder with one rubric in it."""
    folder = tmp_path / "mine" / "tasks" / "rubrics"
    folder.mkdir(parents=True)
    (folder / "warmth.yaml").write_text(RUBRIC, encoding="utf-8")
    return tmp_path / "mine"


def names(said: Any) -> set[str]:
    return {each["name"] for each in said["tables"]}


def test_rubric_of_ones_own_is_judged_agreed_on_and_reported(
    mine: Path, tmp_path: Path, openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    openai_server.default = lambda request: Say(
        json.dumps({"warmth": {"reason": "so", "value": int(request["model"] == "kind")}})
    )
    run, with_mine = tmp_path / "run", ("--content", mine)
    well("run", "key-step", "--tutor", "scripted:step", "--first", 3, "--out", run)
    well(*with_mine, "judge", run, "--rubric", "warmth", "--judge", "openai:kind", "--judge",
         "openai:harsh", "--base-url", openai_server.url)  # fmt: skip
    held = [(s.scorer, s.value) for s in scores(run) if s.metric == "rubric.warmth.warm"]
    assert sorted(held) == [*[("openai:harsh", 0)] * 3, *[("openai:kind", 1)] * 3]
    report = well(*with_mine, "report", run, "--json").json
    assert {"warmth-totals", "warmth-agreement", "key-step-totals"} <= names(report)
    (row,) = next(t["rows"] for t in report["tables"] if t["name"] == "warmth-agreement")
    assert (row["n"], row["equal"].split()[0]) == ("3", ".00")
    assert "Warmth: agreement" in well(*with_mine, "agreement", run).out

    bare = sandbox("report", run, "--json")
    assert "rubrics that this content does not have: warmth" in bare.err
    assert "warmth-totals" not in names(bare.json)
    assert "key-step-totals" in names(bare.json)
    assert "warmth; name their folder with --content" in sandbox("agreement", run).err


def test_rubric_that_replaces_a_bundled_one_is_the_one_that_the_report_goes_by(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "mine" / "tasks" / "rubrics"
    folder.mkdir(parents=True)
    text = (TASKS / "rubrics" / "adaptivity.yaml").read_text(encoding="utf-8")
    assert text.count('title: "Current knowledge"') == 1
    (folder / "adaptivity.yaml").write_text(
        text.replace('title: "Current knowledge"', 'title: "Known ground"'), encoding="utf-8"
    )
    run, with_mine = tmp_path / "run", ("--content", tmp_path / "mine")
    well(*with_mine, "run", "adaptivity", "--item", "g4-take-away", "--context", "C1", "--out", run)
    for again in (well(*with_mine, "report", run), well(*with_mine, "score", run)):
        assert "q1 Known ground" in again.out
        assert "Current knowledge" not in again.out


def test_key_step_set_of_ones_own_is_made_with_ones_own_routes_and_asked(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "tasks" / "keysteps"
    own.mkdir(parents=True)
    routes = (TASKS / "keysteps" / "routes.yaml").read_text(encoding="utf-8")
    first = routes[routes.index("- id: mul-two-digits") : routes.index("- id: mul-compensation")]
    (own / "routes.yaml").write_text(
        first.replace("Split {n} into", "Cut {n} up into"), encoding="utf-8"
    )
    (own / "plan.yaml").write_text(
        '- {id: mine-23-14, family: mul-two-digits, params: {m: 23, n: 14}, done: 0,'
        ' question: "How do I begin?"}\n', encoding="utf-8"
    )  # fmt: skip
    keystep_set.main([str(own)])
    run = tmp_path / "run"
    well("--content", tmp_path / "mine", "run", "key-step", "--tutor", "scripted:step", "--out", run)  # fmt: skip
    (trial,) = sessions(run)
    assert trial.cell.factors["item"] == "mine-23-14"
    assert trial.transcript is not None
    assert "Cut 14 up into 10 and 4" in trial.transcript.turns[1].text
    shutil.rmtree(own)
    assert len(keystep_set.read_plan(TASKS / "keysteps")) == 72, "the bundled set is untouched"
