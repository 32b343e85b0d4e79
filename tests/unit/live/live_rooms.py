"""What the tests of live sessions share: a desk over a folder, and models that are known."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.content.library import Library
from sandbox.experiments.asking import Models
from sandbox.live.cast import Cast
from sandbox.live.desk import Desk, new_token
from sandbox.live.journal import Journal
from sandbox.live.streaming import AT_ONCE, overheard
from sandbox.models.base import ChatModel

NOVICE = "novice:fractions/add-across"


@dataclass
class Lounge:
    """A desk over a folder; `reopen` is what a restarted process would have."""

    runs: Path
    library: Library
    models: dict[str, ChatModel] = field(default_factory=dict)
    now: float = 0.0
    desk: Desk = field(init=False)

    def __post_init__(self):
        self.desk = self._opened()

    def _opened(self, **options):
        journal = Journal(self.runs, self.library)
        access = Models(journal.folder, given=self.models, around=overheard)
        cast = Cast(self.library, access, tuple(self.models))
        return Desk(cast, journal, monotonic=lambda: self.now, **{"pace": AT_ONCE, **options})

    def limited(self, **options):
        """The same lounge with other limits."""
        self.close()
        self.desk = self._opened(**options)
        return self

    async def reopen(self):
        """As after `kill -9` and a restart: what is not in the folder is gone."""
        self.close()
        self.desk = self._opened()
        await self.desk.restore()
        return self.desk

    def close(self):
        self.desk.journal.close()


@dataclass
class Streaming:
    """A model that can be heard while it writes; `pieces` are what there is so far."""

    pieces: Sequence[str]
    between: Callable[[str], object] = lambda piece: None
    name: str = "double:streaming"
    sees_images: bool = True

    async def reply(self, messages, settings):
        from sandbox.types import Completion

        return Completion(text=self.pieces[-1])

    async def stream(self, messages, settings, on_text):
        for piece in self.pieces:
            on_text(piece)
            self.between(piece)
        return await self.reply(messages, settings)


def tokens(count):
    """Tokens of so many browsers."""
    return [new_token() for _ in range(count)]
