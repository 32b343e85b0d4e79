"""What a figure shows, in words: what a blind pupil needs to do the problem, and no more.

Values that are to be read off a scale or a grid are given by their place (spaces, steps, hands of a
clock), never as the value: it would be the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.figures.alt import data, model, number, plots, shape
from sandbox.figures.specs import KINDS, Figure

_SAY: dict[str, Callable[[Any], str]] = {
    kind: next(
        getattr(module, name)
        for module in (number, model, data, plots, shape)
        if hasattr(module, name := kind.replace("-", "_"))
    )
    for kind in KINDS
}


def alt_text(figure: Figure) -> str:
    """The figure in words: its own where it has them, else those of its kind."""
    return figure.alt or _SAY[figure.kind](figure)
