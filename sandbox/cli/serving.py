"""`sandbox app`: the tabs in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import complain, library, overlays, say
from sandbox.cli.model_options import BaseUrl, Budget, changed
from sandbox.cli.running import RUNS
from sandbox.content.collecting import read_collections
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking
from sandbox.models.at_hand import models_found
from sandbox.models.catalogue import read_entries

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("app")(serve_app)


def serve_app(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port (default: the first free one from 7860).")
    ] = None,
    password: Annotated[
        str, typer.Option(envvar="SANDBOX_PASSWORD", help="What visitors have to give.")
    ] = "",
    organiser: Annotated[
        str,
        typer.Option(envvar="SANDBOX_ORGANISER", help="The password of the organiser's page."),
    ] = "",
    runs: Annotated[Path, typer.Option(help="The folder of runs.")] = RUNS,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="A model that may be chosen; repeat for more."),
    ] = None,
    collect: Annotated[
        Path | None, typer.Option(help="A design to collect sessions by (YAML).")
    ] = None,
    pace: Annotated[
        float,
        typer.Option(help="Words a second of replies that need no model; 0: at once.", min=0),
    ] = 30.0,
    base_url: BaseUrl = None,
    budget: Budget = None,
) -> None:
    """Open the app in the browser: play either role, watch, and more."""
    try:
        from sandbox.live.streaming import Pace
        from sandbox.ui.app import build, serve
        from sandbox.ui.context import make_context
    except ImportError as error:
        raise UsageError(
            f"the app needs more packages ({error.name} is missing): "
            'pip install "tutoring-sandbox[app]"'
        ) from error
    found = library()
    designs = read_collections(collect, {f.id: f for f in found.families}) if collect else ()
    if designs and not organiser and sys.stdin.isatty():
        organiser = typer.prompt("Password of the organiser's page", hide_input=True, default="")
    ready = [each.name for each in models_found(read_entries(*overlays())) if each.is_ready]
    context = make_context(
        found,
        runs,
        asking=changed(Asking(), base_url, budget, None),
        offered=[*(model or ()), *ready],
        overlays=overlays(),
        organiser=organiser,
        designs=designs,
        is_shared=host not in LOOPBACK or bool(password),
        pace=Pace(pace),
    )
    context.models.check(model or ())
    if warning := exposure(host, password):
        complain(warning, "yellow")
    if context.open().repaired:
        complain(context.journal.repaired)
    page = build(context, only=["collect"] if collect else ())
    address = serve(page, context, host=host, port=port, password=password, wait=False)
    say(f"The app is at {address} (Ctrl-C ends it). Sessions are kept in {context.journal.folder}")
    try:
        page.block_thread()
    finally:
        context.close()


def exposure(host: str, password: str) -> str:
    """What is to be said of an app that others can reach; "" where they cannot, or need a
    password."""
    if host in LOOPBACK or password:
        return ""
    return (
        f"Whoever reaches {host} can use this app, and spend what its models cost; "
        "give a --password"
    )
