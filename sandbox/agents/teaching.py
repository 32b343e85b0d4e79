"""What a tutor's turn does to a learner, recognised from its words alone.

Knows what helps against each misconception (as words), families, and the student's own answers so
far; knows nothing hidden of the tutor. A human tutor's free text is read the same way.

An explanation bears on a belief when it says enough of what helps against it: of the content words
(stop words dropped, stemmed, rare words weighing more) of its idea, its "because" or its picture at
least `ENOUGH` are said, at least `FEWEST_WORDS` of them, and the same words explain no other
misconception of its families better (by more than `A_LITTLE`, where more than `MOST` is said), nor
any other at all by more than `CLEARLY`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from sandbox.agents.checking import comes_back
from sandbox.agents.hearing import Message, Question
from sandbox.agents.learner import Event, LearnerState
from sandbox.content.library import Library
from sandbox.content.schema import MisconceptionSpec
from sandbox.maths.families import Answer, Families, Problem
from sandbox.maths.values import Found, Label, Number, Value, Words, find_in_plain, find_values

ENOUGH = 0.38
FEWEST_WORDS = 3
MOST = 0.5
CLEARLY, A_LITTLE = 0.15, 0.1
MOST_REMEMBERED = 1024
EXPLAINING = ("idea", "because", "picture")
PARTS = (*EXPLAINING, "question")

_CONTRAST = re.compile(
    r"\b(?:but|although|though|only|even|yet|more|less|than|however)\b", re.IGNORECASE
)
_GIVES = r"(?:\bis|answer:|it's|makes|get|be)"
_FIGURE = re.compile(r"\d")
_WORD = re.compile(r"[a-z]{2,}")
_UNSAYING = """
    the and but for with that this these those then than there their they them you your yours it
    its is are was were be been being am do does did done has have had having will would can could
    should shall may might must not no nor so if or as at by to of in on into out up off over under
    from about what which who when where why how all any both each few more most other some such
    only own too very just one two three four five six seven eight nine ten first second get
    gets got give gives gave make makes made made put puts say says said see sees look looks think
    take takes now here again also because while still let us we our ours me my mine his her him she
    he us instead like way ways thing things rule answer question
