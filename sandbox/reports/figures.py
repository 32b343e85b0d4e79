"""Figures as SVG and PNG: bars with intervals, lines with error bars. Knows no study.

Colours are Okabe and Ito's, which colour-blind readers can tell apart.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.scoring.stats import Estimate

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
ASIDE = 0.006
"""How far curves over named ticks stand beside each other, as a share of the width."""

LEVEL, LONGEST = 60, 14
"""So many letters of names, and of one of them, fit under the bars without being slanted."""


@dataclass(frozen=True)
class Figure:
    """A drawn figure with the words that stand in for it."""

    name: str
    alt: str
    svg: str
    png: bytes

    @property
    def inline(self) -> str:
        """The SVG element alone, to stand inside a page."""
        return self.svg[self.svg.index("<svg") :]


@dataclass(frozen=True)
class Line:
    """A named curve: x, y and the half-widths of the error bars below and above (0 for none)."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    below: tuple[float, ...]
    above: tuple[float, ...]
    dashed: bool = False

    @classmethod
    def of(
        cls, name: str, x: Sequence[float], points: Sequence[Estimate], *, dashed: bool = False
    ) -> Line:
        """A curve of estimates; points without a mean are left out. Bars: interval, else sd."""
        kept = [(at, p, p.mean) for at, p in zip(x, points, strict=True) if p.mean is not None]
        bars = [_bar(point) for _, point, _ in kept]
        return cls(
            name,
            tuple(at for at, _, _ in kept),
            tuple(mean for _, _, mean in kept),
            tuple(below for below, _ in bars),
            tuple(above for _, above in bars),
            dashed,
        )


def _bar(point: Estimate) -> tuple[float, float]:
    if point.mean is not None and point.interval is not None:
        low, high = point.interval.low, point.interval.high
        return max(0.0, point.mean - low), max(0.0, high - point.mean)
    return (point.sd or 0.0, point.sd or 0.0)


def _lowest(point: Estimate) -> float:
    return (point.mean or 0.0) - _bar(point)[0]


def lines(
    name: str,
    title: str,
    x_label: str,
    y_label: str,
    curves: Sequence[Line],
    *,
    share: bool = True,
    ticks: Sequence[str] = (),
) -> Figure:
    """Curves with error bars over a common x; `share` fixes y to 0–1, `ticks` names x = 1, 2, …

    Over named ticks the points of the curves stand beside each other, so that none hides another.
    """
    drawing, axes = _canvas(title, x_label, y_label, share)
    wide = max((max(curve.x) - min(curve.x) for curve in curves if len(curve.x)), default=0)
    gap = wide * ASIDE if ticks else 0.0
    for number, curve in enumerate(curves):
        has_bars = any(curve.below) or any(curve.above)
        aside = (number - (len(curves) - 1) / 2) * gap
        axes.errorbar(
            [x + aside for x in curve.x],
            curve.y,
            yerr=(curve.below, curve.above) if has_bars else None,
            label=curve.name,
            linewidth=1.4 + 0.7 * (len(curves) - 1 - number),  # alike curves lie in each other
            color=COLOURS[number % len(COLOURS)],
            linestyle="--" if curve.dashed else "-",
            marker="" if curve.dashed and len(curve.x) > 2 else "o",
            markersize=4,
            capsize=3,
        )
    if ticks:
        axes.set_xticks(range(1, len(ticks) + 1), ticks)
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    return _drawn(drawing, name, f"{title}. {_said(curves)}.")


def _said(curves: Sequence[Line]) -> str:
    """Curves in words."""
    return "; ".join(
        f"{curve.name}: "
        + ", ".join(f"{y:.2f} at {x:g}" for x, y in zip(curve.x, curve.y, strict=True))
        for curve in curves
    )


def panels(
    name: str,
    title: str,
    x_label: str,
    y_label: str,
    legend: str,
    parts: Sequence[tuple[str, Sequence[Line]]],
) -> Figure:
    """Curves of shares in panels side by side, which share their axes and the legend's colours."""
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(8, 3.6), layout="constrained")
    drawing.suptitle(title, x=0.01, ha="left", fontsize=11)
    every = drawing.subplots(1, len(parts), sharey=True, squeeze=False)[0]
    for axes, (heading, curves) in zip(every, parts, strict=True):
        _styled(axes, heading, x_label, y_label if axes is every[0] else "", share=True)
        axes.set_xticks(sorted({x for curve in curves for x in curve.x}))
        for number, curve in enumerate(curves):
            axes.errorbar(
                curve.x, curve.y, yerr=(curve.below, curve.above), label=curve.name,
                color=COLOURS[number % len(COLOURS)], linewidth=1.6, marker="o", markersize=4,
                capsize=3,
            )  # fmt: skip
    every[-1].legend(
        title=legend, frameon=False, fontsize=8, title_fontsize=8,
        loc="upper left", bbox_to_anchor=(1.01, 1),
    )  # fmt: skip
    said = " ".join(f"{heading}: {_said(curves)}." for heading, curves in parts)
    return _drawn(drawing, name, f"{title}. {said}")


