"""Turns as the messages of a chat, and pictures on their way in and out."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.journal import Journal
from sandbox.live.views import SeatView
from sandbox.models.images import fitted, media_type
from sandbox.records import Turn
from sandbox.types import Seat
from sandbox.ui.text import DELIMITERS, as_markdown

MOST_PICTURES = 3
MOST_BYTES = 10_000_000
"""Of one picture, before it is made smaller."""

_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


def chat_box() -> gr.Chatbot:
    """The chat of a session: formulas are set, nothing else of what is written does anything."""
    return gr.Chatbot(
        label="Session",
        show_label=False,
        height="48vh",
        min_height=260,
        latex_delimiters=DELIMITERS,
        buttons=[],
        feedback_options=None,
        group_consecutive_messages=False,
        allow_tags=False,
        elem_classes="talk",
    )


def chat_of(view: SeatView, journal: Journal) -> list[dict[str, Any]]:
    """The chat of the page of a seat."""
    return messages(view.turns, view.seat, journal, view.writing, view.writer)


def messages(
    turns: Sequence[Turn],
    me: Seat,
    journal: Journal,
    writing: str = "",
    writer: Seat | None = None,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """The turns as a chat: one's own on the right.

    Args:
        turns: What was said.
        me: Whose turns stand on the right.
        journal: Where the pictures lie.
        writing: A turn that is not whole yet.
        writer: Who writes it.
        cache: The folder for pictures on their way into the page.
    """
    shown: list[dict[str, Any]] = []
    for turn in turns:
        parts: list[Any] = [f"**{_name(turn.seat)}:** {as_markdown(turn.text)}"]
        for sha256 in turn.images:
            path = picture_file(sha256, journal, cache)
            parts.append({"path": str(path), "alt_text": f"Picture sent by the {turn.seat}"})
        shown.append({"role": _role(turn.seat, me), "content": parts})
    if writing and writer:
        text = f"**{_name(writer)}:** {as_markdown(writing)} …"
        shown.append({"role": _role(writer, me), "content": text})
    return shown


def _name(seat: Seat) -> str:
    return "Tutor" if seat == "tutor" else "Student"


def _role(seat: Seat, me: Seat) -> str:
    return "user" if seat == me else "assistant"


def picture_file(sha256: str, journal: Journal, cache: Path | None = None) -> Path:
    """A picture of the journal as a file that the page may be given, with its proper ending."""
    data = journal.load_picture(sha256)
    folder = (cache or Path(tempfile.gettempdir()) / "gradio") / sha256
    path = folder / f"picture.{_ENDINGS[media_type(data)]}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def keep_pictures(files: Sequence[str], journal: Journal) -> list[str]:
    """Store uploaded pictures, each once, made smaller where they are large; returns their hashes.

    Raises:
        UsageError: too many, too large, or not pictures, whatever their names say.
    """
    if len(files) > MOST_PICTURES:
        raise UsageError(f"at most {MOST_PICTURES} pictures go with a message")
    kept = []
    for file in files:
        path = Path(file)
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"a picture has at most {MOST_BYTES // 1_000_000} MB")
        kept.append(journal.save_picture(fitted(path.read_bytes())))
    return kept
