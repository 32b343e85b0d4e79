"""Find every value that a text mentions, with its place in the original text.

Numbers of a calculation are found one by one ("3/4 + 1/2" mentions 3/4 and 1/2, not 5/4); algebra
is found whole ("2x + 6"). Disguises are seen through: number words, LaTeX, "3 out of 4", "six
eighths".
Ordinals (3rd), the article "a", the pronoun "I" and lone letters are no values.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from sandbox.maths.normalise import trace
from sandbox.maths.plain.alternation import one_of
from sandbox.maths.values.model import (
    Clock,
    Either,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Unreadable,
    Value,
    Words,
)
from sandbox.maths.values.quantities import (
    PLAIN,
    compound_from,
    match_compound,
    match_number,
    number_from,
)
from sandbox.maths.values.reading import read_value
from sandbox.maths.values.syntax import MAX_DIGITS, MAX_LENGTH
from sandbox.maths.values.units import UNIT_PATTERN, unit_name


@dataclass(frozen=True, slots=True)
class Found:
    """One value in a text: text[start:end] of the original says it.

    `after_equals` is True for what an equals sign (or the word "equals") states. `counted` is the
    plural noun behind a bare number ("3 pizzas"), which often only counts things.
    """

    value: Value
    start: int
    end: int
    after_equals: bool = False
    counted: str = ""


_LONGEST_LIST = 30
_CACHED_LENGTH = 2_000
_ORDINAL = r"(?!(?:st|nd|rd|th)\b)"
_BARE = r"(?:\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?|\.\d+)"
_LONE = r"(?<![A-Za-z'’])[A-Za-zα-ω](?![A-Za-z'’])"
_FACTOR = (
    r"(?:(?<=\d)(?:[a-z](?![A-Za-z])|[a-z][a-z](?![A-Za-z]))"
    r"(?<!cm|mm|km|kg|mg|ml|cl)(?<!th|nd|rd|st|am|pm))?"
)
_ATOM = rf"(?>[$£€]?{_BARE}%?{_ORDINAL}{_FACTOR}|{_LONE}|[√∛π]|[()])"
_RUN = re.compile(rf"-?{_ATOM}(?:(?> [-+*÷] |[-+*/^]|(?<=[)\w]) ?(?=[(√π])|)-?{_ATOM})*+")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-zα-ω]|[√∛π^]")
_HAS_LETTER_AND_MORE = re.compile(r"[\d+*√π^()]|[A-Za-z]-|(?!I)[A-Za-z] - (?!I)[A-Za-z]")
_ARTICLE = re.compile(r"a (?=[\d(])")
_DIGITS_ONLY = re.compile(r"[\d ().^*/+÷-]+")
_OPERAND = re.compile(r"(?:(?<![\w)%])-)?[$£€]?(?:\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?|\.\d+)%?")
_SCALED = re.compile(r"\d+(?:\.\d+)? \* 10\^\(?-?\d+\)?")
_POWER = re.compile(r"-?\d+\^-?\d+")
_EQUALS_BEFORE = re.compile(r"(?:=|\b[Ee]quals|\b[Ee]qual to) ?[-($£€]*$")
_START = re.compile(r"[-\d$£€√∛π(]|\.(?=\d)|(?<![A-Za-z'’])[A-Za-zα-ω](?![A-Za-z'’])")
_NO_PROSE = re.compile(r"[\d√∛π(+*÷/^=<>≤≥-]|(?<![A-Za-z'’])(?![aI])[A-Za-zα-ω](?![A-Za-z'’])")
"""What any value but a label has: figures, signs, or a letter that is no word."""
_COLON = re.compile(rf"(?:{PLAIN})(?::(?:{PLAIN}))+(?: ?[ap]\.?m\b)?", re.I)
_HOUR = re.compile(r"\d{1,2} ?[ap]\.?m\b", re.I)
_POINT = re.compile(rf"\( ?-?(?:{PLAIN})(?: ?, ?-?(?:{PLAIN})){{1,2}} ?\)")
_LABELS = re.compile(
    r"\b(?i:option|choice|choose|chose|pick|select|letter)(?i:s?) "
    r"\(?(?P<keyed>[A-HJb-hj]|a(?! (?!or |and |is )[a-z]))\)?(?![\w'])"
    r"|\b(?i:answer)(?: is|:|,)? \(?(?P<answer>[A-HJ]|[a-hj](?=\)|\.?$))\)?(?![\w'])(?! [a-z])"
    r"|(?<![\w(])\((?P<bracket>[A-HJa-hj])\)(?!\w)"
    r"|(?:^|(?<=[\s>\"']))(?P<listed>[A-HJ])[.):](?= |$)"
    r"|\b(?i:is|it's|be|it is|with|for) (?P<stated>[B-HJ]|A(?= ?[.,!?;]|$))(?= ?(?:[.,!?;)]|$))"
    r"|(?<![\w'+*/^=-])(?P<subject>[A-HJ]) (?:is|was|looks) (?:the )?"
    r"(?:correct|right|wrong|incorrect|best|answer)\b"
    r"|^\W*(?P<whole>[A-HJ])\W*$"
)
_LABEL_LETTER = re.compile(r"(?<![\w'’])(?:[A-HJb-hj]|a(?! (?!or |and |is )[a-z]))(?![\w'’])")
_OUT_OF = re.compile(rf"(?<![\d./])({PLAIN}) (?:out of|over|in every) ({PLAIN})(?![\d/])", re.I)
_TO = re.compile(r"(?<![\d./:])(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)(?![\d/:%]|\.\d)")
_PARTS = {
    "halves": 2, "half": 2, "thirds": 3, "third": 3, "quarters": 4, "quarter": 4, "fourths": 4,
    "fifths": 5, "fifth": 5, "sixths": 6, "sevenths": 7, "eighths": 8, "ninths": 9, "tenths": 10,
    "elevenths": 11, "twelfths": 12, "fifteenths": 15, "sixteenths": 16, "twentieths": 20,
    "hundredths": 100, "thousandths": 1000,
}  # fmt: skip
_PART = re.compile(rf"(?<![\d./])(?:(\d{{1,9}}) and )?(\d{{1,9}})[ -]({'|'.join(_PARTS)})\b", re.I)
_PART_WORD = re.compile(rf"\d[ -]{one_of(_PARTS)}")
_RELATED = re.compile(r"(?<![<>=≤≥]) (?:[=<>≤≥]) ")
_EITHER = re.compile(r",? or ")
_UNIT_BEHIND = re.compile(rf" ?({UNIT_PATTERN})(?![A-Za-z^²³])", re.I)
_NO_NOUNS = frozenset(
    {
        "equals",
        "times",
        "plus",
        "minus",
        "is",
        "was",
        "has",
        "does",
        "gives",
        "makes",
        "this",
        "its",
    }
    | {"always", "goes", "divides", "as", "us", "yes"}
    | set(_PARTS)
)
_IRREGULAR = frozenset({"people", "children", "more", "sheep", "fish"})
_LISTED = re.compile(r" ?[,;] (?:and |or |then )?|,| and | or | < | > |, ?")
_NOUN = re.compile(r" ([a-z]{3,})")


def find_values(text: str) -> tuple[Found, ...]:
    """Every value mentioned, in order of place; overlapping readings are all given.

    "(b)" gives a label, "x = 3" gives both the equation and the 3 (after_equals), "34 out of 40"
    gives 34, 40 and the fraction, "3, 5 and 8" the list too, "6 or -6" the alternatives. A power of
    numbers gives its numbers, as any calculation does: 5 and 2 for "5^2", not 25; it is one value
    only in standard form (3.2 × 10^5) and behind an equals sign (… = 5^8). Takes time linear in the
    length of the text.
    """
    return _found_in(text) if len(text) <= _CACHED_LENGTH else _find(text)


def find_in_plain(plain: str) -> tuple[Found, ...]:
    """Every value that a text in plain form mentions, as `find_values` finds them, in less time."""
    return _found_in_plain(plain) if len(plain) <= _CACHED_LENGTH else _each_placed(plain)


def _find(text: str) -> tuple[Found, ...]:
    draft = trace(text)
    return _each_placed(draft.text, draft.original_span)


def _each_placed(
    plain: str, place: Callable[[int, int], tuple[int, int]] | None = None
) -> tuple[Found, ...]:
    """The values in a plain text, each at its place, or where that is told by it."""
    seen: dict[tuple[int, int], list[Found]] = {}
    for found in _all(plain):
        start, end = place(found.start, found.end) if place else (found.start, found.end)
        here = seen.setdefault((start, end), [])
        known = [k for k, other in enumerate(here) if other.value == found.value]
        placed = Found(found.value, start, end, found.after_equals, found.counted)
        if not known:
            here.append(placed)
        elif found.after_equals:
            here[known[0]] = placed
    return tuple(found for at in sorted(seen) for found in seen[at])


_found_in, _found_in_plain = (lru_cache(maxsize=2048)(each) for each in (_find, _each_placed))


def _all(text: str) -> Iterator[Found]:
    yield from _labels(text)
    if not _NO_PROSE.search(text):
        return
    yield from _phrases(text)
    runs: list[tuple[int, int]] = []
    singles: list[Found] = []
    position = 0
    while start := _START.search(text, position):
        position, found, run = _at(text, start.start())
        yield from found
        if run:
            runs.append(run)
        singles += [one for one in found if isinstance(one.value, Number | Point | Clock)]
    yield from _relations(text, runs)
    yield from _listings(text, singles)


def _listings(text: str, singles: list[Found]) -> Iterator[Found]:
    """Neighbouring values with nothing but commas, "and", "or" or < between them."""
    start, is_choice = 0, False
    for i in range(1, len(singles) + 1):
        gap = (
            _LISTED.fullmatch(text, singles[i - 1].end, singles[i].start)
            if i < len(singles)
            else None
        )
        if gap:
            is_choice = is_choice or " or" in gap[0]
            continue
        chain = singles[start:i]
        if 1 < len(chain) <= _LONGEST_LIST:
            items = tuple(one.value for one in chain)
            yield Found(
                Either(items) if is_choice else Listing(items),
                chain[0].start, chain[-1].end, chain[0].after_equals,
            )  # fmt: skip
        start, is_choice = i, False


def _at(text: str, at: int) -> tuple[int, list[Found], tuple[int, int] | None]:
    """What stands at this place: where to go on, what was found, the span if it may be a side."""
    first = text[at]
    if first == "(" and (match := _POINT.match(text, at)):
        point = _found(text, *match.span(), read_value(match[0]))
        return match.end(), point + list(_operands(text, *match.span())), None
    if first.isdecimal() or first in ".-":
        if match := (":" in text and _COLON.match(text, at)) or _HOUR.match(text, at):
            return match.end(), _found(text, *match.span(), read_value(match[0])), None
        if (compound := match_compound(text, at)) and (quantity := compound_from(compound)):
            return compound.end(), _found(text, *compound.span(), quantity), None
    run = _RUN.match(text, at)
    if run is None:
        return at + 1, [], None
    start, end = _balanced(text, run.start(), run.end())
    if start >= end:
        return max(run.end(), at + 1), [], None
    if _LETTER.search(text, start, end):
        found = list(_algebra(text, start, end))
    else:
        found = list(_operands(text, start, end))
    behind = max((f.end for f in found), default=end)
    return max(end, behind, at + 1), found, (start, max(end, behind))


def _balanced(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop brackets at either end that have no partner inside, and blanks."""
    if text[start] not in " ()" and text[end - 1] not in " ()":
        return start, end
    surplus = text.count("(", start, end) - text.count(")", start, end)
    single = text.count("(", start, end) == 1
    while start < end:
        first, last = text[start], text[end - 1]
        if first in " )" or (first == "(" and surplus > 0):
            start, surplus = start + 1, surplus + {" ": 0, ")": 1, "(": -1}[first]
        elif last in " (" or (last == ")" and surplus < 0):
            end, surplus = end - 1, surplus + {" ": 0, ")": 1, "(": -1}[last]
        elif first == "(" and last == ")" and single and surplus == 0:
            start, end, single = start + 1, end - 1, False
        else:
            break
    return start, end


