"""Bad input of every kind: a clear message that names the place and what would be right, an exit
code that is not 0, no traceback, and nothing lost that was written."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import Said, apart, process, sandbox, well

from sandbox.content.files import FOLDERS, content_root
from sandbox.store.reading import run_state

ACROSS = "novice:fractions/add-across"
HOSTILE = "9**9**9**9"
TINY = Path(__file__).parent.parent / "fixtures" / "engine"


BELIEFS, FAMILIES = "misconceptions/tiny.yaml", "tasks/families/tiny.yaml"
ANSWER = 'answer: "a + b"'


@pytest.fixture(scope="module", autouse=True)
def still_content(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A copy of the content, which nobody edits while the runs of this module go on."""
    root = tmp_path_factory.mktemp("content")
    for folder in FOLDERS:
        shutil.copytree(content_root() / folder, root / folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDBOX_CONTENT", str(root))
        yield


def refused(*arguments: object, code: int = 1, typed: str = "") -> str:
    """The complaint of a command that must be refused."""
    said = sandbox(*arguments, typed=typed)
    assert said.code == code, said
    assert "Traceback" not in said.err
    assert said.err.strip()
    return said.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ask", "novice:fractions/add-acros", "1?"), ["add-acros'", "fractions/add-across"]),
        (("ask", "timss:g4-lov", "1?"), ["'g4-lov'", "g4-low"]),
        (("ask", "robot:x", "1?"), ["kind of student 'robot'"]),
        (("ask", "novice", "1?"), ["novice:ID[+ID…]"]),
        (("ask", ACROSS, ""), ["message is empty"]),
        (("ask", ACROSS, " \n "), ["message is empty"]),
        (("ask", ACROSS, "x" * 1_000_000), ["1,000,000 characters", "at most 20,000"]),
        (("diagnose", "x" * 1_000_000, "1"), ["the question has 1,000,000 characters"]),
        (("diagnose", "1/2 + 1/3", "1" * 1_000_000), ["the answer has 1,000,000 characters"]),
        (("diagnose", "", "1"), ["the question is empty"]),
        (("diagnose", "1 + 1", " "), ["the answer is empty"]),
        (("list", "tutor"), ["'tutor'", "did you mean tutors"]),
        (("run", "dialogue", "--tutor", "scripted:solvr"), ["'scripted:solvr'", "scripted:solver"]),
        (("run", "dialogue", "--student", "nov:x"), ["kind of student 'nov'", "novice"]),
        (("run", "dialogue", "--pool", "100000"), ["a pool has 2 to", "not 100000"]),
        (("run", "dialogue", "--student", ACROSS, "--student", ACROSS), ["named twice"]),
        (("run", "dialogue", "--demo", "--seed", "3"), ["--demo is ready-made"]),
        (("run", "novice", "--student", "scripted:novic"), ["'scripted:novic'", "scripted:novice"]),
        (("run", "novice", "--items", "no.jsonl"), ["no.jsonl cannot be read"]),
        (("run", "expert-tutor", "--pool", "4;10"), ["such as 4,10,20", "'4;10'"]),
        (("run", "expert-tutor", "--pool", "4,,5"), ["such as 4,10,20"]),
        (("run", "expert-tutor", "--pool", "9" * 5000), ["such as 4,10,20"]),
        (("run", "expert-tutor", "--pool", "1"), ["a pool has 2 to", "not 1"]),
        (("run", "expert-tutor", "--pool", "4,9999"), ["a pool has 2 to", "not 9999"]),
        (("run", "expert-tutor", "--pool", ""), ["such as 4,10,20"]),
        (("run", "key-step", "--intent", ""), ["unknown intent ''", "progressive"]),
        (("run", "key-step", "--intent", ","), ["unknown intent ''"]),
        (("run", "key-step", "--intent", "progressive,progressive"), ["progressive is named twice; once is enough"]),
        (("run", "key-step", "--persona", "unsure", "--persona", "unsure"), ["unsure is named twice; once is enough"]),
        (("run", "adaptivity", "--tutor", "scripted:adaptive", "--tutor", "scripted:adaptive"), ["use --replicates for more"]),
        (("run", "novice", "--student", "scripted:novice", "--student", "scripted:novice"), ["use --trials for more"]),
        (("run", "novice", "--model", "openai:m", "--settings", ""), ["unknown prompt setting ''"]),
        (("run", "novice", "--settings", "zero"), ["--settings", "--model"]),
        (("run", "answering", "--settings", "direct"), ["--settings", "--model"]),
        (("run", "answering", "--model", "openai:m", "--settings", ""), ["setting ''"]),
        (("run", "adaptivity", "--score-in", ""), ["unknown context ''", "C1, C2, C3, C4"]),
        (("run", "adaptivity", "--score-in", "C4,"), ["unknown context ''"]),
        (("run", "adaptivity", "--context", "C9"), ["unknown context 'C9'", "did you mean C"]),
        (("items", "generate", "--out", "g.csv"), ["g.csv: an item file is JSON Lines or YAML", ".jsonl or .yaml, not in .csv"]),
        (("resume", "no-run"), ["no-run is not a run folder"]),
        (("report", "no-run"), ["no-run is not a run folder"]),
        (("show", "no-run"), ["no-run is not a run folder"]),
        (("export", "no-run", "--format", "csv"), ["no-run is not a run folder"]),
        (("score", "no-run"), ["no-run is not a run folder"]),
        (("score",), ["either a run folder or --predictions"]),
        (("score", "no-run", "--predictions", "x.csv"), ["either a run folder or --predictions"]),
        (("score", "--predictions", "no.csv"), ["no.csv cannot be read"]),
        (("import", "mea", "x", "--out", "y"), ["'mea'", "did you mean mae"]),
        (("import", "mae", "no.json", "--out", "y"), ["no.json cannot be read"]),
        (("import", "eedi", "x", "--out", "y"), ["--mapping FILE"]),
        (("import", "jsonl", "no.jsonl", "--out", "y"), ["cannot read no.jsonl"]),
        (("play", "--as", "dog"), ["student or tutor, not 'dog'"]),
        (("--content", "nowhere", "list", "tutors"), ["nowhere holds none of the content folders"]),
    ],
)  # fmt: skip
def test_what_cannot_be_met_is_named_with_what_would_be_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*arguments)
    assert [word for word in words if word not in said] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", ACROSS, "1?", "--seed", "x"),
        ("run", "novice", "--trials", "0"),
        ("run", "novice", "--questions", "many"),
        ("run", "nothing"),
        ("diagnose", "1 + 1"),
        ("diagnose", "1 + 1", "3", "--top", "0"),
        ("check", "--draws", "1"),
        ("frobnicate",),
    ],
)
def test_a_command_put_wrongly_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    assert "Usage: " in refused(*arguments, code=2)


