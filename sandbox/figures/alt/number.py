"""Descriptions of figures of number and measure."""

from __future__ import annotations

from fractions import Fraction

from sandbox.figures.alt.words import article, counted, listed, ordinal, sentences, with_unit
from sandbox.figures.numbers import fraction_text, number_text
from sandbox.figures.specs.base import ticks
from sandbox.figures.specs.model import BarModel, FunctionMachine, Tape
from sandbox.figures.specs.number import (
    Array,
    Balance,
    Bar,
    Clock,
    FractionBar,
    FractionCircle,
    Group,
    Jump,
    Mark,
    NumberLine,
    Objects,
    Pattern,
    PlaceValueBlocks,
    Ruler,
    Scale,
    ShadedGrid,
    Stretch,
    Time,
    Weight,
)


def number_line(its: NumberLine) -> str:
    """Where its numbers and marks are; the value of a point with a letter is not said."""
    write = _writer(its)
    numbers = its.numbered
    spaces = int(numbers / its.step)
    if numbers >= its.high - its.low:
        count = int((its.high - its.low) / its.step)
        scale = f"only the ends are numbered, and between them are {counted(count, 'equal space')}"
    else:
        scale = f"it is numbered every {write(numbers)}"
        if spaces > 1:
            scale += f", with {spaces} equal spaces from each number to the next"
    return sentences(
        f"A number line from {write(its.low)} to {write(its.high)}; {scale}",
        *(_mark(mark, its) for mark in its.marks),
        *(_jump(jump, its) for jump in its.jumps),
        *(_stretch(stretch, its) for stretch in its.stretches),
    )


def _writer(its: NumberLine):  # type: ignore[no-untyped-def]
    return number_text if its.written == "decimal" else fraction_text


def _mark(mark: Mark, its: NumberLine) -> str:
    write = _writer(its)
    if mark.label in ("", write(mark.at), number_text(mark.at)):
        return f"a point is marked at {mark.label or write(mark.at)}"
    below = max(n for n in ticks(its.low, its.high, its.numbered) if n <= mark.at)
    if below == mark.at:
        return f"point {mark.label} stands at {write(below)}"
    spaces = (mark.at - below) / its.step
    if spaces.denominator == 1:
        return (
            f"point {mark.label} stands {counted(spaces, 'space')} to the right of {write(below)}"
        )
    whole = int(spaces)
    where = "halfway" if spaces - whole == Fraction(1, 2) else "part of the way"
    start = f"from mark number {whole} after {write(below)}" if whole else f"from {write(below)}"
    return f"point {mark.label} stands {where} {start} to the next mark"


def _jump(jump: Jump, its: NumberLine) -> str:
    write = _writer(its)
    said = f", labelled {jump.label}" if jump.label else ""
    return f"an arrow jumps from {write(jump.start)} to {write(jump.end)}{said}"


def _stretch(stretch: Stretch, its: NumberLine) -> str:
    write = _writer(its)

    def end(value: Fraction, closed: bool) -> str:
        return f"{'a filled' if closed else 'an open'} circle at {write(value)}"

    if stretch.start is None and stretch.end is not None:
        return (
            f"a thick line goes from {end(stretch.end, stretch.end_closed)} to the left without end"
        )
    if stretch.end is None and stretch.start is not None:
        return (
            f"a thick line goes from {end(stretch.start, stretch.start_closed)} "
            "to the right without end"
        )
    first = end(stretch.start or Fraction(0), stretch.start_closed)
    return (
        f"a thick line goes from {first} to {end(stretch.end or Fraction(0), stretch.end_closed)}"
    )


def fraction_bar(its: FractionBar) -> str:
    """How each bar is cut, and how many of its parts are shaded."""
    names = [
        (f"the bar labelled {bar.label}" if bar.label else "")
        or (f"bar {k}" if len(its.bars) > 1 else "")
        for k, bar in enumerate(its.bars, 1)
    ]
    head = f"{len(its.bars)} bars of the same length" if len(its.bars) > 1 else ""
    return sentences(head, *map(_bar, its.bars, names))


