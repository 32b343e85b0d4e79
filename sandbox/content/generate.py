"""Items from families and mal-rules: multiple choice in which every distractor has one cause, and
open items. Seeded: the same seed gives the same items on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from sandbox.content.library import Library
from sandbox.errors import FormulaError, UsageError
from sandbox.maths.families import Family, Problem
from sandbox.records import Choice, Item, digest, rng

LABELS = "ABCDEFGHIJ"
DISTRACTORS = 3


def open_item(problem: Problem, wording: int = 0) -> Item:
    """The problem as an open item."""
    question = problem.question(wording)
    return Item(
        id=_item_id(problem, question),
        question=question,
        answer=problem.right.text,
        family=problem.family.id,
        parameters=_plain(problem),
    )


def choice_item(
    problem: Problem, generator: random.Random, *, including: str = "", wording: int = 0
) -> Item:
    """The problem with four choices in random order, three of them wrong, each with one cause.

    Raises:
        UsageError: fewer than three misconceptions err here, or `including` does not.
    """
    wrong = dict(problem.wrong)
    chosen = [including] if including else []
    if including and including not in wrong:
        raise UsageError(f"{including} does not err on {problem.question()!r}")
    others = sorted((name for name in wrong if name not in chosen), key=lambda n: wrong[n].text)
    chosen += generator.sample(others, min(len(others), DISTRACTORS - len(chosen)))
    if len(chosen) < DISTRACTORS:
        raise UsageError(f"{problem.family.id} has too few errors for four choices here")
    options: list[tuple[str, str | None]] = [(wrong[name].text, name) for name in chosen]
    options.append((problem.right.text, None))
    generator.shuffle(options)
    choices = tuple(
        Choice(label=label, text=text, misconception=name)
        for label, (text, name) in zip(LABELS, options, strict=False)
    )
    key = next(choice.label for choice in choices if choice.misconception is None)
    plain = open_item(problem, wording)
    return plain.model_copy(
        update={"choices": choices, "key": key, "id": digest(plain.id, [c.text for c in choices])}
    )


def item_for(
    misconception: str, library: Library, generator: random.Random, *, choices: bool = False
) -> Item:
    """A fresh item on which the misconception errs.

    Raises:
        UnknownNameError: there is no such misconception.
        UsageError: no family gives four choices for it (multiple choice only).
    """
    library.misconception(misconception)
    families = library.families.testing(misconception)
    if choices:
        families = tuple(family for family in families if len(family.errors) >= DISTRACTORS)
        if not families:
            raise UsageError(f"no family of {misconception} has {DISTRACTORS} misconceptions")
    family = generator.choice(families)
    least = DISTRACTORS if choices else 1
    problem = family.draw(generator, including=misconception, least=least)
    wording = generator.randrange(len(family.stems))
    if choices:
        return choice_item(problem, generator, including=misconception, wording=wording)
    return open_item(problem, wording)


def items(
    library: Library, count: int, seed: int, *, choices: bool = True, families: Sequence[str] = ()
) -> Iterator[Item]:
    """Fresh items, going round the families that can give them. No two are the same.

    Raises:
        UsageError: the families cannot give that many different items.
    """
    pool = [library.families[name] for name in families] if families else list(library.families)
    if choices:
        pool = [family for family in pool if len(family.errors) >= DISTRACTORS]
    if not pool:
        raise UsageError("no family can give such items")
    seen: set[str] = set()
    attempt = 0
    while len(seen) < count:
        if attempt > 50 * count + 1000:
            raise UsageError(f"these families give only {len(seen)} different items")
        family = pool[attempt % len(pool)]
        generator = rng("items", seed, attempt)
        attempt += 1
        try:
            item = _one(family, generator, choices)
        except FormulaError:  # its rules never err three at a time
            pool.remove(family)
            if not pool:
                raise UsageError("no family can give such items") from None
            continue
        if item.id not in seen:
            seen.add(item.id)
            yield item


def _one(family: Family, generator: random.Random, choices: bool) -> Item:
    problem = family.draw(generator, least=DISTRACTORS if choices else 1)
    wording = generator.randrange(len(family.stems))
    if choices:
        return choice_item(problem, generator, wording=wording)
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


def _plain(problem: Problem) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in problem.parameters.items()
    }


def _item_id(problem: Problem, question: str) -> str:
    return digest(problem.family.id, _plain(problem), question)
