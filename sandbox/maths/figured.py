"""The figure of a problem: how a family's figure, written with slots, becomes one of exact numbers.

Knows what a figure is made of and nothing of drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.figures.specs import Figure, figure_of
from sandbox.maths.expressions import Formula, Template
from sandbox.maths.written import Surd, WrittenDecimal, WrittenFraction, WrittenMixed

Node = Formula | Template | int | Mapping[str, "Node"] | tuple["Node", ...]
"""A part of a figure with slots. A text that is one slot and no more is a formula: it gives its
value, be it a number or a list; any other text is a template and gives text."""

_WRITTEN = (Surd, WrittenDecimal, WrittenFraction, WrittenMixed)


@dataclass(frozen=True)
class FigureRule:
    """How a family's figure follows from the parameters, and where (`when`) there is one."""

    fields: Mapping[str, Node]
    when: Formula | None = None

    def figure(self, values: Mapping[str, Any]) -> Figure | None:
        """The figure of a problem with these values, None where `when` rules it out.

        Raises:
            pydantic.ValidationError: what comes out cannot be drawn sensibly.
            FormulaError, TypeError, …: a formula has no value (see `expressions.FAILURES`).
        """
        if self.when is not None and not self.when(values):
            return None
        return figure_of(_filled(self.fields, values))


def _filled(node: Node, values: Mapping[str, Any]) -> Any:
    if isinstance(node, Formula):
        return _plain(node(values))
    if isinstance(node, Template):
        return node.render(values)
    if isinstance(node, Mapping):
        return {name: _filled(part, values) for name, part in node.items()}
    if isinstance(node, tuple):
        return tuple(_filled(part, values) for part in node)
    return node


def _plain(value: Any) -> Any:
    """A formula's value as a figure takes it: written numbers are text."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return str(value) if isinstance(value, _WRITTEN) else value
