"""The three questions to the model: which are key steps, what is asked there, how it is marked.

What a reply does not give is said to be missing, never made up. Knows no file and no video.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from sandbox.content.keysteps import SPECIFIC
from sandbox.keysteps.drafts import Question, Wording
from sandbox.keysteps.transcript import Said, seconds
from sandbox.models.base import ChatModel
from sandbox.models.replies import Structured, ask
from sandbox.prompts import prompt_hash, render
from sandbox.types import ImagePart, Message, Settings, TextPart

MOST_STEPS = 5
"""As many as the published pipeline takes from a video."""

MAX_TOKENS = 2_048
STAGES = ("propose", "question", "rubric")


@dataclass(frozen=True)
class Shot:
    """A picture as the model is shown it."""

    at: float
    image: ImagePart


@dataclass(frozen=True)
class Proposal:
    """A step that the model holds to be a key step: times in seconds."""

    at: float
    before: float
    reason: str


def _time(value: object) -> object:
    return seconds(value.removesuffix("s")) if isinstance(value, str) else value


Time = Annotated[float, BeforeValidator(_time), Field(ge=0, allow_inf_nan=False)]
Words = Annotated[str, Field(min_length=1, max_length=2_000)]


class _Step(BaseModel):
    reason: Words
    at: Time
    before: Time


class KeySteps(BaseModel):
    """The reply to the first question."""

    steps: list[_Step]


class StuckQuestion(BaseModel):
    """The reply to the second question."""

    question: Words
    detail: Words
    operation: Words
    step: Words


class _Criterion(BaseModel):
    criterion: Words
    condition_for_1: Words
    condition_for_0: Words


class MarkingScheme(BaseModel):
    """The reply to the third question."""

    task: str = ""
    insight_identification: _Criterion
    operation_prescription: _Criterion
    operation_execution: _Criterion
    solution_scope_control: _Criterion


def prompt_hashes() -> dict[str, str]:
    """Template → hash of its text."""
    names = [f"keystep_{stage}_{half}" for stage in STAGES for half in ("system", "task")]
    return {name: prompt_hash(name) for name in names}


async def propose(
    model: ChatModel,
    settings: Settings,
    shots: Sequence[Shot],
    *,
    title: str,
    duration: float,
    speech: Sequence[Said] = (),
) -> Structured[KeySteps]:
    """Ask which moments are key steps."""
    task = render(
        "keystep_propose_task",
        title=title,
        duration=f"{duration:g}",
        count=len(shots),
        speech=[{"at": each.at, "text": each.text} for each in speech],
    )
    system = render("keystep_propose_system", most=MOST_STEPS)
    return await ask(model, _messages(system, task, shots), settings, KeySteps)


def usable(found: KeySteps, duration: float) -> tuple[list[Proposal], list[str]]:
    """The steps that can be used, in time order, and why the others cannot."""
    kept: list[Proposal] = []
    faults: list[str] = []
    for number, step in enumerate(found.steps, 1):
        why = _unusable(step, duration, kept)
        if why:
            faults.append(f"step {number}: {why}")
        else:
            kept.append(Proposal(step.at, step.before, step.reason.strip()))
    return sorted(kept, key=lambda step: step.at), faults


def _unusable(step: _Step, duration: float, kept: Sequence[Proposal]) -> str:
    if step.at > duration:
        return f"{step.at:g} s is after the end of the video ({duration:g} s)"
    if step.before >= step.at:
        return f"the step before ({step.before:g} s) is not before it ({step.at:g} s)"
    if any(step.at == other.at for other in kept):
        return f"{step.at:g} s is proposed twice"
    return f"more than {MOST_STEPS} steps" if len(kept) >= MOST_STEPS else ""


async def ask_question(
    model: ChatModel,
    settings: Settings,
    shots: Sequence[Shot],
    reason: str,
    before: Sequence[str],
    after: Sequence[str],
) -> tuple[Question | None, str]:
    """The student's question and the reference; or None and why."""
    task = render("keystep_question_task", reason=reason, before=before, after=after)
    messages = _messages(render("keystep_question_system"), task, shots)
    found = await ask(model, messages, settings, StuckQuestion)
    if found.value is None:
        return None, f"no question and reference: {found.reason}"
    return Question(**found.value.model_dump()), ""


async def ask_criteria(
    model: ChatModel, settings: Settings, shots: Sequence[Shot], qa: Question
) -> tuple[tuple[Wording, ...], str, str]:
    """The four criteria of the problem and its task in a sentence; why, where there are none."""
    task = render("keystep_rubric_task", qa=qa)
    messages = _messages(render("keystep_rubric_system", criteria=SPECIFIC), task, shots)
    found = await ask(model, messages, settings, MarkingScheme)
    if found.value is None:
        return (), "", f"no criteria: {found.reason}"
    worded = tuple(Wording(id=name, **getattr(found.value, name).model_dump()) for name in SPECIFIC)
    return worded, found.value.task, ""


def _messages(system: str, task: str, shots: Sequence[Shot]) -> list[Message]:
    parts: list[TextPart | ImagePart] = [TextPart(text=task)]
    for shot in shots:
        parts += [TextPart(text=f"{shot.at:g} s:"), shot.image]
    return [Message.of("system", system), Message(role="user", parts=tuple(parts))]
