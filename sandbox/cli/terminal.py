"""A person at the terminal: what they hear is printed, what they type is said."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.agents.base import View
from sandbox.agents.person import END
from sandbox.cli.console import console
from sandbox.experiments.dialogue import People


def in_terminal() -> People:
    """People who are asked on the terminal."""
    return People(_speak, _choose)


async def _speak(view: View) -> str | None:
    """Print what the other side said last, and read a line; None at the end of the input."""
    if not view.turns:
        console.print(f"\nThe task: {view.question}", markup=False, soft_wrap=True)
        if view.brief.card:
            console.print(view.brief.card, markup=False, soft_wrap=True)
        console.print(f"Say something; {END} ends the session.", style="dim", soft_wrap=True)
    if view.heard:
        heard = view.heard[-1]
        console.print(f"\n{heard.seat}: {heard.text}", markup=False, soft_wrap=True)
    while True:
        said = _line("> ")
        if said is None or said.strip():
            return said


async def _choose(candidates: Sequence[str]) -> int | None:
    """Print the candidates and read a number; None for an empty line."""
    console.print("\nWhat do you think this student believes?")
    for number, candidate in enumerate(candidates, 1):
        console.print(f"{number:3} {candidate}", markup=False, soft_wrap=True)
    while True:
        said = (_line("number (empty: I do not know)> ") or "").strip()
        if not said:
            return None
        if said.isdecimal() and 1 <= int(said) <= len(candidates):
            return int(said) - 1
        console.print(f"Type a number from 1 to {len(candidates)}.")


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None
