"""Puts a family's figures to the test: can they be drawn, do their words say all and not too much.

Knows families and figures; draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pydantic import ValidationError

from sandbox.content.generate import open_item
from sandbox.content.library import Library
from sandbox.figures.alt import alt_text
from sandbox.figures.specs import Figure
from sandbox.figures.specs.number import PlaceValueBlocks
from sandbox.maths.families import Problem

_NUMBERS = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?!\d|(?:st|nd|rd|th)\b)")
"""Numbers that are said as such; the 3rd of something is a place."""
_FRACTIONS = re.compile(r"(?<![\d.])\d+/[1-9]\d*")


def figure_faults(
    problem: Problem, library: Library, is_read: bool = True
) -> Iterator[tuple[str, str]]:
    """What is wrong with the figure of a problem: (key, what).

    Args:
        problem: The problem.
        library: Whose families read question and figure back.
        is_read: Whether to read them back, which takes longer than all the rest.
    """
    if problem.family.figure is None:
        return
    try:
        figure = problem.figure
    except ValidationError as error:
        for detail in error.errors():
            keys = ".".join(map(str, ("figure", *detail["loc"][1:])))
            what = str(detail["msg"]).removeprefix("Value error, ")
            yield keys, f"{what}; with {_parameters(problem)}"
        return
    if figure is None:
        return
    yield from _words_faults(figure)
    for k in range(len(problem.family.figure_stems)) if is_read else ():
        item = open_item(problem, k, figure=True)
        readings = [reading.problem for reading in library.families.read(item.in_words)]
        if problem not in readings:
            read = [f"{each.family.id}{dict(each.parameters)}" for each in readings]
            yield (
                f"ask_figure.{k}",
                f"{item.in_words!r} from {_parameters(problem)} reads back as "
                f"{read or 'nothing'}; show every parameter in figure.alt or match it in core",
            )


def _words_faults(figure: Figure) -> Iterator[tuple[str, str]]:
    """A figure's own words may not speak of numbers that the picture does not hold."""
    said, held = _NUMBERS.findall(figure.alt), figure.model_dump_json(exclude={"alt"})
    if set(said) <= set(_NUMBERS.findall(held)):  # as nearly always, and soon seen
        return
    shown = _numbers(alt_text(figure.model_copy(update={"alt": ""}))) | _numbers(held)
    if isinstance(figure, PlaceValueBlocks):
        shown.add(Fraction(figure.number))
    for number in said:
        if Fraction(number) not in shown:
            yield (
                "figure.alt",
                f"{figure.alt!r} speaks of {number}, which the picture does not show",
            )
            return


def _numbers(text: str) -> set[Fraction]:
    """The numbers in a text, a fraction as such and by its two numbers: 5/2 shows 2.5 as well."""
    written = {*_NUMBERS.findall(text), *_FRACTIONS.findall(text)}
    return {Fraction(number) for number in written}


def _parameters(problem: Problem) -> dict[str, object]:
    return dict(problem.parameters)
