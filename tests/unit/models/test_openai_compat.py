"""OpenAI-compatible servers, through the official SDK, against a real server on loopback."""

import asyncio
import base64
import logging
import traceback

import pytest
from openai_server import KEY, Drop, Raw, Say, Stall, Status

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
from sandbox.models.base import address_of, make_model
from sandbox.models.images import MemoryImages
from sandbox.models.scripted import echo
from sandbox.models.wrappers import WithDefaults
from sandbox.types import Message, ReplySchema, Settings, TextPart

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PLAIN = Settings()
CHAT = (Message.of("system", "You are a pupil."), Message.of("user", "What is 1/2 + 1/3?"))


def model_at(server, **more):
    return make_model("openai:some-model", base_url=server.url, api_key=KEY, **more)


async def ask(server, settings=PLAIN, messages=CHAT, **more):
    return await model_at(server, **more).reply(messages, settings)


async def test_reply_brings_text_usage_and_the_model_that_answered(openai_server):
    openai_server.will(Say(" 2/5, I think. "))
    completion = await ask(openai_server)
    assert completion.text == "2/5, I think."
    assert completion.finish == "stop"
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (11, 7)
    assert completion.model == "some-model"
    assert completion.cost_usd is None
    assert openai_server.keys == [KEY]


@pytest.mark.parametrize("name", ["openai:some-model", "langchain:openai/some-model"])
async def test_model_tells_its_server_also_where_the_environment_names_it(
    openai_server, monkeypatch, name
):
    assert (
        address_of(make_model(name, base_url=openai_server.url, api_key=KEY)) == openai_server.url
    )
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    model = WithDefaults(make_model(name, api_key=KEY), Settings(max_tokens=1))
    assert address_of(model) == "http://127.0.0.1:9/v1"
    assert address_of(echo()) == ""


async def test_usage_that_is_not_told_is_unknown_and_not_zero(openai_server):
    openai_server.will(Say("x", usage=None))
    assert (await ask(openai_server)).usage.input_tokens is None


async def test_cached_input_tokens_are_counted_apart(openai_server):
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    openai_server.will(Say("x", usage={**usage, "prompt_tokens_details": {"cached_tokens": 4}}))
    assert (await ask(openai_server)).usage.cached_input_tokens == 4


async def test_every_setting_reaches_the_server(openai_server):
    schema = ReplySchema(
        name="verdict", body={"type": "object", "properties": {"a": {"type": "string"}}}
    )
    await ask(
        openai_server,
        Settings(
            temperature=0.9,
            max_tokens=50,
            seed=7,
            stop=("TUTOR:",),
            reply_schema=schema,
            reasoning_effort="low",
        ),
    )
    (asked,) = openai_server.requests
    assert asked["temperature"] == 0.9
    assert asked["max_tokens"] == 50
    assert asked["seed"] == 7
    assert asked["stop"] == ["TUTOR:"]
    assert asked["reasoning_effort"] == "low"
    assert asked["response_format"]["json_schema"]["strict"] is True
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]


async def test_what_is_not_set_is_not_sent(openai_server):
    await ask(openai_server)
    assert set(openai_server.requests[0]) == {"model", "messages"}


async def test_json_mode_is_asked_for_only_where_a_message_speaks_of_json(openai_server):
    wish = Settings(json_reply=True)
    await ask(openai_server, wish)
    await ask(openai_server, wish, [Message.of("user", "Reply in JSON.")])
    assert "response_format" not in openai_server.requests[0]
    assert openai_server.requests[1]["response_format"] == {"type": "json_object"}


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize(
    ("said", "finish", "text"),
    [
        (Say("cut of", finish="length"), "length", "cut of"),
        (Say("", finish="length"), "length", ""),
        (Say(""), "empty", ""),
        (Say("  \n "), "empty", ""),
        (Say("", refusal="I cannot help."), "refused", "I cannot help."),
        (Say("", finish="content_filter"), "refused", ""),
        (Say("<think>2/5? no, 5/6</think>It is 2/5."), "stop", "It is 2/5."),
        (Say("still thinking</think>It is 2/5."), "stop", "It is 2/5."),
        (Say("It is 2/5.<think>or is it"), "stop", "It is 2/5."),
        (Say("<think>never ends", finish="length"), "length", ""),
        (Say("It is 2/5.\nTUTOR: No."), "stop", "It is 2/5."),
    ],
)
async def test_every_ending_is_told_apart(openai_server, streams, said, finish, text):
    openai_server.will(said)
    settings = Settings(stop=("\nTUTOR:",))
    model = model_at(openai_server)
    heard = []
    completion = await (
        model.stream(CHAT, settings, heard.append) if streams else model.reply(CHAT, settings)
    )
    assert (completion.finish, completion.text) == (finish, text)
    assert "think" not in completion.text
    assert "5/6" not in completion.text


