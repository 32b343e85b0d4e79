"""The cache of checked content: the same library, never a stale or damaged one, never in the way."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from engine_content import FAMILIES, MISCONCEPTIONS, change, content

from sandbox.content.cache import MOST_KEPT, cache_folder, cache_key, keep, kept
from sandbox.content.entries import FOLDERS_READ
from sandbox.content.library import load_anew, read_library
from sandbox.errors import ContentError
from sandbox.records import rng

KINDS = (
    "misconceptions",
    "profiles",
    "personas",
    "tutors",
    "presets",
    "phrases",
    "rubrics",
    "study_items",
    "goals",
    "designs",
)
LOADED = """
from pathlib import Path
import sys
from sandbox.content.library import load
print(load(Path(sys.argv[1])).misconception("tiny/joins").name)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache folder of its own."""
    monkeypatch.setenv("SANDBOX_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "content").mkdir()
    return content(tmp_path / "content")


def records(folder):
    return sorted(folder.glob("*"))


def test_library_from_the_cache_is_the_one_from_the_yaml(folder, library):
    load_anew()
    assert len(records(folder)) == 1
    again = load_anew()
    slow, faults = read_library(library.roots)
    assert faults == []
    for kind in KINDS:
        assert list(getattr(again, kind).items()) == list(getattr(slow, kind).items()), kind
    assert again.content_hash == slow.content_hash
    assert again.families.by_misconception == slow.families.by_misconception
    for ours, theirs in zip(again.families, slow.families, strict=True):
        assert (ours.id, ours.strand, ours.needed) == (theirs.id, theirs.strand, theirs.needed)
        assert [p.marks for p in ours.patterns] == [p.marks for p in theirs.patterns]
        drawn, other = ours.draw(rng(ours.id)), theirs.draw(rng(ours.id))
        question = other.question()
        assert (drawn.question(), drawn.wrong) == (question, other.wrong)


def test_questions_are_read_alike_before_any_family_is_made(folder, library):
    load_anew()
    fresh = load_anew()
    for family in list(library.families)[::7]:
        question = family.draw(rng("read", family.id)).question()
        ours, theirs = fresh.families.read(question), library.families.read(question)
        found = [(r.family_id, dict(r.problem.parameters), r.start, r.end) for r in ours]
        assert found == [(r.family_id, dict(r.problem.parameters), r.start, r.end) for r in theirs]
        assert found


def test_edited_content_is_read_anew(folder, root):
    text = (root / MISCONCEPTIONS).read_text()
    old = load_anew(root).misconception("tiny/joins").name
    stamp = os.stat(root / MISCONCEPTIONS)
    new = old[::-1]  # as long as before, and dated as before
    (root / MISCONCEPTIONS).write_text(text.replace(old, new))
    os.utime(root / MISCONCEPTIONS, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert load_anew(root).misconception("tiny/joins").name == new


def test_faults_are_told_with_their_lines_however_often(folder, root):
    load_anew(root)
    line = change(root, FAMILIES, "format: fraction", "format: fractoin")
    told = []
    for _ in range(2):
        with pytest.raises(ContentError) as error:
            load_anew(root)
        told.append(str(error.value))
    assert told[0] == told[1]
    assert f"{FAMILIES}:{line}" in told[0]
    assert len(records(folder)) == 1


@pytest.mark.parametrize("damage", ["truncated", "empty", "bytes", "one letter", "a folder"])
def test_damaged_record_is_not_used(folder, root, damage):
    before = load_anew(root).misconception("tiny/joins")
    for path in records(folder):
        held = path.read_bytes()
        if damage == "a folder":
            path.unlink()
            path.mkdir()
        else:
            path.write_bytes(
                {
                    "truncated": held[: len(held) // 2],
                    "empty": b"",
                    "bytes": b"\xff\xfe\x00",
                    "one letter": held.replace(b"tiny/joins", b"tiny/joint", 1),
                }[damage]
            )
    assert load_anew(root).misconception("tiny/joins") == before


def test_cache_folder_that_takes_no_file_is_no_hindrance(tmp_path, monkeypatch, root):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SANDBOX_CACHE", str(tmp_path / "file" / "cache"))
    assert load_anew(root).misconception("tiny/joins") == load_anew(root).misconception(
        "tiny/joins"
    )
    assert (tmp_path / "file").read_text() == "in the way"


def test_cache_can_be_switched_off_and_moved(tmp_path, monkeypatch, root):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("SANDBOX_CACHE", "off")
    load_anew(root)
    assert cache_folder() is None
    assert not (tmp_path / "xdg").exists()
    monkeypatch.delenv("SANDBOX_CACHE")
    load_anew(root)
    assert len(records(tmp_path / "xdg" / "tutoring-sandbox" / "content")) == 1


def test_only_the_newest_records_stay(folder, root):
    for number in range(MOST_KEPT + 3):
        keep(f"{number:032x}", {"number": number})
        path = folder / f"{number:032x}.json"
        os.utime(path, ns=(number, number + 10**9))
    keep("f" * 32, {})
    assert len(records(folder)) == MOST_KEPT
    assert kept("f" * 32) == {}
    assert kept("0" * 32) is None


@pytest.mark.parametrize("value", [{1: "one"}, {"a": float("nan")}, {"a": (1, 2)}, {"a": {1}}])
def test_what_json_would_change_is_not_kept(folder, value):
    keep("a" * 32, value)
    assert kept("a" * 32) is None


def test_key_tells_files_folders_and_roots_apart(tmp_path, root):
    second = tmp_path / "second"
    second.mkdir()
    other = content(second)
    keys = {cache_key(roots, FOLDERS_READ) for roots in ([root], [root, other], [other])}
    assert len(keys) == 2  # a root is known by what it holds
    (root / "personas").mkdir(exist_ok=True)
    (root / FAMILIES).rename(root / "personas" / Path(FAMILIES).name)
    assert cache_key([root], FOLDERS_READ) not in keys


def test_unreadable_content_has_no_key(root):
    (root / "misconceptions" / "gone.yaml").symlink_to("nowhere")
    assert cache_key([root], FOLDERS_READ) is None


def test_processes_that_load_at_once_agree(folder, root):
    command = [sys.executable, "-c", LOADED, str(root)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
    said = {process.communicate(timeout=120)[0] for process in processes}
    assert len(said) == 1
    assert all(process.returncode == 0 for process in processes)
    (record,) = records(folder)  # no half-written file stays
    assert json.loads(record.read_bytes().partition(b"\n")[2])["misconceptions"]


def test_threads_that_ask_at_once_get_the_same_family(folder, root):
    load_anew(root)
    fresh = load_anew(root)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: fresh.families["tiny-whole"], range(16)))
    assert all(family is made[0] for family in made)
