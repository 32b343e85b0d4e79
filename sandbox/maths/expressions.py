"""The formula language of the content: a small, whitelisted subset of Python expressions.

Names, integers, strings, tuples, arithmetic, comparisons, `and or not`, `x if c else y`, indexing,
slices and calls of the procedures. No attributes, no lambdas, no comprehensions, no builtins, no
floats. A formula is checked when it is read and compiled when it is first used; every operation
that can grow is guarded, so that no content, even a stranger's, can make a number, a text or a list
explode. Knows no family and no file.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sandbox.errors import FormulaError
from sandbox.maths.procedures import PROCEDURES
from sandbox.maths.written import signed

MAX_LENGTH = 400
MAX_DEPTH = 40
MAX_BITS = 4096
MAX_ITEMS = 4096

_EXACT = frozenset({int, Fraction})

_ALLOWED = frozenset({
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Name, ast.Load,
    ast.Constant, ast.Tuple, ast.Subscript, ast.Slice, ast.Call,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub, ast.UAdd,
    ast.Not, ast.And, ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In,
    ast.NotIn,
})  # fmt: skip

FAILURES = (
    ArithmeticError,
    FormulaError,
    IndexError,
    KeyError,
    NameError,
    TypeError,
    ValueError,
)
"""What evaluating a formula may raise on parameters it does not fit."""


@dataclass(frozen=True)
class Formula:
    """A formula: call it with the values of its names."""

    text: str
    names: frozenset[str]

    @property
    def tree(self) -> ast.expr:
        """The formula as a tree, made anew: few ask for it, and thousands of trees are a load."""
        return ast.parse(self.text, mode="eval").body

    @cached_property
    def _code(self) -> CodeType:
        guarded = _Guard().visit(ast.parse(self.text, mode="eval"))
        return compile(guarded, f"<formula {self.text}>", "eval")

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """The value under the given names. Raises one of `FAILURES` when it has none."""
        return eval(self._code, _GLOBALS, values)  # noqa: S307 - whitelisted


@lru_cache(maxsize=20_000)
def compile_formula(text: str) -> Formula:
    """Check a formula against the whitelist.

    Raises:
        FormulaError: it is too long, too deep, not an expression, or uses what is not allowed.
    """
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"a formula has at most {MAX_LENGTH} characters, not {len(text)}")
    text = text.strip()
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise FormulaError(f"{text!r} is not an expression: {error}") from error
    names: set[str] = set()
    _check(tree, text, names, 0)
    return Formula(text, frozenset(names))


def cost_of(formula: Formula) -> int:
    """How many procedures a formula calls: what its evaluation costs, roughly."""
    return sum(isinstance(node, ast.Call) for node in ast.walk(formula.tree))


def outcomes(formula: Formula) -> frozenset[object] | None:
    """All that a formula can give, where that is known beforehand: the result of a procedure that
    says by a `Literal` what it returns. None where it may give anything."""
    tree = formula.tree
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return None
    result = get_type_hints(PROCEDURES[tree.func.id]).get("return")
    return frozenset(get_args(result)) if get_origin(result) is Literal else None


def all_of(formulas: Sequence[Formula]) -> Formula:
    """The formula that is true where all of these are, in one evaluation."""
    text = " and ".join(f"({formula.text})" for formula in formulas) or "1"
    names = frozenset().union(*(formula.names for formula in formulas))
    return Formula(text, names)


def _check(node: ast.AST, text: str, names: set[str], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FormulaError(f"{text!r} is nested deeper than {MAX_DEPTH}")
    if type(node) not in _ALLOWED:
        raise FormulaError(f"{text!r} uses {type(node).__name__}, which formulas may not")
    if isinstance(node, ast.Constant) and type(node.value) not in (int, str):
        raise FormulaError(f"{text!r} holds {node.value!r}; write integers, F(a, b) or strings")
    if isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Name) or node.func.id not in PROCEDURES:
            called = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
            raise FormulaError(f"{text!r} calls {called!r}, which is not a procedure")
        if node.keywords:
            raise FormulaError(f"{text!r} passes a keyword; procedures take positions only")
        for argument in node.args:
            _check(argument, text, names, depth + 1)
        return
    if isinstance(node, ast.Name):
        if node.id.startswith("_"):
            raise FormulaError(f"{text!r} uses the name {node.id!r}; names do not start with _")
        if node.id in PROCEDURES:
            raise FormulaError(f"{text!r} uses the procedure {node.id!r} without calling it")
        names.add(node.id)
    for child in ast.iter_child_nodes(node):
        _check(child, text, names, depth + 1)


class _Guard(ast.NodeTransformer):
    """Sends arithmetic through the guarded operations."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        called = ast.copy_location(ast.Name(_GUARDED[type(node.op)], ast.Load()), node)
        return ast.copy_location(ast.Call(called, [node.left, node.right], []), node)


