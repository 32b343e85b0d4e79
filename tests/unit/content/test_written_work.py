"""Written work: lines, labels and alt text say what is on the page, and where it goes wrong."""

import io

import pytest
from PIL import Image

from sandbox.content.error_place import JUDGEMENT, MISSING, error_place
from sandbox.content.written_bank import make_works, read_works, write_works
from sandbox.content.written_work import frames, make_work, picture, vector, with_picture, written
from sandbox.errors import ImportFormatError, UnknownNameError, UsageError
from sandbox.handwriting.hands import HANDS, PAPERS, PENS
from sandbox.handwriting.ink import TENTHS, write
from sandbox.handwriting.page import lay_out
from sandbox.handwriting.render import pixels_digest
from sandbox.records import rng


def problem(library, family, **parameters):
    return library.families[family].problem(parameters)


@pytest.fixture(scope="module")
def subtraction(library):
    return problem(library, "sub-one-exchange", a=762, b=258)


def test_column_work_is_told_column_by_column(subtraction):
    work = make_work(subtraction, "subtraction/smaller-from-larger", 1)
    assert work.lines == ("762 − 258", "ones: 8 − 2 = 6", "tens: 6 − 5 = 1", "hundreds: 7 − 2 = 5")
    assert (work.answer, work.right_answer, work.in_columns) == ("516", "504", 4)
    assert (work.first_wrong, work.first_false, work.first_wrong_reason) == (1, 1, "")
    assert "set out in columns" in work.alt
    assert "crossed out" not in work.alt
    assert work.alt.endswith("The result reads 516.")


def test_alt_text_tells_the_marks_of_an_exchange(subtraction):
    alt = make_work(subtraction, None, 1).alt
    assert (
        "ones: 12 − 8 = 4 (the 6 is crossed out, a small 5 is written above the 6, a small 1 is put "
        "before the 2)" in alt
    )


def test_alt_text_tells_when_numbers_do_not_stand_place_under_place(library):
    its = problem(library, "add-unequal-lengths", a=235, b=4)
    assert (
        "set out in columns with the first digits" in make_work(its, "addition/left-aligns", 1).alt
    )
    its = problem(library, "dec-sub-from-whole", w=15, y=756, k=2)
    work = make_work(its, "decimals/right-aligns-decimals", 1)
    assert "7.56 − 15 set out in columns with the last digits under each other." in work.alt
    assert (work.answer, work.first_wrong) == ("7.41", 0)


def test_right_work_has_no_wrong_line(subtraction):
    work = make_work(subtraction, None, 1)
    assert (work.misconception, work.answer) == (None, "504")
    assert (work.first_wrong, work.first_false) == (None, None)
    assert work.first_wrong_reason == "the working is right"


def test_lines_are_those_of_the_catalogue_below_the_calculation_that_is_copied(library):
    its = problem(library, "frac-add-unlike", a=3, b=4, c=1, d=2)
    page = written(its, "fractions/add-across")
    wrong = its.wrong_by("fractions/add-across")
    assert page.lines == ("3/4 + 1/2", *wrong.working)
    work = make_work(its, "fractions/add-across", 1, hand="neat")
    assert work.lines[-1].endswith(work.answer)
    assert all(f"Line {k}: {line}." in work.alt for k, line in enumerate(work.lines, 1))


def test_what_is_begun_and_crossed_out_is_recorded_and_told(library):
    its = problem(library, "frac-add-unlike", a=3, b=4, c=1, d=2)
    works = [make_work(its, "fractions/add-across", seed, hand="hurried") for seed in range(40)]
    begun = [work for work in works if work.crossed_out]
    assert 0 < len(begun) < len(works)
    for work in begun:
        (crossed,) = work.crossed_out
        assert work.lines[crossed.line].startswith(crossed.text + " ")
        assert f'crossed-out "{crossed.text}"' in work.alt
    assert not any(make_work(its, None, seed, hand="neat").crossed_out for seed in range(40))


def test_a_misconception_that_does_not_err_here_is_refused(library):
    with pytest.raises(UsageError, match="does not err"):
        make_work(problem(library, "sub-one-exchange", a=52, b=31), "subtraction/adds", 1)


