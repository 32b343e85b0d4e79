"""Says a question again in the bare words that the families know, where its kind is plain.

Word problems come in endless dress; of a few kinds the bare question can be told for certain from
the quantities and how they are joined: a proportion ("If 4 pens cost $6, how much do 10 pens
cost?"), and an unnamed number ("three less than a number"). What is not certain is not restated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.maths.normalise import normalise

LONGEST = 1_000
"""A longer text is more than one plain question."""

_QUANTITY = re.compile(r"(?P<money>\$)?(?P<count>\d+(?:\.\d+)?)(?![\d/:%.,]*\d)\s*(?P<noun>[a-z]*)")
_PROPORTIONAL = re.compile(
    r"\bsame (?:recipe|rate|speed|pace|price|way|mixture)\b"
    r"|\bat (?:this|that) (?:rate|speed|pace)\b"
    r"|\bif \$?\d[^.?]*\b(?:can (?:buy|paint|bake|fill|feed|make)|buys?|costs?|makes?|needs?)\b",
    re.I,
)
"""Words that say, rather than suggest, that one quantity goes with the other in proportion."""
_NO_PROPORTION = re.compile(
    r"\b(?:more|less|fewer|older|younger|taller|shorter|left|first|ahead|each|every|deposit|fee"
    r"|start(?:ed|s)?|already|%)\b",
    re.I,
)
"""Words of a difference, a start or a rate of one: the three numbers alone do not settle it."""
_ASKED = re.compile(r"\bhow (?P<kind>many|much|far|long)\b(?P<noun>(?: [a-z]+)?)", re.I)
_TIME = re.compile(r"seconds?|minutes?|hours?|days?|weeks?|months?|years?", re.I)
_PACE = re.compile(r"\b(?:rate|speed|pace)\b", re.I)
_AT_WORK = re.compile(
    r"\b(?:workers?|painters?|builders?|people|persons?|men|women|friends|children|machines?"
    r"|robots?|taps?|pipes?|pumps?|hoses?|printers?)\b",
    re.I,
)
"""More of these take less time: no proportion, whatever else the story says."""
_A_NUMBER = re.compile(
    r"\bexpression\b[^.?]*?\b(?:for|represents?|says|saying|means|meaning)\b[:,]?\s*[\"“'‘]?"
    r"(?P<phrase>\d+ (?:less|more) than) (?:a|some|the|any) number[\"”'’.?!\s]*$",
    re.I,
)
_FILLERS = re.compile(
    r"of|the|an?|in|for|to|can|could|do|does|did|will|would|with|is|are|at|by", re.I
)
"""Words behind a number that name nothing counted: "how many can 10 cents buy"."""


@dataclass(frozen=True)
class _Quantity:
    count: str
    noun: str


def restated(question: str) -> str | None:
    """The bare question, or None where its kind is not plain or the text is long."""
    if len(question) > LONGEST:
        return None
    plain = normalise(question)
    if match := _A_NUMBER.search(plain):
        return f"What is {match['phrase']} x?"
    return _proportion(plain)


def _proportion(plain: str) -> str | None:
    """The missing number of equal ratios: two quantities that go together, one more of either."""
    asked = _ASKED.search(plain)
    if asked is None or not _PROPORTIONAL.search(plain) or _NO_PROPORTION.search(plain):
        return None
    quantities = [_quantity(match) for match in _QUANTITY.finditer(plain)]
    if len(quantities) != 3 or _hangs_on_time(plain, quantities, asked):
        return None
    first, second, third = quantities
    if first.noun == second.noun or not third.noun:
        return None
    if third.noun == second.noun:
        first, second = second, first
    elif third.noun != first.noun:
        return None
    wanted = _stem(asked["noun"].strip())
    if wanted and wanted == third.noun:
        return None
    return f"Find the missing number: {first.count} : {second.count} = {third.count} : ?"


def _hangs_on_time(plain: str, quantities: list[_Quantity], asked: re.Match[str]) -> bool:
    """Whether time takes part and could be shared out among workers, or is what is asked for."""
    if asked["kind"].lower() == "long" or _TIME.fullmatch(asked["noun"].strip()):
        return True
    timed = any(_TIME.fullmatch(quantity.noun) for quantity in quantities)
    return timed and (_PACE.search(plain) is None or _AT_WORK.search(plain) is not None)


def _quantity(match: re.Match[str]) -> _Quantity:
    noun = "$" if match["money"] else match["noun"]
    return _Quantity(match["count"], "" if _FILLERS.fullmatch(noun) else _stem(noun))


def _stem(noun: str) -> str:
    """Singular and plural as one: pen, pens; box, boxes; loaf, loaves; penny, pennies."""
    noun = noun.lower()
    for plural, single in (("ies", "y"), ("ves", "f"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if noun.endswith(plural) and len(noun) > len(plural) + 1:
            return noun.removesuffix(plural) + single
    return noun
