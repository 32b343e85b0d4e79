"""Everything that a server can do, through OpenAI's SDK and through LangChain, whole and streamed,
with the wrappers that a run puts round a model: what comes back, in how many calls, after what wait.
"""

import base64
from contextlib import nullcontext
from decimal import Decimal

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
)
from sandbox.models.base import make_model
from sandbox.models.images import MemoryImages
from sandbox.models.prices import Price, PriceTable
from sandbox.models.wrappers import Metered, Retrying, Tally
from sandbox.models.wrappers.retries import RETRIED
from sandbox.types import Message, ReplySchema, Settings, TextPart

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
CHAT = (Message.of("system", "You are a pupil."), Message.of("user", "What is 1/2 + 1/3? JSON."))
PROVIDERS = ("openai:tiny", "langchain:openai/tiny")
SCHEMA = ReplySchema(
    name="choice",
    body={
        "type": "object",
        "properties": {"Choice": {"type": "string", "enum": ["A", "B"]}},
        "required": ["Choice"],
        "additionalProperties": False,
    },
)


class Streamed:
    """A model heard while it writes, as one that is heard at the end; `heard` is what it showed."""

    def __init__(self, model):
        self.name, self.sees_images, self.heard = model.name, model.sees_images, []
        self._model = model

    async def reply(self, messages, settings):
        return await self._model.stream(messages, settings, self.heard.append)


@pytest.fixture(params=PROVIDERS)
def provider(request):
    return request.param


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def model(request, provider, openai_server):
    """Makes the model of a provider at the server."""

    def made(**more):
        found = make_model(provider, base_url=openai_server.url, api_key=KEY, **more)
        return Streamed(found) if request.param else found

    return made


def retried(inner, waits):
    async def sleep(seconds):
        waits.append(seconds)

    return Retrying(inner, limiter=nullcontext(), sleep=sleep)


ENDINGS = {
    "normal": (Say("It is 2/5."), "stop", "It is 2/5."),
    "cut off": (Say("It is", finish="length"), "length", "It is"),
    "cut off while thinking": (Say("<think>5/6", finish="length"), "length", ""),
    "truncated JSON": (Say('{"Choice": "A', finish="length"), "length", '{"Choice": "A'),
    "malformed JSON": (Say("{'Choice': A,,}"), "stop", "{'Choice': A,,}"),
    "empty": (Say(""), "empty", ""),
    "blank": (Say(" \n "), "empty", ""),
    "filtered": (Say("", finish="content_filter"), "refused", ""),
    "thinking": (Say("<think>5/6</think>It is 2/5."), "stop", "It is 2/5."),
    "thinking unopened": (Say("so 5/6</think>It is 2/5."), "stop", "It is 2/5."),
}


@pytest.mark.parametrize(("said", "finish", "text"), ENDINGS.values(), ids=ENDINGS)
async def test_every_ending_is_told_apart_with_its_usage(model, openai_server, said, finish, text):
    openai_server.will(said)
    heard = model()
    completion = await heard.reply(CHAT, Settings(max_tokens=50))
    assert (completion.finish, completion.text) == (finish, text)
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (11, 7)
    if "<think>" in said.text:  # without it nobody can know before the end that it was thinking
        assert "5/6" not in "".join(getattr(heard, "heard", []))
    if isinstance(heard, Streamed) and text:
        assert heard.heard[-1].strip() == text
        assert len(heard.heard) > 1


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_refusal_is_a_refusal(provider, openai_server):
    openai_server.will(Say("", refusal="I cannot help."))
    completion = await make_model(provider, base_url=openai_server.url, api_key=KEY).reply(
        CHAT, Settings()
    )
    assert (completion.finish, completion.text) == ("refused", "I cannot help.")


async def test_usage_that_is_not_told_is_unknown_and_so_is_the_cost(model, openai_server):
    openai_server.will(Say("x", usage=None), Say("x"))
    price = Price(id="tiny", input=Decimal(10**6), output=Decimal(10**6), source="a test")
    inner = model()
    priced = Metered(inner, PriceTable({inner.name: price}), Tally())
    assert (await priced.reply(CHAT, Settings())).cost_usd is None
    assert (await priced.reply(CHAT, Settings())).cost_usd == 18


