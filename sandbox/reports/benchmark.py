"""Detection figures on a labelled benchmark as tables."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.reports.tables import Table, figure
from sandbox.scoring.benchmark import Detection

NOTES = (
    "Exact: only a plain yes (the right answer) is positive; lenient: to some extent (any answer) "
    "too. Macro-F1: over all labels, in a lenient reading over the two classes.",
    "95% intervals: bootstrap over conversations. TF-IDF: out of fold, whole conversations held "
    "out. Always: says yes to everything, for which F1 is high where most replies are positive; "
    "its balanced accuracy, the mean of the recalls of positive and negative class, is .5.",
)


def detection_tables(found: Sequence[Detection]) -> list[Table]:
    """One table a dimension."""
    tables = []
    for dimension in dict.fromkeys(each.dimension for each in found):
        held = [each for each in found if each.dimension == dimension]
        rows = tuple(
            (
                each.part,
                each.reading,
                each.scorer,
                f"{each.positives} of {each.n}",
                each.precision,
                each.recall,
                each.f1,
                each.balanced,
                figure(each.accuracy.value),
                figure(each.macro_f1.value),
            )
            for each in held
        )
        columns = (
            "part", "reading", "scorer", "positive", "precision", "recall", "F1",
            "balanced accuracy", "accuracy", "macro-F1",
        )  # fmt: skip
        title = dimension.replace("_", " ").capitalize()
        tables.append(Table(f"mrbench-{dimension}", title, columns, rows, NOTES))
    return tables
