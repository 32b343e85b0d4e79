"""The dialogue study: students meet tutors about fresh items; what was believed, said, found and
learned is observed. Two kinds of cells:

- a *session*: a student and a tutor talk; tests before and after; the tutor ranks candidates;
- a *matched* session: the same item and the same scripted student messages for every tutor and
  every learner profile, so that only the profile on the tutor's card varies (profile sensitivity).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import JsonValue, TypeAdapter, ValidationError

from sandbox.agents.base import Agent, Brief, Student, Tutor
from sandbox.agents.modelled.student import ModelStudent
from sandbox.agents.modelled.tutor import ModelTutor
from sandbox.agents.person import Choose, Person, PersonLeftError, Speak
from sandbox.agents.students import learner_words, make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.library import Library
from sandbox.content.schema import ProfileSpec
from sandbox.errors import UsageError
from sandbox.experiments.agent_models import AgentModels, running
from sandbox.experiments.asking import MAX_TOKENS, Models
from sandbox.experiments.base import Bench, refuse_twice
from sandbox.experiments.estimates import Planned
from sandbox.experiments.matched import ScriptedMessages, matched_item
from sandbox.experiments.observing import candidates, ranking_record, tests_around, truth_of
from sandbox.experiments.topics import fresh_items, item_about, topic_of
from sandbox.records import Cell, Item, Score, Trial, Turn, canonical, digest
from sandbox.scoring.session import score_session
from sandbox.session import Limits, Session
from sandbox.types import PERSON, Message, Seat, Settings

TIERS = ("high", "intermediate", "low")
PLAYED = f"{PERSON}:"
"""Before the name of a student whom a person plays."""

MATCHED_TURNS = 6
REMEMBERED = 256
"""Of so many meetings of a student with its tutors the items are remembered."""
PROMPT_CHARACTERS, TURN_CHARACTERS, TURN_TOKENS = 2_000, 300, 80
"""What a dry run takes for the length of an agent's prompt, of a turn, and of a reply."""


@dataclass(frozen=True)
class DialogueDesign:
    """What decides the cells: who meets whom, how often, what is observed.

    `matched_learners` a tier, on `matched_items` items, are for the profile sensitivity; 0 leaves
    it out. `probe` asks the tutor for its ranking after each of its turns. `tests` fresh items are
    asked before and after. `score_on_card` puts the TIMSS score on the tutor's card of a profile.
    """

    students: tuple[str, ...]
    tutors: tuple[str, ...]
    items: int = 1
    replicates: int = 1
    turns: int = 16
    pool: int = 20
    tests: int = 4
    probe: bool = False
    matched_learners: int = 0
    matched_items: int = 10
    score_on_card: bool = False
    seed: int = 0

    def as_json(self) -> dict[str, JsonValue]:
        """The design for the manifest."""
        return {name: _json(value) for name, value in vars(self).items()}

    @classmethod
    def from_json(cls, design: Mapping[str, JsonValue]) -> DialogueDesign:
        """The design out of a manifest.

        Raises:
            UsageError: it is not the design of a dialogue study.
        """
        unknown = sorted(design.keys() - vars(cls(students=(), tutors=())).keys())
        if unknown:
            raise UsageError(f"a dialogue's design has no {', '.join(unknown)}")
        try:
            return TypeAdapter(cls).validate_json(canonical(dict(design)), strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise UsageError(f"the design's {where}: {first['msg']}") from error


def _json(value: object) -> JsonValue:
    return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]


@dataclass(frozen=True)
class People:
    """How persons in this run are asked: for a message, and for a candidate."""

    speak: Speak
    choose: Choose


async def _nobody(_: object) -> None:
    """There is no person here: as if they had left."""


