"""Reads what a model's reply decides: a choice, a value, a candidate's number, a JSON verdict; or
says why it cannot be read. Never grades: an unreadable reply has a reason, no value.

Knows replies, no item and no score. Rules: reasoning in `<think>` is dropped (also when a tag has
no partner); the last JSON object with an answer key wins (keys Choice, Choices, Answer in any
case), then the last "answer: …" line, then a reply that names one thing only. Two different
answers in the deciding place are ambiguous, hence unread. An answer that is readable but not on
offer is read, with `offered` False.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.maths.values import Unreadable, Value, Words, read_value, same_value
from sandbox.replytext import objects, spoken

ANSWER_KEYS = ("choice", "choices", "answer")
LONGEST = 200_000
"""Only the last this many characters of a reply are read."""

SHORT = 40
"""A reply of at most this many characters says nothing but its answer."""

_SEVERAL, _MISMATCH = "names several choices", "label and text name different choices"
_TORN = (_SEVERAL, _MISMATCH)
_KEY_LINE = re.compile(
    r"(?:^|[\s{,*_`\"'(])(?:(?:my|the|final|correct|chosen|selected|right|best) )*"
    r"(?:choices?|answers?|option chosen|selection)[*_`\"']*(?: number)?\s*"
    r"(?::|=| is\b| would be\b| must be\b|->|→)[*_\s]*(?P<rest>[^\n]{1,400})",
    re.I,
)
_LABEL = re.compile(
    r"""^[\s*_`"'“(\[{]*+(?:(?:option|choice|answer|letter)\s*[*_`"'“(\[{]*+)?
    (?P<label>[A-Za-z])
    (?P<close>[)\]}.:,;"'”*_`]*)(?:\s*[-–—=:.)]\s*|\s+|$)(?P<rest>.*)$""",
    re.X | re.S | re.I,
)
_NAMED = re.compile(
    r"\b(?:option|choice|choose|chose|pick|picked|select|selected|letter)\s+[*_`\"'(\[]*([A-J])\b"
    r"|(?<![\w(])\(([A-J])\)|\b(?:answer|it)(?: is|'s|:)\s+[*_`\"'(\[]*([A-J])\b(?!')",
    re.I,
)
_ALTERNATIVE = re.compile(r"^\W*(?:or|and|/|,|&)\W*(?:option |choice )?\(?([A-Z])\b\)?(?!')", re.I)
_NUMBER = re.compile(r"(?<![\w.,/-])(\d{1,5})(?![\w%/]|[.,]\d)")


@dataclass(frozen=True)
class ChoiceRead:
    """A choice read from a reply. `label` is "" where an answer was read that is not on offer;
    unread when `reason` is not empty."""

    label: str = ""
    written: str = ""
    offered: bool = False
    reason: str = ""

    @property
    def is_read(self) -> bool:
        """Whether the reply can be graded at all."""
        return not self.reason


@dataclass(frozen=True)
class ValueRead:
    """A value read from a reply; `value` None where `reason` says why."""

    value: Value | None = None
    written: str = ""
    reason: str = ""


@dataclass(frozen=True)
class NumberRead:
    """The number of a candidate, counted from 0; `index` None where `reason` says why.

    A number that is not on offer is read: `offered` is then False and `index` None.
    """

    index: int | None = None
    written: str = ""
    offered: bool = False
    reason: str = ""


@dataclass(frozen=True)
class VerdictRead:
    """The verdict on each criterion; empty where `reason` says why."""

    verdict: Mapping[str, str | int | float | bool]
    reason: str = ""


