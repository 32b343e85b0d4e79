"""How a study asks models: opens them, stacks the wrappers round them, keeps what each cell asked.

One `Models` serves a run: spending limit, tally and kept replies are shared by all its models.
Every cell gets a `Desk`, whose replies are kept by cell and replicate, so that a resumed run asks
nothing twice that was answered. What decides the replies (model, sampling) belongs to the design;
where and how they are fetched (`Asking`) does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, ValidationError

from sandbox.errors import ContextOverflowError, RunLogError, UnknownNameError, UsageError
from sandbox.experiments.base import Bench
from sandbox.experiments.reading import Reader, Reading
from sandbox.models.base import PROVIDERS, ChatModel, address_of
from sandbox.models.catalogue import Entry, open_model, read_entries, read_prices
from sandbox.models.images import ImageSource, images_in, no_images
from sandbox.models.prices import Price, PriceTable
from sandbox.models.wrappers import Budget, Cached, ReplyStore, Tally, guarded, noted_cost
from sandbox.prompts import render
from sandbox.records import Cell, canonical, digest
from sandbox.store.images import save_image
from sandbox.types import (
    Completion,
    Frozen,
    ImagePart,
    Message,
    ReplySchema,
    Settings,
    TextPart,
)

REPLIES = "replies.jsonl"
"""The kept replies of a run, in its folder."""

ASKING = "asking.json"
"""How the models of a run are asked, in its folder, for a resume."""

MAX_TOKENS = 512
"""The limit on a reply where neither the user nor the model's entry says one."""

SEEDS = 2**31

R = TypeVar("R", bound=Reading)


class Sampling(Frozen):
    """What a study asks of every reply. `max_tokens` None: the model's own entry, else 512."""

    temperature: float | None = Field(default=0.9, ge=0)
    max_tokens: int | None = Field(default=None, gt=0)


class Asking(Frozen):
    """Where and how models are asked; none of it changes what is asked."""

    base_url: str | None = None
    budget: Decimal | None = Field(default=None, gt=0)
    calls: int = Field(default=16, gt=0)

    def remember(self, folder: Path) -> None:
        """Keep it in a run folder.

        Raises:
            UsageError: the address holds a name or password.
            RunLogError: the file cannot be written.
        """
        self.check()
        try:
            (folder / ASKING).write_text(canonical(self.model_dump(mode="json")), encoding="utf-8")
        except OSError as error:
            raise RunLogError(f"cannot write {folder / ASKING}: {error.strerror}") from error

    def check(self) -> None:
        """Refuse an address that holds a secret: it would stand in the run folder.

        Raises:
            UsageError: it does.
        """
        parts = urlsplit(self.base_url or "")
        if parts.username or parts.password or parts.query:
            raise UsageError(
                "the server's address must hold no name, password or query: it is kept in the run "
                "folder; give the key in the environment variable of its provider"
            )


def remembered(folder: Path) -> Asking:
    """How the models of the run in a folder were asked.

    Raises:
        RunLogError: the note of it cannot be read.
    """
    path = folder / ASKING
    if not path.exists():
        return Asking()
    try:
        return Asking.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise RunLogError(f"{path} cannot be read: {error}") from error