def _algebra(text: str, start: int, end: int) -> Iterator[Found]:
    piece = text[start:end]
    if len(piece) > MAX_LENGTH or not _HAS_LETTER_AND_MORE.search(piece):
        return
    article = _ARTICLE.match(piece)
    if article:
        start, piece = start + 2, piece[2:]
    for scaled in _SCALED.finditer(text, start, end):
        yield from _found(text, *scaled.span(), read_value(scaled[0]))
    if _DIGITS_ONLY.fullmatch(piece):
        yield from _operands(text, start, end)
        if _POWER.fullmatch(piece):
            yield from (f for f in _found(text, start, end, read_value(piece)) if f.after_equals)
        return
    unit = _UNIT_BEHIND.match(text, end)
    if unit and unit_name(unit[1]):
        yield from _found(text, start, unit.end(), read_value(text[start : unit.end()]))
        return
    value = read_value(piece)
    if isinstance(value, Unreadable | Words):
        yield from _operands(text, start, end)
    else:
        yield from _found(text, start, end, value)


def _operands(text: str, start: int, end: int) -> Iterator[Found]:
    """Each number of a calculation, with the unit behind it."""
    for match in _OPERAND.finditer(text, start, end):
        if len(match[0]) > 2 * MAX_DIGITS:
            continue
        whole = match_number(text, match.start())
        value = number_from(whole) if whole else None
        if whole is None or not isinstance(value, Number) or whole.end() < match.end():
            yield from _found(text, match.start(), match.end(), read_value(match[0]))
            continue
        yield from _measured(text, whole, value)


