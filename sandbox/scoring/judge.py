"""The rubric judge: a model that reads a reply beside problem, learner and reference, and gives a
reason and then a verdict on each criterion.

What is rated stands between fences that bear a code made from the whole of it, so that nothing in
it can close them; and ratings that stand in it already never count as the judge's. A reply that
cannot be read is asked for once more; what is unread then is unscored, and the reply is kept. Knows
no run, no log.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from pydantic import JsonValue

from sandbox.content.rubrics import CaseSpec, CriterionSpec, RubricSpec
from sandbox.errors import ContextOverflowError
from sandbox.models.base import ChatModel
from sandbox.prompts import prompt_hash, render
from sandbox.records import digest
from sandbox.scoring.ratings import Rating
from sandbox.scoring.subject import Subject
from sandbox.scoring.verdicts import Verdict, complaint, read_verdicts
from sandbox.types import Completion, Message, ReplySchema, Settings, TextPart

PROMPTS = ("judge_system", "judge_task", "repair")
FENCES = ("problem", "learner", "reference", "transcript", "reply")
CODE = 8
"""Letters of the code on the fences."""
MAX_TOKENS = 4_096
_FENCE = re.compile(
    rf"[<＜‹〈]\W*?(?=/?\W*(?:{'|'.join(FENCES)})\b)"  # a fence, also with spaces that are not seen
    r"|<(?=/?[a-z_]{2,30}\s*/?>|/s>|[|｜][^\W\d]{3})"  # a tag, or a mark of some chat template
    r"|\[(?=/?(?:INST|SYS)\b)",
    re.I,
)
_LINE_BREAK = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")
SEEDS = 2**31


class Judge(Protocol):
    """Someone who rates by a rubric."""

    @property
    def name(self) -> str:
        """Who rates; it stands in every score."""
        ...

    async def rate(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """A rating on every criterion that this judge can speak to.

        Raises:
            ModelError: a model gave no reply.
        """
        ...


@dataclass(frozen=True)
class ModelJudge:
    """A model as judge.

    Attributes:
        model: Who is asked.
        label: The name in the scores; the model's own where empty.
        settings: How it is asked.
        is_bare: Whether guidance, worked cases and the problem's own wordings are left out: the
            judge without a rubric, for comparison. The name then ends in "+bare".
    """

    model: ChatModel
    label: str = ""
    settings: Settings = field(
        default_factory=lambda: Settings(temperature=0.0, max_tokens=MAX_TOKENS, json_reply=True)
    )
    is_bare: bool = False

    @cached_property
    def name(self) -> str:
        """The model's name."""
        return judge_name(self.label or self.model.name, is_bare=self.is_bare)

    async def rate(self, subject: Subject, rubric: RubricSpec) -> list[Rating]:
        """Ask, read, and ask once more where a verdict cannot be read."""
        criteria = criteria_for(subject, rubric)
        if subject.fault:
            unread = {each.id: Verdict(reason=subject.fault) for each in criteria}
            return self._ratings(subject, rubric, unread, "")
        settings = self._settings(subject, rubric, criteria)
        messages = judge_messages(subject, rubric, is_bare=self.is_bare)
        try:
            rated = [text for _, text in subject.talk]
            verdicts, raw = await self._verdicts(messages, settings, criteria, rated)
        except ContextOverflowError as error:
            fault = Verdict(reason=f"too long for the judge: {error}")
            verdicts, raw = {each.id: fault for each in criteria}, ""
        return self._ratings(subject, rubric, verdicts, raw)

    async def _verdicts(
        self,
        messages: list[Message],
        settings: Settings,
        criteria: Sequence[CriterionSpec],
        rated: Sequence[str],
    ) -> tuple[dict[str, Verdict], str]:
        """The verdicts and the last reply. What the second reply says counts before the first."""
        first = await self.model.reply(messages, settings)
        verdicts = read_verdicts(first, criteria, rated)
        what = complaint(verdicts)
        if not what or first.finish == "refused":
            return verdicts, first.text
        second = await self.model.reply([*messages, *_repair(first, what)], settings)
        again = read_verdicts(second, criteria, rated)
        kept = {
            name: verdicts[name] if verdict.value is None and not verdicts[name].reason else verdict
            for name, verdict in again.items()
        }
        return kept, second.text or first.text

    def _settings(
        self, subject: Subject, rubric: RubricSpec, criteria: Sequence[CriterionSpec]
    ) -> Settings:
        seed = int(digest("judge", self.name, subject.session, subject.turn, rubric.id), 16) % SEEDS
        wish = {"seed": seed, "reply_schema": reply_schema(criteria)}
        return self.settings.model_copy(update=wish)

    def _ratings(
        self, subject: Subject, rubric: RubricSpec, verdicts: dict[str, Verdict], raw: str
    ) -> list[Rating]:
        asked = asked_hash(rubric, is_bare=self.is_bare)
        first = next((name for name, verdict in verdicts.items() if verdict.reason), "")
        return [
            Rating(
                session=subject.session,
                turn=subject.turn,
                rubric=rubric.id,
                criterion=name,
                rater=self.name,
                source="model",
                value=verdict.value,
                reason=verdict.reason,
                why=verdict.why,
                prompt=asked,
                raw=raw if name == first else "",
            )
            for name, verdict in verdicts.items()
        ]


