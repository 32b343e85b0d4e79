"""Bare questions whose numbers carry one unit: "$52 − $38", "1/2 kg + 1/4 kg", "increase $300 by
30%". They are the questions without the unit, and the answer has it.

Knows no families. What tells a story, mixes units, or has a unit where none can stay in the answer
is no such question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.maths.values.units import unit_name

_NUMBER = r"(?:\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?|\.\d+)"
_QUANTITY = re.compile(
    rf"(?<![\w.])(?P<sign>[$£€])?(?P<number>{_NUMBER})(?!\d)"
    r"(?P<percent> ?%| per ?cent\b)?(?: ?(?P<unit>[a-zA-Z]+(?:[²³]|\^[23](?!\d))?|°C?))?"
)
_SENTENCE = re.compile(r"[^.?!:]*(?:\.(?=\d)[^.?!:]*)*[.?!:]?")
_WORDS = (
    "what is are find work out calculate compute add subtract take from and to plus minus times "
    "multiply by multiplied divide divided increase increased decrease decreased reduce reduced "
    "raise raised lower which one bigger larger smaller greater more less or of the off a how much "
    "do does you get make please can could tell me so ok okay now try then whats what's s add up "
    "altogether total sum difference between cut up down with percent per cent half quarter"
)
_BARE = frozenset(_WORDS.split())
_WORD = re.compile(r"[a-z']+")
_OFF = re.compile(r"\btake (?P<share>[\d.]+ ?%) (?:off|from) (?:of )?(?P<whole>[\d./]+)", re.I)
_SAME = (
    (re.compile(r"\b(?:raise|up)\b(?= [\d.]+ by [\d.]+ ?%)", re.I), "increase"),
    (re.compile(r"\b(?:lower|cut|reduce)\b(?= [\d.]+ by [\d.]+ ?%)", re.I), "decrease"),
)
_TIMES = re.compile(r"[*×÷:]| / |\b(?:of|times|multipl\w+|divi\w+)\b", re.I)
_DIVIDES = re.compile(r"[÷:]| / |\bdivi\w+\b", re.I)
_ADDS = re.compile(r" [-+−] |\b(?:add|plus|minus|subtract)\b", re.I)
_NOT_UNITS = frozenset(
    {"is", "or", "of", "by", "off", "and", "to", "from", "times", "plus", "minus"}
)


@dataclass(frozen=True)
class Measured:
    """A question without its unit: what stands in its place, the unit, and where it stood."""

    bare: str
    unit: str
    start: int
    end: int


def measured(plain: str) -> tuple[Measured, ...]:
    """The bare questions with one unit in a plain text, sentence by sentence."""
    return tuple(
        found
        for match in _SENTENCE.finditer(plain)
        if match[0].strip() and (found := _measured(match[0], match.start())) is not None
    )


def _measured(sentence: str, start: int) -> Measured | None:
    """The question of one sentence; its place is that of what it asks."""
    if not _may_be_bare(sentence):
        return None
    pieces: list[str] = []
    units: list[str] = []
    end = 0
    for match in _QUANTITY.finditer(sentence):
        unit = match["sign"] or ""
        after = match["unit"] or ""
        reach = match.end()
        if after and not match["percent"] and not unit and after.lower() not in _NOT_UNITS:
            unit = unit_name(after) or ""
        if after and (not unit or unit != unit_name(after)):
            reach -= len(after)  # the word behind the number is no unit: it stays
        shown = f"{match['number']}{'%' if match['percent'] else ''}"
        tail = sentence[match.start() : reach]
        pieces += (sentence[end : match.start()], shown, tail[len(tail.rstrip()) :])
        units += [] if match["percent"] else [unit]
        end = reach
    bare = "".join([*pieces, sentence[end:]])
    named = {unit for unit in units if unit}
    is_plain = _BARE.issuperset(_WORD.findall(bare.lower()))
    if not is_plain or not (named or _OFF.search(bare)) or len(named) > 1:
        return None
    if named and not _stays(units, bare):
        return None
    bare = _OFF.sub(lambda m: f"decrease {m['whole']} by {m['share']}", bare)
    for pattern, word in _SAME:
        bare = pattern.sub(word, bare)
    lead = len(sentence) - len(sentence.lstrip())
    return Measured(
        bare.strip(), next(iter(named), ""), start + lead, start + len(sentence.rstrip())
    )


def _may_be_bare(sentence: str) -> bool:
    """Whether nothing but units would have to go for a bare question to be left: most sentences
    say more than that."""
    words = _WORD.findall(sentence.lower())
    return "°" in sentence or all(word in _BARE or unit_name(word) for word in words)


def _stays(units: list[str], bare: str) -> bool:
    """Whether the answer has the unit that these numbers have or have not."""
    with_unit = sum(map(bool, units))
    if not _TIMES.search(bare):
        return with_unit == len(units)
    if with_unit != 1 or _ADDS.search(bare):
        return False
    return not _DIVIDES.search(bare) or bool(units[0])
