"""How something is said: asked, guessed, denied, supposed, reported, affirmed. Fields of words,
no sentences learnt by heart; knows no values (they come as placeholder characters) and no seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

RIGHT = "\ue001"
"""Stands for a mention of the value that counts."""

OPERAND = "\ue002"
"""Stands for that value where something is calculated with it."""

OTHER = "\ue003"
"""Stands for any other value."""

RIGHT_LABEL = "\ue004"
WRONG_LABEL = "\ue005"

MARKED = RIGHT + OPERAND + OTHER + RIGHT_LABEL + WRONG_LABEL
MARKS = frozenset(MARKED)
"""All placeholders."""

LONGEST_SENTENCE = 1_000
"""What goes on for longer without an end is no sentence, and is taken in pieces of this length."""

_END = re.compile(r"[.!?]+[\"'”’)*_]*(?=\s|$)|\n")
_LONGEST_CLAUSE = 300
_CLAUSE = re.compile(
    r"[,;:–—]|\b(?:so|then|because|but)\b|\band (?=you\b|it\b|that\b|what\b|how\b|why\b)"
)
_OPENERS = (
    r"(?:(?:and|so|but|ok|okay|now|well|hmm*|then|right|great|good|good question|yes|no)\b[ ,:!]*)*"
)
_INVERTED = re.compile(
    rf"^\W*{_OPENERS}(?:is|are|was|were|do|does|did|can|could|would|will|should|shall|have|has"
    rf"|had|may|might|must|am|isn't"
    r"|aren't|doesn't|don't|didn't|can't|couldn't|wouldn't|won't|shouldn't|what|which|who|whose"
    r"|where|when|how|why"
    r"|in which|in what|by how|by what|to what|for what|at what|from what|on which)\b"
)
_WHY = re.compile(
    rf"^\W*{_OPENERS}(?:why|how come|how do (?:we|you|i) know|can you (?:see|explain|say|tell me) "
    rf"why|do you (?:see|know"
    r"|understand) (?:why|that|how)|what makes|what shows|how can (?:we|you) (?:tell|see|show"
    r"|check) that)\b"
)
_TAG = re.compile(
    r",? *(?:right|correct|ok|okay|yes|yeah|agreed?|see|you see|do you see|does that make sense"
    r"|make sense|got it"
    r"|(?:is|are|was|does|do|did|has|have|can|could|would|will|should)n[’']t (?:it|that|they|you"
    r"|we|he|she)"
    r"|(?:do|does|is|are|can|did) (?:you|it|they|that) (?:agree|see|follow|understand)\w*)\s*$"
)
_DENIAL = (
    r"(?:\bnot\b|n[’']t\b|\bnever\b|\bneither\b|\bnor\b|\bcannot\b|\brather than\b"
    r"|\binstead of\b|\bno\b|\bhardly\b)"
)
_DENIED_AFTER = re.compile(
    r"(?: (?:is|was|would be|looks|seems|can|could|will|does|are))?"
    r"(?: ?not|n[’']t| wrong| incorrect| too (?:big|small|large|much|little|low|high))\b"
)
_SUPPOSED = re.compile(
    r"\b(?:if|suppose|supposing|imagine|pretend|whether|unless|let[’']?s say|say that)\b"
    r"(?:(?!\b(?:get|gets|find|finds|leaves?|gives?|giving|makes?|ends?|reach|have|equals|means?"
    r"|actually|therefore|then|so)\b)[^;])*$"
)
_REPORTED = re.compile(
    r"\b(?:you|your friend|your classmate|he|she|they|somebody|someone)(?:'ve|'d| have| had| just"
    r"| also| first)*"
    r" (?:think|thought|thinks|said|say|says|saying|wrote|write|written|got|gotten|chose|chosen"
    r"|picked|put|believe|told|claim"
    r"|claimed|found|answered|answer|guess|guessed|suggest|suggested|offer|offered|asked|ask"
    r"|mention|mentioned|used|added"
    r"|worked out|calculated|came up with|did|decided|tried)\b[^;.]*$|\byour (?:answer|guess|idea"
    r"|number|result|choice)\b[^;.]*$"
)
_GUESS = re.compile(
    r"\?|\b(?:is it|is that|was it|would it be|could it|can it|maybe|perhaps|possibly|probably "
    r"not|i guess|a guess|guessing|not sure"
    r"|unsure|no idea|am i right|is this|right or|can you confirm|confirm|please|just tell|tell "
    r"me if|check if|let me know"
    r"|my (?:friend|mum|mom|dad|brother|sister|classmate|teacher|mother|father)|somebody|someone"
    r"|says? it|heard|told me|don'?t know|wild|or is)\b"
)
_PRAISE = (
    r"(?:perfect|excellent|brilliant|fantastic|wonderful|super|amazing|well done|great job"
    r"|good job|nice work|great work|nicely done|good work|bravo|congratulations|hooray|hurray"
    r"|nice one)"
)
_AFFIRMED = re.compile(
    r"^\W*(?:oh |ah |and |so |wow |hey )?(?:yes|yep|yeah|yup|exactly(?: so| right)?|correct"
    r"|absolutely|indeed|precisely|bingo|spot on"
    rf"|that'?s it|quite right|quite so|of course|definitely|certainly|sure is|it is|it sure is"
    rf"|true|agreed|bang on|you bet|sure thing|no doubt|right|{_PRAISE})"
    r"(?P<rest>.*)$"
)
_LEAD = " \n\t*_\"'“‘(–—-"
_AFFIRMED_WITHIN = re.compile(
    r"\b(?:(?:that|it|this|which|your (?:answer|guess|number|result|idea|choice)|what you (?:said"
    r"|have|say|wrote)|the last one"
    r"|your friend)(?:'s| is| was| looks| sounds) (?:exactly |absolutely |quite |completely "
    r"|indeed |now )?(?:right|correct|true|it|the answer|perfect"
    r"|the one|spot on|fine|what i (?:got|get|have))|you(?:'re| are| were) (?:exactly |absolutely "
    r"|quite |completely )?(?:right|correct|spot on|there)"
    r"|you(?:'ve| have)? (?:just )?(?:got|found|solved|nailed|cracked|worked) (?:it|this|that|the "
    r"answer|the solution|out)|nailed it|got it right"
    r"|hit the nail|i agree|i can confirm|confirmed|(?:that|it|this) (?:works|checks out|fits"
    r"|does it|adds up)|on the money|hit the mark|gets? (?:it|that) right)\b"
)
_NOT_A_YES = re.compile(
    r"^[ ,:–—-]*(?:(?:i|let|we|please|there|what|how|where|why|when|which|who|could|can|would|do"
    r"|tell|show|try|question|thinking|thought|idea|start|for"
    r"|effort|you (?:can|could|may|might|will|want|asked|should|need)|now|first|but (?:first|let)"
    r"|next|here|to|that you|about|this is|keep|on|with|in|[a-z]+ing)\b)"
)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a prepared text; `start` is where it begins there."""

    text: str
    start: int
    is_question: bool

    @property
    def is_inverted(self) -> bool:
        """Whether it is put as a question from its first words on."""
        return self.is_question and _INVERTED.search(self.text) is not None

    @property
    def takes_for_granted(self) -> bool:
        """Whether it asks why something is so, and so says that it is."""
        return _WHY.search(self.text) is not None

    @property
    def has_tag(self) -> bool:
        """Whether it states something and adds "right?"."""
        return self.is_question and _TAG.search(self.text.rstrip("?!. ")) is not None


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a prepared (lower-case) text."""
    start = 0
    for match in _END.finditer(text):
        yield from _pieces(text, start, match.start(), "?" in match[0])
        start = match.end()
    yield from _pieces(text, start, len(text), False)


def _pieces(text: str, start: int, end: int, is_question: bool) -> Iterator[Sentence]:
    """A stretch as one sentence, or as several where it is far too long for one."""
    while end - start > LONGEST_SENTENCE:
        cut = text.rfind(" ", start, start + LONGEST_SENTENCE)
        cut = cut if cut > start else start + LONGEST_SENTENCE
        yield Sentence(text[start:cut], start, is_question)
        start = cut
    if text[start:end].strip():
        yield Sentence(text[start:end], start, is_question)


def sentence_start(text: str, position: int) -> int:
    """Where the sentence begins that holds a position."""
    return max((s.start for s in sentences(text) if s.start <= position), default=0)


def clause_before(text: str, position: int) -> str:
    """The words of the clause before a position, the last ones if they are many."""
    return _CLAUSE.split(text[max(0, position - _LONGEST_CLAUSE) : position])[-1]


def clause_start(text: str, position: int) -> int:
    """Where the clause begins that holds a position."""
    ends = [match.end() for match in _CLAUSE.finditer(text, 0, position)]
    return ends[-1] if ends else 0


def is_denied(text: str, position: int) -> bool:
    """Whether what stands at the position is said not to be: "it is not 5", "5 isn't right"."""
    before = clause_before(text, position)
    if re.search(rf"{_DENIAL}[^,;]{{0,25}}$", before):
        return True
    return _DENIED_AFTER.match(text[position + 1 : position + 40]) is not None


def is_supposed(text: str, position: int) -> bool:
    """Whether it is only supposed: "if x were 5"."""
    return _SUPPOSED.search(text[:position]) is not None


def is_reported(text: str, position: int) -> bool:
    """Whether somebody else's words are repeated: "you said 5"."""
    return _REPORTED.search(text[:position]) is not None


