"""Where content lives and how its YAML is read: plain data, no duplicate keys, faults with a line."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from sandbox.errors import Fault, UsageError

FOLDERS = ("misconceptions", "personas", "tasks")


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


def read_list(path: Path, faults: list[Fault]) -> list[tuple[str, Any]]:
    """The entries of a YAML list with their place (file:line); what cannot be read is a fault."""
    try:
        text = path.read_text(encoding="utf-8")
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return []
            if not isinstance(node, yaml.SequenceNode):
                faults.append(
                    Fault(path.name, "must be a list of entries, each starting with '- id:'")
                )
                return []
            return [
                (
                    f"{path.name}:{entry.start_mark.line + 1}",
                    loader.construct_object(entry, deep=True),
                )
                for entry in node.value
            ]
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{path.name}:{mark.line + 1}" if mark else path.name
        faults.append(Fault(place, f"is not YAML: {error.problem or error.context}"))
    except yaml.YAMLError as error:
        faults.append(Fault(path.name, f"is not YAML: {error}"))
    except (OSError, UnicodeDecodeError) as error:
        faults.append(Fault(path.name, f"cannot be read: {error}"))
    return []


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """The safe loader, minus silent overwriting of a repeated key."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        repeated = next((key for key in keys if keys.count(key) > 1), None)
        if repeated is not None:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {repeated!r} stands twice", node.start_mark
            )
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping
