"""LangChain chat models, against a real server on loopback."""

import asyncio
import base64
import traceback

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_openai import ChatOpenAI
from openai_server import KEY, Drop, Raw, Say, Stall, Status
from pydantic import BaseModel

from sandbox.errors import (
    BadRequestError,
    ContextOverflowError,
    GarbledReplyError,
    ModelError,
    OutOfCreditError,
    RateLimitedError,
    TimedOutError,
    UnauthorisedError,
    UnavailableError,
    UsageError,
)
from sandbox.models.base import make_model
from sandbox.models.images import MemoryImages
from sandbox.models.langchain import from_langchain
from sandbox.models.schemas import schema_of
from sandbox.types import Message, Settings, TextPart

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
CHAT = (Message.of("system", "You are a pupil."), Message.of("user", "What is 1/2 + 1/3?"))


def model_at(server, **more):
    return make_model("langchain:openai/some-model", base_url=server.url, api_key=KEY, **more)


async def test_reply_brings_text_usage_and_the_model_that_answered(openai_server):
    openai_server.will(Say("2/5, I think."))
    completion = await model_at(openai_server).reply(CHAT, Settings())
    assert completion.text == "2/5, I think."
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (11, 7)
    assert completion.model == "some-model"
    assert openai_server.keys == [KEY]


async def test_settings_reach_the_server(openai_server):
    settings = Settings(
        temperature=0.9, max_tokens=50, seed=7, stop=("X:",), reasoning_effort="low"
    )
    completion = await model_at(openai_server).reply(CHAT, settings)
    (asked,) = openai_server.requests
    assert (asked["temperature"], asked["seed"], asked["stop"]) == (0.9, 7, ["X:"])
    assert 50 in (asked.get("max_tokens"), asked.get("max_completion_tokens"))
    assert asked["reasoning_effort"] == "low"
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert completion.unsent == ()


@pytest.mark.parametrize(
    ("said", "finish", "text"),
    [
        (Say("cut of", finish="length"), "length", "cut of"),
        (Say(""), "empty", ""),
        (Say("", refusal="I cannot help."), "refused", "I cannot help."),
        (Say("", finish="content_filter"), "refused", ""),
        (Say("<think>5/6</think>It is 2/5."), "stop", "It is 2/5."),
        (Say("thinking 5/6</think>It is 2/5."), "stop", "It is 2/5."),
        (Say("<think>never ends 5/6", finish="length"), "length", ""),
        (Say("It is 2/5.\nTUTOR: No."), "stop", "It is 2/5."),
    ],
)
async def test_every_ending_is_told_apart(openai_server, said, finish, text):
    openai_server.will(said)
    completion = await model_at(openai_server).reply(CHAT, Settings(stop=("\nTUTOR:",)))
    assert (completion.finish, completion.text) == (finish, text)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Status(400, "temperature: value above the maximum"), BadRequestError),
        (Status(400, "maximum context length is 8192"), ContextOverflowError),
        (Status(404, "The model does not exist"), BadRequestError),
        (Status(401, f"Incorrect API key provided: {KEY}"), UnauthorisedError),
        (Status(403, "not for you"), UnauthorisedError),
        (Status(429, "no quota", code="insufficient_quota"), OutOfCreditError),
        (Status(429, "slow down"), RateLimitedError),
        (Status(500), UnavailableError),
        (Status(503), UnavailableError),
        (Stall(1.0), TimedOutError),
        (Drop(), UnavailableError),
        (Raw(b'{"id": "x", "choices": [{"mess'), GarbledReplyError),
        (Raw(b"{}"), GarbledReplyError),
        (Raw(b'{"choices": []}'), GarbledReplyError),
    ],
)
async def test_every_failure_has_its_error_and_no_key(openai_server, step, error):
    openai_server.will(step)
    with pytest.raises(ModelError) as raised:
        await model_at(openai_server, patience_s=0.4 if isinstance(step, Stall) else 20).reply(
            CHAT, Settings()
        )
    assert type(raised.value) is error
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert len(openai_server.requests) == 1


async def test_retry_after_is_read(openai_server):
    openai_server.will(Status(429, headers={"Retry-After": "3"}))
    with pytest.raises(RateLimitedError) as raised:
        await model_at(openai_server).reply(CHAT, Settings())
    assert raised.value.retry_after == 3.0


