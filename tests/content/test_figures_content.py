"""The bundled families' figures: read back in words, drawn, met by agents; the guide is fresh."""

from __future__ import annotations

import asyncio
import re
from itertools import islice
from pathlib import Path

import pytest

from sandbox import Session, make_student, make_tutor
from sandbox.agents.base import Brief, view_for
from sandbox.content.banks import item_faults, make_bank
from sandbox.content.generate import open_item
from sandbox.figures.draw import draw_svg
from sandbox.figures.gallery import PAGE, PICTURES, example, figure_page
from sandbox.figures.specs import KINDS
from sandbox.records import Item, rng

DOCS = Path(__file__).parents[2] / "docs"


def figured(library):
    return [family for family in library.families if family.figure is not None]


def test_many_families_over_many_strands_have_a_figure(library):
    families = figured(library)
    assert len(families) >= 245
    assert len({family.strand for family in families}) >= 20


def test_figure_and_question_give_the_problem_back(library):
    for family in figured(library):
        problem = _draws(family)[0]
        for k in range(len(family.figure_stems)):
            item = open_item(problem, k, figure=True)
            assert problem in [reading.problem for reading in library.families.read(item.in_words)]


def test_words_do_not_give_the_answer_away(library):
    for family in figured(library):
        for problem in _draws(family):
            right = problem.right.text.removesuffix(problem.right.unit or "").strip()
            answer = re.compile(rf"(?<![\w/.]){re.escape(right)}(?![\d/:]|\.\d)")
            words = open_item(problem, figure=True).figure_alt
            if not answer.search(problem.question()):  # else it is one of the numbers given
                assert not answer.search(words), (words, right)


def test_bank_with_figures_keeps_the_filters(library):
    bank = make_bank(library, 30, 7, figures=True)
    assert len({item.in_words for item in bank.items}) == 30
    for item in bank.items:
        assert item.figure is not None
        assert item_faults(item, library) == []
        assert draw_svg(item.figure)
        assert Item.model_validate_json(item.model_dump_json()) == item


def test_item_of_an_old_log_has_no_figure():
    item = Item.model_validate({"id": "1", "question": "2 + 2?", "answer": "4"})
    assert (item.figure, item.in_words) == (None, "2 + 2?")


@pytest.fixture
def shaded(library):
    problem = library.families["frac-name-shaded"].problem({"n": 7, "k": 4})
    return open_item(problem, figure=True)


def test_scripted_pair_talks_about_a_figure(library, shaded):
    student = make_student("novice:fractions/part-to-part", library)
    session = Session("s", shaded, student=student, tutor=make_tutor("scripted:diagnoser", library))

    async def talk():
        while not session.ended:
            await session.step()

    asyncio.run(talk())
    opening = session.turns[0].text
    assert "4/3" in opening
    assert "What fraction of the bar is shaded?" in opening
    assert "7 equal parts" not in opening
    assert session.ended.kind == "resolved"


def test_view_tells_the_whole_problem_in_words(shaded):
    view = view_for("tutor", "s", shaded, Brief(), ())
    assert view.question == f"{shaded.figure_alt} {shaded.question}"
    assert (view.beside, view.figure) == (shaded.question, shaded.figure)


def test_gallery_is_fresh():
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    assert text == figure_page(), "run `make generated` and commit what it writes"
    for kind in KINDS:
        picture = (DOCS / PICTURES / f"{kind}.svg").read_text(encoding="utf-8")
        start, end = picture.index("<title"), picture.index("</desc>")
        assert picture[start:end] in draw_svg(example(kind))
    assert {path.stem for path in (DOCS / PICTURES).glob("*.svg")} == set(KINDS)


def _draws(family):
    """Eight problems with a figure: of some numbers a family has none."""
    generator = rng("figures", family.id)
    drawn = (family.draw(generator) for _ in range(2000))
    return list(islice((problem for problem in drawn if problem.figure is not None), 8))
