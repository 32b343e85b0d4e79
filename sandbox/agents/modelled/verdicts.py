"""The verdict a model gives over numbered candidates: its form, and the ranking that it means.

A number that was not offered makes a verdict unreadable; nothing is guessed.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, create_model

from sandbox.agents.base import Ranking

MOST_RANKED = 25
"""How many candidates a model is asked to put in order."""


def _share(value: Any) -> Any:
    """A probability also where it is written as a percentage; None where it is no number."""
    text = str(value).strip()
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        return None
    share = number / 100 if text.endswith("%") or 1 < number <= 100 else number
    return share if 0 <= share <= 1 else None


def _numbers(value: Any) -> Any:
    """One number alone is a ranking of one."""
    return value if isinstance(value, list) else [value]


class Verdict(BaseModel):
    """Reasons, then the numbers of the candidates, best first, then how sure the first is."""

    reason: str = ""
    ranking: list[int]
    confidence: Annotated[float | None, BeforeValidator(_share)] = None


def verdict_form(candidates: int) -> type[Verdict]:
    """The form of a verdict over so many candidates, numbered from 1."""
    number = Annotated[int, Field(ge=1, le=candidates)]
    ranking = Annotated[list[number], BeforeValidator(_numbers), Field(min_length=1)]
    return create_model("Verdict", __base__=Verdict, ranking=(ranking, ...))


def ranking_of(verdict: Verdict) -> Ranking:
    """The ranking that a verdict means: each candidate where it is named first."""
    order = tuple(dict.fromkeys(number - 1 for number in verdict.ranking))
    return Ranking(order, verdict.confidence, verdict.reason)
