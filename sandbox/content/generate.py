"""Items from families and mal-rules: multiple choice in which every distractor has one cause, and
open items. Seeded: the same seed gives the same items on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sandbox.content.library import Library
from sandbox.errors import FormulaError, UsageError
from sandbox.figures.alt import alt_text
from sandbox.maths.families import Answer, Family, Problem
from sandbox.records import Item, digest, rng

LABELS = "ABCD"
DISTRACTORS = 3


def open_item(problem: Problem, wording: int = 0, *, figure: bool = False) -> Item:
    """The problem as an open item, with its figure or all in words.

    Raises:
        UsageError: it has no figure.
        ValueError: its figure cannot be drawn.
    """
    return _item(problem, wording, figure, {})


def choice_item(
    problem: Problem,
    generator: random.Random,
    *,
    including: str = "",
    wording: int = 0,
    figure: bool = False,
) -> Item:
    """The problem with four choices in random order, three of them wrong, each with one cause.

    Raises:
        UsageError: fewer than three misconceptions err here, each in its own way, or `including`
            does not.
    """
    wrong = _of_one_cause(problem)
    if including and including not in wrong:
        raise UsageError(f"{including} does not err in its own way on {problem.question()!r}")
    chosen = [including] if including else []
    others = sorted((name for name in wrong if name not in chosen), key=lambda n: wrong[n].text)
    chosen += generator.sample(others, min(len(others), DISTRACTORS - len(chosen)))
    if len(chosen) < DISTRACTORS:
        raise UsageError(f"{problem.family.id} has too few errors for four choices here")
    return with_choices(problem, chosen, generator, wording, figure=figure)


def with_choices(
    problem: Problem,
    misconceptions: Sequence[str],
    generator: random.Random,
    wording: int = 0,
    *,
    figure: bool = False,
) -> Item:
    """The problem with its right answer and these misconceptions' answers in random order."""
    wrong = problem.wrong
    options: list[tuple[str, str | None]] = [(wrong[name].text, name) for name in misconceptions]
    options.append((problem.right.text, None))
    generator.shuffle(options)
    return _item(problem, wording, figure, dict(zip(LABELS, options, strict=True)))


def _of_one_cause(problem: Problem) -> dict[str, Answer]:
    """The wrong answers that one misconception gives and no other."""
    wrong = problem.wrong
    if problem.is_diagnostic:
        return wrong
    return {
        name: answer
        for name, answer in wrong.items()
        if not any(answer.same(other) for rival, other in wrong.items() if rival != name)
    }


def item_for(
    misconception: str, library: Library, generator: random.Random, *, choices: bool = False
) -> Item:
    """A fresh item on which the misconception errs.

    Raises:
        UnknownNameError: there is no such misconception.
        UsageError: no family gives such an item for it.
    """
    library.misconception(misconception)
    pool = _able(library.families.testing(misconception), choices)
    while pool:
        family = generator.choice(pool)
        try:
            return _draw(family, generator, choices, including=misconception)
        except FormulaError:
            pool.remove(family)
    raise UsageError(f"no family gives such an item for {misconception}")


def items(
    library: Library, count: int, seed: int, *, choices: bool = True, families: Sequence[str] = ()
) -> Iterator[Item]:
    """Fresh items, going round the families that can give them. No two ask the same question.

    Raises:
        UsageError: the families cannot give that many different items.
    """
    named = [library.families[name] for name in families] if families else library.families
    pool = _able(named, choices)
    seen: set[str] = set()
    for attempt in range(50 * count + 1000):
        if len(seen) == count or not pool:
            break
        family = pool[attempt % len(pool)]
        try:
            item = _draw(family, rng("items", seed, attempt), choices)
        except FormulaError:
            pool.remove(family)
            continue
        if item.in_words not in seen:
            seen.add(item.in_words)
            yield item
    if len(seen) < count:
        raise UsageError(f"these families give only {len(seen)} different items")


def _able(families: Iterable[Family], choices: bool) -> list[Family]:
    """The families that may have enough errors for an item."""
    return [each for each in families if len(each.errors) >= (DISTRACTORS if choices else 1)]


def _draw(family: Family, generator: random.Random, choices: bool, *, including: str = "") -> Item:
    least = DISTRACTORS if choices else 1
    problem = family.draw(generator, including=including, least=least)
    wording = generator.randrange(len(family.stems))
    if choices:
        return choice_item(problem, generator, including=including, wording=wording)
    return open_item(problem, wording)


def problem_of(item: Item, library: Library) -> Problem | None:
    """The problem an item was generated from, or None for an imported one."""
    if not item.family:
        return None
    parameters = {
        name: tuple(value) if isinstance(value, list | tuple) else value
        for name, value in item.parameters.items()
    }
    return library.families[item.family].problem(parameters)


def plain_parameters(problem: Problem) -> dict[str, object]:
    """The parameters as JSON has them."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in problem.parameters.items()
    }


def _item(
    problem: Problem, wording: int, figure: bool, options: Mapping[str, tuple[str, str | None]]
) -> Item:
    """The problem as an item, with these choices by label, each with its cause: made at one go."""
    drawn = problem.figure if figure else None
    if figure and drawn is None:
        raise UsageError(f"{problem.family.id} has no figure for these numbers")
    question = problem.figure_question(wording) if figure else problem.question(wording)
    family, parameters = problem.family.id, plain_parameters(problem)
    name = digest(family, parameters, f"{question} (figure)" if figure else question)
    return Item.model_validate(
        {
            "id": digest(name, [text for text, _ in options.values()]) if options else name,
            "question": question,
            "answer": problem.right.text,
            "choices": [
                {"label": label, "text": text, "misconception": cause}
                for label, (text, cause) in options.items()
            ],
            "key": next((label for label, (_, cause) in options.items() if cause is None), ""),
            "family": family,
            "parameters": parameters,
            "figure": drawn,
            "figure_alt": "" if drawn is None else alt_text(drawn),
        }
    )
