"""What a student hears in a tutor's message: questions it can read, sums, and what the tutor wants.

Knows words and families; knows no belief and no learner. Everything is computed from the text
alone and cached by it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from sandbox.agents import verdicts
from sandbox.agents.talk import Talk, talk_in
from sandbox.maths.arithmetic import evaluate
from sandbox.maths.families import LONGEST_READ, Families, Problem, Reading, overlapping
from sandbox.maths.normalise import normalise
from sandbox.maths.values import Unreadable
from sandbox.maths.worked import is_given, is_worked_out
from sandbox.maths.written import signed

_SENTENCE = re.compile(r"(?<=[.?!:])[\"'”’)]*\s+")
_CLAUSE_ENDS = re.compile(r"[.?!]\s")
_LONGEST_CLAUSE = 300
_FILLER = (
    r"(?:(?:ok|okay|now|so|and|then|please|good|right|well|great|first|next|also|but|alright|"
    r"can you|could you|would you|will you|let's|let us|try to|i want you to|i'd like you to|"
    r"your turn)[\s,!:-]+)*"
)
_RESULT = re.compile(r"=\s*[^\s?.]")
_BROUGHT = re.compile(
    r"[\d)]\s*\b(?:gives?|makes?|is|are|equals?|comes (?:out )?to)\b\s*[-(]?\d", re.IGNORECASE
)
"""A sum with its result: "9 * 6 gives 54"."""
_ORDER = re.compile(
    rf"^[\W_]*{_FILLER}(?:try|find|work|calculate|compute|solve|simplify|tell|give|show|do|add|"
    r"subtract|take|multiply|times|divide|write|evaluate|estimate|order|put|convert|change|round|"
    r"complete|expand|factori[sz]e|share|increase|decrease|reduce|look|what|how|which|think about|"
    r"consider|answer|figure|have a go|suppose i ask|imagine)\b",
    re.IGNORECASE,
)
_TALKS_ABOUT = re.compile(
    r"\b(?:notice|bottom|top|happen|happens|mean|means|compare|draw|picture|first step|sign|"
    r"bigger|smaller|strategy|learn|remember|rule)\b",
    re.IGNORECASE,
)
_LEADS_TO_RESULT = re.compile(
    r"(?:=[^.?!]*|\b(?:answer|result|solution|total)\s*):\s*$", re.IGNORECASE
)
"""What goes before a result: "7 + 4 = 11 times: 9^11", "Final result: 9^11"."""
_STATED = re.compile(
    r"^°?\s*(?:=|->|→|is\b|are\b|was\b|makes?\b|gives?\b|equals?\b|equal to\b|"
    r"comes? (?:out )?(?:to|as)\b|"
    r"(?:would|must|should|will|has to|can(?:no|')t|could|might) be\b|(?:you|we|i) (?:get|have)\b)"
    r"\s*(?=\S)",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"\b(?:why|how come|how (?:did|have) you|how are you (?:getting|working)|how do you (?:know|"
    r"do|get|work|see|think)|"
    r"how could you (?:convince|show|prove)|what did you do|what made you|"
    r"where did (?:that|it|the|your))\b|"
    r"what (?:rule|method|strategy|way) (?:did|do|are) you|"
    r"\b(?:explain|prove|(?:show|tell) me (?:how|why|what you|more|about|your)|"
    r"(?:talk|walk|take) me through|how you (?:got|get|did|know|work|do)|"
    r"(?:what|describe|share|see|hear) .{0,20}\byour "
    r"(?:thinking|reasoning|working|steps|method))\b|\band how\W*\?|^\W*show me\W*$",
    re.IGNORECASE,
)
_OPENS_WHY = re.compile(r"\W*(?:explain|talk|walk|why|how)\b", re.IGNORECASE)
_SURE = re.compile(
    r"\b(?:are you (?:sure|certain|happy)|how sure|sure about|"
    r"do you (?:still )?(?:think|believe) (?:so|that|it|this)|"
    r"is (?:that|it|this|your answer|\S+) (?:really )?"
    r"(?:right|correct|true|sensible|possible|reasonable)|"
    r"(?:does|did|can|could) (?:that|it|this|your answer) (?:really )?"
    r"(?:make sense|seem|be|look|fit)|really)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:try .{0,40}again|have another (?:go|look|try)|another (?:go|try)|"
    r"(?:go|come|look|get) back (?:to|at)|do (?:it|that|yours|the first one) again|start again|"
    r"once more|(?:question|problem|one|task|it) again|"
    r"what (?:is|'s|would be) (?:your|the) (?:new |final )?answer|what'?s your answer|"
    r"what did you (?:get|answer|put|write|say)(?=\W*(?:\?|$))|"
    r"what do you (?:say|think|get|make it)(?: it is)? now|change your (?:mind|answer)|"
    r"what (?:would|will) you (?:say|answer|do|put) now|new answer|so what is it)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\W*(?:you|we|they|she|he|i)(?:'re| are|'ve| have| were| did| do| had)\b", re.IGNORECASE
)
_IS_IT_RIGHT = re.compile(
    r"\s*(?:so )?(?:is|was|are) (?:she|he|that|this|it|they|we|my friend|[A-Z]\w+)"
    r" (?:really )?(?:right|correct|true)\b[^.?!]*\?|"
    r"\s*(?:do|would) you (?:agree|get that|think so)\b[^.?!]*\?|\s*(?:agreed?|right|true)\?",
    re.IGNORECASE,
)
"""After a stated result this asks for the student's own."""
_TAG = re.compile(r",? (?:right|yes|ok|okay|isn't it|doesn't it)\?\s*$", re.IGNORECASE)
_ASKS = re.compile(
    rf"^[\W_]*{_FILLER}(?:what is|which|how (?:many|much|far|long|big|tall|old))\b", re.IGNORECASE
)
_SUM = re.compile(
    r"^[^.?!,:=<>≤≥]*\d[^.?!,:=<>≤≥]{0,12} [-+*÷] \(?[\d(][^.?!,:=<>≤≥]*[.]?$"
    r"|^[\d ()^*/+÷-]*\d\^\(?-?\d[\d ()^*/+÷-]*[.]?$"
)
_CHOOSE = re.compile(
    r"\b(?:which (?:one|letter|option|answer|choice)|pick one|choose one|choose an?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Question:
    """A question in a text that some family reads, one problem for each family that does.

    Attributes:
        problems: The readings.
        asked: Whether the text wants an answer, rather than talks about the question.
        said: The value that the text itself puts behind the question ("… = 2/4"), or empty.
        span: Where it stands in the plain form of the text.
    """

    problems: tuple[Problem, ...]
    asked: bool
    said: str = ""
    span: tuple[int, int] = (0, 0)

    @cached_property
    def text(self) -> str:
        """The question in words."""
        return self.problems[0].question()


@dataclass(frozen=True)
class Sum:
    """Readable arithmetic that no family claims, and its exact value as written."""

    text: str
    value: Fraction

    @property
    def answer(self) -> str:
        """The value as a pupil writes it."""
        return signed(self.value)


@dataclass(frozen=True)
class Message:
    """A tutor's message as a student hears it: what it asks, and, once somebody wants to know it,
    what else it says. `plain` is its plain form."""

    text: str
    plain: str
    questions: tuple[Question, ...]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions that want an answer."""
        return tuple(question for question in self.questions if question.asked)

    @cached_property
    def beside(self) -> str:
        """The plain form without the questions that were asked."""
        return _beside(self.plain, self.questions)

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """The arithmetic that it wants worked out, where it holds no question."""
        return () if self.questions else tuple(_sums(self.plain))

    @cached_property
    def statements(self) -> str:
        """The sentences that are not questions."""
        return " ".join(s for s in self.sentences if not _is_question(s))

    @cached_property
    def teaching(self) -> str:
        """What is stated beside the questions asked, in the plain form."""
        return " ".join(s for s in _SENTENCE.split(self.beside) if not _is_question(s))

    @cached_property
    def talk(self) -> Talk:
        """What is wanted beside questions that can be worked out."""
        return talk_in(self.sentences)

    @property
    def puzzles(self) -> bool:
        """Whether the message asks something at all."""
        return any(_is_question(sentence) for sentence in self.sentences)

    @property
    def why(self) -> bool:
        """Whether it asks how the student came to its answer."""
        return any(_WHY.search(s) for s in self._asking) or any(
            _OPENS_WHY.match(s) and _WHY.search(s) for s in self.sentences
        )

    @property
    def sure(self) -> bool:
        """Whether it asks if the student is sure."""
        return any(_SURE.search(s) for s in self.sentences if _is_question(s))

    @property
    def again(self) -> bool:
        """Whether it asks for an answer anew."""
        return any(_AGAIN.search(s) for s in self.sentences)

    @property
    def choose(self) -> bool:
        """Whether it asks to choose one of the choices."""
        return any(_CHOOSE.search(s) for s in self._asking)

    @cached_property
    def contradicts(self) -> bool:
        """Whether it says that something is wrong."""
        return verdicts.contradicts(self.text)

    @cached_property
    def affirms(self) -> bool:
        """Whether it says that something is right, and nothing is wrong."""
        return not self.contradicts and verdicts.affirms(self.text)

    @cached_property
    def praises(self) -> bool:
        """Whether it praises or encourages."""
        return verdicts.praises(_straight(self.text))

    @property
    def sets_task(self) -> bool:
        """Whether it wants something worked out that cannot be read."""
        return not self.questions and any(_sets_task(s) for s in _SENTENCE.split(self.plain))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences as they were written, with straight quotation marks."""
        return tuple(s for s in _SENTENCE.split(_straight(self.text)) if s.strip())

    @property
    def _asking(self) -> list[str]:
        """The sentences that ask or order something."""
        return [s for s in self.sentences if _is_question(s) or _ORDER.match(s)]


@lru_cache(maxsize=1024)
def hear(text: str, families: Families) -> Message:
    """What a student hears in a message."""
    text = text[-LONGEST_READ:]
    plain = normalise(text)
    return Message(text, plain, _questions(plain, families.read(text)))


def problems_in(question: str, families: Families) -> tuple[Problem, ...]:
    """How the last question of a text is read."""
    return families.last(question)


@lru_cache(maxsize=1024)
def sum_in(question: str) -> Sum | None:
    """The arithmetic in a text, evaluated; None where there is none."""
    found = evaluate(question)
    return None if isinstance(found, Unreadable) else Sum(found.text, found.value)


def _sets_task(sentence: str) -> bool:
    """Whether a sentence without a question mark wants something worked out: "Simplify 3a + 2b"."""
    if _is_question(sentence) or sentence.rstrip().endswith("!") or _RESULT.search(sentence):
        return False
    if _ASKS.match(sentence):
        return True
    if _ORDER.match(sentence):
        return _has_figure(sentence)
    return len(sentence.split()) <= 8 and _SUM.search(sentence) is not None


def _straight(text: str) -> str:
    return text.replace("’", "'")


def _has_figure(sentence: str) -> bool:
    return any(map(str.isdigit, sentence))


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \"'”’)").endswith("?")


