"""A key stands in nothing that is written or printed, whatever is done and whatever goes wrong."""

import pytest
from command import sandbox
from openai_server import KEY, Say, Status

EXPORTS = ("openai", "jsonl", "csv", "sharegpt")
SHOWN = f"Incorrect API key provided: {KEY}. You sent 'Authorization: Bearer {KEY}'."
FAULT = Status(401, SHOWN)
STUDIES = {
    "novice": ("novice", "--model", "{model}", "--questions", 2, "--trials", 1),
    "dialogue": ("dialogue", "--student", "grounded:{model}@fractions/add-across", "--tutor",
                 "socratic:{model}", "--turns", 4, "--tests", 1, "--pool", 2),
}  # fmt: skip


@pytest.fixture(autouse=True)
def key(monkeypatch, openai_server):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)


def everything(said, root):
    """All that was printed, and every file under a folder, byte for byte."""
    files = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
    return "".join(each.out + each.err for each in said).encode() + b"".join(files)


@pytest.mark.parametrize("model", ["openai:tiny", "langchain:openai/tiny"])
@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_key_stands_in_no_log_manifest_error_report_export_or_kept_reply(
    openai_server, tmp_path, model, study, caplog
):
    for name in ("openai", "httpx2", "httpx", "langchain_core", "aiohttp", "sandbox"):
        caplog.set_level("DEBUG", logger=name)
    folder = tmp_path / "run"
    command = [str(part).replace("{model}", model) for part in study]
    openai_server.default = lambda request: (
        Say("4/6, I think.") if len(openai_server.requests) <= 3 else FAULT
    )
    said = [sandbox("run", *command, "--out", folder)]
    assert said[0].code == 1
    openai_server.default = lambda _: Say("4/6, I think.")
    said += [
        sandbox("resume", folder),
        sandbox("score", folder),
        sandbox("show", folder),
        sandbox("report", folder, "--json"),
        sandbox("report", folder, "--html", tmp_path / "page.html", "--csv", tmp_path / "csv"),
        sandbox("doctor"),
        *(sandbox("export", folder, "--format", form, "--out", tmp_path / f"export-{form}")
          for form in (EXPORTS if study[0] == "dialogue" else ())),
    ]  # fmt: skip
    assert [each.code for each in said[1:]] == [0] * (len(said) - 1)
    written = {path.name for path in folder.iterdir()}
    assert {"log.jsonl", "manifest.json", "replies.jsonl", "asking.json"} <= written
    assert set(openai_server.keys) == {KEY}
    assert KEY.encode() not in everything(said, tmp_path)
    assert KEY not in caplog.text


@pytest.mark.parametrize(
    "address", ["http://user:{key}@127.0.0.1/v1", "http://127.0.0.1/v1?k={key}"]
)
def test_key_in_an_address_is_refused_and_not_repeated(tmp_path, address):
    secret = "sk-in-the-address-123456"
    said = sandbox("run", "novice", "--model", "openai:tiny", "--questions", 2, "--trials", 1,
                   "--base-url", address.format(key=secret), "--out", tmp_path / "run")  # fmt: skip
    assert said.code == 1
    assert "must hold no name, password or query" in said.err
    assert secret.encode() not in everything([said], tmp_path)
