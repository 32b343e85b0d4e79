"""Puts the commands together, and turns the package's own errors into a message and an exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli import content, exchange, people, results, runs
from sandbox.cli.console import choose_content, errors
from sandbox.errors import SandboxError

app = typer.Typer(
    name="sandbox",
    help="Simulated students with executable misconceptions meet tutors; sessions are scored.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (content, people, runs, results, exchange):
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
    try:
        app(args=arguments, standalone_mode=True)
    except SandboxError as error:
        errors.print(str(error), style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except BrokenPipeError:  # the reader of our output has gone: `sandbox list … | head`
        sys.stderr.close()
        return 1
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    return 0
