"""The review round: people accept, edit or reject each step, context frame, question and criterion.

Every decision is one line of `reviews.jsonl`, appended and never changed; a later decision of the
same reviewer on the same thing replaces the earlier one. A tenth of the drafts is reviewed by two
people who do not see each other's decisions; where they differ somebody settles it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import Field, ValidationError

from sandbox.content.keysteps import GENERIC, SPECIFIC
from sandbox.errors import RunLogError, UsageError
from sandbox.keysteps.drafts import Draft
from sandbox.records import canonical, digest
from sandbox.store.files import FileLock, disk_error
from sandbox.types import Frozen

REVIEWS = "reviews.jsonl"
DUAL_SHARE = 10
"""One draft in so many is reviewed twice, blind."""

Verdict = Literal["accept", "edit", "reject", "add"]
Kind = Literal["step", "frame", "question", "criterion"]
KINDS: tuple[Kind, ...] = ("step", "frame", "question", "criterion")

EDITS: Mapping[Kind, frozenset[str]] = {
    "step": frozenset({"at", "before"}),
    "frame": frozenset({"at"}),
    "question": frozenset({"question", "detail", "operation", "step"}),
    "criterion": frozenset({"criterion", "condition_for_1", "condition_for_0"}),
}
"""What an edit may change."""

_TIMES = ("at", "before")


class Target(Frozen):
    """What a decision is about: `name` is the time of a frame or the id of a criterion."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".strip()


class Decision(Frozen):
    """One decision of one reviewer.

    `settles` marks the decision of somebody who has seen both reviews and has the last word.
    """

    draft: str
    target: Target
    verdict: Verdict
    reviewer: str = Field(min_length=1, max_length=60)
    changes: Mapping[str, str] = Field(default_factory=dict)
    note: str = ""
    settles: bool = False
    at: str | None = None


@dataclass(frozen=True)
class Reviewed:
    """The decisions on one draft: of who came first, of who came second, and of who settled."""

    first: Mapping[Target, Decision]
    second: Mapping[Target, Decision]
    settling: Mapping[Target, Decision]

    @property
    def final(self) -> Mapping[Target, Decision]:
        """What holds: what was settled, else the first reviewer's decisions, else the second's.

        Once a step is rejected nothing else about it counts but what the first reviewer decided.
        """
        step = Target(kind="step")
        decided = {**self.second, **self.first, **self.settling}
        if step in decided and decided[step].verdict == "reject":
            return {**self.first, step: decided[step]}
        return decided

    @property
    def disputed(self) -> tuple[Target, ...]:
        """What the two reviewers decided differently, and nobody has settled yet."""
        return tuple(
            target
            for target, decision in self.first.items()
            if target in self.second
            and _differ(decision, self.second[target])
            and target not in self.settling
        )


def targets(draft: Draft) -> tuple[Target, ...]:
    """All that is to be decided about a draft, in the order in which people are asked.

    A draft without a question, or without criteria, still has them to be decided: they can be
    written in by an edit.
    """
    frames = [Target(kind="frame", name=f"{frame.at:g}") for frame in draft.context]
    criteria = [Target(kind="criterion", name=name) for name in (*SPECIFIC, *GENERIC)]
    return (Target(kind="step"), *frames, Target(kind="question"), *criteria)


def is_dual(draft: str, drafts: Sequence[str]) -> bool:
    """Whether a draft is reviewed twice: a tenth, at least one, chosen by a digest of the ids."""
    count = math.ceil(len(drafts) / DUAL_SHARE)
    return draft in sorted(drafts, key=lambda each: digest("dual-blind", each))[:count]


def reviewed(draft: str, decisions: Sequence[Decision]) -> Reviewed:
    """The decisions on a draft by who made them. Who decided first on it is its first reviewer."""
    mine = [each for each in decisions if each.draft == draft]
    plain = [each for each in mine if not each.settles]
    names = list(dict.fromkeys(each.reviewer for each in plain))
    by_person = [{e.target: e for e in plain if e.reviewer == name} for name in names[:2]]
    nobody: dict[Target, Decision] = {}
    first, second, *_ = [*by_person, nobody, nobody]
    return Reviewed(first, second, {each.target: each for each in mine if each.settles})


def is_finished(draft: Draft, decided: Mapping[Target, Decision]) -> bool:
    """Whether nothing is left to decide: the step is rejected, or all of the draft is decided."""
    step = decided.get(Target(kind="step"))
    if step is not None and step.verdict == "reject":
        return True
    return all(target in decided for target in targets(draft))


