"""Puts what a student wants to say into a child's words. The wordings are content
(personas/student-words.yaml); knows no belief and no dialogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from sandbox.agents.base import View
from sandbox.agents.phrasing import filled, fresh
from sandbox.content.library import Library
from sandbox.maths.plain.alternation import one_of

_CALCULATION = re.compile(r"^[\d\s.,/+−\-×÷*()%²³√$£€°:]+[=≈]")
_LETTER_FOR_A_NUMBER = re.compile(r"(?:[b-hj-z]|π)(?![a-z'])|[a-z]{1,3}\s*[=≠<>≤≥+−×÷/^²³]")
_LEAST_CLAUSE = 5
_MOST_WORDS = 14
_CHILDLIKE = {
    "common denominators": "same bottom number",
    "common denominator": "same bottom number",
    "numerators": "top numbers",
    "numerator": "top number",
    "denominators": "bottom numbers",
    "denominator": "bottom number",
    "a quantity": "an amount",
    "quantity": "amount",
    "quantities": "amounts",
    "equivalent": "equal",
    "coefficients": "numbers in front",
    "coefficient": "number in front",
    "variables": "letters",
    "variable": "letter",
    "integers": "whole numbers",
    "an integer": "a whole number",
    "integer": "whole number",
    "divisor": "number you divide by",
    "boundary": "end number",
    "therefore": "so",
    "represents": "means",
    "represent": "mean",
    "determine": "find",
    "indicates": "tells you",
    "corresponding": "matching",
    "consists of": "is made of",
}
_ARTICLE_AND_S = re.compile(r"^an? |s$")
_GROWN_UP = re.compile(rf"\b{one_of(_CHILDLIKE)}\b", re.IGNORECASE)
_HOWEVER = re.compile(r"((?:^|[.;:!?]\s+)[\"“']?)(h)owever, ", re.IGNORECASE)


def say(library: Library, view: View, what: str, *, avoid: str = "", **slots: str) -> str:
    """One wording, chosen by this turn's chance; one said before is avoided where possible, and so
    is one with the slot `avoid`."""
    wordings = library.phrase(what).wordings
    if avoid:
        wordings = [w for w in wordings if f"{{{avoid}}}" not in w] or wordings
    left = fresh(wordings, view, slots)
    wording = left[0] if len(left) == 1 else view.chance("words", what).choice(left)
    return filled(wording, slots)


def told(lines: Sequence[str]) -> str:
    """Working as a child tells it: "I did 3 + 1 = 4 on the top, then 4 + 2 = 6 on the bottom, so it
    is 4/6."; lines that are whole sentences stay sentences."""
    return _told(tuple(lines))


@lru_cache(maxsize=1024)
def _told(lines: tuple[str, ...]) -> str:
    spoken = ""
    for line in lines:
        piece = line.strip().rstrip(".")
        if not spoken:
            spoken = f"I did {piece}" if _CALCULATION.match(piece) else capitalised(piece)
        elif piece.startswith("so "):
            spoken += f", {piece}"
        elif line.strip().endswith(".") or not (_CALCULATION.match(piece) or piece[0].islower()):
            spoken += f". {capitalised(piece)}"
        else:
            spoken += f", then {piece}" if _CALCULATION.match(piece) else f". {capitalised(piece)}"
    spoken = plain(spoken)
    return f"{spoken}." if spoken and spoken[-1] not in ".!?" else spoken


def capitalised(text: str) -> str:
    """The text with its first letter large; a letter that stands for a number stays small."""
    if _LETTER_FOR_A_NUMBER.match(text):
        return text
    return text[:1].upper() + text[1:]


def childlike(sentence: str) -> str:
    """The gist of a key idea as a child would repeat it: in plain words, a long one cut short."""
    words = plain(sentence.strip())
    for cut in ("; ", ": ", ", so ", ", because ", ", and ", ", but "):
        head, _, rest = words.partition(cut)
        if rest and len(words.split()) > _MOST_WORDS and len(head.split()) >= _LEAST_CLAUSE:
            words = head
    return capitalised(words.rstrip(" .")) + "."


def plain(words: str) -> str:
    """The words without those that a child of ten would not use, unless they say what one means, as
    in "An integer is a whole number"."""
    if "owever" in words:
        words = _HOWEVER.sub(
            lambda match: f"{match[1]}{'But' if match[2] == 'H' else 'but'} ", words
        )
    known = words.lower()

    def simply(match: re.Match[str]) -> str:
        word = _CHILDLIKE[match[0].lower()]
        return match[0] if _ARTICLE_AND_S.sub("", word) in known else word

    return _GROWN_UP.sub(simply, words)


def answer_slots(answer: str, label: str, working: Sequence[str]) -> Mapping[str, str]:
    """The slots of a wording that gives an answer."""
    return {"answer": answer, "label": label, "working": told(working)}