def bounded(value: Any) -> Any:
    """The value of a formula, if it is of a size that an answer may have.

    Raises:
        FormulaError: a number beyond `MAX_BITS`, or a text or list beyond `MAX_ITEMS` in all.
    """
    if type(value) is int:
        if value.bit_length() > MAX_BITS:
            raise FormulaError(f"a number grew beyond {MAX_BITS} bits")
    elif type(value) is Fraction:  # to ask whether it is one of a class takes longer
        bounded(value.numerator)
        bounded(value.denominator)
    elif isinstance(value, (str, tuple, frozenset)):
        _room(value, MAX_ITEMS, MAX_DEPTH)
    return value


def _room(value: Any, room: int, depth: int) -> int:
    """What is left of `room` after the letters and members of the value, however nested."""
    room -= len(value) if isinstance(value, str) else 1
    if room < 0 or depth < 0:
        raise FormulaError(f"a text or list grew beyond {MAX_ITEMS}")
    if isinstance(value, tuple | frozenset):
        for member in value:
            room = _room(member, room, depth - 1)
    return room


def _numbers(left: Any, right: Any, sign: str) -> None:
    if type(left) in _EXACT and type(right) in _EXACT:
        return
    if not isinstance(left, int | Fraction) or not isinstance(right, int | Fraction):
        raise FormulaError(f"{sign} takes numbers, not {left!r} and {right!r}")


def _add(left: Any, right: Any) -> Any:
    total = left + right
    # a formula is too short for sums of whole numbers to grow beyond bounds
    return total if type(total) is int else bounded(total)


def _subtract(left: Any, right: Any) -> Any:
    rest = left - right
    return rest if type(rest) is int else bounded(rest)


def _multiply(left: Any, right: Any) -> Any:
    if type(left) not in _EXACT or type(right) not in _EXACT:
        _numbers(left, right, "*")
    return bounded(left * right)


def _divide(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return Fraction(left, right)
    _numbers(left, right, "/")
    return bounded(Fraction(left) / Fraction(right))


def _floor_divide(left: Any, right: Any) -> Any:
    if type(left) is int and type(right) is int:
        return left // right
    return bounded(left // right)


def _modulo(left: Any, right: Any) -> Any:
    # "text" % tuple would be a format string
    if type(left) not in _EXACT or type(right) not in _EXACT:
        _numbers(left, right, "%")
    return left % right


def _power(base: Any, exponent: Any) -> Any:
    _numbers(base, exponent, "**")
    if exponent.denominator != 1:
        raise FormulaError("** takes a whole exponent; use root(n) for a square root")
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > MAX_BITS:
        raise FormulaError(f"a power grew beyond {MAX_BITS} bits")
    if type(base) is int and exponent >= 0:
        return base ** int(exponent)
    power = Fraction(base) ** int(exponent)
    return int(power) if power.denominator == 1 else power


_GUARDED: Mapping[type[ast.operator], str] = {
    ast.Add: "_add",
    ast.Sub: "_subtract",
    ast.Mult: "_multiply",
    ast.Div: "_divide",
    ast.FloorDiv: "_floor_divide",
    ast.Mod: "_modulo",
    ast.Pow: "_power",
}

_GLOBALS: dict[str, Any] = {
    **PROCEDURES,
    "_add": _add,
    "_subtract": _subtract,
    "_multiply": _multiply,
    "_divide": _divide,
    "_floor_divide": _floor_divide,
    "_modulo": _modulo,
    "_power": _power,
    "__builtins__": {},
}


@dataclass(frozen=True)
class Template:
    """Text with `{formula}` slots."""

    text: str
    literals: tuple[str, ...]
    slots: tuple[Formula, ...]

    def render(self, values: Mapping[str, Any]) -> str:
        """The text with every slot shown. Raises one of `FAILURES` when a slot has no value."""
        pieces = [self.literals[0]]
        for name, slot, literal in self._filled:
            pieces += (show(values[name] if name else slot(values)), literal)
        return "".join(pieces)

    @cached_property
    def _filled(self) -> tuple[tuple[str, Formula, str], ...]:
        """Each slot, the name that it is if it is no more than that, and what follows it."""
        names = [slot.text if slot.text.isidentifier() else "" for slot in self.slots]
        return tuple(zip(names, self.slots, self.literals[1:], strict=True))

    @property
    def names(self) -> frozenset[str]:
        """Every name a slot uses."""
        return frozenset().union(*(slot.names for slot in self.slots))


@lru_cache(maxsize=20_000)
def compile_template(text: str) -> Template:
    """Split a text at its `{formula}` slots and compile them.

    Raises:
        FormulaError: a brace is unbalanced, or a slot is no allowed formula.
    """
    literals, slots, rest = [], [], text
    while "{" in rest:
        literal, rest = rest.split("{", 1)
        if "}" not in rest:
            raise FormulaError(f"{text!r} opens a brace that it does not close")
        slot, rest = rest.split("}", 1)
        literals.append(literal)
        slots.append(compile_formula(slot))
    literals.append(rest)
    if any("}" in literal for literal in literals):
        raise FormulaError(f"{text!r} closes a brace that it did not open")
    return Template(text, tuple(literals), tuple(slots))


def show(value: Any) -> str:
    """A slot's value in running text: exact numbers with a true minus sign, the rest by `str`."""
    if type(value) is str:
        return value
    if type(value) in _EXACT:
        return signed(value)
    return str(value)
