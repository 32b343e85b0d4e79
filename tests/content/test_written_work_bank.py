"""The bank of written work: large and varied enough, its labels are what the formulas give today,
and its pictures show what the labels say."""

import io
from pathlib import Path

import pytest
from PIL import Image

from sandbox.content.column_rules import columns_for
from sandbox.content.written_bank import make_works, read_works
from sandbox.content.written_work import picture
from sandbox.handwriting.render import pixels_digest

FOLDER = Path(__file__).parents[2] / "tasks" / "banks"
STALE = "run `make generated` and commit what it writes"
SEED = 206


@pytest.fixture(scope="module")
def bank():
    return read_works(FOLDER / "written-work.jsonl")


def test_bank_is_as_large_and_varied_as_it_says(bank):
    assert len(bank) == len({work.id for work in bank}) == 240
    assert len({work.misconception for work in bank}) >= 170
    assert len({work.strand for work in bank}) >= 20
    assert sum(bool(work.in_columns) for work in bank) >= 35
    assert len({(work.hand, work.pen, work.paper) for work in bank}) >= 20
    assert sum(work.first_wrong is not None for work in bank) >= 75


def test_making_the_bank_again_gives_the_same_labels(bank, library):
    again = list(make_works(library, len(bank), SEED))
    seen = {"width": 0, "height": 0, "pixels": ""}
    assert [work.model_copy(update=seen) for work in bank] == again, STALE


def test_every_label_is_what_the_formulas_give(bank, library):
    for work in bank:
        given = {k: tuple(v) if isinstance(v, list) else v for k, v in work.parameters.items()}
        problem = library.families[work.family].problem(given)
        stems = range(len(problem.family.stems))
        assert work.question in {problem.question(k) for k in stems}, STALE
        assert work.right_answer == problem.right.text, STALE
        assert work.answer == problem.wrong_by(work.misconception).text, STALE
        assert work.answer != work.right_answer
        assert work.first_false is not None
        assert (work.first_wrong is None) == bool(work.first_wrong_reason)
        if work.in_columns:
            columns = columns_for(problem, work.misconception)
            assert f"The result reads {work.answer}." in work.alt
            assert columns.says == work.lines
        else:
            assert work.lines[-1].rstrip(".").endswith(work.answer.rstrip("."))


def test_pictures_are_there_small_and_show_what_was_drawn(bank):
    files = {path.name for path in (FOLDER / "written-work").iterdir()}
    assert files == {Path(work.image).name for work in bank}
    total = 0
    for work in bank:
        data = (FOLDER / work.image).read_bytes()
        total += len(data)
        assert len(data) <= 20_000
        assert pixels_digest(data) == work.pixels, STALE
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (work.width, work.height)
    assert total <= 4_000_000


def test_drawing_again_gives_the_same_pixels(bank, library):
    for work in bank[::8]:
        assert pixels_digest(picture(work, library)) == work.pixels, STALE