@pytest.mark.parametrize(
    ("lines", "copied", "place"),
    [
        (("8² = 16", "16 + 2 = 18"), 0, (0, 0, "")),
        (("6² is 6 × 2 = 12", "12 + 1 = 13"), 0, (0, 0, "")),
        (("5 × 8²", "5 × 8 = 40", "40 × 40 = 1600"), 1, (None, 2, JUDGEMENT.format(line=2))),
        (("8 × 8 = 64", "64 + 5 = 69"), 0, (1, 1, "")),
        (("8 × 8 = 64",), 0, (None, 0, MISSING)),
        (("5 + 8 = 13", "so it is 13"), 0, (0, 1, "")),
        (("5 + 8 gives 13 and that is all",), 0, (0, 0, "")),
    ],
)
def test_error_is_placed_only_where_all_before_it_is_right(library, lines, copied, place):
    its = problem(library, "ooo-times-square", b=5, c=8)
    assert "8 × 8 = 64" in its.right.working[0]
    found = error_place(lines, copied, its, lines[-1].rpartition(" ")[2])
    assert (found.first_wrong, found.first_false, found.reason) == place


def test_equation_that_the_right_answer_does_not_satisfy_is_wrong(library):
    its = next(f for f in library.families if f.id == "eq-two-step-minus")
    drawn = its.draw(rng("equation"))
    letter = drawn.values["v"]
    right = drawn.right.text
    true, false = (f"{letter} + 1 = {right} + {k}" for k in (1, 2))
    assert error_place((true, f"{letter} = 0"), 0, drawn, "0").first_false == 1
    assert error_place((false, f"{letter} = 0"), 0, drawn, "0").first_wrong == 0


def test_frames_show_the_lines_one_by_one_on_one_page(library, subtraction):
    work = make_work(subtraction, "subtraction/smaller-from-larger", 1)
    shown = frames(work, library)
    assert len(shown) == len(work.lines)
    assert shown[-1] == picture(work, library)
    dark = []
    for data in shown:
        with Image.open(io.BytesIO(data)) as image:
            dark.append(sum(image.convert("L").point(lambda v: v < 128).histogram()[1:]))
    assert dark == sorted(set(dark))


def test_picture_svg_and_digest_belong_together(library, subtraction):
    work, data = with_picture(make_work(subtraction, None, 1), library)
    assert work.pixels == pixels_digest(data)
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (work.width, work.height)
    assert vector(work, library).startswith("<svg ")


def test_everything_that_any_misconception_writes_stays_on_every_paper(library):
    for k, family in enumerate(library.families):
        names = list(family.errors)
        name = names[k % len(names)]
        its = family.draw(rng("pages", family.id), including=name)
        hand, paper = sorted(HANDS)[k % len(HANDS)], sorted(PAPERS)[k % len(PAPERS)]
        layout = lay_out(written(its, name).blocks, HANDS[hand], PAPERS[paper])
        for stroke in write(layout, HANDS[hand], PENS["blue"], k):
            for x, y in stroke.points:
                assert 8 <= x / TENTHS <= layout.width - 8, family.id
                assert 2 <= y / TENTHS <= layout.height - 4, family.id


def test_works_spread_over_strands_and_come_again_with_the_same_seed(library):
    one, two = (list(make_works(library, 40, 11)) for _ in range(2))
    assert one == two != list(make_works(library, 40, 12))
    assert len({work.strand for work in one}) >= 20
    assert len({work.misconception for work in one}) >= 35
    assert len({work.id for work in one}) == 40
    assert sum(bool(work.in_columns) for work in one) >= 10


def test_works_of_a_strand_a_hand_and_right_ones(library):
    works = list(make_works(library, 8, 1, strands=["fractions"], hand="young", right=True))
    assert {(w.strand, w.hand, w.misconception) for w in works} == {("fractions", "young", None)}


def test_unknown_strand_and_hand_are_named(library):
    with pytest.raises(UnknownNameError, match="fractions"):
        list(make_works(library, 1, 1, strands=["fraction"]))
    with pytest.raises(UnknownNameError, match="young"):
        list(make_works(library, 1, 1, hand="yong"))


def test_more_works_than_there_are_is_refused(library):
    with pytest.raises(UsageError, match="different workings"):
        list(make_works(library, 50_000, 1, strands=["rounding"]))


def test_labels_are_read_back_and_a_damaged_line_is_named(library, tmp_path):
    made = write_works(make_works(library, 3, 1), library, tmp_path)
    file = tmp_path / "written-work.jsonl"
    assert read_works(file) == tuple(made)
    assert all((tmp_path / work.image).is_file() for work in made)
    file.write_text(file.read_text() + '{"id": 3}\n')
    with pytest.raises(ImportFormatError, match=r"written-work\.jsonl:4"):
        read_works(file)


def test_both_digits_in_the_last_column_are_the_error_where_nothing_was_carried(library):
    its = problem(library, "add-two-carries", a=23, b=49)
    work = make_work(its, "addition/left-to-right-carry-right", 1)
    assert work.answer == "612"
    assert (work.first_wrong, work.first_false) == (2, 2)
