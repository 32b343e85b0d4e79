"""What the expert-tutor study puts before a tutor: among how many candidates it has to choose, and
one worked example of each where the study gives them. Knows no tutor and no score.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from sandbox.agents.base import Example
from sandbox.content.itemfiles import ItemSet, Pair
from sandbox.errors import UsageError
from sandbox.maths.families import Families

Pool = int | Literal["topic"]
"""A number of candidates, or all those of the question's own topic or strand."""
TOPIC: Literal["topic"] = "topic"
ALL = "all"


@dataclass(frozen=True)
class Candidates:
    """The misconceptions of an item set, by statement, as candidates for its pairs.

    The topic of a question is the one that its data set files it under; of a generated item, which
    has none, the strand of its family.
    """

    items: ItemSet
    pairs: tuple[Pair, ...]
    families: Families | None = field(default=None, compare=False, repr=False)

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """All of them, in order of the alphabet."""
        return tuple(sorted(set(self.items.statements.values())))

    @cached_property
    def _by_statement(self) -> Mapping[str, Sequence[Pair]]:
        found: dict[str, list[Pair]] = defaultdict(list)
        for pair in self.pairs:
            found[self.truth(pair)].append(pair)
        return dict(found)

    @cached_property
    def _by_topic(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for pair in self.pairs:
            found[self.topic(pair)].add(self.truth(pair))
        return {topic: sorted(statements) for topic, statements in found.items()}

    def truth(self, pair: Pair) -> str:
        """The statement of the misconception behind a pair."""
        return self.items.statements[pair.misconception]

    def topic(self, pair: Pair) -> str:
        """The topic of a pair's question, "" where nothing says it."""
        item = pair.item
        if item.topic or not item.family or self.families is None:
            return item.topic
        return self._strands.get(item.family, "")

    @cached_property
    def _strands(self) -> Mapping[str, str]:
        return {family.id: family.strand for family in self.families or ()}

    def check(self, pools: Sequence[Pool]) -> None:
        """Whether these pools can be put.

        Raises:
            UsageError: a size is out of range, or candidates are wanted by topic without topics.
        """
        most = len(self.statements)
        for pool in pools:
            if pool == TOPIC:
                if not all(self.topic(pair) for pair in self.pairs):
                    raise UsageError(
                        "not every question has a topic or a family here, so there is no pool "
                        "within a topic"
                    )
            elif not 2 <= pool <= most:
                raise UsageError(f"a pool has 2 to {most} candidates here, not {pool}")

    def pool(self, pair: Pair, size: Pool, chance: random.Random) -> list[str]:
        """The true candidate and others, in an order without meaning."""
        truth = self.truth(pair)
        if size == TOPIC:
            pool = [*self._by_topic[self.topic(pair)]]
        else:
            others = [statement for statement in self.statements if statement != truth]
            pool = [truth, *chance.sample(others, size - 1)]
        chance.shuffle(pool)
        return pool

    def rounds(self, trials: int) -> int:
        """How many trials work different examples: as many as the commonest misconception has."""
        most = max(len(pairs) for pairs in self._by_statement.values())
        return min(trials, most)

    def asked(self, trial: int) -> list[int]:
        """The pairs that a trial asks about: all but those that it works as examples."""
        worked = {id(pairs[trial % len(pairs)]) for pairs in self._by_statement.values()}
        found = []
        for number, pair in enumerate(self.pairs):
            if id(pair) not in worked and self._example(self.truth(pair), trial, pair):
                found.append(number)
        return found

    def examples(self, pool: Sequence[str], trial: int, pair: Pair) -> tuple[Example, ...]:
        """One worked example of each candidate that has one on another question.

        In trial t that is its t-th wrong answer of the file, counting round; if this stands on the
        question that is asked, the next.
        """
        found = ((statement, self._example(statement, trial, pair)) for statement in sorted(pool))
        return tuple(
            Example(statement, worked.item.in_words, worked.wrong, worked.item.answer)
            for statement, worked in found
            if worked is not None
        )

    def _example(self, statement: str, trial: int, pair: Pair) -> Pair | None:
        own = self._by_statement.get(statement, ())
        turned = [own[(trial + k) % len(own)] for k in range(len(own))]
        other = (
            each
            for each in turned
            if each.item.id != pair.item.id and each.item.in_words != pair.item.in_words
        )
        return next(other, None)
