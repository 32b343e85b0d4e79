"""Keeps a statistics library from warning of its own innards: deprecated calls it makes, and
divisions by zero whose result the caller looks at."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quietly(*more: type[Warning]) -> Iterator[None]:
    """No warnings of these kinds inside, nor of more that are named; others pass."""
    with warnings.catch_warnings():
        kinds: tuple[type[Warning], ...] = (RuntimeWarning, DeprecationWarning, FutureWarning)
        for kind in (*kinds, *more):
            warnings.simplefilter("ignore", kind)
        yield
