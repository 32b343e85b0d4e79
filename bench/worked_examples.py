"""What each kind of evidence is worth when misconceptions are named by one worked example of each.

    python bench/worked_examples.py ITEMS.jsonl [--trials 4]

ITEMS is an imported file (`sandbox import mae … --out ITEMS.jsonl`). The protocol is that of
`sandbox run expert-tutor --examples one`: in trial t the t-th wrong answer of each misconception is
worked and all others are asked. Printed: accuracy among all misconceptions and within the topic
with all evidence, with each kind alone, and with each kind left out. Nothing is fitted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from sandbox.content.itemfiles import Pair, read_items
from sandbox.content.library import Library, load
from sandbox.experiments.candidates import TOPIC, Candidates, Pool
from sandbox.maths.cases import SOURCES, Case, Cases, Evidence
from sandbox.records import rng

Asked = tuple[str, Sequence[str], Sequence[Evidence]]
"""The true statement, the candidates, and what speaks for each."""


def evidence(library: Library, found: Candidates, pool: Pool, trials: int) -> list[Asked]:
    rules = {name: spec.statement for name, spec in library.misconceptions.items()}
    asked = []
    for trial in range(found.rounds(trials)):
        for number in found.asked(trial):
            pair = found.pairs[number]
            statements = sorted(found.pool(pair, pool, rng("bench")))
            if len(statements) > 1:
                cases = Cases(worked(found, statements, trial, pair), library.families, rules)
                seen = cases.evidence(pair.item.question, pair.wrong)
                asked.append((found.truth(pair), statements, seen))
    return asked


def worked(
    found: Candidates, statements: Sequence[str], trial: int, pair: Pair
) -> list[tuple[str, Case | None]]:
    of = {
        example.statement: Case(example.question, example.wrong, example.right)
        for example in found.examples(statements, trial, pair)
    }
    return [(statement, of.get(statement)) for statement in statements]


def accuracy(asked: Iterable[Asked], sources: Sequence[str]) -> str:
    hits = []
    for truth, statements, seen in asked:
        totals = [round(each.total(sources), 9) for each in seen]
        # a guess among equals counts as its share of a hit
        best = [s for s, total in zip(statements, totals, strict=True) if total == max(totals)]
        hits.append((truth in best) / len(best))
    return f"{sum(hits) / len(hits):.3f} of {len(hits)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--trials", type=int, default=4)
    options = parser.parse_args()
    items = read_items(options.items)
    found = Candidates(items, tuple(items.pairs()))
    library = load()
    pools: list[Pool] = [len(found.statements)]
    pools += [TOPIC] if all(item.topic for item in items.items) else []
    asked = [evidence(library, found, pool, options.trials) for pool in pools]
    print(f"{'evidence':22}", *(f"{pool!s:>14}" for pool in pools))
    rows = [("all", SOURCES), *((f"only {source}", (source,)) for source in SOURCES)]
    rows += [(f"without {out}", tuple(s for s in SOURCES if s != out)) for out in SOURCES]
    for name, sources in rows:
        print(f"{name:22}", *(f"{accuracy(each, sources):>14}" for each in asked))


if __name__ == "__main__":
    main()
