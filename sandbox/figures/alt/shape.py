"""Descriptions of figures of geometry."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sandbox.figures.alt.words import counted, labelled, listed, sentences, with_unit
from sandbox.figures.numbers import number_text
from sandbox.figures.specs.angle import Angles, CrossingLines, ParallelLines, Protractor
from sandbox.figures.specs.shape import (
    CircleShape,
    CoordinateGrid,
    Corner,
    GridLine,
    GridPoint,
    GridShape,
    LShape,
    Parallelogram,
    Polygon,
    Rectangle,
    RegularPolygon,
    Trapezium,
    Triangle,
)
from sandbox.figures.specs.solid import CubeStack, Cuboid, Cylinder, Net, Prism


def length(label: str, number: Fraction | None, unit: str) -> str:
    """What is written at a length; "" where nothing is."""
    if label == "-" or (not label and number is None):
        return ""
    return label or with_unit(number or 0, unit)


def _named(*pairs: tuple[str, str]) -> str:
    """(part, label) pairs in words, without those that have no label."""
    return listed([f"{part} {labelled(label)}" for part, label in pairs if label])


def _spot(corner: Corner) -> str:
    return f"({number_text(corner[0])}, {number_text(corner[1])})"


def coordinate_grid(its: CoordinateGrid) -> str:
    """Points, lines and shapes; where a point's coordinates are to be read, the steps to it."""
    x = f"{its.x_axis} axis from {number_text(its.x_low)} to {number_text(its.x_high)}"
    y = f"{its.y_axis} axis from {number_text(its.y_low)} to {number_text(its.y_high)}"
    return sentences(
        f"A coordinate grid with the {x} and the {y}",
        *map(_point, its.points),
        *map(_line, its.lines),
        *map(_shape, its.shapes),
    )


def _point(point: GridPoint) -> str:
    name = f"point {point.label}" if point.label else "a point"
    if point.shown:
        return f"{name} is at {_spot((point.x, point.y))}"
    across, up = _way(point.x, "right", "left"), _way(point.y, "up", "down")
    way = listed([step for step in (across, up) if step]) or "at the origin itself"
    return f"{name} is {way}{' from the origin' if across or up else ''}"


def _way(steps: Fraction, ahead: str, back: str) -> str:
    return f"{number_text(abs(steps))} {ahead if steps > 0 else back}" if steps else ""


def _line(line: GridLine) -> str:
    name = f" {labelled(line.label)}" if line.label else ""
    what = {"segment": "a segment", "arrow": "an arrow", "line": "a straight line"}[line.form]
    verb = "goes through" if line.form == "line" else "goes from"
    link = "and" if line.form == "line" else "to"
    return f"{what}{name} {verb} {_spot(line.start)} {link} {_spot(line.end)}"


_SHAPES = {
    3: "triangle",
    4: "quadrilateral",
    5: "pentagon",
    6: "hexagon",
    7: "heptagon",
    8: "octagon",
}


def _shape(shape: GridShape) -> str:
    noun = _SHAPES.get(len(shape.corners), "polygon")
    dashed = ", drawn dashed," if shape.dashed else ""
    return (
        f"{noun} {shape.name}".strip()
        + f"{dashed} has the corners {listed([_spot(c) for c in shape.corners])}"
    )


def rectangle(its: Rectangle) -> str:
    """Its sides as labelled, or its unit squares."""
    noun = "square" if its.width == its.height and its.to_scale else "rectangle"
    if its.squares:
        wide, high = counted(its.width, "square"), counted(its.height, "square")
        text = f"A {noun} on unit squares, {wide} wide and {high} high"
    else:
        said = _named(
            ("width", length(its.width_label, its.width, its.unit)),
            ("height", length(its.height_label, its.height, its.unit)),
        )
        text = f"A {noun}" + (f" with {said}" if said else "")
    return sentences(text, f'"{its.inside}" is written in it' if its.inside else "")


