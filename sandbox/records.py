"""What goes on disk: items, turns, endings, transcripts, cells, scores, manifests.

Knows no agent, no scorer and no file. What is hashed or compared is canonical JSON: sorted keys, no
spaces.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field

from sandbox.figures.specs import Figure
from sandbox.types import PERSON, Frozen, JsonObject, Seat, Usage

FORMAT_VERSION = 1

EndingKind = Literal[
    "resolved",
    "tutor-ended",
    "student-ended",
    "turn-limit",
    "cost-limit",
    "abandoned",
    "refused",
    "error",
]


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no spaces, no NaN."""
    return _CANONICAL.encode(value)


def digest(*parts: Any) -> str:
    """A 16-digit hexadecimal digest of the parts, the same in every process and everywhere."""
    return hashlib.blake2b(canonical(list(parts)).encode(), digest_size=8).hexdigest()


def rng(*parts: Any) -> random.Random:
    """A random generator keyed by the parts, the same in every process and on every machine."""
    return random.Random(int(digest(*parts), 16))


class Choice(Frozen):
    """One option of a multiple-choice item.

    `misconception` is None for the right option, and "" for a wrong one whose cause is unknown.
    """

    label: str
    text: str
    misconception: str | None = None


class Item(Frozen):
    """A problem put to a student. `answer` is the right answer as displayed.

    `family` and `parameters` say how it was generated and are empty for imported items.
    `choices` is empty for an open item; `key`, the label of the right choice, is then empty too.
    `wrong_answers` (misconception → what learners who hold it wrote) is for open items of data
    sets. `figure_alt` says in words what the item's picture shows; `figure` draws it, where it is
    not a picture made elsewhere. `topic` is the part of mathematics that a data set files it under.
    A record holds `figure` and `topic` only where there is one.
    """

    id: str
    question: str
    answer: str
    choices: tuple[Choice, ...] = ()
    key: str = ""
    wrong_answers: Mapping[str, str] = Field(default_factory=dict)
    family: str = ""
    parameters: JsonObject = Field(default_factory=dict)
    figure_alt: str = ""
    figure: Figure | None = Field(default=None, exclude_if=lambda figure: figure is None)
    source: str = "generated"
    topic: str = Field(default="", exclude_if=lambda topic: not topic)

    @property
    def in_words(self) -> str:
        """The whole problem as text: what the figure shows, then the question."""
        return f"{self.figure_alt} {self.question}" if self.figure_alt else self.question


class Turn(Frozen):
    """One utterance. `hidden` belongs to the speaker's seat and the scorers, nobody else."""

    index: int
    seat: Seat
    text: str
    author: str
    images: tuple[str, ...] = ()
    hidden: JsonObject = Field(default_factory=dict)
    usage: Usage | None = None
    at: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether its agent says the same again at no cost, should it be lost: no model was asked,
        and no person spoke."""
        return self.usage is None and self.author != PERSON


class Ending(Frozen):
    """How a session ended, who ended it and, where it was not a plain ending, why."""

    kind: EndingKind
    by: Seat | None = None
    note: str = ""


class Cell(Frozen):
    """One planned trial: its factors (strings and numbers) and the replicate."""

    study: str
    factors: JsonObject
    replicate: int = 0

    @cached_property
    def key(self) -> str:
        """The cell's identity, and the session id of its trial."""
        return digest(self.study, dict(self.factors), self.replicate)

    def __copy__(self) -> Self:
        """The same cell, without its key: the copy may be given other factors."""
        copied = super().__copy__()
        copied.__dict__.pop("key", None)
        return copied


class Transcript(Frozen):
    """A session as it was: who sat where, the item, the turns, the ending (None while it runs)."""

    session: str
    item: Item
    student: str
    tutor: str
    turns: tuple[Turn, ...] = ()
    ending: Ending | None = None


class Trial(Frozen):
    """A cell that was run: the transcript, and what else was observed (tests, rankings)."""

    cell: Cell
    transcript: Transcript | None = None
    observations: JsonObject = Field(default_factory=dict)


class Span(Frozen):
    """A stretch of a turn's text that a score rests on."""

    turn: int
    start: int
    end: int
    text: str


class Score(Frozen):
    """One score of one session or turn. `value` None means unscored, and `reason` then says why."""

    session: str
    metric: str
    value: float | None
    reason: str = ""
    turn: int | None = None
    scorer: str = ""
    evidence: tuple[Span, ...] = ()
    detail: JsonObject = Field(default_factory=dict)


class Manifest(Frozen):
    """What a run is: study, design, seed, versions. Written once, before any cell."""

    format: int = FORMAT_VERSION
    run: str
    study: str
    design: JsonObject
    seed: int
    package_version: str
    content_hash: str
    created: str