def open_for(
    reviewer: str, drafts: Sequence[Draft], decisions: Sequence[Decision]
) -> list[tuple[Draft, tuple[Target, ...]]]:
    """What a reviewer has still to decide, draft by draft, blind to what others decided.

    Drafts that another has begun are left to them, but for those that are reviewed twice.
    """
    ids = [draft.id for draft in drafts]
    waiting = []
    for draft in drafts:
        names = list(
            dict.fromkeys(e.reviewer for e in decisions if e.draft == draft.id and not e.settles)
        )
        seats = 2 if is_dual(draft.id, ids) else 1
        if reviewer not in names[:seats] and len(names) >= seats:
            continue
        mine = {
            e.target: e
            for e in decisions
            if e.draft == draft.id and e.reviewer == reviewer and not e.settles
        }
        if not is_finished(draft, mine):
            left = tuple(target for target in targets(draft) if target not in mine)
            waiting.append((draft, left))
    return waiting


def fault_of(decision: Decision, draft: Draft, duration: float) -> str:
    """Why a decision cannot be taken; empty where it can."""
    target, verdict = decision.target, decision.verdict
    if verdict == "add":
        return _bad_addition(decision, draft)
    if target not in targets(draft):
        return f"{draft.id} has no {target}"
    if verdict == "edit":
        return _bad_edit(decision, draft, duration)
    if decision.changes:
        return f"{verdict} changes nothing; use edit"
    is_missing = (target.kind == "question" and draft.qa is None) or (
        target.kind == "criterion" and not draft.criteria
    )
    if verdict == "accept" and is_missing:
        return f"{draft.id} has no {target} to accept; write one with edit, or reject it"
    return ""


class ReviewBook:
    """The decisions on the drafts of a folder: read all, append one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / REVIEWS
        self._lock = FileLock(folder / f"{REVIEWS}.lock")

    def decisions(self) -> list[Decision]:
        """All decisions in order; a torn last line, as a kill leaves it, is passed over.

        Raises:
            RunLogError: another line is damaged.
        """
        if not self._path.exists():
            return []
        lines = self._path.read_bytes().split(b"\n")
        found = []
        for number, line in enumerate(lines, 1):
            if not line:
                continue
            try:
                found.append(Decision.model_validate_json(line))
            except ValidationError as error:
                if number == len(lines):
                    break
                raise RunLogError(f"{self._path}, line {number} is damaged") from error
        return found

    def add(self, decision: Decision, draft: Draft, duration: float) -> None:
        """Append a decision; when this returns it is on the disk.

        Raises:
            UsageError: it cannot be taken as it was put.
            RunLogError: the file cannot be written.
        """
        fault = fault_of(decision, draft, duration)
        if fault:
            raise UsageError(fault)
        line = canonical(decision.model_dump(mode="json", exclude_defaults=True)) + "\n"
        with self._lock.held("the reviews are being written"):
            self._append(line.encode())

    def _append(self, line: bytes) -> None:
        try:
            with self._path.open("a+b") as file:
                self._cut_torn_line(file)
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise disk_error("write", self._path, error) from error

    def _cut_torn_line(self, file: BinaryIO) -> None:
        """What a kill left half written would spoil the next line."""
        data = self._path.read_bytes()
        if data and not data.endswith(b"\n"):
            file.truncate(data.rfind(b"\n") + 1)


def _bad_addition(decision: Decision, draft: Draft) -> str:
    if decision.target.kind != "frame":
        return "only a frame can be added; anything else is edited"
    try:
        at = float(decision.target.name)
    except ValueError:
        return f"{decision.target.name!r} is no time in seconds"
    if not 0 <= at < draft.key.at:
        return f"a context frame is earlier than the key frame ({draft.key.at:g} s)"
    known = [frame.at for frame in draft.context]
    return f"there is a frame at {at:g} s already" if at in known else ""


def _bad_edit(decision: Decision, draft: Draft, duration: float) -> str:
    kind, changes = decision.target.kind, decision.changes
    allowed = EDITS[kind]
    if not changes or set(changes) - allowed:
        return f"an edit of a {kind} changes {', '.join(sorted(allowed))}, nothing else"
    if any(not text.strip() for text in changes.values()):
        return "an edit must not be empty"
    is_new = (kind == "question" and draft.qa is None) or (
        kind == "criterion" and not draft.criteria
    )
    if is_new and set(changes) != allowed:
        return f"there is none yet: give {', '.join(sorted(allowed))}"
    return _bad_times(changes, draft, duration) if kind in ("step", "frame") else ""


def _bad_times(changes: Mapping[str, str], draft: Draft, duration: float) -> str:
    try:
        times = {name: float(changes[name]) for name in _TIMES if name in changes}
    except ValueError:
        return "a time is a number of seconds"
    at, before = times.get("at", draft.key.at), times.get("before", draft.before)
    if not all(0 <= value <= duration for value in times.values()):
        return f"a time lies between 0 and {duration:g} s"
    return "" if before < at else "the step before must be earlier than the step"


def _differ(one: Decision, other: Decision) -> bool:
    """Whether two reviewers decided differently: one would keep it as it is and one would not."""
    return one.verdict != other.verdict