def triangle(its: Triangle) -> str:
    """Its sides and angles as labelled; right angles and equal sides as marked."""
    a, b, c = its.corners or ("A", "B", "C")
    sides = its.sides or (None, None, None)
    labels = its.side_labels or (("", "", "") if its.sides else ("-", "-", "-"))
    names = (f"side {a}{b}", f"side {b}{c}", f"side {c}{a}")
    parts = [(n, length(w, s, its.unit)) for n, w, s in zip(names, labels, sides, strict=True)]
    if its.base is not None and (not its.side_labels or not its.side_labels[0]):
        parts[0] = ("base", length("", its.base, its.unit))
    if its.base is not None:
        parts.append(("height", length(its.height_label, its.height, its.unit)))
    angles = zip((a, b, c), its.angle_labels or ("", "", ""), strict=True)
    parts += [(f"angle at {corner}", label.replace("-", "")) for corner, label in angles]
    said = _named(*parts)
    return sentences(
        f"A triangle {a}{b}{c}" + (f" with {said}" if said else ""),
        f"sides {listed([names[k].removeprefix('side ') for k in its.equal])} are marked as equal"
        if its.equal
        else "",
        f"the angle at {(a, b, c)[its.right_angle]} is marked as a right angle"
        if its.right_angle is not None
        else "",
        f"{a}{b} is drawn on beyond {b}; the exterior angle there is {labelled(its.exterior)}"
        if its.exterior
        else "",
    )


def parallelogram(its: Parallelogram) -> str:
    """Base, side and height as labelled."""
    said = _named(
        ("base", length(its.base_label, its.base, its.unit)),
        ("sloping side", length(its.side_label, None, its.unit)),
        ("perpendicular height", length(its.height_label, its.height, its.unit)),
    )
    return sentences(f"A parallelogram with {said}" if said else "A parallelogram")


def trapezium(its: Trapezium) -> str:
    """The parallel sides and the height as labelled."""
    said = _named(
        ("lower parallel side", length(its.bottom_label, its.bottom, its.unit)),
        ("upper parallel side", length(its.top_label, its.top, its.unit)),
        ("perpendicular height", length(its.height_label, its.height, its.unit)),
    )
    return sentences(f"A trapezium with {said}" if said else "A trapezium")


def l_shape(its: LShape) -> str:
    """The sides that carry a label."""
    names = (
        "bottom side",
        "right side",
        "horizontal side of the cut",
        "vertical side of the cut",
        "top side",
        "left side",
    )
    pairs = [
        (name, length(label, size, its.unit))
        for name, label, size in zip(names, its.labels, its.lengths, strict=True)
    ]
    said = _named(*pairs)
    grid = "it is drawn on unit squares" if its.squares else ""
    return sentences(
        "An L-shape: a rectangle without its upper right corner" + (f"; {said}" if said else ""),
        grid,
    )


def circle(its: CircleShape) -> str:
    """Radius or diameter as labelled."""
    part, size = ("radius", its.radius) if its.radius is not None else ("diameter", its.diameter)
    return sentences(f"A circle with its {part} {labelled(length(its.label, size, its.unit))}")


def regular_polygon(its: RegularPolygon) -> str:
    """Its sides and labels."""
    said = _named(("each side", its.side_label), ("one inner angle", its.angle_label))
    lines = (
        f"{counted(its.mirror_lines, 'dashed line')} through its centre" if its.mirror_lines else ""
    )
    return sentences(
        f"A regular polygon with {its.sides} sides" + (f", {said}" if said else ""), lines
    )


def polygon(its: Polygon) -> str:
    """Its labelled sides and angles."""
    count = len(its.corners)
    names = its.names or tuple(str(k) for k in range(1, count + 1))
    sides = [f"side from {a} to {b}" for a, b in zip(names, (*names[1:], names[0]), strict=True)]
    pairs = list(
        zip(sides, (x.replace("-", "") if x == "-" else x for x in its.side_labels), strict=False)
    )
    pairs += [
        (f"angle at {n}", "" if x == "-" else x)
        for n, x in zip(names, its.angle_labels, strict=False)
    ]
    said = _named(*pairs)
    return sentences(f"A polygon with {count} corners" + (f": {said}" if said else ""))


def angles(its: Angles) -> str:
    """The angles as labelled, and what they make together."""
    labels = its.labels or ("",) * len(its.sizes)
    said = [length(label, size, "°") for label, size in zip(labels, its.sizes, strict=True)]
    shown = listed([labelled(label).removeprefix("labelled ") for label in said if label])
    total = sum(its.sizes)
    count = counted(len(its.sizes), "angle")
    if total == 180 and len(said) > 1:
        text = f"{count} side by side on a straight line: {shown}"
    elif total == 360:
        text = f"{count} round a point: {shown}"
    elif total == 90 and len(said) > 1:
        text = f"{count} that make a right angle together: {shown}"
    else:
        text = f"{count}, {shown}" if len(said) == 1 else f"{count} side by side: {shown}"
    return sentences(text)


