"""From a drawn whiteboard video to reviewed key-step items, over the command line and a server."""

import json
import sys
from pathlib import Path

import pytest
from command import sandbox, well
from openai_server import KEY, Raw, Say, Status, sent_images

from sandbox.content.keysteps import GENERIC, SPECIFIC, read_keysteps

sys.path.append(str(Path(__file__).parents[1] / "unit" / "keysteps"))
from whiteboard import write_video

STEPS = {"steps": [
    {"reason": "The bracket hides a product.", "at": 12.9, "before": "0:04.6"},
    {"reason": "Out of the video.", "at": 99, "before": 3},
    {"reason": "Backwards.", "at": 3, "before": 5},
]}  # fmt: skip
QUESTION = {
    "question": "How do I get rid of the bracket?", "detail": "The 3 stands before both terms.",
    "operation": "Multiply both terms by 3.", "step": "3x - 12 = 18",
}  # fmt: skip
SCHEME = {"task": "Solve 3(x - 4) = 18."} | {
    name: {"criterion": f"On {name}.", "condition_for_1": "Yes.", "condition_for_0": "No."}
    for name in SPECIFIC
}
SRT = "1\n00:00:02,000 --> 00:00:04,000\nThree times a bracket.\n\n2\n00:00:15,000 --> 00:00:16,000\nTen.\n"


@pytest.fixture
def video(tmp_path):
    return write_video(tmp_path / "my_board.mp4")


