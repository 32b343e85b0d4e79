"""What stands around a number word and tells a number from prose. Knows no values."""

import re

from sandbox.maths.plain.vocabulary import PLURAL, SINGULAR, SMALL, UNIT_WORDS, WORD

_NUMBER = rf"(?:an? )?(?:-?[\d.]|(?!one of (?!an? ))(?:{WORD})(?![A-Za-z]))"
_PARTS = "|".join(SINGULAR | PLURAL)

OPERATOR_NEXT = re.compile(
    r" ?(?:[+*/÷^%=<>]|-(?= ?[\d(])|(?:plus|minus|times|multiplied|divided|over|take[ns]? away"
    rf"|equals|point|less than|more than|added|subtracted|o'?clock|{UNIT_WORDS})\b"
    rf"|out of (?:\d|{SMALL})|to (?:\d|(?:{SMALL})\b)|(?:,|,? and|,? or) (?:\d|(?:{SMALL})\b))",
    re.I,
)
_OPERATOR_BEFORE = re.compile(
    r"(?:\b(?:plus|minus|times|by|equals|equal to|negative|add|subtract|over|out of|point|from)"
    r"|[+*/÷<>=^(√]|\d ?-|\d,?(?: and| or| to)?) ?$", re.I,
)  # fmt: skip
_STATED_BEFORE = re.compile(
    r"(?:\b(?:is|it's|that's|equals|answer|makes|gives|be)|[:=])[ :]*$", re.I
)
DETERMINER_BEFORE = re.compile(
    r"\b(?:the|these|those|other|first|last|next|all|your|my|our|any|both|of) $", re.I
)
_OPERATOR_ENDS = frozenset(
    {"plus", "minus", "times", "by", "equals", "to", "negative", "add", "subtract", "over", "of"}
    | {"point", "from", "and", "or"}
)
CLAUSE_END = re.compile(r" ?(?:[.,;:!?)\"']|$)")
OF_THEM = re.compile(r" of (?:them|us|you|these|those|the|my|your)\b", re.I)
WORD_NEXT = re.compile(r" [A-Za-z]")

_SIGN_BEFORE = re.compile(
    r"(?:\b(?:plus|minus|times|multiplied by|divided by|equals)|[+*/÷<>=^(√]|\d ?-) ?$", re.I
)
_MORE = r"(?:bigger|smaller|larger|greater|less|more|fewer|equal|the same)\b"
_FRACTION_NEXT = re.compile(
    rf" (?:(?:of|be|together|altogether|than|add|take away)\b|(?:and|or|to|from|then|by) {_NUMBER}"
    rf"|as an? (?:decimal|percentage|percent|fraction)\b"
    rf"|(?:is|was|are) (?:(?:not )?{_MORE}|{_NUMBER})|{_MORE})",
    re.I,
)
_OF_NUMBER = re.compile(rf" of {_NUMBER}", re.I)
_TIME_NEXT = re.compile(
    rf" (?:past|to (?:\d\d?(?![\d/.])|(?:{SMALL})(?![ -](?:{_PARTS}))\b)) ?", re.I
)
_ADDED_BEFORE = re.compile(r"\badd(?:ing)? (?:an? )?$", re.I)


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """A little of the text before and behind."""
    return text[max(0, start - 16) : start], text[end : end + 28]


def follows_operator(before: str) -> bool:
    """Whether what stands before ends in an operator, or in a number and a joining word."""
    last = before.rstrip(" ").rpartition(" ")[2].lower()
    if last.isalpha() and last not in _OPERATOR_ENDS:
        return False
    return _OPERATOR_BEFORE.search(before) is not None


def is_stated(before: str, behind: str) -> bool:
    """Whether "is", "equals" or a colon stands before and the clause ends behind."""
    return CLAUSE_END.match(behind) is not None and _STATED_BEFORE.search(before) is not None


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the text holds no other letter or digit."""
    if len(text) > end - start + 12:
        return False
    return not any(character.isalnum() for character in text[:start] + text[end:])


def is_fraction(text: str, start: int, end: int, word: str, article: int | None) -> bool:
    """Whether the part name text[start:end] without a count is a fraction: "a half", "half of 12".

    No fraction: "a third question", "the second half", "quarter past". `article` is where its "a"
    stands, if it has one.
    """
    before, behind = around(text, start if article is None else article, end)
    if word in {"half", "quarter"} and _TIME_NEXT.match(behind):
        if word == "quarter" and not _ADDED_BEFORE.search(before):
            return False
        if behind.startswith(" past"):
            return False
    if article is not None:
        return word in {"half", "quarter"} or bool(
            OPERATOR_NEXT.match(behind)
            or CLAUSE_END.match(behind)
            or _FRACTION_NEXT.match(behind)
            or _SIGN_BEFORE.search(before)
        )
    return word in {"half", "quarter"} and bool(
        _OF_NUMBER.match(behind)
        or follows_operator(before)
        or (OPERATOR_NEXT.match(behind) and behind.lstrip()[0] not in "-=")
        or is_stated(before, behind)
        or stands_alone(text, start, end)
    )
