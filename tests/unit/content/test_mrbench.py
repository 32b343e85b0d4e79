"""MRBench files in both shapes, with the faults that occur in such files. All records are ours."""

import json

import pytest

from sandbox.content.importers.mrbench import LABELS, import_mrbench, turns_of
from sandbox.errors import ImportFormatError, UsageError

HISTORY = (
    "Tutor: Hi, please solve this. The question is: Ana has 3 bags of 4 nuts. How many nuts has she?"
    "\u00a0\n\u00a0Student: 3 + 4 = 7\nNote: I added.\n 7\u00a0\n\u00a0Turor: How many bags are there?"
    "\u00a0\n\u00a0Student: 3"
)
YES = {"Mistake_Identification": "Yes", "Providing_Guidance": "To some extent"}


def record(**changed):
    return {
        "conversation_id": "c-1", "conversation_history": HISTORY, "Data": "Ours", "Topic": "Not Available",
        "Ground_Truth_Solution": "3 * 4 = 12\n 12",
        "anno_llm_responses": {
            "A": {"response": "And in each bag?", "annotation": {**YES, "Revealing_of_the_Answer": "No", "humanlikeness": "yes"}},
            "B": {"response": "It is 12.", "annotation": {**YES, "Revealing_of_the_Answer": "Yes (and the answer is  correct)"}},
        },
        **changed,
    }  # fmt: skip


def read(tmp_path, *records):
    path = tmp_path / "bench.json"
    path.write_text(json.dumps(list(records)), encoding="utf-8")
    return import_mrbench(path)


def test_version_2_gives_turns_question_key_and_folded_labels(tmp_path):
    (found,) = read(tmp_path, record()).conversations
    assert [seat for seat, _ in found.talk] == ["tutor", "student", "tutor", "student"]
    assert found.talk[1][1] == "3 + 4 = 7\nNote: I added.\n 7"
    assert found.question == "Ana has 3 bags of 4 nuts. How many nuts has she?"
    assert (found.answer, found.is_keyed, found.topic) == ("12", True, "")
    assert (
        found.replies[1].labels["revealing_of_the_answer"] == LABELS["revealing_of_the_answer"][0]
    )
    assert found.replies[0].labels["humanlikeness"] == "yes"


def test_version_3_has_no_key_and_another_name_for_replies(tmp_path):
    other = record(tutor_responses=record()["anno_llm_responses"])
    for key in ("anno_llm_responses", "Ground_Truth_Solution", "Topic", "Data"):
        del other[key]
    (found,) = read(tmp_path, other).conversations
    assert (found.is_keyed, len(found.replies)) == (False, 2)


@pytest.mark.parametrize("missing", ["Not Available", "", None])
def test_key_that_is_not_available_is_none(tmp_path, missing):
    (found,) = read(tmp_path, record(Ground_Truth_Solution=missing)).conversations
    assert not found.is_keyed


def test_two_records_of_one_conversation_are_both_kept(tmp_path):
    assert len(read(tmp_path, record(), record()).conversations) == 2


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"conversation_id": ""}, "has no conversation_id"),
        ({"conversation_history": None}, "has no conversation_history"),
        ({"conversation_history": "nobody speaks"}, "names no speaker"),
        ({"anno_llm_responses": []}, "neither anno_llm_responses nor tutor_responses"),
    ],
)
def test_bad_record_is_left_out_with_its_place(tmp_path, changed, reason):
    found = read(tmp_path, record(), record(**changed))
    assert len(found.conversations) == 1
    (fault,) = found.skipped
    assert fault.place == "bench.json: record 2"
    assert reason in fault.what


def test_bad_label_and_empty_reply_are_reported_and_never_guessed(tmp_path):
    replies = {
        "A": {
            "response": "Hm?",
            "annotation": {"Mistake_Identification": "Perhaps", "Charm": "Yes"},
        },
        "B": {"response": " ", "annotation": YES},
        "C": "no object",
    }
    found = read(tmp_path, record(anno_llm_responses=replies))
    assert [reply.labels for reply in found.conversations[0].replies] == [{}]
    said = [str(fault) for fault in found.skipped]
    assert len(said) == 4
    assert "record 1, A: Mistake_Identification: 'Perhaps' is none of yes" in said[0]


@pytest.mark.parametrize("text", ["{}", "[]", "not json", '[{"x": 1}]'])
def test_other_file_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ImportFormatError):
        import_mrbench(path)
    with pytest.raises(UsageError):
        import_mrbench(tmp_path / "absent.json")


def test_colon_inside_a_turn_begins_no_turn():
    assert len(turns_of("Tutor: Note: 3:4 is a ratio.\nSteps: add.\nStudent: ok")) == 2