async def test_reasoning_is_kept_apart(openai_server):
    openai_server.will(Say("<think>one</think>said", reasoning="two"))
    completion = await ask(openai_server)
    assert completion.text == "said"
    assert completion.reasoning == "two\n\none"


async def test_stream_is_heard_while_it_grows_and_never_the_reasoning(openai_server):
    openai_server.will(Say("<think>secret 5/6</think>I add the tops and the bottoms."))
    heard = []
    completion = await model_at(openai_server).stream(CHAT, Settings(), heard.append)
    assert heard[-1] == completion.text == "I add the tops and the bottoms."
    assert len(heard) > 3
    assert all(completion.text.startswith(part.rstrip()) for part in heard)
    assert completion.usage.output_tokens == 7


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Status(400, "max_tokens is too large: 9 is the most"), BadRequestError),
        (Status(400, "This model's maximum context length is 8192 tokens"), ContextOverflowError),
        (Status(400, "no", code="context_length_exceeded"), ContextOverflowError),
        (Status(404, "The model does not exist"), BadRequestError),
        (Status(422, "cannot be processed"), BadRequestError),
        (Status(401, f"Incorrect API key provided: {KEY}"), UnauthorisedError),
        (Status(403, "not for you"), UnauthorisedError),
        (Status(402, "pay first"), OutOfCreditError),
        (Status(429, "no quota left", code="insufficient_quota"), OutOfCreditError),
        (Status(429, "slow down"), RateLimitedError),
        (Status(500), UnavailableError),
        (Status(503), UnavailableError),
        (Status(529, "overloaded"), UnavailableError),
        (Stall(1.0), TimedOutError),
        (Drop(), UnavailableError),
        (Raw(b'{"id": "x", "choices": [{"mess'), GarbledReplyError),
        (Raw(b"not json at all"), GarbledReplyError),
        (Raw(b"[1, 2]"), GarbledReplyError),
        (Raw(b"{}"), GarbledReplyError),
        (Raw(b'{"choices": []}'), GarbledReplyError),
        (Raw(b'{"choices": [{"message": null}]}'), GarbledReplyError),
        (Raw(b"<html>gateway</html>", "text/html"), GarbledReplyError),
        (Raw(b'{"error": {"message": "upstream is down", "code": 502}}'), UnavailableError),
    ],
)
async def test_every_failure_has_its_error(openai_server, step, error, streams):
    openai_server.will(step)
    model = model_at(openai_server, patience_s=0.4 if isinstance(step, Stall) else 20)
    with pytest.raises(ModelError) as raised:
        await (model.stream(CHAT, Settings(), print) if streams else model.reply(CHAT, Settings()))
    if streams and isinstance(step, Raw):
        assert isinstance(raised.value, GarbledReplyError | UnavailableError)
    else:
        assert type(raised.value) is error
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert "openai:some-model" in str(raised.value)


async def test_torn_body_is_a_failure_that_may_be_retried(openai_server):
    openai_server.will(Raw(b'{"id": "x", "choices"', claimed_length=900))
    with pytest.raises((UnavailableError, GarbledReplyError)):
        await ask(openai_server)


async def test_stream_that_breaks_off_is_no_reply(openai_server):
    openai_server.will(Drop(after_pieces=3))
    with pytest.raises((GarbledReplyError, UnavailableError)):
        await model_at(openai_server).stream(CHAT, Settings(), lambda _: None)