def test_hostile_expressions_are_only_words() -> None:
    assert well("ask", ACROSS, HOSTILE).out
    assert well("ask", ACROSS, f"What is {HOSTILE} + 1/2?").out
    assert well("diagnose", f"What is {HOSTILE}?", "3").out.startswith("No diagnosis: ")
    said = well("diagnose", "What is 1/2 + 1/3?", HOSTILE).out
    assert said.startswith("No diagnosis: the answer cannot be read: an exponent over ")
    attack = "__import__('os').system('touch hacked')"
    assert well("diagnose", f"What is {attack}?", attack).out.startswith("No diagnosis: ")
    assert not Path("hacked").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (BELIEFS, "- id: tiny/add-across", "- id: [", ["tiny.yaml:", "is not plain YAML"]),
        (FAMILIES, "tiny/top-only:", "tiny/top-onyl:", [
            "tiny.yaml:", "(tiny-fractions)", "unknown misconception 'tiny/top-onyl'",
            "did you mean tiny/top-only",
        ]),
        (FAMILIES, ANSWER, "answer: 0.30", ["(tiny-whole)", "must be quoted text, not 0.3"]),
        (FAMILIES, ANSWER, f'answer: "{HOSTILE}"', ["tiny-whole: draw", "a power grew beyond"]),
        (FAMILIES, ANSWER, 'answer: "a.__class__"', ["tiny.yaml:", "(tiny-whole)", "answer"]),
        (FAMILIES, 'title: "Add two w', 'titel: "Add two w', ["titel: is not a key of this"]),
    ],
)  # fmt: skip
def test_faults_of_content_are_named_with_file_and_key(
    tmp_path: Path, file: str, old: str, new: str, words: list[str]
) -> None:
    shutil.copytree(TINY, tmp_path / "mine")
    text = (tmp_path / "mine" / file).read_text()
    assert old in text
    (tmp_path / "mine" / file).write_text(text.replace(old, new, 1))
    said = apart("check", content=tmp_path / "mine")
    assert said.code == 1
    assert "Traceback" not in said.err
    assert [word for word in words if word not in said.err] == []


