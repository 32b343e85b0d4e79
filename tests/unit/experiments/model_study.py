"""What the tests of the study on models share: a small bank, doubles that know it, a run."""

import asyncio
import json
import re
from collections import defaultdict

from sandbox.content.itemfiles import ItemSet
from sandbox.experiments.asking import Models
from sandbox.experiments.base import MemoryBench
from sandbox.models.scripted import FromFunction
from sandbox.records import Choice, Item

STATEMENTS = {
    "m1": "Adds the numerators and adds the denominators.",
    "m2": "Takes the larger denominator for the larger fraction.",
    "m3": "Multiplies instead of adding.",
}


def question(number, text, right, *wrong):
    """A question with the right choice at A and wrong ones with their causes."""
    options = [(right, None), *wrong]
    choices = tuple(
        Choice(label=label, text=said, misconception=cause)
        for label, (said, cause) in zip("ABCD", options, strict=False)
    )
    return Item(id=f"q{number}", question=text, answer=right, choices=choices, key="A")


BANK = ItemSet(
    (
        question(1, "1/2 + 1/3 = ?", "5/6", ("2/5", "m1"), ("1/6", "m3"), ("7", "")),
        question(2, "1/4 + 2/3 = ?", "11/12", ("3/7", "m1"), ("2/12", "m3"), ("8", "")),
        question(3, "1/5 + 1/2 = ?", "7/10", ("2/7", "m1"), ("1/10", "m2"), ("9", "")),
    ),
    STATEMENTS,
)
"""m1 stands on three questions, m3 on two, m2 on one: six pairs."""


def asked(messages, what):
    """What stands in the last task after "what: "; the last such line, after any example."""
    task = next(m.text for m in messages if m.role == "user")
    return re.findall(rf"^{what}: (.*)$", task, re.MULTILINE)[-1]


def picks(item_set, which):
    """A double that answers which(pair) to the question and misconception it is asked about."""
    pairs = {
        (pair.item.question, item_set.statements[pair.misconception]): pair
        for pair in item_set.pairs()
    }

    def reply(messages, settings):
        key = (asked(messages, "Question"), asked(messages, "Your misconception"))
        return json.dumps({"Explanation": "so I think", "Choice": which(pairs[key])})

    return FromFunction(reply, name="double:picks")


def believer(item_set=BANK):
    """Always picks the choice that the misconception gives."""
    return picks(item_set, lambda pair: pair.label)


def says(text, name="double:says"):
    """Says one thing, whatever it is asked."""
    return FromFunction(lambda *_: text, name=name)


def access(folder=None, **given):
    """The models of a run, by name."""
    return Models(folder, given=given)


def trials_of(study, bench=None):
    """Every cell of a study, run one after the other."""

    async def run():
        return [await study.run(cell, bench or MemoryBench()) for cell in study.cells()]

    return asyncio.run(run())


def values_of(study, trials=None):
    """(who or setting, metric) → the values of all trials."""
    found = defaultdict(list)
    for trial in trials if trials is not None else trials_of(study):
        for score in study.score(trial):
            found[trial.cell.factors.get("setting", ""), score.metric].append(score.value)
    return dict(found)
