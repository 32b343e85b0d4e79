"""Families at work: drawing, answering, and reading free text back, over all bundled content."""

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.content.library import load, read_library
from sandbox.errors import FormulaError, UnknownNameError
from sandbox.maths.expressions import FAILURES
from sandbox.maths.families import Parameter
from sandbox.records import rng

FAMILIES = load().families
FIXTURES = Path(__file__).parents[2] / "fixtures" / "engine"
TINY, _ = read_library((FIXTURES,))
DRAWS = 15


def asked(text, families=FAMILIES):
    """What the last question of a text is read as: family → parameters."""
    return {p.family.id: dict(p.parameters) for p in families.last(text)}


def sums(text):
    """The fraction sums that the small library reads in a text."""
    return [
        tuple(reading.problem.values[name] for name in "abcd")
        for reading in TINY.families.read(text)
        if reading.problem.family.id == "tiny-fractions"
    ]


@pytest.mark.parametrize("family", list(FAMILIES), ids=lambda family: family.id)
def test_what_is_written_reads_back_to_the_same_problem(family):
    generator = rng("test", family.id)
    for _ in range(DRAWS):
        problem = family.draw(generator)
        for wording in range(len(family.stems)):
            question = problem.question(wording)
            assert problem in FAMILIES.last(question), question


@pytest.mark.parametrize("family", list(FAMILIES), ids=lambda family: family.id)
def test_drawn_answers_differ_and_are_recognised_as_written(family):
    generator = rng("answers", family.id)
    for _ in range(DRAWS):
        problem = family.draw(generator)
        answers = [problem.right, *problem.wrong.values()]
        assert len({answer.text for answer in answers}) == len(answers)
        for one in answers:
            assert [other for other in answers if other.matches(one.text)] == [one]


@pytest.mark.parametrize("family", list(FAMILIES), ids=lambda family: family.id)
def test_readable_problem_far_outside_what_is_drawn_has_answer_and_steps_that_can_be_said(family):
    generator = rng("far", family.id)
    said = 0
    for _ in range(150):
        parameters = {
            name: _far(p.draw(generator), generator) for name, p in family.parameters.items()
        }
        try:
            problem = family.problem(parameters)
            question = problem.question()
        except FAILURES:
            continue
        if re.search(r"\d{17}", question):
            continue
        for answer in (problem.right, *problem.wrong.values()):
            assert answer.text
            said += all(answer.working)
        assert all(step.ask and step.do for step in problem.steps)
    assert said


def _far(value, generator):
    if isinstance(value, int):
        return generator.choice([value, value, generator.randint(0, 20), generator.randint(-9, 99)])
    return value


@pytest.mark.parametrize(
    "text",
    [
        "What's 3/4 + 1/2?",
        "add three quarters and a half",
        r"\frac{3}{4}+\frac{1}{2}",
        r"What is $\dfrac{3}{4} + \dfrac{1}{2}$?",
        "3/4 plus 1/2 =",
        "3/4 + 1/2",
        "Hello! Now, could you work out 3/4+1/2 for me, please?",
        "what is ¾ + ½",
    ],
)
def test_sum_of_fractions_is_read_however_it_is_written(text):
    assert asked(text)["frac-add-unlike"] == {"a": 3, "b": 4, "c": 1, "d": 2}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("What is 1/2 + 1/2?", "1"),
        ("What is 1/2 + 1/3?", "5/6"),
        ("What's 52 - 38?", "14"),
        ("work out 5003 − 1467", "3536"),
        ("What is 7 - 2?", "5"),
        ("What is 50 + 50?", "100"),
        ("Work out 3 − 8.", "−5"),
        ("What is 15% of 60?", "9"),
        ("What is 2 + 3 × 4?", "14"),
        ("What is 0.35 + 0.4?", "0.75"),
    ],
)
def test_question_outside_what_is_drawn_is_read_and_answered(text, right):
    problems = FAMILIES.last(text)
    assert problems
    assert all(problem.right.matches(right) for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "1 3/4 + 1/2",
        "3/4 + 1/2 + 1/8",
        "2 × 3/4 + 1/2",
        "3/4 + 1/2 × 3",
        "x3/4 + 1/2",
        "(3/4 + 1/2) × 2",
        "3/4 + 1/2 - x",
    ],
)
def test_part_of_a_longer_expression_is_not_read_as_the_whole(text):
    assert (3, 4, 1, 2) not in sums(text)
    assert "frac-add-unlike" not in asked(text) or asked(text)["frac-add-unlike"]["a"] != 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Hello, how are you?",
        "On 12/4/2024 we met.",
        "It was 2024-05-06.",
        "Use version 3.4.1 of it.",
        "Call 555-1234 + 5 now",
        "1/0 + 1/2",
        "Add up -1 and 3.",
        "What is / + /?",
        "I got 3/4.",
    ],
)
def test_what_asks_no_question_is_not_read(text):
    assert TINY.families.read(text) == ()
    assert TINY.families.last(text) == ()