@dataclass
class Models:
    """The models of one run.

    Attributes:
        folder: The run folder, where replies are kept; None keeps none.
        asking: Where and how they are asked.
        overlays: The user's content folders, with entries and prices of their own.
        given: Models made elsewhere, by the name they are asked for.
        images: Gives the bytes of an image by its SHA-256.
        around: What is put round each model when it is opened, inside limits and meter.
        tally: What was used by this process so far.
    """

    folder: Path | None = None
    asking: Asking = field(default_factory=Asking)
    overlays: Sequence[Path] = ()
    given: Mapping[str, ChatModel] = field(default_factory=dict)
    images: ImageSource = no_images
    around: Callable[[ChatModel], ChatModel] = lambda model: model
    tally: Tally = field(default_factory=Tally)
    _opened: dict[str, ChatModel] = field(default_factory=dict)
    _guarded: dict[str, tuple[object, ChatModel]] = field(default_factory=dict)
    _known: Mapping[str, Entry] | None = None
    _prices: PriceTable | None = None
    _store: ReplyStore | None = None
    _budget: Budget | None = None

    def check(self, names: Sequence[str]) -> None:
        """Open the models now, so that a run does not begin with one that cannot be asked.

        Raises:
            UsageError: one needs something, or its price is not known and there is a limit.
        """
        self.asking.check()
        for name in names:
            if self.asking.budget is not None and self.price(name) is None:
                raise UsageError(
                    f"no spending limit can be kept for {name}: its price is not listed; add one "
                    "in tasks/models/prices.yaml of a --content folder, or leave out --budget"
                )
            self.open(name)

    def open(self, name: str) -> ChatModel:
        """The model of that name, opened once, without wrappers."""
        if name not in self._opened:
            self._opened[name] = self.around(
                self.given.get(name)
                or open_model(
                    name, *self.overlays, base_url=self.asking.base_url, images=self.images
                )
            )
        return self._opened[name]

    def price(self, name: str) -> Price | None:
        """The listed price of a model, which needs no key for that."""
        if name in self.given:
            return self._price_table().price(self.given[name].name)
        return self._price_table().price(self._id(name))

    def settings(self, name: str, sampling: Sampling) -> Settings:
        """How a model is asked under a sampling: every reply is JSON and has a token limit."""
        entry = None if name in self.given else self._entries().get(name)
        own = entry.settings.max_tokens if entry else None
        return Settings(
            temperature=sampling.temperature,
            max_tokens=sampling.max_tokens or own or MAX_TOKENS,
            json_reply=True,
        )

    def desk(self, cell: Cell, bench: Bench) -> Desk:
        """What one cell asks its models through."""
        return Desk(self, cell, bench)

    def wrapped(self, name: str, cell: Cell, bench: Bench) -> ChatModel:
        """A model with retries, limits and meter, and with the replies of one cell kept."""
        limiter, model = self._guarded.get(name, (None, None))
        if model is None or limiter is not bench.limiter:
            model = guarded(
                self.open(name),
                limiter=bench.limiter,
                prices=self._price_table(),
                tally=self.tally,
                budget=self._limit(),
            )
            self._guarded[name] = (bench.limiter, model)
        if self.folder is None:
            return model
        return Cached(
            KeepsImages(model, self.folder),
            self._kept(self.folder),
            cell=cell.key,
            replicate=cell.replicate,
            address=address_of(self.open(name)),
        )

    def _id(self, name: str) -> str:
        """The `provider:model` of a name."""
        entry = self._entries().get(name)
        if entry is not None:
            return entry.model
        provider, colon, model = name.partition(":")
        if not colon or not model:
            raise UnknownNameError("model", name, self._entries())
        if provider not in PROVIDERS:
            raise UnknownNameError("model provider", provider, PROVIDERS)
        return name

    def _entries(self) -> Mapping[str, Entry]:
        if self._known is None:
            self._known = read_entries(*self.overlays)
        return self._known

    def _price_table(self) -> PriceTable:
        if self._prices is None:
            self._prices = read_prices(*self.overlays)
        return self._prices

    def _kept(self, folder: Path) -> ReplyStore:
        if self._store is None:
            self._store = ReplyStore(folder / REPLIES)
        return self._store

    def _limit(self) -> Budget | None:
        """The spending limit; what the run spent before counts, also on replies that were lost."""
        if self._budget is None and self.asking.budget is not None:
            self._budget = Budget(self.asking.budget)
            if self.folder is not None:
                spent, unsure = noted_cost(self.folder / REPLIES), self._kept(self.folder)
                self._budget = Budget(self.asking.budget, spent, unsure.note_at_most)
        return self._budget