async def test_server_that_is_not_there_is_unavailable():
    model = make_model("openai:m", base_url="http://127.0.0.1:9/v1", api_key=KEY)
    with pytest.raises(UnavailableError, match=r"127\.0\.0\.1:9"):
        await model.reply(CHAT, Settings())


@pytest.mark.parametrize("header", [{"Retry-After": "3"}, {"retry-after-ms": "3000"}])
async def test_retry_after_is_read(openai_server, header):
    openai_server.will(Status(429, headers=header), Status(503, headers=header))
    with pytest.raises(RateLimitedError) as limited:
        await ask(openai_server)
    with pytest.raises(UnavailableError) as unavailable:
        await ask(openai_server)
    assert limited.value.retry_after == unavailable.value.retry_after == 3.0


async def test_the_sdk_itself_retries_nothing(openai_server):
    openai_server.will(Status(500), Status(429))
    for _ in range(2):
        with pytest.raises(ModelError):
            await ask(openai_server)
    assert len(openai_server.requests) == 2


REFUSALS = {
    "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "temperature": "Unsupported value: 'temperature' does not support 0.9 with this model. "
    "Only the default (1) value is supported.",
    "seed": "Unknown parameter: 'seed'.",
    "stop": "Unsupported parameter: 'stop' is not supported with this model.",
    "reasoning_effort": "Unrecognized request argument supplied: reasoning_effort",
    "json_schema": "Invalid parameter: 'response_format' of type 'json_schema' "
    "is not supported with this model.",
    "system": "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
}


async def test_what_a_model_does_not_take_is_learnt_once_and_reported(openai_server):
    openai_server.refuses = dict(REFUSALS)
    schema = ReplySchema(name="v", body={"type": "object", "properties": {"a": {"type": "string"}}})
    settings = Settings(
        temperature=0.9,
        max_tokens=50,
        seed=7,
        stop=("X",),
        reply_schema=schema,
        reasoning_effort="low",
    )
    completion = await ask(openai_server, settings)
    assert completion.unsent == ("reasoning_effort", "reply_schema", "seed", "stop", "temperature")
    last = openai_server.requests[-1]
    assert last["max_completion_tokens"] == 50
    assert [message["role"] for message in last["messages"]] == ["user"]
    assert "You are a pupil." in last["messages"][0]["content"]
    asked = len(openai_server.requests)
    assert asked == len(REFUSALS) + 1
    await ask(openai_server, settings)
    assert len(openai_server.requests) == asked + 1
    other = make_model("openai:other-model", base_url=openai_server.url, api_key=KEY)
    openai_server.refuses = {}
    assert (await other.reply(CHAT, settings)).unsent == ()


async def test_old_servers_that_only_know_max_tokens_and_new_ones_both_work(openai_server):
    openai_server.refuses = {"max_tokens": REFUSALS["max_tokens"]}
    await ask(openai_server, Settings(max_tokens=5))
    assert "max_completion_tokens" in openai_server.requests[-1]


async def test_value_out_of_range_is_an_error_and_nothing_is_left_out(openai_server):
    openai_server.will(
        Status(400, "Invalid 'temperature': decimal above maximum value. Expected a value <= 2")
    )
    with pytest.raises(BadRequestError, match="above maximum"):
        await ask(openai_server, Settings(temperature=3))
    assert len(openai_server.requests) == 1
    assert (await ask(openai_server, Settings(temperature=1))).unsent == ()


async def test_opening_of_the_own_side_is_kept_where_the_other_must_speak_first(openai_server):
    openai_server.refuses = {
        "assistant first": "Conversation roles must alternate user/assistant/..."
    }
    chat = [
        Message.of("system", "S"),
        Message.of("assistant", "I got 2/5."),
        Message.of("user", "Why?"),
    ]
    await ask(openai_server, messages=chat)
    contents = [message["content"] for message in openai_server.requests[-1]["messages"]]
    roles = [message["role"] for message in openai_server.requests[-1]["messages"]]
    assert "I got 2/5." in contents
    assert roles in (["system", "user", "assistant", "user"], ["user", "assistant", "user"])


