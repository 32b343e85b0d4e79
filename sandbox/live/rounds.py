"""Rounds of rating: a run, a rubric, the raters, each one's practice and work.

Raters see what was said and never who said it. What they have rated is read from the run's log,
so a round goes on after a restart where it was. Knows no page and writes no log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandbox.content.library import Library
from sandbox.content.rubrics import CaseSpec, RubricSpec
from sandbox.errors import UsageError
from sandbox.live.holders import RaterCodes
from sandbox.scoring.double import Disagreement, allotted, disagreements, rated_by
from sandbox.scoring.judge import criteria_for
from sandbox.scoring.people import ADJUDICATED, rating_by
from sandbox.scoring.ratings import Rating
from sandbox.scoring.reliability import Place, ratings_from
from sandbox.scoring.subject import Subject, subjects_of
from sandbox.store.catalogue import Catalogue
from sandbox.store.reading import read_manifest, scores, sessions
from sandbox.types import Frozen

ROUNDS, PRACTICE = "rating-rounds", "rating-practice"
"""The tables of the catalogue."""


class Allotment(Frozen):
    """One item and its two raters."""

    session: str
    turn: int | None
    raters: tuple[str, str]

    @property
    def place(self) -> Place:
        """The item."""
        return self.session, self.turn


class Round(Frozen):
    """Who rates what of a run, by a rubric."""

    run: str
    rubric: str
    raters: tuple[str, ...]
    plan: tuple[Allotment, ...] = ()

    @property
    def key(self) -> str:
        """The key in the catalogue."""
        return f"{self.run}/{self.rubric}"


class Practice(Frozen):
    """How many worked cases of a rubric a rater has done, and how many verdicts were right."""

    rubric: str
    code: str
    done: int
    right: int
    of: int


@dataclass(frozen=True)
class Checked:
    """A verdict on a worked case beside the right one."""

    criterion: str
    given: str
    right: str
    why: str

    @property
    def is_right(self) -> bool:
        """Whether they are the same."""
        return self.given == self.right


@dataclass(frozen=True)
class Work:
    """What a rater sees next: `subject` is None once all is rated."""

    done: int
    of: int
    subject: Subject | None


class RatingRound:
    """A round at work.

    Args:
        folder: The run.
        library: The content.
        rubric: The rubric's id.
        catalogue: Where rounds and practice are kept.

    Raises:
        UnknownNameError: no such rubric.
        RunLogError: the run cannot be read.
    """

    def __init__(self, folder: Path, library: Library, rubric: str, catalogue: Catalogue) -> None:
        self.folder, self.library, self._catalogue = folder, library, catalogue
        self.rubric: RubricSpec = library.rubric(rubric)
        self.run = read_manifest(folder).run
        self.codes = RaterCodes(self.run, catalogue)

    def open(self, raters: Sequence[str]) -> Round:
        """Say who rates. Where a round is open, it takes in what is new: items keep their raters
        as long as both go on.

        Raises:
            UsageError: the codes cannot be used, or there is nothing to rate.
        """
        places = list(self.subjects())
        if not places:
            raise UsageError("this run has nothing to rate: no session in it is finished")
        key = f"{self.run}/{self.rubric.id}"
        earlier = self._round()
        kept = [
            one
            for one in (earlier.plan if earlier else ())
            if set(one.raters) <= set(raters) and one.place in places
        ]
        new = [place for place in places if place not in {one.place for one in kept}]
        plan = [
            Allotment(session=place[0], turn=place[1], raters=pair)
            for place, pair in allotted(new, raters, key).items()
        ]
        opened = Round(
            run=self.run, rubric=self.rubric.id, raters=tuple(raters), plan=(*kept, *plan)
        )
        self._catalogue.put(ROUNDS, key, opened)
        return opened

    def opened(self) -> Round:
        """The round as it was opened.

        Raises:
            UsageError: it was not.
        """
        found = self._round()
        if found is None:
            raise UsageError("no round of rating is open for this run and rubric")
        return found

    def admit(self, code: str, token: str) -> None:
        """Let a rater pass whose browser has this token.

        Raises:
            UsageError: the code is not of this round, or another browser holds it.
        """
        self.codes.claim(self._member(code), token)

    def subjects(self) -> dict[Place, Subject]:
        """All that can be rated."""
        return {
            (subject.session, subject.turn): subject
            for trial in sessions(self.folder)
            for subject in subjects_of(trial, self.library, self.rubric)
            if not subject.fault
        }

    # ------------------------------------------------------------ practice

    def practice(self, code: str) -> Practice:
        """How far a rater is with the worked cases."""
        known = self._member(code)
        for one in self._catalogue.all(PRACTICE, Practice):
            if (one.rubric, one.code) == (self.rubric.id, known):
                return one
        return Practice(rubric=self.rubric.id, code=known, done=0, right=0, of=0)

    def case(self, code: str) -> CaseSpec | None:
        """The rater's next worked case; None once all are done."""
        done = self.practice(code).done
        return self.rubric.cases[done] if done < len(self.rubric.cases) else None

    def check(self, code: str, given: Mapping[str, object]) -> list[Checked]:
        """Compare verdicts on the next worked case with the right ones, and take note.

        Raises:
            UsageError: a verdict is missing or not on offer, or all cases are done.
        """
        case, before = self.case(code), self.practice(code)
        if case is None:
            raise UsageError("all worked cases are done")
        made = []
        for name, verdict in case.ratings.items():
            criterion = self.rubric.criterion(name)
            value = self._rating(code, name, given.get(name), ("practice", None)).value
            assert value is not None
            made.append(
                Checked(name, criterion.label(value), criterion.label(verdict.value), verdict.why)
            )
        right = sum(one.is_right for one in made)
        after = before.model_copy(
            update={
                "done": before.done + 1,
                "right": before.right + right,
                "of": before.of + len(made),
            }
        )
        self._catalogue.put(PRACTICE, f"{self.rubric.id}/{code}", after)
        return made

    # ------------------------------------------------------------ work

    def work(self, code: str) -> Work:
        """The rater's next item, and how many of theirs are rated.

        Raises:
            UsageError: the rater is not of this round, or has not finished the worked cases.
        """
        if self.case(code) is not None:
            raise UsageError("the worked cases come first")
        subjects, mine = self.subjects(), self._mine(code)
        done = rated_by(ratings_from(scores(self.folder), self.rubric), code)
        left = [place for place in mine if place not in done]
        subject = subjects[left[0]] if left else None
        return Work(len(mine) - len(left), len(mine), subject)

    def ratings(
        self, code: str, place: Place, given: Mapping[str, object], why: str = ""
    ) -> list[Rating]:
        """A rater's verdicts on an item of theirs, to be logged.

        Raises:
            UsageError: the item is not theirs, or a verdict is missing or not on offer.
        """
        subject = self.subjects().get(place)
        if subject is None or place not in self._mine(code):
            raise UsageError("this is not yours to rate")
        return [
            self._rating(code, criterion.id, given.get(criterion.id), place, why)
            for criterion in criteria_for(subject, self.rubric)
            if given.get(criterion.id) is not None or not criterion.is_optional
        ]

    def progress(self) -> list[tuple[str, str, str, str]]:
        """Rater, rated of allotted, right verdicts on the worked cases, whether a browser holds the
        code."""
        found = ratings_from(scores(self.folder), self.rubric)
        rows, held = [], self.codes.held()
        for code in self.opened().raters:
            practice, mine = self.practice(code), self._mine(code)
            done = len(rated_by(found, code) & set(mine))
            right = f"{practice.right} of {practice.of}"
            rows.append(
                (code, f"{done} of {len(mine)}", right, "in use" if code in held else "free")
            )
        return rows

    # ------------------------------------------------------------ adjudication

    def disagreements(self) -> list[Disagreement]:
        """Where people gave different values."""
        return disagreements(ratings_from(scores(self.folder), self.rubric))

    def settle(self, found: Disagreement, verdict: object, by: str, why: str = "") -> Rating:
        """The verdict that settles a disagreement, to be logged.

        Raises:
            UsageError: the verdict is not on offer.
        """
        code = ADJUDICATED.partition(":")[2]
        said = f"{by}: {why}" if why else by
        return self._rating(code, found.criterion, verdict, found.place, said)

    # ------------------------------------------------------------ pieces

    def _rating(
        self, code: str, criterion: str, given: object, place: Place, why: str = ""
    ) -> Rating:
        if given is None:
            title = self.rubric.criterion(criterion).title
            raise UsageError(f"please give a verdict on “{title}” ({criterion})")
        return rating_by(
            code, self.rubric, criterion, given, session=place[0], turn=place[1], why=why
        )

    def _mine(self, code: str) -> list[Place]:
        known = self._member(code)
        return [one.place for one in self.opened().plan if known in one.raters]

    def _round(self) -> Round | None:
        key = f"{self.run}/{self.rubric.id}"
        return next((one for one in self._catalogue.all(ROUNDS, Round) if one.key == key), None)

    def _member(self, code: str) -> str:
        if code not in self.opened().raters:
            raise UsageError("this code is not one of the raters of this round")
        return code
