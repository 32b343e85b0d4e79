"""The organiser's page of a study, behind a password: progress, balance, export."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import gradio as gr

from sandbox.errors import UsageError
from sandbox.live.collected import PROGRESS, counts, export, progress
from sandbox.live.collecting import Collection
from sandbox.ui.context import Context
from sandbox.ui.grids import grid
from sandbox.ui.telling import quiet, telling
from sandbox.ui.text import as_markdown

WRONG_S = 0.7
"""How long a wrong password is waited for, so that guessing is slow."""

Update = dict[Any, Any]


def organiser_page(context: Context, study: gr.Dropdown) -> None:
    """The page, closed where no password is set."""
    with gr.Accordion("For the organiser", open=False):
        if not context.organiser:
            gr.Markdown(
                "This page is closed: start the app with a password in `SANDBOX_ORGANISER`."
            )
            return
        password = gr.Textbox(
            label="Organiser’s password", type="password", max_lines=1, max_length=200
        )
        show = gr.Button("Show progress")
        balance = gr.Markdown(visible=False)
        table = gr.HTML(padding=False)
        names = gr.Textbox(
            label="Names to replace in the export, one a line",
            info="Such as a class list; names that people introduce are found without it.",
            lines=3,
            visible=False,
        )
        prepare = gr.Button("Prepare the export", visible=False)
        file = gr.DownloadButton("Download the export", visible=False, variant="primary")

        async def shown(chosen: str, given: str) -> Update:
            with telling():
                collection = await _opened(context, chosen, given)
                await collection.desk.sweep()
                for one in collection.participants():
                    await collection.note_abandoned(one)
                rows = progress(collection)
                told = ", ".join(f"{name}: {count}" for name, count in counts(collection))
                return {
                    balance: gr.update(
                        value=f"Participants: {len(rows)}. Assigned: {as_markdown(told)}.",
                        visible=True,
                    ),
                    table: grid(PROGRESS, rows, "Progress"),
                    names: gr.update(visible=True),
                    prepare: gr.update(visible=True),
                }
            hidden = gr.update(visible=False)
            return {balance: hidden, table: "", prepare: hidden}

        async def prepared(chosen: str, given: str, listed: str) -> Update:
            with telling():
                collection = await _opened(context, chosen, given)
                out = Path(tempfile.mkdtemp()) / f"{chosen}-deidentified.zip"
                count = await asyncio.to_thread(
                    export, collection, out, (listed or "").splitlines()
                )
                label = f"Download {count} session{'' if count == 1 else 's'} (zip)"
                return {file: gr.update(value=str(out), label=label, visible=True)}
            return quiet(file)

        for event in (show.click, password.submit):
            event(
                shown, [study, password], [balance, table, names, prepare], api_visibility="private"
            )
        prepare.click(prepared, [study, password, names], [file], api_visibility="private")


async def _opened(context: Context, study: str, given: str) -> Collection:
    try:
        context.let_in(given or "")
    except UsageError:
        await asyncio.sleep(WRONG_S)
        raise
    return await context.collection(study)
