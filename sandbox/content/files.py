"""Where content lives and how its YAML is read: plain data, every fault with its line."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from sandbox.errors import Fault, UsageError

FOLDERS = ("misconceptions", "personas", "tasks")
MOST_REPEATED = 20_000
"""How many values the aliases (`*name`) of one file may repeat in all."""


def content_root() -> Path:
    """The folder that holds `misconceptions/`, `personas/` and `tasks/`.

    `$SANDBOX_CONTENT` when set, else what the wheel carries, else the checkout.

    Raises:
        UsageError: the place has no such folders.
    """
    package = Path(__file__).resolve().parent.parent
    chosen = os.environ.get("SANDBOX_CONTENT")
    bundled = package / "_bundled"
    root = Path(chosen) if chosen else bundled if bundled.is_dir() else package.parent
    check_root(root)
    return root


def check_root(root: Path) -> None:
    """Refuse a folder without any content in it."""
    if not any((root / folder).is_dir() for folder in FOLDERS):
        raise UsageError(f"{root} holds none of the content folders {', '.join(FOLDERS)}")


def yaml_files(root: Path, folder: str) -> Iterator[Path]:
    """The YAML files directly inside a content folder, in name order."""
    yield from sorted((root / folder).glob("*.yaml"))


def fingerprint(roots: tuple[Path, ...]) -> str:
    """A digest of every content file's name and bytes."""
    seen = hashlib.blake2b(digest_size=8)
    for root in roots:
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*")):
                if path.is_file():
                    seen.update(path.relative_to(root).as_posix().encode())
                    seen.update(path.read_bytes())
    return seen.hexdigest()


@dataclass(frozen=True)
class Entry:
    """One entry of a content file: plain data, and where each part of it stands."""

    file: str
    data: Any
    node: Any

    def place(self, *keys: str | int) -> str:
        """File and line of the entry, or of the part of it to which the keys lead."""
        node = self.node
        for key in keys:
            node = _child(node, key) or node
        return f"{self.file}:{node.start_mark.line + 1}"


def _child(node: Any, key: str | int) -> Any:
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int):
        return node.value[key] if key < len(node.value) else None
    if isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == key), None)
    return None


def read_list(path: Path, file: str, faults: list[Fault]) -> list[Entry]:
    """The entries of a YAML list; what cannot be read is a fault, and the rest is read.

    Args:
        path: Where the file is.
        file: What the faults call it.
        faults: Gains every fault found.
    """
    try:
        loader = _Loader(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, yaml.reader.ReaderError) as error:
        faults.append(Fault(file, f"cannot be read as UTF-8 text: {error}"))
        return []
    try:
        root = loader.get_single_node()
        if not isinstance(root, yaml.SequenceNode):
            faults.append(Fault(file, "must be a list of entries, each starting with '- id:'"))
            return []
        read = [_entry(loader, file, node, faults) for node in root.value]
    except yaml.YAMLError as error:
        faults.append(_fault(file, None, error))
        return []
    finally:
        loader.dispose()
    faults += [
        Fault(f"{file}:{node.start_mark.line + 1}", f"the key {node.value!r} stands twice")
        for node in loader.repeated
    ]
    return [entry for entry in read if entry is not None]


def listed(entries: Sequence[Mapping[str, Any]]) -> str:
    """Plain data as a YAML list that `read_list` reads back."""
    return str(yaml.safe_dump(list(entries), allow_unicode=True, sort_keys=False, width=100))


def _entry(loader: _Loader, file: str, node: Any, faults: list[Fault]) -> Entry | None:
    try:
        return Entry(file, loader.construct_object(node, deep=True), node)
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError) as error:
        # the safe loader fails in all these ways on values such as 2020-13-45 and !!bool maybe
        faults.append(_fault(file, node, error))
        return None


def _fault(file: str, node: Any, error: Exception) -> Fault:
    mark = getattr(error, "problem_mark", None) or (node and node.start_mark)
    what = getattr(error, "problem", None) or getattr(error, "context", None) or error
    return Fault(f"{file}:{mark.line + 1}" if mark else file, f"is not plain YAML: {what}")


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """The safe loader, minus aliases that blow up and silence about repeated keys."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.repeated: list[Any] = []
        self._room = MOST_REPEATED

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        if node in self.constructed_objects:
            self._repeat(node)
        return super().construct_object(node, deep)

    def _repeat(self, node: Any) -> None:
        self._room -= 1
        if self._room < 0:
            raise _refused(node, f"aliases repeat more than {MOST_REPEATED} values")
        for child in node.value if isinstance(node, yaml.CollectionNode) else ():
            for part in child if isinstance(child, tuple) else (child,):
                self._repeat(part)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    self.repeated.append(key)
                seen.add(key.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping

    def flatten_mapping(self, node: Any) -> None:
        merged = [value for key, value in node.value if key.tag == "tag:yaml.org,2002:merge"]
        if len(merged) > 1 or any(not isinstance(value, yaml.MappingNode) for value in merged):
            raise _refused(node, "<< takes one mapping")
        super().flatten_mapping(node)


def _refused(node: Any, what: str) -> yaml.MarkedYAMLError:
    return yaml.constructor.ConstructorError(None, None, what, node.start_mark)
