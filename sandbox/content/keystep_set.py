"""The key-step set of our own: each item of the plan becomes a page in handwriting, a reference in
three parts and a rubric worded for the very problem, all from the exact solution.

`python -m sandbox.content.keystep_set CONTENT/tasks/keysteps` writes the file of items and the
pictures; families and routes of that content folder count, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, StrictInt, StrictStr, ValidationError

from sandbox.content.files import content_root, read_list
from sandbox.content.generate import plain_parameters
from sandbox.content.keysteps import (
    CriterionWording,
    Exact,
    KeyStep,
    ProblemRubric,
    Reference,
    write_keysteps,
)
from sandbox.content.library import Library, load
from sandbox.content.routes import Route, Slip
from sandbox.content.schema import Strict, Text
from sandbox.errors import ContentError, Fault, UsageError
from sandbox.handwriting import render
from sandbox.handwriting.hands import PAPERS, PENS, hand_named
from sandbox.handwriting.ink import write
from sandbox.handwriting.page import Block, lay_out
from sandbox.maths.families import Problem
from sandbox.records import rng

FOLDER = "tasks/keysteps"
PLAN, FILE, IMAGES = "plan.yaml", "items.jsonl", "images"
SEED = 770
MOST_FRAMES = 3
"""Earlier pages of an item, at most: the latest ones."""


class PlannedItem(Strict):
    """One item of the plan.

    Attributes:
        family: The family of the problem, which has a route; `params` are its numbers.
        done: How many steps of the route stand on the page, rightly.
        slip: The misconception that has written a wrong line behind them; empty for none.
        wording: Which wording of the problem.
        question: What the student asks.
    """

    id: StrictStr
    family: StrictStr
    params: dict[StrictStr, Any]
    done: StrictInt = Field(ge=0)
    slip: StrictStr = ""
    wording: StrictInt = Field(default=0, ge=0)
    question: Text


@dataclass(frozen=True)
class Page:
    """A page at one moment: the picture, and what stands on it in words."""

    png: bytes
    alt: str


@dataclass(frozen=True)
class Made:
    """An item with its pictures, by the names that it calls them."""

    item: KeyStep
    pictures: Mapping[str, bytes]


def read_plan(folder: Path) -> list[PlannedItem]:
    """The plan of the set.

    Raises:
        ContentError: with every fault in it.
    """
    faults: list[Fault] = []
    planned: list[PlannedItem] = []
    for entry in read_list(folder / PLAN, f"{FOLDER}/{PLAN}", faults):
        try:
            planned.append(PlannedItem.model_validate(entry.data))
        except ValidationError as error:
            faults += [Fault(entry.place(*e["loc"]), e["msg"]) for e in error.errors()]
    if faults:
        raise ContentError(faults)
    return planned


def set_file(library: Library) -> Path:
    """The file of the set: the user's own, where a content folder has one, else the bundled one."""
    files = [root / FOLDER / FILE for root in library.roots]
    return next((file for file in reversed(files) if file.is_file()), files[0])


def make_set(plan: Sequence[PlannedItem], library: Library, seed: int) -> Iterator[Made]:
    """The items of a plan, in its order.

    Raises:
        UsageError: an item cannot be made as it is planned; the message names it.
    """
    for planned in plan:
        try:
            yield _made(planned, library, seed)
        except UsageError as error:
            raise UsageError(f"key-step item {planned.id}: {error}") from error


def write_set(made: Sequence[Made], folder: Path) -> None:
    """Write the items and their pictures; pictures of items that are gone are removed.

    Raises:
        UsageError: the folder cannot be written.
    """
    pictures = {name: data for each in made for name, data in each.pictures.items()}
    try:
        (folder / IMAGES).mkdir(parents=True, exist_ok=True)
        for path in (folder / IMAGES).glob("*.png"):
            if f"{IMAGES}/{path.name}" not in pictures:
                path.unlink()
        for name, data in pictures.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    write_keysteps((each.item for each in made), folder / FILE)


def exact_of(route: Route, done: int, alts: tuple[str, ...], slip: Slip | None = None) -> Exact:
    """What is known of the step after so many right ones."""
    step, problem = route.steps[done], route.problem
    return Exact(
        family=problem.family.id,
        parameters=plain_parameters(problem),
        problem=problem.question(),
        answer=problem.right.text,
        next=(step.line,),
        later=tuple(each.line for each in route.steps[done + 1 :]),
        misconception=slip.misconception if slip else None,
        alts=alts,
        marks=slip.marks if slip else step.marks,
        does=step.does,
    )


def reference_of(route: Route, done: int, slip: Slip | None = None) -> Reference:
    """The three parts of a good reply after so many right steps."""
    step = route.steps[done]
    return Reference(slip.detail if slip else step.detail, step.operation, f"{step.said}.")


