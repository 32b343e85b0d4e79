"""`sandbox run key-step` and `sandbox import keysteps`, from the command line: scripted tutors, and
models against a server on loopback."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command import sandbox, well
from openai_server import KEY, OpenAIServer, Say, Status, sent_images, sent_text

from sandbox.content.keysteps import KeyStep, read_keysteps, write_keysteps
from sandbox.store.reading import scores, sessions

MODEL = "openai:tiny"
OWN = Path(__file__).parents[2] / "tasks" / "keysteps"
SIX = (
    "insight_identification", "operation_prescription", "operation_execution",
    "solution_scope_control", "brevity", "coherence",
)  # fmt: skip
COLUMNS = ("insight", "operation", "execution", "scope", "brevity", "coherence")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture(scope="module")
def three_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("steps") / "run"
    well("run", "key-step", "--tutor", "scripted:step", "--tutor", "scripted:solver", "--turns", 3,
         "--first", 20, "--out", folder, "--html", folder.parent / "r.html")  # fmt: skip
    return folder


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    found = well("report", folder, "--json").json["tables"]
    return next(each["rows"] for each in found if each["name"] == name)


def parts(request: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        part
        for message in request["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]


def images(request: dict[str, Any]) -> list[str]:
    return [part["image_url"]["url"] for part in parts(request) if part["type"] == "image_url"]


def is_judge(request: dict[str, Any]) -> bool:
    return "insight_identification" in sent_text(request)


def is_student(request: dict[str, Any]) -> bool:
    return "You are a student" in sent_text(request)


def verdicts(**changed: object) -> str:
    given = {**dict.fromkeys(SIX, 1), **changed}
    return json.dumps({n: {"reason": "so", "value": v} for n, v in given.items() if v is not None})


def answering(
    judged: str = verdicts(), tutor: str = "Insight: look. 2 + 2 = 4.", student: str = "Why?"
) -> Any:
    def answer(request: dict[str, Any]) -> Say:
        return Say(judged if is_judge(request) else student if is_student(request) else tutor)

    return answer


def with_model(server: OpenAIServer, folder: Path, *more: object) -> tuple[object, ...]:
    return ("run", "key-step", "--tutor", MODEL, "--base-url", server.url, "--out", folder, *more)


# ------------------------------------------------------------------ scripted tutors


def test_scripted_tutors_lose_what_they_are_made_to_lose_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    well("run", "key-step", "--out", folder)
    lost = {
        "scripted:step": set(), "scripted:solver": {"scope"}, "scripted:hinter": {"execution"},
        "scripted:rambler": {"brevity"}, "scripted:cheerleader": {"insight", "operation", "execution"},
    }  # fmt: skip
    rows = [row for row in table(folder, "key-step") if row["rater"] == "signals"]
    assert [row["tutor"] for row in rows] == list(lost)
    for row in rows:
        for name in COLUMNS:
            if row[name]["scored"]:
                assert row[name]["mean"] == (name not in lost[row["tutor"]]), (row["tutor"], name)
        assert all(row[name]["scored"] == 72 for name in COLUMNS[:5])
        assert row["insight"]["of"] == 72
    totals = {row["tutor"]: row["total (0–6)"]["mean"] for row in rows}
    assert totals["scripted:step"] == 6
    assert totals["scripted:solver"] == totals["scripted:rambler"] == 5
    assert totals["scripted:hinter"] is None, "what prose is worth only a judge can tell"


def test_every_table_and_figure_is_written_to_files(three_turns: Path, tmp_path: Path) -> None:
    well("report", three_turns, "--csv", tmp_path / "out")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    tables = {"key-step", "key-step-ranking", "key-step-domain", "key-step-difficulty", "key-step-turns",
              "key-step-intent", "key-step-length"}  # fmt: skip
    figures = {"criteria-signals", "scope-signals", "intent-signals"}
    assert {f"{name}.csv" for name in tables} <= names
    assert {f"{name}.{kind}" for name in figures for kind in ("svg", "png")} <= names


def test_later_turns_are_rated_by_the_step_that_the_student_has_come_to(three_turns: Path) -> None:
    rows = [row for row in table(three_turns, "key-step-turns") if row["rater"] == "signals"]
    scope = {(row["tutor"], row["turn"]): row["scope"] for row in rows}
    assert [scope["scripted:step", turn]["mean"] for turn in "123"] == [1, 1, 1]
    assert [scope["scripted:solver", turn]["mean"] for turn in "123"] == [0, 0, 0]
    assert scope["scripted:step", "3"]["scored"] < scope["scripted:step", "1"]["scored"]
    execution = {row["execution"]["mean"] for row in rows}
    assert execution == {1}
    intents = {row["intent"] for row in table(three_turns, "key-step-intent")}
    assert intents == {"progressive", "exploratory", "introspective"}


def test_published_figures_stand_beside_ours(three_turns: Path) -> None:
    published = [row for row in table(three_turns, "key-step-turns") if "published" in row["tutor"]]
    assert [(row["turn"], row["scope"]["mean"]) for row in published] == [("2", 0.18), ("3", 0.09)]
    totals = {row["tutor"]: row["total (0–6)"]["mean"] for row in table(three_turns, "key-step")}
    assert totals["human tutors, 66 items (published)"] == 5.85
    by_intent = [
        row for row in table(three_turns, "key-step-intent") if row["tutor"] == "published"
    ]
    assert {row["intent"]: row["total (0–6)"]["mean"] for row in by_intent} == {
        "progressive": 4.49, "exploratory": 4.35, "introspective": 4.0,
    }  # fmt: skip


def test_sessions_of_all_tutors_open_alike(three_turns: Path) -> None:
    by_place: dict[tuple[str, str], set[str]] = {}
    for trial in sessions(three_turns):
        assert trial.transcript is not None
        place = (str(trial.cell.factors["item"]), str(trial.cell.factors.get("intent", "")))
        said = " / ".join(t.text for t in trial.transcript.turns if t.seat == "student")
        by_place.setdefault(place, set()).add(said)
    assert {len(said) for said in by_place.values()} == {1}, (
        "the student is the same for every tutor"
    )


def test_no_agent_is_told_of_reference_or_rubric(three_turns: Path) -> None:
    for trial in sessions(three_turns):
        assert trial.transcript is not None
        assert not trial.transcript.turns[0].hidden
        assert trial.transcript.item.figure_alt == ""


def test_study_and_its_tutors_are_listed() -> None:
    assert "key-step" in well("list", "studies").out
    assert "scripted:rambler" in well("list", "tutors").out


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--tutor", "scripted:stepp"), "scripted:step"),
        (("--intent", "nosy", "--turns", 2), "progressive"),
        (("--persona", "shy"), "unsure"),
        (("--images", "."), "belongs to --items"),
        (("--tutor", "scripted:step", "--tutor", "scripted:step"), "named twice"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(
    more: tuple[object, ...], why: str, tmp_path: Path
) -> None:
    said = sandbox("run", "key-step", "--out", tmp_path / "run", *more)
    assert said.code in (1, 2)
    assert why in said.err
    assert not (tmp_path / "run").exists()


# ------------------------------------------------------------------ models


def test_model_tutor_sees_each_page_once_and_no_reference(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering()
    folder = tmp_path / "run"
    well(*with_model(openai_server, folder, "--first", 7))
    items = read_keysteps(OWN / "items.jsonl").items[:7]
    assert len(openai_server.requests) == 7
    assert Counter(len(images(request)) for request in openai_server.requests) == Counter(
        len(item.images) for item in items
    )
    for request in openai_server.requests:
        assert len(set(images(request))) == len(images(request))
        item = next(i for i in items if i.question in sent_text(request))
        for hidden in (
            item.reference.detail,
            item.reference.step,
            item.exact.later[0],
            item.instance_id,
        ):
            assert hidden not in sent_text(request)
    assert KEY not in "".join(
        p.read_text() for p in folder.iterdir() if p.suffix in (".jsonl", ".json")
    )


def test_pages_are_sent_byte_for_byte_or_in_words_to_a_model_without_eyes(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    refusing = Status(400, "image_url is not supported by this model")
    good = answering()
    openai_server.default = lambda request: (
        refusing if request["model"] == "blind" and sent_images(request) else good(request)
    )
    more = ("--tutor", "openai:blind", "--first", 4, "--calls", 1)
    well(*with_model(openai_server, tmp_path / "run", *more))
    for item in read_keysteps(OWN / "items.jsonl").items[:4]:
        asked = [r for r in openai_server.requests if item.question in sent_text(r)]
        (shown,) = [r for r in asked if r["model"] != "blind"]
        (told,) = [r for r in asked if r["model"] == "blind" and not sent_images(r)]
        assert sent_images(shown) == [(OWN / page).read_bytes() for page in item.images]
        assert item.exact is not None
        for alt in item.exact.alts:
            assert alt not in sent_text(shown)
            assert sent_text(told).count(f"[Image: {alt}]") == 1


def test_judge_sees_the_pages_and_the_wording_of_the_problem(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering()
    folder = tmp_path / "run"
    well(*with_model(openai_server, folder, "--first", 3, "--judge", "openai:judge"))
    judged = [request for request in openai_server.requests if is_judge(request)]
    assert len(judged) == 3
    items = read_keysteps(OWN / "items.jsonl").items[:3]
    for request in judged:
        item = next(i for i in items if i.question in sent_text(request))
        assert len(images(request)) == len(item.images)
        assert item.reference.detail in sent_text(request)
        assert f"Stops at {item.reference.step}" in sent_text(request)
    (row,) = [row for row in table(folder, "key-step") if row["rater"] == "openai:judge"]
    assert row["total (0–6)"]["mean"] == 6
    assert row["weighted (0–1)"]["mean"] == 1
    assert row["total (0–6)"]["scored"] == 3


def test_ranking_of_tutors_by_both_totals_is_compared(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    def judge(request: dict[str, Any]) -> Say:
        task = sent_text(request)
        solved = "So the answer is" in task.rpartition("reply")[0] or "So the answer is" in task
        praised = "very tidy" in task
        hinted = "Try this step yourself" in task
        return Say(
            verdicts(
                solution_scope_control=0 if solved else 1,
                insight_identification=0 if praised else 1,
                operation_prescription=0 if praised else 1,
                operation_execution=0 if praised or hinted else 1,
            )
        )

    openai_server.default = judge
    folder = tmp_path / "run"
    tutors = [
        o for t in ("step", "solver", "hinter", "cheerleader") for o in ("--tutor", f"scripted:{t}")
    ]
    said = well("run", "key-step", *tutors, "--first", 4, "--judge", "openai:judge", "--base-url",
                openai_server.url, "--out", folder)  # fmt: skip
    assert "Do the plain and the weighted total rank the tutors alike?" in said.out
    row = next(r for r in table(folder, "key-step-ranking") if r["rater"] == "openai:judge")
    totals = {r["tutor"]: (r["total (0–6)"]["mean"], round(r["weighted (0–1)"]["mean"], 6))
              for r in table(folder, "key-step") if r["rater"] == "openai:judge"}  # fmt: skip
    assert totals == {
        "scripted:step": (6, 1), "scripted:solver": (5, 0.8), "scripted:hinter": (5, 0.85),
        "scripted:cheerleader": (3, 0.45),
    }  # fmt: skip
    assert row["tutors"] == "4"
    assert row["rank correlation ρ"] == ".95", "solver and hinter tie in the plain total only"
    scope = {r["tutor"]: r for r in table(folder, "key-step-scope")}
    assert (scope["all"]["n"], scope["all"]["equal"], scope["all"]["κ"]) == ("16", "1.00", "1.00")
    assert (
        scope["scripted:solver"]["scope, exact"]
        == scope["scripted:solver"]["scope, judge"]
        == ".00"
    )


@pytest.mark.parametrize(
    "reply",
    [
        "A fine reply, six out of six.",
        verdicts(coherence=None),
        verdicts(coherence=2),
        verdicts(coherence="mostly"),
        '{"insight_identification": {"value": 1}, "operation_pres',
        "",
    ],
)
def test_judge_that_cannot_be_read_never_gives_a_total(
    reply: str, openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering(judged=reply)
    folder = tmp_path / "run"
    sandbox(*with_model(openai_server, folder, "--first", 1, "--judge", "openai:judge"))
    totals = [
        s
        for s in scores(folder)
        if s.scorer == "openai:judge" and s.metric.endswith(("total", "weighted"))
    ]
    assert {score.value for score in totals} <= {None}
    missing = [
        s for s in scores(folder) if s.scorer == "openai:judge" and s.metric.endswith("coherence")
    ]
    assert {score.value for score in missing} <= {None}
    assert totals
    assert all(score.reason for score in totals)


def test_verdicts_in_another_order_are_read_as_they_are(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    turned = dict(reversed(json.loads(verdicts(brevity=0)).items()))
    openai_server.default = answering(judged=f"Let me think.\n{json.dumps(turned)}")
    folder = tmp_path / "run"
    well(*with_model(openai_server, folder, "--first", 1, "--judge", "openai:judge"))
    held = {s.metric.split(".")[-1]: s.value for s in scores(folder) if s.scorer == "openai:judge"}
    assert held["brevity"] == 0
    assert held["total"] == 5
    assert held["weighted"] == pytest.approx(0.9)


def test_persona_is_told_to_the_tutor_and_alignment_is_judged(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering(judged=verdicts(adaptivity_alignment=0, brevity=0))
    folder = tmp_path / "run"
    well(*with_model(openai_server, folder, "--first", 2, "--persona", "unsure", "--persona", "eager",
                     "--judge", "openai:judge"))  # fmt: skip
    tutoring = [sent_text(r) for r in openai_server.requests if not is_judge(r)]
    assert Counter("is unsure in mathematics" in told for told in tutoring) == {True: 2, False: 2}
    rows = [r for r in table(folder, "key-step-personas") if r["rater"] == "openai:judge"]
    assert [row["persona"] for row in rows] == ["unsure", "eager"]
    assert {row["alignment"]["mean"] for row in rows} == {0}
    assert {row["insight"]["mean"] for row in rows} == {1}
    assert {row["total (0–6)"]["mean"] for row in rows} == {5}, "alignment is in no total"
    well("report", folder, "--csv", tmp_path / "out")
    assert (tmp_path / "out" / "personas-openai-judge.png").exists()


def test_tutor_that_fits_its_words_to_the_student_is_told_from_those_that_do_not(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    well("run", "key-step", "--persona", "unsure", "--persona", "eager", "--tutor", "scripted:step",
         "--tutor", "scripted:fitting", "--tutor", "scripted:cheerleader", "--out", folder)  # fmt: skip
    rows = {(row["tutor"], row["persona"]): row for row in table(folder, "key-step-personas")}
    for persona in ("unsure", "eager"):
        for tutor, fits in (("scripted:fitting", 1), ("scripted:step", 0)):
            row = rows[tutor, persona]
            assert (row["alignment"]["mean"], row["alignment"]["scored"]) == (fits, 72)
            assert (row["insight"]["mean"], row["total (0–6)"]["mean"]) == (1, 6), (
                "what is taught is the same, and as good"
            )
    assert rows["scripted:cheerleader", "unsure"]["alignment"]["scored"] == 0, (
        "praise alone is open"
    )
    assert rows["scripted:cheerleader", "eager"]["alignment"]["mean"] == 0
    well("report", folder, "--csv", tmp_path / "out")
    assert (tmp_path / "out" / "personas-signals.svg").exists()


def test_tables_keep_the_order_of_the_design_whichever_session_ended_first(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    well("run", "key-step", "--first", 1, "--persona", "unsure", "--persona", "eager",
         "--tutor", "scripted:step", "--out", folder)  # fmt: skip
    log = folder / "log.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    late = [
        line for line in lines if json.loads(line)["session"] == json.loads(lines[0])["session"]
    ]
    log.write_text(
        "".join([*(line for line in lines if line not in late), *late]), encoding="utf-8"
    )
    assert [row["persona"] for row in table(folder, "key-step-personas")] == ["unsure", "eager"]


def test_model_student_goes_on_by_its_intent(openai_server: OpenAIServer, tmp_path: Path) -> None:
    openai_server.default = answering(student="But why may I do that?")
    folder = tmp_path / "run"
    well(*with_model(openai_server, folder, "--first", 2, "--turns", 3, "--intent", "introspective",
                     "--student", "openai:pupil"))  # fmt: skip
    asked = [sent_text(r) for r in openai_server.requests if is_student(r)]
    assert len(asked) == 2 * 2
    assert all("go deeper" in told for told in asked)
    assert not any("Move on" in told for told in asked)
    for request in openai_server.requests:
        assert len(set(images(request))) == len(images(request)) > 0
    (row,) = [r for r in table(folder, "key-step-intent") if r["rater"] == "signals"]
    assert row["scope"]["of"] == 4


def test_run_that_was_cut_short_goes_on_and_asks_nothing_twice(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    good = answering()
    openai_server.default = lambda request: (
        good(request) if len(openai_server.requests) <= 3 else Status(401, "no such key")
    )
    said = sandbox(*with_model(openai_server, folder, "--first", 6, "--turns", 2, "--intent", "progressive",
                               "--calls", 1))  # fmt: skip
    assert said.code == 1
    answered = [request["seed"] for request in openai_server.requests[:3]]
    openai_server.default = good
    well("resume", folder)
    seeds = Counter(request["seed"] for request in openai_server.requests)
    assert {seeds[seed] for seed in answered} == {1}
    assert len(list(sessions(folder))) == 6


def test_dry_run_asks_nothing_and_makes_no_folder(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    said = well(
        *with_model(openai_server, tmp_path / "run", "--first", 5, "--turns", 2, "--dry-run")
    )
    assert not openai_server.requests
    assert not (tmp_path / "run").exists()
    assert re.search(rf"{MODEL}, as tutor\s+30\b", said.out), said.out


def test_judging_afterwards_shows_the_pages_too(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering()
    folder = tmp_path / "run"
    well("run", "key-step", "--tutor", "scripted:step", "--first", 2, "--out", folder)
    said = sandbox(
        "judge",
        folder,
        "--rubric",
        "key-step",
        "--judge",
        "openai:judge",
        "--base-url",
        openai_server.url,
    )
    assert said.code == 0, said
    assert all(images(request) for request in openai_server.requests)


# ------------------------------------------------------------------ files of others


def foreign(folder: Path, count: int = 3) -> Path:
    """Records as others release them: without what only our own items know."""
    items = read_keysteps(OWN / "items.jsonl").items[:count]
    bare = [KeyStep.model_validate({**i.model_dump(mode="json"), "exact": None}) for i in items]
    write_keysteps(bare, folder / "released.jsonl")
    shutil.copytree(OWN / "images", folder / "pictures" / "images")
    return folder / "released.jsonl"


def test_file_of_others_is_imported_with_what_is_missing_by_line(tmp_path: Path) -> None:
    path = foreign(tmp_path)
    (tmp_path / "pictures" / "images" / "mul-84-79-tens-1.png").unlink()
    said = sandbox(
        "import",
        "keysteps",
        path,
        "--images",
        tmp_path / "pictures",
        "--out",
        tmp_path / "in" / "mine.jsonl",
    )
    assert said.code == 0
    assert (
        "released.jsonl: line 2: mul-84-79-tens: no image images/mul-84-79-tens-1.png" in said.err
    )
    assert "2 key-step items" in said.out
    assert "1 record not used" in said.out
    kept = read_keysteps(tmp_path / "in" / "mine.jsonl")
    assert len(kept.items) == 2
    assert not kept.skipped


def test_items_of_others_run_with_models_and_their_own_wording(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    openai_server.default = answering()
    path, folder = foreign(tmp_path), tmp_path / "run"
    well(*with_model(openai_server, folder, "--items", path, "--images", tmp_path / "pictures", "--turns", 2,
                     "--intent", "progressive", "--student", "openai:pupil", "--judge", "openai:judge"))  # fmt: skip
    judged = [sent_text(request) for request in openai_server.requests if is_judge(request)]
    assert sum("Stops at" in told for told in judged) == 3, (
        "the wording belongs to the first question"
    )
    rows = [r for r in table(folder, "key-step") if r["rater"] == "signals"]
    assert rows[0]["insight"]["mean"] is None, "the signals do not speak of insight here"


def test_scripted_student_refuses_pages_that_it_cannot_read(tmp_path: Path) -> None:
    path = foreign(tmp_path)
    said = sandbox("run", "key-step", "--tutor", "scripted:step", "--items", path, "--images",
                   tmp_path / "pictures", "--turns", 2, "--out", tmp_path / "run")  # fmt: skip
    assert said.code == 1
    assert "--student MODEL" in said.err
