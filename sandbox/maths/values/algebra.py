"""Exact algebra on parsed expressions: quotients of polynomials, light and bounded.

Square roots of whole numbers are products of the symbols √p over primes p with √p·√p = p, so that
sums of surds compare exactly. What goes beyond (roots of letters, letters as exponents) is left to
SymPy, which is imported only then.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

from sandbox.maths.values.points import SIMPLE, at_a_point, size
from sandbox.maths.values.syntax import Constant, Negative, Node, Operation, Root, Symbol

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]

MAX_TERMS = 400
MAX_EXPONENT = 64
MAX_BITS = 2_000
_MAX_RADICAND = 10**10
_POINTS = (Fraction(7, 5), Fraction(11, 3), Fraction(13, 7))
_DIGITS = 30


class AlgebraError(ValueError):
    """The expression has no value, or more work than is allowed; the message says why."""


class BeyondPolynomialsError(AlgebraError):
    """The expression is fine but is no quotient of polynomials."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """top / bottom; bottom is never zero."""

    top: Polynomial
    bottom: Polynomial

    def constant(self) -> Fraction | None:
        """Its value if it is a rational number."""
        if set(self.top) <= {()} and set(self.bottom) == {()}:
            return self.top.get((), Fraction(0)) / self.bottom[()]
        return None


ONE: Polynomial = {(): Fraction(1)}


@lru_cache(maxsize=4096)
def quotient(node: Node) -> Quotient:
    """The expression as a quotient of polynomials.

    Raises:
        BeyondPolynomialsError: It is not one.
        AlgebraError: Division by zero, the root of a negative number, or too much work.
    """
    match node:
        case Constant():
            return number(node.value)
        case Symbol():
            return Quotient({((node.name, 1),): Fraction(1)}, ONE)
        case Negative():
            inner = quotient(node.inner)
            return Quotient({key: -c for key, c in inner.top.items()}, inner.bottom)
        case Root():
            return _root(node.degree, quotient(node.inner))
        case Operation(sign="^"):
            return _power(quotient(node.left), quotient(node.right))
        case Operation():
            return _combine(node.sign, quotient(node.left), quotient(node.right))


def number(value: Fraction) -> Quotient:
    """A rational number as a quotient."""
    return Quotient({(): value} if value else {}, ONE)


def same_quotient(a: Quotient, b: Quotient) -> bool:
    """Whether a and b are equal wherever both are defined."""
    return _times(a.top, b.bottom) == _times(b.top, a.bottom)


def difference(a: Quotient, b: Quotient) -> Polynomial:
    """The numerator of a − b."""
    return _plus(_times(a.top, b.bottom), _times(b.top, a.bottom), -1)


def proportional(a: Polynomial, b: Polynomial) -> bool:
    """Whether a = k·b for a number k ≠ 0."""
    if not a or not b or a.keys() != b.keys():
        return False
    key = next(iter(a))
    return all(c * b[key] == b[other] * a[key] for other, c in a.items())


def linear_root(poly: Polynomial) -> tuple[str, Fraction, Fraction] | None:
    """For k·x + c in one letter: the letter, where it is zero, and k."""
    letters = {name for key in poly for name, _ in key}
    if len(letters) != 1:
        return None
    (name,) = letters
    slope = poly.get(((name, 1),))
    if slope is None or not set(poly) <= {(), ((name, 1),)} or not name.isalpha() or name == "π":
        return None
    return name, -poly.get((), Fraction(0)) / slope, slope


def same_node(a: Node, b: Node) -> bool:
    """Whether two expressions are equal as functions; False where that is too much work to say."""
    if a == b:
        return True
    one, two = at_a_point(a), at_a_point(b)
    if one != two and one is not None and two is not None:
        return False
    try:
        return same_quotient(quotient(a), quotient(b))
    except BeyondPolynomialsError:
        return _same_by_sympy(a, b)
    except AlgebraError:
        return False


def to_sympy(node: Node) -> Any:
    """The expression as a SymPy object, unevaluated powers bounded as in `quotient`."""
    import sympy

    match node:
        case Constant():
            return sympy.Rational(node.value.numerator, node.value.denominator)
        case Symbol():
            return sympy.pi if node.name == "π" else sympy.Symbol(node.name, positive=True)
        case Negative():
            return -to_sympy(node.inner)
        case Root():
            return to_sympy(node.inner) ** sympy.Rational(1, node.degree)
    left, right = to_sympy(node.left), to_sympy(node.right)
    if node.sign in SIMPLE:
        return SIMPLE[node.sign](left, right)
    if node.sign == "/":
        return left / right
    if right.is_number and abs(right) > MAX_EXPONENT:
        raise AlgebraError(f"an exponent over {MAX_EXPONENT}")
    if left.is_number and right.is_number and not right.is_Rational:
        raise AlgebraError("a power of powers")
    return left**right


def _same_by_sympy(a: Node, b: Node) -> bool:
    """Equal after expansion, or to thirty digits at three points with positive letters."""
    import sympy

    try:
        size(a), size(b)
        gap = to_sympy(a) - to_sympy(b)
        if gap == 0:
            return True
        letters = sorted(gap.free_symbols, key=str)
        for shift in range(len(_POINTS)):
            values = {
                letter: sympy.Rational(
                    *(_POINTS[(i + shift) % 3] + Fraction(i, 17)).as_integer_ratio()
                )
                for i, letter in enumerate(letters)
            }
            at_point = sympy.N(gap.subs(values), _DIGITS)
            if not at_point.is_number or abs(at_point) > sympy.Rational(1, 10**20):
                return False
    except (AlgebraError, ArithmeticError, TypeError, ValueError, AttributeError):
        return False
    return True


def _combine(sign: str, a: Quotient, b: Quotient) -> Quotient:
    if sign == "*":
        return Quotient(_times(a.top, b.top), _times(a.bottom, b.bottom))
    if sign == "/":
        if not b.top:
            raise AlgebraError("division by zero")
        return _reduced(_times(a.top, b.bottom), _times(a.bottom, b.top))
    factor = 1 if sign == "+" else -1
    if a.bottom == b.bottom:
        return Quotient(_plus(a.top, b.top, factor), a.bottom)
    top = _plus(_times(a.top, b.bottom), _times(b.top, a.bottom), factor)
    return Quotient(top, _times(a.bottom, b.bottom))


def _reduced(top: Polynomial, bottom: Polynomial) -> Quotient:
    """Divide by a constant denominator at once, which keeps most expressions polynomials."""
    if set(bottom) == {()}:
        return Quotient({key: c / bottom[()] for key, c in top.items()}, ONE)
    return Quotient(top, bottom)


def _power(base: Quotient, exponent: Quotient) -> Quotient:
    power = exponent.constant()
    if power is None:
        raise BeyondPolynomialsError("a letter in an exponent")
    if power.denominator in {2, 3}:
        base, power = _root(power.denominator, base), Fraction(power.numerator)
    if power.denominator != 1:
        raise BeyondPolynomialsError("a fraction as an exponent")
    if abs(power) > MAX_EXPONENT:
        raise AlgebraError(f"an exponent over {MAX_EXPONENT}")
    if power < 0:
        if not base.top:
            raise AlgebraError("division by zero")
        base = _reduced(base.bottom, base.top)
    top, bottom = ONE, ONE
    for _ in range(abs(power.numerator)):
        top, bottom = _times(top, base.top), _times(bottom, base.bottom)
    return Quotient(top, bottom)


def _root(degree: int, inner: Quotient) -> Quotient:
    value = inner.constant()
    if value is None:
        raise BeyondPolynomialsError("the root of a letter")
    if value < 0 and degree % 2 == 0:
        raise AlgebraError("the root of a negative number")
    if degree == 2:
        return _square_root(value)
    exact = _exact_root(value, degree)
    if exact is None:
        raise BeyondPolynomialsError("a higher root that is not exact")
    return number(exact)


def _square_root(value: Fraction) -> Quotient:
    if not value:
        return number(value)
    radicand = value.numerator * value.denominator
    whole = isqrt(radicand)
    if whole * whole == radicand:
        return number(Fraction(whole, value.denominator))
    if radicand > _MAX_RADICAND:
        raise BeyondPolynomialsError("the root of a large number")
    outside, symbols = 1, []
    factor = 2
    while factor * factor <= radicand:
        count = 0
        while radicand % factor == 0:
            radicand, count = radicand // factor, count + 1
        outside *= factor ** (count // 2)
        if count % 2:
            symbols.append((f"√{factor}", 1))
        factor += 1
    if radicand > 1:
        symbols.append((f"√{radicand}", 1))
    return Quotient({tuple(sorted(symbols)): Fraction(outside, value.denominator)}, ONE)


def _exact_root(value: Fraction, degree: int) -> Fraction | None:
    roots = [_whole_root(abs(value.numerator), degree), _whole_root(value.denominator, degree)]
    if roots[0] is None or roots[1] is None:
        return None
    return Fraction(roots[0] if value >= 0 else -roots[0], roots[1])


def _whole_root(n: int, degree: int) -> int | None:
    low, high = 0, 1 << (n.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < n:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == n else None


def _plus(a: Polynomial, b: Polynomial, factor: int) -> Polynomial:
    out = dict(a)
    for key, c in b.items():
        out[key] = out.get(key, Fraction(0)) + factor * c
    return {key: c for key, c in out.items() if c}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    if a is ONE:
        return b
    if b is ONE:
        return a
    if len(a) * len(b) > MAX_TERMS:
        raise AlgebraError(f"more than {MAX_TERMS} terms")
    out: Polynomial = {}
    for left, c in a.items():
        for right, d in b.items():
            key, extra = _join(left, right)
            out[key] = out.get(key, Fraction(0)) + c * d * extra
    return {key: _bounded(c) for key, c in out.items() if c}


def _bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise AlgebraError("a number with hundreds of digits")
    return value


def _join(left: Monomial, right: Monomial) -> tuple[Monomial, int]:
    if not left or not right:
        return left or right, 1
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + power
    return _tidy(powers.items())


def _tidy(powers: Iterable[tuple[str, int]]) -> tuple[Monomial, int]:
    out, extra = [], 1
    for name, power in powers:
        if name[0] == "√" and power > 1:
            extra *= int(name[1:]) ** (power // 2)
            power %= 2
        if power:
            out.append((name, power))
    return tuple(sorted(out)), extra