def _bar(bar: Bar, name: str) -> str:
    subject = name[:1].upper() + name[1:] if name else "A bar"
    if bar.parts == 1 and not bar.cut:
        return f"{subject} is one whole and {'shaded' if bar.shaded else 'not shaded'}"
    text = f"{subject} is cut into {counted(bar.parts, 'equal part')}"
    if bar.cut:
        again = [
            f"the {ordinal(k)} part is cut again into {counted(n, 'equal piece')}"
            if n > 1
            else f"the {ordinal(k)} part is left whole"
            for k, n in enumerate(bar.cut, 1)
        ]
        text += f"; {listed(again)}"
    noun = "piece" if bar.cut else "part"
    where = f", after {counted(bar.skip, noun)} without shading" if bar.skip else ""
    return f"{text}; {counted(bar.shaded, noun)} {'is' if bar.shaded == 1 else 'are'} shaded{where}"


def fraction_circle(its: FractionCircle) -> str:
    """How each circle is cut, and how many slices are shaded."""
    many = len(its.circles) > 1
    said = []
    for k, circle in enumerate(its.circles, 1):
        name = circle.label or (f"circle {k}" if many else "a circle")
        verb = "is" if circle.shaded == 1 else "are"
        said.append(
            f"{name} is cut into {counted(circle.parts, 'equal slice')}; "
            f"{counted(circle.shaded, 'slice')} {verb} shaded"
        )
    return sentences(f"{len(its.circles)} circles of the same size" if many else "", *said)


def shaded_grid(its: ShadedGrid) -> str:
    """Its rows and columns and what is shaded."""
    cells = counted(its.rows * its.columns, "equal cell")
    text = f"A rectangle of {cells} in {counted(its.rows, 'row')} of {its.columns}"
    if its.shaded_columns or its.shaded_rows:
        return sentences(
            text,
            f"{counted(its.shaded_columns, 'column')} of the {its.columns} "
            f"{_is(its.shaded_columns)} shaded in one way and "
            f"{counted(its.shaded_rows, 'row')} of the {its.rows} "
            f"{_is(its.shaded_rows)} shaded in another; the shadings overlap",
        )
    return sentences(text, f"{counted(its.shaded, 'cell')} {_is(its.shaded)} shaded")


def _is(count: int | Fraction) -> str:
    return "is" if count == 1 else "are"


def array(its: Array) -> str:
    """Its rows; the number of things in all is not said."""
    text = f"{counted(its.rows, 'row')} of {counted(its.columns, its.shape)}"
    return sentences(text, f"{its.shaded} of them {_is(its.shaded)} shaded" if its.shaded else "")


def objects(its: Objects) -> str:
    """How many there are of each sort."""
    said = [_group(group) for group in its.groups if group.count]
    return sentences(f"A picture of {listed(said)}")


def _group(group: Group) -> str:
    noun = group.label
    return f"{group.count} {noun.removesuffix('s') if group.count == 1 else noun}"


def place_value_blocks(its: PlaceValueBlocks) -> str:
    """The blocks, not the number they make."""
    blocks = (
        (its.thousands, "large cube (thousand)", "large cubes (thousands)"),
        (its.hundreds, "flat square (hundred)", "flat squares (hundreds)"),
        (its.tens, "rod (ten)", "rods (tens)"),
        (its.ones, "small cube (one)", "small cubes (ones)"),
    )
    return sentences(
        f"Base-ten blocks: {listed([counted(*block) for block in blocks if block[0]])}"
    )


def ruler(its: Ruler) -> str:
    """Where the thing begins and ends; not its length."""
    unit = its.unit
    between = f" with {its.divisions} equal spaces in each {unit}" if its.divisions > 1 else ""
    return sentences(
        f"A ruler marked from {with_unit(its.low, '')} to {with_unit(its.high, unit)}{between}",
        f"{article(its.thing)} lies along it from the mark {number_text(its.start)} "
        f"to the mark {number_text(its.end)}",
    )


_FORMS = {
    "line": ("a scale", "the pointer is"),
    "dial": ("a dial", "the pointer is"),
    "cylinder": ("a measuring cylinder with a scale", "the liquid reaches up to"),
    "thermometer": ("a thermometer with a scale", "the liquid reaches up to"),
}


