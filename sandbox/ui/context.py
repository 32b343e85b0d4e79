"""What every tab is given: content, runs, live sessions; and what the page shares. Knows no tab."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import gradio as gr
from gradio.events import Dependency

from sandbox.content.collecting import CollectionSpec
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking, Models
from sandbox.live.cast import Cast
from sandbox.live.collected import is_password
from sandbox.live.collecting import Collection
from sandbox.live.desk import Desk
from sandbox.live.journal import Journal
from sandbox.live.shelf import item_sets, items_of
from sandbox.live.streaming import Pace, overheard
from sandbox.records import Item
from sandbox.store.catalogue import Catalogue
from sandbox.store.reading import MANIFEST
from sandbox.ui.offers import SET, Choices, topic_choices


@dataclass(frozen=True)
class Context:
    """What a tab works with.

    Attributes:
        library: The content.
        runs: The folder of runs.
        cast: The agents that may be chosen.
        models: How models are asked; only those that the cast offers.
        overlays: The user's content folders; what is made in the app goes to the last one.
        organiser: The password of the organiser's page; "" closes that page.
        designs: The studies that collect sessions.
        is_shared: Whether others than whoever started the app can reach it.
        pace: How replies are read out that come all at once.
    """

    library: Library
    runs: Path
    cast: Cast
    models: Models
    overlays: tuple[Path, ...] = ()
    organiser: str = field(default="", repr=False)
    designs: tuple[CollectionSpec, ...] = ()
    is_shared: bool = False
    pace: Pace | None = None
    _live: _Live = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_live", _Live())

    @property
    def catalogue(self) -> Catalogue:
        """The small, edited things: index of runs, sessions' metadata, ratings."""
        return self.journal.catalogue

    @property
    def journal(self) -> Journal:
        """Where live sessions are kept.

        Raises:
            UsageError: `open` was not called.
        """
        if self._live.journal is None:
            raise UsageError("the folder of live sessions is not open")
        return self._live.journal

    def open(self) -> Journal:
        """Open the folder of live sessions; once, before the page is served.

        Raises:
            RunLogError: another process writes there, or it cannot be written.
        """
        if self._live.journal is None:
            self._live.journal = Journal(self.runs, self.library)
            self.models.folder = self._live.journal.folder
            self.models.images = self._live.journal.load_picture
        return self._live.journal

    async def desk(self) -> Desk:
        """The live sessions; those of an earlier process are taken up at the first call."""
        async with self._live.lock:
            if self._live.desk is None:
                desk = Desk(self.cast, self.open(), calls=self.models.asking.calls, pace=self.pace)
                await desk.restore()
                self._live.desk = desk
        return self._live.desk

    @property
    def runs_are_closed(self) -> bool:
        """Whether nobody may look into the runs: others can reach them and there is no password."""
        return self.is_shared and not self.organiser

    def let_in(self, given: str) -> None:
        """Let an organiser pass, or whoever sits at the machine where no password is set.

        Raises:
            UsageError: the password is wrong, or nobody may look into the runs.
        """
        if self.runs_are_closed or (self.organiser and not is_password(given, self.organiser)):
            raise UsageError("this is not the organiser’s password")

    def topics(self) -> Choices:
        """What problems can be about: the user's item sets, and every kind of problem."""
        return topic_choices(self.library, item_sets(self.overlays))

    def problems(self, topic: str) -> tuple[str, tuple[Item, ...]]:
        """What a topic stands for: a family's id, or the items of a set.

        Raises:
            SandboxError: there is no such item set, or it cannot be read.
        """
        name = topic.removeprefix(SET)
        return (topic, ()) if name == topic else ("", items_of(name, self.overlays))

    def run_choices(self) -> list[tuple[str, str]]:
        """The runs that are there, the latest first: what is shown, and the folder's name."""
        self.catalogue.rebuild(self.runs)
        found = []
        for run in reversed(self.catalogue.runs()):
            folder = Path(run.folder)
            if (folder / MANIFEST).exists() and folder.parent.resolve() == self.runs.resolve():
                shown = f"{folder.name} · {run.study} · {_minute(run.created)}"
                found.append((shown, folder.name))
        return found

    def run_folder(self, name: str) -> Path:
        """The folder of a run that is on offer.

        Raises:
            UsageError: there is no such run.
        """
        if name not in {path.parent.name for path in self.runs.glob(f"*/{MANIFEST}")}:
            raise UsageError("choose a run from the list")
        return self.runs / name

    async def collection(self, study: str) -> Collection:
        """The study of that id, at work.

        Raises:
            UsageError: there is none.
        """
        designs = {design.id: design for design in self.designs}
        if study not in designs:
            raise UsageError("there is no such study here")
        desk = await self.desk()
        async with self._live.lock:
            if study not in self._live.collections:
                self._live.collections[study] = Collection(designs[study], desk)
        return self._live.collections[study]

    def close(self) -> None:
        """Free the folder of live sessions."""
        if self._live.journal is not None:
            self._live.journal.close()


@dataclass
class _Live:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    journal: Journal | None = None
    desk: Desk | None = None
    collections: dict[str, Collection] = field(default_factory=dict)


@dataclass(frozen=True)
class Page:
    """What a tab knows of the page it is on.

    Attributes:
        token: The browser's token: input of every handler that knows whose page it is.
        opened: The event after which the token is there; wire what a tab does on opening or
            refreshing the page with `opened.then(…)`.
        entered: Wires what a tab does whenever a person comes to it.
    """

    token: gr.BrowserState
    opened: Dependency
    entered: Callable[..., Dependency]


def _minute(time: str) -> str:
    """A time stamp for people, to the minute."""
    return time[:16].replace("T", " ")


def make_context(
    library: Library,
    runs: Path,
    *,
    asking: Asking | None = None,
    offered: Sequence[str] = (),
    overlays: Sequence[Path] = (),
    organiser: str = "",
    models: Models | None = None,
    designs: Sequence[CollectionSpec] = (),
    is_shared: bool = False,
    pace: Pace | None = None,
) -> Context:
    """The context of an app.

    Args:
        library: The content.
        runs: The folder of runs.
        asking: Where and how models are asked.
        offered: The models that may be chosen.
        overlays: The user's content folders.
        organiser: The password of the organiser's page.
        models: How models are asked, where it is known already.
        designs: The studies that collect sessions; those of the content where none is given.
        is_shared: Whether others than whoever starts the app can reach it.
        pace: How replies are read out that come all at once.
    """
    access = models or Models(None, asking or Asking(), tuple(overlays), around=overheard)
    cast = Cast(library, access, offered)
    studies = tuple(designs or library.collections.values())
    return Context(
        library, runs, cast, access, tuple(overlays), organiser, studies, is_shared, pace
    )