def test_several_questions_are_read_in_order_and_the_last_counts():
    text = "First 1/2 + 1/3, then add up 4 and 5. And at last: what is 2/3 + 1/6? Off you go."
    read = TINY.families.read(text)
    assert [reading.problem.right.text for reading in read] == ["5/6", "9", "5/6"]
    assert [reading.start for reading in read] == sorted(reading.start for reading in read)
    (last,) = TINY.families.last(text)
    assert last.parameters == {"a": 2, "b": 3, "c": 1, "d": 6}


def test_question_that_comes_again_is_the_last_again():
    text = "What is 1/2 + 1/3? No? Then what is 1/4 + 1/5? And once more, what is 1/2 + 1/3?"
    assert sums(text) == [(1, 2, 1, 3), (1, 4, 1, 5), (1, 2, 1, 3)]
    (last,) = TINY.families.last(text)
    assert last.right.text == "5/6"


def test_reading_inside_a_longer_one_is_dropped_but_not_a_sibling_with_the_same_numbers():
    assert sums("Zanele eats 1/2 of a cake and then 1/3 of it. How much is that?") == [(1, 2, 1, 3)]
    tests = FAMILIES.testing
    carried = {family.id for name in _tested("What is 50 + 50?") for family in tests(name)}
    assert carried == {family.id for name in _tested("50 + 50") for family in tests(name)}


def _tested(text):
    return {name for problem in FAMILIES.last(text) for name in problem.family.errors}


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("Share 160 in the ratio 3:5. How much is the first share?", ["60"]),
        ("Share 160 in the ratio 3:5. How much is the second share?", ["100"]),
        ("Share 160 in the ratio 3:5.", ["60, 100"]),
        ("Share 160 in the ratio 3:5. Then share 120 in the ratio 1:3.", ["60, 100", "30, 90"]),
        ("Write 680,000 in standard form. Write 0.92 as a percentage.", ["6.8 × 10^5", "92%"]),
    ],
)
def test_sentence_that_only_sets_up_a_question_is_no_question(library, asked, right):
    assert [reading.problem.right.text for reading in library.families.read(asked)] == right


def test_names_are_flavour_and_make_no_other_problem():
    (first,) = TINY.families.last("Amy eats 1/2 of a cake and then 1/3 of it. How much is that?")
    (other,) = TINY.families.last("Zanele eats 1/2 of a cake and then 1/3 of it. How much is that?")
    (bare,) = TINY.families.last("1/2 + 1/3")
    assert first == other == bare
    assert "Zanele" in other.question(1)
    assert bare.question(1).startswith("Amy")


