"""Keeps the images of a run, once each, under the hash of their content."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from sandbox.errors import RunLogError
from sandbox.store.files import disk_error, replace_file

FOLDER = "images"


def save_image(folder: Path, data: bytes) -> str:
    """Store an image in a run folder and return its SHA-256, by which turns name it.

    Raises:
        RunLogError: the folder cannot be written.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    path = folder / FOLDER / sha256
    try:
        path.parent.mkdir(exist_ok=True)
        there = path.exists()
    except OSError as error:
        raise disk_error("write", path, error) from error
    if not there:
        replace_file(path, data)
    return sha256


def load_image(folder: Path, sha256: str) -> bytes:
    """The image of that hash.

    Raises:
        RunLogError: it is not there, or its bytes are no longer what the hash says.
    """
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise RunLogError(f"{sha256!r} does not name an image: 64 hexadecimal digits are needed")
    path = folder / FOLDER / sha256
    try:
        data = path.read_bytes()
    except OSError as error:
        raise disk_error("read", path, error) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise RunLogError(f"{path}: damaged, its content does not match its name")
    return data
