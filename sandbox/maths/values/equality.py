"""Whether two answers are the same by value, and whether they are also the same in written form."""

import re
from fractions import Fraction
from math import floor, gcd

from sandbox.maths.values import algebra
from sandbox.maths.values.model import (
    Clock,
    Either,
    Equation,
    Expression,
    Interval,
    Label,
    Listing,
    Number,
    Point,
    Ratio,
    Remainder,
    Unreadable,
    Value,
    Words,
)
from sandbox.maths.values.shape import shape
from sandbox.maths.values.syntax import Constant, Node, Operation, Symbol
from sandbox.maths.values.units import UNITS, converted

_ROUNDED_TO = (2, 3, 4)
_MONEY = frozenset("$£€")
_SAID_OTHERWISE = (
    (
        re.compile(
            r"(?:(?:i|think|got|get|so|they|these|both|it|there|them|of|s|re|is|are|all|just|exactly"
            r"|fractions|numbers) )*(?:equal|same|equivalent|equally (?:big|large)"
            r"|(?:equal|same) (?:size|value|amount|as each other|to each other))"
            r"|neither(?: (?:is )?(?:bigger|larger|greater|smaller))?"
        ),
        "equal",
    ),
    (
        re.compile(
            r"(?:(?:i|think|there|are|is|s|it|an) )*(?:infinity|infinite(?:ly many)?"
            r"|endless(?:ly many)?"
            r"|infinite (?:number|amount))(?: (?:of|numbers|decimals|fractions|them))*"
        ),
        "infinitely many",
    ),
)
_NOT_LETTERS = re.compile(r"[^\w\s]|\b(?:the|an?)\b")


def same_value(a: Value | Unreadable, b: Value | Unreadable) -> bool:
    """Whether two answers mean the same, however they are written.

    Units are converted; a missing unit fits any, a different dimension never does. Expressions are
    compared by algebra, equations up to swapping sides and a constant factor; "x = 3" is the
    number 3. A computed decimal or percentage that never ends (value_of gives such) is the same as
    that number rounded to two, three or four places; money with parts of a cent, to the cent.
    Ratios are equal when their parts are proportional. A label equals a label, never a number.
    """
    match a, b:
        case (Unreadable(), _) | (_, Unreadable()):
            return False
        case Number(), Number():
            in_other = converted(a.value, a.unit, b.unit)
            if in_other is None:
                return False
            return in_other == b.value or _is_rounded(a, b) or _is_rounded(b, a)
        case (Either(), _) | (_, Either()):
            return _same_sets(_items(a), _items(b))
        case Listing(), Listing():
            return len(a.items) == len(b.items) and all(map(same_value, a.items, b.items))
        case Label(), Label():
            return a.letter == b.letter
        case (Label(), Expression(tree=Symbol(name=name))) | (
            Expression(tree=Symbol(name=name)),
            Label(),
        ):
            return name.upper() == (a.letter if isinstance(a, Label) else b.letter)  # type: ignore[union-attr]
        case Equation(), Equation():
            return _same_equations(a, b)
        case Equation(), _:
            return isinstance(a.left.tree, Symbol) and same_value(a.right, b)
        case _, Equation():
            return same_value(b, a)
        case (Expression() | Number(), Expression() | Number()):
            return _same_expressions(a, b)
        case Ratio(), Ratio():
            return _lowest(a.parts) == _lowest(b.parts)
        case (Clock(), Ratio()) | (Ratio(), Clock()):
            return _clock_is_ratio(a, b)
        case Clock(), Clock():
            return _same_clocks(a, b)
        case (Clock(), Number()) | (Number(), Clock()):
            return _clock_is_duration(a, b)
        case (Words(), Expression()) | (Expression(), Words()):
            return a.text.replace(" ", "") == b.text.replace(" ", "")  # type: ignore[union-attr]
        case Words(), Words():
            return _bare(a.text) == _bare(b.text)
        case Point(), Listing():
            return _point_is_list(a, b)
        case Listing(), Point():
            return _point_is_list(b, a)
        case (Point(), Point()) | (Remainder(), Remainder()) | (Interval(), Interval()):
            return _same_plainly(a, b)
    return False


