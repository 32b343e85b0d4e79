"""Forms that several tabs have: topics, the box for a message, naming what a student believed."""

from __future__ import annotations

from typing import Any

import gradio as gr

from sandbox.content.library import Library
from sandbox.ui.context import Context, Page
from sandbox.ui.offers import misconception_choices


def topic_list(context: Context, page: Page, **options: Any) -> gr.Dropdown:
    """What the problem is about; item sets that were made meanwhile are there on the next load."""
    topic = gr.Dropdown(context.topics(), value="", label="Topic", **options)
    if context.overlays:
        page.opened.then(
            lambda: gr.update(choices=context.topics()),
            None,
            topic,
            api_visibility="private",
            show_progress="hidden",
        )
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
