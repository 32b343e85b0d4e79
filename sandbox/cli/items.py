"""`sandbox items`: `generate` makes fresh items as a file for studies, `draw` their figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from sandbox.cli.console import library, say
from sandbox.cli.written_items import written_work
from sandbox.content.banks import make_bank
from sandbox.content.itemfiles import check_name, read_items, write_items
from sandbox.errors import UsageError
from sandbox.figures.draw import PIXELS, draw_png, draw_svg

PAPER = 213
"""As many questions as the published misconception study had."""

commands = typer.Typer(help="Make items for studies.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands.command("written-work")(written_work)
    app.add_typer(commands, name="items")


@commands.command("generate")
def generate(
    out: Annotated[Path, typer.Option(help="The item file to write: .jsonl or .yaml.")],
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
    with_figures: Annotated[
        bool, typer.Option("--with-figures", help="Only items with a figure.")
    ] = False,
    by_family: Annotated[
        bool,
        typer.Option(
            "--by-family",
            help="Go round the families; one that cannot give four choices gives open questions.",
        ),
    ] = False,
    apart: Annotated[
        list[Path] | None,
        typer.Option(help="An item file whose questions are not asked again; repeat for more."),
    ] = None,
) -> None:
    """Make fresh items: new numbers and wordings, every wrong answer with one known cause."""
    check_name(out)
    known = {item.in_words for path in apart or () for item in read_items(path).items}
    bank = make_bank(
        library(),
        count,
        seed,
        families=family or (),
        strands=strand or (),
        misconceptions=misconception or (),
        choices=not is_open,
        figures=with_figures,
        by_family=by_family,
        apart=known,
    )
    write_items(bank, out)
    pairs = list(bank.pairs())
    causes = len({pair.misconception for pair in pairs})
    say(
        f"{len(bank.items)} questions with {len(pairs)} wrong answers of {causes} misconceptions "
        f"written to {out}"
    )


@commands.command("draw")
def draw(
    file: Annotated[Path, typer.Argument(help="An item file, as `generate --with-figures` makes.")],
    out: Annotated[Path, typer.Option(help="The folder for the pictures, named by item id.")],
    form: Annotated[Literal["svg", "png"], typer.Option("--format", help="svg or png.")] = "svg",
    width: Annotated[int, typer.Option(help="Pixels across, for png.", min=200, max=4000)] = PIXELS,
) -> None:
    """Draw the figures of all items that have one."""
    drawn = [item for item in read_items(file).items if item.figure is not None]
    if not drawn:
        raise UsageError(f"{file} holds no item with a figure; see items generate --with-figures")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for item in drawn:
            assert item.figure is not None
            png = form == "png"
            data = draw_png(item.figure, width) if png else draw_svg(item.figure).encode()
            (out / f"{item.id}.{form}").write_bytes(data)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}") from error
    say(f"{len(drawn)} figures drawn in {out}")
