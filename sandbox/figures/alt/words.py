"""Words that descriptions of figures share: counts, lists, ordinals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sandbox.figures.numbers import number_text


def counted(count: int | Fraction, one: str, many: str = "") -> str:
    """A count with its noun: 1 cube, 2 cubes, no cubes."""
    return f"{number_text(count) if count else 'no'} {one if count == 1 else many or one + 's'}"


def listed(texts: Sequence[str]) -> str:
    """a, b and c."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 <= number % 100 <= 20 else ending}"


def sentence(text: str) -> str:
    """With a capital letter and one full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def sentences(*texts: str) -> str:
    """Those that say something, one after the other."""
    return " ".join(sentence(text) for text in texts if text.strip())


def article(noun: str) -> str:
    """a or an, with the noun."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def labelled(label: str) -> str:
    """How a label is spoken of: ? is an unknown."""
    return 'marked "?" (to be found)' if label == "?" else f"labelled {label}"


def with_unit(number: Fraction | int, unit: str) -> str:
    """5 cm, £5, 40°, 5 where there is no unit."""
    text = number_text(number)
    if unit in ("£", "$", "€"):
        return f"{unit}{text}"
    if not unit or unit in ("°", "%"):
        return text + unit
    return f"{text} {unit}"
