"""From a video to drafts of key-step items: propose, cut, ask, word the criteria. A build that was
interrupted asks the model nothing again that it has answered."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sandbox.content.keysteps import SPECIFIC
from sandbox.errors import RunLogError, UsageError
from sandbox.experiments.asking import Models
from sandbox.experiments.base import MemoryBench
from sandbox.keysteps.asking import (
    MAX_TOKENS,
    Proposal,
    Shot,
    ask_criteria,
    ask_question,
    prompt_hashes,
    propose,
    usable,
)
from sandbox.keysteps.drafts import (
    BUILD,
    Build,
    Draft,
    Frame,
    Wording,
    generic_criteria,
    save_picture,
    write_drafts,
)
from sandbox.keysteps.footage import Footage
from sandbox.keysteps.segments import (
    MIN_GAP_S,
    THRESHOLD,
    Look,
    boundaries,
    looks,
    segments,
    spaced,
)
from sandbox.keysteps.transcript import Said, around, clock
from sandbox.models.base import ChatModel
from sandbox.models.images import MemoryImages
from sandbox.records import Cell
from sandbox.types import Settings

SHOWN = 24
"""Pictures that the model sees of the whole video, spread evenly."""

SHOWN_WIDTH = 768
SETTINGS = Settings(temperature=0.0, max_tokens=MAX_TOKENS)
SPEECH_BEFORE_S = 90.0
SPEECH_AFTER_S = 45.0


@dataclass(frozen=True)
class How:
    """How a video is cut: pictures compared a second, τ, and the least time between boundaries."""

    rate: float = 2.0
    threshold: float = THRESHOLD
    gap: float = MIN_GAP_S


async def build(
    video: Footage,
    folder: Path,
    model: str,
    models: Models,
    images: MemoryImages,
    *,
    speech: Sequence[Said] = (),
    how: How | None = None,
    created: str = "",
) -> tuple[Build, tuple[Draft, ...]]:
    """Make the drafts of one video and write them into a folder.

    Args:
        video: The video.
        folder: Where drafts, pictures and replies go.
        model: The name of the model that is asked; it must see images.
        models: Opens the model; its images come from `images`.
        images: Holds the pictures that the model is shown.
        speech: What is said.
        how: How the video is cut.
        created: The time stamp.

    Raises:
        UsageError: the folder holds a build, or the model sees no images.
        ModelError: the model gave no reply, or none from which steps can be read.
    """
    if (folder / BUILD).exists():
        raise RunLogError(f"{folder} holds a build already; choose another folder with --out")
    how = how or How()
    content = hashlib.sha256(video.path.read_bytes()).hexdigest()
    cell = Cell(study="build-keysteps", factors={"video": content, "model": model})
    asked = models.wrapped(model, cell, MemoryBench())
    if not asked.sees_images:
        raise UsageError(_blind(model))
    seen = looks(video.grey_frames(how.rate))
    studio = _Studio(video, folder, asked, images, tuple(speech), how, tuple(seen), SETTINGS)
    steps, proposed, unusable = await studio.steps()
    drafts = tuple([await studio.draft(step) for step in steps])
    made = Build(
        video=video.path.name,
        video_id=studio.video_id,
        title=studio.title,
        sha256=content,
        duration=video.duration,
        model=model,
        rate=how.rate,
        threshold=how.threshold,
        gap=how.gap,
        boundaries=tuple(spaced(boundaries(seen, how.threshold), how.gap)),
        prompts=prompt_hashes(),
        proposed=proposed,
        unusable=tuple(unusable),
        created=created,
    )
    write_drafts(folder, made, drafts)
    return made, drafts


def _blind(model: str) -> str:
    return f"{model} sees no images; key steps are read off the pictures of a video"


@dataclass(frozen=True)
class _Studio:
    """One video in the making."""

    video: Footage
    folder: Path
    model: ChatModel
    images: MemoryImages
    speech: tuple[Said, ...]
    how: How
    seen: tuple[Look, ...]
    settings: Settings

    @property
    def video_id(self) -> str:
        return "".join(c if c.isalnum() or c in "-" else "-" for c in self.video.path.stem)

    @property
    def title(self) -> str:
        return self.video.path.stem.replace("_", " ").replace("-", " ")

    async def steps(self) -> tuple[list[Proposal], int, list[str]]:
        """The steps that can be used, how many were proposed, what was wrong with the others."""
        duration = self.video.duration
        times = [round(duration * (k + 0.5) / SHOWN, 1) for k in range(SHOWN)]
        shots = [self._shot(at) for at in dict.fromkeys(times)]
        found = await propose(
            self.model,
            self.settings,
            shots,
            title=self.title,
            duration=duration,
            speech=self.speech,
        )
        if any("images" in reply.unsent for reply in found.replies):  # the provider took none
            raise UsageError(_blind(self.model.name))
        if found.value is None:
            raise UsageError(f"no key steps can be read from the model's reply: {found.reason}")
        kept, faults = usable(found.value, duration)
        return kept, len(found.value.steps), faults

    async def draft(self, step: Proposal) -> Draft:
        """The draft of one step: pictures, question, criteria, as far as the model gives them."""
        context = self._context(step)
        shots = [self._shot(frame.at) for frame in context]
        shots.append(self._shot(step.at))
        before = [each.text for each in around(self.speech, step.at, SPEECH_BEFORE_S, 0)]
        after = [
            each.text
            for each in around(self.speech, step.at, 0, SPEECH_AFTER_S)
            if each.at is None or each.at > step.at
        ]
        qa, fault = await ask_question(self.model, self.settings, shots, step.reason, before, after)
        criteria: tuple[Wording, ...] = ()
        task, more = "", "no criteria without a question"
        if qa is not None:
            criteria, task, more = await ask_criteria(self.model, self.settings, shots, qa)
        return Draft(
            id=f"{self.video_id}_{step.at:g}",
            key=self._frame(step.at),
            before=step.before,
            reason=step.reason,
            context=context,
            qa=qa,
            criteria=(*criteria, *generic_criteria()) if len(criteria) == len(SPECIFIC) else (),
            task=task,
            spoken_before=tuple(before),
            spoken_after=tuple(after),
            faults=tuple(each for each in (fault, more) if each),
        )

    def _context(self, step: Proposal) -> tuple[Frame, ...]:
        """A clear picture of each earlier segment, and the step before where none stands for it."""
        cut = segments(
            self.seen, self.video.duration, threshold=self.how.threshold, gap=self.how.gap
        )
        times = [each.clearest for each in cut if each.end <= step.at]
        if not any(each.start <= step.before < each.end and each.end <= step.at for each in cut):
            times.append(step.before)
        return tuple(self._frame(at) for at in sorted(times))

    def _frame(self, at: float) -> Frame:
        name = f"{self.video_id}_{at:g}.png"
        return Frame(at=at, file=save_picture(self.folder, name, self.video.picture(at)))

    def _shot(self, at: float) -> Shot:
        data = self.video.picture(at, SHOWN_WIDTH)
        return Shot(at, self.images.add(data, f"the video at {clock(at)}"))
