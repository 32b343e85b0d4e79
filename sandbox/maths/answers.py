"""An answer to a problem: its exact result, how it is written, and whether something written is it.

Knows no family and no misconception.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from sandbox.maths.expressions import FAILURES, Template
from sandbox.maths.normalise import normalise
from sandbox.maths.rounded import with_honest_equals
from sandbox.maths.values import Unreadable, Value, read_value, same_form, same_value, value_of
from sandbox.maths.written import Result

_ALGEBRAIC = ("expression", "equation", "inequality")


@dataclass(frozen=True)
class Answer:
    """An answer to a problem: the exact result, how it is written, and the working before it."""

    result: Result
    text: str
    format: str
    unit: str
    form_matters: bool
    lines: tuple[Template, ...] = field(compare=False, repr=False)
    values: Mapping[str, Any] = field(compare=False, repr=False)

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The working, line by line; a line that cannot be said of these numbers is left out."""
        named = {**self.values, "answer": self.text}
        return tuple(line for line in (line_said(line, named) for line in self.lines) if line)

    @cached_property
    def _plain(self) -> str:
        return _plain(self.text)

    @cached_property
    def value(self) -> Value:
        """The answer as a value that can be compared with what somebody wrote."""
        return value_of(self.result, self.format, self.unit)

    @cached_property
    def key(self) -> object:
        """Equal for answers that are the same by value (by written form where form matters)."""
        return _key(self.result, self.form_matters)

    def same(self, other: Answer) -> bool:
        """Whether two answers to one problem are one and the same."""
        if self.text == other.text or self.key == other.key:
            return True
        if self.form_matters or self.format not in _ALGEBRAIC:
            return False
        return same_value(self.value, other.value)

    def matches(self, written: str | Value | Unreadable) -> bool:
        """Whether what somebody wrote is this answer, by value (by form where form matters)."""
        if isinstance(written, str):
            if _plain(written) == self._plain:
                return True
            # 14t is algebra here, not 14 tonnes
            algebra = self.format == "expression" and not self.unit
            written = value_of(written, self.format) if algebra else read_value(written)
        if isinstance(written, Unreadable):
            return False
        return (same_form if self.form_matters else same_value)(self.value, written)


def line_said(template: Template, values: Mapping[str, Any]) -> str | None:
    """A line with its numbers; None where it cannot be said of them."""
    try:
        return with_honest_equals(template.render(values))
    except FAILURES:
        return None


def _key(result: Result, form_matters: bool) -> object:
    if type(result) is int and not form_matters:
        return result
    if isinstance(result, tuple):
        return tuple(_key(part, form_matters) for part in result)
    if isinstance(result, str):
        return result.replace(" ", "")
    if form_matters:
        return str(result)
    return getattr(result, "value", result)


@lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    return normalise(text).replace(" ", "").rstrip(".").lower()
