"""The gallery of the guide: each kind of figure with a picture, its words and its fields.

`python -m sandbox.figures.gallery docs` writes it.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sandbox.figures.alt import alt_text
from sandbox.figures.draw import draw_svg
from sandbox.figures.examples import EXAMPLES
from sandbox.figures.numbers import number_text
from sandbox.figures.specs import KINDS, Figure, figure_of

PAGE = "figure-kinds.md"
PICTURES = "images/figures"

_HEAD = """# Kinds of figures

Every kind with an example, the words for whoever cannot see it, and its fields. How a family of
items gets a figure is in [figures.md](figures.md). A field in **bold** must be given. *Number* is
exact: `3`, `"2.5"`, `"3/4"`, or a slot `"{n}"`; *text* may hold slots. All kinds take `alt` (words
of its own for the figure) and, in a family, `when` (a formula: for which numbers there is one).

This page is generated: `make generated`.
"""


def figure_page() -> str:
    """The page, in Markdown."""
    return "\n".join([_HEAD, *(_section(kind) for kind in KINDS)])


def pictures() -> dict[str, str]:
    """File name → SVG, one for each kind."""
    return {f"{kind}.svg": draw_svg(example(kind)) for kind in KINDS}


def example(kind: str) -> Figure:
    """The example of a kind."""
    return figure_of({"kind": kind, **EXAMPLES[kind]})


def _section(kind: str) -> str:
    model = KINDS[kind]
    about = " ".join((model.__doc__ or "").split())
    parts = _parts(model)
    lines = [
        f"## {kind}\n",
        f"![{_escaped(alt_text(example(kind)))}]({PICTURES}/{kind}.svg)\n",
        f"{about}\n",
        f"> {_escaped(alt_text(example(kind)))}\n",
        "```yaml",
        "figure:",
        f"  kind: {kind}",
        *(f"  {name}: {_yaml(value)}" for name, value in EXAMPLES[kind].items()),
        "```\n",
        *_table(kind, model.model_fields),
    ]
    for part in parts:
        about = " ".join((part.__doc__ or "").split())
        lines += [f"A *{_name(part)}*: {about}\n", *_table(kind, part.model_fields)]
    return "\n".join(lines)


def _table(kind: str, fields: Mapping[str, FieldInfo]) -> list[str]:
    shown = {name: field for name, field in fields.items() if name not in ("kind", "alt")}
    rows = [
        f"| {f'**`{name}`**' if field.is_required() else f'`{name}`'} | {_type(field.annotation)} "
        f"| {'' if field.is_required() else _default(field.default)} |"
        for name, field in shown.items()
    ]
    return ["| field | takes | if left out |", "|---|---|---|", *rows, ""]


def _parts(model: type[BaseModel]) -> list[type[BaseModel]]:
    found: dict[type[BaseModel], None] = {}
    for field in model.model_fields.values():
        for part in _models(field.annotation):
            found[part] = None
    return [*found]


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [part for inner in get_args(annotation) for part in _models(inner)]


_PLAIN = {Fraction: "number", int: "whole number", str: "text", bool: "true or false"}


def _type(annotation: Any) -> str:
    """What a field takes, in words."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _name(annotation)
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in inner)
    if origin in (Union, types.UnionType):
        return _type(next(each for each in inner if each is not type(None)))
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return f"list of {_several(_type(inner[0]))}"
        return "pair of numbers" if len(inner) == 2 else f"{len(inner)} numbers"
    return _type(inner[0])  # Annotated


def _several(noun: str) -> str:
    first, _, rest = noun.partition(" of ")
    if first.endswith("series"):
        return noun
    many = f"{first}es" if first.endswith(("ch", "x")) else f"{first}s"
    return f"{many} of {rest}" if rest else many


def _name(model: type[BaseModel]) -> str:
    letters = [f" {letter.lower()}" if letter.isupper() else letter for letter in model.__name__]
    return "".join(letters).strip()


def _default(value: Any) -> str:
    if value is None or value in ((), ""):
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return number_text(value)
    if isinstance(value, tuple):
        return _escaped(_yaml(list(value)))
    return f"`{value}`"


def _yaml(value: Any) -> str:
    """A value as flow YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_yaml(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("[", "\\[").replace("]", "\\]")


def main(arguments: list[str]) -> int:
    """Write the page and its pictures into a folder."""
    folder = Path(arguments[0])
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    (folder / PAGE).write_text(figure_page(), encoding="utf-8")
    for name, svg in pictures().items():
        (folder / PICTURES / name).write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
