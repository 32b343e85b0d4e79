"""What came of the review: items that people let through, and how much they changed.

An item is released when its step, question and all its criteria were accepted or edited, every
context frame was decided, and nothing is disputed. Nothing unreviewed is ever released.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from sandbox.content.keysteps import KeyStep, ProblemRubric, Reference, write_keysteps
from sandbox.errors import UsageError
from sandbox.keysteps.drafts import IMAGES, Build, Draft, Frame, Question, Wording
from sandbox.keysteps.review import (
    KINDS,
    Decision,
    Kind,
    Target,
    Verdict,
    is_dual,
    is_finished,
    reviewed,
)
from sandbox.scoring.agreement import Figure, accuracy, kappa

Picture = Callable[[float], bytes]
"""The picture of a video at a time."""

STEP, QUESTION = Target(kind="step"), Target(kind="question")


@dataclass(frozen=True)
class Held:
    """A draft that is not released, and why."""

    draft: str
    why: str


@dataclass(frozen=True)
class Counts:
    """What people decided, by kind; `shared` pairs the verdicts of blind double reviews."""

    videos: int = 0
    dropped: int = 0
    proposed: int = 0
    verdicts: Mapping[Kind, Counter[Verdict]] = field(default_factory=dict)
    shared: Mapping[Kind, tuple[tuple[Verdict, Verdict], ...]] = field(default_factory=dict)

    def corrected(self, kind: Kind) -> Figure:
        """The share of reviewed things that were edited or rejected."""
        found = self.verdicts.get(kind, Counter())
        n = found["accept"] + found["edit"] + found["reject"]
        return Figure((n - found["accept"]) / n, n) if n else Figure(None, 0, "none reviewed")

    def agreement(self, kind: Kind | None = None) -> tuple[Figure, Figure]:
        """Share of equal verdicts, and Cohen's κ, over what two people reviewed blind."""
        kinds = KINDS if kind is None else (kind,)
        pairs = [pair for each in kinds for pair in self.shared.get(each, ())]
        first, second = [a for a, _ in pairs], [b for _, b in pairs]
        codes = {verdict: float(code) for code, verdict in enumerate(get_args(Verdict))}
        one, other = [codes[each] for each in first], [codes[each] for each in second]
        return accuracy(first, second), kappa(one, other, [*codes.values()])


@dataclass(frozen=True)
class Reviews:
    """One folder of drafts with all that was decided about them."""

    build: Build
    drafts: tuple[Draft, ...]
    decisions: tuple[Decision, ...]
    folder: Path


def counts(folders: Sequence[Reviews]) -> Counts:
    """What was decided in all folders; a video is dropped when none of its steps was kept.

    Verdicts are the final ones: of a settled dispute, what was settled.
    """
    verdicts: dict[Kind, Counter[Verdict]] = {kind: Counter() for kind in KINDS}
    shared: dict[Kind, list[tuple[Verdict, Verdict]]] = {kind: [] for kind in KINDS}
    dropped = 0
    for one in folders:
        kept = False
        ids = [draft.id for draft in one.drafts]
        for draft in one.drafts:
            state = reviewed(draft.id, one.decisions)
            for target, decision in state.final.items():
                verdicts[target.kind][decision.verdict] += 1
            step = state.final.get(STEP)
            kept = kept or (step is None or step.verdict != "reject")
            if is_dual(draft.id, ids):
                for target in state.first.keys() & state.second.keys():
                    pair = (state.first[target].verdict, state.second[target].verdict)
                    shared[target.kind].append(pair)
        dropped += not kept
    return Counts(
        videos=len(folders),
        dropped=dropped,
        proposed=sum(one.build.proposed for one in folders),
        verdicts=verdicts,
        shared={kind: tuple(pairs) for kind, pairs in shared.items()},
    )


