"""Rubrics as data: what is bundled holds together, and every fault is reported with its key."""

import pytest

from sandbox.content.library import load, read_library
from sandbox.errors import UnknownNameError

GOOD = """
- id: tiny
  title: "Tiny"
  about: "Two questions."
  source: "ours"
  rates: reply
  criteria:
    - {id: kind, title: "Kind", dimension: "tone", asks: "Is it kind?", look_at: "The words.", choices: [{value: 0, label: "no"}, {value: 1, label: "yes"}], polarity: higher-is-better, weight: 0.4, settled_by: judge}
    - {id: slips, title: "Slips", dimension: "form", asks: "Slips?", look_at: "Spelling.", choices: [{value: 2, label: "many"}, {value: 1, label: "some"}, {value: 0, label: "none"}], polarity: lower-is-better, weight: 0.6, settled_by: judge}
    - {id: extra, title: "Extra", dimension: "form", asks: "More?", look_at: "All.", choices: [{value: 0, label: "no"}, {value: 1, label: "yes"}], polarity: higher-is-better, weight: 0, settled_by: judge, is_optional: true}
  totals:
    - {id: total, title: "Total", how: weighted, of: [kind, slips]}
  cases:
    - {about: "one", problem: "1 + 1?", transcript: "Well?", ratings: {kind: {value: 1, why: "kind"}, slips: {value: 0, why: "none"}}}
    - {about: "two", problem: "1 + 1?", transcript: "Wel?", ratings: {kind: {value: 1, why: "kind"}, slips: {value: 1, why: "one"}}}
    - {about: "three", problem: "1 + 1?", transcript: "No!", ratings: {kind: {value: 0, why: "curt"}, slips: {value: 0, why: "none"}}}
"""


def faults_of(tmp_path, *changes):
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    folder = tmp_path / "tasks" / "rubrics"
    folder.mkdir(parents=True)
    (folder / "tiny.yaml").write_text(text, encoding="utf-8")
    return [str(fault) for fault in read_library((tmp_path,))[1]]


def test_good_rubric_has_no_fault(tmp_path):
    assert faults_of(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ("polarity: lower-is-better", "polarity: higher-is-better", "criteria.1.choices",
         "their values must rise: [2, 1, 0]"),
        ("polarity: higher-is-better", "polarity: lower-is-better", "criteria.0.choices",
         "their values must fall: [0, 1]"),
        ("{value: 0, label: \"no\"}, {value: 1, label: \"yes\"}", "{value: -1, label: \"no\"}, {value: 0, label: \"yes\"}",
         "criteria.0.choices", "must be above 0"),
        ("label: \"some\"", "label: \"MANY\"", "criteria.1.choices", "the same label"),
        ("weight: 0.4", "weight: 0.3", "totals.0.of", "must add up to 1, not 0.9"),
        ("of: [kind, slips]", "of: [kind, slip]", "totals.0.of", "'slip' is no criterion"),
        ("of: [kind, slips]", "of: [kind, slips, extra]", "totals.0.of", "extra is optional"),
        ("id: slips", "id: kind", "criteria.1.id", "'kind' names another"),
        ("{id: total", "{id: kind", "totals.0.id", "'kind' names another"),
        ("{id: kind, title", "{id: value, title", "criteria.0.id", "none of id"),
        ("slips: {value: 1, why", "slips: {value: 3, why", "cases.1.ratings.slips.value",
         "3 is not on offer: 2, 1, 0"),
        ("kind: {value: 0, why: \"curt\"}, ", "", "cases.2.ratings", "lacks kind"),
        ("settled_by: judge", "settled_by: vote", "criteria.0.settled_by", "'exact', 'judge' or"),
        ("polarity: higher-is-better, ", "", "criteria.0.polarity", "is missing"),
        ("value: 2, label: \"many\"", "value: \"2\", label: \"many\"", "criteria.1.choices.0.value",
         "valid integer"),
        ("rates: reply", "rates: mood", "rates", "'reply' or 'session'"),
    ],
)  # fmt: skip
def test_fault_is_reported_with_file_line_and_key(tmp_path, old, new, key, what):
    found = faults_of(tmp_path, (old, new))
    assert any(
        fault.startswith("tasks/rubrics/tiny.yaml:") and f"{key}: " in fault and what in fault
        for fault in found
    ), found


def test_all_faults_are_reported_at_once(tmp_path):
    found = faults_of(
        tmp_path,
        ("polarity: lower-is-better", "polarity: higher-is-better"),
        ("weight: 0.4", "weight: 0.3"),
        ("of: [kind, slips]", "of: [kind, slips, extra]"),
    )
    assert len(found) == 3


def test_rubric_with_two_cases_is_refused(tmp_path):
    three = GOOD.splitlines()[-1]
    assert any("cases: " in fault for fault in faults_of(tmp_path, (three, "")))


def test_bundled_adaptivity_rubric_has_the_19_questions_of_the_study():
    rubric = load().rubric("adaptivity")
    assert rubric.ids == tuple(f"q{number}" for number in range(1, 20))
    assert [rubric.criterion(name).values for name in ("q2", "q3")] == [(-1, 0, 1)] * 2
    assert rubric.criterion("q12").values == (0, 1, 2)
    assert [c.id for c in rubric.criteria if c.settled_by == "exact"] == ["q10", "q11", "q12"]
    assert [c.id for c in rubric.criteria if c.settled_by == "signal"] == list(rubric.ids[:9])


def test_errors_of_the_adaptivity_rubric_count_1_when_present():
    rubric = load().rubric("adaptivity")
    for number in range(13, 20):
        criterion = rubric.criterion(f"q{number}")
        assert criterion.polarity == "lower-is-better"
        assert [(c.value, c.label) for c in criterion.choices] == [
            (1, "error present"),
            (0, "no such error"),
        ]
        assert (criterion.share(1), criterion.share(0)) == (0, 1)


def test_key_step_weights_are_the_published_ones_and_sum_to_1():
    rubric = load().rubric("key-step")
    weights = {c.id: c.weight for c in rubric.criteria if not c.is_optional}
    assert weights == {
        "insight_identification": 0.25,
        "operation_prescription": 0.15,
        "operation_execution": 0.15,
        "solution_scope_control": 0.2,
        "brevity": 0.1,
        "coherence": 0.15,
    }
    specific = [c.id for c in rubric.criteria if c.is_specific]
    assert specific == list(weights)[:4]


def test_unknown_rubric_is_named_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="adaptivity"):
        load().rubric("adaptivty")
