"""Key-step files of others and of our own: what is read, what is reported with its line, what is kept.

The records are small ones of our own in the released form."""

import hashlib
import json

import pytest

from sandbox.content.keysteps import KEPT, keep_keysteps, read_keysteps
from sandbox.errors import ImportFormatError, UsageError

PNG = b"\x89PNG\r\n\x1a\n"
CRITERIA = [
    {"id": name, "criterion": "It does.", "condition_for_1": "yes", "condition_for_0": "no"}
    for name in (
        "insight_identification", "operation_prescription", "operation_execution",
        "solution_scope_control", "brevity", "coherence",
    )
]  # fmt: skip
ANSWER = "[key detail]: a product. [key operation]: divide. [next step]: x = 3"


def record(number=1, **changed):
    return {
        "instance_id": f"v_{number}", "video_id": "v", "uploader_id": "u", "video_title": "Equations",
        "keyframe_timestamp": 12.5, "prev_step_timestamp": 8, "img": f"{number}.png",
        "prev_img": ["0.png"], "pic_num": 2, "question": "What now?", "answer": ANSWER,
        "sentence": "so", "before": ["a", "b"], "after": ["c"], "before_denoised": ["a b"],
        "after_denoised": "c", "vlm_reason": "r", "is_key_concept": True, "category": "high",
        "domain": "Algebra", "difficulty_score": 5,
        "rubric": {"task_description": "t", "evaluation_criteria": CRITERIA}, **changed,
    }  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.png").write_bytes(PNG + bytes([number]))
    return tmp_path


def written(folder, *records):
    path = folder / "released.jsonl"
    path.write_text(
        "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in records)
    )
    return path


@pytest.mark.parametrize(
    ("given", "kept"),
    [("one text", ("one text",)), (["a", "b"], ("a", "b")), ("", ("",)), (None, ()), ([], ())],
)
def test_denoised_speech_may_be_a_text_or_a_list(folder, given, kept):
    changed = {"before_denoised": given, "after_denoised": given}
    (item,) = read_keysteps(written(folder, record(**changed))).items
    assert item.before_denoised == item.after_denoised == kept


def test_missing_image_is_reported_with_its_line_and_name(folder):
    path = written(
        folder, record(1), record(2, img="gone.png", prev_img=["0.png", "lost.png"]), record(3)
    )
    found = read_keysteps(path)
    assert [item.instance_id for item in found.items] == ["v_1", "v_3"]
    (fault,) = found.skipped
    assert str(fault) == "released.jsonl: line 2: v_2: no image lost.png, gone.png"


def test_images_may_lie_in_another_folder(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("records")
    assert len(read_keysteps(written(elsewhere, record()), folder).items) == 1
    with pytest.raises(ImportFormatError, match="no image"):
        read_keysteps(written(elsewhere, record()))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"answer": "Divide by 3."}, "the reference has no [key detail]"),
        ({"answer": ANSWER + " [next step]: again"}, "[next step] stands twice"),
        ({"rubric": {"evaluation_criteria": CRITERIA[1:]}}, "no criterion insight_identification"),
        ({"rubric": {"evaluation_criteria": [*CRITERIA, CRITERIA[0]]}}, "stands twice"),
        ({"question": ""}, "question"),
        ({"img": "../1.png"}, "leads out of the image folder"),
        ({"keyframe_timestamp": -1}, "keyframe_timestamp"),
    ],
)
def test_record_that_cannot_be_used_is_reported_with_its_line(folder, changed, why):
    found = read_keysteps(written(folder, record(1), record(2, **changed)))
    assert len(found.items) == 1
    assert why in str(found.skipped[0])
    assert "line 2" in str(found.skipped[0])


def test_torn_and_repeated_lines_are_reported_and_the_rest_is_read(folder):
    found = read_keysteps(
        written(folder, '{"instance_id": "v_', record(1), record(1), "[]", record(2))
    )
    assert len(found.items) == 2
    assert [str(fault).split(":")[1].strip() for fault in found.skipped] == [
        "line 1",
        "line 3",
        "line 4",
    ]


def test_keys_of_their_own_and_another_scale_are_let_be(folder):
    (item,) = read_keysteps(
        written(folder, record(difficulty_score=5, license="x", domain="Topology"))
    ).items
    assert (item.difficulty_score, item.domain, item.exact) == (5, "Topology", None)


def test_kept_pictures_are_stored_once_by_their_content(folder, tmp_path):
    path = keep_keysteps(read_keysteps(written(folder, record(1), record(2))), tmp_path / "kept")
    kept = read_keysteps(path)
    assert path.name == KEPT
    names = {name for item in kept.items for name in item.images}
    assert len(names) == 3, "the page before is the same for both"
    for name in names:
        data = kept.picture(name).read_bytes()
        assert name == f"images/{hashlib.sha256(data).hexdigest()}"
    again = keep_keysteps(kept, tmp_path / "again")
    assert read_keysteps(again).items == kept.items


def test_folder_that_cannot_be_written_is_said(folder, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        keep_keysteps(read_keysteps(written(folder, record())), tmp_path / "file" / "in")
