"""A person at the terminal: what they hear is printed, what they type is said."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.agents.person import END
from sandbox.cli.console import say
from sandbox.experiments.dialogue import People


def in_terminal() -> People:
    """People who are asked on the terminal."""
    return People(_speak, _choose)


async def _speak(view: View) -> str | None:
    """Print what the other side said last, and read a line; None at the end of the input."""
    if not view.own:
        say(f"\nThe task: {view.question}")
        if view.brief.card:
            say(view.brief.card)
        say(f"Say something; {END} ends the session.", "dim")
    if view.heard:
        heard = view.heard[-1]
        say(f"\n{heard.seat}: {heard.text}")
    while True:
        said = _line("> ")
        if said is None or said.strip():
            return said


async def _choose(candidates: Sequence[str]) -> int | None:
    """Print the candidates and read a number; None for an empty line."""
    say("\nWhat do you think this student believes?")
    for number, candidate in enumerate(candidates, 1):
        say(f"{number:3} {candidate}")
    while True:
        said = (_line("number (empty: I do not know)> ") or "").strip()
        if not said:
            return None
        if said.isdecimal() and 1 <= int(said) <= len(candidates):
            return int(said) - 1
        say(f"Type a number from 1 to {len(candidates)}.")


def _line(prompt: str) -> str | None:
    """A line that the person types; None at the end of the input and on Ctrl-C: they have left."""
    during = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        say("")
        return None
    finally:
        signal.signal(signal.SIGINT, during)
