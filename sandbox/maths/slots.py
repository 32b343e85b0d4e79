"""What one slot of a stem looks like in text, and what its text says of the parameters.

A slot that shows a parameter bare, or through a display procedure (`sg`, `dec`, `pl`, `terms`, …),
or as a linear formula of one parameter, can be inverted; every other slot is only checked. Knows no
stem and no family.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Any

from sandbox.errors import FormulaError
from sandbox.maths.expressions import Formula, compile_formula
from sandbox.maths.normalise import normalise

LARGEST_READ = 10**15
"""Numbers beyond this are not read as parameters of a school question."""
LONGEST_LIST = 40
"""Lists are read up to this many members."""

ANYTHING = "…"
"""What stands in a shape for text that may be anything."""

DECIMAL, LETTER = ".0", " x "
"""The signs of a text that holds a decimal, and a letter of algebra: one that is no part of a word.
Unlike the other signs they are no characters."""
LONE_LETTER = r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])"

_INTEGER = r"[-\d]\d*(?<=\d)"
"""-?\\d+, written so that a search leaps to where a number may begin."""
_LIST = r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)"

_LISTED = f"0{ANYTHING}0"
_WORDS = re.compile(r"[A-Za-z ]*")

Kinds = Mapping[str, str | tuple[str, ...]]
"""For each parameter "integer", "list", or the tuple of words it may be."""
Observed = list[tuple[Formula, Any]]
"""What a match shows: formulas of the stem with the values read for them."""


@dataclass(frozen=True)
class Slot:
    """How one slot looks in text, and what its groups say of its expressions.

    `sample` is an example of its text, with "#" where a number stands and "@" where a word does.
    `shape` is what its text always looks like: 0 for digits, `ANYTHING` for the rest.
    `one_of` are signs one of which always stands in its text; empty where there are none such.
    """

    regex: str
    read: Callable[[tuple[str, ...]], Observed]
    sample: str
    shape: str = ANYTHING
    one_of: frozenset[str] = frozenset()


def slot_for(formula: Formula, kinds: Kinds) -> Slot:
    """The slot that shows a formula.

    Raises:
        FormulaError: it is shown in a way that cannot be read back.
    """
    node = formula.tree
    if isinstance(node, ast.Name) and isinstance(kinds.get(node.id), tuple):
        return _word(node, kinds[node.id])  # type: ignore[arg-type]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        reader = _READERS.get(node.func.id)
        if reader is not None:
            return reader(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Slot(re.escape(normalise(node.value)), lambda _groups: [], "@")
    return _integer(node)


def _formula(node: ast.expr) -> Formula:
    return compile_formula(ast.unparse(node))


def _integer(
    node: ast.expr, regex: str = rf"({_INTEGER})", sample: str = "#", shape: str = "0"
) -> Slot:
    shown = _formula(node)
    return Slot(regex, lambda groups: [(shown, _whole(groups[0]))], sample, shape)


def _whole(text: str) -> int:
    bare = text if text.isdecimal() else text.replace(" ", "").replace(",", "").strip("()")
    number = int(bare)
    if abs(number) > LARGEST_READ:
        raise FormulaError(f"{text} is too large to be read")
    return number


def _word(node: ast.Name, choices: tuple[str, ...]) -> Slot:
    known = "|".join(sorted((re.escape(choice) for choice in choices), key=len, reverse=True))
    free = r"[A-Za-z][\w'’-]*"
    if all(len(c) == 1 for c in choices):
        # a letter that ends a word, as the d of "and", is no letter of algebra
        free = LONE_LETTER
        known = rf"(?<![A-Za-z])(?:{known})"

    shown = _formula(node)

    def read(groups: tuple[str, ...]) -> Observed:
        word = next((c for c in choices if c.lower() == groups[0].lower()), groups[0])
        return [(shown, word)]

    if all(len(c) == 1 and not c.isalnum() for c in choices):
        # no name or letter stands for a relation sign, and few texts hold one
        return Slot(f"({known})", read, "@", one_of=frozenset(choices))
    one_of = {LETTER} if free == LONE_LETTER else ()
    return Slot(f"({known}|{free})", read, "@", one_of=frozenset(one_of))


def _shown(regex: str, sample: str = "#", shape: str = "0") -> Callable[..., Slot]:
    """A procedure that shows its first argument as an integer in some dress."""
    return lambda node: _integer(node.args[0], regex, sample, shape)


def _plural(node: ast.Call) -> Slot:
    nouns = [
        normalise(str(ast.literal_eval(argument)))
        for argument in node.args[1:]
        if isinstance(argument, ast.Constant)
    ]
    if len(nouns) == 1:
        nouns.append(nouns[0] + "s")
    options = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    regex = rf"({_INTEGER})\s+(?:{options})" if nouns else rf"({_INTEGER})\s+[a-z]+"
    # what singular and plural begin with alike: "significant figure"
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*nouns, strict=False))
    words = _WORDS.match("".join(letters[0] for letters in alike))
    return _integer(node.args[0], regex, shape=f"0{words[0] if words else ''}{ANYTHING}")


def _decimal(node: ast.Call) -> Slot:
    shown, places = _formula(node.args[0]), _formula(node.args[1])
    fixed = _constant(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        written = _places(groups[0]) if fixed is None else fixed
        number = (shown, _scaled(groups[0], written))
        return [number] if fixed is not None else [number, (places, written)]

    return Slot(r"(-?\d*\.\d+)", read, "#.5", "0", frozenset({DECIMAL}))


def _constant(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _places(text: str) -> int:
    return len(text.partition(".")[2])


def _scaled(text: str, places: int) -> int:
    """The integer that shows as this decimal when scaled by 10^−places."""
    shifted = Fraction(text) * 10**places
    if shifted.denominator != 1:
        raise FormulaError(f"{text} has more than {places} decimal places")
    return _whole(str(shifted.numerator))


def _clock(node: ast.Call) -> Slot:
    hour, minute = _formula(node.args[0]), _formula(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        return [(hour, int(groups[0])), (minute, int(groups[1]))]

    return Slot(r"(\d{1,2}):(\d{2})", read, "#:00", "0")


def _pieces(text: str) -> list[str]:
    return re.split(_LIST, text)


def _listing(node: ast.Call) -> Slot:
    shown = _members(node.args[0])

    def read(groups: tuple[str, ...]) -> Observed:
        return _several(shown, tuple(_whole(piece) for piece in _pieces(groups[0])))

    return Slot(rf"({_INTEGER}(?:{_LIST}{_INTEGER}){{1,{LONGEST_LIST}}})", read, "#", _LISTED)


def _decimal_list(node: ast.Call) -> Slot:
    number = r"-?(?:\d*\.)?\d+"
    shown, places, fixed = _members(node.args[0]), _members(node.args[1]), _constant(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        pieces = _pieces(groups[0])
        written = tuple(_places(piece) if fixed is None else fixed for piece in pieces)
        scaled = tuple(_scaled(piece, count) for piece, count in zip(pieces, written, strict=True))
        lengths = [] if fixed is not None else _several(places, written)
        return [*_several(shown, scaled), *lengths]

    return Slot(rf"({number}(?:{_LIST}{number}){{1,{LONGEST_LIST}}})", read, "#", _LISTED)


def _fraction_list(node: ast.Call) -> Slot:
    number = rf"{_INTEGER}\s*/\s*\d+"
    tops, bottoms = _members(node.args[0]), _members(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        pairs = [piece.split("/") for piece in _pieces(groups[0])]
        return [
            *_several(tops, tuple(_whole(top) for top, _ in pairs)),
            *_several(bottoms, tuple(_whole(bottom) for _, bottom in pairs)),
        ]

    return Slot(rf"({number}(?:{_LIST}{number}){{1,{LONGEST_LIST}}})", read, "#", _LISTED)


def _members(node: ast.expr) -> Formula | tuple[Formula, ...]:
    """A list parameter as one formula, or a list written out as one formula a member."""
    return tuple(map(_formula, node.elts)) if isinstance(node, ast.Tuple) else _formula(node)


def _several(shown: Formula | tuple[Formula, ...], values: tuple[int, ...]) -> Observed:
    if isinstance(shown, Formula):
        return [(shown, values)]
    if len(shown) != len(values):
        raise FormulaError("a list of another length")
    return list(zip(shown, values, strict=True))


def _linear(node: ast.Call) -> Slot:
    letter = node.args[2] if len(node.args) > 2 else ast.Constant("x")
    pairs: list[ast.expr] = [
        ast.Tuple([node.args[0], letter], ast.Load()),
        ast.Tuple([node.args[1], ast.Constant("")], ast.Load()),
    ]
    return _terms(ast.Call(node.func, pairs, []))


def _terms(node: ast.Call) -> Slot:
    pairs = [pair.elts for pair in node.args if isinstance(pair, ast.Tuple) and len(pair.elts) == 2]
    if len(pairs) != len(node.args):
        raise FormulaError("terms(…) in a stem takes (coefficient, symbol) pairs")
    regex = "".join(_term(symbol, first=not k) for k, (_, symbol) in enumerate(pairs))
    coefficients = [_formula(coefficient) for coefficient, _ in pairs]
    letters = [None if isinstance(s, ast.Constant) else _formula(s) for _, s in pairs]

    def read(groups: tuple[str, ...]) -> Observed:
        observed: Observed = []
        for k, (coefficient, letter) in enumerate(zip(coefficients, letters, strict=True)):
            sign, number, written = groups[3 * k : 3 * k + 3]
            size = _whole(number or "1")
            observed.append((coefficient, -size if sign.strip() == "-" else size))
            if letter is not None:
                observed.append((letter, written))
        return observed

    named = {LETTER} if any(letters) else ()
    return Slot(regex, read, "#", one_of=frozenset(named))


def _term(symbol: ast.expr, *, first: bool) -> str:
    sign = r"(-\s*|)" if first else r"\s*([+-])\s*"
    if not isinstance(symbol, ast.Constant):
        return rf"{sign}(\d*)((?<![A-Za-z])[A-Za-z])(?![\w^])"
    text = normalise(str(symbol.value))
    if not text:
        return rf"{sign}(\d+)()"
    return rf"{sign}(\d*)({re.escape(text)})(?![\w^])"


_READERS: dict[str, Callable[..., Slot]] = {
    "sg": _shown(rf"({_INTEGER})"),
    "par": _shown(rf"(\(\s*{_INTEGER}\s*\)|{_INTEGER})", shape=f"{ANYTHING}0{ANYTHING}"),
    "com": _shown(r"(-?\d{1,3}(?:,\d{3})+|-?\d+)"),
    "words": _shown(rf"({_INTEGER})"),
    "ordn": _shown(r"(\d+)(?:st|nd|rd|th)", "#th", f"0{ANYTHING}"),
    "pl": _plural,
    "dec": _decimal,
    "hm": _clock,
    "listing": _listing,
    "decimals": _decimal_list,
    "fractions": _fraction_list,
    "terms": _terms,
    "lin": _linear,
}
