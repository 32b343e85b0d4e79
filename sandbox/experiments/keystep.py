"""The key-step study: a student is stuck on a page, the tutor helps with one step; in further turns
the student goes on by its intent. A cell is one item, tutor, intent and persona.

Agents see the problem, the pages and the talk, never the reference, the rubric or an item's id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.agents.base import Agent, Brief, view_for
from sandbox.agents.keystep.modelled import (
    ModelStepStudent,
    ModelStepTutor,
    student_messages,
    tutor_messages,
)
from sandbox.agents.keystep.page import UNSEEN, StuckPage, read_page
from sandbox.agents.keystep.students import INTENTS, Intent, ScriptedStepStudent
from sandbox.agents.keystep.tutors import PREFIX, ScriptedStepTutor, check_tutor
from sandbox.content.keystep_set import exact_of, reference_of, rubric_of
from sandbox.content.keysteps import Exact, KeyStep, KeyStepSet, ProblemRubric, Reference, wordings
from sandbox.content.library import Library
from sandbox.content.schema import StudentCardSpec
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.agent_models import AgentModels, running
from sandbox.experiments.asking import MAX_TOKENS, Models, Sampling
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.estimates import Planned
from sandbox.models.images import media_type
from sandbox.records import Cell, Item, Score, Transcript, Trial, digest
from sandbox.scoring.automatic import SignalJudge
from sandbox.scoring.ratings import scores_of
from sandbox.scoring.subject import subjects_of
from sandbox.session import Limits, Session
from sandbox.types import ImagePart, Settings

RUBRIC = "key-step"
SCRIPTED_STUDENT = "scripted"
MOST_TURNS = 3
REPLY_TOKENS, REQUEST_TOKENS = 160, 40
"""What a dry run takes for the length of a tutor's reply, and of a student's."""


@dataclass(frozen=True)
class KeyStepStudy:
    """The study over a set of items.

    Attributes:
        items: The items, whose pictures are named by their content (`keysteps.keep_keysteps`).
        source: What the design says of where they are from.
        tutors: `scripted:POLICY`, or models.
        turns: Tutor turns, 1 to 3; from two on each intent has a session of its own.
        intents: How the student goes on.
        personas: Cards that are put into the tutor's prompt, one a session; none where empty.
        student: Who goes on: "scripted", or a model.
    """

    items: KeyStepSet
    source: Mapping[str, JsonValue]
    library: Library
    tutors: tuple[str, ...]
    turns: int = 1
    intents: tuple[str, ...] = INTENTS
    personas: tuple[str, ...] = ()
    student: str = SCRIPTED_STUDENT
    seed: int = 0
    sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.0))
    access: Models = field(default_factory=Models, compare=False)
    name: str = "key-step"
    models: AgentModels = field(init=False, repr=False, compare=False)
    _pages: dict[str, StuckPage] = field(default_factory=dict, repr=False, compare=False)
    _by_id: dict[str, KeyStep] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", AgentModels(self.access))
        self._check()
        for item in self.items.items:
            self._by_id[item.instance_id] = item
            self._pages[item.instance_id] = _page(item, self.items)
        for name in self._asked():
            self.models(name)
        self._check_student()

    def design(self) -> Mapping[str, JsonValue]:
        """What decides the cells and how they run."""
        design: dict[str, JsonValue] = {
            **self.source,
            "tutors": [*self.tutors],
            "turns": self.turns,
            "intents": [*self.intents] if self.turns > 1 else [],
            "personas": [*self.personas],
            "student": self.student,
            "seed": self.seed,
        }
        if self._asked():
            design |= {"models": [*self._asked()], **self.sampling.model_dump(mode="json")}
        return design

    def cells(self) -> Iterator[Cell]:
        """Item by item, so that an unfinished run has all tutors on the same items."""
        for item in self.items.items:
            for intent in self.intents if self.turns > 1 else ("",):
                for persona in self.personas or ("",):
                    for tutor in self.tutors:
                        factors: dict[str, JsonValue] = {
                            "tutor": tutor,
                            "item": item.instance_id,
                            "domain": item.domain,
                            "difficulty": item.difficulty_score,
                            **({"intent": intent} if intent else {}),
                            **({"persona": persona} if persona else {}),
                        }
                        yield Cell(study=self.name, factors=factors)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """One session: up to three replies of the tutor."""
        with running(cell, bench):
            session = self._session(cell, bench)
            await bench.begin(session.transcript())
            while not session.ended:
                said = await session.step()
                if said is None:
                    break
                await bench.record_turn(cell.key, said)
        return Trial(
            cell=cell,
            transcript=session.transcript(),
            observations=self._observed(cell, session.transcript()),
        )

    def score(self, trial: Trial) -> Sequence[Score]:
        """The deterministic signals of every reply, and its length in words."""
        if trial.transcript is None:
            return []
        rubric, signals = self.library.rubric(RUBRIC), SignalJudge(self.library)
        scores: list[Score] = []
        for subject in subjects_of(trial, self.library, rubric):
            scores += scores_of(rubric, signals.ratings(subject, rubric))
        for turn in trial.transcript.turns:
            if turn.seat == "tutor":
                values = {"words": len(turn.text.split()), "cut": bool(turn.hidden.get("cut"))}
                scores += [
                    Score(session=trial.cell.key, metric=name, value=float(value), turn=turn.index,
                          scorer="rules")
                    for name, value in values.items()
                ]  # fmt: skip
        return scores

    def planned(self) -> Iterator[Planned]:
        """The calls that models are asked; later ones are longer by what was said."""
        settings = self._settings()
        for cell in self.cells():
            page, card = self._pages[str(cell.factors["item"])], self._card(cell)
            first = view_for("tutor", cell.key, _item(self._item(cell)), Brief(), ())
            tutor = str(cell.factors["tutor"])
            if tutor in self.models.names:
                asked = tuple(tutor_messages(page, first, card))
                for _ in range(self.turns):
                    yield Planned(tutor, "as tutor", asked, settings, REPLY_TOKENS)
            if self.student in self.models.names and self.turns > 1:
                asked = tuple(student_messages(page, first, _intent(cell)))
                for _ in range(self.turns - 1):
                    yield Planned(self.student, "as student", asked, settings, REQUEST_TOKENS)

    # ------------------------------------------------------------ who sits where

    def _session(self, cell: Cell, bench: Bench) -> Session:
        item = self._item(cell)
        earlier = bench.earlier(cell.key)
        return Session(
            cell.key,
            _item(item),
            student=self._student(cell),
            tutor=self._tutor(cell),
            # the same for every tutor and persona, so that they meet the same student
            chance=digest(self.seed, item.instance_id, cell.factors.get("intent", "")),
            limits=Limits(turns=2 * self.turns),
            turns=earlier.turns if earlier else (),
        )

    def _tutor(self, cell: Cell) -> Agent:
        name, page = str(cell.factors["tutor"]), self._pages[str(cell.factors["item"])]
        card = self._card(cell)
        if name.startswith(PREFIX):
            return ScriptedStepTutor(name, page, self.library, card)
        return ModelStepTutor(name, self.models(name), page, self._settings(), card)

    def _student(self, cell: Cell) -> Agent:
        page = self._pages[str(cell.factors["item"])]
        if self.student == SCRIPTED_STUDENT:
            return ScriptedStepStudent(page, _intent(cell), self.library)
        model = self.models(self.student)
        return ModelStepStudent(self.student, model, page, _intent(cell), self._settings())

    def _settings(self) -> Settings:
        sampling = self.sampling
        return Settings(
            temperature=sampling.temperature, max_tokens=sampling.max_tokens or MAX_TOKENS
        )

    def _card(self, cell: Cell) -> str:
        persona = self._persona(cell)
        return persona.card if persona else ""

    def _persona(self, cell: Cell) -> StudentCardSpec | None:
        name = str(cell.factors.get("persona", ""))
        return self.library.step_persona(name) if name else None

    def _item(self, cell: Cell) -> KeyStep:
        return self._by_id[str(cell.factors["item"])]

    # ------------------------------------------------------------ what raters are given

    def _observed(self, cell: Cell, transcript: Transcript) -> dict[str, JsonValue]:
        page, persona = self._pages[str(cell.factors["item"])], self._persona(cell)
        return {
            "images": [part.model_dump(mode="json") for part in page.pages],
            "learner": persona.card if persona else None,
            "needs": persona.needs if persona else "",
            "by_turn": {
                str(turn.index): self._handed(cell, transcript, turn.index)
                for turn in transcript.turns
                if turn.seat == "tutor"
            },
        }

    def _handed(self, cell: Cell, transcript: Transcript, index: int) -> dict[str, JsonValue]:
        """Reference, rubric and exact step of one tutor turn: of the item at first, then of the
        step that the student has come to."""
        item = self._item(cell)
        if index == 1:
            return _given(item.reference, item.rubric, item.exact)
        heard = [turn.text for turn in transcript.turns[:index] if turn.seat == "student"]
        read = read_page(self._pages[item.instance_id], heard, self.library)
        if read is None:
            return {}
        route, at = read
        if at.done == len(route.steps):
            return {}
        if at.slip is not None or at.done == self._start(item):
            return _given(item.reference, item.rubric, item.exact)
        alts = item.exact.alts if item.exact else ()
        exact = exact_of(route, at.done, alts)
        return _given(reference_of(route, at.done), rubric_of(route, at.done), exact)

    def _start(self, item: KeyStep) -> int:
        """How many steps stand on the item's page."""
        read = read_page(self._pages[item.instance_id], (), self.library)
        return -1 if read is None else read[1].done

    # ------------------------------------------------------------ checks

    def _check(self) -> None:
        if not self.tutors:
            raise UsageError("a key-step study needs at least one tutor")
        if not 1 <= self.turns <= MOST_TURNS:
            raise UsageError(f"a session has 1 to {MOST_TURNS} tutor turns, not {self.turns}")
        for intent in self.intents:
            if intent not in INTENTS:
                raise UnknownNameError("intent", intent, INTENTS)
        refuse_twice("tutor", self.tutors)
        refuse_twice("intent", self.intents)
        refuse_twice("persona", self.personas)
        for persona in self.personas:
            self.library.step_persona(persona)
        for tutor in self.tutors:
            check_tutor(tutor)

    def _check_student(self) -> None:
        if self.turns == 1 or self.student != SCRIPTED_STUDENT:
            return
        for name, page in self._pages.items():
            if read_page(page, (), self.library) is None:
                raise UsageError(
                    f"the scripted student cannot read the page of {name}, so it cannot go on "
                    "after the first turn; give --student MODEL, or --turns 1"
                )

    def _asked(self) -> list[str]:
        """The models among tutors and student."""
        named = [name for name in self.tutors if not name.startswith(PREFIX)]
        if self.student != SCRIPTED_STUDENT and self.turns > 1 and self.student not in named:
            named.append(self.student)
        return named


