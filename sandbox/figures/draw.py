"""Figures as pictures: SVG for people, PNG for models that see; the same figure, the same bytes.

The drawing library is loaded when the first figure is drawn.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from sandbox.figures.alt import alt_text
from sandbox.figures.drawing import (
    angles,
    charts,
    grids,
    models,
    parts,
    plots,
    rounds,
    scales,
    shapes,
    similar,
    solids,
    tables,
)
from sandbox.figures.drawing.pen import WIDTH, Pen
from sandbox.figures.specs import KINDS, Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MODULES = (
    scales, parts, models, charts, plots, rounds, tables, grids, shapes, similar, angles, solids,
)  # fmt: skip
_DRAW: dict[str, Callable[[Pen, Any], None]] = {
    kind: next(
        getattr(module, name)
        for module in _MODULES
        if hasattr(module, name := kind.replace("-", "_"))
    )
    for kind in KINDS
}

PIXELS = 800
"""How wide a PNG is where nothing else is said."""
MARGIN = 10.0
_INCH = 100.0
"""Units of the pen in an inch."""
_STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    "mathtext.fontset": "dejavusans",
    "svg.fonttype": "none",
    "svg.hashsalt": "figure",
    "hatch.linewidth": 0.7,
    "hatch.color": "#222222",
    "path.simplify": False,
    "text.usetex": False,
}


def draw_svg(figure: Figure) -> str:
    """The figure as one SVG element with its description inside; nothing in it refers outside."""
    raw = _saved(figure, "svg").decode("utf-8")
    body = raw[raw.index("<svg") :]
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.S)
    alt = alt_text(figure)
    name = hashlib.blake2b(figure.model_dump_json().encode(), digest_size=4).hexdigest()
    head = (
        f'<title id="title-{name}">{escape(figure.kind.replace("-", " ").capitalize())}</title>\n'
        f' <desc id="desc-{name}">{escape(alt)}</desc>'
    )
    body = body.replace("<svg ", f'<svg role="img" aria-labelledby="title-{name} desc-{name}" ', 1)
    return re.sub(r"(<svg [^>]*>)", lambda match: f"{match[1]}\n {head}", body, count=1)


def draw_png(figure: Figure, width: int = PIXELS) -> bytes:
    """The figure as a PNG, `width` pixels wide."""
    return _png(figure.model_dump_json(), figure.kind, width)


@lru_cache(maxsize=64)
def _png(data: str, kind: str, width: int) -> bytes:
    figure: Any = KINDS[kind].model_validate_json(data)
    return _saved(figure, "png", width)


def _saved(figure: Figure, form: str, width: int = PIXELS) -> bytes:
    import matplotlib
    from matplotlib.transforms import Bbox

    with matplotlib.rc_context(_STYLE):
        axes = drawn(figure)
        left, low, right, high = _extent(axes)
        inches = [value / _INCH for value in (left, low, right, high)]
        out = io.BytesIO()
        axes.get_figure(root=True).savefig(  # type: ignore[union-attr]
            out, format=form, dpi=width / (inches[2] - inches[0]) if form == "png" else 72,
            bbox_inches=Bbox([inches[:2], inches[2:]]), facecolor="white",
            metadata={"Date": None, "Creator": None} if form == "svg" else {"Software": None},
        )  # fmt: skip
    return out.getvalue()


def drawn(figure: Figure) -> Axes:
    """The figure on axes whose units are pixels of a sheet 400 wide."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet

    sheet = Sheet(figsize=(WIDTH / _INCH, WIDTH / _INCH), dpi=_INCH)
    FigureCanvasAgg(sheet)
    axes = sheet.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(0, WIDTH)
    axes.autoscale(False)
    _DRAW[figure.kind](Pen(axes), figure)
    for artist in axes.get_children():
        artist.set_clip_on(False)
    return axes


def _extent(axes: Axes) -> tuple[float, float, float, float]:
    """What the drawing takes, and the whole width at least, with a margin; in units."""
    from matplotlib.transforms import Bbox

    drawn = [*axes.lines, *axes.patches, *axes.texts]
    box = Bbox.union([artist.get_window_extent() for artist in drawn])
    left, low, right, high = box.extents  # pixels at one to the unit
    left, right = min(left - MARGIN, 0), max(right + MARGIN, WIDTH)
    return left, low - MARGIN, right, high + MARGIN