@dataclass(frozen=True)
class KeepsImages:
    """A model that keeps in the run folder the pictures which it is sent."""

    inner: ChatModel
    folder: Path

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.inner.name

    @property
    def sees_images(self) -> bool:
        """Whether the model takes images."""
        return self.inner.sees_images

    async def reply(self, messages: Sequence[Message], settings: Settings) -> Completion:
        """What the model says."""
        for part in images_in(messages) if self.sees_images else ():
            if part.data:
                save_image(self.folder, part.data)
        return await self.inner.reply(messages, settings)


class Desk:
    """One cell's way to its models; keeps every reply for the log."""

    def __init__(self, models: Models, cell: Cell, bench: Bench) -> None:
        self._models, self._cell, self._bench = models, cell, bench
        self._open: dict[str, ChatModel] = {}
        self.replies: list[Completion] = []
        self.images: dict[str, str] = {}

    async def ask(
        self,
        name: str,
        messages: Sequence[Message],
        sampling: Sampling,
        reader: Reader[R],
        *salt: JsonValue,
        schema: ReplySchema | None = None,
    ) -> R:
        """Ask, read, and ask once more where the reply cannot be read.

        A conversation that is too long for the model is unread: no second try would change that.

        Args:
            name: The model.
            messages: What it is asked.
            sampling: Temperature and token limit.
            reader: Reads the reply, or says why not.
            salt: Tells several questions of one cell apart; they get different seeds.
            schema: The form that the reply is to have, where the provider can be held to one.

        Raises:
            ModelError: the provider gave no reply.
        """
        seed = int(digest(self._cell.key, *salt), 16) % SEEDS
        wish = {"seed": seed, "reply_schema": schema}
        settings = self._models.settings(name, sampling).model_copy(update=wish)
        try:
            first = await self._reply(name, messages, settings)
            found = reader.first(first)
            if not found.reason or first.finish == "refused":
                return found
            again = [*messages, *_repair(first, found.reason)]
            return reader.last(await self._reply(name, again, settings))
        except ContextOverflowError as error:
            return reader.unread(f"too long for the model: {error}")

    def observed(self) -> dict[str, JsonValue]:
        """The replies as the log keeps them: text, ending, tokens, cost where it is known.

        Whether one was fetched again from the kept ones is left out: a resumed run logs the same.
        """
        kept: list[JsonValue] = [
            reply.model_dump(mode="json", exclude={"cached"}, exclude_defaults=True)
            for reply in self.replies
        ]
        images: list[JsonValue] = [
            {"sha256": sha256, "alt": alt} for sha256, alt in self.images.items()
        ]
        return {"replies": kept, "images": images} if images else {"replies": kept}

    async def _reply(
        self, name: str, messages: Sequence[Message], settings: Settings
    ) -> Completion:
        if name not in self._open:
            self._open[name] = self._models.wrapped(name, self._cell, self._bench)
        self.images |= {part.sha256: part.alt for part in images_in(messages)}
        reply = await self._open[name].reply(messages, settings)
        self.replies.append(reply)
        return reply


def messages_of(
    prompt: str,
    shared: Mapping[str, object],
    task: Mapping[str, object],
    picture: ImagePart | None = None,
) -> list[Message]:
    """The two messages of a prompt: PROMPT_system with what all tasks share, PROMPT_task with the
    picture of the task before it."""
    words = TextPart(text=render(f"{prompt}_task", **task))
    return [
        Message.of("system", render(f"{prompt}_system", **shared)),
        Message(role="user", parts=(words,) if picture is None else (picture, words)),
    ]


def _repair(reply: Completion, reason: str) -> list[Message]:
    wish = render("repair", reason=reason, is_cut=reply.finish == "length")
    return [Message.of("assistant", reply.text or "(nothing)"), Message.of("user", wish)]
