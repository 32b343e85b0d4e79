"""Keeps faultless content as JSON, so that YAML is parsed and judged once for each change of it.

A record is found by a digest of the bytes of all YAML files that it came from and of the code that
judged them, so that an edit of either makes a new one. It is data, never code, and proves itself
by a checksum; where anything at all is wrong there is no record, and the YAML is read. Knows no
schema.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandbox.content.files import yaml_files

MOST_KEPT = 8
"""Records beyond these are deleted, the oldest first."""

_PACKAGE = Path(__file__).resolve().parent.parent
_JUDGES = ("content", "maths", "figures")
"""The parts of the package that say what content is faultless."""


def cache_folder() -> Path | None:
    """Where the records are: `$SANDBOX_CACHE`, else in the user's cache folder; None for "off"."""
    chosen = os.environ.get("SANDBOX_CACHE", "")
    if chosen.lower() == "off":
        return None
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # nobody's home
        return Path(chosen) if chosen else None
    return Path(chosen) if chosen else base / "tutoring-sandbox" / "content"


def cache_key(roots: Sequence[Path], folders: Sequence[str]) -> str | None:
    """A digest of what the content folders hold and of the code; None where a file is unreadable.

    Args:
        roots: The content roots, the bundled one first.
        folders: The folders below each of them that are read.
    """
    seen = hashlib.blake2b(digest_size=16)
    try:
        for place, path in (*_code(), *_content(roots, folders)):
            held = path.read_bytes()
            seen.update(f"{place}\0{path.name}\0{len(held)}\0".encode())
            seen.update(held)
    except (OSError, UnicodeEncodeError):
        return None
    return seen.hexdigest()


def _code() -> Iterator[tuple[str, Path]]:
    for part in _JUDGES:
        for path in sorted((_PACKAGE / part).rglob("*.py")):
            yield part, path


def _content(roots: Sequence[Path], folders: Sequence[str]) -> Iterator[tuple[str, Path]]:
    for number, root in enumerate(roots):
        for folder in folders:
            for path in yaml_files(root, folder):
                yield f"{number}/{folder}", path


def kept(key: str) -> Any:
    """What was kept under the key, or None."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        checksum, _, body = (folder / f"{key}.json").read_bytes().partition(b"\n")
        return json.loads(body) if checksum == _checksum(body) else None
    except (OSError, ValueError, RecursionError):
        return None


def keep(key: str, plain: Any) -> None:
    """Keep plain data under the key, unless JSON would change it or the folder takes no file."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        text = json.dumps(plain, separators=(",", ":"))
        if json.loads(text) == plain:
            _write(folder, key, text.encode())
    except (OSError, TypeError, ValueError, RecursionError):
        return


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).hexdigest().encode()


def _write(folder: Path, key: str, body: bytes) -> None:
    """Whole or not at all, whoever else writes the same."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=key, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(body) + b"\n" + body)
        os.replace(name, folder / f"{key}.json")
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _forget_oldest(folder)


def _forget_oldest(folder: Path) -> None:
    dated = []
    for path in folder.glob("*.json"):
        with suppress(OSError):  # another process was faster
            dated.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(dated, reverse=True)[MOST_KEPT:]:
        with suppress(OSError):
            path.unlink()
