"""A small, bounded parser for written mathematics in plain form. Evaluates nothing."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

MAX_LENGTH = 200
MAX_DEPTH = 24
MAX_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Constant:
    """A number; `text` is how it was written."""

    value: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """One letter, or π."""

    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus something."""

    inner: "Node"


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands; division by a bar and by ÷ are the same operation."""

    sign: Literal["+", "-", "*", "/", "^"]
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Root:
    """The root of that degree."""

    degree: int
    inner: "Node"


Node = Constant | Symbol | Negative | Operation | Root


class NotAnExpressionError(ValueError):
    """The text is no expression this parser reads; the message says why."""


_TOKEN = re.compile(
    r" ?(?:(?P<mixed>\d+ \d+/\d+)|(?P<fraction>(?<![\^/.√∛∜])\d+/\d+(?![\d.^/]))"
    r"|(?P<number>\d+\.?\d*|\.\d+)(?P<percent>%)?|(?P<root>√|∛|∜|sqrt\b)"
    r"|(?P<word>[A-Za-z]+|[α-ωΑ-Ω])|(?P<sign>[-+*÷/^()\[\]]))"
)
_PROSE = re.compile(r"[A-Za-z\d)] (?!pi\b|sqrt\b)[A-Za-z]{2}|(?<!\bpi)(?<=[A-Za-z]{2}) [A-Za-z\d]")
_DEGREES = {"√": 2, "sqrt": 2, "∛": 3, "∜": 4}
_LONGEST_PRODUCT = 3


def parse(text: str) -> Node:
    """Parse an expression in plain form.

    Raises:
        NotAnExpressionError: Too long, too deep, or not an expression.
    """
    if len(text) > MAX_LENGTH:
        raise NotAnExpressionError(f"longer than {MAX_LENGTH} characters")
    return _Parser(_tokens(text)).whole()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: Literal["number", "symbol", "root", "sign", "end"]
    text: str
    value: Fraction = Fraction(0)


def _tokens(text: str) -> list[_Token]:
    out: list[_Token] = []
    position, text = 0, text.strip()
    if _PROSE.search(text):
        raise NotAnExpressionError("words")
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise NotAnExpressionError(f"{text[position]!r} has no meaning in an expression")
        out.extend(_read_token(match))
        position = match.end()
    return [*out, _Token("end", "the end")]


def _read_token(match: re.Match[str]) -> list[_Token]:
    if match["mixed"] or match["fraction"]:
        # a tight fraction is one number, so that 1/2 ÷ 3/4 divides by three quarters
        return [_written_fraction(match["mixed"] or match["fraction"])]
    if match["number"]:
        if len(match["number"]) > MAX_DIGITS:
            raise NotAnExpressionError(f"a number of more than {MAX_DIGITS} digits")
        value = Fraction(match["number"].rstrip("."))
        if match["percent"]:
            return [_Token("number", match["number"] + "%", value / 100)]
        return [_Token("number", match["number"], value)]
    if match["root"]:
        return [_Token("root", match["root"])]
    if match["word"]:
        return _letters(match["word"])
    return [_Token("sign", {"÷": "/", "[": "(", "]": ")"}.get(match["sign"], match["sign"]))]


def _written_fraction(text: str) -> _Token:
    numbers = re.split("[ /]", text)
    if max(map(len, numbers)) > MAX_DIGITS:
        raise NotAnExpressionError(f"a number of more than {MAX_DIGITS} digits")
    *whole, top, bottom = map(int, numbers)
    if bottom == 0:
        raise NotAnExpressionError("division by zero")
    return _Token("number", text, sum(whole) + Fraction(top, bottom))


def _letters(word: str) -> list[_Token]:
    if word.lower() == "pi":
        return [_Token("symbol", "π")]
    if len(word) > _LONGEST_PRODUCT:
        raise NotAnExpressionError(f"the word {word!r}" if len(word) < 30 else "a long word")
    return [_Token("symbol", letter) for letter in word]


class _Parser:
    """Recursive descent: sum, product (with implied multiplication), sign, power, atom."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    def whole(self) -> Node:
        node = self.sum()
        if self.next().kind != "end":
            raise NotAnExpressionError(f"unexpected {self.next().text}")
        return node

    def next(self) -> _Token:
        return self.tokens[self.position]

    def takes(self, signs: str) -> str:
        token = self.next()
        if token.kind == "sign" and token.text in signs:
            self.position += 1
            return token.text
        return ""

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotAnExpressionError(f"brackets or signs nested more than {MAX_DEPTH} deep")
        node = self.product()
        while sign := self.takes("+-"):
            node = Operation("+" if sign == "+" else "-", node, self.product())
        self.depth -= 1
        return node

    def product(self) -> Node:
        node = self.signed()
        while True:
            if sign := self.takes("*/"):
                node = Operation("*" if sign == "*" else "/", node, self.signed())
            elif self.implies_product():
                node = Operation("*", node, self.power())
            else:
                return node

    def implies_product(self) -> bool:
        token = self.next()
        if token.kind == "number":
            return self.tokens[self.position - 1].text == ")"
        return token.kind in {"symbol", "root"} or (token.kind == "sign" and token.text == "(")

    def signed(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotAnExpressionError(f"brackets or signs nested more than {MAX_DEPTH} deep")
        sign = self.takes("+-")
        inner = self.signed() if sign else self.power()
        self.depth -= 1
        return Negative(inner) if sign == "-" else inner

    def power(self) -> Node:
        base = self.atom()
        if self.takes("^"):
            return Operation("^", base, self.signed())
        return base

    def atom(self) -> Node:
        token = self.next()
        self.position += 1
        if token.kind == "number":
            return Constant(token.value, token.text)
        if token.kind == "symbol":
            return Symbol(token.text)
        if token.kind == "root":
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise NotAnExpressionError(f"roots nested more than {MAX_DEPTH} deep")
            inner = self.atom()
            self.depth -= 1
            return Root(_DEGREES[token.text], inner)
        if token.text == "(":
            node = self.sum()
            if not self.takes(")"):
                raise NotAnExpressionError("a bracket is not closed")
            return node
        raise NotAnExpressionError(
            f"unexpected {token.text}" if token.kind == "sign" else "it stops too early"
        )
