"""Reads a question back: a stem becomes a pattern whose slots give the parameters again.

A slot that shows a parameter bare, or through a display procedure (`sg`, `dec`, `pl`, `terms`, …),
or as a linear formula of one parameter, is inverted; every other slot is only checked. Knows no
family: it turns a stem and the kinds of its parameters into a pattern, and a match into values.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandbox.errors import FormulaError
from sandbox.maths.expressions import FAILURES, Formula, compile_formula, compile_template
from sandbox.maths.normalise import normalise

LARGEST_READ = 10**15
"""Numbers beyond this are not read as parameters of a school question."""

GAP = r"[^\d]{0,80}?"
_SIGNS = "+-*/÷^%√="
_INTEGER = r"-?\d+"
_LIST = r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)"

Observed = list[tuple[Formula, Any]]
"""What a match shows: formulas of the stem with the values read for them."""


@dataclass(frozen=True)
class _Slot:
    """How one slot looks in text, and what its groups say of its expressions."""

    regex: str
    read: Callable[[tuple[str, ...]], Observed]
    sample: str


@dataclass(frozen=True)
class Pattern:
    """A stem as a pattern over normalised text."""

    regex: re.Pattern[str]
    words: frozenset[str]
    signs: frozenset[str]
    slots: tuple[tuple[int, int, _Slot], ...]
    opens_bare: bool
    closes_bare: bool

    def matches(
        self, text: str, needed: frozenset[str]
    ) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Every place where the stem stands in the text, with the parameters that it shows."""
        for match in self.regex.finditer(text):
            # a sign that opens the stem (√, □) also matches the space before it
            start = match.end() - len(match.group().lstrip())
            if not self._stands_alone(text, start, match.end()):
                continue
            groups = match.groups()
            observed: Observed = []
            try:
                for first, count, slot in self.slots:
                    observed += slot.read(groups[first : first + count])
                values = _solve(observed, needed)
            except FAILURES:
                continue
            if values is not None:
                yield start, match.end(), values

    def _stands_alone(self, text: str, start: int, end: int) -> bool:
        """Whether a stem that begins or ends in a number is not part of a longer expression."""
        before, after = text[:start].rstrip()[-1:], text[end:].lstrip()
        if self.opens_bare:
            bracketed = before == "(" and after[:1] == ")"
            if text[start - 1 : start].isalnum() or text[start - 1 : start] in tuple(".,_"):
                return False
            # a digit before is the whole part of a mixed number
            if before and before in "+-*/÷^√(0123456789" and not bracketed:
                return False
        if self.closes_bare:
            if re.match(r"[\w^]", text[end : end + 1]) or re.match(r"[.,:]\d", text[end:]):
                return False
            if re.match(r"[*/÷^%]|[+-]\s*[\d(a-z√]", after):
                return False
        return True


def compile_pattern(stem: str, kinds: Mapping[str, str | tuple[str, ...]]) -> Pattern:
    """Turn a stem into a pattern.

    Args:
        stem: Text with `{formula}` slots; `…` stands for any words without digits.
        kinds: For each parameter "integer", "list", or the tuple of words it may be.

    Raises:
        FormulaError: a slot is no formula.
    """
    template = compile_template(stem)
    slots = [_slot(formula, kinds) for formula in template.slots]
    text, tokens = template.literals[0], {}
    for number, (slot, literal) in enumerate(zip(slots, template.literals[1:], strict=True)):
        token = slot.sample.replace("#", f"98{number:02d}7").replace("@", chr(0xE000 + number))
        tokens[token] = slot
        text += token + literal
    return _assemble(normalise(text), tokens)


def _assemble(text: str, tokens: dict[str, _Slot]) -> Pattern:
    finder = re.compile("|".join(re.escape(token) for token in tokens) or "(?!)")
    pieces, slots, group, position = [], [], 0, 0
    words: set[str] = set()
    signs: set[str] = set()
    found = list(finder.finditer(text))
    for match in [*found, None]:
        literal = text[position : match.start() if match else len(text)]
        pieces.append(_literal(literal))
        plain = re.sub(r"[^\W\d_]*…[^\W\d_]*", "…", literal)
        words |= set(re.findall(r"[a-z]{3,}", plain.lower()))
        signs |= set(literal) & set(_SIGNS)
        if match:
            slot = tokens[match.group()]
            pieces.append(slot.regex)
            count = re.compile(slot.regex).groups
            slots.append((group, count, slot))
            group, position = group + count, match.end()
    start, end = pieces[0].strip() == "", re.fullmatch(r"(\\s[*]|\[[^]]*\][*])*", pieces[-1])
    return Pattern(
        re.compile("".join(pieces), re.IGNORECASE),
        frozenset(words),
        frozenset(signs),
        tuple(slots),
        opens_bare=start or not text[:1].isalpha(),
        closes_bare=end is not None,
    )


