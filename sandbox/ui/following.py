"""When the chat is drawn anew while agents think and speak. Knows no page.

What a click does answers at once, as soon as the first words are there. Then an event that draws
nothing but the chat reads along, and one more draws the page as it is after that: each component
among an event's outputs costs the server, also where it stays as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sandbox.live.rooms import Room

PATIENCE_S = 20.0
QUICK_S = 0.3
"""What an agent says within this time is shown with what it replies to, in one update."""

TOGETHER_S = 0.12
"""Changes within this time make one picture."""


async def first_words(room: Room) -> None:
    """Wait until an agent that is about to speak can be read, if it is quick."""
    await room.heard(QUICK_S)


async def growing(room: Room) -> AsyncIterator[None]:
    """Now, then whenever there is more to read, until no agent is about to speak."""
    version = room.version
    yield
    while room.is_busy:
        await room.changed(version, PATIENCE_S)
        version = room.version
        if room.is_busy:
            yield
            await asyncio.sleep(TOGETHER_S)


def then_follow(
    event: Any, read_along: Any, look: Any, inputs: Sequence[Any], chat: Any, out: Sequence[Any]
) -> None:
    """After an event: draw the chat as it grows, then the whole page once more."""
    quietly: dict[str, Any] = {
        "api_visibility": "private",
        "show_progress": "hidden",
        "concurrency_limit": None,
    }
    event.then(read_along, inputs, chat, **quietly).then(look, inputs, out, **quietly)
