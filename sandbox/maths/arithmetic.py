"""Finds the one calculation that a free text asks for and works it out. Knows no families."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandbox.maths.normalise import trace
from sandbox.maths.values import Unreadable, algebra
from sandbox.maths.values.syntax import MAX_LENGTH, Constant, Node, NotAnExpressionError, parse

MAX_QUESTION = 4_000


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A calculation in plain form, its exact value, and where the original text says it."""

    text: str
    value: Fraction
    start: int
    end: int


_NUMBER = r"[$£€]?(?:\d+ \d+/\d+|\d+/\d+|\d+(?:\.\d+)?|\.\d+)%?"
_ATOM = rf"(?>(?:[-(√∛] ?){{0,12}}{_NUMBER}\)*)"
CALCULATION = re.compile(
    rf"(?<![\w.^])(?<![\w)] [-+*÷] ){_ATOM}"
    rf"(?:(?> [-+*÷] | of |[/^*]|(?<=\)) ?(?=\()|(?<=\d)(?=\()){_ATOM})*+"
)
_OPERATION = re.compile(r"[*÷^√∛(]| of | \+ | - ")
_DATE = re.compile(r"\d{4} - \d\d - \d\d|\d\d? - \d\d? - \d{4}")
_CLOCK_NEXT = re.compile(r" ?(?:[ap]\.?m\b|o'?clock\b|noon\b|midnight\b|:\d\d)", re.I)
_COUNTED_BEFORE = re.compile(
    r"\b(?:pages?|pp?\.|aged?|ages|grades?|years|chapters?|questions|exercises|lines|rows|lessons"
    r"|between) ?$|\d:$", re.I,
)  # fmt: skip
_RANGE = re.compile(r"\d+ - \d+")
_UNKNOWN = re.compile(r"[□_] ?[-+*÷/=]|[-+*÷/] ?[□_?]|= [□_?]+ ?[-+*÷/]")
_DIVISION = re.compile(r"\d+/\d+")
_CONTINUES = re.compile(
    r"[A-Za-zπ²³°:](?!\s)|[A-Za-zπ](?![A-Za-z])| ?[*÷^/+(](?= ?[A-Za-z(π√])| - [A-Za-z]\b"
)
_LETTER_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-z]|[πA-Za-z)]\^?\d*)(?: [-+*÷] |[/^(])$|[a-z]\($"
)
_LETTER_TO_MINUS = re.compile(r"(?<![A-Za-z'])[A-Za-zπ](?:\^?\d+)? ?$")
"""In front of a minus it is what something is taken from: the x of "x - 3 + 2"."""


def evaluate(text: str) -> Evaluated | Unreadable:
    """Work out the calculation in a question such as "What is 7 − 2?" or "15% of 60".

    Unreadable where there is none (a range such as "3 - 4 pm" or "pages 3 - 4" is none), where
    several different ones stand in the text, where letters take part, and where the result is no
    rational number or too much work.
    """
    if len(text) > MAX_QUESTION:
        return Unreadable(f"longer than {MAX_QUESTION} characters")
    return _evaluate(text)


@lru_cache(maxsize=2048)
def _evaluate(text: str) -> Evaluated | Unreadable:
    draft = trace(text)
    spans = _calculations(draft.text)
    if not spans:
        return Unreadable("no calculation in it")
    if len({draft.text[start:end] for start, end in spans}) > 1:
        return Unreadable("several different calculations in it")
    if _UNKNOWN.search(draft.text):
        return Unreadable("a box or blank takes part in it")
    start, end = spans[0]
    plain = draft.text[start:end]
    value = calculation_value(plain)
    if isinstance(value, Unreadable):
        return value
    return Evaluated(plain, value, *draft.original_span(start, end))


def _calculations(text: str) -> list[tuple[int, int]]:
    spans, divisions = [], []
    for match in CALCULATION.finditer(text):
        start, end = _balanced(text, *match.span())
        piece = text[start:end]
        if takes_letters(text, start, end) or _DATE.fullmatch(piece):
            continue
        if _says_when_or_where(text, start, end):
            continue
        if _OPERATION.search(piece) and not re.fullmatch(rf"\(-?{_NUMBER}\)", piece):
            spans.append((start, end))
        elif _DIVISION.fullmatch(piece) and _comes_out(piece):
            divisions.append((start, end))
    return spans or divisions


def _balanced(text: str, start: int, end: int) -> tuple[int, int]:
    surplus = text.count("(", start, end) - text.count(")", start, end)
    while surplus > 0 and text[start] == "(":
        start, surplus = start + 1, surplus - 1
    while surplus < 0 and text[end - 1] == ")":
        end, surplus = end - 1, surplus + 1
    return start, end


def takes_letters(text: str, start: int, end: int) -> bool:
    """Whether letters go on with what stands at text[start:end], as the x of 3x does."""
    before = text[max(0, start - 6) : start]
    if text.startswith("-", start) and _LETTER_TO_MINUS.search(before):
        return True
    return _CONTINUES.match(text, end) is not None or _LETTER_BEFORE.search(before) is not None


def _says_when_or_where(text: str, start: int, end: int) -> bool:
    """ "3 - 4 pm", "pages 3 - 4": from one to the other, no subtraction."""
    if _CLOCK_NEXT.match(text, end):
        return True
    if not _RANGE.fullmatch(text, start, end):
        return False
    return _COUNTED_BEFORE.search(text[max(0, start - 12) : start]) is not None


def _comes_out(division: str) -> bool:
    """12/4 alone asks for a division; 3/4 is just a number."""
    top, _, under = division.partition("/")
    return len(division) < MAX_LENGTH and int(under) != 0 and int(top) % int(under) == 0


def calculation_value(plain: str) -> Fraction | Unreadable:
    """The value of a calculation in plain form (see `normalise.trace`)."""
    try:
        tree: Node = parse(re.sub("[$£€]", "", plain.replace(" of ", " * ")))
        value = tree.value if isinstance(tree, Constant) else algebra.quotient(tree).constant()
    except (NotAnExpressionError, algebra.AlgebraError) as fault:
        return Unreadable(str(fault))
    return Unreadable("the result is not a rational number") if value is None else value
