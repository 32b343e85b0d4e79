"""The commands and programs of docs/models.md and docs/models/ work as they stand there: those for
servers against one on loopback, those for open weights on a tiny model, the rest as dry runs."""

import re
import shlex
from pathlib import Path

import pytest
from command import sandbox, well
from openai_server import KEY, Raw, Say

from sandbox.models.base import PROVIDERS
from sandbox.store.reading import sessions

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = DOCS / "models"
BRIEF = ("--questions", "2", "--trials", "1")
"""What is added to a study of a guide, so that it does not take its time."""


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


def commands(name):
    """The `sandbox` commands of a guide, as arguments, each with the block that it stands in."""
    return [
        (shlex.split(line, comments=True)[1:], block)
        for block in blocks(GUIDES / f"{name}.md", "sh")
        for line in block.splitlines()
        if line.startswith("sandbox ")
    ]


def perform(program, names=None):
    """Run a program of a guide."""
    exec(program, {} if names is None else names)  # noqa: S102


def ids(name):
    return [" ".join(arguments) for arguments, _ in commands(name)]


def made_quick(arguments, out):
    """The arguments with a folder for the run, and few questions."""
    kept = list(arguments)
    if "--out" in kept:
        kept[kept.index("--out") + 1] = str(out)
    else:
        kept += ["--out", str(out)]
    return [*kept, *(BRIEF if "novice" in kept[:2] else ())]


def answers(request):
    """A choice where one is asked for, else a question."""
    text = "".join(str(message["content"]) for message in request["messages"])
    return Say('{"Explanation": "so", "Choice": "A"}' if "Choice" in text else "How so?")


@pytest.fixture
def served(openai_server, monkeypatch):
    """The server, where the environment names it."""
    openai_server.default = answers
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return openai_server


def on_server(arguments, server):
    """The arguments with our server in place of one of the guide."""
    return [re.sub(r"^http://localhost:\d+/v1$", server.url, each) for each in arguments]


@pytest.mark.parametrize("arguments", [a for a, _ in commands("openai")], ids=ids("openai"))
def test_commands_for_openai_and_compatible_servers_run(served, tmp_path, arguments):
    folder = tmp_path / "run"
    well(*made_quick(on_server(arguments, served), folder))
    if "--dry-run" in arguments:
        assert (served.requests, folder.exists()) == ([], False)
    else:
        named = next(each for each in arguments if "openai:" in each)
        model = named.partition("openai:")[2].partition("@")[0]
        assert {request["model"] for request in served.requests} == {model}
        assert list(sessions(folder))


@pytest.mark.parametrize(("arguments", "block"), commands("langchain"), ids=ids("langchain"))
def test_commands_for_langchain_run_or_name_the_package_that_the_guide_names(
    served, tmp_path, arguments, block
):
    folder = tmp_path / "run"
    wanted = re.findall(r"langchain-[a-z-]+", block)
    said = sandbox(*made_quick(arguments, folder))
    if wanted:
        assert said.code == 1
        assert f"pip install {wanted[0]}" in said.err
        assert not folder.exists()
    else:
        assert (said.code, said.err) == (0, "")
        assert served.requests
        assert list(sessions(folder))


def test_commands_for_open_weights_run_on_a_tiny_model(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    import tiny_models

    (tmp_path / "my-model").mkdir()
    tiny_models.text_model(tmp_path / "my-model")
    monkeypatch.chdir(tmp_path)
    run = [a for a, _ in commands("transformers") if "hf:./my-model" in a]
    assert len(run) == 1
    well(*made_quick(run[0], tmp_path / "run"), "--max-tokens", "4", "--settings", "zero")
    assert all(reply["cost_usd"] == "0" for trial in sessions(tmp_path / "run")
               for reply in trial.observations["replies"])  # fmt: skip


@pytest.mark.parametrize("name", ["transformers", "embedded"])
def test_other_commands_for_models_of_this_process_are_taken(tmp_path, name):
    for arguments, _ in commands(name):
        if arguments[0] == "run":
            said = well(*made_quick(arguments, tmp_path / "run"), "--dry-run")
            assert "hf:" in said.out or "local:" in said.out
        else:
            assert arguments[0] == "show"


def test_model_is_asked_from_python(served, capsys):
    served.will(Say("How did you get that?"))
    (code,) = blocks(DOCS / "models.md", "python")
    perform(code)
    assert capsys.readouterr().out == "How did you get that?\n"
    assert served.requests[0]["max_tokens"] == 200


def test_object_of_ones_own_tutors(capsys):
    code = next(c for c in blocks(GUIDES / "your-own.md", "python") if "class Parrot" in c)
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    perform(code)
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["student", "tutor"] * 2
    assert "4/6" in said[0]
    assert said[1].startswith("tutor: Hm, “")
    assert "4/6" in said[1]


def test_langchain_object_of_ones_own_tutors(served):
    from langchain_openai import ChatOpenAI

    (code,) = blocks(GUIDES / "langchain.md", "python")
    names = {"MyChatModel": lambda **more: ChatOpenAI(model="mine", **more)}
    perform(code, names)
    assert names["tutor"].name == "socratic:ours"
    assert names["tutor"].model.name == "ours"


def test_provider_of_ones_own_works_from_the_command_line(
    openai_server, tmp_path, monkeypatch, capsys
):
    pytest.importorskip("httpx")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(PROVIDERS, "ours", "nowhere:yet")
    programs = blocks(GUIDES / "your-own.md", "python")
    (provider,) = [code for code in programs if "PROVIDERS" in code]
    (command,) = [code for code in programs if "sandbox.cli" in code]
    openai_server.default = lambda _: Raw(b'{"text": "{\\"Choice\\": \\"A\\"}", "why": "stop"}')
    perform(provider.replace("https://models.our.example", openai_server.url))
    perform(command)
    assert "Novice learner, ours:small" in capsys.readouterr().out
    assert openai_server.requests[0]["model"] == "small"


def test_every_provider_has_its_page():
    pages = {
        "openai": "openai",
        "langchain": "langchain",
        "hf": "transformers",
        "local": "embedded",
    }
    overview = (DOCS / "models.md").read_text()
    for provider in PROVIDERS:
        if provider != "double":
            page = GUIDES / f"{pages[provider]}.md"
            assert f"`{provider}:" in page.read_text().splitlines()[0]
            assert f"(models/{page.name})" in overview