FAILURES = {
    "400": (Status(400, "temperature: above the maximum"), BadRequestError),
    "context overflow": (Status(400, "maximum context length is 8192"), ContextOverflowError),
    "401": (Status(401, f"Incorrect API key provided: {KEY}"), UnauthorisedError),
    "403": (Status(403, "not for you"), UnauthorisedError),
    "404": (Status(404, "no such model"), BadRequestError),
    "no credit": (Status(429, "no quota", code="insufficient_quota"), OutOfCreditError),
    "429": (Status(429, "slow down"), RateLimitedError),
    "429 with Retry-After": (Status(429, headers={"Retry-After": "9"}), RateLimitedError),
    "500": (Status(500), UnavailableError),
    "503": (Status(503), UnavailableError),
    "time-out": (Stall(1.0), TimedOutError),
    "dropped": (Drop(), UnavailableError),
    "dropped in the middle": (
        Raw(b'{"id": "x", "choices"', claimed_length=900),
        (UnavailableError, GarbledReplyError),
    ),
    "truncated answer": (Raw(b'{"id": "x", "choices": [{"mess'), GarbledReplyError),
    "not JSON": (Raw(b"<html>gateway</html>", "text/html"), GarbledReplyError),
    "no choices": (Raw(b'{"choices": []}'), GarbledReplyError),
}


@pytest.mark.parametrize(("step", "error"), FAILURES.values(), ids=FAILURES)
async def test_what_can_pass_is_tried_again_once_and_nothing_else_is(
    model, openai_server, step, error
):
    openai_server.will(step, Say("at last"))
    waits = []
    asked = retried(model(patience_s=0.4 if isinstance(step, Stall) else 20), waits)
    kinds = error if isinstance(error, tuple) else (error,)
    if not set(kinds) <= set(RETRIED):
        with pytest.raises(ModelError) as raised:
            await asked.reply(CHAT, Settings())
        assert type(raised.value) is error
        assert KEY not in str(raised.value)
        assert len(openai_server.requests) == 1
        return
    completion = await asked.reply(CHAT, Settings())
    assert (completion.text, completion.attempts) == ("at last", 2)
    assert len(openai_server.requests) == 2
    wait = max(waits)
    assert wait >= 9 if getattr(step, "headers", None) else wait <= 1.5


@pytest.mark.parametrize("name", PROVIDERS)
async def test_stream_that_breaks_off_is_asked_for_again(name, openai_server):
    openai_server.will(Drop(after_pieces=3), Say("at last"))
    inner = Streamed(make_model(name, base_url=openai_server.url, api_key=KEY))
    completion = await retried(inner, []).reply(CHAT, Settings())
    assert (completion.text, completion.attempts) == ("at last", 2)


async def test_image_reaches_the_server_with_its_type(model, openai_server):
    images = MemoryImages()
    chat = [Message(role="user", parts=(TextPart(text="See"), images.add(PNG, "a dot")))]
    await model(images=images).reply(chat, Settings())
    (message,) = openai_server.requests[0]["messages"]
    text, picture = message["content"]
    assert text["text"] == "See"
    assert picture["image_url"]["url"] == "data:image/png;base64," + base64.b64encode(PNG).decode()


async def test_schema_reaches_a_server_that_takes_it(model, openai_server):
    openai_server.will(Say('{"Choice": "A"}'))
    completion = await model().reply(CHAT, Settings(reply_schema=SCHEMA, json_reply=True))
    form = openai_server.requests[0]["response_format"]
    assert (form["type"], form["json_schema"]["strict"]) == ("json_schema", True)
    assert form["json_schema"]["schema"]["properties"]["Choice"]["enum"] == ["A", "B"]
    assert (completion.text, completion.unsent) == ('{"Choice": "A"}', ())


async def test_reply_under_a_schema_that_is_cut_off_is_kept_as_it_is(model, openai_server):
    openai_server.will(Say('{"Choice": "', finish="length"))
    completion = await model().reply(CHAT, Settings(reply_schema=SCHEMA, json_reply=True))
    assert (completion.text, completion.finish) == ('{"Choice": "', "length")


async def test_server_without_schemas_gets_json_mode_and_one_without_that_gets_words(
    model, openai_server
):
    openai_server.refuses = {"json_schema": "'response_format' of type 'json_schema' not supported"}
    wish = Settings(reply_schema=SCHEMA, json_reply=True)
    asked = model()
    completion = await asked.reply(CHAT, wish)
    assert openai_server.requests[-1]["response_format"] == {"type": "json_object"}
    assert completion.unsent == ("reply_schema",)
    openai_server.refuses = {"response_format": "Unknown parameter: 'response_format'."}
    completion = await asked.reply(CHAT, wish)
    assert "response_format" not in openai_server.requests[-1]
    assert completion.unsent == ("json_reply", "reply_schema")
    before = len(openai_server.requests)
    await asked.reply(CHAT, wish)
    assert len(openai_server.requests) == before + 1


async def test_server_that_refuses_to_tell_usage_in_a_stream_is_asked_without(
    provider, openai_server
):
    openai_server.refuses = {"stream_options": "Unrecognized request argument: stream_options"}
    asked = Streamed(make_model(provider, base_url=openai_server.url, api_key=KEY))
    completion = await asked.reply(CHAT, Settings())
    assert (completion.text, completion.usage.input_tokens) == ("fine", None)
