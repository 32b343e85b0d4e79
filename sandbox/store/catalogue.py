"""The catalogue: a small TinyDB file with the index of runs, and room for what people edit.

The log is the truth; the catalogue can be rebuilt from the run folders. Each change is made under
a lock across processes and put in place whole. It is for hundreds of entries, not for events.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from tinydb import Storage, TinyDB, where

from sandbox.errors import RunLogError
from sandbox.store.events import fault
from sandbox.store.files import FileLock, disk_error, replace_file
from sandbox.store.reading import MANIFEST, read_manifest
from sandbox.types import Frozen

RUNS = "runs"
INDEX = "runs.json"
"""The catalogue's file, in the folder that the runs lie in."""

R = TypeVar("R", bound=Frozen)


class RunEntry(Frozen):
    """One run of the index. The counts are None until the run has been summed up."""

    run: str
    study: str
    folder: str
    created: str
    sessions: int | None = None
    done: int | None = None
    failed: int | None = None


class Catalogue:
    """The one way to the catalogue file; safe to use from several processes at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))

    def record_run(self, entry: RunEntry) -> None:
        """Add a run to the index, or bring its entry up to date; a copied folder has its own."""
        self.put(RUNS, f"{entry.run} {Path(entry.folder).name}", entry)

    def runs(self) -> list[RunEntry]:
        """All runs, the latest last."""
        return sorted(self.all(RUNS, RunEntry), key=lambda entry: (entry.created, entry.run))

    def put(self, table: str, key: str, record: Frozen) -> None:
        """Store a record of a table under its key, in place of an earlier one.

        Raises:
            RunLogError: the file is damaged or cannot be written; what it held is still there.
        """
        with self._opened() as database:
            document = {"key": key, "record": record.model_dump(mode="json")}
            database.table(table).upsert(document, where("key") == key)

    def put_if_new(self, table: str, key: str, record: R) -> R:
        """Store a record unless its key is taken; returns the record that stands there.

        Raises:
            RunLogError: the file is damaged or cannot be written.
        """
        with self._opened() as database:
            found = database.table(table).get(where("key") == key)
            if found is None:
                document = {"key": key, "record": record.model_dump(mode="json")}
                database.table(table).insert(document)
                return record
        assert isinstance(found, Mapping)
        return self._record(table, found, type(record))

    def remove(self, table: str, key: str) -> bool:
        """Take a record out of a table; says whether it was there."""
        with self._opened() as database:
            return bool(database.table(table).remove(where("key") == key))

    def all(self, table: str, kind: type[R]) -> list[R]:
        """The records of a table, in the order in which they were first stored.

        Raises:
            RunLogError: the file is damaged, or a record is not of this kind.
        """
        with self._opened() as database:
            documents = database.table(table).all()
        return [self._record(table, document, kind) for document in documents]

    def rebuild(self, runs: Path) -> list[str]:
        """Index every run folder directly below `runs` that is not indexed yet; returns what could
        not be read."""
        faults = []
        known = {(entry.run, entry.folder) for entry in self.runs()}
        for manifest in sorted(runs.glob(f"*/{MANIFEST}")):
            try:
                held = read_manifest(manifest.parent)
            except RunLogError as error:
                faults.append(str(error))
                continue
            if (held.run, str(manifest.parent)) in known:
                continue
            self.record_run(
                RunEntry(
                    run=held.run,
                    study=held.study,
                    folder=str(manifest.parent),
                    created=held.created,
                )
            )
        return faults

    def _record(self, table: str, document: Mapping[str, Any], kind: type[R]) -> R:
        try:
            return kind.model_validate(document.get("record"))
        except ValidationError as error:
            raise RunLogError(
                f"{self.path}: table {table}, key {document.get('key')}: {fault(error)}"
            ) from error

    @contextmanager
    def _opened(self) -> Iterator[TinyDB]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error("make the folder of", self.path, error) from error
        with self._lock.held(f"{self.path} is in use"):
            yield TinyDB(self.path, storage=_WholeFileStorage)


class _WholeFileStorage(Storage):
    """Reads strictly, and replaces the file whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        return _read_tables(self._path)

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, allow_nan=False)
        replace_file(self._path, text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Nothing stays open."""


def _read_tables(path: Path) -> dict[str, dict[str, Any]] | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise disk_error("read", path, error) from error
    try:
        tables = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, str(error)) from error
    if not isinstance(tables, dict) or not all(isinstance(held, dict) for held in tables.values()):
        raise _damaged(path, "not an object of tables")
    return tables


def _damaged(path: Path, why: str) -> RunLogError:
    return RunLogError(
        f"{path}: damaged catalogue, {why}; restore it, or move it away and rebuild it from the "
        "run folders"
    )
