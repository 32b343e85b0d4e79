"""Reads what stands in a model's reply: what is said apart from the reasoning, and JSON objects,
also sloppy ones. Knows no model, no schema and no score.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LONGEST = 200_000
"""Only the last this many characters of a reply are read."""

DEEPEST = 60
"""How deep objects may be nested."""

MOST_READ = 1_000_000
"""How many characters are read in all while opening braces are tried one after another."""

_TAG = r"(?P<tag>think|thinking|reasoning)"
_PAIRED = re.compile(rf"<{_TAG}>(?P<thought>.*?)</(?P=tag)>", re.S | re.I)
_ONLY_CLOSED = re.compile(rf"\A(?P<thought>.*)</{_TAG}>", re.S | re.I)
_ONLY_OPENED = re.compile(rf"<{_TAG}>(?P<thought>.*)\Z", re.S | re.I)
_HALF_TAG = re.compile(r"</?[a-z]{0,9}\Z", re.I)

_SPACE = re.compile(r"(?:\s|//[^\n]*\n)*")
_BARE = re.compile(r"[^\s,:{}\[\]\"'“”](?:(?!//)[^,:{}\[\]\"\n])*")
_QUOTES = {'"': '"', "'": "'", "“": "”"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "/": "/", "\\": "\\"}
_LATEX = re.compile(r"(?:[bf][a-z]|r[a-z]|n(?:eq|e|ot|u)\b|t(?:imes|ext|frac|heta|an|o\b|riangle))")
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)\Z")
_REAL = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")


@dataclass(frozen=True)
class Found:
    """A JSON object read from a reply, or the beginning of one (`is_cut`) that never closes."""

    value: dict[str, Any]
    is_cut: bool = False


def parted(reply: str) -> tuple[str, str]:
    """What a reply says, and the reasoning in it, also where a reasoning tag has no partner."""
    reasoning = []

    def keep(match: re.Match[str]) -> str:
        reasoning.append(match["thought"].strip())
        return " "

    text = reply[-LONGEST:]
    for form in (_PAIRED, _ONLY_CLOSED, _ONLY_OPENED):
        text = form.sub(keep, text)
    return text.strip(), "\n\n".join(part for part in reasoning if part)


def spoken(reply: str) -> str:
    """The reply without its reasoning."""
    return parted(reply)[0]


def spoken_so_far(begun: str) -> str:
    """What may be shown of a reply that is still being written: a tag that begins is held back."""
    return spoken(_HALF_TAG.sub("", begun))


def objects(text: str) -> Iterator[Found]:
    """The outermost JSON objects of a text, in order; around them anything may stand.

    Forgives trailing commas, single and curly quotes, keys without quotes, Python's constants,
    comments, line breaks and LaTeX commands inside strings. A value without quotes that is no
    number is text."""
    position, room = 0, MOST_READ
    while room > 0 and (start := text.find("{", position)) >= 0:
        reader = _Reader(text, start)
        try:
            value = reader.object(0)
        except _CutError:
            yield Found(reader.begun, is_cut=True)
            position = start + 1
        except _NotJsonError:
            position = start + 1
        else:
            yield Found(value)
            position = reader.at
        room -= 10 + reader.at - start


class _NotJsonError(Exception):
    """This is no JSON, however forgivingly it is read."""


class _CutError(Exception):
    """The text ends before the object does."""


class _Reader:
    """Reads one value; `at` is where it stands in the text."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.begun: dict[str, Any] = {}

    def _next(self) -> str:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        if self.at >= len(self.text):
            raise _CutError
        return self.text[self.at]

    def object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        if depth == 0:
            self.begun = members
        if depth > DEEPEST:
            raise _NotJsonError
        self.at += 1
        while self._next() != "}":
            key = self._key()
            if self._next() != ":":
                raise _NotJsonError
            self.at += 1
            members[key] = self._value(depth)
            self._separator("}")
        self.at += 1
        return members

    def _list(self, depth: int) -> list[Any]:
        values: list[Any] = []
        if depth > DEEPEST:
            raise _NotJsonError
        self.at += 1
        while self._next() != "]":
            values.append(self._value(depth))
            self._separator("]")
        self.at += 1
        return values

    def _separator(self, closing: str) -> None:
        mark = self._next()
        if mark == ",":
            self.at += 1
        elif mark != closing:
            raise _NotJsonError

    def _key(self) -> str:
        return self._string() if self._next() in _QUOTES else str(self._bare())

    def _value(self, depth: int) -> Any:
        mark = self._next()
        if mark == "{":
            return self.object(depth + 1)
        if mark == "[":
            return self._list(depth + 1)
        return self._string() if mark in _QUOTES else _constant(self._bare())

    def _bare(self) -> str:
        match = _BARE.match(self.text, self.at)
        if not match:
            raise _NotJsonError
        if match.end() == len(self.text):
            raise _CutError
        self.at = match.end()
        return match[0].strip()

    def _string(self) -> str:
        closing = _QUOTES[self.text[self.at]]
        written: list[str] = []
        self.at += 1
        while True:
            if self.at >= len(self.text):
                raise _CutError
            mark = self.text[self.at]
            if mark == closing and (closing != "'" or self._ends_here()):
                self.at += 1
                return "".join(written)
            written.append(self._escaped() if mark == "\\" else mark)
            self.at += mark != "\\"

    def _ends_here(self) -> bool:
        """Whether a single quote closes its string: an apostrophe is followed by a letter."""
        after = _SPACE.match(self.text, self.at + 1)
        end = after.end() if after else self.at + 1
        return end >= len(self.text) or self.text[end] in ",:}]"

    def _escaped(self) -> str:
        mark = self.text[self.at + 1 : self.at + 2]
        if not mark:
            raise _CutError
        if mark == "u":
            return self._code_point()
        if mark in _ESCAPES and not _LATEX.match(self.text, self.at + 1):
            self.at += 2
            return _ESCAPES[mark]
        self.at += 1
        return "\\"

    def _code_point(self) -> str:
        digits = self.text[self.at + 2 : self.at + 6]
        if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
            self.at += 1
            return "\\"
        self.at += 6
        high = int(digits, 16)
        low = re.match(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})", self.text[self.at : self.at + 6])
        if 0xD800 <= high < 0xDC00 and low:
            self.at += 6
            return chr(0x10000 + ((high - 0xD800) << 10) + int(low[1], 16) - 0xDC00)
        return "\ufffd" if 0xD800 <= high < 0xE000 else chr(high)


def _constant(bare: str) -> Any:
    if bare.lower() in _WORDS:
        return _WORDS[bare.lower()]
    if _INTEGER.match(bare) and len(bare) < 4_000:
        return int(bare)
    return float(bare) if _REAL.match(bare) else bare
