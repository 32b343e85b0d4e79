"""The page shows what was said, as text, and needs nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import HOSTILE, cell, manifest, write_run

from sandbox.content.library import load
from sandbox.errors import RunLogError, UnknownNameError, UsageError
from sandbox.records import Span
from sandbox.reports.build import report_of
from sandbox.reports.figures import Figure, Line, bars, lines
from sandbox.reports.page import Report, as_json, marked, pieces, write_csv, write_html
from sandbox.reports.tables import Table, known
from sandbox.store.runlog import RunLog

SCOPED = [("novice:b", "scripted:solver"), ("novice:a", "scripted:solver"), ("novice:a", "mine")]


ADDRESSES = ("src", "href", "action", "xlink:href")


class Page(HTMLParser):
    """The tags, the addresses and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.marks: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [
            v or "" for k, v in attrs if k in ("src", "href", "action", "xlink:href")
        ]
        if tag == "mark":
            self.marks.append("")

    def handle_data(self, data: str) -> None:
        self.words += data
        if self.marks and not self.marks[-1]:
            self.marks[-1] = data


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("runs") / "run"
    write_run(folder, [cell(student, tutor) for student, tutor in SCOPED])
    write_html(report_of(folder, load()), folder / "report.html")
    return (folder / "report.html").read_text()


def test_hostile_text_is_only_text(page: str) -> None:
    found = Page(page)
    assert "script" not in found.tags
    assert HOSTILE in found.words
    assert "<script" not in page


def test_the_page_asks_for_nothing_from_elsewhere(page: str) -> None:
    found = Page(page)
    assert [address for address in found.addresses if not address.startswith("#")] == []
    assert not re.search(r"url\((?!#)|@import", page)
    assert {"link", "img", "iframe", "script", "object"}.isdisjoint(found.tags)


def test_names_may_be_broken_between_their_parts_only(page: str) -> None:
    assert "<td>novice:<wbr>a</td>" in page
    assert "<td>scripted:<wbr>solver</td>" in page
    name = "grounded:openai:some/model@fractions/add-across+x@human-like"
    assert pieces(name) == [
        "grounded:", "openai:", "some/", "model@", "fractions/", "add-across+", "x@", "human-like",
    ]  # fmt: skip
    assert pieces("") == [""]
    assert pieces("chance: any") == ["chance:", " any"]


def test_what_gives_the_answer_away_is_marked_once_a_session(page: str) -> None:
    assert Page(page).marks == ["5/6", "5/6"]


def test_one_session_a_tutor_is_shown_with_the_first_student_of_the_design(page: str) -> None:
    titles = re.findall(r"<summary>(novice:\S+ with \S+)", page)
    assert titles == ["novice:a with mine", "novice:a with scripted:solver"]


def test_what_is_unscored_says_so(page: str) -> None:
    assert "gain: unscored (nothing to score)" in Page(page).words
    assert "0 of 2" in Page(page).words


def test_figures_have_words_that_stand_in_for_them(page: str) -> None:
    assert (
        'aria-label="What each tutor gave away, found out and taught. scope control: mine' in page
    )


@pytest.mark.parametrize("study", ["dialogue", "novice"])
def test_a_run_without_a_finished_session_has_an_empty_report(tmp_path: Path, study: str) -> None:
    design = {"students": ["a"], "tutors": ["b"], "novices": ["c"]}
    RunLog.create(tmp_path / "run", manifest(study, **design)).close()
    report = report_of(tmp_path / "run", load())
    assert report.facts["sessions"] == "0 sessions scored, 0 unfinished, 0 failed"
    assert list(report.sessions) == []
    write_html(report, tmp_path / "page.html")
    write_csv(report, tmp_path / "csv")
    assert "0 sessions scored" in (tmp_path / "page.html").read_text()


def test_an_expert_tutor_run_without_a_finished_session_has_an_empty_report(tmp_path: Path) -> None:
    RunLog.create(tmp_path / "run", manifest("expert-tutor", tutors=["t"], pools=[4, 10])).close()
    report = report_of(tmp_path / "run", load())
    assert [row[0] for row in report.tables[0].rows] == ["chance", "GPT-4 (published)"]
    write_html(report, tmp_path / "page.html")


