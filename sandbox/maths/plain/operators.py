"""Operator words, the letter x as a times sign, separators and spacing. Knows no number words."""

import re
from functools import partial

from sandbox.maths.plain.alternation import one_of
from sandbox.maths.plain.draft import Draft, Piece
from sandbox.maths.plain.vocabulary import UNIT_WORDS

OPERATOR_WORDS = frozenset(
    {
        "plus",
        "minus",
        "times",
        "multiplied",
        "divided",
        "add",
        "adding",
        "added",
        "subtract",
        "power",
    }
    | {"subtracting", "subtracted", "take", "taking", "takeaway", "sum", "total", "product", "root"}
    | {
        "difference",
        "quotient",
        "multiply",
        "multiplying",
        "divide",
        "dividing",
        "squared",
        "cubed",
    }
    | {"square", "cube", "negative", "percent", "cent", "over"}
)
"""If none of these words occurs, there are no operator words to rewrite."""

_BARE = r"(?:\d+ \d+/\d+|\d+/\d+|\d*\.?\d+%?)"
_UNIT = r"(?: ?(?:[mck]?m|k?g|mg|m?l|cl|km/h|°C?|p|c)(?:\^[23])?\b)?"
_N = (
    rf"(?:[-+]?[$£€]?{_BARE}(?:[b-z](?:\^\d+)?(?![A-Za-z'])|{_UNIT})"
    r"|-?[b-zB-HJ-Z](?:\^\d+)?(?![A-Za-z'])|√\d+|\([^()\n]{1,40}\))"
)
_L = rf"([\d)%°π!]|(?<![A-Za-z'])[b-zB-HJ-Z]|\d[b-z]|\d ?(?:{UNIT_WORDS}))"
_R = r"(?=(?:minus |negative )?[-+]?[$£€]?(?:[\d(√π]|\.\d|[b-zB-HJ-Z](?![A-Za-z'])))"
_BINARY = {
    "plus": "+", "added to": "+", "add": "+", "minus": "-", "take away": "-", "takeaway": "-",
    "subtract": "-", "times": "*", "multiplied by": "*", "multiply by": "*", "divided by": "÷",
    "divide by": "÷", "over": "/", "to the power of": "^", "to the power": "^",
}  # fmt: skip
_BINARY_SAID = re.compile(rf" {one_of(_BINARY)} ", re.I)
_BETWEEN = re.compile(rf"{_L} ({'|'.join(sorted(_BINARY, key=len, reverse=True))}) {_R}", re.I)
_PERCENT_WORD = re.compile(r"(?<=\d) ?per ?cent\b", re.I)
_NEGATIVE = re.compile(r"\bnegative (?=[\d.(]|[b-z]\b)", re.I)
_MINUS = re.compile(r"(?<![\d)] )(?<![\d)])\bminus (?=[\d.(]|[b-z]\b)", re.I)
_COMMANDS: tuple[tuple[frozenset[str], re.Pattern[str], str], ...] = tuple(
    (frozenset(words.split()), re.compile(pattern, re.I), order)
    for words, pattern, order in (
        ("add adding", rf"\badd(?:ing)? ({_N}) and ({_N})", "1+2"),
        ("add adding", rf"\badd(?:ing)? ({_N}) to ({_N})", "2+1"),
        ("sum total", rf"\b(?:the )?(?:sum|total) of ({_N}) and ({_N})", "1+2"),
        ("product", rf"\b(?:the )?product of ({_N}) and ({_N})", "1*2"),
        ("quotient", rf"\b(?:the )?quotient of ({_N}) and ({_N})", "1÷2"),
        ("difference", rf"\b(?:the )?difference between ({_N}) and ({_N})", "1-2"),
        ("subtract subtracting", rf"\bsubtract(?:ing)? ({_N}) from ({_N})", "2-1"),
        ("take taking", rf"\btak(?:e|ing)(?: away)? ({_N}) (?:away )?from ({_N})", "2-1"),
        ("subtracted", rf"({_N}) (?:is )?subtracted from ({_N})", "2-1"),
        ("multiply multiplying", rf"\bmultiply(?:ing)? ({_N}) (?:by|and) ({_N})", "1*2"),
        ("divide dividing", rf"\bdivid(?:e|ing) ({_N}) by ({_N})", "1÷2"),
    )
)
_COMMAND_WORDS = frozenset[str]().union(*(words for words, _, _ in _COMMANDS))
_SQUARED = re.compile(rf"{_L} (squared|cubed)\b", re.I)
_SQUARE_OF = re.compile(rf"\b(?:the )?(square|cube) of ({_N})", re.I)
_ROOT = re.compile(rf"\b(?:the )?(square|cube) root of ({_N})", re.I)
_LETTER_X = re.compile(r"[xX](?<=[\d )].)(?=[\d ])")
_LETTER_TIMES = re.compile(
    r"(?<=\d)([xX])(?=\d)|(?<=\d) [xX] (?=-?[\d(.$£√])|(?<=\)) [xX] (?=-?[\d(.])"
    r"|(?<=[\d ](?:[mck]m|kg)) [xX] (?=\d)|(?<=\d [mg]) [xX] (?=\d)|(?<=\dm) [xX] (?=\d)"
    r"|(?<=\^\d) [xX] (?=[a-z]\b)"
)
_THOUSAND = re.compile(r",\d\d\d")
_SEPARATED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)")
_BOLD = re.compile(r"(?<![\w)])\*\*|\*\*(?![\w(-])")
_EMPHASIS = re.compile(r"(?:^|(?<=[A-Za-z:,.] )|(?<=\())\*([^* \n]{1,40})\*(?![\w(])")
_PYTHON_POWER = re.compile(r"(?<=[\w)]) ?\*\* ?(?=[\w(-])")
_AT_LEAST, _AT_MOST = re.compile(r">="), re.compile(r"<=|=<")
_SIGN = re.compile(r"[+*÷=<>≤≥≠]")
_SPACED = re.compile(rf" ?({_SIGN.pattern}) ?")
_HYPHEN = re.compile(r" ?- ?")
_MEASURED = re.compile(
    rf"\d ?(?:{UNIT_WORDS}|hr?s?|pt|ft|oz|lb|mph|pi)$|\d(?!st|nd|rd|th)[A-Za-z]{{2,3}}$", re.I
)
_LEADS_UP = re.compile(
    r"(?:(?<![A-Za-z])(?:is|are|was|be|to|from|of|and|or|by|than|equals|minus|plus|times|get|gets|got"
    r"|gives?|makes?|between)|'s)$", re.I,
)  # fmt: skip
_STARTS_OPERAND = re.compile(r"[\d(√∛π.$£€-]|[^\W\d_](?![^\W\d_])")
_TIGHT = re.compile(r"(?<=[\w)π%])(?: ([/^]) ?|([/^]) )(?=[\w(√π.-])")
_TIGHT_SPACES = re.compile(r" {2,}")
_PERCENT_GAP = re.compile(r"(?<=\d) %")
_RATIO = re.compile(r"(?<=\d) : (?=\d)")
_MONEY_GAP = re.compile(r"(?<=[$£€]) (?=\d)")


