"""Pages: everything on the paper, lines apart, columns true, the same ink for the same seed."""

import io
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sandbox.content.column_work import addition, short_division, subtraction
from sandbox.errors import UnknownNameError
from sandbox.handwriting.hands import HANDS, PAPERS, PENS, hand_named
from sandbox.handwriting.ink import TENTHS, write
from sandbox.handwriting.page import WIDTH, Block, is_equation, lay_out
from sandbox.handwriting.pen import glyphs
from sandbox.handwriting.render import picture, pixels_digest, png, svg

LINES = st.lists(
    st.text(alphabet="0123456789 abcxyz+−×÷=/()^√²°%.,", min_size=1, max_size=90).filter(str.strip),
    min_size=1,
    max_size=5,
)
EQUATIONS = ("3x + 5 = 26", "3x = 21", "x = 7")


def page(lines, hand="neat", paper="squared", begun=()):
    return lay_out([Block(line) for line in lines], HANDS[hand], PAPERS[paper], begun)


@settings(max_examples=60)
@given(lines=LINES, hand=st.sampled_from(sorted(HANDS)), paper=st.sampled_from(sorted(PAPERS)))
def test_no_ink_leaves_the_page_and_no_lines_overlap(lines, hand, paper):
    layout = page(lines, hand, paper)
    assert len(layout.lines) == len(lines)
    for (_, bottom), (top, _) in pairwise(layout.lines):
        assert top >= bottom + 8
    for stroke in write(layout, HANDS[hand], PENS["blue"], 3):
        for x, y in stroke.points:
            assert 0 <= x / TENTHS <= layout.width == WIDTH
            assert 0 <= y / TENTHS <= layout.height


def test_equations_that_follow_each_other_stand_with_their_equals_signs_in_one_column():
    layout = page(EQUATIONS)
    signs = [mark.x for mark in layout.marks if mark.text == "="]
    assert len(signs) == 3
    assert max(signs) - min(signs) < 1e-9
    lone = page(("3x + 5 = 26", "take away 5", "3x = 21"))
    assert lone.marks[0].x == next(m.x for m in lone.marks if m.line == 2)


def test_sentences_are_no_equations():
    assert is_equation("2(x + 1) = 6 cm")
    assert not is_equation("so it is 5 = 5")
    assert not is_equation("1 = 1 = 1")


def test_long_line_is_broken_between_words():
    layout = page(["the biggest number of all the numbers that I can see on this page today is 4"])
    assert len({mark.y for mark in layout.marks}) > 1
    assert len(layout.lines) == 1


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_digits_of_one_place_stand_exactly_under_each_other(paper):
    columns = addition(687, 48)
    layout = lay_out([Block(columns)], HANDS["neat"], PAPERS[paper])
    big = [mark for mark in layout.marks if mark.text.isdigit() and mark.size > 2.5]
    rows = sorted({mark.y for mark in big})
    assert len(rows) == 3

    def middles(row):
        return sorted(
            round(m.x + max(g.width for g in glyphs(m.text)) * m.size / 2, 6)
            for m in big
            if m.y == row
        )

    top, under, result = map(middles, rows)
    assert top == result
    assert under == top[1:]
    assert len({round(b - a, 6) for a, b in pairwise(top)}) == 1


def test_the_line_of_a_sum_stands_between_the_numbers_and_the_result():
    layout = lay_out([Block(subtraction(52, 38))], HANDS["neat"], PAPERS["squared"])
    (rule,) = [mark for mark in layout.marks if mark.to]
    rows = sorted({m.y for m in layout.marks if m.text.isdigit() and m.size > 2.5})
    assert rows[1] < rule.y < rows[2]
    assert rule.y == rule.to[1]


def test_lifted_digits_stay_on_the_page_above_what_is_written_before():
    columns = subtraction(5003, 1847, "borrow-across-zero")
    for paper in PAPERS.values():
        layout = lay_out([Block("the first line"), Block(columns)], HANDS["young"], paper)
        first_line = layout.lines[0][1]
        small = [mark for mark in layout.marks if mark.line > 1 and mark.text]
        assert min(mark.y - 9 * mark.size for mark in small) > first_line


