"""Ready-made entries and prices: valid, and each entry's request goes through a server as strict as
its model."""

from decimal import Decimal

import pytest
from openai_server import KEY, Say

from sandbox.errors import ContentError, UnknownNameError, UsageError
from sandbox.models.base import PROVIDERS, make_model
from sandbox.models.catalogue import open_model, read_entries, read_prices
from sandbox.models.scripted import echo
from sandbox.types import Message, Settings, Usage

SYSTEMS = {
    "gpt-3.5",
    "gpt-4",
    "gpt-5",
    "gpt-o1",
    "o4-mini-judge",
    "gemini-2.5-flash",
    "gemini-2.5-pro",
    "llama-3.2-11b-vision",
    "qwen3-vl-30b",
    "qwen2.5-vl-72b",
}
CHAT = [Message.of("system", "S"), Message.of("user", "Reply in JSON.")]
REASONING = {
    "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "temperature": "Unsupported value: 'temperature' does not support 0.9 with this model. "
    "Only the default (1) value is supported.",
    "stop": "Unsupported parameter: 'stop' is not supported with this model.",
}
STRICT = {"gpt-5": REASONING, "gpt-o1": REASONING, "o4-mini-judge": REASONING}


def served():
    return sorted(
        name for name, entry in read_entries().items() if entry.model.startswith("openai:")
    )


def test_every_system_of_the_studies_has_an_entry():
    assert set(read_entries()) >= SYSTEMS


@pytest.mark.parametrize("name", served())
async def test_request_of_an_entry_goes_through_a_server_as_strict_as_its_model(
    openai_server, monkeypatch, name
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    entry = read_entries()[name]
    openai_server.refuses = dict(STRICT.get(name, {}))
    openai_server.will(Say('{"a": 1}'))
    completion = await open_model(name, base_url=openai_server.url).reply(CHAT, Settings())
    assert completion.text == '{"a": 1}'
    assert completion.unsent == ()
    asked = openai_server.requests[-1]
    assert asked["model"] == entry.model.partition(":")[2]
    limit = "max_completion_tokens" if name in STRICT else "max_tokens"
    assert asked[limit] == entry.settings.max_tokens
    assert asked.get("temperature") == entry.settings.temperature
    assert asked.get("reasoning_effort") == entry.settings.reasoning_effort
    assert ("response_format" in asked) == entry.settings.json_reply


async def test_caller_wins_over_the_entry(openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = open_model("gpt-4", base_url=openai_server.url)
    await model.reply(CHAT, Settings(temperature=0.1))
    assert openai_server.requests[0]["temperature"] == 0.1
    assert openai_server.requests[0]["max_tokens"] == 512
    assert model.name == "openai:gpt-4"


def test_entry_whose_key_is_missing_names_its_variable(monkeypatch):
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    with pytest.raises(UsageError, match="GEMINI_API_KEY"):
        open_model("gemini-2.5-flash")


def test_every_served_entry_has_a_dated_price():
    prices = read_prices()
    for name in served():
        price = prices.price(read_entries()[name].model)
        assert price is not None
        assert price.listed.year >= 2025
        assert price.output >= price.input > 0


def test_known_price_of_a_known_call():
    usage = Usage(input_tokens=1_000_000, output_tokens=1_000_000)
    assert read_prices().price("openai:gpt-4").of(usage) == Decimal(90)


def test_users_entries_and_prices_lie_over_the_bundled_ones(tmp_path):
    folder = tmp_path / "tasks" / "models"
    folder.mkdir(parents=True)
    (folder / "entries.yaml").write_text("- {id: mine, model: 'double:echo', about: echo}\n")
    (folder / "prices.yaml").write_text(
        "- {id: 'openai:gpt-4', input: '1', output: '2', listed: 2026-01-01, source: us}\n"
    )
    assert {"mine", "gpt-4"} <= set(read_entries(tmp_path))
    assert read_prices(tmp_path).price("openai:gpt-4").input == 1
    assert read_prices(tmp_path).price("openai:gpt-5").input == Decimal("1.25")
    assert open_model("mine", tmp_path).name == "double:echo"


def test_every_fault_is_reported_with_its_line(tmp_path):
    folder = tmp_path / "tasks" / "models"
    folder.mkdir(parents=True)
    (folder / "entries.yaml").write_text(
        "- {id: a, model: 'x:y', about: a, colour: red}\n- {id: B!, model: 'x:y', about: b}\n"
        "- {id: c, model: 'x:y', about: c}\n- {id: c, model: 'x:y', about: c}\n"
    )
    with pytest.raises(ContentError) as raised:
        read_entries(tmp_path)
    text = str(raised.value)
    assert "entries.yaml:1" in text
    assert "colour" in text
    assert "entries.yaml:2" in text
    assert "twice" in text


@pytest.mark.parametrize("name", ["gpt-17", "openai:", ""])
def test_name_that_is_neither_entry_nor_id_is_refused(name):
    with pytest.raises(UsageError, match="provider:model"):
        open_model(name)


def test_unknown_provider_suggests_a_known_one():
    with pytest.raises(UnknownNameError, match="did you mean openai"):
        make_model("opnai:gpt-4")


async def test_provider_of_ones_own_is_one_assignment(monkeypatch):
    monkeypatch.setitem(PROVIDERS, "mine", lambda wanted: echo(wanted.name))
    assert (await make_model("mine:anything").reply(CHAT, Settings())).text == "Reply in JSON."


def test_doubles_are_models_too():
    assert make_model("double:echo").name == "double:echo"
    with pytest.raises(UnknownNameError):
        make_model("double:nobody")