@pytest.fixture
def answering(openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    openai_server.default = reply
    return openai_server


def reply(request):
    system = request["messages"][0]["content"]
    kind = STEPS if "Find the key steps" in system else QUESTION
    return Say(json.dumps(SCHEME if "marking scheme" in system else kind))


def built(server, video, folder, *more):
    return sandbox(
        "build-keysteps", video, "--model", "openai:gpt-4o", "--base-url", server.url,
        "--out", folder, *more,
    )  # fmt: skip


def accept_all(folder, *extra, but=()):
    frames = [
        {"kind": "frame", "name": f"{frame['at']:g}"}
        for line in (folder / "drafts.jsonl").read_text().splitlines()
        for frame in json.loads(line)["context"]
    ]
    criteria = [{"kind": "criterion", "name": name} for name in (*SPECIFIC, *GENERIC)]
    wanted = [{"kind": "step"}, *frames, {"kind": "question"}, *criteria]
    lines = [
        {"draft": "my-board_12.9", "target": target, "verdict": "accept"}
        for target in wanted
        if target not in but
    ]
    path = folder.parent / "decisions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in [*lines, *extra]))
    return path


def test_a_video_becomes_drafts_a_review_and_a_released_set(answering, video, tmp_path):
    speech = tmp_path / "said.srt"
    speech.write_text(SRT)
    folder = tmp_path / "drafts"
    said = built(answering, video, folder, "--transcript", speech)
    assert said.code == 0, said
    assert "3 key steps proposed, 1 drafted; nothing is reviewed yet." in said.out
    assert "99 s is after the end of the video" in said.err
    assert "the step before (5 s) is not before it (3 s)" in said.err
    assert json.loads((folder / "build.json").read_text())["boundaries"] == [6.0, 14.0]

    well("review-keysteps", folder, "--reviewer", "ann", "--decisions", accept_all(folder))
    held = sandbox("release-keysteps", folder, "--out", tmp_path / "out" / "items.jsonl")
    assert held.code == 1
    assert "second, blind review is not finished" in held.err
    edit = {
        "draft": "my-board_12.9", "target": {"kind": "question"}, "verdict": "edit",
        "changes": {"question": "What does the 3 do?"},
    }  # fmt: skip
    well(
        "review-keysteps", folder, "--reviewer", "bob",
        "--decisions", accept_all(folder, edit, but=({"kind": "question"},)),
    )  # fmt: skip
    typed = "e\n\n\nWhat does the 3 do?\n\n"  # detail, operation, question, step
    settled = well("review-keysteps", folder, "--reviewer", "eve", "--settle", typed=typed)
    assert "question" in settled.out
    done = well("release-keysteps", folder, "--out", tmp_path / "out" / "items.jsonl")
    assert "1 item written" in done.out
    (item,) = read_keysteps(tmp_path / "out" / "items.jsonl").items
    assert item.question == "What does the 3 do?"
    assert item.reference.step == "3x - 12 = 18"
    assert item.images == ("my-board_5.5.png", "my-board_12.9.png")
    assert (item.before, item.after) == (("Three times a bracket.",), ("Ten.",))


def test_the_model_sees_the_pictures_with_their_times_and_the_speech(answering, video, tmp_path):
    speech = tmp_path / "said.srt"
    speech.write_text(SRT)
    built(answering, video, tmp_path / "drafts", "--transcript", speech)
    first, question, scheme = answering.requests
    parts = first["messages"][1]["content"]
    times = [part["text"] for part in parts[1:] if part["type"] == "text"]
    assert [each for each in times if each.endswith(" s:")][0::8] == ["0.4 s:", "7.1 s:", "13.8 s:"]
    assert len({p["image_url"]["url"] for p in parts if p["type"] == "image_url"}) >= 3
    assert "2.0 s: Three times a bracket." in parts[0]["text"]
    for request in (question, scheme):
        parts = request["messages"][1]["content"]
        assert [p["text"] for p in parts[1:] if p["type"] == "text"] == ["5.5 s:", "12.9 s:"]


def test_a_build_that_broke_off_asks_nothing_again_that_was_answered(answering, video, tmp_path):
    answering.will(reply({"messages": [{"content": "Find the key steps"}]}), Status(401))
    broken = built(answering, video, tmp_path / "drafts")
    assert broken.code == 1
    calls = len(answering.requests)
    again = built(answering, video, tmp_path / "drafts")
    assert again.code == 0, again
    assert len(answering.requests) - calls == 2
    assert "holds a build already" in built(answering, video, tmp_path / "drafts").err


def test_a_reply_that_cannot_be_read_leaves_a_draft_that_says_so(answering, video, tmp_path):
    answering.will(Say(json.dumps(STEPS)), Say("I think the bracket."), Say("Sorry, no."))
    said = built(answering, video, tmp_path / "drafts")
    assert said.code == 0, said
    draft = json.loads((tmp_path / "drafts" / "drafts.jsonl").read_text())
    assert draft["qa"] is None
    assert draft["criteria"] == []
    assert "no JSON object" in draft["faults"][0]
    shown = well("review-keysteps", tmp_path / "drafts", "--reviewer", "ann", typed="r\n")
    assert "no question and reference" in shown.out
    assert "Nothing is left for ann." in shown.out


def test_no_readable_key_steps_is_an_error_and_leaves_no_build(answering, video, tmp_path):
    answering.will(Say("None that I see."), Say("Really none."))
    said = built(answering, video, tmp_path / "drafts")
    assert said.code == 1
    assert "no key steps can be read" in said.err
    assert not (tmp_path / "drafts" / "build.json").exists()


def test_garbage_from_the_server_is_an_error_with_a_message(answering, video, tmp_path):
    answering.default = lambda request: Raw(b"<html>")
    said = built(answering, video, tmp_path / "drafts")
    assert said.code == 1
    assert "Traceback" not in said.err


def test_the_pictures_of_a_draft_are_sent_byte_for_byte_as_they_are_kept(
    answering, video, tmp_path
):
    built(answering, video, tmp_path / "drafts")
    kept = [(tmp_path / "drafts" / "images" / f"my-board_{at}.png").read_bytes() for at in (5.5, 12.9)]  # fmt: skip
    for request in answering.requests[1:]:
        assert sent_images(request) == kept


def test_a_model_whose_provider_takes_no_pictures_drafts_nothing(answering, video, tmp_path):
    refusing = Status(400, "image_url is not supported by this model")
    answering.default = lambda request: refusing if sent_images(request) else reply(request)
    said = built(answering, video, tmp_path / "drafts")
    assert said.code == 1
    assert "sees no images" in said.err
    assert not (tmp_path / "drafts" / "build.json").exists()
    assert len(answering.requests) == 2


def test_a_model_without_eyes_is_refused_before_it_is_asked(video, tmp_path):
    said = sandbox("build-keysteps", video, "--model", "double:empty", "--out", tmp_path / "drafts")
    assert said.code == 1
