"""A study from the first command to the last: run, report, show, score, export, import, play."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from command import sandbox, well

from sandbox.store.catalogue import Catalogue
from sandbox.store.export import FORMATS
from sandbox.store.reading import run_state, scores, sessions

ACROSS = "novice:fractions/add-across"
TALK = ("--student", ACROSS, "--student", "timss:g4-low", "--tutor", "scripted:solver",
        "--tutor", "scripted:diagnoser", "--tests", 2)  # fmt: skip


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "talk"
    said = well("run", "dialogue", *TALK, "--out", folder)
    assert said.out.startswith(f"4 sessions in {folder}\n")
    assert said.last == str(folder / "report.html")
    return folder


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_path_of_the_report_is_printed_last_and_the_page_is_there(talk: Path) -> None:
    page = (talk / "report.html").read_text()
    assert "<h1>Tutoring sessions</h1>" in page
    assert page.count("<svg") == 2
    assert page.count('<div class="turn') > 6
    assert "<mark>" in page


def test_a_report_as_json_holds_numbers_with_n_of_n(talk: Path) -> None:
    found = well("report", talk, "--json").json
    tables = {table["name"]: table["rows"] for table in found["tables"]}
    solver, diagnoser = tables["tutors"]
    assert (solver["tutor"], diagnoser["tutor"]) == ("scripted:solver", "scripted:diagnoser")
    identified = diagnoser["identified"]
    assert (identified["mean"], identified["scored"], identified["of"]) == (1.0, 1, 2)
    assert [row["student"] for row in tables["students"]] == [ACROSS, "timss:g4-low"]


def test_a_report_as_csv_has_one_file_a_table_and_each_figure_twice(
    talk: Path, tmp_path: Path
) -> None:
    said = well("report", talk, "--csv", tmp_path / "out")
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert said.last in [str(tmp_path / "out" / name) for name in written]
    assert {"tutors.csv", "students.csv", "tutors.svg", "tutors.png", "belief.svg"} <= {*written}
    rows = table(tmp_path / "out" / "tutors.csv")
    assert [row["identified scored"] for row in rows] == ["1", "1"]
    assert rows[1]["identified"] == "1"
    assert (tmp_path / "out" / "tutors.png").read_bytes().startswith(b"\x89PNG")


def test_terminal_tables_fit_80_columns(talk: Path) -> None:
    said = well("report", talk).out
    assert max(map(len, said.splitlines())) <= 80
    assert "scripted:" not in said
    assert re.search(r"^diagnoser +.*\d", said, re.MULTILINE)
    assert "…" not in said


def test_show_lists_the_sessions_and_reads_one_by_its_beginning(talk: Path) -> None:
    rows = well("show", talk, "--json").json
    assert len(rows) == 4
    assert "4 sessions" in well("show", talk).out
    key = rows[0]["session"]
    said = well("show", talk, key[:6]).out
    record = well("show", talk, key[:6], "--json").json
    for turn in record["transcript"]["turns"]:
        assert f"{turn['seat']} [{turn['index']}]\n{turn['text']}\n" in said
    assert record["transcript"]["item"]["question"] in said
    assert {score["metric"] for score in record["scores"]} >= {"scope_control", "fidelity"}
    assert "scope_control: " in said


@pytest.mark.parametrize("form", FORMATS)
def test_every_export_holds_every_session_under_its_id(
    talk: Path, tmp_path: Path, form: str
) -> None:
    out = tmp_path / f"out.{form}"
    assert well("export", talk, "--format", form, "--out", out).out == (
        f"4 sessions written to {out}\n"
    )
    keys = {trial.cell.key for trial in sessions(talk)}
    if form == "csv":
        assert {row["session"] for row in table(out)} == keys
        return
    assert {json.loads(line)["session"] for line in out.read_text().splitlines()} == keys
    again = tmp_path / "again.jsonl"
    said = well("import", form, out, "--out", again).out
    assert said == f"4 sessions, 0 lines not used. Written to {again}\n"
    assert {json.loads(line)["session"] for line in again.read_text().splitlines()} == keys


def test_an_export_without_hidden_fields_holds_no_belief(talk: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    well("export", talk, "--format", "jsonl", "--out", out, "--no-hidden")
    assert '"hidden":{"' not in out.read_text()
    well("export", talk, "--format", "jsonl", "--out", out)
    assert '"hidden":{"' in out.read_text()


def test_scoring_again_gives_the_same_scores(talk: Path) -> None:
    before = list(scores(talk))
    assert well("score", talk).last == "4 sessions scored again"
    assert sorted(map(str, scores(talk))) == sorted(map(str, before))
    assert run_state(talk).scoring >= 2


def test_resuming_a_finished_run_leaves_its_log_alone(talk: Path) -> None:
    before = (talk / "log.jsonl").read_bytes()
    assert well("resume", talk).out.startswith(f"4 sessions in {talk}\n")
    assert (talk / "log.jsonl").read_bytes() == before


def test_the_same_seed_gives_the_same_sessions_and_another_seed_others(
    talk: Path, tmp_path: Path
) -> None:
    def texts(folder: Path) -> dict[str, list[str]]:
        return {
            trial.cell.key: [turn.text for turn in trial.transcript.turns]
            for trial in sessions(folder)
            if trial.transcript
        }

    well("run", "dialogue", *TALK, "--out", tmp_path / "a")
    well("run", "dialogue", *TALK, "--out", tmp_path / "b", "--seed", 1)
    assert texts(tmp_path / "a") == texts(talk)
    assert texts(tmp_path / "b") != texts(talk)


def test_runs_are_indexed_and_doctor_lists_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = well("run", "novice", "--questions", 2, "--trials", 1)
    (entry,) = Catalogue(tmp_path / "runs" / "runs.json").runs()
    assert (entry.study, entry.sessions, entry.done, entry.failed) == ("novice", 18, 18, 0)
    assert said.last == str(Path(entry.folder) / "report.html")
    assert entry.folder in well("doctor").out


def test_the_novice_study_prints_known_qualities_beside_published_figures(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    said = well("run", "novice", "--questions", 10, "--trials", 2, "--out", folder)
    rows = {
        row["novice"]: row for row in well("report", folder, "--json").json["tables"][0]["rows"]
    }
    assert rows["scripted:novice"]["s1"] == {
        "mean": 1.0, "sd": 0.0, "low": None, "high": None, "scored": 2, "of": 2,
    }  # fmt: skip
    assert rows["scripted:novice"]["scored"] == "60 of 60"
    assert rows["scripted:expert"]["picked the right answer"]["mean"] == 1.0
    assert rows["GPT-4, few-same (published)"]["s1"]["mean"] == 0.679
    assert re.search(r"^novice +1\.000 ± \.000 +\.000 ± \.000 +60 of 60", said.out, re.MULTILINE)


def test_the_expert_tutor_study_prints_accuracy_against_n(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    well("run", "expert-tutor", "--questions", 5, "--trials", 2, "--pool", "20,4",
         "--tutor", "scripted:diagnoser", "--out", folder)  # fmt: skip
    (found,) = well("report", folder, "--json").json["tables"]
    rows = {row["tutor"]: row for row in found["rows"]}
    assert list(found["rows"][0]) == ["tutor", "n=4", "n=20", "scored"]
    assert rows["scripted:diagnoser"]["n=4"]["mean"] == 1.0
    assert rows["chance"]["n=20"]["mean"] == 0.05
    assert rows["GPT-4 (published)"]["n=4"]["mean"] == 0.919
    assert rows["GPT-4 (published)"]["n=20"]["mean"] is None
    assert "Naming the misconception gets harder" in (folder / "report.html").read_text()


MAE = {
    "Misconception": "when students add both parts of fractions.", "Misconception ID": "MaE08",
    "Topic": "Number operations", "Example Number": 1, "Question": "1/4 + 2/3 = ",
    "Incorrect Answer": "3/7", "Correct Answer": "11/12", "Question image": "",
    "Learner Answer image": "", "Correct Answer image": "", "Source": "", "Explanation": "",
}  # fmt: skip
OTHER = {**MAE, "Misconception": "when students multiply instead.", "Misconception ID": "MaE09",
         "Incorrect Answer": "2/12"}  # fmt: skip


def test_a_mae_import_says_what_was_not_used_and_feeds_a_study(tmp_path: Path) -> None:
    source = tmp_path / "data.json"
    source.write_text(json.dumps([MAE, {**MAE, "Incorrect Answer": ""}, OTHER]))
    said = sandbox("import", "mae", source, "--out", tmp_path / "items.jsonl")
    assert said.code == 0
    assert said.err == "data.json: record 2: has no Incorrect Answer\n"
    assert said.out.startswith("2 questions, 2 wrong answers with a known cause, 2 misconceptions;")
    folder = tmp_path / "run"
    well("run", "expert-tutor", "--items", tmp_path / "items.jsonl", "--pool", 2, "--trials", 1,
         "--tutor", "scripted:diagnoser", "--out", folder)  # fmt: skip
    (tmp_path / "items.jsonl").unlink()
    assert (folder / "items.jsonl").exists()
    well("score", folder)
    well("resume", folder)
    assert len(run_state(folder).done) == 2


@pytest.mark.parametrize("form", ["openai", "sharegpt", "jsonl", "mae"])
@pytest.mark.parametrize("text", ["", '{"x": 1}\n'])
def test_file_of_which_nothing_can_be_read_is_refused_and_none_is_written(
    tmp_path: Path, form: str, text: str
) -> None:
    source, out = tmp_path / "source.json", tmp_path / "out.jsonl"
    source.write_text(f"[{text}]" if form == "mae" else text)
    said = sandbox("import", form, source, "--out", out)
    assert said.code == 1
    assert "nothing is written" in said.err
    assert not text or any(mark in said.err for mark in ("source.json:1: ", "record 1: "))
    assert not out.exists()


def test_items_are_not_imported_under_a_name_of_another_format(tmp_path: Path) -> None:
    source = tmp_path / "data.json"
    source.write_text(json.dumps([MAE]))
    said = sandbox("import", "mae", source, "--out", tmp_path / "items.csv")
    assert said.code == 1
    assert "end its name in .jsonl or .yaml" in said.err
    assert not (tmp_path / "items.csv").exists()


def test_worked_examples_name_the_misconception_in_all_topics_and_within(tmp_path: Path) -> None:
    more = [{"Question": "3/8 + 1/5 =", "Incorrect Answer": "4/13", "Correct Answer": "23/40"},
            {"Question": "5/6 + 1/7 =", "Incorrect Answer": "5/42", "Correct Answer": "41/42"}]  # fmt: skip
    source = tmp_path / "data.json"
    again = [{**record, **new, "Example Number": 2}
             for record, new in zip((MAE, OTHER), more, strict=True)]  # fmt: skip
    source.write_text(json.dumps([MAE, OTHER, *again]))
    well("import", "mae", source, "--out", tmp_path / "items.jsonl")
    folder = tmp_path / "run"
    well("run", "expert-tutor", "--items", tmp_path / "items.jsonl", "--pool", "all,topic",
         "--examples", "one", "--tutor", "scripted:case-based", "--out", folder)  # fmt: skip
    first, second = well("report", folder, "--json").json["tables"]
    rows = {row["tutor"]: row for row in first["rows"]}
    assert list(first["rows"][0]) == ["tutor", "n=2", "within topic", "scored"]
    assert rows["scripted:case-based"]["n=2"]["mean"] == 1.0
    assert rows["scripted:case-based"]["scored"] == "8 of 8"
    assert rows["chance"]["within topic"]["mean"] == 0.5
    assert rows["GPT-4-turbo on MaE (published)"]["within topic"]["mean"] == 0.7327
    assert rows["GPT-4-turbo on MaE (published)"]["n=2"]["mean"] is None
    kinds = {row["questions"]: row["within topic"] for row in second["rows"][:3]}
    assert (kinds["readable"]["of"], kinds["unreadable"]["of"]) == (4, None)
    assert "Expert tutor" in (folder / "report.html").read_text()


@pytest.mark.parametrize("pool", ["some", "4,", "topics", "-3"])
def test_pools_that_make_no_sense_are_refused(tmp_path: Path, pool: str) -> None:
    said = sandbox("run", "expert-tutor", "--pool", pool, "--out", tmp_path / "run")
    assert said.code == 1
    assert "all and topic" in " ".join(said.err.split())


def test_an_eedi_import_joins_the_mapping(tmp_path: Path) -> None:
    columns = ["QuestionId", "ConstructId", "ConstructName", "SubjectId", "SubjectName",
               "CorrectAnswer", "QuestionText", *(f"Answer{c}Text" for c in "ABCD"),
               *(f"Misconception{c}Id" for c in "ABCD")]  # fmt: skip
    row = ["7", "1", "add", "2", "fractions", "A", "What is 1/5 + 2/5?",
           "3/5", "3/10", "2/25", "1", "", "1672.0", "12.0", ""]  # fmt: skip
    with (tmp_path / "train.csv").open("w", newline="") as file:
        csv.writer(file).writerows([columns, row])
    (tmp_path / "map.csv").write_text("MisconceptionId,MisconceptionName\n1672,Adds\n12,Times\n")
    said = well("import", "eedi", tmp_path / "train.csv", "--mapping", tmp_path / "map.csv",
                "--out", tmp_path / "items.jsonl").out  # fmt: skip
    assert said.startswith("1 question, 2 wrong answers with a known cause, 2 misconceptions; 0 ")
    folder = tmp_path / "run"
    well("run", "novice", "--items", tmp_path / "items.jsonl", "--trials", 1, "--out", folder)
    assert len(run_state(folder).done) == 6


def test_predictions_are_scored_as_published(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text(
        "Misconception ID,Predicted Diagnosis,Correct\n"
        "MaE01,MaE01,True\nMaE02,MaE01,False\nMaE03,MaE03,True\nMaE04,I do not know,False\n"
    )
    assert well("score", "--predictions", path).out == (
        "accuracy 2/4 = .5000 [.1500, .8500] (95% Wilson)\n"
        "no misconception id, counted as wrong: 1\n"
    )


def test_a_person_plays_the_student_and_the_session_is_logged(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    typed = "It is 4/6.\n\nI added the tops.\n/end Bye\n"
    said = well("play", "--as", "student", "--out", folder, typed=typed).out
    assert "You believe: " in said
    assert said.count("\ntutor: ") == 2
    (trial,) = sessions(folder)
    assert trial.transcript is not None
    assert [t.text for t in trial.transcript.turns if t.seat == "student"] == [
        "It is 4/6.", "I added the tops.", "Bye",
    ]  # fmt: skip
    assert trial.transcript.ending is not None
    assert trial.transcript.ending.kind == "student-ended"
    assert "ended: student-ended" in said


def test_a_person_plays_the_tutor_and_names_the_misconception(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    typed = "What is 1/2 + 1/2?\n/end Thank you\nnine\n99\n1\n"
    said = well("play", "--as", "tutor", "--pool", 3, "--out", folder, typed=typed).out
    assert said.index("The task: ") < said.index("student: ")
    assert "2/4" in said
    assert said.count("Type a number from 1 to 3.") == 2
    (trial,) = sessions(folder)
    truth = trial.observations["rankings"][0]["truth"]  # type: ignore[index,call-overload]
    assert f"identified: {'1.00' if truth == 0 else '.00'}" in said


def test_a_person_who_leaves_has_abandoned_the_session(tmp_path: Path) -> None:
    said = well("play", "--as", "tutor", "--out", tmp_path / "run", typed="Why?\n").out
    assert "ended: abandoned" in said
