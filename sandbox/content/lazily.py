"""A mapping whose values are made when they are first asked for. Knows nothing of content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

Made = TypeVar("Made")


class Lazily(Mapping[str, Made]):
    """Names in order, each with plain data of which its value is made once.

    Of two threads that ask first for one value both get the same.
    """

    def __init__(self, plain: Mapping[str, Any], make: Callable[[Any], Made]) -> None:
        self._plain = plain
        self._make = make
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        made = self._made.get(name)
        if made is None:
            made = self._made.setdefault(name, self._make(self._plain[name]))
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._plain)

    def __len__(self) -> int:
        return len(self._plain)

    def __contains__(self, name: object) -> bool:
        return name in self._plain