def read_choice(reply: str, choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    """Which choice a reply takes.

    Args:
        reply: The model's reply.
        choices: (label, text) as offered.
    """
    text = spoken(reply[-LONGEST:])
    if not text:
        return ChoiceRead(reason="the reply is empty")
    decided = _decided(text)
    if isinstance(decided, _Conflict):
        return ChoiceRead(written=decided.said, reason=decided.said)
    if decided is not None:
        return _choice(decided, choices)
    whole = _choice(text, choices) if len(text) < 200 else ChoiceRead(reason="long")
    if whole.offered or (whole.written and (len(text) <= SHORT or whole.reason in _TORN)):
        return whole
    named = {m.upper() for found in _NAMED.findall(text) for m in found if m}
    return _only(named, choices) if named else _only_text(text, choices)


def read_answer(reply: str) -> ValueRead:
    """The value that a reply gives as its answer."""
    text = spoken(reply[-LONGEST:])
    if not text:
        return ValueRead(reason="the reply is empty")
    decided = _decided(text)
    if isinstance(decided, _Conflict):
        return ValueRead(written=decided.said, reason=decided.said)
    written = _bare(decided if decided is not None else text)
    value = read_value(written)
    if isinstance(value, Unreadable) and decided is not None:
        written = re.split(r"(?<=[^\d])[.;,](?:\s|$)|\.(?=\s|$)", written)[0].strip()
        value = read_value(written)
    if isinstance(value, Unreadable):
        return ValueRead(written=written[:200], reason=value.reason)
    if isinstance(value, Words) and decided is None and " " in value.text:
        return ValueRead(written=written[:200], reason="the reply gives no value")
    return ValueRead(value, written)


def read_number(reply: str, candidates: Sequence[str], *, first: int = 1) -> NumberRead:
    """Which of several numbered candidates (misconceptions, by statement) a reply names.

    Args:
        reply: The model's reply.
        candidates: The statements, in the order in which they were numbered.
        first: The number of the first one.
    """
    text = spoken(reply[-LONGEST:])
    if not text:
        return NumberRead(reason="the reply is empty")
    decided = _decided(text, (*ANSWER_KEYS, "misconception", "index", "number", "id"))
    if isinstance(decided, _Conflict):
        return NumberRead(written=decided.said, reason=decided.said)
    source = decided if decided is not None else text
    quoted = [k for k, statement in enumerate(candidates) if _folded(statement) in _folded(source)]
    numbers = list(dict.fromkeys(int(number) for number in _NUMBER.findall(source)))
    if len(quoted) == 1:
        named = quoted[0] + first
        head = _NUMBER.match(source.lstrip(" #([*\"'"))
        if head and int(head[1]) != named and len(numbers) == 1:
            return NumberRead(written=source[:200], reason="number and statement disagree")
        return NumberRead(quoted[0], source[:200], True)
    if len(quoted) > 1:
        return NumberRead(written=source[:200], reason="names several candidates")
    head = re.match(
        r"\W*(?:(?:misconception|candidate|number|option|no\.?)\W*)?(\d{1,5})\b", source, re.I
    )
    if len(numbers) > 1 and not (decided is not None and head and not _listed(source)):
        return NumberRead(written=source[:200], reason="names several numbers")
    if not numbers:
        return NumberRead(written=source[:200], reason="names no candidate")
    index = numbers[0] - first
    if not 0 <= index < len(candidates):
        return NumberRead(None, str(numbers[0]), False)
    return NumberRead(index, str(numbers[0]), True)


def read_verdict(reply: str, allowed: Mapping[str, Collection[str | int | float]]) -> VerdictRead:
    """The verdict of a judge on every criterion, from the last JSON object that holds them all.

    A missing criterion or a value that is not allowed makes the whole verdict unread: a partial sum
    would be a grade nobody gave.

    Args:
        reply: The judge's reply.
        allowed: Criterion → the verdicts that may be given.
    """
    text = spoken(reply[-LONGEST:])
    reason = "no JSON object in the reply"
    for found in reversed(_objects(text)):
        for level in _levels(found):
            keys = {_folded(str(key)): key for key in level}
            if not any(_folded(name) in keys for name in allowed):
                continue
            missing = [name for name in allowed if _folded(name) not in keys]
            if missing:
                return VerdictRead({}, f"no verdict on {', '.join(missing)}")
            verdict = {}
            for name, values in allowed.items():
                value = _among(level[keys[_folded(name)]], values)
                if value is None:
                    given = level[keys[_folded(name)]]
                    return VerdictRead({}, f"{name}: {given!r} is none of {list(values)}")
                verdict[name] = value
            return VerdictRead(verdict)
        reason = "no criterion in the JSON object"
    return VerdictRead({}, reason)


@dataclass(frozen=True)
class _Conflict:
    said: str


def _decided(text: str, keys: Sequence[str] = ANSWER_KEYS) -> str | _Conflict | None:
    """What stands in the deciding place of a reply, or None where there is no such place."""
    for found in reversed(_objects(text)):
        for level in _levels(found):
            given = {str(key).strip().lower(): value for key, value in level.items()}
            said = [_as_text(given[key]) for key in keys if given.get(key) not in (None, "", [])]
            if len({_folded(each) for each in said}) > 1:
                return _Conflict(f"gives two answers: {' and '.join(said)}")
            if said:
                return said[-1]
    lines = [match["rest"] for match in _KEY_LINE.finditer(text)]
    return lines[-1].strip() if lines else None


def _objects(text: str) -> list[Mapping[str, Any]]:
    """The whole JSON objects of a text, in order; what is cut off is none."""
    return [found.value for found in objects(text) if not found.is_cut]


def _levels(found: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The object and the objects in it, outermost first."""
    yield found
    for value in found.values():
        if isinstance(value, dict):
            yield from _levels(value)


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(_as_text(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _choice(written: str, choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    """The choice that a short text names: by label, by label and text, or by text."""
    shown = written.strip()[:200]
    by_text = [label for label, text in choices if _folded(_bare(shown)) == _folded(text)]
    if len(by_text) == 1:
        return ChoiceRead(by_text[0], shown, True)
    found = _LABEL.match(_bare(shown))
    if found and _is_label(found, choices):
        label, rest = found["label"].upper(), found["rest"]
        other = _ALTERNATIVE.match(rest)
        if other and other[1].upper() != label and other[1].upper() in dict(choices):
            return ChoiceRead(written=shown, reason=_SEVERAL)
        if label not in {known.upper() for known, _ in choices}:
            return ChoiceRead("", shown, False)
        return _checked(label, rest, shown, choices)
    return _by_value(shown, choices)


def _is_label(found: re.Match[str], choices: Sequence[tuple[str, str]]) -> bool:
    """A letter alone, closed by a bracket or dot, or on offer in capitals: not the "a" of a
    sentence."""
    letter, rest = found["label"], found["rest"].strip()
    if not rest or found["close"].strip("\"'”*_`"):
        return True
    is_on_offer = letter.upper() in {label.upper() for label, _ in choices}
    return (is_on_offer and letter.isupper() and not re.match(r"[a-z]{2,}", rest)) or bool(
        is_on_offer and re.match(r"[-–—=:]|because|since|as |and|or\b", rest)
    )


def _checked(label: str, rest: str, shown: str, choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    """The label, unless the text after it is another option's."""
    known = next(name for name, _ in choices if name.upper() == label)
    others = [name for name, text in choices if _folded(_bare(rest)) == _folded(text)]
    if others and known not in others:
        return ChoiceRead(written=shown, reason=_MISMATCH)
    return ChoiceRead(known, shown, True)


def _by_value(shown: str, choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    value = read_value(_bare(shown))
    if isinstance(value, Unreadable | Words):
        return _only_text(shown, choices)
    values = [(label, read_value(text)) for label, text in choices]
    same = [
        label
        for label, offered in values
        if not isinstance(offered, Unreadable) and same_value(value, offered)
    ]
    if len(same) == 1:
        return ChoiceRead(same[0], shown, True)
    if same:
        return ChoiceRead(written=shown, reason="the value stands in several choices")
    return ChoiceRead("", shown, False)


def _only_text(text: str, choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    """The one choice whose text stands in the reply, if there is exactly one."""
    folded = f" {_folded(text)} "
    named = {
        label.upper()
        for label, option in choices
        if re.search(rf"(?<![\w./]){re.escape(_folded(option))}(?![\w/]|\.\d)", folded)
    }
    return _only(named, choices)


def _only(named: set[str], choices: Sequence[tuple[str, str]]) -> ChoiceRead:
    if not named:
        return ChoiceRead(reason="names no choice")
    if len(named) > 1:
        return ChoiceRead(reason=f"names several choices: {', '.join(sorted(named))}")
    (label,) = named
    known = {name.upper(): name for name, _ in choices}
    return ChoiceRead(known.get(label, ""), label, label in known)


def _among(given: Any, values: Collection[str | int | float]) -> str | int | float | None:
    """The allowed verdict that was given: 1, 1.0, "1" and true are one verdict, "Yes" and "yes"
    too."""
    if isinstance(given, dict):
        given = given.get("score", given.get("verdict", given.get("value")))
    for value in values:
        if isinstance(value, str) and isinstance(given, str) and _folded(given) == _folded(value):
            return value
        if not isinstance(value, str):
            try:
                if isinstance(given, str | int | float) and float(given) == float(value):
                    return value
            except ValueError:
                continue
    return None


def _listed(source: str) -> bool:
    return re.match(r"\W*\w*\W*\d+\W*(?:,|or|and|/|&)\W*\w*\W*\d", source, re.I) is not None


def _bare(text: str) -> str:
    text = re.sub(r"^```\w*|```$", "", text.strip())
    return text.strip().strip("*_`\"'“”").strip().rstrip(".").strip().strip("*_`\"'“”")


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("−", "-").lower().split()).strip(" .*`\"'“”")
