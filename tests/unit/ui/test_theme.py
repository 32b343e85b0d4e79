"""The theme: contrast as WCAG AA asks for it, and nothing that is fetched."""

import pytest

pytest.importorskip("gradio")

from sandbox.ui.theme import CSS, SLATE, TEAL, theme


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (SLATE.c900, SLATE.c50),
        (SLATE.c500, SLATE.c50),
        (SLATE.c500, "#ffffff"),
        ("#ffffff", TEAL.c600),
        ("#ffffff", TEAL.c700),
        (TEAL.c700, "#ffffff"),
        ("#17642f", "#ffffff"),
        ("#9a1c1c", "#ffffff"),
        ("#2a1e00", "#ffe2a8"),
        (SLATE.c300, SLATE.c800),
        (TEAL.c300, SLATE.c950),
        ("#7fd69a", SLATE.c900),
        ("#ffb4ab", SLATE.c900),
    ],
)
def test_text_stands_out_from_its_ground(text, ground):
    assert contrast(text, ground) >= 4.5


def test_borders_of_controls_stand_out():
    assert contrast(SLATE.c400, "#ffffff") >= 3


def test_nothing_is_fetched_for_the_looks():
    made = theme()._get_theme_css() + CSS + "".join(made for made in theme()._stylesheets)
    assert "http" not in made.replace("http://www.w3.org", "")
    assert "@font-face" not in made
