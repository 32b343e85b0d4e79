"""What an expression is worth at one point: where two differ there, they are not the same.

Most expressions that are compared differ, and this says so long before algebra could.
"""

import operator
from fractions import Fraction

from sandbox.maths.values.syntax import Constant, Negative, Node, Operation, Root, Symbol

MAX_BITS = 1_000
SIMPLE = {"+": operator.add, "-": operator.sub, "*": operator.mul}
"""What an operation does to two values, where it always can."""

_LARGEST_EXPONENT = 12
_MOST_BITS = 50_000


def at_a_point(node: Node) -> Fraction | int | None:
    """The value where each letter is a whole number of its own; None where there is none, or it is
    no rational number, or too much work.

    π counts as a letter: no rational expression in it is zero unless it is for every number.
    """
    match node:
        case Constant():
            return node.value if node.value.denominator != 1 else node.value.numerator
        case Symbol():
            return 2 + ord(node.name) % 31
        case Negative():
            inner = at_a_point(node.inner)
            return None if inner is None else -inner
        case Root():
            return None
    left, right = at_a_point(node.left), at_a_point(node.right)
    return None if left is None or right is None else _result(node, left, right)


def _result(node: Operation, left: Fraction | int, right: Fraction | int) -> Fraction | int | None:
    if node.sign in SIMPLE:
        value: Fraction | int = SIMPLE[node.sign](left, right)
        return value
    if node.sign == "/":
        return Fraction(left) / right if right else None
    size = max(left.numerator.bit_length(), left.denominator.bit_length())
    exponent = right.numerator
    if right.denominator != 1 or size * abs(exponent) > MAX_BITS or (exponent < 0 and not left):
        return None
    return Fraction(left) ** exponent if exponent < 0 else left**exponent


def size(node: Node) -> tuple[int, int]:
    """How large an expression gets where each letter is between 1 and 4, and how many digits it
    takes to write it out there, both in bits, roughly and rather too many than too few.

    Raises:
        OverflowError: too many to work with.
    """
    match node:
        case Constant():
            top, bottom = node.value.numerator.bit_length(), node.value.denominator.bit_length()
            return max(top - bottom, 0) + 1, top + bottom
        case Symbol():
            return 2, 12
        case Negative() | Root():
            return size(node.inner)
    (large, long), (by, bylong) = size(node.left), size(node.right)
    if node.sign in ("+", "-"):
        found = max(large, by) + 1, long + bylong
    elif node.sign == "*":
        found = large + by, long + bylong
    elif node.sign == "/":
        found = large + bylong, long + bylong
    else:  # a base near zero, with an exponent below it, is as large as it is long
        if by > _LARGEST_EXPONENT:
            raise OverflowError("an exponent too large to work with")
        found = long << by, long << by
    if max(found) > _MOST_BITS:
        raise OverflowError("a number too large to work with")
    return found
