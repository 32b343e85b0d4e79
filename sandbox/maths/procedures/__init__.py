"""The functions that formulas may call, by name. Each module brings its own `PROCEDURES`."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.maths.procedures import (
    algebra,
    core,
    data,
    functions,
    geometry,
    proportion,
    rationals,
    text,
    whole,
)

PROCEDURES: dict[str, Callable[..., object]] = {}
for _module in (core, text, whole, rationals, proportion, algebra, data, functions, geometry):
    _twice = PROCEDURES.keys() & _module.PROCEDURES.keys()
    if _twice:
        raise ImportError(f"procedures defined twice: {sorted(_twice)}")
    PROCEDURES.update(_module.PROCEDURES)
