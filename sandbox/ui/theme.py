"""How the app looks: a calm theme on system fonts, readable in light and dark, at any width."""

from __future__ import annotations

from pathlib import Path

from gradio.themes import Base, Color, Font, sizes

_FONT = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif")
_MONO = ("ui-monospace", "SFMono-Regular", "Menlo", "DejaVu Sans Mono", "monospace")

TEAL = Color(
    name="sandbox",
    c50="#eef7f6",
    c100="#d5ecea",
    c200="#abd9d5",
    c300="#78bfba",
    c400="#469f9a",
    c500="#247f7b",
    c600="#156662",
    c700="#11524f",
    c800="#0f4240",
    c900="#0d3634",
    c950="#061f1e",
)
SLATE = Color(
    name="slate-warm",
    c50="#f8f9f8",
    c100="#f0f2f1",
    c200="#dfe3e2",
    c300="#c6cdcb",
    c400="#8a9694",
    c500="#5d6967",
    c600="#49534f",
    c700="#38413f",
    c800="#262d2c",
    c900="#191e1d",
    c950="#101414",
)

_HERE = Path(__file__).parent
CSS = (_HERE / "style.css").read_text(encoding="utf-8")
SCRIPT = (_HERE / "page.js").read_text(encoding="utf-8")
"""Runs when the page is there."""


def theme() -> Base:
    """The app's theme."""
    made = Base(
        primary_hue=TEAL,
        secondary_hue=TEAL,
        neutral_hue=SLATE,
        font=[Font(name) for name in _FONT],  # plain names would be fetched as web fonts
        font_mono=[Font(name) for name in _MONO],
        radius_size=sizes.radius_md,
        spacing_size=sizes.spacing_md,
        text_size=sizes.text_md,
    )
    return made.set(
        body_background_fill="*neutral_50",
        body_text_color="*neutral_900",
        body_text_color_subdued="*neutral_500",
        body_text_color_subdued_dark="*neutral_300",
        block_background_fill="white",
        block_border_width="1px",
        block_label_text_color="*neutral_700",
        block_title_text_color="*neutral_800",
        block_info_text_color="*neutral_500",
        border_color_primary="*neutral_300",
        input_background_fill="white",
        input_border_color="*neutral_400",
        input_border_width="1px",
        input_placeholder_color="*neutral_500",
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        button_primary_text_color="white",
        button_border_width="1px",
        button_secondary_background_fill="white",
        button_secondary_border_color="*neutral_400",
        button_secondary_text_color="*neutral_800",
        link_text_color="*primary_700",
    )
