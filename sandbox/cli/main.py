"""Puts the commands together; turns the package's own errors into a message and an exit code."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli import (
    adaptivity_runs,
    content,
    exchange,
    items,
    judging,
    keystep_runs,
    keysteps,
    listing,
    misconception_runs,
    people,
    results,
    runs,
    serving,
)
from sandbox.cli.console import choose_content, complain
from sandbox.errors import SandboxError

app = typer.Typer(
    name="sandbox",
    help="Simulated students with executable misconceptions meet tutors; sessions are scored.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (
    content,
    listing,
    items,
    people,
    runs,
    misconception_runs,
    adaptivity_runs,
    keystep_runs,
    results,
    judging,
    exchange,
    keysteps,
    serving,
):
    module.register(app)


@app.callback()
def _options(
    content: Annotated[
        list[Path] | None,
        typer.Option(help="A folder of your own content, laid over the bundled one."),
    ] = None,
) -> None:
    choose_content(tuple(content or ()))


def main(arguments: list[str] | None = None) -> int:
    """Run one command.

    Returns:
        The exit code: 0 when all went well, 1 for an error of ours (its message goes to stderr),
        2 for a command that was put wrongly, 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # half a character is no reason to fail
            stream.reconfigure(errors="replace")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: `sandbox list … | head`
        _forget_output()
        return 1
    except OSError as error:
        _forget_output()
        complain(f"cannot write {error.filename or 'the output'}: {error.strerror}", "red")
        return 1
    return code


def _run(arguments: list[str] | None) -> int:
    try:
        app(args=arguments, standalone_mode=True)
    except SandboxError as error:
        complain(str(error), "red")
        return 1
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    return 0


def _forget_output() -> None:
    """Let what is still held for stdout go nowhere, so that the interpreter ends in peace."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
