"""Forms that several tabs have: lists that grow, topics, the message box, naming a belief."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from sandbox.content.library import Library
from sandbox.ui.context import Context, Page
from sandbox.ui.offers import Choices, misconception_choices


def keep_offering(
    page: Page,
    lists: Sequence[gr.Dropdown],
    offer: Callable[..., Sequence[Choices]],
    inputs: Sequence[Any] = (),
    again: Sequence[Callable[..., Any]] = (),
) -> None:
    """Let lists offer what is there by now: once the page is open, and again at later events.

    A list with nothing new is left alone, and so is one that the page is still about to fill:
    Gradio shows the whole of a list whose choices are set, so that whoever is typing in it takes
    another entry than the one in sight.

    Args:
        page: The page of the tab.
        lists: The lists.
        offer: The choices of each list, of the inputs; nothing at all to leave them as they are.
        inputs: What `offer` depends on.
        again: The events at which to look once more; none that comes as a list is opened.
    """
    built: list[Any] = [list(each.choices) for each in lists]
    offered = gr.State(None)

    def fill(*given: Any) -> list[Any]:
        found = [list(each) for each in offer(*given)] or built
        return [found, *map(_set, found, built)]

    def renew(before: list[Choices] | None, *given: Any) -> list[Any]:
        found = before and [list(each) for each in offer(*given)]
        if not before or not found:
            return [gr.skip()] * (1 + len(lists))
        return [found, *map(_set, found, before)]

    quietly: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
    page.opened.then(fill, list(inputs), [offered, *lists], **quietly)
    for event in again:
        event(renew, [offered, *inputs], [offered, *lists], **quietly)


def _set(now: Choices, before: Choices) -> Any:
    return gr.skip() if now == before else gr.update(choices=now)


def topic_list(context: Context, page: Page, **options: Any) -> gr.Dropdown:
    """What the problem is about; item sets that were made meanwhile are there on the next load."""
    topic = gr.Dropdown(context.topics(), value="", label="Topic", **options)
    if context.overlays:
        keep_offering(page, [topic], lambda: [context.topics()])
    return topic


def message_box(label: str) -> gr.MultimodalTextbox:
    """Where a message is written, with pictures."""
    return gr.MultimodalTextbox(
        label=label,
        show_label=True,
        info="The clip sends a photo of working.",
        placeholder=r"Formulas between \( and \)",
        elem_classes="writes",
        file_types=["image"],
        file_count="multiple",
        sources=["upload"],
        lines=1,
        max_lines=8,
        max_plain_text_length=5000,
    )


def naming_form(
    library: Library, label: str, yes: str, no: str
) -> tuple[gr.Dropdown, gr.Slider, gr.Button, gr.Button]:
    """A searchable list of misconceptions, how sure one is, and the two buttons."""
    gr.Markdown("### What did the student believe?")
    named = gr.Dropdown(
        misconception_choices(library),
        value=None,
        label=label,
        info="Type a few letters to search.",
        filterable=True,
    )
    sure = gr.Slider(0, 100, value=70, step=5, label="How sure are you, in percent?")
    with gr.Row():
        name_it = gr.Button(yes, variant="primary")
        cannot_tell = gr.Button(no)
    return named, sure, name_it, cannot_tell