def _literal(text: str) -> str:
    """A stretch of fixed text, free in spaces and closing punctuation."""
    out = []
    for piece in re.findall(r"…|\s+|\w+|[^\w\s]", text):
        if piece == "…":
            out.append(GAP)
        elif piece.isspace():
            out.append(r"\s+")
        elif text.strip() == ":":
            out.append(r"\s*:\s*")
        elif piece in ".,?!:;":
            out.append(r"[.,?!:;]*")
        elif piece.isalnum():
            out.append(re.escape(piece))
        else:
            out.append(rf"\s*{re.escape(piece)}\s*")
    regex = "".join(out).replace(r"\s+" + GAP, GAP).replace(GAP + r"\s+", GAP)
    return regex.replace(r"\s+\s*", r"\s*").replace(r"\s*\s+", r"\s*")


# ---------------------------------------------------------------- slots


def _slot(formula: Formula, kinds: Mapping[str, str | tuple[str, ...]]) -> _Slot:
    node = formula.tree
    if isinstance(node, ast.Name) and isinstance(kinds.get(node.id), tuple):
        return _word(node, kinds[node.id])  # type: ignore[arg-type]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        reader = _READERS.get(node.func.id)
        if reader is not None:
            return reader(node, kinds)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _Slot(re.escape(normalise(node.value)), lambda _groups: [], "@")
    return _integer(node)


def _formula(node: ast.expr) -> Formula:
    return compile_formula(ast.unparse(node))


def _integer(node: ast.expr, regex: str = rf"({_INTEGER})", sample: str = "#") -> _Slot:
    shown = _formula(node)
    return _Slot(regex, lambda groups: [(shown, _whole(groups[0]))], sample)


def _whole(text: str) -> int:
    number = int(text.replace(" ", "").replace(",", "").strip("()"))
    if abs(number) > LARGEST_READ:
        raise FormulaError(f"{text} is too large to be read")
    return number


def _word(node: ast.Name, choices: tuple[str, ...]) -> _Slot:
    known = "|".join(sorted((re.escape(choice) for choice in choices), key=len, reverse=True))
    free = r"[A-Za-z][\w'’-]*"
    if all(len(c) == 1 for c in choices):
        # a letter that ends a word, as the d of "and", is no letter of algebra
        free = r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])"
        known = rf"(?<![A-Za-z])(?:{known})"

    shown = _formula(node)

    def read(groups: tuple[str, ...]) -> Observed:
        word = next((c for c in choices if c.lower() == groups[0].lower()), groups[0])
        return [(shown, word)]

    return _Slot(f"({known}|{free})", read, "@")


def _shown(regex: str, sample: str = "#") -> Callable[..., _Slot]:
    """A procedure that shows its first argument as an integer in some dress."""
    return lambda node, _kinds: _integer(node.args[0], regex, sample)


def _plural(node: ast.Call, _kinds: object) -> _Slot:
    nouns = [
        normalise(str(ast.literal_eval(argument)))
        for argument in node.args[1:]
        if isinstance(argument, ast.Constant)
    ]
    if len(nouns) == 1:
        nouns.append(nouns[0] + "s")
    options = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    regex = rf"({_INTEGER})\s+(?:{options})" if nouns else rf"({_INTEGER})\s+[a-z]+"
    return _integer(node.args[0], regex)


