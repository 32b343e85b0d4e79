"""Read a text that is an answer into one value. Knows nothing of which answer is right.

Ambiguities are settled like this. 3:45 is a clock time if it can be one (two-digit minutes under
60), else a ratio; `same_value` lets such a time equal a ratio. "3 to 4" is a ratio. 1,5 is a list
unless `decimal_comma`. "5m" is five metres; it also equals the expression 5m. A lone letter A-H is
a choice label; it also equals the expression of that letter. 3/4/2024 and 2024-01-05 are dates:
unreadable.
"""

import re
from dataclasses import replace
from functools import lru_cache

from sandbox.maths.normalise import normalise
from sandbox.maths.values import algebra
from sandbox.maths.values.labels import read_label
from sandbox.maths.values.model import (
    Clock,
    Either,
    Equation,
    Expression,
    Interval,
    Listing,
    Number,
    Point,
    Ratio,
    Unreadable,
    Value,
    Words,
)
from sandbox.maths.values.quantities import PLAIN, read_number, read_remainder
from sandbox.maths.values.syntax import MAX_LENGTH, Constant, Negative, NotAnExpressionError, parse
from sandbox.maths.values.units import UNIT_PATTERN, unit_name
from sandbox.maths.values.wrapping import trimmed, without_filler

MAX_ANSWER = 1_000
_SIGNED = rf"-?(?:{PLAIN})"
_DATE = re.compile(
    r"\d{1,2}/\d{1,2}/\d{2,4}|\d{4} ?[-/] ?\d{1,2} ?[-/] ?\d{1,2}|\d+/\d+/\d+(?:/\d+)*"
)
_CLOCK = re.compile(
    r"(\d{1,2})(?:[:.h](\d\d)| ?(?=[ap]\.?m))(?: ?([ap])\.?m\b\.?|h| ?hours)?", re.I
)
_RATIO = re.compile(rf"{_SIGNED}(?:(?: ?: ?| to ){_SIGNED}){{1,7}}")
_RATIO_MARK = re.compile(r" ?: ?| to ")
_POINT = re.compile(rf"(?:[A-Z] ?=? ?)?\( ?({_SIGNED}(?: ?[,;] ?{_SIGNED}){{1,3}}) ?\)")
_BRACKETED = re.compile(rf"([\[(]) ?({_SIGNED}) ?[,;] ?({_SIGNED}) ?([\])])")
_COMMA = re.compile(r" ?[,;] ?")
_LIST_MARK = re.compile(r" ?[,;]\s*(?:and )?| and | ?< ?| ?\n ?")
_OR = re.compile(r",? or | ?⇒ ?")
_RELATION = re.compile(r" ?(<=|>=|≤|≥|<|>) ?")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_GROUPED = re.compile(r"(?<=\d)[. ](?=\d{3}(?:\D|$))(?=[\d. ]*,)|(?<=\d)\.(?=\d{3}\.\d{3})")
_NAMED = re.compile(r"(?:the )?[A-Za-z]{2,20}(?: [A-Za-z]{1,12}){0,4} = ")
_UNIT_AFTER = re.compile(
    rf"(.*?[\dπ)A-Za-z])(?: ({UNIT_PATTERN})|(?<=[\dπ)])({UNIT_PATTERN}))", re.I | re.S
)
_MATHS = re.compile(r"[\d√π∛=^]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_TIMES_LETTER = re.compile(r"-?\d+[a-z]")
_LISTS = re.compile(r"[,;<\n]| and ")
_PROSE = re.compile(r"[A-Za-z]{4,}")
_PLUS_MINUS = re.compile(r"(?:([A-Za-z]) = )?± ?(.+)")
_WRITTEN = re.compile(r"[^\W_]")
_REASON = re.compile(r",? (?:because|cause|cos|since|bc)\b", re.I)
_OF_WHAT = re.compile(
    rf"({_SIGNED}%?)(?: of (?:an?|the|it|them|all|my|his|her)\b| (?!is|isn|not|or|and|to|it)[a-z]+)"
    r"(?: [a-z']+){0,5}",
    re.I,
)
_ITEM_NAME = re.compile(r"(?:[A-Za-z]{3,20} ){1,3}(?:is |= |: ?)?(?=[-\d$£€.])|[A-Za-z]{3,20}: ?")
_MULTIPLE = re.compile(r"-?(?:\d+/\d+|\d+(?:\.\d+)?|\.\d+) ?([A-Za-z])")
_COMMON = frozenset(
    {"i", "no", "yes", "yep", "nah", "not", "and", "the", "but", "can", "how", "why", "who", "all"}
    | {"one", "two", "its", "cat", "dog", "hi", "hey", "ok", "so"}
)


def read_value(
    text: str,
    *,
    decimal_comma: bool = False,
    unit: str = "",
    letters: frozenset[str] = frozenset(),
) -> Value | Unreadable:
    """Read a text that is an answer, possibly wrapped in "It's …", "x = …", "\\boxed{…}".

    `unit` is the unit the question asks for: a bare number is given it ("85" with unit "%" is 85%).
    `letters` are the unknowns of the question: where t is one, "21t" is 21 × t, not 21 tonnes.
    Never raises; hostile and overlong texts come back Unreadable, with the reason.
    """
    if len(text) > MAX_ANSWER:
        return Unreadable(f"longer than {MAX_ANSWER} characters")
    if decimal_comma:
        text = _DECIMAL_COMMA.sub(".", _GROUPED.sub("", text))
    plain = normalise(text)
    value = (_multiple(plain, letters) if letters else None) or _read(plain)
    return _with_unit(value, unit) if unit and isinstance(value, Number) else value


def _multiple(plain: str, letters: frozenset[str]) -> Expression | None:
    """21t as 21 × t, where t is an unknown of the question."""
    core = without_filler(trimmed(plain))
    match = _MULTIPLE.fullmatch(core)
    return _algebra(core) if match and match[1] in letters else None


def _with_unit(value: Number, unit: str) -> Number:
    if value.unit or value.form == "percent":
        return value
    if unit == "%":
        bare = value.form in {"integer", "decimal"}
        return Number(value.value / 100, "", "percent") if bare else value
    return replace(value, unit=unit_name(unit) or unit)


@lru_cache(maxsize=4096)
def _read(text: str) -> Value | Unreadable:
    whole = trimmed(text)
    if not whole:
        return Unreadable("no text")
    value, core = _read_core(whole), without_filler(whole)
    # "so - 1" would parse as s × o - 1
    is_talk = isinstance(value, Expression) and whole[:2].isalpha()
    if value is not None and not isinstance(value, Words | Unreadable) and not is_talk:
        return value
    if core and core != whole:
        inner = _read_core(core)
        if inner is not None and not isinstance(inner, Words):
            return inner
    return value or _otherwise(whole)


def _read_core(text: str) -> Value | Unreadable | None:
    """The value of a text without wrapping; None for prose."""
    number = read_number(text)
    if number is not None:
        return number
    if _DATE.fullmatch(text):
        return Unreadable("a date, or more than one fraction bar")
    if "--" in text and text.startswith("--"):
        return Unreadable("two minus signs in a row")
    if "∞" in text:
        return Unreadable("infinity is not a value")
    return (
        read_label(text)
        or read_remainder(text)
        or _read_clock(text)
        or _read_ratio(text)
        or _read_bracketed(text)
        or _read_inequality(text)
        or _read_alternatives(text)
        or _read_equation(text)
        or _read_listing(text)
        or _read_expression(text)
        or _read_with_reason(text)
    )


def _read_with_reason(text: str) -> Value | Unreadable | None:
    """ "12 because …", "3/4 of the pizza", "12 apples left": the number that comes first."""
    if reason := _REASON.search(text):
        return _read_core(text[: reason.start()]) if reason.start() else None
    if match := _OF_WHAT.fullmatch(text):
        return read_number(match[1])
    return None


def _otherwise(text: str) -> Value | Unreadable:
    if not _WRITTEN.search(text):
        return Unreadable("no number, letter or word in it")
    if _PROSE.search(text) or not _DIGIT.search(text) or text.lower() in _COMMON:
        return Words(text)
    try:
        parse(text)
    except NotAnExpressionError as fault:
        return Unreadable(str(fault))
    return Words(text)


def _read_clock(text: str) -> Clock | None:
    match = _CLOCK.fullmatch(text)
    if match is None or (match[0].replace(".", "", 1).isdecimal()):
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    period = {"a": "am", "p": "pm"}.get((match[3] or "").lower(), "")
    if hour > (12 if period else 24) or minute > 59 or ("." in match[0] and not period):
        return None
    return Clock(hour, minute, "am" if period == "am" else "pm" if period else "")


def _read_ratio(text: str) -> Ratio | Unreadable | None:
    if not _RATIO.fullmatch(text):
        return None
    parts = [read_number(part) for part in _RATIO_MARK.split(text)]
    numbers = [part.value for part in parts if isinstance(part, Number)]
    return Ratio(tuple(numbers)) if len(numbers) == len(parts) else Unreadable("division by zero")


def _read_bracketed(text: str) -> Point | Interval | Unreadable | None:
    """(3, 4) is a point; an interval needs a square bracket on one side."""
    if point := _POINT.fullmatch(text):
        numbers = [read_number(part) for part in _COMMA.split(point[1])]
        values = tuple(n.value for n in numbers if isinstance(n, Number))
        return Point(values) if len(values) == len(numbers) else Unreadable("division by zero")
    if interval := _BRACKETED.fullmatch(text):
        low, high = read_number(interval[2]), read_number(interval[3])
        if isinstance(low, Number) and isinstance(high, Number) and low.value <= high.value:
            return Interval("", low.value, high.value, interval[1] == "[", interval[4] == "]")
    return None


def _read_inequality(text: str) -> Interval | Unreadable | None:
    if not any(sign in text for sign in "<>≤≥"):
        return None
    pieces = _RELATION.split(text)
    sides = [_algebra(side) for side in pieces[::2]]
    signs = [{"<=": "≤", ">=": "≥"}.get(sign, sign) for sign in pieces[1::2]]
    if len(sides) > 3 or any(side is None for side in sides):
        return None
    out: Interval | None = None
    for left, sign, right in zip(sides, signs, sides[1:], strict=False):
        bound = _bound(left, sign, right)
        if bound is None or (out is not None and out.variable != bound.variable):
            return None
        out = bound if out is None else _both(out, bound)
    return out


def _bound(left: Expression | None, sign: str, right: Expression | None) -> Interval | None:
    if left is None or right is None:
        return None
    try:
        gap = algebra.difference(algebra.quotient(left.tree), algebra.quotient(right.tree))
    except algebra.AlgebraError:
        return None
    solved = algebra.linear_root(gap)
    if solved is None:
        return None
    name, root, slope = solved
    below = (sign in "<≤") == (slope > 0)
    included = sign in "≤≥"
    if below:
        return Interval(name, None, root, high_included=included)
    return Interval(name, root, None, low_included=included)


def _both(a: Interval, b: Interval) -> Interval:
    low = b if a.low is None else a
    high = b if a.high is None else a
    return Interval(a.variable, low.low, high.high, low.low_included, high.high_included)


def _read_alternatives(text: str) -> Value | None:
    if match := _PLUS_MINUS.fullmatch(text):
        plus, minus = _read_core(match[2]), _read_core("-" + match[2])
        both = [side for side in (plus, minus) if side and not isinstance(side, Unreadable | Words)]
        if len(both) == 2:
            return Either(tuple(both))
    if " or " not in text:
        return None
    items = [_read_item(part) for part in _OR.split(text)]
    values = tuple(item for item in items if item is not None)
    return Either(values) if 1 < len(values) == len(items) <= 8 else None


def _read_item(text: str) -> Value | None:
    """One entry of a list: no list itself, no words."""
    if named := _ITEM_NAME.match(text):
        text = text[named.end() :]
    value: Value | Unreadable | None = (
        read_number(text) or _read_clock(text) or _read_ratio(text) or _read_bracketed(text)
    )
    value = value or _read_equation(text) or _read_expression(text)
    return None if isinstance(value, Unreadable | Words) else value


def _read_listing(text: str) -> Value | None:
    if not _LISTS.search(text):
        return None
    parts = [part for part in _LIST_MARK.split(text.strip("{}[] ")) if part]
    if not 1 < len(parts) <= 30:
        return None
    items = [_read_item(part) for part in parts]
    values = tuple(item for item in items if item is not None)
    return Listing(values) if len(values) == len(items) else None


def _read_equation(text: str) -> Value | Unreadable | None:
    """ "x = 3", "y = 3x + 2"; of "3/4 + 1/2 = 5/4" and "area = 12" what comes last counts."""
    if "=" not in text:
        return None
    if named := _NAMED.match(text):
        return _read_core(text[named.end() :])
    *before, last = [side.strip() for side in text.split("=")]
    if len(before) > 8:
        return Unreadable("more than eight equals signs")
    if not before[-1]:
        return _read_core(last)
    left = _algebra(before[-1])
    if left is None:
        return None
    if _is_calculation(left) and (len(before) > 1 or not _has_letter(last)):
        return _read_core(last)
    if isinstance(left.tree, Constant) and re.fullmatch("[A-Za-z]", last):
        before, last = [last], before[-1]
        left = _algebra(before[-1]) or left
    right = (_spaced_number(last) or _algebra(last) or read_number(last)) if last else None
    if right is None or isinstance(right, Unreadable):
        return right
    return Equation(left, right)


def _spaced_number(text: str) -> Number | None:
    """A number, but not 6t, which in an equation is 6 × t."""
    if _TIMES_LETTER.fullmatch(text):
        return None
    number = read_number(text)
    return number if isinstance(number, Number) else None


def _is_calculation(expression: Expression) -> bool:
    return not _has_letter(expression.text)


def _has_letter(text: str) -> bool:
    return _LETTER.search(text) is not None and not read_number(text)


def _algebra(text: str) -> Expression | None:
    try:
        return Expression(text, parse(text))
    except NotAnExpressionError:
        return None


def _read_expression(text: str) -> Value | Unreadable | None:
    match = _UNIT_AFTER.fullmatch(text) if len(text) <= MAX_LENGTH else None
    unit = unit_name(match[2] or match[3]) if match else None
    # "units" is a unit without a name, hence ""
    if (
        match
        and unit is not None
        and (match[2] or len(match[3]) > 1)
        and (inner := _algebra(match[1]))
    ):
        return _simplest(inner, unit)
    parsed = _algebra(text)
    if parsed is None or not _MATHS.search(text) or text.lower() in _COMMON:
        return None
    return _simplest(parsed, "")


def _simplest(expression: Expression, unit: str) -> Value | Unreadable:
    """(3/4) in brackets is the number; an expression without a value is unreadable."""
    inner = expression.text.strip("() ")
    if isinstance(expression.tree, Constant) and isinstance(number := read_number(inner), Number):
        return replace(number, unit=unit or number.unit)
    if isinstance(expression.tree, Negative) and isinstance(expression.tree.inner, Constant):
        value = -expression.tree.inner.value
        return Number(value, unit, "integer" if value.denominator == 1 else "decimal")
    try:
        algebra.quotient(expression.tree)
    except algebra.BeyondPolynomialsError:
        pass
    except algebra.AlgebraError as fault:
        return Unreadable(str(fault))
    return replace(expression, unit=unit)