def _page(item: KeyStep, found: KeyStepSet) -> StuckPage:
    alts = item.exact.alts if item.exact else ()
    parts = []
    for number, name in enumerate(item.images):
        data = found.picture(name).read_bytes()
        alt = alts[number] if number < len(alts) else UNSEEN
        sha256 = hashlib.sha256(data).hexdigest()
        parts.append(ImagePart(sha256=sha256, media_type=media_type(data), alt=alt))
    return StuckPage(item.exact.problem if item.exact else "", tuple(parts), item.question)


def _item(item: KeyStep) -> Item:
    """The item as the transcript keeps it: the problem where it is known in words."""
    exact = item.exact
    return Item(
        id=item.instance_id,
        question=exact.problem if exact else item.video_title or "The problem is on the pages.",
        answer=exact.answer if exact else "",
        family=exact.family if exact else "",
        parameters=dict(exact.parameters) if exact else {},
        source="key-step",
        topic=item.domain,
    )


def _intent(cell: Cell) -> Intent:
    named = cell.factors.get("intent", "")
    return next((intent for intent in INTENTS if intent == named), INTENTS[0])


def _given(
    reference: Reference, rubric: ProblemRubric, exact: Exact | None
) -> dict[str, JsonValue]:
    given: dict[str, JsonValue] = {"reference": str(reference), "rubric": {**wordings(rubric)}}
    if exact is not None:
        given["exact"] = exact.model_dump(mode="json")
    return given
