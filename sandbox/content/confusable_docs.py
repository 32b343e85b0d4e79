"""The page on misconceptions that answer alike: measured, and why each pair is kept."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.content.confusability import (
    FURTHER,
    NONE,
    OUTSIDE,
    QUESTIONS,
    REASONS,
    SEPARATE,
    Confusions,
    Kept,
    Meeting,
    measure,
    measure_outside,
)
from sandbox.content.library import Library
from sandbox.content.markdown import GENERATED, plain, table


def confusable_page(library: Library) -> str:
    """The whole page."""
    good, outside = measure(library), measure_outside(library)
    kept = good.kept(library)
    inseparable = {each.pair for each in kept}
    rest = [each for each in good.meetings() if each.pair not in inseparable]
    blocks = [
        "# Misconceptions that answer alike",
        GENERATED,
        "Two beliefs *meet* on a question that makes both answer wrongly, and are *confused* by it "
        "if they give the same answer. A question is put to every family that reads it, so "
        "beliefs of several families can meet. Measured on seeded questions by "
        "`sandbox.content.confusability`; `sandbox check` prints the number of pairs that no "
        "shared question separates, `sandbox list confusable` the pairs. A diagnosis asks next "
        "whatever separates the beliefs that are still likely "
        "(`sandbox.maths.posterior.next_question`).",
        "## Alike on every question that touches both",
        f"{len(kept)} pairs, on {QUESTIONS} good problems of each family in every wording. "
        "Why they are kept:",
        *_reasons(kept),
        "## Alike on some good questions",
        "Each of these pairs gives different answers to other good questions:",
        _matrix(rest),
        "## Alike on unlucky numbers",
        "Within a family a good problem parts all its beliefs: it is drawn so. Numbers taken as "
        f"they come ({OUTSIDE} of each family, less those that make no sense) do not. The pairs "
        "that they leave tied, and how often; a diagnosis then names both:",
        _matrix(sorted(outside.meetings(), key=lambda each: (-each.share, each.pair))),
        _parted(good, outside),
    ]
    return "\n\n".join(blocks) + "\n"


def _reasons(kept: Sequence[Kept]) -> list[str]:
    blocks = []
    for reason in (SEPARATE, FURTHER, NONE):
        pairs = [each for each in kept if each.reason == reason]
        if pairs:
            rows = [
                (
                    " · ".join(f"`{name}`" for name in each.pair),
                    ", ".join(f"`{family}`" for family in each.families),
                    "; ".join(plain(problem.question()) for problem in each.apart),
                )
                for each in pairs
            ]
            blocks += [f"**{reason.capitalize()}.** {REASONS[reason]}"]
            blocks += ["\n".join(table(("pair", "alike in", "told apart by"), rows))]
    return blocks


def _matrix(meetings: Sequence[Meeting]) -> str:
    rows = [
        (*(f"`{name}`" for name in each.pair), f"`{each.family}`", f"{each.same} of {each.met}")
        for each in meetings
    ]
    return "\n".join(table(("one", "the other", "asked by", "same answer"), rows))


def _parted(good: Confusions, outside: Confusions) -> str:
    tied = {each.pair for each in outside.meetings()}
    parted = {pair for (pair, _), met in good.met.items() if met} - set(good.inseparable())
    return f"Of these {len(tied)} pairs, good questions part {len(tied & parted)}."
