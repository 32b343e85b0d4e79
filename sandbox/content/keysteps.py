"""Key-step items: a stuck student's page, a question, a reference in three parts, own criteria.

The record is that of the published benchmark (arXiv 2510.23477), so files of either kind can be
read; what only our own items know stands in `exact`. Knows no model and no drawing.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from sandbox.errors import Fault, ImportFormatError, UsageError
from sandbox.jsontext import in_words, parsed
from sandbox.records import canonical

SPECIFIC = (
    "insight_identification",
    "operation_prescription",
    "operation_execution",
    "solution_scope_control",
)
"""The criteria that a problem words for itself; `brevity` and `coherence` are the same for all."""

GENERIC = ("brevity", "coherence")
PARTS = ("key detail", "key operation", "next step")

KEPT, KEPT_IMAGES = "items.jsonl", "images"
"""The items that a run folder keeps, and where their pictures are."""

_PART = re.compile(rf"\[\s*({'|'.join(PARTS)})\s*\]\s*:?", re.I)
_OUTSIDE = re.compile(r"^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)")


class _Open(BaseModel):
    """Foreign records bring keys of their own, which are let be."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class CriterionWording(_Open):
    """A criterion as worded for one problem, with when it is met and when not."""

    id: str
    criterion: str
    condition_for_1: str
    condition_for_0: str


class ProblemRubric(_Open):
    """The criteria of one problem."""

    task_description: str = ""
    evaluation_criteria: tuple[CriterionWording, ...]

    @field_validator("evaluation_criteria")
    @classmethod
    def _complete(cls, value: tuple[CriterionWording, ...]) -> tuple[CriterionWording, ...]:
        names = [each.id for each in value]
        missing = [name for name in SPECIFIC if name not in names]
        if missing:
            raise ValueError(f"no criterion {', '.join(missing)}")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            raise ValueError(f"criterion {twice} stands twice")
        return value


class Exact(_Open):
    """What is known of an item that was made from a problem and its exact solution.

    Attributes:
        family: The family of the problem; `parameters` are its numbers.
        problem: The problem as it is put.
        answer: The final answer, which the reply must not give away.
        next: The lines that the next step may write.
        later: Results of later steps, which the reply must not give away either.
        misconception: The belief behind the work on the page; None where it is right so far.
        alts: What stands on each page, for who cannot see: earlier pages first, the key page last.
        marks: Fields of words by which a reply that names the decisive detail is known.
        does: Fields of words by which a reply that prescribes the operation is known.
    """

    family: str
    parameters: Mapping[str, JsonValue]
    problem: str
    answer: str
    next: tuple[str, ...]
    later: tuple[str, ...] = ()
    misconception: str | None = None
    alts: tuple[str, ...]
    marks: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


class KeyStep(_Open):
    """One item, as it stands in a file. Times are in seconds; `img` and `prev_img` name files."""

    instance_id: str = Field(min_length=1)
    video_id: str = ""
    uploader_id: str = ""
    video_title: str = ""
    keyframe_timestamp: float = Field(default=0, ge=0)
    prev_step_timestamp: float | None = None
    img: str = Field(min_length=1)
    prev_img: tuple[str, ...] = ()
    pic_num: int | None = None
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    sentence: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before_denoised: tuple[str, ...] = ()
    after_denoised: tuple[str, ...] = ()
    vlm_reason: str = ""
    is_key_concept: bool | None = None
    category: str = "unknown"
    domain: str = "unknown"
    difficulty_score: int | None = None
    rubric: ProblemRubric
    exact: Exact | None = None

    @field_validator(
        "prev_img", "before", "after", "before_denoised", "after_denoised", mode="before"
    )
    @classmethod
    def _list(cls, value: Any) -> Any:
        """Where one text stands for a list of one."""
        if value is None:
            return ()
        return (value,) if isinstance(value, str) else value

    @field_validator("answer")
    @classmethod
    def _parts(cls, value: str) -> str:
        reference_parts(value)
        return value

    @field_validator("img", "prev_img")
    @classmethod
    def _inside(cls, value: Any) -> Any:
        for name in (value,) if isinstance(value, str) else value:
            if _OUTSIDE.search(name):
                raise ValueError(f"{name!r} leads out of the image folder")
        return value

    @property
    def reference(self) -> Reference:
        """The reference in its three parts."""
        return reference_parts(self.answer)

    @property
    def images(self) -> tuple[str, ...]:
        """The pages in time order, the key page last."""
        return (*self.prev_img, self.img)

    @property
    def wordings(self) -> dict[str, str]:
        """Criterion → its wording for this problem, with both conditions."""
        return wordings(self.rubric)


