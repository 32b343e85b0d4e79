"""Models that play the novice of the misconception study: four prompt settings, their examples, and
which pairs each setting can be asked on. Knows no run and no score.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox.content.itemfiles import Pair
from sandbox.errors import UnknownNameError
from sandbox.experiments.asking import messages_of
from sandbox.models.images import picture_of
from sandbox.records import Item
from sandbox.types import ImagePart, Message, ReplySchema

SETTINGS: dict[str, str] = {
    "zero": "zero-shot, without explanation",
    "zero-exp": "zero-shot, with explanation",
    "few-random": "two random examples, with explanation",
    "few-same": "two examples of the same misconception, with explanation",
}
EXAMPLES = 2
PROMPTS = ("novice_system", "novice_task", "repair")


@dataclass(frozen=True)
class Examples:
    """The pairs of a study, ready to give each other examples. One never comes from the pair's own
    question."""

    pairs: tuple[Pair, ...]
    _alike: Mapping[str, list[int]] = field(init=False)
    _asked: Mapping[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        alike: dict[str, list[int]] = defaultdict(list)
        asked: dict[str, list[int]] = defaultdict(list)
        for number, pair in enumerate(self.pairs):
            alike[pair.misconception].append(number)
            asked[pair.item.id].append(number)
        object.__setattr__(self, "_alike", dict(alike))
        object.__setattr__(self, "_asked", dict(asked))

    def eligible(self, setting: str) -> tuple[int, ...]:
        """The numbers of the pairs that a setting can be asked on.

        With examples of the same misconception: only those whose misconception has at least two
        other examples.
        """
        numbers = range(len(self.pairs))
        if not setting.startswith("few"):
            return tuple(numbers)
        return tuple(
            number
            for number in numbers
            if len(self._pool(setting, number)) - self._own(setting, number) >= EXAMPLES
        )

    def of(self, setting: str, number: int, chance: random.Random) -> tuple[Pair, ...]:
        """The examples that a pair is asked with, drawn by chance; none for zero-shot settings."""
        if not setting.startswith("few"):
            return ()
        own = self.pairs[number].item.id
        enough = EXAMPLES + self._own(setting, number)
        drawn = [self.pairs[other] for other in chance.sample(self._pool(setting, number), enough)]
        return tuple(pair for pair in drawn if pair.item.id != own)[:EXAMPLES]

    def _pool(self, setting: str, number: int) -> Sequence[int]:
        """The pairs that examples are drawn from, those of the pair's own question among them."""
        if setting == "few-same":
            return self._alike[self.pairs[number].misconception]
        return range(len(self.pairs))

    def _own(self, setting: str, number: int) -> int:
        """How many of the pool are of the pair's own question."""
        pair = self.pairs[number]
        alike = setting == "few-same"
        return sum(
            not alike or self.pairs[other].misconception == pair.misconception
            for other in self._asked[pair.item.id]
        )


def known_setting(name: str) -> str:
    """The setting of that name.

    Raises:
        UnknownNameError: there is none.
    """
    if name not in SETTINGS:
        raise UnknownNameError("prompt setting", name, SETTINGS)
    return name


def explains(setting: str) -> bool:
    """Whether the student says how it gets there before it names its choice."""
    return setting != "zero"


def novice_messages(
    pair: Pair, statements: Mapping[str, str], setting: str, examples: Sequence[Pair]
) -> list[Message]:
    """What a model is asked. It sees its own misconception in words, no key and no other cause."""
    return messages_of(
        "novice",
        {"explains": explains(setting)},
        {
            "examples": [_example(example, statements) for example in examples],
            **shown(pair.item),
            "misconception": statements[pair.misconception],
        },
        picture(pair.item),
    )


def shown(item: Item, *, words: bool = False) -> dict[str, object]:
    """Question, choices and figure of an item, as prompts take them; the figure in words where no
    picture of it is sent (or `words` wants them)."""
    figure = item.figure_alt if words or item.figure is None else ""
    return {"question": item.question, "choices": offered(item), "figure": figure}


def picture(item: Item) -> ImagePart | None:
    """The picture of an item that is drawn."""
    return None if item.figure is None else picture_of(item.figure, item.figure_alt)


def offered(item: Item) -> tuple[tuple[str, str], ...]:
    """The choices as (label, text)."""
    return tuple((choice.label, choice.text) for choice in item.choices)


def choice_schema(item: Item, *, explained: bool) -> ReplySchema:
    """The form of a reply that names a choice."""
    named: dict[str, JsonValue] = {"Explanation": {"type": "string"}} if explained else {}
    named["Choice"] = {"type": "string", "enum": [label for label, _ in offered(item)]}
    return object_schema("choice", named)


def object_schema(name: str, properties: Mapping[str, JsonValue]) -> ReplySchema:
    """The schema of an object that has exactly these properties."""
    body: dict[str, JsonValue] = {
        "type": "object",
        "properties": dict(properties),
        "required": [*properties],
        "additionalProperties": False,
    }
    return ReplySchema(name=name, body=body)


def _example(pair: Pair, statements: Mapping[str, str]) -> dict[str, object]:
    return {
        **shown(pair.item, words=True),
        "misconception": statements[pair.misconception],
        "label": pair.label,
        "text": pair.wrong,
    }
