"""Calls the command line: in this process (quick), or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.cli import main


@dataclass(frozen=True)
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What stands on stdout, which must be JSON and nothing else."""
        return json.loads(self.out)

    @property
    def last(self) -> str:
        """The last line of stdout."""
        return self.out.rstrip("\n").split("\n")[-1]


def sandbox(*arguments: object, typed: str = "") -> Said:
    """Run a command in this process; `typed` is what a person would type."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(argument) for argument in arguments])
    finally:
        sys.stdin = before
    return Said(code, out.getvalue(), err.getvalue())


def well(*arguments: object, typed: str = "") -> Said:
    """Run a command that must succeed without a complaint."""
    said = sandbox(*arguments, typed=typed)
    assert (said.code, said.err) == (0, ""), said
    return said


def process(*arguments: object) -> list[str]:
    """The command as a process would be started."""
    return [sys.executable, "-m", "sandbox", *map(str, arguments)]


def apart(*arguments: object, folder: Path | None = None, content: Path | None = None) -> Said:
    """Run a command in a process of its own, in a folder, with `content` in place of ours."""
    done = subprocess.run(
        process(*arguments),
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, **({"SANDBOX_CONTENT": str(content)} if content else {})},
    )
    return Said(done.returncode, done.stdout, done.stderr)