def crossing_lines(its: CrossingLines) -> str:
    """Which of the four angles carry which label."""
    names = ("the 1st angle", "the 2nd angle", "the 3rd angle", "the 4th angle")
    return sentences(
        f"Two straight lines cross; going round from the right, {_four(its.labels, names)}"
    )


def parallel_lines(its: ParallelLines) -> str:
    """Where the labelled angles are."""
    places = ("above right", "above left", "below left", "below right")
    upper = [f"the angle {place} of the upper crossing" for place in places]
    lower = [f"the angle {place} of the lower crossing" for place in places]
    return sentences(
        "A straight line crosses two parallel lines; "
        + _four((*its.upper, *its.lower), (*upper, *lower))
    )


def _four(labels: Sequence[str], names: Sequence[str]) -> str:
    pairs = [(n, label) for n, label in zip(names, labels, strict=True) if label and label != "-"]
    return listed([f"{name} is {labelled(label)}" for name, label in pairs])


def protractor(its: Protractor) -> str:
    """The readings of both arms on both scales; the size of the angle is not said."""
    arms = [
        f"passes {number_text(angle)} on the scale that starts at the right "
        f"and {number_text(180 - angle)} on the other"
        for angle in (its.start, its.end)
    ]
    return sentences(
        f"An angle with a protractor on it; one arm {arms[0]}; the other arm {arms[1]}"
    )


def cuboid(its: Cuboid) -> str:
    """Its edges as labelled, or its unit cubes."""
    if its.cubes:
        return sentences(
            f"A cuboid built of unit cubes: {counted(its.length, 'cube')} long, "
            f"{counted(its.width, 'cube')} deep and {counted(its.height, 'cube')} high"
        )
    said = _named(
        ("length", length(its.length_label, its.length, its.unit)),
        ("width", length(its.width_label, its.width, its.unit)),
        ("height", length(its.height_label, its.height, its.unit)),
    )
    return sentences(f"A cuboid with {said}" if said else "A cuboid")


def cube_stack(its: CubeStack) -> str:
    """The height of each stack, row by row; not how many cubes in all."""
    if len({height for row in its.heights for height in row}) == 1:
        rows, across, high = len(its.heights), len(its.heights[0]), its.heights[0][0]
        return sentences(
            f"A block of unit cubes, {counted(across, 'cube')} wide, "
            f"{counted(rows, 'cube')} deep and {counted(high, 'layer')} high"
        )
    said = [
        f"{f'row {k} from the front' if k > 1 else 'front row'}: "
        + listed([counted(height, "cube") for height in row])
        for k, row in enumerate(its.heights, 1)
    ]
    return sentences("Stacks of unit cubes, from left to right", *said)


def prism(its: Prism) -> str:
    """Its edges as labelled."""
    said = _named(
        ("base of the triangle", length(its.base_label, its.base, its.unit)),
        ("height of the triangle", length(its.height_label, its.height, its.unit)),
        ("length of the prism", length(its.length_label, its.length, its.unit)),
    )
    return sentences(
        "A prism whose ends are right-angled triangles" + (f"; {said}" if said else "")
    )


def cylinder(its: Cylinder) -> str:
    """Radius or diameter, and height, as labelled."""
    part, size = ("radius", its.radius) if its.radius is not None else ("diameter", its.diameter)
    said = _named(
        (part, length(its.across_label, size, its.unit)),
        ("height", length(its.height_label, its.height, its.unit)),
    )
    return sentences(f"A cylinder with {said}" if said else "A cylinder")


def net(its: Net) -> str:
    """The six rectangles."""
    edges = [with_unit(edge, its.unit) for edge in (its.length, its.width, its.height)]
    pairs = [f"two of {edges[i]} by {edges[j]}" for i, j in ((0, 1), (0, 2), (1, 2))]
    return sentences(f"The net of a cuboid, six rectangles: {listed(pairs)}")
