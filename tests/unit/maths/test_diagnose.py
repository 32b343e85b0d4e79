"""Diagnosis: one answer explained, several answers put together, the next question chosen."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.content.generate import items
from sandbox.content.library import load, read_library
from sandbox.maths.diagnose import (
    SOUND,
    Posterior,
    diagnose,
    next_question,
    prior,
    retrieve,
)
from sandbox.maths.families import Families
from sandbox.records import rng

LIBRARY = load()
STATEMENTS = {name: spec.statement for name, spec in LIBRARY.misconceptions.items()}
TINY, _ = read_library((Path(__file__).parents[2] / "fixtures" / "engine",))
TINY_STATEMENTS = {name: spec.statement for name, spec in TINY.misconceptions.items()}


def explain(question, answer, **options):
    return diagnose(question, answer, LIBRARY.families, STATEMENTS, **options)


def explain_tiny(question, answer, **options):
    return diagnose(question, answer, TINY.families, TINY_STATEMENTS, **options)


def test_wrong_answer_names_its_cause_first_with_the_working():
    found = explain("What is 1/2 + 1/3?", "2/5")
    assert found.verdict == "explained"
    assert found.explanations[0].misconception == "fractions/add-across"
    assert found.explanations[0].answer == "2/5"
    assert found.explanations[0].working[-1].endswith("2/5")
    assert found.right_answer == "5/6"
    assert found.tied == 1


@pytest.mark.parametrize("answer", ["5/6", "10/12", "five sixths", r"$\frac{5}{6}$", "It's 5/6."])
def test_right_answer_is_said_to_be_right(answer):
    found = explain("What is 1/2 + 1/3?", answer)
    assert (found.verdict, found.explanations, found.right_answer) == ("right", (), "5/6")


def test_answer_that_nothing_explains_gets_no_explanation():
    found = explain("What is 1/2 + 1/3?", "17")
    assert (found.verdict, found.explanations, found.tied) == ("unexplained", (), 0)
    assert found.right_answer == "5/6"
    assert "frac-add-unlike" in found.families


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("B", "label"), ("option C", "label"), ("", "cannot be read"), ("dunno", "cannot be read")],
)
def test_unreadable_answer_is_said_to_be_so(answer, reason):
    found = explain_tiny("What is 1/2 + 1/3?", answer)
    assert (found.verdict, found.explanations) == ("unreadable answer", ())
    assert reason in found.reason


def test_exact_form_weighs_double_and_equal_values_still_explain():
    exact = explain_tiny("What is 1/2 + 2/3?", "2/6").explanations
    equal = explain_tiny("What is 1/2 + 2/3?", "1/3").explanations
    assert [(e.misconception, e.weight, e.exact_form) for e in exact] == [
        ("tiny/multiplies", 2.0, True)
    ]
    assert [(e.misconception, e.weight, e.exact_form) for e in equal] == [
        ("tiny/multiplies", 1.0, False)
    ]


def test_ties_are_counted_and_ordered_by_what_is_said():
    found = explain_tiny("What is 2/2 + 2/2?", "1/1")
    assert [e.misconception for e in found.explanations] == ["tiny/add-across", "tiny/multiplies"]
    assert found.tied == 2


def test_prior_breaks_the_tie():
    found = explain_tiny("What is 2/2 + 2/2?", "1/1", priors={"tiny/multiplies": 3.0})
    assert [(e.misconception, e.weight) for e in found.explanations] == [
        ("tiny/multiplies", 3.0),
        ("tiny/add-across", 1.0),
    ]
    assert found.tied == 1


def test_last_question_of_the_text_counts():
    text = "You did 1/2 + 1/3 already. Now: what is 1/4 + 2/3?"
    assert explain_tiny(text, "3/7").explanations[0].misconception == "tiny/add-across"
    assert explain_tiny(text, "2/5").verdict == "unexplained"


def test_arithmetic_that_no_family_asks_is_worked_out():
    assert explain_tiny("What is 7 − 9?", "-2").verdict == "right"
    found = explain_tiny("What is 7 − 9?", "2")
    assert (found.verdict, found.right_answer) == ("unexplained", "−2")


def test_question_that_nothing_reads_is_looked_up_by_its_words_and_marked_as_weak():
    found = explain_tiny("Why did you add the tops and the bottoms of the two fractions?", "so")
    assert found.verdict == "by words only"
    assert found.explanations[0].misconception == "tiny/add-across"
    assert "weak evidence" in found.reason
    assert explain("The weather is lovely today.", "yes").verdict == "unexplained"


def test_every_statement_finds_itself():
    for name, statement in list(STATEMENTS.items())[::10]:
        best = retrieve(statement, STATEMENTS)[0]
        assert best.misconception == name
        assert best.weight == pytest.approx(1)
    assert retrieve("", STATEMENTS) == ()
    assert retrieve("numbers", {}) == ()


# Two causes and no misconception, on 1/2 + 2/3: right 7/6; add-across says 3/5, multiplies 2/6.
A, M = "tiny/add-across", "tiny/multiplies"
START = {A: 0.5, M: 0.3, SOUND: 0.2}


def problem_of(text):
    return TINY.families.last(text)


@pytest.mark.parametrize(
    ("answer", "likelihoods"),
    [
        ("3/5", {A: 0.9, M: 0.0025, SOUND: 0.0025}),
        ("1/3", {A: 0.0025, M: 0.9, SOUND: 0.0025}),
        ("7/6", {A: 0.05, M: 0.05, SOUND: 0.95}),
        ("8", {A: 0.0025, M: 0.0025, SOUND: 0.0025}),
    ],
)
def test_posterior_is_bayes_with_slip_and_guess(answer, likelihoods):
    after = Posterior(START).update(problem_of("What is 1/2 + 2/3?"), answer)
    joint = {name: weight * likelihoods[name] for name, weight in START.items()}
    for name, weight in joint.items():
        assert after.probabilities[name] == pytest.approx(weight / sum(joint.values()))
    assert after.asked == ("What is 1/2 + 2/3?",)


def test_posterior_by_hand():
    # 0.5 × 0.9 = 0.45; 0.3 × 0.0025 = 0.00075; 0.2 × 0.0025 = 0.0005; sum 0.45125
    after = Posterior(START).update(problem_of("What is 1/2 + 2/3?"), "3/5")
    assert after.probabilities[A] == pytest.approx(0.99723, rel=1e-4)
    assert after.probabilities[M] == pytest.approx(0.001662, rel=1e-4)
    assert after.ranked[0][0] == A


def test_entropy_and_information_gain_by_hand():
    belief = Posterior({A: 0.5, M: 0.5}, slip=0.0, guess=0.0)
    (problem,) = problem_of("What is 1/2 + 2/3?")
    assert belief.entropy == pytest.approx(1)
    assert belief.information_gain(problem) == pytest.approx(1)
    (tied,) = problem_of("What is 2/2 + 2/2?")
    assert belief.information_gain(tied) == pytest.approx(0)
    # With slip and guess .05 each cause gives its own answer with .9, the other's with .0025, the
    # right one with .05 and any other with .0475. Only the two predicted answers tell anything:
    # the expected entropy is .9025 × H(.9/.9025) + .0975 × 1.
    share = 0.9 / 0.9025
    noise = -share * math.log2(share) - (1 - share) * math.log2(1 - share)
    belief = Posterior({A: 0.5, M: 0.5})
    assert belief.information_gain(problem) == pytest.approx(1 - 0.9025 * noise - 0.0975)


@given(st.lists(st.floats(0.01, 1), min_size=4, max_size=4))
def test_information_gain_lies_between_nothing_and_all(weights):
    names = [A, M, "tiny/top-only", SOUND]
    belief = Posterior({n: w / sum(weights) for n, w in zip(names, weights, strict=True)})
    (problem,) = problem_of("What is 1/2 + 2/3?")
    assert 0 <= belief.information_gain(problem) <= belief.entropy + 1e-9


def test_next_question_tells_two_causes_apart():
    belief = prior([A, "tiny/top-only"], sound=0.0)
    problem = next_question(belief, TINY.families, "seed")
    assert problem is not None
    assert not problem.wrong[A].same(problem.wrong["tiny/top-only"])
    for name, answer in problem.wrong.items():
        if name in belief.probabilities:
            assert belief.update([problem], answer.text).ranked[0][0] == name


def test_next_question_is_fresh_and_none_when_nothing_is_open():
    belief = prior([A, M])
    first = next_question(belief, TINY.families, "seed")
    assert first == next_question(belief, TINY.families, "seed")
    again = next_question(replace(belief, asked=(first.question(),)), TINY.families, "seed")
    assert again.question() != first.question()
    assert next_question(prior([]), TINY.families, "seed") is None
    assert next_question(Posterior({A: 1.0}), TINY.families, "seed") is None


def test_prior_sums_to_one():
    assert prior([A, M]).probabilities == {A: 0.4, M: 0.4, SOUND: 0.2}
    assert prior([]).probabilities == {SOUND: 1.0}


def permuted():
    """The library with every misconception id swapped for another one's."""
    names = sorted(LIBRARY.misconceptions)
    other = dict(zip(names, names[7:] + names[:7], strict=True))
    families = [
        replace(
            family,
            errors={
                other[name]: replace(rule, misconception=other[name])
                for name, rule in family.errors.items()
            },
        )
        for family in LIBRARY.families
    ]
    specs = {
        other[name]: spec.model_copy(update={"id": other[name]})
        for name, spec in LIBRARY.misconceptions.items()
    }
    return replace(LIBRARY, misconceptions=specs, families=Families(families)), other