def plain_separators(draft: Draft) -> None:
    """1,234 → 1234 (never a list or a point), and Markdown emphasis away."""
    if _THOUSAND.search(draft.text):
        draft.rewrite(_SEPARATED, _separated)
    if "*" in draft.text:
        draft.replace(_BOLD, "")
        draft.rewrite(_EMPHASIS, lambda m: (m.span(1),))
        draft.replace(_PYTHON_POWER, "^")


def plain_operator_words(draft: Draft, words: set[str]) -> None:
    """plus, take away, "subtract 3 from 8", squared, "square root of" → signs.

    `words` are the lower-case words of the text: a pass without its word is not run.
    """
    if not words.isdisjoint({"percent", "cent"}):
        draft.replace(_PERCENT_WORD, "%")
    if "negative" in words:
        draft.replace(_NEGATIVE, "-")
    if not words.isdisjoint(_COMMAND_WORDS):
        for keys, pattern, order in _COMMANDS:
            if not words.isdisjoint(keys):
                draft.rewrite(pattern, partial(_command, order=order))
    if not words.isdisjoint({"square", "cube"}):
        draft.rewrite(_ROOT, _root)
        draft.rewrite(_SQUARE_OF, _square_of)
    if not words.isdisjoint({"squared", "cubed"}):
        draft.rewrite(_SQUARED, _squared)
    if _BINARY_SAID.search(draft.text):
        draft.rewrite(_BETWEEN, lambda m: (m.span(1), _spaced(_BINARY[m[2].lower()])))
    if "minus" in words:
        draft.replace(_MINUS, "-")


