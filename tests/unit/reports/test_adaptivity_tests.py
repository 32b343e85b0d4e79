"""The tests of an adaptivity run: each design once, and only what was tested is qualified."""

import csv
import io
import random
import re

import pytest

from sandbox.content.library import load
from sandbox.reports.adaptivity_tests import anova_table, criteria_test_table
from sandbox.reports.replies import Replies, Reply, totals_of
from sandbox.scoring.adaptivity import QUESTIONS

RUBRIC = load().rubrics["adaptivity"]


def replies(tutors=("a", "b"), contexts=("C1", "C4"), correctness=1.0, said=1):
    chance = random.Random(7)
    made = []
    for tutor in tutors:
        for tier in ("high", "low"):
            for context in contexts:
                for item in range(6):
                    values = {name: chance.choice([0.0, 1.0]) for name in QUESTIONS}
                    totals = {
                        "adaptivity": sum(values.values()) / 9,
                        "correctness": correctness,
                        "quality": None,
                    }
                    made.append(
                        Reply(
                            tutor, "4", tier, context, str(item), 0, ("Hm.",) * said, (),
                            values, totals, 1.0, 0.0,
                        )
                    )  # fmt: skip
    return Replies(tuple(made), ("signals",), RUBRIC)


def test_a_measure_that_is_not_tested_leaves_no_word_on_constant_cells():
    table = anova_table(replies())
    assert [row[0] for row in table.rows if "no test" in str(row[3])] == ["correctness"] * 2
    assert not any("No variance" in note for note in table.notes)


def test_the_numbers_of_a_test_stand_in_columns_of_their_own():
    lines = list(csv.DictReader(io.StringIO(anova_table(replies()).csv())))
    tested = [line for line in lines if line["APA F"]]
    assert tested
    for line in tested:
        assert line["APA"].startswith(f"F({line['df effect']}, {line['df error']}) = ")
        shown = re.search(r"= (\S+),", line["APA"])
        assert shown is not None
        assert f"{float(line['APA F']):.2f}" == shown[1]
        assert 0 <= float(line["p"]) <= float(line["Holm"]) <= 1
    for line in lines:
        if not line["APA F"]:
            assert line["p"] == line["Holm"] == line["SS"] == ""


def test_constant_cells_are_named_with_measure_and_design():
    held = replies(tutors=("a", "b"))
    kept = [
        Reply(**{**vars(each), "totals": {**each.totals, "adaptivity": 0.5}})
        if (each.tutor, each.tier) == ("b", "low")
        else each
        for each in held.all
    ]
    (note,) = [
        note
        for note in anova_table(Replies(tuple(kept), held.raters, RUBRIC)).notes
        if "No variance" in note
    ]
    assert "adaptivity, tier × tutor: low × b" in note
    assert "context" not in note


def test_a_test_that_two_designs_share_is_made_and_corrected_for_once():
    table = anova_table(replies(tutors=("a",), contexts=("C4",), correctness=None))
    ((_, design, _, _, _, _, _, p, holm),) = table.rows
    assert design == "tier"
    assert p == holm
    within = criteria_test_table(replies(tutors=("a",), contexts=("C4",))).rows
    assert len({row[1:] for row in within}) == len(within)


@pytest.mark.parametrize(("said", "unit"), [(1, "one reply"), (2, "one conversation")])
def test_the_unit_is_what_was_rated(said, unit):
    assert anova_table(replies(said=said)).notes[0].startswith(f"Unit: {unit}, rated by signals")


def test_an_incomplete_questionnaire_enters_no_total():
    whole = dict.fromkeys(QUESTIONS, 1.0)
    part = {**dict.fromkeys(QUESTIONS, 0.0), "q3": None}
    given = {"human:R1": whole, "human:R2": part}
    found = totals_of(RUBRIC, given, ["human:R1", "human:R2"])
    assert found["adaptivity"] == totals_of(RUBRIC, given, ["human:R1"])["adaptivity"] == 1
    assert totals_of(RUBRIC, given, ["human:R2"])["adaptivity"] is None
    both = {"human:R1": whole, "human:R2": dict.fromkeys(QUESTIONS, 0.0)}
    assert totals_of(RUBRIC, both, ["human:R1", "human:R2"])["adaptivity"] == 0.5


def test_exact_mathematics_has_the_last_word_in_each_raters_total():
    given = {
        "human:R1": {"q10": 0.0, "q11": 1.0, "q12": 2.0},
        "exact": {"q10": 1.0},
    }
    assert totals_of(RUBRIC, given, ["human:R1"])["correctness"] == 1
