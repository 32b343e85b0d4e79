"""Spares the garbage collector what cannot be garbage while a run is at work."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

YOUNG = 20_000
"""New objects between two looks of the collector; Python's default is 700. The sessions that are
open together hold some tens of thousands, so that fewer live ones are looked at again and again."""


@contextlib.contextmanager
def settled_memory() -> Iterator[None]:
    """Let the collector leave alone what was there before: the library, which stays, is most of all
    objects, and to walk through it again and again took a tenth of a run.

    Cycles that a run leaves behind are still collected; afterwards all is as it was.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
