"""Reads MRBench and the BEA 2025 files made of it: conversations, tutors' replies, human labels.

The benchmark (CC BY-SA 4.0) comes in two shapes: with `anno_llm_responses`, key and topic (version
2), and with `tutor_responses` alone. A record that cannot be read is reported with its place and
left out; labels are folded in case and checked, never guessed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.jsontext import parsed
from sandbox.types import Seat

GRADED = ("yes", "to some extent", "no")
REVEALED = ("yes (and the answer is correct)", "yes (but the answer is incorrect)", "no")
LABELS: Mapping[str, tuple[str, ...]] = {
    "mistake_identification": GRADED,
    "mistake_location": GRADED,
    "revealing_of_the_answer": REVEALED,
    "providing_guidance": GRADED,
    "actionability": GRADED,
    "humanlikeness": GRADED,
    "coherence": GRADED,
    "tutor_tone": ("encouraging", "neutral", "offensive"),
}
"""Dimension → its labels, in lower case."""

_SPACE = re.compile(r"[ \t\u00a0]+")
_SPEAKER = re.compile(r"(?:^|\n)[ \t\u00a0]*([A-Z][a-z]{3,9})[ \t\u00a0]*:")
_SPEAKERS: Mapping[str, Seat] = {"tutor": "tutor", "teacher": "tutor", "student": "student"}
_QUESTION = re.compile(r"\bthe question is:?\s*(?P<question>.+)", re.I | re.S)
_NO_KEY = frozenset({"", "not available", "n/a", "none"})


@dataclass(frozen=True)
class Reply:
    """One tutor's next message, with the human labels by dimension."""

    tutor: str
    text: str
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Conversation:
    """A conversation up to the replies that are rated.

    Attributes:
        id: As in the file; two records of one conversation share it.
        talk: (seat, text) in order.
        question: The problem, where the talk states it; else empty.
        answer: The right answer: the last line of the solution; empty where there is no key.
        solution: The whole solution that the file gives.
    """

    id: str
    talk: tuple[tuple[Seat, str], ...]
    question: str
    answer: str
    solution: str
    topic: str
    replies: tuple[Reply, ...]

    @property
    def is_keyed(self) -> bool:
        """Whether the file gives a solution."""
        return bool(self.answer)


@dataclass(frozen=True)
class MRBench:
    """What a file holds, and what of it was not used, with place and reason."""

    conversations: tuple[Conversation, ...]
    skipped: tuple[Fault, ...]


def import_mrbench(path: Path) -> MRBench:
    """Read a file of the benchmark, in either shape.

    Raises:
        ImportFormatError: it is no such file.
        UsageError: it cannot be read.
    """
    try:
        records = parsed(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ImportFormatError(f"{path.name} is not JSON in UTF-8: {error}") from error
    if not isinstance(records, list) or not records:
        raise ImportFormatError(f"{path.name} must be a list of conversations")
    found: list[Conversation] = []
    faults: list[Fault] = []
    for number, record in enumerate(records, 1):
        place = f"{path.name}: record {number}"
        try:
            found.append(_conversation(record, place, faults))
        except _UnusableError as error:
            faults.append(Fault(place, str(error)))
    if not found:
        raise ImportFormatError(f"{path.name} holds no conversation that can be read: {faults[0]}")
    return MRBench(tuple(found), tuple(faults))


class _UnusableError(Exception):
    """Why a record is left out."""


def _conversation(record: Any, place: str, faults: list[Fault]) -> Conversation:
    if not isinstance(record, dict):
        raise _UnusableError("is no object")
    name = _text(record, "conversation_id")
    talk = turns_of(_text(record, "conversation_history"))
    if not talk:
        raise _UnusableError("the conversation names no speaker")
    responses = record.get("anno_llm_responses") or record.get("tutor_responses")
    if not isinstance(responses, dict) or not responses:
        raise _UnusableError("has neither anno_llm_responses nor tutor_responses")
    solution = str(record.get("Ground_Truth_Solution") or "").strip()
    solution = "" if solution.lower() in _NO_KEY else solution
    topic = str(record.get("Topic") or "")
    return Conversation(
        id=name,
        talk=talk,
        question=_question(talk),
        answer=solution.splitlines()[-1].strip() if solution else "",
        solution=solution,
        topic="" if topic.lower() in _NO_KEY else topic,
        replies=tuple(_replies(responses, place, faults)),
    )


def turns_of(history: str) -> tuple[tuple[Seat, str], ...]:
    """A conversation in one string as turns; a speaker's name may be misspelt."""
    marks = [(match, seat) for match in _SPEAKER.finditer(history) if (seat := _seat(match[1]))]
    if not marks:
        return ()
    edges = [match.start() for match, _ in marks[1:]] + [len(history)]
    return tuple(
        (seat, _SPACE.sub(" ", history[match.end() : end]).strip())
        for (match, seat), end in zip(marks, edges, strict=True)
    )


def _seat(name: str) -> Seat | None:
    """Who a name at the beginning of a line stands for; None for other words before a colon."""
    near = difflib.get_close_matches(name.lower(), _SPEAKERS, n=1, cutoff=0.75)
    return _SPEAKERS[near[0]] if near else None


def _question(talk: tuple[tuple[Seat, str], ...]) -> str:
    stated = _QUESTION.search(talk[0][1])
    return stated["question"].strip() if stated else ""


def _replies(responses: Mapping[str, Any], place: str, faults: list[Fault]) -> list[Reply]:
    kept = []
    for tutor, held in responses.items():
        where = f"{place}, {tutor}"
        text = held.get("response") if isinstance(held, dict) else None
        given = held.get("annotation") if isinstance(held, dict) else None
        if not isinstance(text, str) or not text.strip() or not isinstance(given, dict):
            faults.append(Fault(where, "has no response or no annotation"))
            continue
        kept.append(Reply(tutor, text.strip(), _labels(given, where, faults)))
    return kept


def _labels(given: Mapping[str, Any], where: str, faults: list[Fault]) -> dict[str, str]:
    labels = {}
    for key, value in given.items():
        name = str(key).strip().lower().replace(" ", "_")
        label = " ".join(str(value).lower().split())
        if name not in LABELS:
            faults.append(Fault(where, f"{key!r} is no dimension of the benchmark"))
        elif label not in LABELS[name]:
            faults.append(Fault(where, f"{key}: {value!r} is none of {', '.join(LABELS[name])}"))
        else:
            labels[name] = label
    return labels


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str | int) or not str(value).strip():
        raise _UnusableError(f"has no {key}")
    return str(value)
