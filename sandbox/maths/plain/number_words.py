"""English number words to digits. Prose that merely contains a number word is left alone.

"twenty-one" → 21, "three point five" → 3.5, "three quarters" → 3/4, "two and a half" → 2 1/2.
Left alone: "one" as a pronoun, "these two fractions", "a third question", "a second".
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sandbox.maths.plain.draft import Draft, Piece
from sandbox.maths.plain.surroundings import (
    DETERMINER_BEFORE,
    OF_THEM,
    OPERATOR_NEXT,
    WORD_NEXT,
    around,
    follows_operator,
    is_fraction,
    is_stated,
    stands_alone,
)
from sandbox.maths.plain.vocabulary import (
    CARDINALS,
    PLURAL,
    SCALES,
    SINGULAR,
    SMALL,
    TEENS,
    TENS,
    UNIT_WORDS,
    UNITS,
    WORD,
)

_TOKEN = re.compile(rf"(?:{WORD})(?![A-Za-z])", re.I)
_RUN = re.compile(
    rf"\b(?:an? )?(?:{WORD})(?![A-Za-z])(?:(?:[ -]|,? and (?:an? )?|, )(?:{WORD})(?![A-Za-z]))*",
    re.I,
)
_SCALED_DIGITS = re.compile(
    r"(?<![\d.,/])(\d{1,6})(?:\.(\d{1,6}))? (hundred|thousand|million|billion)\b"
    r"(?!,? (?:and )?\d+ (?:thousand|hundred|ten|one|tenth)s?\b)", re.I,
)  # fmt: skip
_ARTICLE = re.compile(r"(?:^| )(an? )$")
_PART_NAMES = frozenset(SINGULAR | PLURAL)
_PART = "|".join(SINGULAR | PLURAL)
_DIGITS_AND_PART = re.compile(
    rf"(?<![\d./])(\d{{1,9}}) and (?:an? |one )?((?:{SMALL})[ -])?({_PART})\b", re.I
)
_ONE_PART = re.compile(rf"(?<![\d./,])(1) ({'|'.join(SINGULAR)})\b", re.I)
_STARTS_NUMBER = re.compile(
    r"(?:^|[-+*÷=/:,(]|\b(?:is|was|be|by|from|and|or|plus|minus|times|get|got|it's)) ?$", re.I
)
_PAST = re.compile(
    r"\b(?:(half|(?:an? )?quarter|\d{1,2}(?: minutes?)?) past"
    r"|((?:an? )?quarter|\d{1,2} minutes) to) (\d{1,2})\b(?![/.:%])",
    re.I,
)
_OCLOCK = re.compile(r"\b(\d{1,2}) ?o'?clock\b", re.I)
_HOUR_AND_HALF = re.compile(rf"\ban? ({UNIT_WORDS}) and (?:a half|1/2)\b", re.I)
_HALF_UNIT = re.compile(rf"\bhalf (?:of )?an? (?=(?:{UNIT_WORDS})\b)", re.I)


class _Token(NamedTuple):
    word: str
    start: int
    end: int
    joint: str


class _Reading(NamedTuple):
    text: str
    next: int
    start: int | None = None


def plain_number_words(draft: Draft, words: set[str]) -> None:
    """Rewrite every run of number words that stands for a number.

    `words` are the lower-case words of the text: a pass without its word is not run.
    """
    if "half" in words:
        draft.rewrite(_HALF_UNIT, lambda m: ("1/2 ",))
    if "and" in words and not words.isdisjoint(_PART_NAMES):
        draft.rewrite(_DIGITS_AND_PART, _digits_and_part)
    if not words.isdisjoint(SINGULAR):
        draft.rewrite(_ONE_PART, lambda m: (m.span(1), f"/{SINGULAR[m[2].lower()]}"))
    draft.rewrite(_RUN, _run)
    if not words.isdisjoint(SCALES):
        draft.rewrite(_SCALED_DIGITS, _scaled)
    if "half" in words:
        draft.rewrite(_HOUR_AND_HALF, lambda m: ("1 1/2 ", m.span(1)))


def plain_times(draft: Draft) -> None:
    """ "half past 7" → 7:30, "quarter to 5" → 4:45, "7 o'clock" → 7:00."""
    draft.rewrite(_PAST, _past)
    draft.rewrite(_OCLOCK, lambda m: (m.span(1), ":00"))


def _run(match: re.Match[str]) -> list[Piece] | None:
    tokens = _tokens(match)
    pieces: list[Piece] = []
    position, index, changed = match.start(), 0, False
    while index < len(tokens):
        reading = _read(tokens, index, match)
        if reading is None:
            index += 1
            continue
        start = tokens[index].start if reading.start is None else reading.start
        if index == 0 and tokens[0].word in SCALES:
            start = match.start()  # "a hundred"
        pieces += [(position, start), reading.text]
        position, index, changed = tokens[reading.next - 1].end, reading.next, True
    return [*pieces, (position, match.end())] if changed else None


def _tokens(match: re.Match[str]) -> list[_Token]:
    out: list[_Token] = []
    position = match.start()
    for found in _TOKEN.finditer(match.string, match.start(), match.end()):
        joint = match.string[position : found.start()].lower()
        out.append(_Token(found[0].lower(), found.start(), found.end(), joint))
        position = found.end()
    return out


def _read(tokens: Sequence[_Token], index: int, match: re.Match[str]) -> _Reading | None:
    """The longest number that starts at this token, or None where the words are prose."""
    first = tokens[index]
    if first.word == "point" and _STARTS_NUMBER.search(match.string[: first.start]):
        return _after_point(tokens, 0, index)
    if first.word in SINGULAR or first.word in PLURAL or first.word in {"point", "oh"}:
        return _bare_part(tokens, index, match)
    cardinal = _cardinal(tokens, index)
    if cardinal is None:
        return None
    value, after = cardinal
    return (
        _decimal(tokens, value, after)
        or _mixed(tokens, value, after)
        or _fraction(tokens, value, after)
        or _plain(tokens, index, value, after, match)
    )


def _cardinal(tokens: Sequence[_Token], index: int) -> tuple[int, int] | None:
    total, current, last = 0, 0, ""
    start = index
    while index < len(tokens):
        word, joint = tokens[index].word, tokens[index].joint
        near = joint in {" ", "-"}
        after_scale = last == "scale" and (near or joint == " and ")
        if word in SCALES:
            scale = SCALES[word]
            if index == start:
                article = joint.strip() in {"a", "an"} and word in {"hundred", "thousand"}
                if not article:
                    return None
                current = 1
            elif (
                not near or (total and scale >= _lowest(total)) or (scale == 100 and current >= 100)
            ):
                break
            if scale == 100:
                current *= 100
            else:
                total, current = total + (current or 1) * scale, 0
            last = "scale"
        elif word in CARDINALS:
            digit = word in UNITS
            grouped = (
                last == "scale"
                and joint == ", "
                and current == 0
                and _hundreds_follow(tokens, index)
            )
            fits = (
                index == start
                or (last == "tens" and digit and near and UNITS[word])
                or after_scale
                or grouped
            )
            if not fits:
                break
            current += CARDINALS[word]
            last = "tens" if word in TENS else "unit"
        else:
            break
        index += 1
    return (total + current, index) if index > start else None


def _lowest(total: int) -> int:
    return next(scale for scale in (10**9, 10**6, 1000) if total % scale == 0)


def _hundreds_follow(tokens: Sequence[_Token], index: int) -> bool:
    return index + 1 < len(tokens) and tokens[index + 1].word == "hundred"


def _decimal(tokens: Sequence[_Token], value: int, after: int) -> _Reading | None:
    if (
        after >= len(tokens)
        or tokens[after].word != "point"
        or tokens[after].joint not in {" ", "-"}
    ):
        return None
    return _after_point(tokens, value, after)


def _after_point(tokens: Sequence[_Token], value: int, after: int) -> _Reading | None:
    digits, index = "", after + 1
    while (
        index < len(tokens)
        and tokens[index].joint in {" ", "-"}
        and tokens[index].word in UNITS | {"oh": 0}
    ):
        digits += str(UNITS.get(tokens[index].word, 0))
        index += 1
    if not digits and index < len(tokens) and tokens[index].word in TENS | TEENS:
        cardinal = _cardinal(tokens, index)
        if cardinal is not None:
            digits, index = str(cardinal[0]), cardinal[1]
    return _Reading(f"{value}.{digits}", index) if digits else None


def _mixed(tokens: Sequence[_Token], value: int, after: int) -> _Reading | None:
    """ "two and a half", "three and three quarters": the part must be under one."""
    if after >= len(tokens):
        return None
    head = tokens[after]
    if head.joint in {" and a ", " and an "} and head.word in SINGULAR:
        return _Reading(f"{value} 1/{SINGULAR[head.word]}", after + 1)
    if head.joint != " and " or head.word not in CARDINALS:
        return None
    top = _cardinal(tokens, after)
    if top is None:
        return None
    part = _part(tokens, top[0], top[1])
    return _Reading(f"{value} {top[0]}/{part}", top[1] + 1) if part and top[0] < part else None


def _fraction(tokens: Sequence[_Token], value: int, after: int) -> _Reading | None:
    part = _part(tokens, value, after)
    return _Reading(f"{value}/{part}", after + 1) if part else None


def _part(tokens: Sequence[_Token], top: int, index: int) -> int | None:
    if index >= len(tokens) or tokens[index].joint not in {" ", "-"}:
        return None
    word = tokens[index].word
    return SINGULAR.get(word) if top == 1 else PLURAL.get(word)


def _plain(
    tokens: Sequence[_Token], index: int, value: int, after: int, match: re.Match[str]
) -> _Reading | None:
    if after < len(tokens) and tokens[after].word in SINGULAR and tokens[after].joint in {" ", "-"}:
        return None  # "twenty third", "two third": an ordinal or a slip, not a count
    reading = _Reading(str(value), after)
    if after - index > 1 or value > 12:
        return reading
    token = tokens[index]
    before, behind = around(match.string, token.start, token.end)
    if OPERATOR_NEXT.match(behind) or follows_operator(before):
        return reading
    if stands_alone(match.string, token.start, token.end) or is_stated(before, behind):
        return reading
    if token.word == "one":
        return None
    counts_things = DETERMINER_BEFORE.search(before) and WORD_NEXT.match(behind)
    return None if counts_things or OF_THEM.match(behind) else reading


def _bare_part(tokens: Sequence[_Token], index: int, match: re.Match[str]) -> _Reading | None:
    """A part name without a count: "a half", "half of 12", "a third of 12"."""
    token = tokens[index]
    if token.word not in SINGULAR:
        return None
    article = token.start - len(found[1]) if (found := _ARTICLE.search(token.joint)) else None
    if not is_fraction(match.string, token.start, token.end, token.word, article):
        return None
    return _Reading(f"1/{SINGULAR[token.word]}", index + 1, article)


def _digits_and_part(match: re.Match[str]) -> list[Piece] | None:
    count, part = match[2], match[3].lower()
    top = 1 if count is None else (UNITS | TEENS)[count[:-1].lower()]
    bottom = (SINGULAR if top == 1 else PLURAL).get(part)
    if count is None and " and a" not in match[0] and " and one" not in match[0]:
        return None
    return [match.span(1), f" {top}/{bottom}"] if bottom and top < bottom else None


def _scaled(match: re.Match[str]) -> list[Piece] | None:
    scale = len(str(SCALES[match[3].lower()])) - 1
    decimals = match[2] or ""
    if len(decimals) > scale:
        return None
    return [(match[1] + decimals + "0" * (scale - len(decimals))).lstrip("0") or "0"]


def _past(match: re.Match[str]) -> list[Piece] | None:
    hour, words = int(match[3]), (match[1] or match[2]).lower()
    digits = words.split()[0]
    minutes = 30 if words == "half" else int(digits) if digits.isdecimal() else 15
    if not (1 <= hour <= 12 and 0 < minutes < 60):
        return None
    if match[2]:
        hour, minutes = (hour - 2) % 12 + 1, 60 - minutes
    return [f"{hour}:{minutes:02d}"]