@dataclass(frozen=True)
class Dialogue:
    """The study over a library. `access` is how the models of agents that have one are asked."""

    library: Library
    plan: DialogueDesign
    people: People | None = None
    access: Models = field(default_factory=Models, compare=False)
    name: str = "dialogue"
    models: AgentModels = field(init=False, repr=False, compare=False)
    _students: dict[str, Student] = field(default_factory=dict, repr=False, compare=False)
    _tutors: dict[str, Tutor] = field(default_factory=dict, repr=False, compare=False)
    _item: Callable[[str, int, str], Item] = field(init=False, repr=False, compare=False)
    _tests: Callable[[str, int, str], list[Item]] = field(init=False, repr=False, compare=False)
    _pool: Callable[[str, str, str], tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", AgentModels(self.access))
        # all tutors meet a student about the same item, with the same tests and candidates: drawn
        # once
        object.__setattr__(self, "_item", lru_cache(maxsize=REMEMBERED)(self._draw_item))
        object.__setattr__(self, "_tests", lru_cache(maxsize=REMEMBERED)(self._draw_tests))
        object.__setattr__(self, "_pool", lru_cache(maxsize=REMEMBERED)(self._draw_pool))
        for name in self.plan.students:
            self._student(name)
        for name in self.plan.tutors:
            self._tutor(name)
        if not self.plan.students or not self.plan.tutors:
            raise UsageError("a dialogue needs at least one student and one tutor")
        refuse_twice("student", self.plan.students, "replicates")
        refuse_twice("tutor", self.plan.tutors, "replicates")
        known = len(self.library.misconceptions)
        if not 2 <= self.plan.pool <= known:
            raise UsageError(f"a pool has 2 to {known} candidates here, not {self.plan.pool}")

    def design(self) -> Mapping[str, JsonValue]:
        """Who meets whom, how often."""
        return self.plan.as_json()

    def cells(self) -> Iterator[Cell]:
        """Sessions first (replicate by replicate), then the matched ones."""
        plan = self.plan
        for replicate in range(plan.replicates):
            for item in range(plan.items):
                for student in plan.students:
                    for tutor in plan.tutors:
                        factors: dict[str, JsonValue] = {
                            "kind": "session",
                            "student": student,
                            "tutor": tutor,
                            "item": item,
                        }
                        yield Cell(study=self.name, factors=factors, replicate=replicate)
        for learner in range(plan.matched_learners):
            for tier in TIERS:
                for tutor in plan.tutors:
                    factors = {"kind": "matched", "tier": tier, "tutor": tutor, "learner": learner}
                    yield Cell(study=self.name, factors=factors)

    async def run(self, cell: Cell, bench: Bench) -> Trial:
        """One session, with what is observed around it."""
        with running(cell, bench):
            if cell.factors["kind"] == "matched":
                return await self._matched(cell, bench)
            return await self._talk(cell, bench)

    async def _talk(self, cell: Cell, bench: Bench) -> Trial:
        name = str(cell.factors["student"])
        student = self._student(name)
        tutor = self._tutor(str(cell.factors["tutor"]))
        chance = self._chance(cell)
        number = cell.replicate * self.plan.items + int(str(cell.factors["item"]))
        item = self._item(name, number, chance)
        briefs = self._briefs(student)
        session = self._session(cell, chance, item, student, tutor, briefs, bench)
        truth = truth_of(student, item, self.library)
        watch = _Watch(self, tutor, session, chance, truth)
        await bench.begin(session.transcript())
        await _play(session, cell.key, bench, watch if self.plan.probe else None)
        await watch.final(session)
        observations: dict[str, JsonValue] = {
            "beliefs": [self.library.misconception(name).statement for name in student.beliefs],
            "profile": student.profile.id if student.profile else None,
            "rankings": watch.rankings,
            "tests": await tests_around(
                student, session, self._tests(name, number, chance), self.plan.tests
            ),
        }
        return Trial(cell=cell, transcript=session.transcript(), observations=observations)

    def planned(self) -> Iterator[Planned]:
        """The calls that models make when every session goes to its last turn and every reply can
        be used: half the turns for a seat; where a model ranks, a ranking at the end (with probing
        one after each turn too); where a model answers, the tests."""
        for cell in self.cells():
            matched = cell.factors["kind"] == "matched"
            turns = MATCHED_TURNS if matched else self.plan.turns
            tutor, student = str(cell.factors["tutor"]), str(cell.factors.get("student", ""))
            rankings = 0 if matched else self._rankings(tutor, student, turns)
            yield from self._calls(tutor, "as tutor", turns // 2 + rankings)
            if student:
                answers = isinstance(self._student(student), ModelStudent)
                tests = 2 * self.plan.tests if answers else 0
                yield from self._calls(student, "as student", turns - turns // 2 + tests)

    def _rankings(self, tutor: str, student: str, turns: int) -> int:
        """How often a tutor's model is asked for a ranking in a session of that many turns."""
        is_asked = isinstance(self._tutor(tutor), ModelTutor)
        if not is_asked or not self._student(student).beliefs:
            return 0
        return 1 + (turns // 2 if self.plan.probe else 0)

    def _calls(self, agent: str, setting: str, calls: int) -> Iterator[Planned]:
        named = [name for name in self.models.names if agent and name in agent]
        if named:
            model, settings = max(named, key=len), Settings(max_tokens=MAX_TOKENS)
            for call in range(calls):
                asked = Message.of("user", "x" * (PROMPT_CHARACTERS + TURN_CHARACTERS * 2 * call))
                yield Planned(model, setting, (asked,), settings, TURN_TOKENS)

    def score(self, trial: Trial) -> Sequence[Score]:
        """Every score that the transcript and the observations allow."""
        return score_session(trial, self.library)

    # ------------------------------------------------------------ pieces

    def _draw_item(self, name: str, number: int, chance: str) -> Item:
        """What the student of that name brings to its tutors."""
        student = self._student(name)
        return item_about(student, topic_of(student, name, number), self.library, chance)

    def _draw_tests(self, name: str, number: int, chance: str) -> list[Item]:
        """The fresh items of the tests around these sessions."""
        student, item = self._student(name), self._item(name, number, chance)
        return fresh_items(student, name, item, self.library, chance, 2 * self.plan.tests)

    def _draw_pool(self, truth: str, chance: str, near: str) -> tuple[str, ...]:
        """The candidates of these sessions."""
        return tuple(candidates(self.library, truth, self.plan.pool, chance, near=near))

    def _student(self, name: str) -> Student:
        """The student of that name; `person:NAME` is a person who plays that student."""
        if name not in self._students:
            played = name.removeprefix(PLAYED)
            student = make_student(played, self.library, models=self.models)
            if played != name:
                student = self._person(student.beliefs, student.profile)
            self._students[name] = student
        return self._students[name]

    def _tutor(self, name: str) -> Tutor:
        """The tutor of that name; `person` is a person."""
        if name not in self._tutors:
            is_person = name == PERSON
            self._tutors[name] = (
                self._person() if is_person else make_tutor(name, self.library, models=self.models)
            )
        return self._tutors[name]

    def _person(self, beliefs: tuple[str, ...] = (), profile: ProfileSpec | None = None) -> Person:
        people = self.people or People(_nobody, _nobody)
        return Person(people.speak, people.choose, beliefs, profile)

    def _chance(self, cell: Cell) -> str:
        """What keys all chance of a cell: places in the design, no names of hidden causes, and
        the same for every tutor, so that tutors meet the same students and items."""
        place = self.plan.students.index(str(cell.factors["student"]))
        return digest(self.plan.seed, place, cell.factors["item"], cell.replicate)

    def _briefs(self, student: Student) -> dict[Seat, Brief]:
        if student.profile is None:
            return {}
        words = learner_words(student.profile, score=self.plan.score_on_card)
        return {"tutor": Brief(card=words)}

    def _session(
        self,
        cell: Cell,
        chance: str,
        item: Item,
        student: Agent,
        tutor: Agent,
        briefs: Mapping[Seat, Brief],
        bench: Bench,
        turns: int | None = None,
    ) -> Session:
        earlier = bench.earlier(cell.key)
        return Session(
            cell.key,
            item,
            chance=chance,
            student=student,
            tutor=tutor,
            briefs=briefs,
            limits=Limits(turns=turns or self.plan.turns),
            turns=earlier.turns if earlier else (),
        )

    async def _matched(self, cell: Cell, bench: Bench) -> Trial:
        learner = int(str(cell.factors["learner"]))
        chance = digest(self.plan.seed, "matched", learner)
        number = learner % self.plan.matched_items
        item, wrong = matched_item(self.library, digest(self.plan.seed, "matched item", number))
        grade = self.library.families[item.family].timss_grade
        tier = str(cell.factors["tier"])
        profile = next(
            p for p in self.library.profiles.values() if (p.grade, p.tier) == (grade, tier)
        )
        card = learner_words(profile, score=self.plan.score_on_card)
        student = ScriptedMessages.about(wrong)
        tutor = self._tutor(str(cell.factors["tutor"]))
        briefs: dict[Seat, Brief] = {"tutor": Brief(card=card)}
        turns = 2 * len(student.messages)
        session = self._session(cell, chance, item, student, tutor, briefs, bench, turns)
        await bench.begin(session.transcript())
        await _play(session, cell.key, bench, None)
        observations: dict[str, JsonValue] = {"profile": profile.id, "item": number}
        return Trial(cell=cell, transcript=session.transcript(), observations=observations)


@dataclass
class _Watch:
    """Asks the tutor for its ranking, after each of its turns and at the end."""

    study: Dialogue
    tutor: Tutor
    session: Session
    chance: str
    truth: str
    rankings: list[JsonValue] = field(default_factory=list)

    async def after(self, turn: Turn) -> None:
        """The ranking after one of the tutor's turns."""
        if turn.seat == "tutor" and self.truth:
            self.rankings.append(await self._ranking(turn.index))

    async def final(self, session: Session) -> None:
        """The ranking after the session."""
        if self.truth:
            self.rankings.append(await self._ranking(None))

    @property
    def pool(self) -> tuple[str, ...]:
        """The candidates, the same throughout the session."""
        near = self.session.item.family if self.tutor.name == PERSON else ""
        return self.study._pool(self.truth, self.chance, near)

    async def _ranking(self, turn: int | None) -> JsonValue:
        pool = self.pool
        ranking = await self.tutor.rank(self.session.view("tutor"), pool)
        return ranking_record(ranking, pool, self.truth, turn)


async def _play(session: Session, key: str, bench: Bench, watch: _Watch | None) -> None:
    """Play to the end, each turn logged before the next."""
    for turn in session.turns:
        if watch is not None:
            await watch.after(turn)
    while not session.ended:
        try:
            said = await session.step()
        except PersonLeftError as left:
            session.end("abandoned", session.next_seat, str(left))
            break
        if said is None:
            break
        await bench.record_turn(key, said)
        if watch is not None:
            await watch.after(said)