def bars(
    name: str,
    title: str,
    y_label: str,
    groups: Sequence[str],
    series: Sequence[tuple[str, Sequence[Estimate]]],
    *,
    chance: float | None = None,
) -> Figure:
    """Grouped bars of shares with intervals; a dash stands where nothing was scored."""
    drawing, axes = _canvas(title, "", y_label, share=True)
    width = 0.8 / len(series)
    for number, (label, points) in enumerate(series):
        kept = [(k, p) for k, p in enumerate(points) if p.mean is not None]
        places = [k + (number - (len(series) - 1) / 2) * width for k, _ in kept]
        heights = [float(p.mean) for _, p in kept if p.mean is not None]
        errors = [_bar(p) for _, p in kept]
        axes.bar(places, heights, width * 0.9, label=label, color=COLOURS[number % len(COLOURS)])
        yerr = ([e[0] for e in errors], [e[1] for e in errors])
        axes.errorbar(places, heights, yerr=yerr, fmt="none", ecolor="#333333", capsize=2, lw=1)
        shift = (number - (len(series) - 1) / 2) * width
        for k in (k for k, point in enumerate(points) if point.mean is None):
            axes.text(k + shift, 0, "–", ha="center", va="bottom", color="#333333")
    if chance is not None:
        axes.axhline(chance, color="#333333", linestyle="--", linewidth=1, label="chance")
    axes.set_xlim(-0.5, len(groups) - 0.5)  # places of dashes, too
    lengths = [len(group) for group in groups]
    is_wide = sum(lengths) > LEVEL or max(lengths, default=0) > LONGEST
    axes.set_xticks(
        range(len(groups)),
        groups,
        rotation=20 if is_wide else 0,
        ha="right" if is_wide else "center",
    )
    low = min((_lowest(p) for _, points in series for p in points), default=0.0)
    if low < 0:
        axes.set_ylim(math.floor(4 * low) / 4, 1.05)
        axes.axhline(0, color="#333333", linewidth=0.8)
    if len(series) > 1 or chance is not None:
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    said = "; ".join(
        f"{label}: "
        + ", ".join(
            f"{group} {'not scored' if p.mean is None else format(p.mean, '.2f')}"
            for group, p in zip(groups, points, strict=True)
        )
        for label, points in series
    )
    return _drawn(drawing, name, f"{title}. {said}.")


def heat_map(
    name: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
) -> Figure:
    """Shares as shades, each with its number; a missing one leaves its place empty."""
    drawing, axes = _canvas(title, "", "", share=False)
    drawing.set_size_inches(8, max(2.4, 0.32 * len(rows) + 1.2))
    filled = [[math.nan if value is None else value for value in row] for row in values]
    axes.imshow(filled, cmap="cividis", vmin=min(0.0, _least(values)), vmax=1, aspect="auto")
    axes.grid(False)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is not None:
                ink = "#000000" if value > 0.55 else "#ffffff"
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", color=ink, fontsize=8)
    said = "; ".join(
        f"{row}: "
        + ", ".join(
            f"{column} {'not scored' if value is None else format(value, '.2f')}"
            for column, value in zip(columns, held, strict=True)
        )
        for row, held in zip(rows, values, strict=True)
    )
    return _drawn(drawing, name, f"{title}. {said}.")


def _least(values: Sequence[Sequence[float | None]]) -> float:
    return min((value for row in values for value in row if value is not None), default=0.0)


def scatter(
    name: str,
    title: str,
    x_label: str,
    y_label: str,
    points: Mapping[str, tuple[float, float]],
) -> Figure:
    """Named points of two measures of the same thing, on equal axes, with the line of equality."""
    drawing, axes = _canvas(title, x_label, y_label, share=False)
    values = [value for point in points.values() for value in point]
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = 0.08 * (high - low) or 0.1
    edges = (low - margin, high + margin)
    axes.plot(edges, edges, color="#333333", linestyle="--", linewidth=1)
    for number, (label, (x, y)) in enumerate(points.items()):
        axes.plot(x, y, "o", color=COLOURS[number % len(COLOURS)], label=label)
    axes.set_xlim(edges)
    axes.set_ylim(edges)
    axes.set_aspect("equal")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    said = ", ".join(f"{label} {x:.2f} and {y:.2f}" for label, (x, y) in points.items())
    return _drawn(drawing, name, f"{title}. {x_label} and {y_label}: {said}.")


def _canvas(title: str, x_label: str, y_label: str, share: bool) -> tuple[Any, Any]:
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(8, 3.8), layout="constrained")
    axes = drawing.subplots()
    _styled(axes, title, x_label, y_label, share)
    return drawing, axes


def _styled(axes: Any, title: str, x_label: str, y_label: str, share: bool) -> None:
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    if share:
        axes.set_ylim(0, 1.05)


def _drawn(drawing: Any, name: str, alt: str) -> Figure:
    import matplotlib as mpl

    svg, png = io.StringIO(), io.BytesIO()
    # a fixed salt and no date: the same figure is the same file
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "path"}):
        drawing.savefig(svg, format="svg", metadata={"Date": None})
    drawing.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return Figure(name, alt, svg.getvalue(), png.getvalue())
