"""Puts a policy's moves into words: one of the wordings in the content, its slots filled."""

from __future__ import annotations

import re

from sandbox.agents.base import View
from sandbox.content.schema import TutorSpec

_SLOT = re.compile(r"\{(\w+)\}")


def say(spec: TutorSpec, view: View, move: str, **slots: str) -> str:
    """One wording of the move, chosen by this turn's chance.

    The wording said in an earlier turn of this session is avoided where there is another.
    """
    wordings = spec.moves[move]
    said = {turn.text for turn in view.own}
    filled = [_SLOT.sub(lambda match: slots[match[1]], wording) for wording in wordings]
    fresh = [text for text in filled if not any(text in earlier for earlier in said)]
    left = fresh or filled
    return left[0] if len(left) == 1 else view.chance("wording", move).choice(left)


def joined(*pieces: str) -> str:
    """Pieces of an utterance, empty ones left out."""
    return " ".join(piece for piece in pieces if piece)
