"""When a page is drawn anew while agents think and speak. Knows no page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from sandbox.live.rooms import Room

PATIENCE_S = 20.0
QUICK_S = 0.3
"""What an agent says within this time is shown with what it replies to, in one update."""

TOGETHER_S = 0.12
"""Changes within this time make one picture."""


async def follow(room: Room) -> AsyncIterator[bool]:
    """Says when to draw, until no agent is about to speak; True where a turn has merely grown."""
    shown = -1
    await room.heard(QUICK_S)
    while room.is_busy:
        version, turns = room.version, len(room.turns)
        yield bool(room.writing) and shown == turns
        shown = turns
        await room.changed(version, PATIENCE_S)
        await asyncio.sleep(TOGETHER_S)
