"""Puts a policy's moves into words: one of the wordings in the content, its slots filled."""

from __future__ import annotations

from sandbox.agents.base import View
from sandbox.agents.phrasing import filled, fresh
from sandbox.content.schema import TutorSpec


def say(spec: TutorSpec, view: View, move: str, **slots: str) -> str:
    """One wording of the move, chosen by this turn's chance; one said before is avoided where there
    is another."""
    left = fresh(spec.moves[move], view, slots)
    wording = left[0] if len(left) == 1 else view.chance("wording", move).choice(left)
    return filled(wording, slots)
