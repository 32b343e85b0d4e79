"""`sandbox items written-work`: pictures of pupils' working in handwriting, with gold labels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import library, say
from sandbox.content.written_bank import FILE, make_works, write_works


def written_work(
    out: Annotated[Path, typer.Option(help="The folder to write pictures and labels into.")],
    count: Annotated[int, typer.Option(help="How many pictures.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same pictures.")] = 0,
    strand: Annotated[
        list[str] | None, typer.Option(help="Only problems of this strand; repeat for more.")
    ] = None,
    hand: Annotated[
        str, typer.Option(help="Only this hand: neat, hurried, young, upright; else by chance.")
    ] = "",
    right: Annotated[
        bool, typer.Option("--right", help="Right workings instead of wrong ones.")
    ] = False,
) -> None:
    """Draw pupils' working as handwriting, each with its cause and the place of its error."""
    content = library()
    works = make_works(content, count, seed, strands=strand or (), hand=hand, right=right)
    made = write_works(works, content, out)
    causes = len({work.misconception for work in made if work.misconception})
    placed = sum(work.first_wrong is not None for work in made)
    say(
        f"{len(made)} pictures of {causes} misconceptions written to {out}; the line of the error "
        f"is known in {placed}; labels in {out / FILE}"
    )
