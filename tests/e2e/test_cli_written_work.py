"""Pictures of written work from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import Said, sandbox, well

from sandbox.content.written_bank import read_works
from sandbox.errors import ImportFormatError


def test_pictures_and_labels_are_written(tmp_path: Path) -> None:
    said = well(
        "items", "written-work", "--count", 5, "--seed", 2, "--strand", "fractions", "--hand",
        "young", "--out", tmp_path / "bank",
    ).out  # fmt: skip
    assert said.startswith("5 pictures of 5 misconceptions written to ")
    works = read_works(tmp_path / "bank" / "written-work.jsonl")
    assert {(work.strand, work.hand) for work in works} == {("fractions", "young")}
    for work in works:
        assert (tmp_path / "bank" / work.image).read_bytes().startswith(b"\x89PNG")


def test_folder_of_other_written_work_is_left_as_it_is(tmp_path: Path) -> None:
    def made(seed: int) -> Said:
        return sandbox("items", "written-work", "--count", 2, "--strand", "fractions", "--seed",
                       seed, "--out", tmp_path)  # fmt: skip

    assert made(1).code == 0
    held = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    again = made(1)
    assert again.code == 0, "the same once more changes nothing"
    other = made(2)
    assert other.code == 1
    assert "holds other written work (written-work.jsonl)" in other.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == held
    (tmp_path / "written-work.jsonl").unlink()
    assert "holds other written work (written-work/" in made(2).err


def test_damaged_label_is_told_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "written-work.jsonl"
    for text, why in (("[1]", "it is a list"), ("{", "it is not JSON"), ("{}", "id: is missing")):
        path.write_text(text)
        with pytest.raises(ImportFormatError, match=f"written-work.jsonl:1: .*{why}"):
            read_works(path)


def test_right_work_can_be_asked_for(tmp_path: Path) -> None:
    well("items", "written-work", "--count", 4, "--right", "--out", tmp_path)
    works = read_works(tmp_path / "written-work.jsonl")
    assert {work.misconception for work in works} == {None}
    assert all(work.answer == work.right_answer for work in works)


def test_unknown_names_are_answered_with_the_known_ones(tmp_path: Path) -> None:
    for option, value, known in (("--hand", "nea", "neat"), ("--strand", "fraction", "fractions")):
        refused = sandbox("items", "written-work", option, value, "--out", tmp_path / "x")
        assert refused.code == 1
        assert known in refused.err
        assert not (tmp_path / "x").exists()
