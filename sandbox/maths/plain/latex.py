"""LaTeX to the plain form, as far as school mathematics uses it. Unknown commands stay."""

import re

from sandbox.maths.plain.draft import Draft, Piece

_DEPTH = 8
_ESCAPED_DOLLAR = "\ue000"
_SYMBOLS = {
    "times": " * ", "cdot": " * ", "ast": " * ", "div": " ÷ ", "pi": "π", "circ": "°",
    "degree": "°",
    "le": " ≤ ", "leq": " ≤ ", "leqslant": " ≤ ", "ge": " ≥ ", "geq": " ≥ ", "geqslant": " ≥ ",
    "ne": " ≠ ", "neq": " ≠ ", "lt": " < ", "gt": " > ", "pm": "±", "approx": " ≈ ", "infty": "∞",
    "ldots": "...", "dots": "...", "cdots": "...", "quad": " ", "qquad": " ", "pounds": "£",
    "euro": "€", "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "",
    "displaystyle": "", "textstyle": "", "colon": ":", "equals": " = ", "minus": "-",
    "rightarrow": " → ", "to": " → ", "implies": " ⇒ ", "Rightarrow": " ⇒ ", "therefore": "∴",
    "space": " ", "square": "□", "Box": "□", "percent": "%",
}  # fmt: skip
_ESCAPES = {
    r"\%": "%", r"\$": _ESCAPED_DOLLAR, r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "", r"\ ": " ",
    r"\(": "", r"\)": "", r"\[": "", r"\]": "", r"\{": "{", r"\}": "}", r"\#": "#", r"\&": "&",
    "\\\\": " ", r"\_": "_",
}  # fmt: skip
_ESCAPE = re.compile(r"\\[%$,;:! ()\[\]{}#&\\_]|\{,\}|\\phantom\{[^{}]*\}")
_DEGREES = re.compile(r" ?\^ ?(?:\{ ?\\circ ?\}|\\circ(?![A-Za-z]))")
_COMMAND = re.compile(rf"\\({'|'.join(sorted(_SYMBOLS, key=len, reverse=True))})(?![A-Za-z]) ?")
_WRAPPER = (
    r"text|mathrm|mathbf|mathit|mathsf|textbf|textit|boxed|fbox|mbox|operatorname|bm|boldsymbol"
)
_GROUP = re.compile(
    r"\\[dtc]?frac ?\{([^{}]*)\} ?\{([^{}]*)\}"
    r"|\\[dtc]?frac ?(?:\{([^{}]*)\}|(\d)) ?(?:\{([^{}]*)\}|(\d))"
    r"|\\sqrt ?(?:\[ ?(\d) ?\])? ?(?:\{([^{}]*)\}|(\d))"
    rf"|\\(?:{_WRAPPER})\*? ?\{{([^{{}}]*)\}}"
    r"|\^ ?\{([^{}]*)\}"
)
_DOLLARS = re.compile(r"(?<![\\$\w])\$\$?(?=[^\s$])([^$\n]{1,300})(?<=\S)\$\$?(?!\w)")
_PROSE = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}")
_TEXT_GROUP = re.compile(r"\\(?:text|mathrm|mbox|textbf)\{[^{}]*\}")
_SIMPLE = re.compile(r"[A-Za-z]|\d+(?:\.\d+)?[A-Za-z]?|π")
_NEGATIVE = re.compile(r"[-+]\d+")
_RESTORED = re.compile(_ESCAPED_DOLLAR)


def plain_latex(draft: Draft) -> None:
    """Rewrite commands, groups and math delimiters; `$3 and $5` stays money."""
    if "$" in draft.text:
        draft.rewrite(_DOLLARS, _delimited)
    if "\\" not in draft.text and "^{" not in draft.text and "{,}" not in draft.text:
        return
    draft.replace(_DEGREES, "°")
    draft.rewrite(_ESCAPE, _escape)
    draft.rewrite(_COMMAND, _command)
    for _ in range(_DEPTH):
        if not draft.rewrite(_GROUP, _group):
            break
    if _ESCAPED_DOLLAR in draft.text:
        draft.replace(_RESTORED, "$")


def _escape(match: re.Match[str]) -> list[Piece]:
    if match[0].startswith("\\phantom"):
        return [" "]
    return ["," if match[0] == "{,}" else _ESCAPES[match[0]]]


def _delimited(match: re.Match[str]) -> list[Piece] | None:
    if _PROSE.search(_TEXT_GROUP.sub("", match[1])):
        return None
    return [match.span(1)]


def _command(match: re.Match[str]) -> list[Piece]:
    return [_SYMBOLS[match[1]]]


def _group(match: re.Match[str]) -> list[Piece]:
    name = match[0][1:6].lstrip("dtc")
    if match[0].startswith("^"):
        return _power(match)
    if name.startswith("frac"):
        top, bottom = [match.span(i) for i in range(1, 7) if match[i] is not None]
        before = match.string[max(0, match.start() - 1) : match.start()]
        gap: list[Piece] = [" "] if before.isdecimal() else []
        if not gap and _NEGATIVE.fullmatch(match.string[top[0] : top[1]]):
            return [top, "/", *_bracketed(match, bottom)]
        return [*gap, *_bracketed(match, top), "/", *_bracketed(match, bottom)]
    if name.startswith("sqrt"):
        sign = {None: "√", "2": "√", "3": "∛", "4": "∜"}.get(match[7], "√")
        return [sign, *_bracketed(match, match.span(8 if match[8] is not None else 9))]
    return [match.span(10)]


def _power(match: re.Match[str]) -> list[Piece]:
    inner = match[11].strip()
    if inner in {"°", "o"}:
        return ["°"]
    simple = _SIMPLE.fullmatch(inner.removeprefix("-"))
    return ["^", match.span(11)] if simple else ["^(", match.span(11), ")"]


def _bracketed(match: re.Match[str], span: tuple[int, int]) -> list[Piece]:
    inner = match.string[span[0] : span[1]]
    trimmed = inner.strip()
    if _SIMPLE.fullmatch(trimmed):
        start = span[0] + inner.index(trimmed)
        return [(start, start + len(trimmed))]
    return ["(", span, ")"]