def test_all_faults_of_content_are_reported_at_once(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "mine")
    path = tmp_path / "mine" / "tasks" / "families" / "tiny.yaml"
    text = path.read_text().replace("tiny/top-only:", "tiny/x:").replace('"a + b"', "0.30")
    path.write_text(text)
    said = refused("--content", tmp_path / "mine", "list", "misconceptions")
    assert "unknown misconception 'tiny/x'" in said
    assert "must be quoted text" in said


def test_own_content_is_laid_over_the_bundled_content() -> None:
    said = well("--content", TINY, "ask", "novice:tiny/joins", "Add up 2 and 3.").out
    assert "23" in said
    assert "4/6" in well("--content", TINY, "ask", ACROSS, "3/4 + 1/2").out


# ---------------------------------------------------------------- run folders


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    well("run", "novice", "--questions", 3, "--trials", 1, "--out", folder)
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


COMMANDS = ("resume", "report", "show", "score")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_of_a_newer_format_is_refused(run: Path, command: str) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "format": 9}))
    said = refused(command, run)
    assert f"{run}/manifest.json: written in format 9; this version reads format 1" in said
    assert "upgrade" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_damage_inside_a_log_is_named_with_file_and_line(run: Path, command: str) -> None:
    lines = (run / "log.jsonl").read_bytes().splitlines(keepends=True)
    (run / "log.jsonl").write_bytes(b"".join([*lines[:4], b"{torn\n", *lines[5:]]))
    before = (run / "log.jsonl").read_bytes()
    assert f"{run}/log.jsonl:5: damaged line" in refused(command, run)
    assert (run / "log.jsonl").read_bytes() == before


def test_a_torn_last_line_is_mended_and_the_run_goes_on(run: Path) -> None:
    whole = (run / "log.jsonl").read_bytes()
    (run / "log.jsonl").write_bytes(whole[:-40])
    said = sandbox("resume", run)
    assert said.code == 0
    assert "log.jsonl" in said.err
    assert len(run_state(run).scored) == len(run_state(run).done) > 0


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 1}', '{"format": "x"}', "\0" * 100]
)
def test_a_damaged_manifest_is_named(run: Path, text: str) -> None:
    (run / "manifest.json").write_text(text)
    assert f"{run}/manifest.json: damaged" in refused("report", run)


def test_a_run_of_an_unknown_study_is_refused_by_name(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "study": "novise"}))
    for command in ("resume", "report", "score"):
        assert "unknown study 'novise'; did you mean novice" in refused(command, run)


@pytest.mark.parametrize(
    "change",
    [
        {"trials": "x"},
        {"trials": None},
        {"novices": "scripted:novice"},
        {"novices": []},
        {"questions": "many"},
    ],
)
def test_a_design_that_makes_no_sense_is_refused(run: Path, change: dict[str, object]) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    design = {**manifest["design"], **change}
    (run / "manifest.json").write_text(json.dumps({**manifest, "design": design}))
    assert next(iter(change)) in refused("resume", run)


def test_a_second_run_in_the_same_folder_is_refused(run: Path) -> None:
    before = (run / "log.jsonl").read_bytes()
    said = refused("run", "novice", "--questions", 3, "--trials", 1, "--out", run)
    assert f"{run} already holds a run; resume it" in said
    assert (run / "log.jsonl").read_bytes() == before


def test_resuming_with_other_content_is_refused(run: Path) -> None:
    said = refused("--content", TINY, "resume", run)
    assert "the content is not the one that this run began with" in said
    assert "--content" in said