@dataclass(frozen=True)
class Reference:
    """What a good reply says: the detail that matters, the operation, the step carried out."""

    detail: str
    operation: str
    step: str

    def __str__(self) -> str:
        parts = zip(PARTS, (self.detail, self.operation, self.step), strict=True)
        return "\n".join(f"[{name}]: {text}" for name, text in parts)


@dataclass(frozen=True)
class KeyStepSet:
    """Items, where their pictures are, and what could not be used."""

    items: tuple[KeyStep, ...]
    images: Path
    skipped: tuple[Fault, ...] = ()

    def picture(self, name: str) -> Path:
        """The file of a picture that an item names."""
        return self.images / name


def wordings(rubric: ProblemRubric) -> dict[str, str]:
    """Criterion → its wording for a problem, with both conditions."""
    return {
        each.id: f"{each.criterion} 1: {each.condition_for_1} 0: {each.condition_for_0}"
        for each in rubric.evaluation_criteria
    }


def reference_parts(answer: str) -> Reference:
    """The three tagged parts of a reference answer.

    Raises:
        ValueError: a part is missing, empty or stands twice.
    """
    pieces = _PART.split(answer)
    found: dict[str, str] = {}
    for tag, text in zip(pieces[1::2], pieces[2::2], strict=True):
        name = tag.lower()
        if name in found:
            raise ValueError(f"[{name}] stands twice in the reference")
        found[name] = text.strip()
    missing = [name for name in PARTS if not found.get(name)]
    if missing:
        raise ValueError(f"the reference has no [{']: and no ['.join(missing)}]:")
    return Reference(*(found[name] for name in PARTS))


def read_keysteps(path: Path, images: Path | None = None) -> KeyStepSet:
    """Read a file of key-step records; what cannot be used is reported with its line and why.

    Args:
        path: JSON, one record a line.
        images: The folder that the records' picture names are in (default: the file's).

    Raises:
        UsageError: the file cannot be read.
        ImportFormatError: no line of it is a key-step record.
    """
    folder = images or path.parent
    items: list[KeyStep] = []
    skipped: list[Fault] = []
    seen: set[str] = set()
    for number, line in _lines(path):
        place = f"{path.name}: line {number}"
        found = _record(line)
        why = found if isinstance(found, str) else _unusable(found, folder, seen)
        if isinstance(found, str) or why:
            skipped.append(Fault(place, why or ""))
            continue
        seen.add(found.instance_id)
        items.append(found)
    if not items:
        first = f": {skipped[0]}" if skipped else ""
        raise ImportFormatError(f"{path.name} has no key-step item that can be used{first}")
    return KeyStepSet(tuple(items), folder, tuple(skipped))


def write_keysteps(items: Iterable[KeyStep], path: Path) -> None:
    """Write records, one a line.

    Raises:
        UsageError: the file cannot be written.
    """
    lines = [canonical(item.model_dump(mode="json", exclude_none=True)) for item in items]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def keep_keysteps(found: KeyStepSet, folder: Path, name: str = KEPT) -> Path:
    """Write the items into a folder with their pictures beside them, each once and named by its
    content; returns the file.

    Raises:
        UsageError: the folder cannot be written.
    """
    names: dict[str, str] = {}
    try:
        (folder / KEPT_IMAGES).mkdir(parents=True, exist_ok=True)
        for each in dict.fromkeys(image for item in found.items for image in item.images):
            data = found.picture(each).read_bytes()
            names[each] = f"{KEPT_IMAGES}/{hashlib.sha256(data).hexdigest()}"
            (folder / names[each]).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    kept = [
        item.model_copy(
            update={
                "img": names[item.img],
                "prev_img": tuple(map(names.__getitem__, item.prev_img)),
            }
        )
        for item in found.items
    ]
    write_keysteps(kept, folder / name)
    return folder / name


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ImportFormatError(f"{path.name} is not UTF-8 text: {error}") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _record(line: str) -> KeyStep | str:
    """The record of a line, or why it is none."""
    try:
        return KeyStep.model_validate(parsed(line))
    except json.JSONDecodeError as error:
        return f"is not JSON: {error}"
    except ValidationError as error:
        return in_words(error)


def _unusable(item: KeyStep, folder: Path, seen: set[str]) -> str:
    if item.instance_id in seen:
        return f"{item.instance_id} stands twice"
    missing = [name for name in item.images if not (folder / name).is_file()]
    return f"{item.instance_id}: no image {', '.join(missing)}" if missing else ""
