"""Plots of live sessions and of runs. Knows no page."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from sandbox.live.feedback import Strength
from sandbox.reports.browsing import Talk, mean_of


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


def means_plot(talks: Sequence[Talk], metric: str) -> Any:
    """A metric by tutor with 95% intervals, a dot a session over it; None where there is none."""
    scored = [talk for talk in talks if talk.scores.get(metric) is not None]
    if not scored:
        return None
    import plotly.graph_objects as plotly

    tutors = sorted({talk.tutor for talk in scored})
    found = {
        tutor: mean_of((talk for talk in scored if talk.tutor == tutor), metric) for tutor in tutors
    }
    names = [tutor.removeprefix("scripted:") for tutor in tutors]
    means = [each.mean or 0.0 for each in found.values()]
    above = [each.interval.high - mean if each.interval else 0.0
             for each, mean in zip(found.values(), means, strict=True)]  # fmt: skip
    below = [mean - each.interval.low if each.interval else 0.0
             for each, mean in zip(found.values(), means, strict=True)]  # fmt: skip
    drawn = plotly.Figure()
    drawn.add_bar(
        x=names,
        y=means,
        error_y={"type": "data", "array": above, "arrayminus": below, "symmetric": False},
        marker_color="#469f9a",
        name="mean, 95% interval",
        hovertemplate="%{x}<br>mean %{y:.2f}<extra></extra>",
    )
    drawn.add_scatter(
        x=[talk.tutor.removeprefix("scripted:") for talk in scored],
        y=[talk.scores[metric] for talk in scored],
        mode="markers",
        marker={"color": "#0d3634", "size": 7, "opacity": 0.55},
        name="one session",
        text=[html.escape(f"{talk.session}: {talk.student}") for talk in scored],
        hovertemplate="%{text}<br>%{y:.2f}<extra></extra>",
    )
    drawn.update_layout(
        template="plotly_white",
        yaxis_title=metric,
        height=360,
        margin={"l": 50, "r": 10, "t": 30, "b": 40},
        legend={"orientation": "h", "y": 1.12},
        font={"family": "system-ui, sans-serif"},
    )
    return drawn
