"""Wordings with slots, as the content has them for students and tutors: which of them were not said
before, and how they are filled; pieces of an utterance put together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from sandbox.agents.base import View

_SLOT = re.compile(r"\{(\w+)\}")
_FEWEST_FIXED = 2
"""Words of its own that tell a wording from others, whatever fills its slots."""


def fresh(wordings: Sequence[str], view: View, slots: Mapping[str, str]) -> Sequence[str]:
    """The wordings that this seat has not said yet; all where none is left.

    A wording is known by the longest run of words of its own: with something else in its slots it
    is still the same.
    """
    if len(wordings) == 1 or not view.own:
        return wordings
    said = " ".join(turn.text for turn in view.own)
    return [
        wording
        for wording in wordings
        if (_own_words(wording) or filled(wording, slots)) not in said
    ] or wordings


def filled(wording: str, slots: Mapping[str, str]) -> str:
    """A wording with what stands in its slots."""
    if "{" not in wording:
        return wording
    return _SLOT.sub(lambda match: slots[match[1]], wording).strip()


@lru_cache(maxsize=4096)
def _own_words(wording: str) -> str:
    longest = max((piece.strip() for piece in _SLOT.split(wording)[::2]), key=len)
    return longest if len(longest.split()) >= _FEWEST_FIXED else ""


def joined(*pieces: str) -> str:
    """Pieces of an utterance, empty ones left out."""
    return " ".join(piece for piece in pieces if piece)
