"""Text on its way into the page: what people and models write is shown as they wrote it.

HTML is inert, formulas are rendered, money stays money, `2*3*4` keeps its stars. Knows no session.
"""

from __future__ import annotations

import html
import re

DELIMITERS: list[dict[str, str | bool]] = [
    {"left": "$$", "right": "$$", "display": True},
    {"left": r"\(", "right": r"\)", "display": False},
    {"left": r"\[", "right": r"\]", "display": True},
]
"""What marks a formula in the page. A single dollar does not: "$3 and $5" is money."""

_FORMULA = re.compile(
    r"\\\((?P<round>.{1,1000}?)\\\)|\\\[(?P<square>.{1,1000}?)\\\]"
    r"|\$\$(?P<double>.{1,1000}?)\$\$"
    r"|(?<![\\$\w])\$(?P<single>[^\s$](?:[^$\n]*[^\s$])?)\$(?![\d$])",
    re.DOTALL,
)
_IS_TEX = re.compile(r"\\[a-zA-Z]+|[\^_]|^[a-zA-Z]$|=")
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")
_MIXED = re.compile(r"(\d) (?=\d+/\d)")
_SPECIAL = re.compile(r"()([\\`*_\[\]~|$@]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
_LINE_START = re.compile(r"(?m)^([^\S\n]*)([#>+=-])(?!\s*\d)")
_LIST_ITEM = re.compile(r"(?m)^([^\S\n]*)[*•-] +")
_NUMBERED = re.compile(r"(?m)^([^\S\n]*\d{1,9})([.)])(?=\s)")


def as_markdown(text: str) -> str:
    """What somebody wrote, for a Markdown component that renders the formulas of `DELIMITERS`.

    Kept of Markdown: bold, and lists with a dash or bullet. All else is shown as it was written.
    """
    pieces = []
    at = 0
    for found in _FORMULA.finditer(text):
        formula = _formula(found)
        if formula is None:
            continue
        pieces += [_plain(text[at : found.start()]), formula]
        at = found.end()
    return "".join((*pieces, _plain(text[at:])))


def as_html(text: str) -> str:
    """What somebody wrote, for a piece of HTML: inert, with its line breaks."""
    whole = _MIXED.sub("\\1\N{NO-BREAK SPACE}", text)  # 4 5/7 stays on one line
    return html.escape(whole).replace("\n", "<br>")


def _formula(found: re.Match[str]) -> str | None:
    body = next(group for group in found.groups() if group is not None).strip()
    if found["single"] is not None and not _IS_TEX.search(body):
        return None
    body = _tame(body)
    if found["square"] is not None or found["double"] is not None:
        return f"$${body}$$"
    return rf"\({body}\)"


def _tame(body: str) -> str:
    """A formula without what could reach beyond it."""
    spaced = re.sub(r"<(?=\S)", "< ", body)
    return re.sub(r"\\(?:href|url|includegraphics|html\w+)\b", "", spaced)


def _plain(text: str) -> str:
    parts = []
    at = 0
    for bold in _BOLD.finditer(text):
        parts += [_escaped(text[at : bold.start()]), f"**{_escaped(bold[1])}**"]
        at = bold.end()
    return "".join((*parts, _escaped(text[at:])))


def _escaped(text: str) -> str:
    listed = _LIST_ITEM.sub(r"\1• ", text)
    safe = html.escape(listed, quote=False)
    for pattern in (_SPECIAL, _LINE_START, _NUMBERED):
        safe = pattern.sub(lambda found: f"{found[1]}{_entity(found[2])}", safe)
    return safe


def _entity(character: str) -> str:
    """A character that Markdown and formulas take for nothing but itself."""
    return f"&#{ord(character)};"
