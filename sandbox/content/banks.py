"""Item banks: fresh items of any number that spread over misconceptions and hold to the filters of
the misconception study (no cause twice among the choices, one cause a wrong answer, and no figure
unless figures are wanted).

Stricter than `generate`: a wrong answer has one cause among the misconceptions of *every* family
that reads the question, not only of the family that asks it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from sandbox.content.generate import DISTRACTORS, open_item, problem_of, with_choices
from sandbox.content.itemfiles import ItemSet
from sandbox.content.library import Library
from sandbox.errors import FormulaError, UnknownNameError, UsageError
from sandbox.figures.alt import alt_text
from sandbox.maths.families import Family, Problem
from sandbox.records import Item, rng

TRIES = 40
"""Draws for one item, over the families of its misconception, before another takes its place."""
MOST_FAILURES = 3
"""After how many items that could not be made in a row a misconception is left out."""
FAMILY_TRIES = 200
"""Draws of one family for one item: of some numbers it has no figure."""


def sole_causes(problem: Problem, question: str, library: Library) -> dict[str, str]:
    """Misconception → its wrong answer, where no other belief of any family that reads the question
    gives it and no reading calls it right."""
    readings = [each for each in library.families.last(question) if each != problem]
    found = {}
    for name, answer in problem.wrong.items():
        own = [other for rival, other in problem.wrong.items() if rival != name]
        others = [w for each in readings for rival, w in each.wrong.items() if rival != name]
        rights = [problem.right, *(each.right for each in readings)]
        if not any(other.matches(answer.text) for other in (*own, *others, *rights)):
            found[name] = answer.text
    return found


def item_faults(item: Item, library: Library) -> list[str]:
    """In what ways an item breaks the filters, or is no longer what the formulas give."""
    problem = problem_of(item, library)
    if problem is None:
        return ["was not generated from a family"]
    faults = list(_asked_faults(item, problem))
    if item.answer != problem.right.text:
        faults.append(f"has the answer {item.answer!r}; the formula gives {problem.right.text!r}")
    causes = sole_causes(problem, item.in_words, library)
    given = [(c.misconception, c.text) for c in item.choices if c.misconception is not None]
    given += list(item.wrong_answers.items())
    for name, text in given:
        if causes.get(str(name)) != text:
            faults.append(f"{text!r} is not the answer of {name} alone")
    if len({name for name, _ in given}) < len(given):
        faults.append("has two choices of one cause")
    right = [(c.label, c.text) for c in item.choices if c.misconception is None]
    if right != ([(item.key, item.answer)] if item.choices else []):
        faults.append("has no right choice, or several")
    return faults


def _asked_faults(item: Item, problem: Problem) -> Iterator[str]:
    """Whether question and figure are what the family gives."""
    family = problem.family
    if item.figure is None:
        asked = [problem.question(k) for k in range(len(family.stems))]
        if item.figure_alt:
            yield "needs a figure"
    else:
        asked = [problem.figure_question(k) for k in range(len(family.figure_stems))]
        if problem.figure != item.figure or item.figure_alt != alt_text(item.figure):
            yield "has a figure that is not what its family gives"
    if item.question not in asked:
        yield "is not how its family asks"


def make_bank(
    library: Library,
    count: int,
    seed: int,
    *,
    families: Collection[str] = (),
    strands: Collection[str] = (),
    misconceptions: Sequence[str] = (),
    choices: bool = True,
    figures: bool = False,
    by_family: bool = False,
    apart: Collection[str] = (),
) -> ItemSet:
    """Fresh items with the statements of all misconceptions.

    Each item is made for the misconception that was offered least so far, and offers those of its
    rivals that were: few items test many beliefs. `by_family` goes round the families instead: no
    family has a second item before each that can give one has its first.

    Args:
        library: The content.
        count: How many items.
        seed: The same seed gives the same items on every machine.
        families: Only items of these families.
        strands: Only items of these strands.
        misconceptions: Only items on which one of these errs.
        choices: Four choices; else open items with the wrong answers that misconceptions give.
        figures: Only items with a figure, of the families that have one.
        by_family: Go round the families; one that cannot give four choices gives open items.
        apart: Questions (in words) that are not to be asked again.

    Raises:
        UnknownNameError: there is no such family, strand or misconception.
        UsageError: they cannot give that many different items.
    """
    pool = _pool(library, families, strands)
    if figures:
        pool = [family for family in pool if family.figure is not None]
        if not pool:
            raise UsageError("none of these families has a figure")
    for name in misconceptions:
        library.misconception(name)
    targets = set(misconceptions) or {name for family in pool for name in family.errors}
    maker = _Maker(library, pool, seed, choices, figures, set(apart))
    made = tuple(
        maker.round_the_families(count, targets)
        if by_family
        else maker.items(count, sorted(targets))
    )
    if len(made) < count:
        raise UsageError(
            f"only {len(made)} different items of this kind could be made, not {count}"
            + ("; open items (--open) need fewer misconceptions" if choices else "")
        )
    statements = {name: spec.statement for name, spec in sorted(library.misconceptions.items())}
    return ItemSet(made, statements)


def _pool(library: Library, families: Collection[str], strands: Collection[str]) -> list[Family]:
    known = sorted({family.strand for family in library.families})
    for strand in strands:
        if strand not in known:
            raise UnknownNameError("strand", strand, known)
    named = [library.families[name] for name in families] if families else [*library.families]
    return [family for family in named if not strands or family.strand in strands]


@dataclass
class _Maker:
    """Makes items one by one and remembers what was offered how often."""

    library: Library
    pool: list[Family]
    seed: int
    choices: bool
    figures: bool
    asked: set[str]
    offered: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)

    def items(self, count: int, targets: list[str]) -> Iterator[Item]:
        """Up to `count` items on which one of the targets errs."""
        generator = rng("bank", self.seed)
        order = {name: k for k, name in enumerate(generator.sample(targets, len(targets)))}
        failures: Counter[str] = Counter()
        made = 0
        while made < count and order:
            target = min(order, key=lambda name: (self.offered[name] + failures[name], order[name]))
            item = self._item(target, generator)
            if item is not None:
                failures[target] = 0
                made += 1
                yield item
                continue
            failures[target] += 1
            if failures[target] >= MOST_FAILURES:
                del order[target]

    def _item(self, target: str, generator: random.Random) -> Item | None:
        families = [family for family in self.pool if target in family.errors]
        families = [f for f in families if len(f.errors) >= DISTRACTORS or not self.choices]
        for _ in range(TRIES):
            if not families:
                return None
            family = min(families, key=lambda each: (self.drawn[each.id], each.id))
            self.drawn[family.id] += 1
            try:
                least = DISTRACTORS if self.choices else 1
                problem = family.draw(generator, including=target, least=least)
            except FormulaError:
                families.remove(family)
                continue
            item = self._made(problem, {target}, generator, self.choices)
            if item is not None:
                return item
        return None

    def round_the_families(self, count: int, targets: set[str]) -> Iterator[Item]:
        """Up to `count` items, one of each family in turn; on each one of the targets errs."""
        generator = rng("bank", self.seed)
        able = [family for family in self.pool if targets & family.errors.keys()]
        families = sorted(able, key=lambda family: family.id)
        generator.shuffle(families)
        made = 0
        while families:
            for family in [*families]:
                if made == count:
                    return
                item = self._of_family(family, targets, generator)
                if item is None:
                    families.remove(family)
                else:
                    made += 1
                    yield item

    def _of_family(
        self, family: Family, targets: set[str], generator: random.Random
    ) -> Item | None:
        for choices in (True, False) if self.choices else (False,):
            for _ in range(FAMILY_TRIES):
                try:
                    problem = family.draw(generator, least=DISTRACTORS if choices else 1)
                except FormulaError:
                    break
                item = self._made(problem, targets, generator, choices)
                if item is not None:
                    return item
        return None

    def _made(
        self, problem: Problem, targets: set[str], generator: random.Random, choices: bool
    ) -> Item | None:
        """The problem as an item for the one of the targets that was offered least, if it is new
        and there is one."""
        if self.figures and problem.figure is None:
            return None
        stems = problem.family.figure_stems if self.figures else problem.family.stems
        wording = generator.randrange(len(stems))
        plain = open_item(problem, wording, figure=self.figures)
        causes = sole_causes(problem, plain.in_words, self.library)
        able = targets & causes.keys()
        if plain.in_words in self.asked or not able:
            return None
        target = min(able, key=lambda name: (self.offered[name], name))
        source = {"source": f"generated, seed {self.seed}"}
        if not choices:
            self.offered.update([*causes])
            self.asked.add(plain.in_words)
            return plain.model_copy(update={**source, "wrong_answers": causes})
        rivals = sorted(causes.keys() - {target}, key=lambda name: causes[name])
        generator.shuffle(rivals)
        rivals.sort(key=lambda name: self.offered[name])
        chosen = [target, *rivals[: DISTRACTORS - 1]]
        if len(chosen) < DISTRACTORS:
            return None
        self.offered.update(chosen)
        self.asked.add(plain.in_words)
        made = with_choices(problem, chosen, generator, wording, figure=self.figures)
        return made.model_copy(update=source)
