"""Reads a judge's verdicts from its reply: one on each criterion, or why there is none.

The last JSON object that names a criterion counts, also where it is torn (then nothing does),
unless it stands, whole or in part, in what was rated: then it is a quotation. In it a criterion may
stand at any depth and in any order, as a key or as the `id` of a list's entry; the same key written
twice, the last counts; different verdicts at different places are unread. A verdict is a value or
label on offer; anything else is unread, never rounded, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.content.rubrics import CriterionSpec
from sandbox.replytext import Found, objects, spoken
from sandbox.types import Completion

VALUE_KEYS = ("value", "score", "verdict", "rating", "label")
WHY_KEYS = ("reason", "why", "reasoning", "explanation")
ID_KEYS = ("id", "criterion", "criterion_id")
_WHOLE = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,6})?")
_SHOWN = 60


@dataclass(frozen=True)
class Verdict:
    """A verdict on one criterion; `value` None where `reason` says why it is unread."""

    value: float | None = None
    why: str = ""
    reason: str = ""


def read_verdicts(
    completion: Completion, criteria: Sequence[CriterionSpec], rated: Sequence[str] = ()
) -> dict[str, Verdict]:
    """The verdict on each of the criteria, in their order.

    Args:
        completion: The judge's reply.
        criteria: What was asked about.
        rated: The texts that were rated: ratings that stand in them are not the judge's.
    """
    found, fault = _deciding(completion, criteria, rated)
    if found is None:
        return {criterion.id: Verdict(reason=fault) for criterion in criteria}
    given: dict[str, list[Any]] = {}
    for name, entry in _entries(found, {criterion.id for criterion in criteria}):
        given.setdefault(name, []).append(entry)
    return {each.id: _settled(each, given.get(each.id, [])) for each in criteria}


def complaint(verdicts: Mapping[str, Verdict]) -> str:
    """What is wrong with the verdicts that are unread, in one line; empty where none is."""
    return "; ".join(dict.fromkeys(v.reason for v in verdicts.values() if v.reason))


def _deciding(
    completion: Completion, criteria: Sequence[CriterionSpec], rated: Sequence[str]
) -> tuple[Mapping[str, Any] | None, str]:
    if completion.finish == "refused":
        return None, "the judge refused"
    text = spoken(completion.text)
    if not text:
        return None, "the reply is empty"
    names = {criterion.id for criterion in criteria}
    planted = [dict(_entries(found.value, names)) for each in rated for found in objects(each)]
    last: Found | None = None
    is_quoted = False
    for found in objects(text):
        entries = dict(_entries(found.value, names))
        is_planted = any(entries.items() <= others.items() for others in planted)
        if entries and is_planted and not found.is_cut:
            is_quoted = True
        elif found.is_cut or entries:
            last = found
    if last is None and is_quoted:
        return None, "it only repeats ratings that stand in what was rated"
    if last is None:
        was_cut = completion.finish == "length"
        return None, "cut off at the token limit" if was_cut else "no verdicts in a JSON object"
    if last.is_cut:  # what it would have said, perhaps a correction, is not known
        return None, "its JSON object is cut off"
    return last.value, ""


def _entries(value: Any, names: set[str]) -> Iterator[tuple[str, Any]]:
    """(criterion, what is said of it), wherever it stands, in order."""
    if isinstance(value, list):
        for each in value:
            yield from _entries(each, names)
        return
    if not isinstance(value, Mapping):
        return
    named = next((_folded(value[key]) for key in ID_KEYS if key in value), "")
    if named in names:
        yield named, value
        return
    for key, inner in value.items():
        if _folded(key) in names:
            yield _folded(key), inner
        else:
            yield from _entries(inner, names)


def _settled(criterion: CriterionSpec, entries: Sequence[Any]) -> Verdict:
    """The verdict that all places agree on; the last one's reason where it cannot be read."""
    if not entries:
        return Verdict(reason=f"no verdict on {criterion.id}")
    read = [_verdict(criterion, entry) for entry in entries]
    if len({verdict.value for verdict in read}) > 1:
        return Verdict(reason=f"{criterion.id} has different verdicts at different places")
    return read[-1]


def _verdict(criterion: CriterionSpec, entry: Any) -> Verdict:
    fields = (
        {_folded(key): value for key, value in entry.items()} if isinstance(entry, Mapping) else {}
    )
    said = [fields[key] for key in VALUE_KEYS if fields.get(key) is not None] if fields else [entry]
    why = next((str(fields[key]) for key in WHY_KEYS if fields.get(key)), "")
    read = {offered_value(criterion, each) for each in said}
    if len(read) == 1 and None not in read:
        return Verdict(read.pop(), why)
    if not said:
        return Verdict(reason=f"{criterion.id} has no value", why=why)
    shown = " and ".join(f"{each!r:.{_SHOWN}}" for each in said)
    offered = ", ".join(f"{choice.value} ({choice.label})" for choice in criterion.choices)
    what = "two verdicts" if len(read) > 1 and None not in read else "none of the choices"
    return Verdict(reason=f"{criterion.id}: {shown} is {what}; on offer: {offered}", why=why)


def offered_value(criterion: CriterionSpec, given: Any) -> float | None:
    """The value on offer that was given, as a number, a label, or true and false for 1 and 0; None
    where it is none of them."""
    values = set(criterion.values)
    if isinstance(given, bool):
        return float(given) if values == {0, 1} else None
    if isinstance(given, str):
        plain = " ".join(given.replace("−", "-").split())
        for choice in criterion.choices:
            if plain.casefold() == choice.label.casefold():
                return float(choice.value)
        given = float(plain) if _WHOLE.fullmatch(plain) else None
    if isinstance(given, int | float) and given in values:
        return float(given)
    return None


def _folded(name: Any) -> str:
    return re.sub(r"[^a-z0-9]+", "_", str(name).casefold()).strip("_")
