"""Ready-made entries of models and the price table, read from the content folders.

An entry is data: a model id, where it is served, and the settings that hold where a study says
nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, Field, ValidationError

from sandbox.content.files import content_root, read_list
from sandbox.errors import ContentError, Fault
from sandbox.models.base import PATIENCE_S, ChatModel, make_model
from sandbox.models.images import ImageSource, no_images
from sandbox.models.prices import Price, PriceTable
from sandbox.models.wrappers.defaults import WithDefaults
from sandbox.types import Frozen, Settings

FOLDER = "tasks/models"

Spec = TypeVar("Spec", bound=BaseModel)


class Entry(Frozen):
    """A model under a short name, with the right parameters for it.

    `key` names the environment variable that holds the key. `architecture` is the class of an
    open-weight model in transformers, with which its code path is tested."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")
    model: str
    about: str
    base_url: str | None = None
    key: str | None = None
    sees_images: bool | None = None
    architecture: str = ""
    settings: Settings = Settings()


def read_entries(*overlays: Path) -> dict[str, Entry]:
    """The entries by id; those of a user's folder replace bundled ones of the same id.

    Raises:
        ContentError: with every fault found.
    """
    return _read("entries.yaml", Entry, overlays)


def read_prices(*overlays: Path) -> PriceTable:
    """The price table; the prices of a user's folder replace bundled ones of the same id.

    Raises:
        ContentError: with every fault found.
    """
    return PriceTable(_read("prices.yaml", Price, overlays))


def open_model(
    name: str,
    *overlays: Path,
    base_url: str | None = None,
    images: ImageSource = no_images,
    patience_s: float = PATIENCE_S,
) -> ChatModel:
    """A model by the id of an entry, or by `provider:model`.

    Args:
        name: Of the entry, or an id as `make_model` takes it.
        overlays: The user's content folders.
        base_url: The server, where it is another than the entry's.
        images: Gives the bytes of an image by its SHA-256.
        patience_s: Seconds until a call is given up.

    Raises:
        UsageError: it is neither, or needs something.
    """
    entry = read_entries(*overlays).get(name)
    if entry is None:
        return make_model(name, base_url=base_url, images=images, patience_s=patience_s)
    model = make_model(
        entry.model,
        base_url=base_url or entry.base_url,
        # another server wants another key, or none
        key_variable=None if base_url else entry.key,
        images=images,
        sees_images=entry.sees_images,
        patience_s=patience_s,
    )
    return WithDefaults(model, entry.settings)


def _read(file: str, form: type[Spec], overlays: Sequence[Path]) -> dict[str, Spec]:
    faults: list[Fault] = []
    found: dict[str, Spec] = {}
    for root in (content_root(), *overlays):
        path = root / FOLDER / file
        if root != content_root() and not path.exists():
            continue
        of_file: dict[str, Spec] = {}
        for entry in read_list(path, f"{FOLDER}/{file}", faults):
            try:
                spec = form.model_validate(entry.data)
            except ValidationError as error:
                faults += [
                    Fault(
                        entry.place(*fault["loc"]),
                        f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}",
                    )
                    for fault in error.errors(include_url=False)
                ]
                continue
            name = entry.data["id"]
            if name in of_file:
                faults.append(Fault(entry.place("id"), f"the id {name!r} stands twice"))
            of_file[name] = spec
        found |= of_file
    if faults:
        raise ContentError(faults)
    return found
