"""`sandbox run adaptivity` from the command line: scripted, on a server, judged, resumed."""

import csv
import json
import re

import pytest
import yaml
from command import sandbox, well
from openai_server import KEY, Say, Status, sent_images, sent_text

from sandbox.content.files import content_root
from sandbox.content.library import load
from sandbox.content.study_items import study_item
from sandbox.figures.draw import draw_png

TABLES = {
    "adaptivity-by-tier", "adaptivity-by-context", "criteria", "anova", "differences", "tukey",
    "criteria-tests", "mixed", "one-size", "length", "published",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("adaptivity")
    said = well("run", "adaptivity", "--out", folder / "run", "--html", folder / "r.html")
    return folder, said


def rows(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_all_cells_run_and_every_table_and_figure_is_written(made, tmp_path):
    folder, said = made
    assert "480 sessions" in said.out
    well("report", folder / "run", "--csv", tmp_path)
    assert {path.stem for path in tmp_path.glob("*.csv")} >= TABLES
    for name in ("tiers", "profile-tutor", "profile-context", "heat-adaptive", "heat-one-size"):
        assert (tmp_path / f"{name}.svg").stat().st_size > 1_000
        assert (tmp_path / f"{name}.png").stat().st_size > 1_000
    page = (folder / "r.html").read_text(encoding="utf-8")
    assert "Does one size fit all?" in page
    assert "F(" in page


def test_cells_without_variance_are_reported(made, tmp_path):
    well("report", made[0] / "run", "--csv", tmp_path)
    lines = rows(tmp_path / "anova.csv")
    assert any("no variance within cells" in line["APA"] for line in lines)
    assert {line["effect"] for line in lines} >= {"tier", "tutor", "tier × tutor", "context"}


def test_the_unit_of_analysis_is_named(made):
    assert "one reply, rated by signals" in well("report", made[0] / "run").out


@pytest.fixture
def server(openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return openai_server


SMALL = ("--item", "g4-bars", "--item", "g8-pie", "--context", "C1", "--context", "C4")


def test_a_model_runs_and_is_judged_by_another_which_rates_errors_too(server, tmp_path):
    server.default = lambda request: Say("First look at the bars. The answer is D, 8.")
    well("run", "adaptivity", "--tutor", "openai:gpt-4o", *SMALL, "--base-url", server.url,
         "--out", tmp_path / "run", "--html", tmp_path / "r.html")  # fmt: skip
    assert len(server.requests) == 2 * 3 * 2
    assert {r["temperature"] for r in server.requests} == {0.7}
    assert sum("image_url" in json.dumps(r) for r in server.requests) == 12

    def judged(request):
        system = request["messages"][0]["content"]
        names = [f"q{number}" for number in range(1, 20)]
        assert all(f"{name}" in system for name in names)
        low = {f"q{number}": 0 for number in range(13, 20)}
        given = {name: {"reason": "so", "value": low.get(name, 1)} for name in names}
        return Say(json.dumps(given))

    server.default = judged
    judge = ("judge", tmp_path / "run", "--rubric", "adaptivity", "--judge", "openai:o4-mini")
    well(*judge, "--base-url", server.url)
    before = len(server.requests)
    well(*judge, "--base-url", server.url)
    assert len(server.requests) == before  # judged already
    out = well("report", tmp_path / "run").out
    assert "rated by openai:o4-mini" in out
    assert "Quality by tier" in out
    assert "q13" in out


def test_the_figure_is_sent_as_drawn_or_in_words_to_a_model_without_eyes(server, tmp_path):
    library = load()
    items = [study_item(library.study_items[name], library) for name in ("g4-bars", "g8-pie")]
    refusing = Status(400, "image_url is not supported by this model")
    seeing = Say("The answer is 8.")
    server.default = lambda request: (
        refusing if request["model"] == "blind" and sent_images(request) else seeing
    )
    well("run", "adaptivity", "--tutor", "openai:gpt-4o", "--tutor", "openai:blind", *SMALL,
         "--calls", 1, "--base-url", server.url, "--out", tmp_path / "run",
         "--html", tmp_path / "r.html")  # fmt: skip
    for item in items:
        asked = [r for r in server.requests if item.question in sent_text(r)]
        shown = [r for r in asked if r["model"] == "gpt-4o"]
        told = [r for r in asked if r["model"] == "blind" and not sent_images(r)]
        assert [sent_images(r) for r in shown] == [[draw_png(item.figure)]] * 6
        assert all(item.figure_alt not in sent_text(r) for r in shown)
        assert [sent_text(r).count(item.figure_alt) for r in told] == [1] * 6
        for request in (*shown, *told):
            assert all(choice.text in sent_text(request) for choice in item.choices)


def test_a_run_that_broke_off_goes_on(server, tmp_path):
    server.default = lambda request: Say("The answer is 8.")
    args = ("run", "adaptivity", "--tutor", "openai:gpt-4o", *SMALL, "--base-url", server.url)
    well(*args, "--out", tmp_path / "run", "--html", tmp_path / "r.html")
    log = tmp_path / "run" / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[: len(lines) // 2]))
    calls = len(server.requests)
    well("resume", tmp_path / "run", "--html", tmp_path / "r.html")
    assert len(server.requests) == calls  # every reply was kept
    well("score", tmp_path / "run")


def test_a_refused_reply_is_counted_as_unscored_and_not_left_out(server, tmp_path):
    server.default = lambda request: Say("The answer is D, 8.")
    server.will(Say("", refusal="No."))
    well("run", "adaptivity", "--tutor", "openai:gpt-4o", "--item", "g4-bars", "--context", "C1",
         "--base-url", server.url, "--out", tmp_path / "run", "--html", tmp_path / "r.html")  # fmt: skip
    said = well("report", tmp_path / "run", "--csv", tmp_path)
    assert said.code == 0
    (row,) = rows(tmp_path / "adaptivity-by-tier.csv")
    assert (row["all scored"], row["all of"]) == ("2", "3")


def test_a_dry_run_names_the_calls(server, tmp_path):
    said = well("run", "adaptivity", "--tutor", "openai:gpt-4o", "--dry-run")
    assert " 240 " in said.out
    assert server.requests == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--design", "publishd"), "did you mean published"),
        (("--item", "g4-bar"), "did you mean g4-bars"),
        (("--context", "C5"), "unknown context 'C5'"),
        (("--context", "C1", "--score-in", "C4"), "no such context"),
        (("--temperature", "3"), "temperature"),
        (("--tutor", "scripted:socratic"), "explaining tutor"),
    ],
)
def test_what_cannot_be_is_said(arguments, why, tmp_path):
    said = sandbox("run", "adaptivity", *arguments, "--out", tmp_path / "run")
    assert said.code == 1
    assert why in said.err
    assert not (tmp_path / "run").exists()


def test_replicates_can_be_told_apart_in_the_list_of_sessions(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    sandbox("run", "adaptivity", "--item", "g4-take-away", "--context", "C1", "--replicates", 3,
            "--tutor", "scripted:adaptive", "--out", tmp_path / "run")  # fmt: skip
    rows = [line.split() for line in well("show", tmp_path / "run").out.splitlines()]
    ids = [row for row in rows if row and re.fullmatch("[0-9a-f]{16}", row[0])][:9]
    assert [row[1] for row in ids] == ["0", "1", "2"] * 3


def test_item_of_a_grade_that_the_design_has_not_is_named_with_both(tmp_path):
    held = yaml.safe_load((content_root() / "tasks/adaptivity/design.yaml").read_text())
    mine = tmp_path / "mine" / "tasks" / "adaptivity"
    mine.mkdir(parents=True)
    one = {**held[0], "id": "fourth", "grades": [4], "items": ["g4-take-away"]}
    (mine / "design.yaml").write_text(yaml.safe_dump([one]))
    name = next(name for name in load().study_items if name.startswith("g8-"))
    said = sandbox("--content", tmp_path / "mine", "run", "adaptivity", "--design", "fourth",
                   "--item", name, "--out", tmp_path / "run")  # fmt: skip
    assert said.code == 1
    assert f"{name} is an item of grade 8; the design has grade 4" in said.err