def judge_name(model: str, *, is_bare: bool = False) -> str:
    """What a model judge is called in scores."""
    return f"{model}+bare" if is_bare else model


def asked_hash(rubric: RubricSpec, *, is_bare: bool = False) -> str:
    """A digest of the prompts and of the rubric: another wording, another hash."""
    return digest(prompt_hash(*PROMPTS), rubric.model_dump(mode="json"), is_bare)


def criteria_for(subject: Subject, rubric: RubricSpec) -> list[CriterionSpec]:
    """The criteria that can be asked about: an optional one needs a learner to look at."""
    return [each for each in rubric.criteria if not each.is_optional or subject.learner]


def judge_messages(subject: Subject, rubric: RubricSpec, *, is_bare: bool = False) -> list[Message]:
    """What a model judge is asked: the rubric with its worked cases, then what is to be rated."""
    criteria = criteria_for(subject, rubric)
    wordings = {} if is_bare else dict(subject.wordings)
    whole = subject.turn is None
    earlier = subject.talk if whole else subject.talk[:-1]
    system = render(
        "judge_system",
        rubric=rubric,
        criteria=criteria,
        cases=[] if is_bare else [(case, _example(case, criteria)) for case in rubric.cases],
        is_bare=is_bare,
        whole=whole,
    )
    task = render(
        "judge_task",
        code=digest(_problem(subject), subject.learner, subject.reference, subject.talk)[:CODE],
        problem=fenced(_problem(subject)),
        learner=fenced(subject.learner),
        reference=fenced(subject.reference),
        talk=[(seat, fenced(text)) for seat, text in earlier],
        reply="" if whole else fenced(subject.talk[-1][1]),
        wordings={each.id: wordings[each.id] for each in criteria if each.id in wordings},
    )
    parts = (TextPart(text=task), *subject.images)
    return [Message.of("system", system), Message(role="user", parts=parts)]


def fenced(text: str) -> str:
    """A text that can neither close or open a fence or a chat template's turn, whose bracket is
    replaced, nor begin a line as a speaker would, since its lines after the first are set in."""
    return _LINE_BREAK.sub("\n  ", _FENCE.sub("(", text).strip())


def reply_schema(criteria: Sequence[CriterionSpec]) -> ReplySchema:
    """The form of a judge's reply: per criterion a reason, then a value on offer."""
    properties: dict[str, JsonValue] = {
        each.id: {
            "type": "object",
            "properties": {
                "reason": {"type": "string"},
                "value": {"type": "integer", "enum": [*each.values]},
            },
        }
        for each in criteria
    }
    return ReplySchema(name="Ratings", body={"type": "object", "properties": properties})


def _example(case: CaseSpec, criteria: Sequence[CriterionSpec]) -> str:
    """The right ratings of a worked case, in the form in which a judge is to reply."""
    held = {
        each.id: {"reason": case.ratings[each.id].why, "value": case.ratings[each.id].value}
        for each in criteria
        if each.id in case.ratings
    }
    return json.dumps(held, ensure_ascii=False)


def _problem(subject: Subject) -> str:
    item = subject.item
    choices = [f"{choice.label}) {choice.text}" for choice in item.choices]
    figure = [f"The figure shows: {item.figure_alt}"] if item.figure_alt else []
    return "\n".join([item.question, *choices, *figure])


def _repair(reply: Completion, reason: str) -> list[Message]:
    wish = render("repair", reason=reason, is_cut=reply.finish == "length")
    return [Message.of("assistant", reply.text or "(nothing)"), Message.of("user", wish)]
