"""Replies of a given form: read, repaired once, else unscored with the raw reply kept."""

import re
from typing import Literal

import pytest
from openai_server import KEY, Say, Status
from pydantic import BaseModel, Field

from sandbox.models.base import make_model
from sandbox.models.replies import ask, read_reply
from sandbox.models.schemas import json_format, schema_of
from sandbox.models.scripted import Scripted
from sandbox.types import Completion, Message, Settings

ASK = [Message.of("user", "Judge this. Reply in JSON.")]


class Verdict(BaseModel):
    reasoning: str
    score: Literal[0, 1]
    notes: list[str] = Field(default_factory=list)


GOOD = '{"reasoning": "clear", "score": 1}'


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here is my verdict: {GOOD} Thank you.",
        "{'reasoning': 'clear', 'score': 1,}",
        f'<think>score 0? {{"score": 0}}</think>{GOOD}',
        f"score 0? </think>{GOOD}",
        f'{{"reasoning": "draft", "score": 0}} No, better: {GOOD}',
        f'{GOOD} (as {{"an": "aside"}})',
    ],
)
async def test_readable_reply_needs_one_call(reply):
    model = Scripted([reply])
    got = await ask(model, ASK, Settings(), Verdict)
    assert got.value == Verdict(reasoning="clear", score=1)
    assert not got.was_repaired
    ((_, asked),) = model.asked
    assert asked.json_reply
    assert asked.reply_schema == schema_of(Verdict)


async def test_unreadable_reply_is_repaired_once_with_what_was_wrong():
    model = Scripted(['{"reasoning": "x", "score": 7}', GOOD])
    got = await ask(model, ASK, Settings(), Verdict)
    assert got.value == Verdict(reasoning="clear", score=1)
    assert got.was_repaired
    asked = model.asked[1][0]
    assert asked[:1] == tuple(ASK)
    assert asked[-2].text == '{"reasoning": "x", "score": 7}'
    assert "score" in asked[-1].text


async def test_what_stays_unreadable_is_unscored_with_both_raw_replies():
    model = Scripted(["I would say good.", "Good, I said!"])
    got = await ask(model, ASK, Settings(), Verdict)
    assert got.value is None
    assert got.reason == "no JSON object in the reply"
    assert [each.text for each in got.replies] == ["I would say good.", "Good, I said!"]
    assert len(model.asked) == 2


async def test_refusal_is_not_argued_with():
    model = Scripted([Completion(text="I will not.", finish="refused")])
    got = await ask(model, ASK, Settings(), Verdict)
    assert (got.value, got.reason) == (None, "the model refused")


@pytest.mark.parametrize(
    ("completion", "reason"),
    [
        (Completion(text='{"reasoning": "long', finish="length"), "cut off at the token limit"),
        (Completion(text="", finish="length"), "cut off at the token limit before"),
        (Completion(text='{"reasoning": "x", "score": 1'), "never closes"),
        (Completion(text="", finish="empty"), "empty"),
        (Completion(text='{"score": 1}'), "reasoning: field required"),
        (Completion(text='{"reasoning": "x", "score": "1 of 1"}'), "score"),
        (Completion(text="{}"), "and|;"),
    ],
)
def test_unreadable_reply_has_its_reason(completion, reason):
    read = read_reply(completion, Verdict)
    assert read.value is None
    assert re.search(reason, read.reason)


def test_whole_object_in_a_reply_that_was_cut_later_is_read():
    completion = Completion(text=f"{GOOD} and further", finish="length")
    assert read_reply(completion, Verdict).value == Verdict(reasoning="clear", score=1)


def test_strict_schema_closes_every_object_and_requires_every_key():
    class Inner(BaseModel):
        default: int = 3

    class Outer(BaseModel):
        properties: Inner
        title: str | None = None

    form = json_format(schema_of(Outer))["json_schema"]
    assert form["strict"] is True
    schema = form["schema"]
    assert schema["required"] == ["properties", "title"]
    assert schema["additionalProperties"] is False
    inner = schema["$defs"]["Inner"]
    assert inner["required"] == ["default"]
    assert "default" in inner["properties"]
    assert "default" not in inner["properties"]["default"]


def test_schema_with_free_keys_is_sent_as_it_is_and_not_strict():
    class Free(BaseModel):
        scores: dict[str, int]

    form = json_format(schema_of(Free))["json_schema"]
    assert form["strict"] is False
    assert form["schema"] == Free.model_json_schema()


async def test_schema_goes_to_a_server_that_takes_it_and_is_left_out_else(openai_server):
    openai_server.default = lambda request: (
        Status(400, "'response_format' of type 'json_schema' is not supported")
        if request.get("response_format", {}).get("type") == "json_schema"
        else Say(GOOD)
    )
    model = make_model("openai:judge", base_url=openai_server.url, api_key=KEY)
    got = await ask(model, ASK, Settings(), Verdict)
    assert got.value == Verdict(reasoning="clear", score=1)
    sent = [request["response_format"]["type"] for request in openai_server.requests]
    assert sent == ["json_schema", "json_object"]
    assert got.replies[0].unsent == ("reply_schema",)