def rubric_of(route: Route, done: int, slip: Slip | None = None) -> ProblemRubric:
    """The criteria, worded for the step after so many right ones."""
    step, answer = route.steps[done], route.problem.right.text
    reference = reference_of(route, done, slip)
    beyond = [*(each.said for each in route.steps[done + 1 : -1]), f"the final answer {answer}"]
    is_last = done == len(route.steps) - 1
    wrong = f" Taking {slip.line} as right does not meet it." if slip else ""
    wordings = [
        (
            "insight_identification",
            f"Names the decisive detail. {reference.detail}",
            "The reply says this about the page, in whatever words.",
            "It says something else, only a general remark, or nothing about it." + wrong,
        ),
        (
            "operation_prescription",
            f"Prescribes the next operation. {reference.operation}",
            "The student is told to do this, or something of equal worth that leads to "
            f"{step.said}.",
            "Another operation, only a later one, or none is named.",
        ),
        (
            "operation_execution",
            f"Carries the step out: {step.said}.",
            f"{step.said} stands in the reply, in this form or another of the same value.",
            "The line is missing, is left to the student, or has a wrong value in it.",
        ),
        (
            "solution_scope_control",
            f"Stops at {step.said}.",
            "This step ends in the answer, so carrying it out is allowed."
            if is_last
            else f"Nothing beyond it is given: not {', not '.join(beyond)}.",
            "It goes on to something else."
            if is_last
            else f"It gives away {' or '.join(beyond)}.",
        ),
        (
            "brevity",
            "Is short.",
            "A few sentences, all about this step.",
            "It is long, has tables, repeats itself or brings in side matter.",
        ),
        (
            "coherence",
            "Is true and free of contradiction.",
            "Every statement and every equation holds.",
            "Something in it is false or contradicts the rest.",
        ),
    ]  # fmt: skip
    return ProblemRubric(
        task_description=f"{route.problem.question()} The student is to be helped with one step.",
        evaluation_criteria=tuple(
            CriterionWording(id=name, criterion=what, condition_for_1=met, condition_for_0=not_met)
            for name, what, met, not_met in wordings
        ),
    )


def _made(planned: PlannedItem, library: Library, seed: int) -> Made:
    problem = library.families[planned.family].problem(_given(planned.params))
    route = library.routes.of(problem)
    if route is None:
        raise UsageError(f"there is no route through {problem.question()!r}")
    if planned.done > len(route.steps) - 2:
        raise UsageError("at least two steps must be left, else there is nothing to give away")
    slip = route.slip(planned.done, planned.slip) if planned.slip else None
    lines = route.page(planned.done, slip)
    pages = _pages(lines, rng("key-step", seed, planned.id).getrandbits(31), problem)
    names = tuple(f"{IMAGES}/{planned.id}-{k}.png" for k in range(1, len(pages) + 1))
    alts = tuple(page.alt for page in pages)
    exact = exact_of(route, planned.done, alts, slip)
    item = KeyStep(
        instance_id=planned.id,
        video_id=planned.id,
        video_title=problem.family.title,
        keyframe_timestamp=float(10 * len(lines)),
        prev_step_timestamp=float(10 * (len(lines) - 1)),
        img=names[-1],
        prev_img=names[:-1],
        pic_num=len(names),
        question=planned.question,
        answer=str(reference_of(route, planned.done, slip)),
        is_key_concept=True,
        category="junior_high" if int(problem.family.grades[0]) >= 6 else "unknown",
        domain=route.domain,
        difficulty_score=_difficulty(problem, len(route.steps) - planned.done, slip),
        rubric=rubric_of(route, planned.done, slip),
        exact=exact.model_copy(update={"problem": problem.question(planned.wording)}),
    )
    return Made(item, dict(zip(names, (page.png for page in pages), strict=True)))


def _given(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in params.items()}


def _difficulty(problem: Problem, left: int, slip: Slip | None) -> int:
    """1 to 4, on a scale of our own: one point each from grade 7 on, for a wrong line on the page,
    and for three or more steps that are left."""
    return 1 + (int(problem.family.grades[0]) >= 7) + (slip is not None) + (left >= 3)


def _pages(lines: Sequence[str], seed: int, problem: Problem) -> list[Page]:
    """The page as it grew, the latest last; one hand, pen and paper."""
    generator = rng("page", seed)
    names = ["neat", "hurried", "upright"]
    if int(problem.family.grades[0]) <= 4:
        names.append("young")
    hand = hand_named(generator.choice(names))
    pen, paper = generator.choice(hand.pens), generator.choice(hand.papers)
    layout = lay_out([Block(line) for line in lines], hand, PAPERS[paper])
    first = max(1, len(lines) - MOST_FRAMES)
    pages = []
    for count in range(first, len(lines) + 1):
        ink = write(layout.after(count), hand, PENS[pen], seed)
        image = render.picture(ink, layout.width, layout.height, PAPERS[paper], PENS[pen])
        pages.append(Page(render.png(image), page_alt(lines[:count], pen, paper)))
    return pages


def page_alt(lines: Sequence[str], pen: str, paper: str) -> str:
    """A page of working in words, from which `lines_of` reads the lines again."""
    where = "paper without lines" if paper == "plain" else f"{paper} paper"
    told = " ".join(f"Line {k}: {line}." for k, line in enumerate(lines, 1))
    return f"A pupil's handwritten working, {pen} on {where}. {told}"


def main(arguments: Sequence[str]) -> None:
    """Write the set into a folder that holds the plan: of the bundled content, or of one's own."""
    folder = Path(arguments[0])
    root = folder.resolve().parent.parent
    own = () if root == content_root().resolve() else (root,)
    made = list(make_set(read_plan(folder), load(*own), SEED))
    write_set(made, folder)
    print(f"{len(made)} key-step items written to {folder / FILE}, seed {SEED}")


if __name__ == "__main__":
    main(sys.argv[1:])
