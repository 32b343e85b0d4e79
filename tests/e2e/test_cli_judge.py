"""`sandbox judge` and `sandbox agreement`: many raters over one run, from the command line."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import sandbox, well
from openai_server import KEY, OpenAIServer, Say, Status

from sandbox.store.reading import ScoreIndex, run_state, scores

RUBRIC = "key-step"
CRITERIA = (
    "insight_identification", "operation_prescription", "operation_execution",
    "solution_scope_control", "brevity", "coherence",
)  # fmt: skip
MODEL = "openai:judge"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judged") / "run"
    well("run", "dialogue", "--student", "timss:g4-low", "--tutor", "scripted:solver", "--tutor",
         "scripted:adaptive", "--turns", 4, "--out", folder, "--html", folder.parent / "r.html")  # fmt: skip
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def verdicts(value: int = 1, **changed: object) -> str:
    given = {name: changed.get(name, value) for name in CRITERIA}
    return json.dumps({name: {"reason": "so", "value": v} for name, v in given.items()})


def kept(run: Path, scorer: str, name: str) -> list[float | None]:
    metric = f"rubric.{RUBRIC}.{name}"
    return [s.value for s in scores(run) if s.metric == metric and s.scorer == scorer]


def judge(run: Path, *more: object) -> Any:
    return sandbox("judge", run, "--rubric", RUBRIC, *more)


def with_alignment(request: dict[str, Any]) -> Say:
    reply = json.loads(verdicts())
    return Say(json.dumps({**reply, "adaptivity_alignment": {"reason": "so", "value": 1}}))


def test_judges_rate_every_reply_and_none_twice(run: Path, openai_server: OpenAIServer) -> None:
    openai_server.default = with_alignment
    before = run_state(run)
    first = judge(run, "--judge", "signals", "--judge", MODEL, "--base-url", openai_server.url)
    assert first.code == 0, first
    replies = len(openai_server.requests)
    assert replies == len(kept(run, MODEL, "total")) > 1
    assert set(kept(run, MODEL, "total")) == {6}
    assert set(kept(run, MODEL, "weighted")) == {1}
    assert kept(run, "signals", "total") == [None] * replies, "signals speak to one criterion"
    again = judge(run, "--judge", "signals", "--judge", MODEL, "--base-url", openai_server.url)
    assert again.last == f"0 ratings made, {2 * replies} were there already"
    assert len(openai_server.requests) == replies
    assert run_state(run).scored == before.scored, "a judge's ratings are no scoring pass"


def test_failed_calls_are_said_and_made_up_for_by_the_same_command(
    run: Path, openai_server: OpenAIServer
) -> None:
    openai_server.default = with_alignment
    openai_server.will(Status(400, "no"))
    first = judge(run, "--judge", MODEL, "--base-url", openai_server.url)
    assert first.code == 1
    assert "1 failed: openai:judge: BadRequestError" in first.err
    asked = len(openai_server.requests)
    second = judge(run, "--judge", MODEL, "--base-url", openai_server.url)
    assert second.code == 0
    assert len(openai_server.requests) == asked + 1
    assert None not in kept(run, MODEL, "total")


def test_prose_from_the_judge_is_unscored_with_the_reply_kept(
    run: Path, openai_server: OpenAIServer
) -> None:
    openai_server.default = lambda request: Say("A fine reply. 6 out of 6.")
    assert judge(run, "--judge", MODEL, "--base-url", openai_server.url).code == 0
    assert set(kept(run, MODEL, "total")) == {None}
    raws = [s.detail["raw"] for s in scores(run) if s.scorer == MODEL and "raw" in s.detail]
    assert set(raws) == {"A fine reply. 6 out of 6."}
    assert len(raws) == len(kept(run, MODEL, "total"))


def test_every_score_of_a_judge_names_it_and_its_prompt(
    run: Path, openai_server: OpenAIServer
) -> None:
    openai_server.default = with_alignment
    judge(run, "--judge", MODEL, "--base-url", openai_server.url)
    held = [s for s in scores(run) if s.scorer == MODEL]
    assert held
    assert {(s.detail["rater"], len(str(s.detail["prompt"]))) for s in held} == {(MODEL, 16)}


def test_bare_judge_is_a_rater_of_its_own(run: Path, openai_server: OpenAIServer) -> None:
    openai_server.default = with_alignment
    judge(run, "--judge", MODEL, "--base-url", openai_server.url)
    judge(run, "--judge", MODEL, "--bare", "--base-url", openai_server.url)
    assert kept(run, f"{MODEL}+bare", "total") == kept(run, MODEL, "total")


def test_dry_run_counts_the_calls_and_makes_none(run: Path, openai_server: OpenAIServer) -> None:
    said = judge(run, "--judge", MODEL, "--dry-run", "--base-url", openai_server.url)
    assert said.code == 0
    assert "openai:judge, key-step" in said.out
    assert not openai_server.requests


def test_form_goes_out_empty_and_comes_back_as_ratings(run: Path, tmp_path: Path) -> None:
    form = tmp_path / "form.csv"
    said = judge(run, "--form", form)
    assert said.code == 0
    with form.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["criterion"] for row in rows} == {*CRITERIA, "adaptivity_alignment"}
    assert {row["value"] for row in rows} == {""}
    session = rows[0]["session"]
    for row in rows:
        if row["session"] == session and row["turn"] == rows[0]["turn"]:
            row["value"] = "too long" if row["criterion"] == "brevity" else "1"
    with form.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    taken = judge(run, "--ratings", form, "--rater", "R1")
    assert taken.code == 0, taken
    assert "7 ratings of 1 replies taken" in taken.out
    assert kept(run, "human:R1", "total") == [5]
    judge(run, "--judge", "signals")
    table = well("agreement", run, "--rubric", RUBRIC, "--json").json
    raters = {row["raters"] for part in table for row in part["rows"] if "raters" in row}
    assert raters == {"signals × human:R1"}


def filled(run: Path, path: Path, delimiter: str = ",", turn: str = "{}") -> int:
    """A form in which every verdict is 1; returns how many rows it has."""
    blank = path.with_suffix(".blank")
    assert judge(run, "--form", blank).code == 0
    with blank.open(encoding="utf-8", newline="") as file:
        rows = [{**row, "value": "1", "turn": turn.format(row["turn"])}
                for row in csv.DictReader(file)]  # fmt: skip
    blank.unlink()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


def test_form_does_not_replace_a_file(run: Path, tmp_path: Path) -> None:
    form = tmp_path / "form.csv"
    form.write_text("filled in")
    said = judge(run, "--form", form)
    assert said.code == 1
    assert "is there already" in said.err
    assert form.read_text() == "filled in"


@pytest.mark.parametrize(("delimiter", "turn"), [(";", "{}"), ("\t", "{}"), (",", "{}.0")])
def test_form_from_a_spreadsheet_is_read_as_it_saves_it(
    run: Path, tmp_path: Path, delimiter: str, turn: str
) -> None:
    rows = filled(run, tmp_path / "form.csv", delimiter, turn)
    said = judge(run, "--ratings", tmp_path / "form.csv", "--rater", "R1")
    assert said.code == 0, said.err
    assert f"{rows} ratings of " in said.out


def test_form_in_utf_16_is_told_in_words(run: Path, tmp_path: Path) -> None:
    form = tmp_path / "form.csv"
    filled(run, form)
    form.write_text(form.read_text(encoding="utf-8"), encoding="utf-16")
    said = judge(run, "--ratings", form, "--rater", "R1")
    assert said.code == 1
    assert "is UTF-16 text; save it as CSV in UTF-8" in said.err


@pytest.mark.parametrize("code", ["signals", "exact", "Exact", "openai:gpt-4o", "human:R1"])
def test_a_person_is_not_called_as_another_kind_of_rater(
    run: Path, tmp_path: Path, code: str
) -> None:
    filled(run, tmp_path / "form.csv")
    said = judge(run, "--ratings", tmp_path / "form.csv", "--rater", code)
    assert said.code == 1
    assert "another kind is called" in said.err


def test_same_ratings_taken_again_add_nothing(run: Path, tmp_path: Path) -> None:
    form = tmp_path / "form.csv"
    rows = filled(run, form)
    taken = ("--ratings", form, "--rater", "R1")
    assert f": {rows} new, 0 there already" in judge(run, *taken).out
    before = (run / "log.jsonl").read_bytes()
    assert f": 0 new, {rows} there already" in judge(run, *taken).out
    assert (run / "log.jsonl").read_bytes() == before
    form.write_text(form.read_text(encoding="utf-8").replace(",1,\n", ",0,\n", 1), encoding="utf-8")
    assert f": 1 new, {rows - 1} there already" in judge(run, *taken).out
    assert 0 in [s.value for s in scores(run) if s.scorer == "human:R1"]


def test_agreement_as_json_writes_its_tables_too(run: Path, tmp_path: Path) -> None:
    filled(run, tmp_path / "form.csv")
    for code in ("R1", "R2"):
        judge(run, "--ratings", tmp_path / "form.csv", "--rater", code)
    tables = well("agreement", run, "--json", "--csv", tmp_path / "out").json
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {f"{table['name']}.csv" for table in tables} <= written
    assert any(name.endswith(".svg") for name in written)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("value", "7"), "'7' is none of the choices: 0 (not named), 1 (named)"),
        (("session", "elsewhere"), "session 'elsewhere' has no turn"),
        (("criterion", "kindness"), "no criterion 'kindness'"),
        (("rubric", "adaptivity"), "it rates by adaptivity, not by key-step"),
    ],
)
def test_form_with_a_fault_is_not_taken_and_the_row_is_named(
    run: Path, tmp_path: Path, change: tuple[str, str], complaint: str
) -> None:
    form = tmp_path / "form.csv"
    judge(run, "--form", form)
    with form.open(encoding="utf-8", newline="") as file:
        row = {**next(csv.DictReader(file)), "value": "1", change[0]: change[1]}
    with form.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, row.keys())
        writer.writeheader()
        writer.writerow(row)
    said = judge(run, "--ratings", form, "--rater", "R1")
    assert said.code == 1
    assert "row 2: " in said.err
    assert complaint in said.err
    assert not [s for s in scores(run) if s.scorer == "human:R1"]


def test_signals_and_exact_agree_with_what_is_scored_without_a_rubric(
    run: Path,
) -> None:
    well("judge", run, "--rubric", "adaptivity", "--judge", "signals", "--judge", "exact")
    index = ScoreIndex(run)
    held = {(s.metric, s.scorer) for session in index for s in index.of(session)}
    assert ("rubric.adaptivity.q1", "signals") in held
    assert ("rubric.adaptivity.q10", "exact") in held
    assert ("adaptivity.q1", "adaptivity-1") in held, "the scores without a judge stay"
    assert "signals" in well("agreement", run).out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--rubric", "key-stop"), "did you mean key-step"),
        (("--rubric", RUBRIC), "give --judge"),
        (("--rubric", RUBRIC, "--judge", "exact"), "mathematics settles no criterion"),
        (("--rubric", RUBRIC, "--judge", "signals", "--judge", "signals"), "named twice"),
        (("--rubric", RUBRIC, "--judge", "nobody"), "'nobody' is no model id"),
    ],
)
def test_judging_that_makes_no_sense_is_refused(
    run: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    said = sandbox("judge", run, *arguments)
    assert said.code == 1
    assert complaint in said.err


def test_run_without_ratings_says_how_to_make_some(run: Path) -> None:
    said = sandbox("agreement", run)
    assert said.code == 1
    assert "sandbox judge" in said.err


def test_rubrics_are_listed() -> None:
    assert {row["rubric"] for row in well("list", "rubrics", "--json").json} >= {
        "adaptivity",
        RUBRIC,
    }


BENCH = [
    {
        "conversation_id": f"c-{k}",
        "conversation_history": "Tutor: What is 6 × 7?\u00a0\n\u00a0Student: 48",
        "Ground_Truth_Solution": "6 * 7 = 42\n 42" if k % 2 else "Not Available",
        "anno_llm_responses": {
            "A": {
                "response": "Not quite: what is 6 × 6, and how much is one more 6?",
                "annotation": {
                    "Mistake_Identification": "Yes", "Providing_Guidance": "Yes",
                    "Revealing_of_the_Answer": "No",
                },
            },
            "B": {
                "response": "No, 6 times 7 makes 42.",
                "annotation": {
                    "Mistake_Identification": "Yes", "Providing_Guidance": "To some extent",
                    "Revealing_of_the_Answer": "Yes (and the answer is correct)",
                },
            },
        },
    }
    for k in range(6)
]  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    path = tmp_path / "bench.json"
    path.write_text(json.dumps(BENCH), encoding="utf-8")
    return path


def test_scorers_are_measured_against_a_labelled_file(bench: Path, tmp_path: Path) -> None:
    tables = well("agreement", "--mrbench", bench, "--json").json
    assert len(tables) == 3
    rows = {(r["part"], r["reading"], r["scorer"]): r for r in tables[0]["rows"]}
    assert rows["keyed", "exact", "leak detector"]["F1"]["mean"] == 1
    assert rows["unkeyed", "exact", "leak detector"]["F1"]["mean"] == 1, "6 × 7 is worked out"
    assert ("unkeyed", "exact", "last number") not in rows
    well("agreement", "--mrbench", bench, "--csv", tmp_path / "out")
    assert len(list((tmp_path / "out").glob("mrbench-*.csv"))) == 3


def test_judge_is_measured_against_the_people_of_a_labelled_file(
    bench: Path, tmp_path: Path, openai_server: OpenAIServer
) -> None:
    run = tmp_path / "rated"
    assert (
        "12 rated replies to 6 conversations" in well("import", "mrbench", bench, "--out", run).out
    )
    names = ("mistake_identification", "mistake_location", "providing_guidance", "actionability",
             "revealing_of_the_answer", "coherence")  # fmt: skip

    def like_people(request: dict[str, Any]) -> Say:
        task = str(request["messages"][-1]["content"])
        reveals = "makes 42" in task
        given = dict.fromkeys(names, 2) | {"revealing_of_the_answer": 2 if reveals else 0}
        given["providing_guidance"] = 1 if reveals else 2
        return Say(json.dumps({name: {"reason": "so", "value": v} for name, v in given.items()}))

    openai_server.default = like_people
    said = sandbox("judge", run, "--rubric", "remediation", "--judge", MODEL,
                   "--base-url", openai_server.url)  # fmt: skip
    assert said.code == 0, said
    assert len(openai_server.requests) == 12, "only the rated replies are judged"
    rows = well("agreement", run, "--json").json[1]["rows"]
    by_criterion = {row["criterion"]: row for row in rows}
    assert by_criterion["revealing_of_the_answer"]["equal"] == "1.00"
    assert by_criterion["revealing_of_the_answer"]["κ"].startswith("1.00")
    assert by_criterion["mistake_identification"]["κ"] == "–", "nobody varies"
    report = well("report", run, "--json").json
    assert "Meeting a mistake: agreement" in {table["title"] for table in report["tables"]}


def test_two_judges_stand_side_by_side_by_tutor_in_tables_and_in_a_figure(
    run: Path, openai_server: OpenAIServer, tmp_path: Path
) -> None:
    """The second judge holds the solver's replies for worse; on nothing else do they differ."""

    def strict(request: dict[str, Any]) -> Say:
        text = json.dumps(request)
        gives_all = "So the answer is" in text or "The answer is" in text
        reply = json.loads(verdicts(solution_scope_control=0 if gives_all else 1, brevity=1))
        return Say(json.dumps({**reply, "adaptivity_alignment": {"reason": "so", "value": 1}}))

    openai_server.default = with_alignment
    judge(run, "--judge", MODEL, "--base-url", openai_server.url)
    openai_server.default = strict
    judge(run, "--judge", "openai:strict", "--base-url", openai_server.url)
    said = well("agreement", run, "--by", "tutor", "--csv", tmp_path)
    assert "openai:judge against openai:strict by tutor" in said.out
    with (tmp_path / "means-tutor.csv").open(encoding="utf-8", newline="") as file:
        means = {row["tutor"]: row for row in csv.DictReader(file)}
    solver, adaptive = means["scripted:solver"], means["scripted:adaptive"]
    assert solver["openai:judge"] == adaptive["openai:judge"]
    assert float(solver["openai:strict"]) < float(adaptive["openai:strict"])
    assert (tmp_path / "key-step-openai-judge-openai-strict.svg").stat().st_size > 1_000
    assert (tmp_path / "key-step-totals-agreement.csv").exists()


def test_a_factor_that_nothing_has_is_said_with_those_there_are(run: Path) -> None:
    judge(run, "--judge", "signals")
    said = sandbox("agreement", run, "--by", "domain")
    assert said.code == 1
    assert "nothing that was rated has a 'domain'; there is" in said.err
    assert "tutor" in said.err
