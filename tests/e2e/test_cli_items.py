"""Fresh items from the command line, and a study on them; pairs that answer alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import sandbox, well

from sandbox.content.itemfiles import read_items

BANK = Path(__file__).parents[2] / "tasks" / "banks" / "paper-scale.jsonl"


def test_generated_items_go_into_a_study(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    said = well("items", "generate", "--count", 12, "--seed", 3, "--out", file).out
    assert said.startswith("12 questions with 36 wrong answers of ")
    assert len(read_items(file).items) == 12
    run = sandbox(
        "run", "novice", "--items", file, "--student", "scripted:novice", "--trials", 1,
        "--out", tmp_path / "run",
    )  # fmt: skip
    assert run.code == 0, run.err
    report = well("report", tmp_path / "run").out
    assert "1.00" in report


def test_paper_scale_bank_goes_into_a_study_with_hundreds_of_candidates(tmp_path: Path) -> None:
    run = sandbox(
        "run", "expert-tutor", "--items", BANK, "--tutor", "scripted:cheerleader", "--trials", 1,
        "--pool", "700", "--out", tmp_path / "run",
    )  # fmt: skip
    assert run.code == 0, run.err


def test_damaged_item_file_is_refused_with_its_line_and_makes_no_run(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    lines = BANK.read_text(encoding="utf-8").split("\n")
    number = next(k for k, line in enumerate(lines) if '"key":"A"' in line)
    lines[number] = lines[number].replace('"key":"A"', '"key":"Z"')
    file.write_text("\n".join(lines), encoding="utf-8")
    said = sandbox("run", "novice", "--items", file, "--out", tmp_path / "run")
    assert said.code == 1
    assert f"items.jsonl:{number + 1}: " in said.err
    assert "key is 'Z', which is none of the choices A, B, C, D" in said.err
    assert not (tmp_path / "run").exists()


def test_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    for file, seed in ((one, 5), (two, 5), (other, 6)):
        well("items", "generate", "--count", 5, "--seed", seed, "--out", file)
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()


def test_items_keep_to_strand_and_misconception_and_leave_out_what_is_known(
    tmp_path: Path,
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    kept = ("--strand", "fractions", "--misconception", "fractions/add-across", "--open")
    well("items", "generate", "--count", 6, *kept, "--out", first)
    well("items", "generate", "--count", 6, *kept, "--apart", first, "--out", second)
    made = [read_items(file).items for file in (first, second)]
    for item in (*made[0], *made[1]):
        assert item.family.startswith("frac")
        assert "fractions/add-across" in item.wrong_answers
        assert item.choices == ()
    assert not {i.question for i in made[0]} & {i.question for i in made[1]}


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--strand", "fraction"), "did you mean fractions"),
        (("--misconception", "fractions/add-acros"), "did you mean fractions/add-across"),
        (("--family", "frac-add-unlik"), "did you mean frac-add-unlike"),
        (("--apart", "nowhere.jsonl"), "cannot be read"),
    ],
)
def test_what_is_not_there_is_named(tmp_path: Path, options: tuple[str, ...], what: str) -> None:
    said = sandbox("items", "generate", *options, "--out", tmp_path / "items")
    assert said.code == 1
    assert what in said.err
    assert not (tmp_path / "items").exists()


def test_check_counts_the_pairs_that_the_list_names() -> None:
    rows = well("list", "confusable", "--json").json
    assert {row["reason"] for row in rows} <= {
        "tested in different families only",
        "one reaches further than the other",
    }
    assert all(row["told apart by"] for row in rows)
    said = well("check", "--draws", 20).last
    assert said.startswith(f"{len(rows)} pairs of misconceptions answer alike")


def test_items_with_figures_are_drawn(tmp_path: Path) -> None:
    file, out = tmp_path / "items", tmp_path / "pictures"
    well("items", "generate", "--with-figures", "--count", 3, "--strand", "angles", "--out", file)
    items = read_items(file).items
    assert all(item.figure and item.figure_alt for item in items)
    assert well("items", "draw", file, "--out", out).out.startswith("3 figures drawn in ")
    assert {path.name for path in out.iterdir()} == {f"{item.id}.svg" for item in items}
    well("items", "draw", file, "--out", out, "--format", "png", "--width", 300)
    assert (out / f"{items[0].id}.png").read_bytes().startswith(b"\x89PNG")


def test_families_take_turns(tmp_path: Path) -> None:
    file = tmp_path / "items"
    options = ("--with-figures", "--by-family", "--strand", "rounding", "--count", 6)
    well("items", "generate", *options, "--out", file)
    items = read_items(file).items
    assert len({item.family for item in items}) == 6
    assert all(item.figure for item in items)


def test_items_without_figures_cannot_be_drawn(tmp_path: Path) -> None:
    said = sandbox("items", "draw", BANK, "--out", tmp_path / "pictures")
    assert said.code == 1
    assert "--with-figures" in said.err
