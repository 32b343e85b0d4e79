"""Read a choice label that is a whole answer: B, (b), "option B", "D. 6 kg". Knows no prose."""

import re

from sandbox.maths.values.model import Label

_LABEL = re.compile(
    r"(?:(?:option|choice|answer|letter|number) )?"
    r"(?:\((?P<bracket>[A-HJa-hj])\)|(?P<letter>[A-HJa-hj]))"
    r"(?:(?P<mark> ?[.):]| -(?= )|,)(?: (?P<rest>.*))?| (?P<number>-?[$£€]?\d.*)"
    r"|(?: (?P<why>(?:because|since|as|cause|cos|bc|is) .*))?)$", re.I | re.S,
)  # fmt: skip
_OPERAND = re.compile(r"-?[\d.(√π]|-?[a-z](?![a-z])", re.I)
_KEYED = re.compile(r"(?:option|choice|letter) ", re.I)


def read_label(text: str) -> Label | None:
    """The label that the whole plain text is, with what was written behind it."""
    match = _LABEL.fullmatch(text)
    if match is None:
        return None
    letter = match["bracket"] or match["letter"]
    rest = match["rest"] or match["number"] or match["why"] or ""
    if match["letter"] and not _stands_as_label(match, letter):
        return None
    return Label(letter.upper(), rest.strip())


def _stands_as_label(match: re.Match[str], letter: str) -> bool:
    if _KEYED.match(match[0]):
        return True
    if match["mark"] == " -" and letter.islower() and _OPERAND.match(match["rest"] or ""):
        return False  # "h - 10" is algebra, "D - 6 kg" a choice
    if match["mark"] and match["mark"] != ",":
        return True
    if match["number"] or match["why"]:
        return letter.isupper() and not (letter == "A" and match["why"])
    return not match["mark"]
