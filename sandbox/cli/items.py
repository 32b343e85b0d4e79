"""`sandbox items generate`: fresh items of any number, as a file that studies take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import library, say
from sandbox.cli.written_items import written_work
from sandbox.content.banks import make_bank
from sandbox.content.itemfiles import read_items, write_items

PAPER = 213
"""As many questions as the published misconception study had."""

commands = typer.Typer(help="Make items for studies.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands.command("written-work")(written_work)
    app.add_typer(commands, name="items")


@commands.command("generate")
def generate(
    out: Annotated[Path, typer.Option(help="The item file (JSONL) to write.")],
    count: Annotated[int, typer.Option(help="How many items.", min=1)] = PAPER,
    seed: Annotated[int, typer.Option(help="The same seed gives the same items.")] = 0,
    family: Annotated[
        list[str] | None, typer.Option(help="Only items of this family; repeat for more.")
    ] = None,
    strand: Annotated[
        list[str] | None, typer.Option(help="Only items of this strand; repeat for more.")
    ] = None,
    misconception: Annotated[
        list[str] | None,
        typer.Option(help="Only items on which this misconception errs; repeat for more."),
    ] = None,
    is_open: Annotated[
        bool, typer.Option("--open", help="Open questions instead of four choices.")
    ] = False,
    apart: Annotated[
        list[Path] | None,
        typer.Option(help="An item file whose questions are not asked again; repeat for more."),
    ] = None,
) -> None:
    """Make fresh items: new numbers and wordings, every wrong answer with one known cause."""
    known = {item.question for path in apart or () for item in read_items(path).items}
    bank = make_bank(
        library(),
        count,
        seed,
        families=family or (),
        strands=strand or (),
        misconceptions=misconception or (),
        choices=not is_open,
        apart=known,
    )
    write_items(bank, out)
    pairs = list(bank.pairs())
    causes = len({pair.misconception for pair in pairs})
    say(
        f"{len(bank.items)} questions with {len(pairs)} wrong answers of {causes} misconceptions "
        f"written to {out}"
    )
