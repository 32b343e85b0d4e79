"""What a rater looks at: the problem, the learner, the reference, the talk, and which tutor turns
are rated. Only what was said goes in, never a hidden field.

A study hands over what a trial's own item does not hold in its observations:

- `profile`: the id of a learner profile; `learner`: the learner in words, instead, with `needs`
  (support, challenge) where it is known what teaching fits;
- `reference`: the model reply, as text or by part;
- `rubric`: criterion → the wording of it for this problem;
- `exact`: what is known exactly of the step that the reply is about (`keysteps.Exact`);
- `rated_turns`: the tutor turns to rate, where it is not all of them;
- `images`: what the reply was about, as image parts (sha256, media_type, alt);
- `by_turn`: index of a turn → `reference`, `rubric` and `exact` of that turn alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue, ValidationError

from sandbox.content.keysteps import Exact
from sandbox.content.library import Library
from sandbox.content.rubrics import RubricSpec
from sandbox.content.schema import ProfileSpec
from sandbox.errors import UsageError
from sandbox.records import Item, Trial
from sandbox.types import ImagePart, Seat


@dataclass(frozen=True)
class Subject:
    """One reply, or all of a tutor's replies in a session, with what is needed to rate them.

    Attributes:
        session: The session's id.
        turn: The index of the rated turn; None where all of the tutor's words are rated.
        item: The problem.
        talk: (seat, text) in order, up to the rated turn.
        profile: The learner's profile, where there is one.
        learner: The learner in words; empty where nothing is known.
        needs: What teaching fits this learner, support or a challenge; empty where it is not known.
        reference: What a good reply holds, in words; empty where there is none.
        wordings: Criterion → its wording for this problem.
        images: What is seen beside the text.
        exact: What is known exactly of the step that is rated; None where nothing is.
    """

    session: str
    item: Item
    talk: tuple[tuple[Seat, str], ...]
    turn: int | None = None
    profile: ProfileSpec | None = None
    learner: str = ""
    needs: str = ""
    reference: str = ""
    wordings: Mapping[str, str] = field(default_factory=dict)
    images: tuple[ImagePart, ...] = ()
    exact: Exact | None = None

    @property
    def rated(self) -> tuple[str, ...]:
        """The texts that are rated."""
        said = [text for seat, text in self.talk if seat == "tutor"]
        return tuple(said if self.turn is None else said[-1:])

    @property
    def fault(self) -> str:
        """Why there is nothing to rate; empty where there is."""
        return "" if any(text.strip() for text in self.rated) else "the tutor said nothing"


def subjects_of(trial: Trial, library: Library, rubric: RubricSpec) -> list[Subject]:
    """What a rubric rates of a trial: each tutor turn, or the session as a whole.

    Raises:
        UsageError: what the study hands over cannot be read.
    """
    transcript = trial.transcript
    if transcript is None:
        return []
    spoken = [turn.index for turn in transcript.turns if turn.seat == "tutor"]
    wanted = trial.observations.get("rated_turns")
    if isinstance(wanted, Sequence):
        spoken = [index for index in spoken if index in wanted]
    turns: list[int | None] = [*spoken] if rubric.rates == "reply" else [None]
    return [subject_of(trial, library, turn) for turn in turns]


def subject_of(trial: Trial, library: Library, turn: int | None = None) -> Subject:
    """One tutor turn of a trial, or all of them, as a rater sees it.

    Raises:
        UsageError: there is no transcript, or what the study hands over cannot be read.
    """
    transcript = trial.transcript
    if transcript is None:
        raise UsageError(f"session {trial.cell.key} has no transcript to rate")
    seen = trial.observations
    name = seen.get("profile") or trial.cell.factors.get("profile")
    profile = library.profiles.get(str(name)) if name else None
    last = len(transcript.turns) if turn is None else turn + 1
    step = _of_turn(seen, turn)
    return Subject(
        session=transcript.session,
        item=transcript.item,
        talk=tuple((each.seat, each.text) for each in transcript.turns[:last]),
        turn=turn,
        profile=profile,
        learner=str(seen.get("learner") or "") or (learner_words(profile) if profile else ""),
        needs=str(seen.get("needs") or ""),
        reference=_reference(transcript.item, step.get("reference")),
        wordings=_wordings(step.get("rubric")),
        images=_images(seen.get("images")),
        exact=_exact(step.get("exact")),
    )


def learner_words(profile: ProfileSpec) -> str:
    """A learner profile as a rater reads it."""
    attitude = {"likes very much": "Likes mathematics very much", "likes": "Likes mathematics"}
    return (
        f"Grade {profile.grade}. {attitude.get(profile.attitude, 'Dislikes mathematics')}, "
        f"{profile.confidence}. Taught so far: {', '.join(profile.coverage)}. "
        f"Score {profile.score} on a scale with mean 500 and standard deviation 100 (benchmarks: "
        "400 low, 475 intermediate, 550 high, 625 advanced)."
    )


def _of_turn(seen: Mapping[str, JsonValue], turn: int | None) -> Mapping[str, JsonValue]:
    """What is handed over for one turn, where turns have their own; else for all of them."""
    own = seen.get("by_turn")
    if own is None:
        return seen
    if not isinstance(own, Mapping):
        raise UsageError("the trial's by_turn must map turns to what belongs to them")
    found = own.get(str(turn), {})
    return found if isinstance(found, Mapping) else {}


def _exact(given: JsonValue) -> Exact | None:
    if given is None:
        return None
    try:
        return Exact.model_validate(given)
    except ValidationError as error:
        raise UsageError(
            f"what the trial says of the exact step cannot be read: {error}"
        ) from error


def _reference(item: Item, given: JsonValue) -> str:
    if isinstance(given, Mapping):
        return "\n".join(f"{part.replace('_', ' ')}: {text}" for part, text in given.items())
    if given:
        return str(given)
    answer = f"{item.key}) {item.answer}" if item.key else item.answer
    return f"The right answer: {answer}" if item.answer else ""


def _wordings(given: JsonValue) -> dict[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(v, str) for v in given.values()):
        raise UsageError("the trial's rubric must map criteria to their wording")
    return {name: str(text) for name, text in given.items()}


def _images(given: JsonValue) -> tuple[ImagePart, ...]:
    if given is None:
        return ()
    try:
        parts = given if isinstance(given, Sequence) and not isinstance(given, str) else [given]
        return tuple(ImagePart.model_validate(part) for part in parts)
    except ValidationError as error:
        raise UsageError(f"the trial's images cannot be read: {error}") from error