def release(
    one: Reviews, pictures: Path, picture: Picture | None
) -> tuple[list[KeyStep], list[Held]]:
    """The items of one folder that passed, their pictures copied; and what is held back.

    Args:
        one: The folder.
        pictures: Where the pictures go.
        picture: Gives pictures at times that people chose; None where the video is not at hand.

    Raises:
        UsageError: such a picture is needed, and there is no video.
    """
    items: list[KeyStep] = []
    held: list[Held] = []
    ids = [draft.id for draft in one.drafts]
    for draft in one.drafts:
        state = reviewed(draft.id, one.decisions)
        why = _held(draft, state.final, state.disputed)
        if not why and is_dual(draft.id, ids) and not is_finished(draft, state.second):
            why = "its second, blind review is not finished"
        if why:
            held.append(Held(draft.id, why))
            continue
        final = _changed(draft, state.final)
        for frame in (*final.context, final.key):
            _put(frame, one, pictures, picture)
        items.append(_record(final, one.build))
    return items, held


def write_release(items: Sequence[KeyStep], out: Path) -> None:
    """Write the released items.

    Raises:
        UsageError: there is none, or the file cannot be written.
    """
    if not items:
        raise UsageError("no item has passed its review; nothing is released")
    write_keysteps(items, out)


def _held(draft: Draft, final: Mapping[Target, Decision], disputed: Sequence[Target]) -> str:
    if not is_finished(draft, final):
        return "its review is not finished"
    if disputed:
        return f"the reviewers differ on {', '.join(map(str, disputed))}; somebody must settle it"
    for target, decision in final.items():
        if decision.verdict == "reject" and target.kind != "frame":
            return f"the {target} was rejected"
    return ""


def _changed(draft: Draft, final: Mapping[Target, Decision]) -> Draft:
    """The draft as people made it."""
    step = final[STEP].changes
    at = float(step.get("at", draft.key.at))
    frames = [_frame(frame, final, draft) for frame in draft.context]
    frames += [
        _named(float(target.name), draft) for target, each in final.items() if each.verdict == "add"
    ]
    qa = dict(draft.qa.model_dump() if draft.qa else {}) | dict(final[QUESTION].changes)
    return draft.model_copy(
        update={
            "key": draft.key if at == draft.key.at else _named(at, draft),
            "before": float(step.get("before", draft.before)),
            "context": tuple(sorted((f for f in frames if f), key=lambda frame: frame.at)),
            "qa": Question(**qa),
            "criteria": _criteria(draft, final),
        }
    )


def _frame(frame: Frame, final: Mapping[Target, Decision], draft: Draft) -> Frame | None:
    decision = final[Target(kind="frame", name=f"{frame.at:g}")]
    if decision.verdict == "reject":
        return None
    return _named(float(decision.changes["at"]), draft) if decision.changes else frame


def _named(at: float, draft: Draft) -> Frame:
    video = draft.id.rpartition("_")[0]
    return Frame(at=at, file=f"{video}_{at:g}.png")


def _criteria(draft: Draft, final: Mapping[Target, Decision]) -> tuple[Wording, ...]:
    drafted = {each.id: each.model_dump() for each in draft.criteria}
    return tuple(
        Wording(**{**drafted.get(target.name, {"id": target.name}), **decision.changes})
        for target, decision in final.items()
        if target.kind == "criterion"
    )


def _put(frame: Frame, one: Reviews, pictures: Path, picture: Picture | None) -> None:
    drafted, target = one.folder / IMAGES / frame.file, pictures / frame.file
    try:
        pictures.mkdir(parents=True, exist_ok=True)
        if drafted.is_file():
            shutil.copyfile(drafted, target)
            return
        if picture is None:
            raise UsageError(
                f"a reviewer chose {frame.at:g} s of {one.build.video}: give that file with --video"
            )
        target.write_bytes(picture(frame.at))
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error


def _record(draft: Draft, build: Build) -> KeyStep:
    assert draft.qa is not None  # a draft without one cannot be accepted
    return KeyStep(
        instance_id=f"{build.video_id}_{draft.key.at:g}",
        video_id=build.video_id,
        video_title=build.title,
        keyframe_timestamp=draft.key.at,
        prev_step_timestamp=draft.before,
        img=draft.key.file,
        prev_img=tuple(frame.file for frame in draft.context),
        pic_num=len(draft.context) + 1,
        question=draft.qa.question,
        answer=str(Reference(draft.qa.detail, draft.qa.operation, draft.qa.step)),
        before=draft.spoken_before,
        after=draft.spoken_after,
        vlm_reason=draft.reason,
        is_key_concept=True,
        rubric=ProblemRubric(
            task_description=draft.task,
            evaluation_criteria=tuple(each.as_record() for each in draft.criteria),
        ),
    )
