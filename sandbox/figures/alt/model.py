"""Descriptions of bars cut in parts, rectangles for products, and pairs of similar shapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sandbox.figures.alt.words import counted, labelled, listed, sentences
from sandbox.figures.specs.model import AreaModel, PartWhole, PiecedBar
from sandbox.figures.specs.similar import SimilarShapes


def part_whole(its: PartWhole) -> str:
    """Each bar with its parts from left to right, and what its whole is."""
    together = f"together the bars are {labelled(its.total)}" if its.total else ""
    return sentences(*map(_bar, its.bars), together)


def _bar(bar: PiecedBar) -> str:
    name = f"a bar named {bar.label}" if bar.label else "a bar"
    runs = [(text, len(list(run))) for text, run in groupby(bar.texts)]
    parts = [
        f"{count if count > 1 else 'one'} {labelled(text) if text else 'without text'}"
        for text, count in runs
    ]
    count = counted(len(bar.texts), "part")
    said = f"{name} of {count}, from left to right: {listed(parts)}"
    return f"{said}; the whole bar is {labelled(bar.total)}" if bar.total else said


def area_model(its: AreaModel) -> str:
    """The lengths along both sides, and what is written in the parts."""
    count = len(its.columns) * len(its.rows)
    cut = f" cut into {counted(count, 'part')}" if count > 1 else ""
    rows = [listed([text or "nothing" for text in row]) for row in its.cells]
    inside = f"in the parts, row by row: {'; '.join(rows)}" if any(map(any, its.cells)) else ""
    return sentences(
        f"A rectangle{cut}",
        f"along the top stands {listed(its.columns)}",
        f"down the side stands {listed(its.rows)}",
        inside,
    )


_NOUNS = {3: "triangles", 4: "quadrilaterals", 5: "pentagons", 6: "hexagons"}


def similar_shapes(its: SimilarShapes) -> str:
    """The labels of both, side by side; not the factor."""
    count = len(its.corners)
    numbers = tuple(str(k) for k in range(1, count + 1))
    first = _labels(its.names or numbers, its.side_labels, its.angle_labels, its.inside)
    second = _labels(
        its.image_names or its.names or numbers,
        its.image_side_labels,
        its.image_angle_labels,
        its.image_inside,
    )
    size = "larger" if its.factor > 1 else "smaller" if its.factor < 1 else "equally large"
    return sentences(
        f"Two similar {_NOUNS[count]} side by side; the second is {size}",
        f"in the first, {first}" if first else "",
        f"in the second, {second}" if second else "",
    )


def _labels(names: Sequence[str], sides: Sequence[str], angles: Sequence[str], inside: str) -> str:
    following = (*names[1:], names[0])
    said = [
        f"the side from {a} to {b} is {labelled(text)}"
        for a, b, text in zip(names, following, sides or [""] * len(names), strict=True)
        if text not in ("", "-")
    ]
    said += [
        f"the angle at {name} is {labelled(text)}"
        for name, text in zip(names, angles or [""] * len(names), strict=True)
        if text not in ("", "-")
    ]
    return listed([*said, f"its inside is {labelled(inside)}"] if inside else said)
