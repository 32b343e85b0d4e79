"""What of a model's reply may be said in a seat: no reasoning, no other side's lines, no marks.

Knows replies and seats, no mathematics. What was taken away is flagged, never hidden.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.maths.consistency import role_tags
from sandbox.replytext import spoken
from sandbox.types import Completion, Seat

END_MARK = "[END]"
"""What a tutor's model puts behind its goodbye."""

EMPTY, REFUSED = "empty", "refused"
SPOKE_FOR_OTHER, CUT_OFF = "spoke-for-other", "cut-off"

_END_MARK = re.compile(r"\[\s*END\s*\]", re.IGNORECASE)
_CHAT_MARK = re.compile(
    r"<\|[^|<>]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?s>|<(?:start|end)_of_turn>"
    r"|</?(?:tutor|teacher|student|pupil|user|assistant|system)>",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r".*[.!?…][\"'”’)*]*(?=\s|$)", re.DOTALL)
_EDGES = " \t\n*_>#"
_QUOTES = {'"': '"', "“": "”", "«": "»"}


@dataclass(frozen=True)
class Cleaned:
    """What may be said, and what was amiss.

    Attributes:
        text: The words; empty where nothing can be said.
        flags: EMPTY or REFUSED where nothing can; SPOKE_FOR_OTHER, CUT_OFF where something was
            taken off the end.
        ends: Whether the reply says that this is the end.
    """

    text: str
    flags: tuple[str, ...] = ()
    ends: bool = False


def cleaned(completion: Completion, seat: Seat) -> Cleaned:
    """What of a reply may be said in a seat."""
    if completion.finish == "refused":
        return Cleaned("", (REFUSED,))
    text, spoke, ends = spoken(completion.text), False, False
    before = None
    while text != before:
        # what is taken off may leave a name or a mark at an edge, where it counts again
        before = text
        own, goes_on = _own(text, seat)
        spoke, ends = spoke or goes_on, ends or _END_MARK.search(own) is not None
        text = _unquoted(_END_MARK.sub("", own).strip(_EDGES))
    flags = [SPOKE_FOR_OTHER] if spoke else []
    if completion.finish == "length" and not spoke:
        flags.append(CUT_OFF)
        whole = _SENTENCES.match(text)
        text = whole[0] if whole else text
    return Cleaned(text, tuple(flags if text else [*flags, EMPTY]), ends)


def _own(text: str, seat: Seat) -> tuple[str, bool]:
    """The seat's own part of a text, and whether it went on to speak for the other side.

    A name of one's own in front is dropped. The other side's name ends it, and so does a second
    name of one's own: whoever names the speakers writes a dialogue.
    """
    mark = _CHAT_MARK.match(text)
    while mark:
        text = text[mark.end() :].lstrip()
        mark = _CHAT_MARK.match(text)
    tags = role_tags(text)
    if tags and tags[0].seat == seat and not text[: tags[0].start].strip(_EDGES):
        text = text[tags[0].end :].lstrip(_EDGES)
        tags = role_tags(text)
    ends = [tags[0].start] if tags else []
    inner = _CHAT_MARK.search(text)
    ends += [inner.start()] if inner else []
    if not ends:
        return text, False
    spoke = bool(tags) or bool(_CHAT_MARK.sub("", text[min(ends) :]).strip())
    return text[: min(ends)], spoke


def _unquoted(text: str) -> str:
    """The text without quotation marks round all of it."""
    closing = _QUOTES.get(text[:1])
    inner = text[1:-1]
    if closing and text.endswith(closing) and text[:1] not in inner and closing not in inner:
        return inner.strip()
    return text
