"""The provider that docs/models/your-own.md shows how to add works as it stands there."""

import re
from pathlib import Path

import pytest
from openai_server import Drop, Raw, Status

from sandbox.errors import GarbledReplyError, RateLimitedError, UnavailableError
from sandbox.models.base import PROVIDERS, make_model
from sandbox.types import Message, Settings

GUIDE = Path(__file__).parents[3] / "docs" / "models" / "your-own.md"


async def test_example_of_the_guide_is_a_model(openai_server, monkeypatch):
    pytest.importorskip("httpx")
    (code,) = re.findall(r"```python\n(import httpx\n.*?)```", GUIDE.read_text(), re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 35
    monkeypatch.setitem(PROVIDERS, "ours", "nowhere:yet")
    exec(code.replace("https://models.our.example", openai_server.url), {})  # noqa: S102
    model = make_model("ours:small")
    openai_server.will(
        Raw(b'{"text": "<think>5/6</think>Hello", "why": "stop"}'),
        Status(429, headers={"Retry-After": "4"}),
    )
    completion = await model.reply([Message.of("user", "Hi")], Settings())
    assert (completion.text, completion.finish) == ("Hello", "stop")
    assert openai_server.requests[0]["chat"] == [{"who": "user", "says": "Hi"}]
    with pytest.raises(RateLimitedError) as raised:
        await model.reply([Message.of("user", "Hi")], Settings())
    assert raised.value.retry_after == 4
    for failure, error in (
        (Drop(), UnavailableError),
        (Raw(b"<html>"), GarbledReplyError),
        (Raw(b'{"text": "Hello"}'), GarbledReplyError),
        (Raw(b"[1]"), GarbledReplyError),
    ):
        openai_server.will(failure)
        with pytest.raises(error):
            await model.reply([Message.of("user", "Hi")], Settings())
