"""Single characters: spaces, dashes, quotes, digits of any script, ½ and ². Knows no words."""

import re
import unicodedata

from sandbox.maths.plain.draft import Draft, Piece

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5",
    "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    "⅑": "1/9", "⅒": "1/10", "↉": "0/3",
}  # fmt: skip
_SINGLE = {
    "−": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "➖": "-", "⁃": "-",
    "×": "*", "·": "*", "⋅": "*", "∗": "*", "∙": "*", "•": "*", "✕": "*", "✖": "*", "⨯": "*",
    "➗": "÷", "∕": "/", "⁄": "/", "⧸": "/", "➕": "+", "∶": ":", "：": ":",
    "’": "'", "‘": "'", "“": '"', "”": '"', "′": "'", "`": " ",
    "º": "°", "˚": "°", "⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥", "∧": "^", "˄": "^",
    "𝜋": "π", "𝛑": "π", "ϖ": "π", "℮": "e", "\t": " ", "\x0b": " ", "\x0c": " ", "\r": "\n",
    "\x85": "\n", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip
_KEPT = set(SUPERSCRIPTS + SUBSCRIPTS + "⁻⁺ªᵒ") | set(FRACTIONS)
_CACHED = 20_000


class _Table(dict[int, int]):
    """Fills itself: any digit, letter or space that has a plain ASCII twin becomes that twin."""

    def __missing__(self, code: int) -> int:
        plain = _twin(chr(code))
        if len(self) < _CACHED:
            self[code] = plain
        return plain


def _twin(character: str) -> int:
    code = ord(character)
    if code < 128 or character in _KEPT:
        return code
    if unicodedata.category(character) == "Zs":
        return 32
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return ord("0") + digit
    folded = unicodedata.normalize("NFKC", character)
    return ord(folded) if len(folded) == 1 and folded.isascii() and folded.isprintable() else code


_TABLE = _Table({ord(key): ord(value) for key, value in _SINGLE.items()})
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff\u00ad]+")
_THIN_GROUPS = re.compile("(?<![\\d.,])[1-9]\\d{0,2}(?:[\u00a0\u2009\u202f]\\d{3})+(?!\\d)")
_THIN_SPACE = re.compile("[\u00a0\u2009\u202f]")
_STACKED = re.compile(f"(?<![{SUPERSCRIPTS}])([{SUPERSCRIPTS}]++)[⁄/∕]([{SUBSCRIPTS}]+)")
_FRACTION = re.compile(f"(?<=\\d) ?([{''.join(FRACTIONS)}])|([{''.join(FRACTIONS)}])")
_POWER = re.compile(f"([⁻⁺]?)([{SUPERSCRIPTS}]+)")
_ORDINARY_DIGITS = str.maketrans(SUPERSCRIPTS + SUBSCRIPTS, "0123456789" * 2)
_EN_DASH = re.compile(r"(?:^|(?<=[\d)(=+*/÷,:<>≤≥%] )|(?<=[\d)(=+*/÷<>≤≥%])|(?<=\b[a-zA-Z] ))"
                      r"[–—](?= ?[\d.(√πa-zA-Z])|(?<=\s)–(?=[\d.])")  # fmt: skip
_BULLET = re.compile(r"(?:^|(?<=\n)) *[-–—*•·] +(?=\S)")
_SPACES = re.compile(r" {2,}| ?\n[ \n]*")


def plain_characters(draft: Draft) -> None:
    """Replace every special character that has a plain meaning; collapse runs of spaces.

    A line break becomes a space, except between two figures, where it stays: 3⏎1/2 is two answers.
    The dashes and stars that open the lines of a list go, as they are no signs.
    """
    if "\n" in draft.text:
        draft.rewrite(_BULLET, _Bullets(draft.text))
    if not draft.text.isascii():
        special = set(draft.text)
        draft.replace(_INVISIBLE, "")
        if not special.isdisjoint("\u00a0\u2009\u202f"):
            draft.rewrite(_THIN_GROUPS, lambda m: (_THIN_SPACE.sub("", m[0]),))
        if not special.isdisjoint(SUBSCRIPTS):
            draft.rewrite(_STACKED, _stacked)
        draft.translate(_TABLE)
        if not special.isdisjoint(FRACTIONS):
            draft.rewrite(_FRACTION, _fraction)
        if not special.isdisjoint(SUPERSCRIPTS):
            draft.rewrite(_POWER, _power)
        if not special.isdisjoint("–—"):
            draft.replace(_EN_DASH, "-")
    elif "\t" in draft.text or "\r" in draft.text or "`" in draft.text:
        draft.translate(_TABLE)
    if "  " in draft.text or "\n" in draft.text:
        draft.rewrite(_SPACES, _space)


class _Bullets:
    """Drops the marks of a list; "52⏎- 38" alone is a subtraction in columns."""

    def __init__(self, text: str) -> None:
        self.several = len(_BULLET.findall(text)) > 1

    def __call__(self, match: re.Match[str]) -> list[Piece] | None:
        line_before = match.string[max(0, match.start() - 40) : match.start()].rstrip()
        if self.several or line_before[-1:] in {":", ".", "!", "?", ";"}:
            return [""]
        return None


def _stacked(match: re.Match[str]) -> list[Piece]:
    before = match.string[match.start() - 1 : match.start()]
    gap = " " if before.isdecimal() else ""
    return [f"{gap}{match[1]}/{match[2]}".translate(_ORDINARY_DIGITS)]


def _fraction(match: re.Match[str]) -> list[Piece]:
    return [" " + FRACTIONS[match[1]]] if match[1] else [FRACTIONS[match[2]]]


def _power(match: re.Match[str]) -> list[Piece]:
    sign = "-" if match[1] == "⁻" else ""
    return ["^" + sign + match[2].translate(_ORDINARY_DIGITS)]


def _space(match: re.Match[str]) -> list[Piece]:
    if "\n" not in match[0]:
        return [" "]
    text, start, end = match.string, match.start(), match.end()
    between_figures = text[start - 1 : start].isdecimal() and text[end : end + 1].isdecimal()
    return ["\n" if between_figures else " "]