def _measured(text: str, match: re.Match[str], value: Number) -> Iterator[Found]:
    """Keep a unit, part with a noun ("3 pizzas") and with a letter that begins a word."""
    start, end = match.span()
    if match["noun"]:
        end = match.start("noun") - 1
        counted = _counted(match["noun"])
        yield from _found(
            text, start, end, Number(value.value, "", value.form, value.parts), counted
        )
        return
    if match["unit"] and text[end : end + 1].isalpha():
        end = match.start("unit")
        end -= text[end - 1] == " "
        noun = _NOUN.match(text, end)
        bare = Number(value.value, "", value.form, value.parts)
        yield from _found(text, start, end, bare, _counted(noun[1]) if noun else "")
        return
    yield from _found(text, start, end, value)


def _counted(word: str) -> str:
    word = word.lower()
    return word if (word.endswith("s") and word not in _NO_NOUNS) or word in _IRREGULAR else ""


def _found(
    text: str, start: int, end: int, value: Value | Unreadable | None, counted: str = ""
) -> list[Found]:
    if value is None or isinstance(value, Unreadable | Words):
        return []
    before = text[max(0, start - 12) : start]
    stated = ("=" in before or "qual" in before) and _EQUALS_BEFORE.search(before) is not None
    return [Found(value, start, end, stated, counted)]


