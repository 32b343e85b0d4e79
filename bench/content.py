"""How long the catalogue takes to load, and how many fresh items a second one core makes of it.

    python bench/content.py [--items 3000]

Loading is measured in a new process, without the imports, as a command meets it. Items are made in
batches, each batch of other numbers: the best batch is what an idle core gives, the mean what this
one gave. All times are CPU time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from sandbox.content.generate import items
from sandbox.content.library import Library, load

LOAD = """
import time
from sandbox.content.library import load
began = time.process_time()
load()
print(time.process_time() - began)
"""
BATCH = 500


def loading() -> float:
    """CPU seconds that a new process takes to load the catalogue."""
    done = subprocess.run([sys.executable, "-c", LOAD], check=True, capture_output=True, text=True)
    return float(done.stdout)


def making(library: Library, seed: int, *, choices: bool) -> float:
    """CPU seconds that a batch of fresh items takes."""
    began = time.process_time()
    made = sum(1 for _ in items(library, BATCH, seed, choices=choices))
    assert made == BATCH
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--items", type=int, default=3000)
    batches = max(1, parser.parse_args().items // BATCH)
    took = sorted(loading() for _ in range(3))
    print(f"load:  {took[0]:7.2f} s CPU ({took[-1]:.2f} at worst)")
    library = load()
    for name, choices in (("choice", True), ("open", False)):
        making(library, 0, choices=choices)  # what a family costs when first met
        spent = [making(library, seed, choices=choices) for seed in range(1, batches + 1)]
        best, mean = BATCH / min(spent), BATCH * len(spent) / sum(spent)
        print(f"items: {best:7.0f} {name} items/s in the best batch, {mean:.0f} on average")


if __name__ == "__main__":
    main()