def _questions(plain: str, readings: Sequence[Reading]) -> tuple[Question, ...]:
    groups = list(overlapping(readings))
    spans = [(min(r.start for r in group), max(r.end for r in group)) for group in groups]
    # what is said around one question does not hold the others
    alone = plain
    for start, end in spans:
        alone = alone[:start] + " " * (end - start) + alone[end:]
    heard = [_asked(plain, alone, start, end) for start, end in spans]
    until = len(plain)
    made = []
    for group, span, (asked, said) in reversed(list(zip(groups, spans, heard, strict=True))):
        problems = tuple(reading.problem for reading in group)
        is_told = (
            is_worked_out(problems, plain, span[1], until)
            or _is_done(problems, plain, *span)
            or any(is_given(problem.right.text, plain, span[1]) for problem in problems)
        )
        is_put = asked and (said != "" or not is_told)
        made.append(Question(problems, is_put, said, span))
        until = span[0] if is_put else until
    return tuple(reversed(made))


def _beside(plain: str, questions: Sequence[Question]) -> str:
    pieces, position = [], 0
    for question in questions:
        if question.asked:
            pieces.append(plain[position : question.span[0]])
            position = question.span[1]
    return " ".join([*pieces, plain[position:]])


def _asked(plain: str, alone: str, start: int, end: int) -> tuple[bool, str]:
    """Whether the words around a reading ask for its answer, and what they say it is.

    `alone` is the plain text with blanks in the place of every question.
    """
    first, last = _sentence_around(plain, start, end)
    before, after = alone[first:start], alone[end:last]
    sentence = plain[first:last].strip()
    stated = _STATED.match(plain[end:last])
    said = _TAG.sub("", plain[end + stated.end() : last]).strip(" ?.!") if stated else ""
    if _is_question(sentence):
        return _TALKS_ABOUT.search(before) is None or _ORDER.match(
            plain[start:end]
        ) is not None, said
    if stated:
        return _IS_IT_RIGHT.match(plain, last) is not None, said
    if _is_result(plain[:first]):
        return False, said
    bare = len((before + after).split()) <= 2 and _TALKS_ABOUT.search(before) is None
    if bare or _ORDER.match(sentence):
        return True, said
    return _TELLS.match(sentence) is None and 2 * (end - start) > len(sentence), said


