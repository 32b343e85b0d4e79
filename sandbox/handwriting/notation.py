"""Reads a line of working as notation: fractions, powers, roots, and plain characters between.

"2 1/3 × √16 = x^2" becomes words of nodes. What is stacked follows how pupils write: 3/4, x/4 and
(a + b)/2 are, km/h is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """Plain characters."""

    text: str


@dataclass(frozen=True)
class Stacked:
    """A fraction written with a bar."""

    top: tuple[Node, ...]
    under: tuple[Node, ...]


@dataclass(frozen=True)
class Raised:
    """An exponent."""

    inner: tuple[Node, ...]


@dataclass(frozen=True)
class Rooted:
    """What stands under a root sign."""

    inner: tuple[Node, ...]


Node = Text | Stacked | Raised | Rooted

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))

_GROUP = r"\((?:[^()/]|\([^()/]*\))*\)"
_TERM = rf"(?:−?\d+(?:\.\d+)?[a-z]?|[a-z](?:[²³]|\^\d)?|\d*{_GROUP}|√\d+|π)"
_FRACTION = re.compile(rf"(?P<top>{_TERM})/(?P<under>{_TERM})(?![\w/(])")
_RATE = re.compile(r"(?<=\d )[a-z]{1,2}/[a-z]{1,3}|[a-z]{2,}/[a-z]+")
_POWER = re.compile(r"\^(?P<group>\([^()]*\))|\^(?P<plain>−?(?:\d+|[a-z]))")
_ROOT = re.compile(r"√(?:(?P<group>\((?:[^()]|\([^()]*\))*\))|(?P<plain>\d+(?:\.\d+)?|[a-z]))")


def words_of(line: str) -> tuple[tuple[Node, ...], ...]:
    """The line in words that are not broken; a mixed number is one word, and so is what stands
    within brackets of a fraction or under a root."""
    words: list[list[Node]] = [[]]
    for node in nodes(line):
        if not isinstance(node, Text):
            words[-1].append(node)
            continue
        for k, piece in enumerate(node.text.split(" ")):
            if k:
                words.append([])
            if piece:
                words[-1].append(Text(piece))
    return tuple(tuple(word) for word in _mixed_joined(words) if word)


def _mixed_joined(words: list[list[Node]]) -> list[list[Node]]:
    joined: list[list[Node]] = []
    for word in words:
        whole = joined and len(joined[-1]) == 1 and isinstance(joined[-1][0], Text)
        if whole and word and isinstance(word[0], Stacked) and _is_whole(joined[-1][0]):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _is_whole(node: Node) -> bool:
    return isinstance(node, Text) and re.fullmatch(r"[(−]?\d+", node.text) is not None


def nodes(text: str) -> tuple[Node, ...]:
    """The notation of a stretch of text."""
    found: list[Node] = []
    plain, k = "", 0
    while k < len(text):
        node, end = _notation(text, k)
        if node is None:
            plain += text[k]
            k += 1
            continue
        if end > k and isinstance(node, Text):
            plain += node.text
        else:
            found += [Text(plain)] if plain else []
            plain = ""
            found.append(node)
        k = end
    return (*found, Text(plain)) if plain else tuple(found)


def _notation(text: str, k: int) -> tuple[Node | None, int]:
    if text[k] in RAISED:
        end = k + 1
        while end < len(text) and text[end] in RAISED:
            end += 1
        return Raised((Text("".join(RAISED[c] for c in text[k:end])),)), end
    rate = _RATE.match(text, k)
    if rate:
        return Text(rate[0]), rate.end()
    if not (k and (text[k - 1].isalnum() or text[k - 1] in "./√")):
        fraction = _FRACTION.match(text, k)
        if fraction:
            top, under = _bare(fraction["top"]), _bare(fraction["under"])
            return Stacked(nodes(top), nodes(under)), fraction.end()
    power = _POWER.match(text, k)
    if power:
        return Raised(nodes(power["plain"] or _bare(power["group"]))), power.end()
    root = _ROOT.match(text, k)
    if root:
        return Rooted(nodes(root["plain"] or _bare(root["group"]))), root.end()
    return None, k


def _bare(term: str) -> str:
    """The term without the brackets that the bar makes needless."""
    return term[1:-1] if re.fullmatch(_GROUP, term) else term
