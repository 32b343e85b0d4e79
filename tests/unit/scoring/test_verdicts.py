"""What a judge's reply says: never a wrong number, whatever it looks like."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.content.library import load
from sandbox.scoring.verdicts import complaint, read_verdicts
from sandbox.types import Completion

RUBRIC = load().rubric("adaptivity")
CRITERIA = [RUBRIC.criterion(name) for name in ("q1", "q2", "q12", "q13")]
ALL = {"q1": 1, "q2": -1, "q12": 2, "q13": 1}


def read(text, finish="stop"):
    found = read_verdicts(Completion(text=text, finish=finish), CRITERIA)
    assert list(found) == ["q1", "q2", "q12", "q13"]
    return found


def values(text, finish="stop"):
    return {name: verdict.value for name, verdict in read(text, finish).items()}


def full(**changed):
    return {n: {"reason": f"because {n}", "value": v} for n, v in (ALL | changed).items()}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(full()),
        json.dumps(dict(reversed(full().items()))),
        json.dumps({"ratings": full()}),
        json.dumps({"cognitive": {"q1": full()["q1"]}, "rest": {n: full()[n] for n in ("q2", "q12", "q13")}}),
        json.dumps({"ratings": [{"id": n, **entry} for n, entry in reversed(full().items())]}),
        json.dumps(ALL),
        json.dumps({n.upper(): str(v) for n, v in ALL.items()}),
        json.dumps({n: {"reason": "r", "value": RUBRIC.criterion(n).label(v).upper()} for n, v in ALL.items()}),
        "<think>" + json.dumps(full(q1=0)) + "</think>" + json.dumps(full()),
        "First try: " + json.dumps(full(q1=0)) + " No, rather: ```json\n" + json.dumps(full()) + "\n```",
        json.dumps({"q1": True, "q2": -1.0, "q12": "2", "q13": True}),
        '{"q1": {"value": 0}, "q1": {"value": 1}, "q2": -1, "q12": 2, "q13": 1}',
        json.dumps({"q1": 1, "q2": "−1", "q12": {"score": 2}, "q13": {"verdict": "error present"}}),
    ],
)  # fmt: skip
def test_verdicts_are_read_from_every_form_in_any_order(text):
    assert values(text) == ALL


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("", "empty", "the reply is empty"),
        ("I would give q1 a 1 and q2 a 0.", "stop", "no verdicts in a JSON object"),
        ("q1: 1, q2: -1, q12: 2, q13: 1", "stop", "no verdicts in a JSON object"),
        ('{"verdict": "good"}', "stop", "no verdicts in a JSON object"),
        ('{"q1": {"reason": "a", "value": 1}, "q2": {"reason"', "length", "its JSON object is cut off"),
        ("Let me think about", "length", "cut off at the token limit"),
        ("I will not rate children.", "refused", "the judge refused"),
    ],
)  # fmt: skip
def test_reply_without_verdicts_is_unread_with_its_reason(text, finish, reason):
    found = read(text, finish)
    assert all(verdict.value is None and verdict.reason == reason for verdict in found.values())


@pytest.mark.parametrize(
    ("criterion", "given"),
    [
        ("q1", 2), ("q1", -1), ("q1", 0.5), ("q1", "1/1"), ("q1", "maybe"), ("q1", None), ("q1", []),
        ("q1", "0 or 1"), ("q1", "1 (yes)"), ("q1", ""), ("q1", {"reason": "but no value"}),
        ("q1", {"value": 1, "score": 0}), ("q1", {"value": 1, "label": "no"}), ("q1", 1e300),
        ("q2", True), ("q2", 2), ("q2", "present"), ("q12", 3), ("q12", 1.5), ("q12", "fully"),
        ("q13", "no error"), ("q13", -1), ("q13", {"value": {"value": 1}}), ("q13", "NaN"),
    ],
)  # fmt: skip
def test_verdict_that_is_not_on_offer_is_unread_and_costs_no_other(criterion, given):
    found = read(json.dumps({**full(), criterion: given}))
    assert found[criterion].value is None
    assert criterion in found[criterion].reason
    assert all(found[n].value == v for n, v in ALL.items() if n != criterion)
    assert complaint(found) == found[criterion].reason


def test_missing_criterion_is_unread_and_no_earlier_draft_fills_it():
    draft, final = full(), {n: e for n, e in full(q1=0).items() if n != "q13"}
    found = read(json.dumps(draft) + "\n" + json.dumps(final))
    assert found["q13"].reason == "no verdict on q13"
    assert found["q1"].value == 0


def test_torn_correction_does_not_let_the_draft_count():
    assert set(
        values(json.dumps(full()) + ' Correction: {"q1": {"reason": "no", "va').values()
    ) == {None}


def test_criteria_that_were_not_asked_about_are_passed_over():
    assert values(json.dumps({**full(), "q3": 1, "q99": 7, "total": 100})) == ALL


@given(st.text(max_size=200))
def test_no_text_without_an_object_gives_a_value(text):
    assert set(values(text.replace("{", "(")).values()) == {None}


@given(st.dictionaries(st.sampled_from(["q1", "q2", "q12", "q13"]),
                       st.one_of(st.integers(-5, 5), st.floats(allow_nan=False), st.text(max_size=5))))  # fmt: skip
def test_value_is_always_one_on_offer(reply):
    for name, value in values(json.dumps(reply)).items():
        assert value is None or value in RUBRIC.criterion(name).values
