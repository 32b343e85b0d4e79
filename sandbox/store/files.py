"""Files that are whole or not there: atomic replacement and a lock across processes.

Knows no format. Every failure of the disk becomes a `RunLogError` that names the file.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sandbox.errors import RunLogError


def disk_error(action: str, path: Path, error: OSError) -> RunLogError:
    """The error that says what could not be done, to which file, and why."""
    return RunLogError(f"cannot {action} {path}: {error.strerror or error}")


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` at `path` so that a reader sees the old file or the new one, never a part.

    Raises:
        RunLogError: the folder cannot be written or the disk is full; the old file is untouched.
    """
    with whole_file(path) as out:
        out.write(data)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write in pieces, which takes its place when the block ends without an error.

    A device or a pipe is written as it is.

    Raises:
        RunLogError: it cannot be written or the disk is full; an old file is untouched.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    special = path.exists() and not path.is_file()
    try:
        with (path if special else fresh).open("wb") as out:
            yield out
            out.flush()
            if not special:
                os.fsync(out.fileno())
        if not special:
            os.replace(fresh, path)
            sync_folder(path.parent)
    except OSError as error:
        raise disk_error("write", path, error) from error
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class FileLock:
    """An exclusive lock held through an open file, freed by the system even after `kill -9`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def acquire(self, *, wait: bool, busy: str) -> None:
        """Take the lock.

        Args:
            wait: Block until it is free, instead of failing at once.
            busy: What the error says when another process holds it; its process id is added.

        Raises:
            RunLogError: another process holds the lock, or the lock file cannot be made.
        """
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise disk_error("open", self.path, error) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError as error:
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(handle)
            raise RunLogError(f"{busy} (process {holder})") from error
        except OSError as error:
            os.close(handle)
            raise disk_error("lock", self.path, error) from error
        with contextlib.suppress(OSError):  # the process id only serves the message
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        self._handle = handle

    def release(self) -> None:
        """Free the lock; freeing it twice does no harm."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    @contextlib.contextmanager
    def held(self, busy: str) -> Iterator[None]:
        """Hold the lock for a block, waiting for it if need be."""
        self.acquire(wait=True, busy=busy)
        try:
            yield
        finally:
            self.release()
