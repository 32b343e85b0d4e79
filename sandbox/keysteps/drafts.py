"""Drafts of key-step items: what is left for people to review, in a folder of its own.

A folder holds `build.json` (from what and how), `drafts.jsonl`, `images/`, the kept replies of the
model, and later `reviews.jsonl`. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from sandbox.content.keysteps import GENERIC, CriterionWording
from sandbox.errors import RunLogError
from sandbox.records import canonical
from sandbox.store.files import disk_error, replace_file
from sandbox.types import Frozen

BUILD = "build.json"
DRAFTS = "drafts.jsonl"
IMAGES = "images"

Kind = TypeVar("Kind", bound=Frozen)


class Frame(Frozen):
    """A picture of the video: when it is shown, and its file in the folder of images."""

    at: float
    file: str


class Wording(Frozen):
    """A criterion of one draft, as it will stand in the rubric."""

    id: str
    criterion: str
    condition_for_1: str
    condition_for_0: str

    def as_record(self) -> CriterionWording:
        """The criterion as a key-step record holds it."""
        return CriterionWording(**self.model_dump())


class Question(Frozen):
    """The student's question and the reference answer in its three parts."""

    question: str
    detail: str
    operation: str
    step: str


class Draft(Frozen):
    """One proposed key step, before review.

    Attributes:
        id: The video's id and the time of the key frame.
        key: The key frame; `context` are earlier frames in time order.
        before: The time of the step before.
        reason: Why the model holds this step to be a key step.
        qa: Question and reference; None where the model gave none.
        criteria: The rubric; empty where the model gave none.
        spoken_before: What was said up to the key frame; `spoken_after` what was said after it.
        faults: What could not be drafted, and why.
    """

    id: str
    key: Frame
    before: float
    reason: str
    context: tuple[Frame, ...] = ()
    qa: Question | None = None
    criteria: tuple[Wording, ...] = ()
    task: str = ""
    spoken_before: tuple[str, ...] = ()
    spoken_after: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class Build(Frozen):
    """From what, and how, the drafts of a folder were made.

    Attributes:
        video: The file's name; `sha256` and `duration` say which one it was.
        prompts: Template → hash.
        proposed: How many steps the model proposed; `unusable` says what was wrong with the others.
    """

    video: str
    video_id: str
    title: str
    sha256: str
    duration: float
    model: str
    rate: float
    threshold: float
    gap: float
    boundaries: tuple[float, ...]
    prompts: dict[str, str]
    proposed: int
    unusable: tuple[str, ...] = ()
    created: str


def generic_criteria() -> tuple[Wording, ...]:
    """The two criteria that are the same for every problem."""
    brevity, coherence = GENERIC
    return (
        Wording(
            id=brevity,
            criterion="The reply is short.",
            condition_for_1="It says what this one step needs, without tables or side matter.",
            condition_for_0="It repeats itself, strays, or is longer than the step needs.",
        ),
        Wording(
            id=coherence,
            criterion="The reply is right and does not contradict itself.",
            condition_for_1="Every statement in it is true.",
            condition_for_0="A statement is false, or two of them contradict each other.",
        ),
    )


def write_drafts(folder: Path, build: Build, drafts: Sequence[Draft]) -> None:
    """Put build and drafts into a folder; the build is written last, and so tells they are whole.

    Raises:
        RunLogError: the folder cannot be written.
    """
    lines = "".join(f"{canonical(draft.model_dump(mode='json'))}\n" for draft in drafts)
    replace_file(folder / DRAFTS, lines.encode())
    replace_file(folder / BUILD, canonical(build.model_dump(mode="json")).encode())


def read_drafts(folder: Path) -> tuple[Build, tuple[Draft, ...]]:
    """The build and the drafts of a folder.

    Raises:
        RunLogError: it is no finished build, or a file is damaged.
    """
    if not (folder / BUILD).is_file():
        raise RunLogError(f"{folder} holds no finished build: there is no {BUILD} in it")
    build = _parsed(Build, folder / BUILD, _text(folder / BUILD), "")
    drafts = tuple(
        _parsed(Draft, folder / DRAFTS, line, f", line {number}")
        for number, line in enumerate(_text(folder / DRAFTS).splitlines(), 1)
    )
    return build, drafts


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RunLogError(f"{path} cannot be read: {error}") from error


def _parsed(kind: type[Kind], path: Path, text: str, place: str) -> Kind:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise RunLogError(f"{path}{place} is damaged: {where}: {fault['msg']}") from error


def save_picture(folder: Path, name: str, data: bytes) -> str:
    """Write a picture into the folder of images; its file name."""
    path = folder / IMAGES / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error("make the folder", path.parent, error) from error
    replace_file(path, data)
    return name