def _decimal(node: ast.Call, _kinds: object) -> _Slot:
    shown, places = _formula(node.args[0]), _formula(node.args[1])
    fixed = _constant(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        written = _places(groups[0]) if fixed is None else fixed
        number = (shown, _scaled(groups[0], written))
        return [number] if fixed is not None else [number, (places, written)]

    return _Slot(r"(-?\d*\.\d+)", read, "#.5")


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


def _clock(node: ast.Call, _kinds: object) -> _Slot:
    hour, minute = _formula(node.args[0]), _formula(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        return [(hour, int(groups[0])), (minute, int(groups[1]))]

    return _Slot(r"(\d{1,2}):(\d{2})", read, "#:00")


def _pieces(text: str) -> list[str]:
    return re.split(_LIST, text)


def _listing(node: ast.Call, _kinds: object) -> _Slot:
    shown = _members(node.args[0])

    def read(groups: tuple[str, ...]) -> Observed:
        return _several(shown, tuple(_whole(piece) for piece in _pieces(groups[0])))

    return _Slot(rf"({_INTEGER}(?:{_LIST}{_INTEGER})+)", read, "#")


def _decimal_list(node: ast.Call, _kinds: object) -> _Slot:
    number = r"-?(?:\d*\.)?\d+"
    shown, places, fixed = _members(node.args[0]), _members(node.args[1]), _constant(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        pieces = _pieces(groups[0])
        written = tuple(_places(piece) if fixed is None else fixed for piece in pieces)
        scaled = tuple(_scaled(piece, count) for piece, count in zip(pieces, written, strict=True))
        lengths = [] if fixed is not None else _several(places, written)
        return [*_several(shown, scaled), *lengths]

    return _Slot(rf"({number}(?:{_LIST}{number})+)", read, "#")


def _fraction_list(node: ast.Call, _kinds: object) -> _Slot:
    number = rf"{_INTEGER}\s*/\s*\d+"
    tops, bottoms = _members(node.args[0]), _members(node.args[1])

    def read(groups: tuple[str, ...]) -> Observed:
        pairs = [piece.split("/") for piece in _pieces(groups[0])]
        return [
            *_several(tops, tuple(_whole(top) for top, _ in pairs)),
            *_several(bottoms, tuple(_whole(bottom) for _, bottom in pairs)),
        ]

    return _Slot(rf"({number}(?:{_LIST}{number})+)", read, "#")


def _members(node: ast.expr) -> Formula | tuple[Formula, ...]:
    """A list parameter as one formula, or a list written out as one formula a member."""
    return tuple(map(_formula, node.elts)) if isinstance(node, ast.Tuple) else _formula(node)


def _several(shown: Formula | tuple[Formula, ...], values: tuple[int, ...]) -> Observed:
    if isinstance(shown, Formula):
        return [(shown, values)]
    if len(shown) != len(values):
        raise FormulaError("a list of another length")
    return list(zip(shown, values, strict=True))


def _linear(node: ast.Call, kinds: object) -> _Slot:
    letter = node.args[2] if len(node.args) > 2 else ast.Constant("x")
    pairs: list[ast.expr] = [
        ast.Tuple([node.args[0], letter], ast.Load()),
        ast.Tuple([node.args[1], ast.Constant("")], ast.Load()),
    ]
    return _terms(ast.Call(node.func, pairs, []), kinds)


def _terms(node: ast.Call, _kinds: object) -> _Slot:
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

    return _Slot(regex, read, "#")


def _term(symbol: ast.expr, *, first: bool) -> str:
    sign = r"(-\s*|)" if first else r"\s*([+-])\s*"
    if not isinstance(symbol, ast.Constant):
        return rf"{sign}(\d*)([A-Za-z])(?![\w^])"
    text = normalise(str(symbol.value))
    if not text:
        return rf"{sign}(\d+)()"
    return rf"{sign}(\d*)({re.escape(text)})(?![\w^])"


_READERS: dict[str, Callable[..., _Slot]] = {
    "sg": _shown(rf"({_INTEGER})"),
    "par": _shown(rf"(\(\s*{_INTEGER}\s*\)|{_INTEGER})"),
    "com": _shown(r"(-?\d{1,3}(?:,\d{3})+|-?\d+)"),
    "words": _shown(rf"({_INTEGER})"),
    "ordn": _shown(r"(\d+)(?:st|nd|rd|th)", "#th"),
    "pl": _plural,
    "dec": _decimal,
    "hm": _clock,
    "listing": _listing,
    "decimals": _decimal_list,
    "fractions": _fraction_list,
    "terms": _terms,
    "lin": _linear,
}


# ---------------------------------------------------------------- solving


def _solve(observed: Observed, needed: frozenset[str]) -> dict[str, Any] | None:
    """The parameters that show what was observed, or None where one needed is not determined."""
    params = needed | {shown.text for shown, value in observed if isinstance(value, str)}
    values: dict[str, Any] = {}
    waiting = observed
    while waiting:
        left = [pair for pair in waiting if not _bind(*pair, values, params)]
        if len(left) == len(waiting):
            break
        waiting = left
    return None if needed - values.keys() else values


def _bind(shown: Formula, value: Any, values: dict[str, Any], params: frozenset[str]) -> bool:
    """Bind what the formula determines; True when it has nothing more to say."""
    if shown.text in params:
        if values.setdefault(shown.text, value) != value:
            raise FormulaError(f"{shown.text} is shown as {values[shown.text]} and as {value}")
        return True
    unknown = (shown.names & params) - values.keys()
    if shown.names <= values.keys() and shown(values) != value:
        raise FormulaError(f"{shown.text} is {shown(values)}, not {value}")
    if len(unknown) != 1 or shown.names - params or not isinstance(value, int):
        return not unknown
    (name,) = unknown
    at_zero, at_one = (Fraction(shown({**values, name: k})) for k in (0, 1))
    if at_zero == at_one:
        return False
    found = (value - at_zero) / (at_one - at_zero)
    if found.denominator != 1 or shown({**values, name: int(found)}) != value:
        raise FormulaError(f"{shown.text} cannot be {value}")
    values[name] = int(found)
    return True
