"""A problem and a misconception become a page of handwriting: lines, labels, picture, frames."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.content.column_rules import columns_for
from sandbox.content.column_work import first_difference, first_false_digit, result_of
from sandbox.content.error_place import MISSING, Place, error_place
from sandbox.content.generate import plain_parameters
from sandbox.content.library import Library
from sandbox.errors import UsageError
from sandbox.handwriting import render
from sandbox.handwriting.columns import Cell, Columns
from sandbox.handwriting.hands import PAPERS, PENS, Hand, hand_named
from sandbox.handwriting.ink import write
from sandbox.handwriting.marks import Layout
from sandbox.handwriting.page import Block, lay_out
from sandbox.handwriting.work import CrossedOut, WrittenWork
from sandbox.maths.families import Problem
from sandbox.records import digest, rng

_COPIED = re.compile(
    r"(?:Work out|Solve|Simplify|Expand|Factorise|Calculate|What is|Find the value of) (.+?)[.?]?"
)
NO_COLUMNS = "the right way is not written in these columns here"
_LONG_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Written:
    """What stands on the page: blocks, the lines they hold, how many only repeat the question."""

    blocks: tuple[Block, ...]
    lines: tuple[str, ...]
    copied: int
    answer: str
    columns: Columns | None = None


def written(problem: Problem, misconception: str | None) -> Written:
    """The working of the misconception (None: the right one) as it is put on paper.

    Raises:
        UsageError: the misconception does not err on this problem.
    """
    answer = problem.right if misconception is None else problem.wrong_by(misconception)
    if answer is None:
        raise UsageError(f"{misconception} does not err on {problem.question()!r}")
    columns = columns_for(problem, misconception)
    if columns is not None:
        return Written((Block(columns),), columns.says, 1, answer.text, columns)
    copied = _copied(problem.question(0))
    lines = (*copied, *(line.rstrip(".") for line in answer.working))
    return Written(tuple(map(Block, lines)), lines, len(copied), answer.text)


def make_work(
    problem: Problem,
    misconception: str | None,
    seed: int,
    *,
    hand: str = "",
    wording: int = 0,
    source: str = "",
) -> WrittenWork:
    """The record, without the digest of the picture; hand, pen and paper follow from the seed.

    Raises:
        UsageError: the misconception does not err on this problem.
        UnknownNameError: there is no such hand.
    """
    page = written(problem, misconception)
    generator = rng(
        "written-work", seed, problem.family.id, plain_parameters(problem), misconception
    )
    its_hand = hand_named(hand) if hand else _fitting_hand(problem, generator.random())
    pen, paper = generator.choice(its_hand.pens), generator.choice(its_hand.papers)
    crossed = _begun(page, its_hand, generator.random(), generator.random())
    place = _place(page, problem, misconception)
    question = problem.question(wording)
    name = digest("written-work", question, misconception, its_hand.name, pen, paper, seed)
    return WrittenWork(
        id=name,
        question=question,
        family=problem.family.id,
        strand=problem.family.strand,
        parameters=plain_parameters(problem),
        misconception=misconception,
        right_answer=problem.right.text,
        answer=page.answer,
        lines=page.lines,
        in_columns=len(page.lines) if page.columns else 0,
        first_wrong=place.first_wrong if place else None,
        first_wrong_reason=place.reason if place else "the working is right",
        first_false=place.first_false if place else None,
        crossed_out=crossed,
        hand=its_hand.name,
        pen=pen,
        paper=paper,
        seed=seed,
        alt=_alt(page, pen, paper, crossed),
        image=f"written-work/{name}.png",
        source=source,
    )


def picture(work: WrittenWork, library: Library) -> bytes:
    """The work as a PNG."""
    return _drawn(work, _layout(work, library))


def vector(work: WrittenWork, library: Library) -> str:
    """The work as SVG with its alt text."""
    layout = _layout(work, library)
    paper, pen = PAPERS[work.paper], PENS[work.pen]
    ink = write(layout, hand_named(work.hand), pen, work.seed)
    return render.svg(ink, layout.width, layout.height, paper, pen, work.alt)


def frames(work: WrittenWork, library: Library) -> list[bytes]:
    """The PNGs after 1, 2, …, all lines: how the work came about on its page."""
    layout = _layout(work, library)
    return [_drawn(work, layout.after(count)) for count in range(1, len(work.lines) + 1)]


def with_picture(work: WrittenWork, library: Library) -> tuple[WrittenWork, bytes]:
    """The finished record, and its picture as PNG."""
    layout = _layout(work, library)
    data = _drawn(work, layout)
    pixels = render.pixels_digest(data)
    seen = {"width": layout.width, "height": layout.height, "pixels": pixels}
    return work.model_copy(update=seen), data


def _drawn(work: WrittenWork, layout: Layout) -> bytes:
    paper, pen = PAPERS[work.paper], PENS[work.pen]
    ink = write(layout, hand_named(work.hand), pen, work.seed)
    return render.png(render.picture(ink, layout.width, layout.height, paper, pen))


def _layout(work: WrittenWork, library: Library) -> Layout:
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in work.parameters.items()}
    page = written(library.families[work.family].problem(given), work.misconception)
    begun = [(each.line, each.text) for each in work.crossed_out]
    return lay_out(page.blocks, hand_named(work.hand), PAPERS[work.paper], begun)


def _copied(question: str) -> tuple[str, ...]:
    """The calculation that a bare question asks for, as pupils copy it before they work."""
    match = _COPIED.fullmatch(question)
    return (match[1],) if match and not _LONG_WORD.search(match[1]) else ()


def _fitting_hand(problem: Problem, chance: float) -> Hand:
    """A hand by chance; a young child's only where young children meet the problem."""
    names = ["neat", "hurried", "upright"]
    if int(problem.family.grades[0]) <= 4:
        names += ["young", "young"]
    return hand_named(names[int(chance * len(names))])