def is_asked(sentence: Sentence, position: int) -> bool:
    """Whether it stands in a question that leaves open whether it is so."""
    if not sentence.is_question or sentence.has_tag or sentence.takes_for_granted:
        return False
    if sentence.is_inverted:
        return True
    start = clause_start(sentence.text, position)
    return _INVERTED.search(sentence.text[start:]) is not None


def is_guess(text: str) -> bool:
    """Whether a student's words ask, guess or plead rather than state."""
    return _GUESS.search(text) is not None


def affirms(text: str) -> tuple[int, int] | None:
    """Where a prepared text says yes to what was said before it, if it does: text[start:end]."""
    for sentence in sentences(text):
        first = _AFFIRMED.match(sentence.text)
        if first and _says_yes(first, sentence):
            lead = len(first[0]) - len(first[0].lstrip(_LEAD))
            return sentence.start + lead, sentence.start + first.end()
        if sentence.is_inverted or (sentence.is_question and not sentence.has_tag):
            continue
        within = _AFFIRMED_WITHIN.search(sentence.text)
        if within and not re.search(_DENIAL, sentence.text[: within.end()]) and not is_supposed(
            sentence.text, within.start()
        ):  # fmt: skip
            return sentence.start + within.start(), sentence.start + within.end()
    return None


def _says_yes(first: re.Match[str], sentence: Sentence) -> bool:
    rest = first["rest"]
    if _NOT_A_YES.match(rest) or re.match(r"[ ,]*(?:not|n[’']t)\b", rest):
        return False
    word = sentence.text.strip()
    if re.match(r"(?:it is|true|right|of course|indeed)\b", word):
        return not rest.strip(" ,")
    return not (sentence.is_question and sentence.is_inverted)
