"""The form of a mathematical text: what kinds of numbers, letters and signs stand in which order.

"3/4 + 1 1/2 =" and "2/5 + 3 1/3 =" have one skeleton. Knows no values and no questions.
"""

from __future__ import annotations

import re
from collections import Counter

from sandbox.maths.normalise import normalise

LONGEST = 2_000
"""Only the last this many characters of a text are looked at."""
RUN = 3
"""The longest run of neighbouring tokens that counts as one mark of the form."""

_TOKEN = re.compile(
    r"(?P<mixed>\d+ \d+/\d+)|(?P<fraction>\d+/\d+)|(?P<percent>\d*\.?\d+%)"
    r"|(?P<money>[$£€]\d*\.?\d+)|(?P<decimal>\d*\.\d+)|(?P<whole>\d+)"
    r"|(?P<letter>(?<![A-Za-z'’])[A-Za-z](?![A-Za-z'’]))|(?P<word>[A-Za-z][A-Za-z'’-]*)"
    r"|(?P<sign>[-+*÷/^=<>≤≥√π_□()|])"
)
_ARTICLES = frozenset("aAI")


def skeleton(text: str) -> tuple[str, ...]:
    """The tokens of a text's form, in order; words between them count as one "word"."""
    tokens: list[str] = []
    for match in _TOKEN.finditer(normalise(text[-LONGEST:])):
        kind = str(match.lastgroup)
        if kind == "sign":
            kind = match[0]
        elif kind == "letter" and match[0] in _ARTICLES:
            kind = "word"
        if kind != "word" or tokens[-1:] != ["word"]:
            tokens.append(kind)
    return tuple(tokens)


def form_marks(text: str) -> Counter[str]:
    """The runs of one to `RUN` tokens of the skeleton, as often as they stand there."""
    tokens = skeleton(text)
    return Counter(
        " ".join(tokens[start : start + length])
        for length in range(1, RUN + 1)
        for start in range(len(tokens) - length + 1)
        if tokens[start : start + length] != ("word",)
    )
