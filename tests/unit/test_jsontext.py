"""JSON of others: what would break the reader is refused like what is no JSON."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.content.importers.mae import import_mae
from sandbox.content.importers.mrbench import import_mrbench
from sandbox.content.itemfiles import read_items
from sandbox.content.keysteps import read_keysteps
from sandbox.content.written_bank import read_works
from sandbox.errors import SandboxError
from sandbox.jsontext import parsed

HOSTILE = ["[" * 100_000, '{"a": ' * 100_000, f'{{"kind": {"9" * 5000}}}', "[", ""]


def test_json_is_read() -> None:
    assert parsed('{"a": [1, "½"]}') == {"a": [1, "½"]}


@pytest.mark.parametrize("text", HOSTILE, ids=["deep", "deep objects", "digits", "torn", "empty"])
def test_what_cannot_be_held_is_no_json(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        parsed(text)


@pytest.mark.parametrize(
    "read", [import_mae, read_items, import_mrbench, read_works, read_keysteps]
)
@pytest.mark.parametrize("text", HOSTILE[:3], ids=["deep", "deep objects", "digits"])
def test_every_reader_of_foreign_files_refuses_it(
    read: Callable[[Path], object], text: str, tmp_path: Path
) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(text)
    with pytest.raises(SandboxError, match=r"foreign\.json"):
        read(path)
