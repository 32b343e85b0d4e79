"""Library: search what there is, ask a misconception anything, make a persona or an item set."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import gradio as gr

from sandbox.content.generate import problem_of
from sandbox.content.schema import Attitude, Confidence, RootCause
from sandbox.figures.draw import draw_svg
from sandbox.live.shelf import (
    COLUMNS,
    KINDS,
    answer_of,
    example,
    found,
    save_items,
    save_persona,
)
from sandbox.records import Item
from sandbox.ui import offers
from sandbox.ui.context import Context, Page
from sandbox.ui.grids import grid
from sandbox.ui.telling import telling
from sandbox.ui.text import as_html

MOST_SHOWN = 60
Hidden = dict[str, Any]
QUIET: Hidden = {"api_visibility": "private", "show_progress": "hidden"}


def build(context: Context, page: Page) -> None:
    """The tab."""
    with gr.Tabs():
        with gr.Tab("Browse", id="browse"):
            _browse(context)
        with gr.Tab("Ask it anything", id="ask"):
            _try(context)
        with gr.Tab("Make a persona", id="persona"):
            _persona(context)
        with gr.Tab("Make an item set", id="set"):
            _item_set(context)


def _browse(context: Context) -> None:
    library = context.library
    with gr.Row():
        kind = gr.Radio(
            [(name.capitalize(), name) for name in KINDS],
            value=KINDS[0],
            label="What to look at",
            min_width=300,
        )
        words = gr.Textbox(label="Search for words", max_lines=1, max_length=100, min_width=260)
    shown = gr.HTML(_table(KINDS[0], "", context), padding=False)
    gr.Markdown("### See a problem")
    with gr.Row(elem_classes="at-bottom"):
        family = gr.Dropdown(
            offers.topic_choices(library)[1:], value=None, label="Kind of problem", scale=3
        )
        another = gr.Button("Another one", scale=1)
    number = gr.State(0)
    item = gr.HTML(padding=False)

    def search(of: str, given: str) -> str:
        with telling():
            return _table(of, given or "", context)
        return ""

    def first(name: str) -> tuple[str, int]:
        return _problem(name, 0, context), 0

    def more(name: str, at: int) -> tuple[str, int]:
        return _problem(name, at + 1, context), at + 1

    kind.change(search, [kind, words], shown, **QUIET)
    words.change(search, [kind, words], shown, **QUIET)
    family.input(first, family, [item, number], **QUIET)
    another.click(more, [family, number], [item, number], **QUIET)


def _table(kind: str, words: str, context: Context) -> str:
    rows = found(kind, words, context.library)
    more = f", the first {MOST_SHOWN} are shown" if len(rows) > MOST_SHOWN else ""
    return grid(COLUMNS[kind], rows[:MOST_SHOWN], f"{len(rows)} {kind}{more}")


def _problem(family: str | None, number: int, context: Context) -> str:
    if not family:
        return ""
    with telling():
        drawn = example(family, context.library, number)
        figure = f"<div class='figure'>{draw_svg(drawn.figure)}</div>" if drawn.figure else ""
        wrong = "".join(
            f"<li>{as_html(context.library.misconception(name).name)}: {as_html(text)}</li>"
            for name, text in _wrong(drawn, context)
        )
        return (
            "<section class='card' aria-label='A problem'>"
            f"<p class='task'>{as_html(drawn.question)}</p>{figure}"
            f"<p>Answer: <strong>{as_html(drawn.answer)}</strong></p>"
            f"<h3>What misconceptions answer</h3><ul>{wrong}</ul></section>"
        )
    return ""


def _wrong(item: Item, context: Context) -> list[tuple[str, str]]:
    problem = problem_of(item, context.library)
    return [(name, answer.text) for name, answer in problem.wrong.items()] if problem else []


def _try(context: Context) -> None:
    belief = gr.Dropdown(
        offers.misconception_choices(context.library),
        value="fractions/add-across",
        label="Misconception to ask",
        info="Type a few letters to search.",
    )
    question = gr.Textbox(
        label="Ask it anything", placeholder="What is 3/4 + 1/2?", max_length=2_000, submit_btn=True
    )
    said = gr.HTML(padding=False)

    async def asked(name: str | None, text: str) -> str:
        with telling():
            student = f"novice:{name}"
            (answer,) = await answer_of(student, [text or ""], context.library)
            spec = context.library.misconception(name or "")
            return (
                "<section class='card' role='status' aria-label='Its answer'>"
                f"<p><strong>You:</strong> {as_html(text)}</p>"
                f"<p><strong>Student:</strong> {as_html(answer)}</p>"
                f"<p class='secret'>{as_html(spec.statement)}</p></section>"
            )
        return ""

    question.submit(asked, [belief, question], said, **QUIET)


def _persona(context: Context) -> None:
    if not _may_write(context):
        return
    with gr.Row():
        name_id = gr.Textbox(label="Id of the persona", max_lines=1, max_length=60)
        name = gr.Textbox(label="Name of the persona", max_lines=1, max_length=70)
        grades = gr.Textbox(label="Grades, such as 4-5", max_lines=1, max_length=3)
    with gr.Row():
        cause = gr.Dropdown(
            list(get_args(RootCause)), value="whole-number-bias", label="Root cause"
        )
        attitude = gr.Dropdown(list(get_args(Attitude)), value="likes", label="Attitude")
        sure = gr.Dropdown(list(get_args(Confidence)), value="confident", label="Confidence")
    child = gr.Textbox(label="What the child is like, in the third person", max_length=600)
    why = gr.Textbox(label="The root cause, explained to an educator", max_length=600)
    beliefs = gr.Dropdown(
        offers.misconception_choices(context.library),
        multiselect=True,
        label="Beliefs, at least three, the first goes first",
    )
    password = _password(context, "Organiser’s password to save a persona")
    save = gr.Button("Check and save the persona", variant="primary")
    told = gr.HTML(padding=False)

    async def saved(given: str, *fields: Any) -> str:
        with telling():
            context.let_in(given or "")
            keys = ("id", "name", "grades", "root_cause", "child", "attitude", "confidence",
                    "cause", "beliefs")  # fmt: skip
            values = [
                field.strip() if isinstance(field, str) else list(field or ()) for field in fields
            ]
            spec = dict(zip(keys, values, strict=True))
            await asyncio.to_thread(save_persona, spec, context.library, context.overlays)
            return _said(f"Saved. After the next start it is persona:{spec['id']}.")
        return ""

    fields = [name_id, name, grades, cause, child, attitude, sure, why, beliefs]
    save.click(saved, [password, *fields], told, api_visibility="private")


def _item_set(context: Context) -> None:
    if not _may_write(context):
        return
    with gr.Row():
        name = gr.Textbox(label="Name of the set", max_lines=1, max_length=60)
        count = gr.Slider(1, 100, value=20, step=1, label="How many items")
    families = gr.Dropdown(
        offers.topic_choices(context.library)[1:],
        multiselect=True,
        label="Kinds of problems (none: all)",
    )
    beliefs = gr.Dropdown(
        offers.misconception_choices(context.library),
        multiselect=True,
        label="Misconceptions that err on them (none: all)",
    )
    choices = gr.Checkbox(value=True, label="Four choices each")
    password = _password(context, "Organiser’s password to save items")
    make = gr.Button("Make, check and save the set", variant="primary")
    told = gr.HTML(padding=False)

    async def made(given: str, called: str, many: float, of: Any, erring: Any, four: bool) -> str:
        with telling():
            context.let_in(given or "")
            path, number = await asyncio.to_thread(
                save_items, (called or "").strip(), int(many), context.library, context.overlays,
                tuple(of or ()), tuple(erring or ()), choices=bool(four),
            )  # fmt: skip
            return _said(
                f"{number} items are in tasks/banks/{path.name} of your folder. Load the page "
                "again, and the set stands among the topics of Play and Watch."
            )
        return ""

    make.click(
        made, [password, name, count, families, beliefs, choices], told, api_visibility="private"
    )


def _may_write(context: Context) -> bool:
    if context.overlays and not context.runs_are_closed:
        return True
    gr.Markdown(
        "To save what you make, start the app with a folder of your own: "
        "`sandbox --content DIR app`"
        + (" and a password in `SANDBOX_ORGANISER`." if context.is_shared else ".")
    )
    return False


def _password(context: Context, label: str) -> gr.Textbox:
    return gr.Textbox(label=label, type="password", max_lines=1, visible=bool(context.organiser))


def _said(text: str) -> str:
    return f"<p role='status'>{as_html(text)}</p>"