def test_a_folder_that_is_no_run_or_of_an_unknown_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunLogError, match="is not a run folder"):
        report_of(tmp_path, load())
    RunLog.create(tmp_path / "run", manifest("novise")).close()
    with pytest.raises(UnknownNameError, match="did you mean novice"):
        report_of(tmp_path / "run", load())


def test_a_page_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    empty = Report("t", "s", {"sessions": "none"}, [])
    (tmp_path / "file").write_text("")
    for write in (write_html, write_csv):
        with pytest.raises(UsageError, match=r"file/x cannot be written: "):
            write(empty, tmp_path / "file" / "x")


def test_json_holds_title_facts_and_tables() -> None:
    report = Report("t", "s", {"sessions": "none"}, [Table("n", "N", ("a",), (("1",),), ("why",))])
    assert as_json(report) == {
        "title": "t",
        "facts": {"sessions": "none"},
        "tables": [{"name": "n", "title": "N", "rows": [{"a": "1"}], "notes": ["why"]}],
    }


# ---------------------------------------------------------------- marks


PLACES = st.integers(0, 25)


def span(turn: int, start: int, end: int) -> Span:
    return Span(turn=turn, start=start, end=end, text="")


def test_spans_are_marked_in_order_and_other_turns_are_not() -> None:
    spans = [span(1, 10, 13), span(1, 0, 2), span(2, 3, 4)]
    assert marked("So it is: 5/6.", spans, 1) == [
        ("So", True), (" it is: ", False), ("5/6", True), (".", False),
    ]  # fmt: skip
    assert marked("text", spans, 0) == [("text", False)]
    assert marked("", [], 0) == []


@given(
    st.text(max_size=20), st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=5)
)
def test_marking_never_changes_the_text(text: str, ends: list[tuple[int, int]]) -> None:
    spans = [span(0, min(pair), max(pair)) for pair in ends]
    assert "".join(piece for piece, _ in marked(text, spans, 0)) == text


# ---------------------------------------------------------------- figures


def drawn() -> list[Figure]:
    point = known(0.5, 0.1)
    curve = Line.of("a", [4, 10], [point, known(None)])
    return [
        bars("b", "Bars", "share", ["x", "y"], [("s", [point, known(None)])], chance=0.3),
        lines("l", "Lines", "n", "share", [curve, Line.of("c", [4], [point], dashed=True)]),
    ]


def test_the_same_figure_is_the_same_file() -> None:
    assert drawn() == drawn()


def test_figures_say_in_words_what_they_show_and_what_is_missing() -> None:
    bar, line = drawn()
    assert bar.alt == "Bars. s: x 0.50, y not scored."
    assert line.alt == "Lines. a: 0.50 at 4; c: 0.50 at 4."
    assert bar.inline.startswith("<svg")
    assert bar.png.startswith(b"\x89PNG")


def test_matched_sessions_are_counted_apart(tmp_path: Path) -> None:
    held = cell("novice:a", "scripted:solver")
    factors = {**held.factors, "kind": "matched", "tier": "low", "learner": "g4-low"}
    matched = [held.model_copy(update={"factors": factors, "replicate": n}) for n in (0, 1)]
    report = report_of(write_run(tmp_path / "run", [held, *matched]), load())
    counted = "3 sessions scored (2 of them matched, with scripted messages), 0 unfinished"
    assert report.facts["sessions"].startswith(counted)


@pytest.mark.parametrize("means", [(None, None, None), (1.0, None, None)])
def test_bars_of_one_group_are_drawn_where_little_is_scored(
    means: tuple[float | None, ...],
) -> None:
    series = [(label, [known(mean)]) for label, mean in zip("abc", means, strict=True)]
    figure = bars("one", "One", "share", ["model:pocket@fractions/add-across"], series)
    assert figure.alt.endswith("c: model:pocket@fractions/add-across not scored.")
