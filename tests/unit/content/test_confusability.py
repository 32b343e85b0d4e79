"""Confusability: what is counted as alike, what separates, and why a pair is kept."""

import pytest
from engine_content import FAMILIES, GOOD, MISCONCEPTIONS, content

from sandbox.content.check import check
from sandbox.content.confusability import (
    FURTHER,
    NONE,
    SEPARATE,
    Confusions,
    measure,
    measure_outside,
    own_question,
)
from sandbox.content.library import read_library
from sandbox.maths.diagnose import next_question, prior
from sandbox.records import rng

TINY, _ = read_library((GOOD,))

CONFUSABLE = [
    ("subtraction/smaller-from-larger", "subtraction/zero-minus-n-is-n"),
    ("equations/multiplies-by-coefficient", "fractions/takes-fraction-of-part"),
    ("order-of-operations/add-sub-before-multiply", "order-of-operations/left-to-right"),
]


@pytest.fixture(scope="module")
def measured(library):
    return measure(library)


def test_beliefs_meet_where_both_err_and_are_confused_where_they_answer_alike():
    found = Confusions()
    family = TINY.families["tiny-fractions"]
    for question in ("What is 2/2 + 2/2?", "What is 1/2 + 3/4?"):
        found.observe(family, TINY.families.last(question))
    (alike, *_) = [m for m in found.meetings() if "tiny/add-across" in m.pair]
    assert (alike.met, alike.same, alike.share) == (2, 1, 0.5)
    assert found.inseparable() == ()


def test_good_questions_of_one_family_separate_all_its_beliefs(library):
    found = Confusions()
    family = library.families["sub-one-exchange"]
    generator = rng("here")
    for _ in range(20):
        found.observe(family, [family.draw(generator)])
    assert sum(found.met.values()) > 20
    assert not found.same


def test_good_questions_part_every_pair_that_unlucky_numbers_leave_tied(library, measured):
    tied = {meeting.pair for meeting in measure_outside(library).meetings()}
    assert len(tied) > 50
    assert not tied & set(measured.inseparable())


def test_every_inseparable_pair_has_a_question_that_touches_one_of_the_two(library, measured):
    kept = measured.kept(library)
    assert CONFUSABLE[0] in [each.pair for each in kept]
    for each in kept:
        assert each.reason in (SEPARATE, FURTHER)
        for problem in each.apart:
            readings = library.families.last(problem.question())
            erring = [any(name in read.wrong for read in readings) for name in each.pair]
            assert sorted(erring) == [False, True]


@pytest.mark.parametrize("pair", CONFUSABLE)
def test_next_question_tells_confusable_beliefs_apart(library, measured, pair):
    assert any(meeting.pair == pair for meeting in measured.meetings())
    belief = prior(pair, sound=0.0)
    for seed in ("one", "two", "three"):
        problem = next_question(belief, library.families, seed)
        assert problem is not None
        predicted = [problem.wrong.get(name, problem.right) for name in pair]
        assert not predicted[0].same(predicted[1])
        for name, answer in zip(pair, predicted, strict=True):
            assert belief.update([problem], answer.text).ranked[0][0] == name


def test_twins_that_no_question_tells_apart_are_a_fault(tmp_path):
    root = content(tmp_path)
    families = (root / FAMILIES).read_text(encoding="utf-8")
    beliefs = (root / MISCONCEPTIONS).read_text(encoding="utf-8")
    (root / FAMILIES).write_text(
        families + families.replace("id: tiny-", "id: twin-").replace("tiny/", "twin/"),
        encoding="utf-8",
    )
    (root / MISCONCEPTIONS).write_text(
        beliefs
        + beliefs.replace("id: tiny/", "id: twin/").replace('statement: "', 'statement: "Again '),
        encoding="utf-8",
    )
    library, faults = read_library((root,))
    assert faults == []
    found = [str(fault) for fault in check(library, draws=20)]
    assert any("tiny/joins and twin/joins: no question" in fault for fault in found), found
    assert own_question("tiny/joins", "twin/joins", library) is None
    assert {each.reason for each in measure(library).kept(library)} == {NONE}


def test_check_gathers_what_measure_measures():
    found = Confusions()
    assert check(TINY, confusions=found) == []
    measured = measure(TINY)
    assert (found.met, found.same) == (measured.met, measured.same)