"""
_STOP = frozenset(_UNSAYING.split())
_SAME = {
    "numerator": "top",
    "denominator": "bottom",
    "multipl": "tim",
    "product": "tim",
    "subtract": "minu",
    "equal": "sam",
    "piec": "part",
    "halv": "half",
    "percentag": "percent",
    "quantit": "amount",
}
"""Stems that pupils and teachers use for one another."""
_VOCABULARIES: WeakKeyDictionary[Families, _Vocabulary] = WeakKeyDictionary()


@dataclass(frozen=True)
class Situation:
    """Where the student stands when the tutor speaks.

    Attributes:
        task: How the task is read.
        answered: How the questions that the student answered are read, oldest first; the last one
            is open: a verdict in the message is about it.
        last_right: Whether the student's last turn answered rightly; None if it answered nothing.
        last_answer: The question that the student answered last, in words, and the answer; None if
            its last turn answered nothing.
    """

    task: tuple[Problem, ...]
    answered: tuple[tuple[Problem, ...], ...]
    last_right: bool | None
    last_answer: tuple[str, str] | None = None

    @property
    def open(self) -> tuple[Problem, ...]:
        """How the question that a verdict is about is read."""
        return self.answered[-1] if self.answered else self.task

    @property
    def is_refuted(self) -> bool:
        """Whether undoing the open calculation does not give what it started from."""
        return self.last_answer is not None and comes_back(*self.last_answer) is False


def events(
    message: Message, situation: Situation, state: LearnerState, library: Library
) -> tuple[Event, ...]:
    """What the message does to a learner in this state; each kind at most once for a belief."""
    found = [*_verdicts(message, situation, state), *_answers(message, situation, state)]
    for belief in state.beliefs:
        found += _about(message, situation, belief, library)
    return tuple(dict.fromkeys(found))


def _verdicts(message: Message, situation: Situation, state: LearnerState) -> Iterator[Event]:
    """Contradiction, praise, and success at practice that the tutor confirms."""
    if message.praises:
        yield Event("praise")
    if message.contradicts:
        yield Event("contradiction")
        for belief in _erring(situation.open, state):
            yield Event("contradiction", belief)
    elif situation.last_right and (message.affirms or message.praises):
        yield Event("success")
        for belief in state.beliefs:
            if any(belief in problem.family.errors for problem in situation.open):
                yield Event("success", belief)


def _answers(message: Message, situation: Situation, state: LearnerState) -> Iterator[Event]:
    """The right answer of the task or the open question given away, bare or with its working."""
    for problems in dict.fromkeys((situation.open, situation.task)):
        if not problems or not _states(message.beside, problems[0].right, problems[0]):
            continue
        steps = sum(line.rstrip(".") in message.text for line in problems[0].right.working)
        is_worked = steps >= 2 or message.text.count("=") >= 2
        kind: tuple[Event, ...] = (Event("right-answer"),)
        for belief in _erring(problems, state):
            kind += (Event("right-answer", belief),)
        yield from kind
        if is_worked:
            yield Event("solution")
            yield from (Event("solution", belief) for belief in _erring(problems, state))
        return


def _about(
    message: Message, situation: Situation, belief: str, library: Library
) -> Iterator[Event]:
    """A case asked, a conflict made visible, an explanation, for one belief."""
    asked = [q for q in message.asked if _is_case(q.problems, situation.task, belief)]
    if asked:
        yield Event("case", belief)
    words = vocabulary(library)
    said, stated = words.stems(message.beside), words.stems(message.teaching)
    met = [p for p in situation.answered if _is_case(p, situation.task, belief)]
    told = [
        q for q in message.questions
        if not q.asked and _is_case(q.problems, situation.task, belief)
    ]  # fmt: skip
    undone = message.talk == "check-inverse" and situation.is_refuted
    if (undone and _errs(belief, situation.open)) or _shows_conflict(
        message, words, belief, said, met, told, bool(asked)
    ):
        yield Event("conflict", belief)
    if words.explains(belief, stated, library):
        yield Event("explanation", belief)


def _shows_conflict(
    message: Message,
    words: _Vocabulary,
    belief: str,
    said: frozenset[str],
    met: Sequence[tuple[Problem, ...]],
    told: Sequence[Question],
    asked: bool,
) -> bool:
    """Whether the message lets the learner see that its rule fails."""
    contrasts = _CONTRAST.search(message.beside) is not None
    for problem in (problem for problems in met for problem in problems):
        if _states(message.teaching, problem.right, problem):
            return True
        given = problem.wrong_by(belief)
        if contrasts and given is not None and _states(message.beside, given, problem):
            return True
    if contrasts and any(q.said and q.problems[0].right.matches(q.said) for q in told):
        return True
    if words.share(belief, "because", said) >= ENOUGH:
        return True
    if words.share(belief, "question", said) >= ENOUGH:
        return True
    return bool(met or told or asked) and words.share(belief, "picture", said) >= ENOUGH


def _is_case(problems: Sequence[Problem], task: Sequence[Problem], belief: str) -> bool:
    """Whether a question other than the task is one on which the belief errs."""
    return not set(problems) & set(task) and _errs(belief, problems)


def _erring(problems: Sequence[Problem], state: LearnerState) -> list[str]:
    return [name for name in state.beliefs if _errs(name, problems)]


def _errs(belief: str, problems: Sequence[Problem]) -> bool:
    return any(problem.wrong_by(belief) is not None for problem in problems)


def _states(text: str, answer: Answer, problem: Problem) -> bool:
    """Whether a text in plain form gives this answer. A number that stands in the question already
    counts only where it is given as a result."""
    if isinstance(answer.value, Words):
        word = re.escape(answer.text)
        if len(answer.text) == 1:  # an A is mostly an article, or names what is compared
            return re.search(rf"{_GIVES}\s+{word}(?![\w'])", text) is not None
        return re.search(rf"\b{word}\b", text, re.IGNORECASE) is not None
    if isinstance(answer.value, Number) and not _FIGURE.search(text):
        return False
    shown = _shown_in(problem)
    for found in find_in_plain(text):
        if isinstance(found.value, Label) or not answer.matches(found.value):
            continue
        if found.value not in shown or found.after_equals or _is_given(text, found):
            return True
    return False


def _is_given(text: str, found: Found) -> bool:
    before = text[max(0, found.start - 16) : found.start].lower()
    return re.search(rf"{_GIVES}\s*$", before) is not None


@lru_cache(maxsize=1024)
def _shown_in(problem: Problem) -> tuple[Value, ...]:
    """The values that stand in a question."""
    return tuple(found.value for found in find_values(problem.question()))


class _Vocabulary:
    """The content words of what helps against each misconception, and how rare each is."""

    def __init__(self, misconceptions: Mapping[str, MisconceptionSpec]) -> None:
        self._parts = {
            name: {part: _stems(getattr(spec.helps, part)) for part in PARTS}
            for name, spec in misconceptions.items()
        }
        used = Counter(
            stem for parts in self._parts.values() for stem in frozenset().union(*parts.values())
        )
        self._explaining: dict[str, list[tuple[str, str]]] = {}
        for name, parts in self._parts.items():
            for part in EXPLAINING:
                for stem in parts[part]:
                    self._explaining.setdefault(stem, []).append((name, part))
        self._explained: dict[frozenset[str], float] = {}
        self._count = len(misconceptions)
        self._rarity = {stem: math.log(1 + self._count / times) for stem, times in used.items()}
        self._whole = {
            (name, part): self._weight(stems)
            for name, parts in self._parts.items()
            for part, stems in parts.items()
        }

    def stems(self, text: str) -> frozenset[str]:
        """The content words of a text, as stems."""
        return _stems(text)

    def share(self, belief: str, part: str, said: frozenset[str]) -> float:
        """How much of one part of what helps is said, by weight; 0 when too few words are."""
        wanted = self._parts[belief][part]
        common = wanted & said
        if len(common) < FEWEST_WORDS and not (len(common) == len(wanted) > 1):
            return 0.0
        return self._weight(common) / self._whole[belief, part]

    def explains(self, belief: str, said: frozenset[str], library: Library) -> bool:
        """Whether what is said explains this misconception, and no neighbour better."""
        share = self._best(belief, said)
        if share < ENOUGH:
            return False
        if self._best_of_all(said) > share + CLEARLY:
            return False
        slack = A_LITTLE if share >= MOST else 0.0
        families = library.families.testing(belief)
        neighbours = {name for family in families for name in family.errors} - {belief}
        return all(
            self._best(name, said) <= share + slack for name in neighbours if name in self._parts
        )

    def _best_of_all(self, said: frozenset[str]) -> float:
        if said not in self._explained:
            if len(self._explained) > MOST_REMEMBERED:
                self._explained.clear()
            # a part of which fewer than two words are said has no share: most parts are never asked
            met = Counter(part for stem in said for part in self._explaining.get(stem, ()))
            shares = (self.share(*part, said) for part, times in met.items() if times > 1)
            self._explained[said] = max(shares, default=0.0)
        return self._explained[said]

    def _best(self, belief: str, said: frozenset[str]) -> float:
        return max(self.share(belief, part, said) for part in EXPLAINING)

    def _weight(self, stems: frozenset[str]) -> float:
        rarest = math.log(1 + self._count)
        return sum(self._rarity.get(stem, rarest) for stem in stems)


def vocabulary(library: Library) -> _Vocabulary:
    """The vocabulary of a library, made once."""
    known = _VOCABULARIES.get(library.families)
    if known is None:
        known = _VOCABULARIES[library.families] = _Vocabulary(library.misconceptions)
    return known


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    words = _WORD.findall(text.lower())
    return frozenset(_stem(word) for word in words if word not in _STOP)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without its commonest endings."""
    for ending in ("ations", "ation", "ings", "ing", "ed", "ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3:
        word = word[:-1] if word[-1] == word[-2] else word.rstrip("eyi")
    return _SAME.get(word, word)