def same_form(a: Value | Unreadable, b: Value | Unreadable) -> bool:
    """Whether two answers are the same in value and in written form.

    6/8 is not 3/4, 1 1/2 is not 3/2, 0.75 is not 75%; 0.50 is 0.5. Expressions agree up to the
    order of terms and factors: 6(2x + 3) is (3 + 2x) × 6 but not 3(4x + 6); 2 × 2 × 3 is 2^2 × 3
    but not 12, and 1 × 3 × 5 is not 3 × 5.
    """
    if not same_value(a, b):
        return False
    match a, b:
        case Number(), Number():
            return (
                a.form == b.form
                and a.parts == b.parts
                and (a.unit == b.unit or "" in {a.unit, b.unit})
            )
        case (Expression() | Number(), Expression() | Number()):
            one, two = _product(a), _product(b)
            return one is not None and two is not None and shape(one) == shape(two)
        case Equation(), Equation():
            return same_form(a.left, b.left) and same_form(a.right, b.right)
        case Equation(), _:
            return same_form(a.right, b)
        case _, Equation():
            return same_form(a, b.right)
        case Listing(), Listing():
            return all(map(same_form, a.items, b.items))
        case Ratio(), Ratio():
            return a.parts == b.parts
        case (Ratio(), Clock()) | (Clock(), Ratio()):
            ratio, clock = (a, b) if isinstance(a, Ratio) else (b, a)
            return ratio.parts == (clock.hour, clock.minute)  # type: ignore[union-attr]
        case (Either(), _) | (_, Either()):
            return True
    return type(a) is type(b)


def tree_of(value: Value) -> Node | None:
    """The value as an expression, None for what is none."""
    match value:
        case Expression():
            return value.tree
        case Number():
            return Constant(value.value, "")
    return None


def _product(value: Expression | Number) -> Node | None:
    """The expression; of a number only 6t, which the letter's other meaning made six tonnes."""
    if isinstance(value, Expression):
        return value.tree
    if len(value.unit) == 1 and value.unit.isalpha():
        return Operation("*", Constant(value.value, ""), Symbol(value.unit))
    return None


def _is_rounded(exact: Number, written: Number) -> bool:
    """Whether one is the other, a decimal without end, rounded half up to a few places.

    An amount of money with parts of a cent is rounded to cents.
    """
    if exact.form not in {"decimal", "percent"}:
        return False
    if _ends(exact.value) and (exact.unit not in _MONEY or (exact.value * 100).denominator == 1):
        return False
    shown = converted(written.value, written.unit, exact.unit)
    scale = 100 if exact.form == "percent" else 1
    return shown is not None and any(
        shown * scale * 10**places == floor(abs(exact.value) * scale * 10**places + Fraction(1, 2))
        * (1 if exact.value > 0 else -1)
        for places in (_ROUNDED_TO[:1] if _ends(exact.value) else _ROUNDED_TO)
    )  # fmt: skip


