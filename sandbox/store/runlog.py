"""Writes a run folder: a manifest and an append-only log, flushed before an event counts.

One writer at a time; a folder that holds anything is never written over. Events that gather while
a flush is under way share the next one (group commit). Knows no experiment. `store.reading` reads.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from sandbox.errors import RunLogError
from sandbox.records import Manifest, canonical
from sandbox.store.events import Event, parses, write_line
from sandbox.store.files import FileLock, disk_error, replace_file, sync_folder
from sandbox.store.reading import LOG, MANIFEST, read_manifest

LOCK = "run.lock"

_flush_to_disk = getattr(os, "fdatasync", os.fsync)  # macOS has no fdatasync


class RunLog:
    """The one writer of a run folder. Use `create` or `open`, and close it (or use `with`).

    Attributes:
        folder: The run folder.
        manifest: What the run is.
        repaired: What was mended at the end of the log when it was opened; empty if nothing.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, lock: FileLock, handle: int, repaired: str = ""
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.repaired = repaired
        self._lock = lock
        self._handle = handle
        self._disk = threading.Lock()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="run-log")
        self._waiting = _Batch()
        self._flusher: asyncio.Task[None] | None = None
        self._broken: RunLogError | None = None
        self._closed = False

    @classmethod
    def create(cls, folder: Path, manifest: Manifest) -> Self:
        """Start a run in a folder that is not there yet, or is empty.

        Raises:
            RunLogError: the folder holds something, is being written, or cannot be written.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error("make the run folder", folder, error) from error
        _refuse_full(folder)
        lock = _locked(folder)
        try:
            _refuse_full(folder)  # another process may have been quicker
            handle = _open_log(folder / LOG)
        except BaseException:
            lock.release()
            raise
        try:
            replace_file(folder / MANIFEST, canonical(manifest.model_dump(mode="json")).encode())
        except BaseException:
            os.close(handle)
            lock.release()
            raise
        return cls(folder, manifest, lock, handle)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Take up an existing run to append to it; a torn last line is cut off and reported.

        Raises:
            NewerFormatError: a newer version wrote the run.
            RunLogError: no run folder, another writer at work, or the folder cannot be written.
        """
        manifest = read_manifest(folder)
        lock = _locked(folder)
        try:
            handle = _open_log(folder / LOG)
        except BaseException:
            lock.release()
            raise
        try:
            repaired = _mend_tail(folder / LOG, handle)
        except OSError as error:
            os.close(handle)
            lock.release()
            raise disk_error("mend", folder / LOG, error) from error
        return cls(folder, manifest, lock, handle, repaired)

    async def append(self, *events: Event) -> None:
        """Log events; when this returns they are on the disk.

        Raises:
            RunLogError: they are not, and nothing more can be logged.
            UsageError: an event holds what JSON cannot; nothing of this call is logged.
        """
        batch = self._posted(events)
        await batch.written.wait()
        if batch.error is not None:
            raise batch.error

    def post(self, *events: Event) -> None:
        """Log events without waiting for the disk: they get there before any later event does.

        Raises like `append`, but for a fault of the disk that shows only then: whoever appends
        next is told of it.
        """
        self._posted(events)

    def _posted(self, events: Iterable[Event]) -> _Batch:
        """The batch that the events were put into; it is written as soon as may be."""
        lines = [write_line(event) for event in events]
        self._check()
        self._waiting.lines += lines
        if lines and (self._flusher is None or self._flusher.done()):
            self._flusher = asyncio.get_running_loop().create_task(self._flush())
        return self._waiting

    def append_now(self, *events: Event) -> None:
        """Log events without an event loop; raises like `append`."""
        lines = [write_line(event) for event in events]
        self._check()
        self._write(lines)

    async def drain(self) -> None:
        """Wait until everything handed to `append` is on the disk, or has failed."""
        if self._flusher is not None:
            await asyncio.wait([self._flusher])

    def close(self) -> None:
        """Write what still waits and free the folder; closing twice does no harm."""
        if self._closed:
            return
        self._closed = True
        self._pool.shutdown(wait=True)
        batch, self._waiting = self._waiting, _Batch()
        try:
            if batch.lines and self._broken is None:
                self._write(batch.lines)
        finally:
            batch.written.set()
            os.close(self._handle)
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _check(self) -> None:
        if self._broken is not None:
            raise self._broken
        if self._closed:
            raise RunLogError(f"{self.folder / LOG}: the log is closed")

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting.lines:
            batch, self._waiting = self._waiting, _Batch()
            try:
                await loop.run_in_executor(self._pool, self._write, batch.lines)
            except RunLogError as error:
                batch.error = self._waiting.error = error
                self._waiting.written.set()
            except asyncio.CancelledError:
                batch.error = RunLogError(f"{self.folder / LOG}: interrupted before it was written")
                raise
            finally:
                batch.written.set()
            if self._broken is not None:
                return

    def _write(self, lines: Iterable[bytes]) -> None:
        data = memoryview(b"".join(lines))
        with self._disk:
            if self._broken is not None:
                raise self._broken
            try:
                while data:
                    data = data[os.write(self._handle, data) :]
                _flush_to_disk(self._handle)
            except OSError as error:
                self._broken = disk_error("write", self.folder / LOG, error)
                raise self._broken from error


class _Batch:
    """Lines that share one flush, and those who wait for it."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.written = asyncio.Event()
        self.error: RunLogError | None = None


def _locked(folder: Path) -> FileLock:
    lock = FileLock(folder / LOCK)
    lock.acquire(
        wait=False, busy=f"{folder} is being written by another process; wait for it or stop it"
    )
    return lock


def _refuse_full(folder: Path) -> None:
    """A folder is free if it holds nothing, or what a creation cut short has left."""
    try:
        held = {entry.name: entry.stat().st_size for entry in folder.iterdir()}
    except OSError as error:
        raise disk_error("read", folder, error) from error
    others = [
        name
        for name, size in held.items()
        if not (name == LOCK or name.startswith(f".{MANIFEST}.") or (name == LOG and size == 0))
    ]
    if MANIFEST in held:
        raise RunLogError(
            f"{folder} already holds a run; resume it, or choose another folder for a new one"
        )
    if others:
        raise RunLogError(
            f"{folder} is not empty (it holds {sorted(others)[0]}); "
            "a run starts in a new or empty folder"
        )


def _open_log(path: Path) -> int:
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        sync_folder(path.parent)
    except OSError as error:
        raise disk_error("open", path, error) from error
    return handle


def _mend_tail(path: Path, handle: int) -> str:
    """Make the log end in a whole line; says what was done."""
    if not path.is_file():  # a device or a pipe has no tail
        return ""
    size = os.fstat(handle).st_size
    start, tail = _last_line(handle, size)
    if parses(tail):
        if not tail.endswith(b"\n"):
            os.write(handle, b"\n")
            _flush_to_disk(handle)
        return ""
    if not tail:
        return ""
    os.ftruncate(handle, start)
    _flush_to_disk(handle)
    return f"{path}: the last line was torn; its {len(tail)} bytes were cut off"


def _last_line(handle: int, size: int) -> tuple[int, bytes]:
    """Where the last line starts, and the line, read from the end of the file."""
    tail = b""
    start = size
    while start > 0:
        step = min(65536, start)
        tail = os.pread(handle, step, start - step) + tail
        start -= step
        cut = tail.rfind(b"\n", 0, max(len(tail) - 1, 0))
        if cut >= 0:
            return start + cut + 1, tail[cut + 1 :]
    return 0, tail
