"""Imports a vendor package where it is used, or says which extra to install."""

from __future__ import annotations

import importlib
from types import ModuleType

from sandbox.errors import UsageError


def needed(module: str, *, extra: str, why: str) -> ModuleType:
    """The module, imported.

    Args:
        module: What to import.
        extra: The extra of this package that brings it.
        why: Who needs it, for the message.

    Raises:
        UsageError: it is not installed; the message says how to get it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise UsageError(
            f"{why} needs the package {missing!r}, which is not installed: "
            f"pip install 'tutoring-sandbox[{extra}]'"
        ) from error
