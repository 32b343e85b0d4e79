"""The options of commands that ask models, and what is printed before any is asked."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated

import typer

from sandbox.cli.console import print_table, say
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking
from sandbox.experiments.estimates import Estimate
from sandbox.reports.tables import Table

UNKNOWN = "unknown"

ModelNames = Annotated[
    list[str] | None,
    typer.Option("--model", help="A model: an entry's name or provider:model; repeat for more."),
]
Temperature = Annotated[float, typer.Option(help="Temperature of models.", min=0)]
MaxTokens = Annotated[
    int | None, typer.Option(help="Most tokens of a reply (default: the entry's, else 512).", min=1)
]
BaseUrl = Annotated[
    str | None, typer.Option(help="The server, for models that are served elsewhere.")
]
Budget = Annotated[
    str | None, typer.Option(help="US dollars; no call is made that could go beyond.")
]
Calls = Annotated[int | None, typer.Option(help="Model calls at once (default: 16).", min=1)]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Print calls and estimated cost; ask nothing.")
]


def changed(before: Asking, base_url: str | None, budget: str | None, calls: int | None) -> Asking:
    """How models are asked, with what was said on the command line in place of what was before.

    Raises:
        UsageError: the budget is no amount.
    """
    said = {"base_url": base_url, "budget": _dollars(budget), "calls": calls}
    return before.model_copy(update={k: v for k, v in said.items() if v is not None})


def _dollars(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        amount = Decimal(text.strip().removeprefix("$"))
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount <= 0:
        raise UsageError(f"--budget takes an amount in US dollars, such as 2.50, not {text!r}")
    return amount


def show_estimates(found: Sequence[Estimate]) -> None:
    """The calls of a study and what they may cost; what is not known is said to be unknown."""
    if not found:
        say("No model is asked: no calls, no cost.")
        return
    rows = [
        (
            f"{one.model}, {one.setting}",
            f"{one.calls}",
            f"{one.input_tokens}",
            f"{one.output_tokens}",
            _shown(one.cost_usd),
            _shown(one.most_usd),
        )
        for one in found
    ]
    total = (
        "all",
        f"{sum(one.calls for one in found)}",
        f"{sum(one.input_tokens for one in found)}",
        f"{sum(one.output_tokens for one in found)}",
        _shown(_sum([one.cost_usd for one in found])),
        _shown(_sum([one.most_usd for one in found])),
    )
    notes = (
        "Estimated: four characters a token, replies of usual length, no repairs. At most: every "
        "reply as long as it may be and asked for twice.",
    )
    columns = ("model, setting", "calls", "tokens in", "tokens out", "US$", "US$ at most")
    print_table(Table("dry-run", "Nothing was asked", columns, (*rows, total), notes))
    say("")


def _sum(costs: Sequence[Decimal | None]) -> Decimal | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(costs) else None


def _shown(cost: Decimal | None) -> str:
    return UNKNOWN if cost is None else f"{cost:.2f}"