def plain_signs(draft: Draft) -> None:
    """One space around a binary sign, none after a leading minus or around a fraction bar."""
    if _LETTER_X.search(draft.text):
        draft.replace(_LETTER_TIMES, " * ")
    if "  " in draft.text:
        draft.replace(_TIGHT_SPACES, " ")
    if " %" in draft.text:
        draft.replace(_PERCENT_GAP, "%")
    if "=" in draft.text:
        draft.replace(_AT_LEAST, "≥")
        draft.replace(_AT_MOST, "≤")
    text = draft.text
    if "/ " in text or " /" in text or "^ " in text or " ^" in text:
        draft.rewrite(_TIGHT, lambda m: (m[1] or m[2],))
    if _SIGN.search(draft.text):
        draft.rewrite(_SPACED, lambda m: (f" {m[1]} ",) if m[0] != f" {m[1]} " else None)
    if "-" in draft.text:
        draft.rewrite(_HYPHEN, _hyphen)
    if ":" in draft.text:
        draft.replace(_RATIO, ":")
    if not draft.text.isascii() or "$" in draft.text:
        draft.replace(_MONEY_GAP, "")


def _command(match: re.Match[str], order: str) -> list[Piece]:
    return [match.span(int(order[0])), f" {order[1]} ", match.span(int(order[2]))]


def _spaced(sign: str) -> str:
    return sign if sign in "/^" else f" {sign} "


def _squared(match: re.Match[str]) -> list[Piece]:
    return [match.span(1), "^2" if match[2].lower() == "squared" else "^3"]


def _root(match: re.Match[str]) -> list[Piece]:
    sign = "√" if match[1].lower() == "square" else "∛"
    whole = match[2].isalnum() or match[2].startswith("(")
    return [sign, match.span(2)] if whole else [sign + "(", match.span(2), ")"]


def _square_of(match: re.Match[str]) -> list[Piece]:
    return [match.span(2), "^2" if match[1].lower() == "square" else "^3"]


def _separated(match: re.Match[str]) -> list[Piece]:
    return [match[0].replace(",", "")]


def _hyphen(match: re.Match[str]) -> list[Piece] | None:
    """Tell a subtraction from a minus sign and from the hyphen of "well-known"."""
    text, mark = match.string, match[0]
    left = text[max(0, match.start() - 20) : match.start()]
    if not _STARTS_OPERAND.match(text, match.end()):
        return None
    if _ends_operand(left):
        return [" - "] if mark != " - " else None
    if not mark.endswith(" "):
        return None
    opens = (
        not left or left[-1] in "+*÷=<>≤≥≠(,:^/[" or (left[-1].isalpha() and _LEADS_UP.search(left))
    )
    return [mark[:-1]] if opens else None


def _ends_operand(left: str) -> bool:
    """Whether a number, a letter or a measure ends here; "2 to" and "7 and" are none."""
    if not left:
        return False
    if left[-1] in "0123456789)%°π!]":
        return True
    if not left[-1].isalpha():
        return False
    before = left[-2:-1]
    return not (before.isalpha() or before == "'") or _MEASURED.search(left) is not None
