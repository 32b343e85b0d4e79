"""Reads a study's answer from a completion, strictly at first: JSON, or nothing but the answer.

A model that plays a student often names the right choice before the student's, so prose is read
only after a repair request failed too, and only where it names one choice. What is cut off counts
only where its JSON object is whole. Knows no item, no model and no score.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sandbox.replytext import objects, spoken
from sandbox.scoring.extract import (
    ANSWER_KEYS,
    SHORT,
    ChoiceRead,
    NumberRead,
    read_choice,
    read_number,
)
from sandbox.types import Completion

NUMBER_KEYS = (*ANSWER_KEYS, "misconception", "index", "number", "id")
ORDER_KEYS = ("order", "ranking", "ranked", *ANSWER_KEYS)


class Reading(Protocol):
    """What was read; `reason` says why it was not, and is empty where it was."""

    @property
    def reason(self) -> str:
        """Why it is unread."""
        ...


R = TypeVar("R", bound=Reading)


@dataclass(frozen=True)
class Reader(Generic[R]):
    """Reads replies of one kind.

    Attributes:
        keys: The keys that decide, in lower case.
        structured: Reads a JSON object that has such a key.
        prose: Reads a text without one.
        unread: Makes the unread one of a reason.
    """

    keys: tuple[str, ...]
    structured: Callable[[str], R]
    prose: Callable[[str], R]
    unread: Callable[[str], R]

    def first(self, completion: Completion) -> R:
        """Read a first reply: longer prose is unread, so that JSON is asked for."""
        return self._read(completion, SHORT)

    def last(self, completion: Completion) -> R:
        """Read a reply after which there is no other."""
        return self._read(completion, None)

    def _read(self, completion: Completion, longest_prose: int | None) -> R:
        if completion.finish == "refused":
            return self.unread("the model refused")
        text, was_cut = spoken(completion.text), completion.finish == "length"
        if not text:
            before = "cut off at the token limit before it said anything"
            return self.unread(before if was_cut else "the reply is empty")
        whole = [found.value for found in objects(text) if not found.is_cut and found.value]
        decisive = [value for value in whole if self._decides(value)]
        if decisive:
            return self.structured(json.dumps(decisive[-1], ensure_ascii=False, default=str))
        if was_cut:
            return self.unread("cut off at the token limit")
        if whole:
            return self.unread(f"no {self.keys[0].capitalize()} in the JSON object")
        if longest_prose is not None and len(text) > longest_prose:
            return self.unread("no JSON object in the reply")
        return self.prose(text)

    def _decides(self, value: Mapping[str, Any]) -> bool:
        keys = {str(key).strip().lower() for level in _levels(value) for key in level}
        return not keys.isdisjoint(self.keys)


def choice_reader(choices: Sequence[tuple[str, str]]) -> Reader[ChoiceRead]:
    """Reads which of the choices, (label, text) as offered, a reply takes."""

    def prose(text: str) -> ChoiceRead:
        labels = {label for label, _ in choices}
        named = set(re.findall(r"(?<![\w'’])([A-Z])(?![\w'’])", text)) & labels
        if len(named) > 1:
            listed = ", ".join(sorted(named))
            return ChoiceRead(reason=f"prose that names several choices: {listed}")
        return read_choice(text, choices)

    return Reader(
        ANSWER_KEYS,
        lambda text: read_choice(text, choices),
        prose,
        lambda reason: ChoiceRead(reason=reason),
    )


def number_reader(candidates: Sequence[str]) -> Reader[NumberRead]:
    """Reads which of the candidates, numbered from 1, a reply names."""

    def read(text: str) -> NumberRead:
        return read_number(text, candidates)

    return Reader(NUMBER_KEYS, read, read, lambda reason: NumberRead(reason=reason))


@dataclass(frozen=True)
class OrderRead:
    """Places from 0, best first, without those not named; unread where `reason` says why."""

    order: tuple[int, ...] = ()
    reason: str = ""


def order_reader(count: int) -> Reader[OrderRead]:
    """Reads an order of candidates that are numbered from 1 to `count`.

    Numbers that are not on offer, and repeated ones, are left out; what is not named is not ranked.
    """

    def structured(text: str) -> OrderRead:
        value = json.loads(text)
        for level in _levels(value):
            given = {str(key).strip().lower(): found for key, found in level.items()}
            for key in ORDER_KEYS:
                if key in given:
                    return _ordered(_whole_numbers(given[key]), count)
        return OrderRead(reason="no Order in the JSON object")

    def prose(text: str) -> OrderRead:
        listed = re.fullmatch(r"[\s\[\](),;>#\d]+", text)
        if not listed:
            return OrderRead(reason="no list of numbers in the reply")
        return _ordered([int(number) for number in re.findall(r"\d{1,6}", text)], count)

    return Reader(ORDER_KEYS, structured, prose, lambda reason: OrderRead(reason=reason))


def _ordered(numbers: Sequence[int], count: int) -> OrderRead:
    places = [number - 1 for number in dict.fromkeys(numbers) if 1 <= number <= count]
    return OrderRead(tuple(places)) if places else OrderRead(reason="names no candidate")


def _whole_numbers(given: Any) -> list[int]:
    if isinstance(given, list):
        return [number for each in given for number in _whole_numbers(each)]
    if isinstance(given, int) and not isinstance(given, bool):
        return [given]
    written = given if isinstance(given, str) else ""
    return [int(number) for number in re.findall(r"\d{1,6}", written)]


def _levels(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The object and the objects in it, outermost first."""
    yield value
    for inner in value.values():
        if isinstance(inner, dict):
            yield from _levels(inner)