def _begun(page: Written, hand: Hand, whether: float, where: float) -> tuple[CrossedOut, ...]:
    """Now and then a line is begun, crossed out and begun again."""
    # a single stroke crossed out would look like another sign: 1 like +
    own = [k for k, line in enumerate(page.lines) if k >= page.copied and re.match(r"\w\w+ ", line)]
    if page.columns or not own or whether >= hand.restarts:
        return ()
    line = own[int(where * len(own))]
    return (CrossedOut(line=line, text=page.lines[line].split(" ")[0]),)


def _place(page: Written, problem: Problem, misconception: str | None) -> Place | None:
    """Where the working goes wrong; None where it is right."""
    if misconception is None:
        return None
    if page.columns is None:
        return error_place(page.lines, page.copied, problem, page.answer)
    right = columns_for(problem, None)
    if right is None:
        return Place(None, len(page.lines) - 1, NO_COLUMNS)
    first, false = first_difference(page.columns, right), first_false_digit(page.columns, right)
    if "left-to-right" in problem.family.errors[misconception].answer.text:
        # to begin on the left is no error; to carry to the right is
        carrying = (k for k, said in enumerate(page.lines) if ", write " in said)
        first = false = next(carrying, len(page.lines) - 1)
    return Place(first, false, MISSING if first is None else "")


def _alt(page: Written, pen: str, paper: str, crossed: tuple[CrossedOut, ...]) -> str:
    where = "paper without lines" if paper == "plain" else f"{paper} paper"
    told = [f"A pupil's handwritten working, {pen} on {where}."]
    if page.columns:
        how = f" {page.columns.set_out}" if page.columns.set_out else ""
        told.append(f"{page.lines[0]} set out in columns{how}.")
        told += [f"{said}{_marks(page.columns, k)}." for k, said in enumerate(page.lines) if k]
        told.append(f"The result reads {result_of(page.columns)}.")
    else:
        told += [f"Line {k}: {line}." for k, line in enumerate(page.lines, 1)]
    told += [f'Line {each.line + 1} begins with a crossed-out "{each.text}".' for each in crossed]
    return " ".join(told)


def _marks(columns: Columns, step: int) -> str:
    """The small digits and crossings-out that come with a step, in words."""
    told = []
    for cell in columns.cells:
        if cell.struck_with == step:
            told.append(f"{_called(cell, columns)} is crossed out")
        if cell.step == step and cell.lift and cell.place == "middle":
            told.append(f"a small {cell.text} is written above the {_digit_under(cell, columns)}")
        if cell.step == step and cell.place == "before":
            told.append(f"a small {cell.text} is put before the {_digit_under(cell, columns)}")
    return f" ({', '.join(told)})" if told else ""


def _called(cell: Cell, columns: Columns) -> str:
    return f"the small {cell.text}" if cell.lift else f"the {_digit_under(cell, columns)}"


def _digit_under(cell: Cell, columns: Columns) -> str:
    digit = next(
        (
            c.text
            for c in columns.cells
            if (c.x, c.y, c.lift, c.place) == (cell.x, cell.y, 0, "middle")
        ),
        "",
    )
    return digit or "empty place"