def _is_done(problems: Sequence[Problem], plain: str, start: int, end: int) -> bool:
    """Whether it ends a statement and nothing is left to do: "The number stays apart: 10n + 8"."""
    said, before = plain[start:end].strip(" ."), plain[:start].rstrip()
    is_end = before.endswith(":") and not _is_ordered(_clause_at_end(before))
    return is_end and all(said == normalise(problem.right.text) for problem in problems)


def _is_ordered(clause: str) -> bool:
    return _ORDER.match(clause) is not None


def _clause_at_end(before: str) -> str:
    return _CLAUSE_ENDS.split(before[-_LONGEST_CLAUSE:])[-1]


def _is_result(before: str) -> bool:
    """Whether what comes next is the result of what was said before, and asks for nothing."""
    clause = _clause_at_end(before)
    return _LEADS_TO_RESULT.search(clause) is not None and not _is_ordered(clause)


def _sentence_around(plain: str, start: int, end: int) -> tuple[int, int]:
    ends, begins = _sentence_marks(plain)
    before, after = bisect_right(begins, start), bisect_left(ends, end - 1)
    first = begins[before - 1] if before else 0
    return first, ends[max(before, after)] if max(before, after) < len(ends) else len(plain)


@lru_cache(maxsize=64)
def _sentence_marks(plain: str) -> tuple[list[int], list[int]]:
    """Where a sentence ends, and where the next one begins."""
    marks = [mark.span() for mark in _SENTENCE.finditer(plain)]
    return [end for end, _ in marks], [begin for _, begin in marks]


def _sums(plain: str) -> Iterator[Sum]:
    """The sums that the message wants worked out."""
    end = 0
    for sentence in _SENTENCE.split(plain):
        start = plain.index(sentence, end)
        end = start + len(sentence)
        if not _has_figure(sentence) or _is_result(plain[:start]):
            continue
        is_question = _is_question(sentence)
        if not is_question and (_RESULT.search(sentence) or _BROUGHT.search(sentence)):
            continue
        found = sum_in(sentence)
        if found is None or is_given(found.answer, plain, end):
            continue
        bare = sum(len(word) > 1 and word.isalpha() for word in sentence.split()) <= 2
        if bare or is_question or _ORDER.match(sentence):
            yield found
