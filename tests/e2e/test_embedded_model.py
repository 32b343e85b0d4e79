"""The real model that comes inside a package, without key or network: it talks, and holds a whole
session in both seats. One thread; about a minute."""

import shutil

import pytest

torch = pytest.importorskip("torch")

from command import well  # noqa: E402

from sandbox.models.base import make_model  # noqa: E402
from sandbox.store.reading import read_manifest, sessions  # noqa: E402
from sandbox.types import Message, Settings  # noqa: E402

pytestmark = pytest.mark.slow

FEW = 24
ENTRY = f"""
- {{id: pocket, model: "local:smollm2", about: few words, settings: {{max_tokens: {FEW}}}}}
"""


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A cache of its own, so that the model is prepared here; and one thread, as CI has no more."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    folder = tmp_path_factory.mktemp("content")
    (folder / "tasks/models").mkdir(parents=True)
    (folder / "tasks/models/entries.yaml").write_text(ENTRY)
    return folder


@pytest.fixture(scope="module")
def run(tmp_path_factory, content):
    """A session in which the model plays the student and the tutor."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    well("--content", content, "run", "dialogue", "--student", "model:pocket@fractions/add-across",
         "--tutor", "model:pocket", "--turns", 4, "--tests", 0, "--pool", 2, "--calls", 1,
         "--out", folder)  # fmt: skip
    return folder


async def test_model_talks_and_takes_in_what_was_said():
    model = make_model("local:smollm2")
    chat = [
        Message.of("system", "You are a friendly pupil."),
        Message.of("user", "Please say hello."),
    ]
    greedy = Settings(temperature=0, max_tokens=16)
    first = await model.reply(chat, greedy)
    assert first.text
    chat += [Message.of("assistant", first.text), Message.of("user", "What is 1 + 1?")]
    second = await model.reply(chat, greedy)
    assert second.usage.input_tokens > first.usage.input_tokens
    assert second.text.isprintable() or "\n" in second.text


def test_whole_session_ends_with_a_typed_ending_and_is_logged(run):
    (trial,) = sessions(run)
    talk = trial.transcript
    assert talk.ending.kind in ("turn-limit", "tutor-ended", "resolved")
    assert [turn.seat for turn in talk.turns] == ["student", "tutor"] * (len(talk.turns) // 2)
    assert len(talk.turns) >= 2
    for turn in talk.turns:
        assert turn.text.strip()
        record = turn.hidden["model"]
        assert record["name"] == "pocket"
        assert 0 < turn.usage.output_tokens <= FEW * record["calls"]
        assert record["cost_usd"] == "0"
    assert read_manifest(run).design["tutors"] == ["model:pocket"]


def test_report_of_the_session_knows_its_tokens_and_that_it_cost_nothing(run, content):
    facts = well("--content", content, "report", run, "--json").json["facts"]
    assert facts["sessions"] == "1 session scored, 0 unfinished, 0 failed"
    assert facts["cost"] == "$0.0000"
    assert well("--content", content, "score", run).last == "1 session scored again"


def test_resumed_session_says_what_the_undisturbed_one_said(run, content, tmp_path):
    cut = tmp_path / "cut"
    shutil.copytree(run, cut)
    (cut / "replies.jsonl").unlink()
    lines = (run / "log.jsonl").read_text().splitlines(keepends=True)
    (cut / "log.jsonl").write_text("".join(lines[:4]))
    assert not list(sessions(cut))
    well("--content", content, "resume", cut)
    (before,), (after,) = sessions(run), sessions(cut)
    assert [turn.text for turn in after.transcript.turns] == [
        turn.text for turn in before.transcript.turns
    ]
    assert after.transcript.ending == before.transcript.ending
