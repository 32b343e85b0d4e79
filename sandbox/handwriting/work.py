"""The record of a piece of written work: what is on the picture, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field, JsonValue

from sandbox.types import Frozen


class CrossedOut(Frozen):
    """Words that were begun, crossed out and written again: the line, and what is crossed out."""

    line: int
    text: str


class WrittenWork(Frozen):
    """A pupil's working on paper, with its gold labels.

    `misconception` is None where the working is right. `lines` is what is written, line by line (a
    calculation in columns: how it is set out, then column by column as it is worked). `answer` is
    what the pupil got. `first_wrong` counts lines from 0; where the place of the error cannot be
    told exactly it is None, and `first_wrong_reason` says why. `first_false` is the first line that
    states something false: a false equation, a false digit of a column's result or, at the latest,
    the wrong answer. `in_columns` is the number of lines at the start that are one calculation in
    columns, 0 for none. `pixels` is a digest of what the picture shows, however the file is
    compressed.
    """

    id: str
    question: str
    family: str
    strand: str
    parameters: Mapping[str, JsonValue]
    misconception: str | None
    right_answer: str
    answer: str
    lines: tuple[str, ...]
    in_columns: int = Field(default=0, ge=0)
    first_wrong: int | None = Field(default=None, ge=0)
    first_wrong_reason: str = ""
    first_false: int | None = Field(default=None, ge=0)
    crossed_out: tuple[CrossedOut, ...] = ()
    hand: str
    pen: str
    paper: str
    seed: int
    alt: str
    image: str
    width: int = 0
    height: int = 0
    pixels: str = ""
    source: str = ""
