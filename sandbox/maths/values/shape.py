"""How an expression is built, up to the order of terms and factors. Knows no values."""

from fractions import Fraction

from sandbox.maths.values.syntax import Constant, Negative, Node, Operation, Root, Symbol

Shape = tuple[object, ...]
_LONGEST_POWER = 64


def shape(node: Node) -> Shape:
    """Equal shapes are the same written form: 6(2x + 3) and (3 + 2x)·6, but not 3(4x + 6).

    A power with a small whole exponent is its repeated factors, so 2^2·3 and 2·2·3 agree. A
    written factor 1 counts between numbers (1·3·5 is not 3·5), not before letters (1x is x).
    """
    terms = _terms(node, 1)
    return terms[0] if len(terms) == 1 else ("sum", *sorted(terms, key=repr))


def _terms(node: Node, sign: int) -> list[Shape]:
    match node:
        case Operation(sign="+"):
            return _terms(node.left, sign) + _terms(node.right, sign)
        case Operation(sign="-"):
            return _terms(node.left, sign) + _terms(node.right, -sign)
        case Negative():
            return _terms(node.inner, -sign)
    return [_product(node, sign)]


def _product(node: Node, sign: int) -> Shape:
    factors, sign = _factors(node, sign)
    if any(factor[0] != "number" for factor in factors):
        factors = [factor for factor in factors if factor != ("number", Fraction(1))]
    return ("product", sign, *sorted(factors, key=repr))


def _factors(node: Node, sign: int) -> tuple[list[Shape], int]:
    match node:
        case Operation(sign="*"):
            left, sign = _factors(node.left, sign)
            right, sign = _factors(node.right, sign)
            return left + right, sign
        case Operation(sign="/"):
            left, sign = _factors(node.left, sign)
            right, sign = _factors(node.right, sign)
            return [*left, *(("under", factor) for factor in right)], sign
        case Negative():
            return _factors(node.inner, -sign)
        case Operation(sign="^", right=Constant() as power) if (
            power.value.denominator == 1 and 0 < power.value <= _LONGEST_POWER
        ):
            inner, inner_sign = _factors(node.left, 1)
            count = power.value.numerator
            return inner * count, sign * inner_sign**count
    return [_atom(node)], sign


def _atom(node: Node) -> Shape:
    match node:
        case Constant():
            return ("number", node.value)
        case Symbol():
            return ("letter", node.name)
        case Root():
            return ("root", node.degree, shape(node.inner))
        case Operation(sign="^"):
            return ("power", shape(node.left), shape(node.right))
    return shape(node)