def _ends(value: Fraction) -> bool:
    """Whether it is a decimal that ends."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def _items(value: Value | Unreadable) -> tuple[Value, ...]:
    if isinstance(value, Either | Listing):
        return value.items
    return () if isinstance(value, Unreadable) else (value,)


def _same_sets(a: tuple[Value, ...], b: tuple[Value, ...]) -> bool:
    def covers(one: tuple[Value, ...], other: tuple[Value, ...]) -> bool:
        return all(any(same_value(x, y) for y in other) for x in one)

    return covers(a, b) and covers(b, a)


def _same_expressions(a: Expression | Number, b: Expression | Number) -> bool:
    if isinstance(a, Expression) and isinstance(b, Number):
        a, b = b, a
    if (
        isinstance(a, Number)
        and isinstance(b, Expression)
        and len(a.unit) == 1
        and a.unit.isalpha()
    ):
        product = Operation("*", Constant(a.value, ""), Symbol(a.unit))
        if algebra.same_node(product, b.tree):
            return True
    factor = converted(Fraction(1), a.unit, b.unit)
    one, two = tree_of(a), tree_of(b)
    if factor is None or one is None or two is None:
        return False
    if factor != 1:
        one = Operation("*", Constant(factor, ""), one)
    return algebra.same_node(one, two)


def _same_equations(a: Equation, b: Equation) -> bool:
    if isinstance(a.left.tree, Symbol) and a.left.tree == b.left.tree:
        return same_value(a.right, b.right)
    sides = [tree_of(side) for side in (a.left, a.right, b.left, b.right)]
    if any(side is None for side in sides):
        return False
    try:
        parts = [algebra.quotient(side) for side in sides if side is not None]
        one = algebra.difference(parts[0], parts[1])
        two = algebra.difference(parts[2], parts[3])
        return algebra.proportional(one, two)
    except algebra.AlgebraError:
        return same_value(a.left, b.left) and same_value(a.right, b.right)


def _lowest(parts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    scale = 1
    for part in parts:
        scale = scale * part.denominator // gcd(scale, part.denominator)
    whole = [int(part * scale) for part in parts]
    divisor = gcd(*whole) or 1
    return tuple(Fraction(part, divisor) for part in whole)


def _clock_is_ratio(a: Value | Unreadable, b: Value | Unreadable) -> bool:
    clock, ratio = (a, b) if isinstance(a, Clock) else (b, a)
    assert isinstance(clock, Clock)
    assert isinstance(ratio, Ratio)
    if clock.minute < 10 or clock.period:
        return False
    return _lowest((Fraction(clock.hour), Fraction(clock.minute))) == _lowest(ratio.parts)


def _same_clocks(a: Clock, b: Clock) -> bool:
    """7:35 pm is 19:35; a time without am or pm fits either half of the day if one says it."""
    if a.minute != b.minute:
        return False
    if bool(a.period) == bool(b.period) or max(a.hour, b.hour) > 12:
        return _on_24_hours(a) == _on_24_hours(b)
    return a.hour % 12 == b.hour % 12


def _on_24_hours(clock: Clock) -> int:
    if clock.period == "pm" and clock.hour < 12:
        return clock.hour + 12
    if clock.period == "am" and clock.hour == 12:
        return 0
    return clock.hour % 24


def _clock_is_duration(a: Value | Unreadable, b: Value | Unreadable) -> bool:
    clock, number = (a, b) if isinstance(a, Clock) else (b, a)
    assert isinstance(clock, Clock)
    assert isinstance(number, Number)
    unit = UNITS.get(number.unit)
    if unit is None or unit.dimension != "time" or clock.period:
        return False
    return number.value * unit.factor == 60 * (60 * clock.hour + clock.minute)


def _point_is_list(point: Point, listing: Listing) -> bool:
    """A pupil who writes 3, 5 for (3, 5) means the point."""
    values = tuple(
        item.value for item in listing.items if isinstance(item, Number) and not item.unit
    )
    return values == point.coordinates


def _same_plainly(a: Value | Unreadable, b: Value | Unreadable) -> bool:
    if isinstance(a, Interval) and isinstance(b, Interval) and "" in {a.variable, b.variable}:
        return (a.low, a.high, a.low_included, a.high_included) == (
            b.low, b.high, b.low_included, b.high_included,
        )  # fmt: skip
    return a == b


def _bare(text: str) -> str:
    """The words alone; "they're the same" is "equal", "infinite" is "infinitely many"."""
    words = " ".join(_NOT_LETTERS.sub(" ", text.casefold()).split())
    return next((same for said, same in _SAID_OTHERWISE if said.fullmatch(words)), words)
