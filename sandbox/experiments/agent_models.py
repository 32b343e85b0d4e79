"""The models of agents that speak through one: each call goes to the model as the running cell may
ask it, with its limits, its meter and its kept replies.

An agent is made once for a run and serves many cells at once; which cell a call belongs to is known
from the task that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from sandbox.experiments.asking import Models, Sampling
from sandbox.experiments.base import Bench
from sandbox.models.base import ChatModel
from sandbox.records import Cell
from sandbox.types import Completion, Message, Settings

_HERE: ContextVar[tuple[Cell, Bench]] = ContextVar("the cell that runs in this task")


@contextmanager
def running(cell: Cell, bench: Bench) -> Iterator[None]:
    """Calls made within belong to this cell."""
    token = _HERE.set((cell, bench))
    try:
        yield
    finally:
        _HERE.reset(token)


@dataclass(frozen=True)
class ModelHere:
    """A model by name, asked for the cell that runs. It is opened by its first call, so that an
    agent can be named, and a run scored, without a key."""

    name: str
    access: Models

    @property
    def sees_images(self) -> bool:
        """Whether the model takes images."""
        return self.access.open(self.name).sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """What the model says, within the limits of the run.

        A reply has a token limit: the agent's, the entry's, or the one of every study; without
        one no spending limit could be kept.
        """
        cell, bench = _HERE.get()
        usual = self.access.settings(self.name, Sampling(temperature=None)).max_tokens
        limited = settings.model_copy(update={"max_tokens": settings.max_tokens or usual})
        return await self.access.wrapped(self.name, cell, bench).reply(messages, limited)


@dataclass
class AgentModels:
    """Makes the models of a study's agents, and remembers which were named."""

    access: Models
    names: list[str] = field(default_factory=list)

    def __call__(self, name: str) -> ChatModel:
        """The model of that name, as the running cell may ask it."""
        if name not in self.names:
            self.names.append(name)
        return ModelHere(name, self.access)