def scale(its: Scale) -> str:
    """The scale and where the reading is, in spaces; the value itself is not said."""
    name, reads = _FORMS[its.form]
    low, high, step = (with_unit(value, its.unit) for value in (its.low, its.high, its.step))
    text = f"{name} from {low} to {high}, numbered every {step}"
    if its.divisions > 1:
        text += f", with {its.divisions} equal spaces from each number to the next"
    below = its.low + its.step * ((its.reading - its.low) // its.step)
    spaces = (its.reading - below) * its.divisions / its.step
    whole, part = divmod(spaces, 1)
    place = (
        f"{counted(int(whole), 'space')} above {number_text(below)}"
        if whole
        else f"{number_text(below)}"
    )
    if part:
        how = "half a space" if part == Fraction(1, 2) else "part of a space"
        place = (
            f"{counted(int(whole), 'space')} and {how} above {number_text(below)}"
            if whole
            else f"{how} above {number_text(below)}"
        )
    return sentences(text, f"{reads} {place if reads.endswith('to') else 'at ' + place}")


_HOURS = 12


def clock(its: Clock) -> str:
    """Where the hands are, or the figures of a digital clock."""
    return sentences(*(_time(time, len(its.times) > 1) for time in its.times))


def _time(time: Time, many: bool) -> str:
    name = time.label or ("a clock" if many else "a clock face")
    if time.digital:
        return f"{time.label or 'a digital clock'} shows {time.hour:02d}:{time.minute:02d}"
    hour = time.hour % _HOURS or _HOURS
    number, over = divmod(time.minute, 5)
    minute = f"the {number or _HOURS}"
    if over:
        minute = f"{counted(over, 'small mark')} past {minute}"
    if not time.minute:
        where = f"exactly at the {hour}"
    else:
        where = f"between the {hour} and the {hour % _HOURS + 1}"
    return f"{name}: the short hour hand is {where}, the long minute hand points at {minute}"


def balance(its: Balance) -> str:
    """What lies on each pan and whether they balance."""
    left, right = (listed([_weight(w, its.unit) for w in pan]) for pan in (its.left, its.right))
    state = {
        None: "The pans balance",
        "left": "The left pan is heavier",
        "right": "The right pan is heavier",
    }
    return sentences(
        f"A balance; on the left pan: {left}; on the right pan: {right}", state[its.heavier]
    )


def _weight(weight: Weight, unit: str) -> str:
    if weight.box:
        return counted(
            weight.count, f"box labelled {weight.text}", f"boxes each labelled {weight.text}"
        )
    text = f"{weight.text} {unit}".strip()
    return counted(weight.count, f"weight of {text}", f"weights of {text} each")


def bar_model(its: BarModel) -> str:
    """The parts of each bar and what is written in them."""
    said = [_tape(tape, k if len(its.bars) > 1 else 0) for k, tape in enumerate(its.bars, 1)]
    total = f"together they are labelled {its.total}" if its.total else ""
    return sentences("A bar model in which all parts are of the same size", *said, total)


def _tape(tape: Tape, number: int) -> str:
    name = tape.label or (f"bar {number}" if number else "the bar")
    written = (
        f", {'each ' if tape.parts > 1 else ''}with {tape.text} written in it" if tape.text else ""
    )
    total = f"; the whole bar is labelled {tape.total}" if tape.total else ""
    return f"{name}: {counted(tape.parts, 'part')}{written}{total}"


def function_machine(its: FunctionMachine) -> str:
    """Input, steps in order, output."""
    return sentences(
        f"A function machine: {its.put_in} goes in, "
        f"then {listed([f'the box {step}' for step in its.steps])}, and {its.comes_out} comes out"
    )


_PATTERNS = {
    "squares": "matchsticks that make a row of squares which share their sides",
    "triangles": "matchsticks that make a row of triangles which share their sides",
    "dots": "dots",
    "square-dots": "dots in a square",
    "triangle-dots": "dots in a triangle",
}


def pattern(its: Pattern) -> str:
    """How many sticks or dots each figure shown has."""
    unit = "matchstick" if its.form in ("squares", "triangles") else "dot"
    said = [f"figure {n} has {counted(its.count(n), unit)}" for n in its.numbers]
    return sentences(f"A growing pattern of {_PATTERNS[its.form]}: {listed(said)}")