def test_swapping_all_ids_changes_no_text_that_comes_out():
    swapped, other = permuted()
    statements = {name: spec.statement for name, spec in swapped.misconceptions.items()}
    for item in items(LIBRARY, 60, 3):
        for choice in item.choices:
            mine = explain(item.question, choice.text)
            theirs = diagnose(item.question, choice.text, swapped.families, statements)
            assert [_said(e) for e in theirs.explanations] == [_said(e) for e in mine.explanations]
            assert [e.misconception for e in theirs.explanations] == [
                other[e.misconception] for e in mine.explanations
            ]
            assert replace(theirs, explanations=()) == replace(mine, explanations=())
    words = "adds the numerators and the denominators"
    assert [_said(e) for e in retrieve(words, statements)] == [
        _said(e) for e in retrieve(words, STATEMENTS)
    ]


def _said(explanation):
    return replace(explanation, misconception="")


def test_swapping_all_ids_changes_no_item_and_no_next_question():
    swapped, other = permuted()
    for mine, theirs in zip(items(LIBRARY, 80, 4), items(swapped, 80, 4), strict=True):
        assert (mine.id, mine.question, mine.key) == (theirs.id, theirs.question, theirs.key)
        assert [(c.label, c.text) for c in mine.choices] == [
            (c.label, c.text) for c in theirs.choices
        ]
        assert [other.get(c.misconception) for c in mine.choices] == [
            c.misconception for c in theirs.choices
        ]
    generator = rng("swap")
    for _ in range(5):
        pool = generator.sample(sorted(LIBRARY.misconceptions), 4)
        mine = next_question(prior(pool), LIBRARY.families, "s")
        theirs = next_question(prior([other[name] for name in pool]), swapped.families, "s")
        assert mine.question() == theirs.question()
