"""Pictures of written work from the command line."""

from __future__ import annotations

from pathlib import Path

from command import sandbox, well

from sandbox.content.written_bank import read_works


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
