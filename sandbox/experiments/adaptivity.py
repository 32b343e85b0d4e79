"""The adaptivity study: does a tutor fit what it says to the learner? Every tutor meets every
grade, tier, context and item of a design; in one reply, or in conversation.

What the tutor is told depends on the context alone: nothing but the question (C1), the learner's
words (C2), the goals of the grade (C3), the score (C4, or wherever the design puts it). The rater
always knows the learner. In C1 all tiers ask the same, in cells of their own: no reply is shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.agents.base import Agent, Brief, View
from sandbox.agents.modelled.explainer import ModelExplainer, messages
from sandbox.agents.students import learner_words, make_student
from sandbox.agents.tutors import make_tutor
from sandbox.agents.tutors.explaining import explainer
from sandbox.content.adaptivity import ALL, AdaptivityDesignSpec
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.content.study_items import study_item
from sandbox.errors import UsageError
from sandbox.experiments.agent_models import AgentModels, running
from sandbox.experiments.asking import Models
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.estimates import Planned
from sandbox.experiments.matched import ScriptedMessages
from sandbox.records import Cell, Item, Score, Trial, digest
from sandbox.scoring.automatic import ExactJudge, SignalJudge
from sandbox.scoring.ratings import scores_of
from sandbox.scoring.reply import reply_scores
from sandbox.scoring.scope import score_scope
from sandbox.scoring.subject import subjects_of
from sandbox.session import Limits, Session
from sandbox.types import Seat, Settings

RUBRIC = "adaptivity"
SCRIPTED = "scripted:"
REPLY_TOKENS = 300
"""What a dry run takes for the length of a reply."""


@dataclass(frozen=True)
class AdaptivityStudy:
    """The study over a library. `access` is how models are asked."""

    library: Library
    plan: AdaptivityDesignSpec
    tutors: tuple[str, ...]
    seed: int = 0
    access: Models = field(default_factory=Models, compare=False)
    name: str = "adaptivity"
    models: AgentModels = field(init=False, repr=False, compare=False)
    _items: dict[str, Item] = field(init=False, repr=False, compare=False)
    _tutors: dict[str, Agent] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        refuse_twice("tutor", self.tutors, "replicates")
        if not self.tutors:
            raise UsageError("an adaptivity study needs at least one tutor")
        object.__setattr__(self, "models", AgentModels(self.access))
        items = {
            name: study_item(spec, self.library)
            for name, spec in self.library.study_items.items()
            if ALL in self.plan.items or name in self.plan.items
        }
        object.__setattr__(self, "_items", items)
        for grade in self.plan.grades:
            if not any(self.library.study_items[name].grade == grade for name in items):
                raise UsageError(f"the design has no item for grade {grade}")
        object.__setattr__(self, "_tutors", {name: self._tutor(name) for name in self.tutors})

    def design(self) -> Mapping[str, JsonValue]:
        """The design with its tutors."""
        return {**self.plan.model_dump(mode="json"), "tutors": [*self.tutors], "seed": self.seed}

    def cells(self) -> Iterator[Cell]:
        """Replicate by replicate, item by item; tiers and contexts of an item lie together."""
        plan = self.plan
        for replicate in range(plan.replicates):
            for name in self._items:
                grade = self.library.study_items[name].grade
                if grade not in plan.grades:
                    continue
                for tutor in self.tutors:
                    for context in plan.contexts:
                        for tier in plan.tiers:
                            factors: dict[str, JsonValue] = {
                                "tutor": tutor,
                                "grade": grade,
                                "tier": tier,
                                "context": context,
                                "item": name,
                            }
                            yield Cell(study=self.name, factors=factors, replicate=replicate)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """One reply, or one conversation, logged turn by turn."""
        with running(cell, bench):
            session = self._session(cell, bench)
            await bench.begin(session.transcript())
            while not session.ended:
                said = await session.step()
                if said is not None:
                    await bench.record_turn(cell.key, said)
        observed: dict[str, JsonValue] = {
            "profile": self._profile(cell).id,
            "rated_turns": [turn.index for turn in session.turns if turn.seat == "tutor"],
        }
        return Trial(cell=cell, transcript=session.transcript(), observations=observed)

    def score(self, trial: Trial) -> Sequence[Score]:
        """Signals and exact mathematics on the rubric; length, truncation and scope control.

        Of a conversation all that the tutor said is rated together.
        """
        spec = self.library.rubric(RUBRIC)
        whole = spec.model_copy(update={"rates": "session"})
        rated = whole if self.plan.is_conversation else spec
        found: list[Score] = []
        for subject in subjects_of(trial, self.library, rated):
            exact = ExactJudge().ratings(subject, spec)
            signals = SignalJudge(self.library).ratings(subject, spec)
            found += scores_of(spec, [*signals, *exact], exact)
        return [*found, *reply_scores(trial), *score_scope(trial, self.library)]

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked."""
        for cell in self.cells():
            tutor = str(cell.factors["tutor"])
            if tutor.startswith(SCRIPTED):
                continue
            asked = tuple(messages(self.view(cell)))
            for _ in range(self.plan.turns // 2):
                yield Planned(tutor, "replies", asked, self._settings(), REPLY_TOKENS)

    def view(self, cell: Cell) -> View:
        """What the tutor of a cell sees before anything is said."""
        return self._session(cell, None).view("tutor")

    # ------------------------------------------------------------ pieces

    def _tutor(self, name: str) -> Agent:
        if self.plan.is_conversation:
            return make_tutor(name, self.library, models=self.models)
        if name.startswith(SCRIPTED):
            return explainer(name.removeprefix(SCRIPTED), self.library)
        return ModelExplainer(name, self.models(name), self._settings())

    def _settings(self) -> Settings:
        return Settings(temperature=float(self.plan.temperature), max_tokens=self.plan.max_tokens)

    def _profile(self, cell: Cell) -> ProfileSpec:
        grade, tier = cell.factors["grade"], cell.factors["tier"]
        return next(p for p in self.library.profiles.values() if (p.grade, p.tier) == (grade, tier))

    def _brief(self, cell: Cell) -> Brief:
        """What the tutor is told: decided by the context and the score's own switch alone."""
        context, profile = str(cell.factors["context"]), self._profile(cell)
        with_score = context in self.plan.score_in
        goals = next((g for g in self.library.goals.values() if g.grade == profile.grade), None)
        told_goals = goals is not None and context in ("C3", "C4")
        words = learner_words(profile, score=with_score) if context != "C1" else ""
        if context == "C1" and with_score:
            words = f"My score on the TIMSS scale is {profile.score}."
        return Brief(
            card=words,
            grade=profile.grade if told_goals else None,
            goals=tuple(goals.goals) if told_goals and goals else (),
        )

    def _session(self, cell: Cell, bench: Bench | None) -> Session:
        item, profile = self._items[str(cell.factors["item"])], self._profile(cell)
        tutor = str(cell.factors["tutor"])
        # scripted tutors have the same luck in every tier and context, so that only the learner
        # differs; models are asked anew in every cell, also where the prompt is the same
        own = () if tutor.startswith(SCRIPTED) else (cell.key,)
        chance = digest(self.seed, item.id, cell.replicate, *own)
        student: Agent = ScriptedMessages((item.question,), name=f"timss:{profile.id}")
        if self.plan.is_conversation:
            student = make_student(f"timss:{profile.id}", self.library)
        earlier = bench.earlier(cell.key) if bench else None
        briefs: dict[Seat, Brief] = {"tutor": self._brief(cell)}
        return Session(
            cell.key,
            item,
            chance=chance,
            student=student,
            tutor=self._tutors[tutor] if bench else None,
            briefs=briefs,
            limits=Limits(turns=self.plan.turns),
            turns=earlier.turns if earlier else (),
        )
