"""The pen can write what the content needs, and notation is read as pupils write it."""

import pytest

from sandbox.errors import FormulaError, UnknownNameError
from sandbox.handwriting.notation import RAISED, Raised, Rooted, Stacked, Text, nodes, words_of
from sandbox.handwriting.pen import alphabet, glyphs, smooth
from sandbox.records import rng


def written_characters(parts):
    """Every character that the pen has to write for this notation."""
    for part in parts:
        if isinstance(part, Text):
            yield from part.text
        elif isinstance(part, Stacked):
            yield from written_characters(part.top)
            yield from written_characters(part.under)
        else:
            yield from "√" if isinstance(part, Rooted) else ""
            yield from written_characters(part.inner)


def test_every_character_of_every_working_and_answer_has_a_glyph(library):
    needed = set()
    for family in library.families:
        for name in family.errors:
            try:
                problem = family.draw(rng("glyphs", family.id, name), including=name)
            except FormulaError:
                continue
            wrong = problem.wrong_by(name)
            for line in (*wrong.working, wrong.text, problem.right.text, *problem.right.working):
                needed |= {(c, line) for c in written_characters(nodes(line)) if c != " "}
    missing = {(c, line) for c, line in needed if c not in alphabet()}
    assert missing == set()
    assert len({c for c, _ in needed}) > 70


def test_digits_letters_and_common_signs_are_there_and_digits_have_variants():
    assert set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set(alphabet())
    assert set("+−×÷=<>≤≥≠≈()/.,:%$£°√π?!'→∠") <= set(alphabet())
    assert all(len(glyphs(digit)) >= 2 for digit in "0123456789")


def test_unknown_character_is_named():
    with pytest.raises(UnknownNameError, match="☃"):
        glyphs("☃")


def test_strokes_pass_through_their_points_and_keep_corners():
    for variants in alphabet().values():
        for stroke in (s for glyph in variants for s in glyph.strokes):
            dense = smooth(stroke)
            assert dense[0] == stroke.points[0]
            for x, y in stroke.points:
                assert min(abs(x - a) + abs(y - b) for a, b in dense) < 1e-9


def test_glyphs_stay_inside_their_width_and_height():
    for character, variants in alphabet().items():
        for glyph in variants:
            xs = [x for stroke in glyph.strokes for x, _ in stroke.points]
            assert min(xs) >= -0.6, character
            assert max(xs) <= glyph.width + 0.3, character
            assert glyph.bottom >= -4, character
            assert glyph.top <= 9.9, character


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("1/2", [Stacked]),
        ("−3/4", [Stacked]),
        ("x/4", [Stacked]),
        ("(a + b)/2", [Stacked]),
        ("km/h", [Text]),
        ("5 km/h", [Text]),
        ("x^2", [Text, Raised]),
        ("10^−3", [Text, Raised]),
        ("cm²", [Text, Raised]),
        ("√16", [Rooted]),
        ("√(9 + 16)", [Rooted]),
        ("12:30", [Text]),
        ("(1/2)x", [Text, Stacked, Text]),
        ("0.5", [Text]),
    ],
)
def test_notation_is_read_as_written_by_hand(text, kinds):
    assert [type(node) for node in nodes(text)] == kinds


def test_brackets_are_left_out_where_the_bar_or_the_roof_says_it():
    assert nodes("(a + b)/2") == (Stacked((Text("a + b"),), (Text("2"),)),)
    assert nodes("√(9 + 16)") == (Rooted((Text("9 + 16"),)),)
    assert nodes("2^(n + 1)") == (Text("2"), Raised((Text("n + 1"),)))


def test_mixed_number_is_one_word_and_a_sum_is_not():
    assert len(words_of("2 1/3")) == 1
    assert len(words_of("2 + 1/3")) == 3
    assert len(words_of("is 1/3")) == 2


def test_no_character_is_lost(library):
    for family in library.families:
        problem = family.draw(rng("lost", family.id))
        for line in problem.right.working:
            kept = "".join(c for c in written_characters(nodes(line)) if c.isalnum())
            plain = "".join(RAISED.get(c, c) for c in line)
            assert kept == "".join(c for c in plain if c.isalnum()), line
