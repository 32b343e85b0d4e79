"""How a page is told that something did not work, and that nothing has changed."""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from sandbox.errors import SandboxError, boundary


@contextmanager
def telling() -> Iterator[None]:
    """Show the package's errors as a notice in the page; what was begun stays as it was."""
    try:
        with boundary("the app"):
            yield
    except SandboxError as error:
        gr.Warning(html.escape(str(error)), duration=8)


def quiet(component: Any) -> dict[Any, Any]:
    """An update that changes nothing."""
    return {component: gr.skip()}
