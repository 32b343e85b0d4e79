"""Text on its way into the page."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.text import as_html, as_markdown


def shown(text):
    """What a Markdown component shows of a text without formulas."""
    return html.unescape(as_markdown(text))


@pytest.mark.parametrize(
    "text",
    [
        "It costs $3 and $5.",
        "$3/$5, or 3$ a piece",
        "$10$",
        "between $3 and 5$",
        "2*3*4 = 24 and 2 * 3 * 4",
        "a_1 and b_2",
        "[a](http://x.y) ![b](http://x.y/z.png)",
        "# 7 is a number\n> 3\n+ 4\n= 5",
        "1. first\n2) second",
        "3 < 5 > 2 && <b>x</b> <script>alert(1)</script>",
        "half a formula \\( or \\[ or $$",
        "~~no~~ `code` | a | b |",
        "back\\slash",
        "see www.x.y, http://x.y or me@x.y",
    ],
)
def test_what_is_no_formula_is_shown_as_it_was_written(text):
    assert shown(text) == text


@pytest.mark.parametrize(
    ("written", "formula"),
    [
        (r"\(\frac{1}{2}\)", r"\(\frac{1}{2}\)"),
        ("$$x^2$$", "$$x^2$$"),
        (r"\[x + 1\]", "$$x + 1$$"),
        ("$x$", r"\(x\)"),
        (r"is $\frac{3}{4}$ right?", r"\(\frac{3}{4}\)"),
        ("$2x = 6$", r"\(2x = 6\)"),
    ],
)
def test_formulas_are_left_to_be_set(written, formula):
    assert formula in as_markdown(written)


def test_bold_and_lists_of_models_are_kept():
    assert as_markdown("**Look**:\n- one\n* two") == "**Look**:\n• one\n• two"


@pytest.mark.parametrize("text", [r"\(\href{javascript:alert(1)}{x}\)", r"$$\includegraphics{u}$$"])
def test_formula_reaches_nothing_outside(text):
    assert not re.search(r"\\(href|url|includegraphics|html)", as_markdown(text))


def test_mixed_number_stays_on_one_line():
    assert (
        as_html("6 3/7 km and then 4 5/7")
        == "6\N{NO-BREAK SPACE}3/7 km and then 4\N{NO-BREAK SPACE}5/7"
    )


def test_addresses_do_not_become_links():
    made = as_markdown("see www.x.y, http://x.y or me@x.y")
    assert not re.search(r"://|www\.|@", made)


@given(st.text(alphabet="<>&$\\()[]*_`#+-=|~!1ab \n/\"'", max_size=40))
def test_no_tag_survives(text):
    for made in (as_markdown(text), as_html(text).replace("<br>", "")):
        assert not re.search(r"<[a-zA-Z/!]", made)