def test_scoring_with_other_content_says_so(run: Path) -> None:
    said = sandbox("--content", TINY, "score", run)
    assert said.code == 0
    assert "The content is not the one of this run" in said.err


def test_an_unknown_session_is_named(run: Path) -> None:
    key = well("show", run, "--json").json[0]["session"]
    assert f"unknown session '{key[:-1]}x'; did you mean {key}" in refused(
        "show", run, key[:-1] + "x"
    )
    assert "27 sessions begin with ''" in refused("show", run, "")


def test_export_refuses_the_files_of_the_run_and_unknown_formats(run: Path) -> None:
    before = (run / "log.jsonl").read_bytes()
    assert "is a file of the run itself" in refused(
        "export", run, "--format", "jsonl", "--out", run / "log.jsonl"
    )
    assert "unknown export format 'jsnl'; did you mean jsonl" in refused(
        "export", run, "--format", "jsnl"
    )
    assert "--perspective is student or tutor" in refused(
        "export", run, "--format", "openai", "--perspective", "dog"
    )
    assert (run / "log.jsonl").read_bytes() == before


def test_an_item_file_for_the_wrong_study_is_refused_before_a_run_is_made(tmp_path: Path) -> None:
    items = tmp_path / "items.jsonl"
    items.write_text(
        '{"kind":"misconception","id":"m","statement":"s"}\n'
        '{"kind":"item","id":"i","question":"1+1?","answer":"2","wrong_answers":{"m":"3"}}\n'
    )
    said = refused("run", "novice", "--items", items, "--out", tmp_path / "run")
    assert "multiple-choice items" in said
    assert not (tmp_path / "run").exists()
    items.write_text('{"kind":"item"\n')
    assert "items.jsonl:1: is no item line" in refused("run", "novice", "--items", items)


# ---------------------------------------------------------------- places that cannot be written


@pytest.mark.parametrize("place", ["/proc/run", "file/run"])
def test_a_place_that_cannot_be_written_is_named(
    run: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(run.parent)
    Path("file").write_text("mine")
    small = ("--questions", 2, "--trials", 1)
    assert f"cannot make the run folder {place}" in refused("run", "novice", *small, "--out", place)
    assert f"cannot write {place}" in refused("export", run, "--format", "csv", "--out", place)
    assert f"{place} cannot be written" in refused("report", run, "--html", place)
    assert f"{place} cannot be written" in refused("report", run, "--csv", place)
    assert Path("file").read_text() == "mine"


def test_a_full_disk_is_named_and_what_was_there_stays(run: Path) -> None:
    full = "/dev/full"
    for arguments in (
        ("export", run, "--format", "jsonl", "--out", full),
        ("report", run, "--html", full),
    ):
        said = refused(*arguments)
        assert full in said
        assert "No space left on device" in said
    assert len(run_state(run).done) == 27


def test_a_disk_that_fills_up_during_a_run_costs_nothing_that_was_written(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    most = 30_000
    done = subprocess.run(
        process("run", "novice", "--questions", 20, "--trials", 2, "--out", folder),
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert done.returncode == 1
    assert f"cannot write {folder}/log.jsonl: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    kept = run_state(folder).done
    assert 0 < len(kept) < 360
    said = sandbox("resume", folder)
    assert said.code == 0
    assert len(run_state(folder).done) == 360


def test_a_full_disk_under_the_output_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            process("list", "tutors", "--json"), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "cannot write the output: No space left on device\n"


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_reader_that_goes_away_is_no_error_to_speak_of(form: tuple[str, ...]) -> None:
    listing = subprocess.Popen(
        process("list", "misconceptions", *form), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert listing.stdout is not None
    assert listing.stderr is not None
    assert listing.stdout.readline()
    listing.stdout.close()
    complaint = listing.stderr.read()
    listing.stderr.close()
    assert listing.wait(timeout=30) == 1
    assert complaint == b""


def test_broken_characters_are_no_reason_to_fail(tmp_path: Path) -> None:
    said: Said = apart("ask", ACROSS, os.fsdecode(b"What is 3/4 + 1/2? \xff"), folder=tmp_path)
    assert (said.code, said.err) == (0, "")
    assert "4/6" in said.out