async def test_what_a_model_does_not_take_is_learnt(openai_server):
    openai_server.refuses = {
        "temperature": "Unsupported value: 'temperature' does not support 0.9 with this model.",
        "system": "'messages[0].role' does not support 'system' with this model.",
    }
    model = model_at(openai_server)
    completion = await model.reply(CHAT, Settings(temperature=0.9))
    assert completion.unsent == ("temperature",)
    asked = len(openai_server.requests)
    await model.reply(CHAT, Settings(temperature=0.9))
    assert len(openai_server.requests) == asked + 1


async def test_images_go_with_the_type_of_their_bytes_and_as_words_where_there_are_no_eyes(
    openai_server,
):
    images = MemoryImages()
    chat = [Message(role="user", parts=(TextPart(text="See"), images.add(PNG, "a dot")))]
    await model_at(openai_server, images=images).reply(chat, Settings())
    blind = await model_at(openai_server, images=images, sees_images=False).reply(chat, Settings())
    seen, told = (request["messages"][0]["content"] for request in openai_server.requests)
    assert seen[1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert told == "See\n\n[Image: a dot]"
    assert blind.unsent == ("images",)


async def test_users_own_object_is_a_model(openai_server):
    own = ChatOpenAI(
        model="mine", base_url=openai_server.url, api_key=KEY, temperature=0.1, max_retries=0
    )
    model = from_langchain(own)
    await model.reply(CHAT, Settings())
    await model.reply(CHAT, Settings(temperature=0.9))
    assert [request["temperature"] for request in openai_server.requests] == [0.1, 0.9]
    assert own.temperature == 0.1
    openai_server.will(Status(401, f"bad {KEY}"))
    with pytest.raises(UnauthorisedError) as raised:
        await model.reply(CHAT, Settings())
    assert KEY not in str(raised.value)


async def test_setting_that_a_class_has_no_name_for_is_reported():
    model = from_langchain(GenericFakeChatModel(messages=iter(["two fifths"])))
    completion = await model.reply(CHAT, Settings(temperature=0.9, seed=1))
    assert completion.text == "two fifths"
    assert completion.unsent == ("seed", "temperature")
    assert completion.usage.input_tokens is None


def test_missing_provider_package_is_named():
    with pytest.raises(UsageError, match="pip install langchain-mistralai"):
        make_model("langchain:mistralai/mistral-small")


@pytest.mark.parametrize(
    "name", ["langchain:openai", "langchain:nobody/model", "langchain:openai/"]
)
def test_name_that_names_no_model_is_refused(name):
    with pytest.raises(UsageError):
        make_model(name, api_key=KEY)


def test_missing_key_is_a_usage_error(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match=r"(?i)api_key|key"):
        make_model("langchain:openai/gpt-4o")


def test_model_works_in_one_event_loop_after_another(openai_server):
    model = model_at(openai_server)
    for _ in range(3):
        assert asyncio.run(model.reply(CHAT, Settings())).text == "fine"


class Named(BaseModel):
    """The form that replies are asked for in below."""

    name: str


class CallsTools(GenericFakeChatModel):
    """A class that holds replies to a schema by a tool, as many providers' classes do."""

    def bind_tools(self, tools, **more):
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **more)


def called(**named):
    return AIMessage(content="", tool_calls=[{"name": "Named", "args": named, "id": "1"}])


async def test_class_with_tools_is_held_to_a_schema_by_one():
    model = from_langchain(CallsTools(messages=iter([called(name="Ada"), called(name="Éva")])))
    wish = Settings(reply_schema=schema_of(Named), json_reply=True)
    completion = await model.reply(CHAT, wish)
    assert (completion.text, completion.unsent) == ('{"name": "Ada"}', ())
    heard = []
    completion = await model.stream(CHAT, wish, heard.append)
    assert heard == [completion.text] == ['{"name": "Éva"}']


async def test_class_without_a_way_is_asked_in_words_and_that_is_reported():
    model = from_langchain(GenericFakeChatModel(messages=iter(['{"name": "Ada"}', "{}"])))
    wish = Settings(reply_schema=schema_of(Named), json_reply=True)
    completion = await model.reply(CHAT, wish)
    assert (completion.text, completion.unsent) == ('{"name": "Ada"}', ("reply_schema",))
    assert (await model.reply(CHAT, Settings(json_reply=True))).unsent == ("json_reply",)


async def test_stop_strings_cut_what_is_held_to_a_schema_here_and_are_reported():
    model = from_langchain(CallsTools(messages=iter([called(name="Ada")])))
    wish = Settings(reply_schema=schema_of(Named), stop=("da",))
    completion = await model.reply(CHAT, wish)
    assert (completion.text, completion.unsent) == ('{"name": "A', ("stop",))
