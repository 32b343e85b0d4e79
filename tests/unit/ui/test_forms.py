"""Lists that grow while a person is on the page."""

import pytest

pytest.importorskip("gradio")

import gradio as gr

from sandbox.ui.app import build
from sandbox.ui.context import Page, make_context
from sandbox.ui.forms import keep_offering


def handlers(page):
    return list(page.fns.values())


def keeping(offer, built, *inputs):
    """What fills lists, and what renews them, on a page with nothing else."""
    with gr.Blocks() as blocks:
        opened = blocks.load(lambda: None)
        entered = gr.Button().click
        page = Page(gr.BrowserState(None), opened, entered)
        lists = [gr.Dropdown(choices) for choices in built]
        keep_offering(page, lists, offer, [made() for made in inputs], again=[entered])
    _, fill, renew = (each.fn for each in handlers(blocks))
    return fill, renew


async def test_list_is_renewed_only_where_there_is_something_new():
    there = [("One", "1")]
    fill, renew = keeping(lambda: [list(there), [("None", "")]], [[], [("None", "")]])
    offered, *lists = fill()
    assert lists == [gr.update(choices=[("One", "1")]), gr.skip()]
    assert renew(offered)[1:] == [gr.skip(), gr.skip()]
    there.insert(0, ("Two", "2"))
    assert renew(offered)[1:] == [gr.update(choices=[("Two", "2"), ("One", "1")]), gr.skip()]


async def test_list_is_filled_once_where_its_tab_is_entered_before_the_page_has_filled_it():
    _, renew = keeping(lambda: [[("One", "1")]], [[]])
    assert renew(None) == [gr.skip(), gr.skip()]


async def test_list_is_left_alone_where_nothing_may_be_offered():
    fill, renew = keeping(lambda word: [[("Mine", "m")]] if word else [], [[]], gr.Textbox)
    offered, *lists = fill("")
    assert (offered, lists) == ([[]], [gr.skip()])
    assert renew(offered, "") == [gr.skip(), gr.skip()]
    assert renew(offered, "open sesame") == [
        [[("Mine", "m")]],
        gr.update(choices=[("Mine", "m")]),
    ]


async def test_no_list_is_changed_by_being_opened_or_typed_in(library, tmp_path):
    page = build(make_context(library, tmp_path, organiser="secret"))
    by = {event for each in handlers(page) for _, event in each.targets}
    assert "select" in by
    assert by.isdisjoint({"focus", "key_up"})