def picture_chat():
    images = MemoryImages()
    part = images.add(PNG, "a red dot")
    first = Message(
        role="user",
        parts=(TextPart(text="See"), part.model_copy(update={"media_type": "image/jpeg"})),
    )
    again = Message(role="user", parts=(TextPart(text="Again"), part))
    return images, [first, Message.of("assistant", "Yes."), again]


async def test_image_is_sent_once_with_the_type_its_bytes_show(openai_server):
    images, chat = picture_chat()
    await ask(openai_server, messages=chat, images=images)
    first, _, again = openai_server.requests[0]["messages"]
    url = first["content"][1]["image_url"]["url"]
    assert url == "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert again["content"] == "Again\n\n[The same image as before: a red dot]"


async def test_model_without_eyes_gets_the_alt_text(openai_server):
    images, chat = picture_chat()
    completion = await ask(openai_server, messages=chat, images=images, sees_images=False)
    assert openai_server.requests[0]["messages"][0]["content"] == "See\n\n[Image: a red dot]"
    assert completion.unsent == ("images",)


@pytest.mark.parametrize(
    "message",
    [
        "This model does not support image input",
        "some-model is not a multimodal model",
        "Invalid content type. image_url is only supported by certain models.",
        "messages[0].content: Input should be a valid string",
    ],
)
async def test_model_that_refuses_images_is_found_to_have_no_eyes(openai_server, message):
    openai_server.refuses = {"images": message}
    images, chat = picture_chat()
    model = model_at(openai_server, images=images)
    assert model.sees_images
    completion = await model.reply(chat, Settings())
    assert completion.unsent == ("images",)
    assert not model.sees_images


async def test_key_is_in_no_error_log_or_repr(openai_server, caplog):
    openai_server.will(
        Status(401, f"bad key {KEY}"), Status(400, f"Bearer {KEY}"), Drop(), Say("x")
    )
    model = model_at(openai_server)
    texts = [repr(model), repr(model._endpoint)]
    with caplog.at_level(logging.DEBUG):
        for _ in range(4):
            try:
                await model.reply(CHAT, Settings())
            except ModelError as error:
                texts += [repr(error), *traceback.format_exception(error)]
    assert len(texts) > 5
    assert KEY not in "\n".join([*texts, caplog.text])


async def test_many_calls_share_one_client(openai_server):
    model = model_at(openai_server)
    await asyncio.gather(*(model.reply(CHAT, Settings()) for _ in range(30)))
    assert model._endpoint._clients.open == 1
    assert model_at(openai_server)._endpoint is model._endpoint


def test_models_work_in_one_event_loop_after_another(openai_server):
    model = model_at(openai_server)
    for _ in range(3):
        assert asyncio.run(model.reply(CHAT, Settings())).text == "fine"
    assert model._endpoint._clients.open == 0


def test_missing_key_says_where_to_put_it(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        make_model("openai:gpt-4o")


async def test_server_and_key_come_from_the_environment(openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    await make_model("openai:m").reply(CHAT, Settings())
    monkeypatch.setenv("MY_KEY", "sk-another-key")
    await make_model("openai:m", key_variable="MY_KEY").reply(CHAT, Settings())
    assert openai_server.keys == ["unused", "sk-another-key"]


@pytest.mark.parametrize(
    "message",
    [
        "You uploaded an unsupported image. Please make sure it is below 20 MB and of type png",
        "Invalid image: could not be decoded, format not supported",
    ],
)
async def test_one_bad_image_does_not_make_a_model_blind(openai_server, message):
    openai_server.will(Status(400, message))
    images, chat = picture_chat()
    model = model_at(openai_server, images=images)
    with pytest.raises(BadRequestError):
        await model.reply(chat, Settings())
    assert model.sees_images
    assert len(openai_server.requests) == 1


async def test_stream_shows_nothing_after_a_stop_string(openai_server):
    openai_server.will(Say("I add them.\nTUTOR: Try again."))
    heard = []
    await model_at(openai_server).stream(CHAT, Settings(stop=("\nTUTOR:",)), heard.append)
    assert not any("Try" in text for text in heard)