def test_only_the_end_of_a_long_text_is_read_and_no_number_is_cut():
    filler = "blah " * 4_000
    assert [len(TINY.families.read(t)) for t in ("1/2 + 1/3. " + filler, filler + "1/2 + 1/3")] == [
        0,
        1,
    ]
    cut = "1" * 20 + "2/5 + 1/3 " + "y" * 7_990
    assert TINY.families.read(cut) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "1/2 + ",
        "1",
        "12 ",
        "1, ",
        "((",
        "-",
        "Work out 3/4 ",
        "What is 627 + 155? ",
        "area cm ",
        "…",
    ],
)
def test_hostile_text_is_read_in_linear_time(piece):
    FAMILIES.read(piece * 50)
    quickly(lambda: FAMILIES.read(piece * (100_000 // len(piece))), 2)


@given(st.text(max_size=200))
def test_reading_never_fails(text):
    for reading in FAMILIES.read(text):
        assert reading.problem.right.text


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_sum_of_any_whole_numbers_is_read_and_right(a, b):
    (problem,) = TINY.families.last(f"Add up {a} and {b}.")
    assert problem.right.text == str(a + b)
    assert problem.by("tiny/one-too-many").text == str(a + b + 1)


def test_worked_example_of_every_answer():
    (problem,) = TINY.families.last("What is 1/2 + 2/3?")
    assert problem.right.text == "7/6"
    assert problem.right.working == ("It is 6.", "1/2 + 2/3 = 7/6")
    assert [step.ask for step in problem.steps] == [
        "What is the common bottom?",
        "How many of them are there together?",
    ]
    assert {name: answer.text for name, answer in problem.wrong.items()} == {
        "tiny/add-across": "3/5",
        "tiny/top-only": "3/2",
        "tiny/multiplies": "2/6",
    }
    assert problem.by("tiny/add-across").working == ("1 + 2 and 2 + 3 give 3/5",)
    assert problem.by("tiny/joins") is None
    assert problem.is_diagnostic


def test_rule_that_happens_to_be_right_is_left_out_and_ties_are_not_diagnostic():
    (equal,) = TINY.families.last("What is 1/3 + 1/3?")
    assert "tiny/top-only" not in equal.wrong
    assert equal.by("tiny/top-only").text == "2/3"
    (tied,) = TINY.families.last("What is 2/2 + 2/2?")
    assert tied.wrong["tiny/add-across"].same(tied.wrong["tiny/multiplies"])
    assert not tied.is_diagnostic


def test_draw_is_seeded_and_keeps_its_promises():
    family = TINY.families["tiny-fractions"]
    drawn = [family.draw(random.Random(5)).parameters for _ in range(2)]
    assert drawn[0] == drawn[1]
    problem = family.draw(random.Random(1), including="tiny/top-only", least=3)
    assert "tiny/top-only" in problem.wrong
    assert len(problem.wrong) == 3
    with pytest.raises(FormulaError, match="in which tiny/joins errs"):
        family.draw(random.Random(1), including="tiny/joins")
    with pytest.raises(FormulaError, match="draws no problem"):
        family.draw(random.Random(1), least=4)


def test_problem_outside_the_domain_is_refused():
    family = TINY.families["tiny-fractions"]
    with pytest.raises(FormulaError, match="tiny-fractions makes no sense for"):
        family.problem({"a": 1, "b": 0, "c": 1, "d": 2})
    for wrong in ({"a": 1}, {"a": "x", "b": 2, "c": 1, "d": 2}):
        with pytest.raises(FAILURES):
            _ = family.problem(wrong).right


def test_families_are_found_by_name_and_by_misconception():
    assert [f.id for f in TINY.families.testing("tiny/joins")] == ["tiny-whole"]
    assert TINY.families.testing("nobody/knows") == ()
    assert len(TINY.families) == 2
    with pytest.raises(UnknownNameError, match="did you mean tiny-whole"):
        TINY.families["tiny-whol"]


def test_number_that_a_let_computes_is_checked_when_read(tmp_path):
    root = tmp_path / "content"
    shutil.copytree(FIXTURES, root)
    file = root / "tasks" / "families" / "tiny.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace('"Add up {a} and {b}."', '"Do {a} and {b} make {m}?"')
    file.write_text(text.replace('domain: ["a >=', 'let: {m: "a + b"}\n  domain: ["a >='), "utf-8")
    library, faults = read_library((root,))
    assert faults == []
    assert len(library.families.read("Do 3 and 4 make 7?")) == 1
    assert library.families.read("Do 3 and 4 make 8?") == ()


def test_draw_does_not_look_for_more_errors_than_there_are_answers():
    family, generator = FAMILIES["ratio-compare-mixes"], random.Random(5)
    before = generator.getstate()
    assert len(family.errors) == 3  # and only two of A, B and the same are wrong
    with pytest.raises(FormulaError, match="draws no problem"):
        family.draw(generator, least=3)
    assert generator.getstate() == before
    assert len(family.draw(generator, least=2).wrong) == 2


def test_parameter_is_drawn_as_a_choice_with_the_same_seed():
    few, words, numbers = range(2, 13), ("Ana", "Ben", "Eva"), Parameter(range(1, 10), range(2, 7))
    for seed in range(40):
        drawn, chosen = random.Random(seed), random.Random(seed)
        assert Parameter(few).draw(drawn) == chosen.choice(few)
        assert Parameter(words).draw(drawn) == chosen.choice(words)
        count = chosen.choice(range(2, 7))
        assert numbers.draw(drawn) == tuple(chosen.choice(range(1, 10)) for _ in range(count))


def test_problem_that_tells_beliefs_apart_holds_the_same_wrong_answers_as_a_fresh_one():
    for family in FAMILIES:
        drawn = family.draw(rng("apart", family.id))
        fresh = replace(drawn)
        assert list(drawn.wrong.items()) == list(fresh.wrong.items())
        assert drawn.is_diagnostic is fresh.is_diagnostic is True


def test_patterns_of_one_expression_begin_and_end_alike():
    """Where the expression stands alone is looked up once for all of them."""
    alike: dict[str, set[tuple[bool, bool]]] = {}
    for family in FAMILIES:
        for pattern in family.patterns:
            bare = (pattern._opens_bare, pattern._closes_bare)
            alike.setdefault(pattern.regex.pattern, set()).add(bare)
    assert [expression for expression, bare in alike.items() if len(bare) > 1] == []