def _relations(text: str, runs: list[tuple[int, int]]) -> Iterator[Found]:
    """Equations and inequalities between neighbouring runs: "x = 3", "y = 3x + 2", "x > 4".

    "x = 6 or x = -6" gives both together as well.
    """
    last: Found | None = None
    for (start, middle), (after, end) in pairwise(runs):
        if not _RELATED.fullmatch(text, middle, after) or end - start > MAX_LENGTH:
            continue
        if not _LETTER.search(text, start, end):
            continue
        value = read_value(text[start:end])
        if isinstance(value, Number):
            continue
        for found in _found(text, start, end, value):
            yield found
            if last and _EITHER.fullmatch(text, last.end, start):
                yield Found(Either((last.value, found.value)), last.start, end)
            last = found


def _labels(text: str) -> Iterator[Found]:
    if not _LABEL_LETTER.search(text):
        return
    for match in _LABELS.finditer(text):
        if name := match.lastgroup:
            yield from _found(text, *match.span(name), Label(match[name].upper()))


def _phrases(text: str) -> Iterator[Found]:
    """Fractions and ratios said in words between digits."""
    words = text.lower()
    said_over = "out of" in words or " over " in words or "in every" in words
    for match in _OUT_OF.finditer(text) if said_over else ():
        top, under = read_value(match[1]), read_value(match[2])
        if isinstance(top, Number) and isinstance(under, Number) and under.value:
            value = top.value / under.value
            parts = (value.numerator, value.denominator)
            if top.value.denominator == under.value.denominator == 1:
                parts = (top.value.numerator, under.value.numerator)
            yield from _found(text, *match.span(), Number(value, "", "fraction", parts))
    for match in _TO.finditer(text) if " to " in text else ():
        if len(match[0]) <= 2 * MAX_DIGITS:
            yield from _found(text, *match.span(), Ratio((Fraction(match[1]), Fraction(match[2]))))
    for match in _PART.finditer(text) if _PART_WORD.search(words) else ():
        top_part, under_part = int(match[2]), _PARTS[match[3].lower()]
        value = Fraction(top_part, under_part)
        if match[1]:
            mixed = Number(
                int(match[1]) + value, "", "mixed", (1, int(match[1]), top_part, under_part)
            )
            yield from _found(text, *match.span(), mixed)
        span = (match.start(2), match.end())
        yield from _found(text, *span, Number(value, "", "fraction", (top_part, under_part)))
