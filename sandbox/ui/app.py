"""Puts the page together and serves it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from sandbox.live.desk import is_token, new_token
from sandbox.ui.context import Context, Page
from sandbox.ui.tabs import collect, library, play, rate, results, watch
from sandbox.ui.theme import CSS, SCRIPT, theme

TITLE = "Tutoring sandbox"
STORED = "tutoring-sandbox"
"""Under which the browser keeps its token."""

LARGEST_UPLOAD = "12mb"

TABS: tuple[tuple[str, Callable[[Context, Page], None]], ...] = (
    ("Play", play.build),
    ("Watch", watch.build),
    ("Collect", collect.build),
    ("Rate", rate.build),
    ("Results", results.build),
    ("Library", library.build),
)
"""The tabs, in the order in which they stand."""


def build(context: Context, only: Sequence[str] = ()) -> gr.Blocks:
    """The page.

    Args:
        context: What the tabs work with.
        only: The tabs that are shown, by their ids; none: all.
    """
    page: gr.Blocks = gr.Blocks(title=TITLE, analytics_enabled=False, fill_width=False)
    with page:
        gr.HTML(
            padding=False,
            value=f"<header class='app-title'><h1>{TITLE}</h1><p>Tutors meet students whose "
            "misconceptions are known exactly. Every session is logged and scored.</p></header>",
        )
        # not a secret: it only names the place; the token in it is drawn by lot for each browser
        token = gr.BrowserState(None, storage_key=STORED, secret=STORED)
        opened = page.load(_known, token, token, api_visibility="private", show_progress="hidden")
        with gr.Tabs():
            for name, tab in TABS:
                if only and name.lower() not in only:
                    continue
                with gr.Tab(name, id=name.lower()) as entry:
                    tab(context, Page(token, opened, entry.select))
    return page


def serve(
    page: gr.Blocks,
    context: Context,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    password: str = "",
    wait: bool = True,
) -> str:
    """Serve the page until it is stopped; returns its address.

    Args:
        page: What `build` made.
        context: What it was made of; closed at the end.
        host: The address to bind; others than this machine reach it only if it is not loopback.
        port: The port; None takes the first free one from 7860.
        password: What visitors have to give (any name will do); "" asks for nothing.
        wait: Serve until the process is interrupted.
    """
    context.open()
    page.queue(default_concurrency_limit=None, api_open=False)
    _, address, _ = page.launch(
        server_name=host,
        server_port=port,
        auth=_gate(password) if password else None,
        auth_message="Any name will do; the password is the organiser's." if password else None,
        share=False,
        quiet=True,
        inbrowser=False,
        prevent_thread_lock=True,
        show_error=False,
        max_file_size=LARGEST_UPLOAD,
        footer_links=[],
        run_history=False,
        enable_monitoring=False,
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        _frontend=False,  # else a visitor who comes at once, or a busy machine, ends the start
        theme=theme(),
        css=CSS,
        js=SCRIPT,
    )
    if wait:
        try:
            page.block_thread()
        finally:
            context.close()
    return str(address)


def _gate(password: str) -> Callable[[str, str], bool]:
    return lambda _, given: secrets.compare_digest(given.encode(), password.encode())


def _known(token: Any) -> str:
    """The browser's token; a new one where it has none."""
    return token if is_token(token) else new_token()
