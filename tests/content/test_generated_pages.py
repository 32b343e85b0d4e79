"""The pages generated from the content are fresh, whole, and show any text as it is."""

from pathlib import Path

import pytest

from sandbox.content.catalogue_docs import example, main, pages
from sandbox.content.library import load
from sandbox.content.markdown import plain, table, write_pages

DOCS = Path(__file__).parents[2] / "docs"
TINY = Path(__file__).parents[1] / "fixtures" / "engine"


@pytest.fixture(scope="module")
def made(library):
    return pages(library)


def test_checked_in_pages_are_what_the_content_gives(made):
    stale = [
        name
        for name, text in made.items()
        if not (DOCS / name).exists() or (DOCS / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `make generated` and commit what it writes"
    there = {f"catalogue/{path.name}" for path in (DOCS / "catalogue").glob("*")}
    assert there == {name for name in made if "/" in name}


def test_every_misconception_has_one_worked_example(made, library):
    text = "\n".join(made.values())
    for name, spec in library.misconceptions.items():
        assert text.count(f"\n`{name}` · ") == 1
        problem = example(name, library)
        answer = problem.wrong[name]
        assert not problem.right.matches(answer.text)
        assert f"- Question: {plain(problem.question())}\n" in text
        assert f"**{plain(answer.text)}**" in text
        assert plain(spec.helps.idea) in text


def test_every_strand_has_a_page_that_the_index_links_to(made, library):
    strands = {family.strand for family in library.families}
    assert {name for name in made if "/" in name} == {f"catalogue/{s}.md" for s in strands}
    for strand in strands:
        assert f"(catalogue/{strand}.md)" in made["catalogue.md"]


def test_text_is_shown_as_it_is():
    assert [plain("1. x"), plain("- 3"), plain("+ 3"), plain("-3 + 1.5")] == [
        r"1\. x",
        r"\- 3",
        r"\+ 3",
        "-3 + 1.5",
    ]
    assert plain("a * b_c < $3 | [x]") == r"a \* b\_c \< \$3 \| \[x\]"
    assert table(("a", "b"), [("1", "2")]) == ["| a | b |", "| --- | --- |", "| 1 | 2 |"]


def test_page_of_a_strand_that_is_gone_is_removed(tmp_path):
    write_pages({"index.md": "i", "catalogue/old.md": "o"}, tmp_path)
    (tmp_path / "guide.md").write_text("written by hand", encoding="utf-8")
    write_pages({"index.md": "i", "catalogue/new.md": "n"}, tmp_path)
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md"))
    assert left == ["catalogue/new.md", "guide.md", "index.md"]


def test_pages_are_written_by_one_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SANDBOX_CONTENT", str(TINY))
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"3 pages written to {tmp_path}\n"
    for name, text in pages(load()).items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text