def test_frames_only_add_and_cross_out():
    layout = lay_out([Block(subtraction(523, 187))], HANDS["neat"], PAPERS["squared"])
    steps = [layout.after(k) for k in range(1, 5)]
    places = [{(m.text, m.x, m.y, m.to) for m in step.marks} for step in steps]
    assert all(one < two for one, two in pairwise(places))
    struck = [sum(m.struck_with is not None for m in step.marks) for step in steps]
    assert struck == [0, 1, 2, 2]
    assert steps[-1].marks == layout.marks
    assert {(step.width, step.height) for step in steps} == {(layout.width, layout.height)}


def test_what_is_written_does_not_change_when_more_is_written():
    layout = page(EQUATIONS, "hurried")
    whole = write(layout, HANDS["hurried"], PENS["blue"], 9)
    part = write(layout.after(2), HANDS["hurried"], PENS["blue"], 9)
    assert whole[: len(part)] == part


def test_same_seed_writes_the_same_and_another_seed_does_not():
    layout = page(EQUATIONS, "young")
    draw = [write(layout, HANDS["young"], PENS["pencil"], seed) for seed in (1, 1, 2)]
    assert draw[0] == draw[1] != draw[2]


def test_one_character_is_not_always_written_alike():
    layout = page(["7777"], "young")
    shapes = {
        tuple((x - s.points[0][0], y - s.points[0][1]) for x, y in s.points)
        for s in write(layout, HANDS["young"], PENS["pencil"], 1)
    }
    assert len(shapes) >= 4


def test_words_begun_are_crossed_out_before_the_line():
    plain, begun = page(["half of each"]), page(["half of each"], begun=[(0, "half")])
    assert len(begun.marks) == len(plain.marks) + len("half") + 2
    assert sum(mark.to is not None for mark in begun.marks) == 2


def test_png_is_small_shows_only_paper_ruling_and_ink_and_has_a_digest_of_its_pixels():
    layout = page(EQUATIONS)
    ink = write(layout, HANDS["neat"], PENS["blue"], 1)
    data = png(picture(ink, layout.width, layout.height, PAPERS["squared"], PENS["blue"]))
    assert len(data) < 20_000
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (layout.width, layout.height)
        colours = {colour for _, colour in image.convert("RGB").getcolors()}
        again = io.BytesIO()
        image.save(again, format="PNG", compress_level=1)
    assert PAPERS["squared"].colour in colours
    assert PENS["blue"].colour in colours
    assert len(colours) <= 9
    assert pixels_digest(again.getvalue()) == pixels_digest(data)


def test_svg_has_a_path_a_stroke_and_its_alt_text():
    layout = page(["1 < 2"])
    ink = write(layout, HANDS["neat"], PENS["blue"], 1)
    text = svg(ink, layout.width, layout.height, PAPERS["plain"], PENS["blue"], 'says "1 < 2"')
    assert text.count("<path ") == len(ink)
    assert '<title>says "1 &lt; 2"</title>' in text
    assert "<text" not in text


def test_division_stands_under_its_roof():
    layout = lay_out([Block(short_division(784, 3))], HANDS["neat"], PAPERS["squared"])
    roof, wall = [mark for mark in layout.marks if mark.to]
    assert roof.y == roof.to[1]
    assert wall.x == wall.to[0] == roof.x
    assert (wall.x, wall.y) == (roof.x, roof.y)


def test_unknown_hand_is_named_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="neat"):
        hand_named("neet")


def test_columns_wider_than_the_page_are_written_smaller():
    wide = lay_out([Block(short_division(987_654_321_012, 7))], HANDS["young"], PAPERS["lined"])
    assert max(mark.x for mark in wide.marks) < WIDTH - 20
