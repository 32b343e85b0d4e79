"""Plots of live sessions. Knows no page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.live.feedback import Strength


def strength_plot(strengths: Sequence[Strength]) -> Any:
    """How firmly each belief was held over the turns; None where nothing is known of it."""
    if not strengths:
        return None
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    drawn = Figure(figsize=(6.0, 3.2), layout="constrained")
    axes = drawn.subplots()
    for belief in dict.fromkeys(each.belief for each in strengths):
        held = [each for each in strengths if each.belief == belief]
        axes.plot([p.turn for p in held], [p.strength for p in held], "o-", label=belief)
    axes.axhline(0.5, color="0.5", linestyle="--", linewidth=1)
    axes.annotate("given up below this line", (strengths[0].turn, 0.47), va="top", fontsize=9)
    axes.set(xlabel="turn", ylabel="strength of the belief", ylim=(-0.03, 1.05))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    drawn.legend(loc="outside upper left", frameon=False, fontsize=9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return drawn
