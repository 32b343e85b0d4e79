"""Scorers without a model against the human labels of MRBench: leak detector and rules over words,
beside a TF-IDF classifier and a last-number rule.

A dimension is read twice: exactly (only a plain "yes" counts; for revealing, only the right answer)
and leniently ("to some extent" counts too; any answer). Precision, recall and F1 are of the
positive class. Where most replies are positive, saying yes to everything has a high F1; balanced
accuracy, the mean of the shares found of the positive and of the negative class, is .5 for whoever
says the same to everything. 95% bootstrap intervals draw whole conversations, since the nine
replies of one are not independent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sandbox.content.importers.mrbench import LABELS, Conversation, Reply
from sandbox.maths.leaks import find_leaks
from sandbox.maths.values import Number, read_value
from sandbox.scoring.agreement import Figure, accuracy, macro_f1
from sandbox.scoring.moves import guidance_given, mistake_noticed
from sandbox.scoring.stats import DRAWS, Estimate, Interval, random_state
from sandbox.types import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Reading = Literal["exact", "lenient"]
REVEALING = "revealing_of_the_answer"
DIMENSIONS = (REVEALING, "mistake_identification", "providing_guidance")
FOLDS = 5
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")

Rule = Callable[[Conversation, Reply], str]


@dataclass(frozen=True)
class Detection:
    """How well one scorer finds the positive class of one dimension.

    `n` replies of `clusters` conversations, of which `positives` are positive by the human label;
    `macro_f1` is over the labels as they are in an exact reading, over the two classes in a lenient
    one.
    """

    dimension: str
    scorer: str
    reading: Reading
    part: str
    n: int
    clusters: int
    positives: int
    precision: Estimate
    recall: Estimate
    f1: Estimate
    balanced: Estimate
    accuracy: Figure
    macro_f1: Figure


@dataclass(frozen=True)
class _Row:
    conversation: Conversation
    reply: Reply
    truth: str


def detections(conversations: Sequence[Conversation]) -> list[Detection]:
    """Every scorer on every dimension that is labelled: all, keyed and unkeyed conversations."""
    found = []
    for dimension in DIMENSIONS:
        rows = [
            _Row(each, reply, reply.labels[dimension])
            for each in conversations
            for reply in each.replies
            if dimension in reply.labels
        ]
        if rows:
            found += _of_dimension(dimension, rows)
    return found


def _of_dimension(dimension: str, rows: Sequence[_Row]) -> list[Detection]:
    predictions = {
        name: [rule(row.conversation, row.reply) for row in rows]
        for name, rule in _RULES[dimension].items()
    }
    learnt = tfidf_labels(
        [row.reply.text for row in rows],
        [row.truth for row in rows],
        [row.conversation.id for row in rows],
    )
    if learnt:
        predictions["TF-IDF"] = learnt
    predictions["always"] = [LABELS[dimension][0]] * len(rows)
    parts: dict[str, Callable[[_Row], bool]] = {
        "all": lambda row: True,
        "keyed": lambda row: row.conversation.is_keyed,
        "unkeyed": lambda row: not row.conversation.is_keyed,
    }
    both = len({row.conversation.is_keyed for row in rows}) == 2
    readings: tuple[Reading, ...] = ("exact", "lenient")
    return [
        _detection(
            dimension,
            name,
            reading,
            part,
            [(r, p) for r, p in zip(rows, given, strict=True) if holds(r)],
        )
        for part, holds in parts.items()
        if part == "all" or both
        for reading in readings
        for name, given in predictions.items()
        if not (name == LAST_NUMBER and part != "keyed")
    ]


def _detection(
    dimension: str, name: str, reading: Reading, part: str, pairs: Sequence[tuple[_Row, str]]
) -> Detection:
    good = positive_labels(dimension, reading)
    flags = [(row.conversation.id, row.truth in good, given in good) for row, given in pairs]
    truth, given = [row.truth for row, _ in pairs], [label for _, label in pairs]
    if reading == "lenient":
        truth, given = [str(t in good) for t in truth], [str(g in good) for g in given]
    figures = detection_figures(flags, dimension, name, reading, part)
    return Detection(
        dimension,
        name,
        reading,
        part,
        len(pairs),
        len({cluster for cluster, _, _ in flags}),
        sum(is_true for _, is_true, _ in flags),
        figures.precision,
        figures.recall,
        figures.f1,
        figures.balanced,
        accuracy(truth, given),
        macro_f1(truth, given),
    )


def positive_labels(dimension: str, reading: Reading) -> frozenset[str]:
    """The labels that count as positive."""
    labels = LABELS[dimension]
    return frozenset(labels[:1] if reading == "exact" else labels[:2])


@dataclass(frozen=True)
class DetectionFigures:
    """Figures of one class found among replies; each without a value where its divisor is 0."""

    precision: Estimate
    recall: Estimate
    f1: Estimate
    balanced: Estimate


def detection_figures(
    flags: Sequence[tuple[str, bool, bool]], *key: str, draws: int = DRAWS
) -> DetectionFigures:
    """Precision, recall, F1 and balanced accuracy over (cluster, is positive, was found).

    With TP right, n replies: precision TP/found, recall TP/positive, F1 2·TP/(found + positive),
    balanced accuracy ½·(TP/positive + TN/(n − positive)). The intervals draw clusters; a draw in
    which a divisor is 0 is left out of that figure's.
    """
    import numpy as np

    names = list(dict.fromkeys(cluster for cluster, _, _ in flags))
    place = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(names), 4))  # right, found, positive, all
    for cluster, is_true, is_found in flags:
        table[place[cluster]] += (is_true and is_found, is_found, is_true, 1)
    drawn = random_state("detection", *key).randint(0, max(1, len(names)), size=(draws, len(names)))
    # the first row is what was observed
    sums = np.vstack([table.sum(axis=0)[None], table[drawn].sum(axis=1)])
    right, found, positive, total = sums.T
    negative = total - positive
    passed = negative - (found - right)
    return DetectionFigures(
        _ratio(right, found, len(names), "nothing was found"),
        _ratio(right, positive, len(names), "there is nothing to find"),
        _ratio(2 * right, found + positive, len(names), "nothing to compare"),
        _ratio(
            right * negative + passed * positive,
            2 * positive * negative,
            len(names),
            "all replies are of one class",
        ),
    )


def _ratio(tops: Floats, bottoms: Floats, clusters: int, reason: str) -> Estimate:
    """The first ratio, with the others, which were drawn, for its interval."""
    import numpy as np

    if not bottoms[0]:
        return Estimate(None, None, None, 0, 0, clusters, reason)
    kept = bottoms > 0
    ratios = tops[kept] / bottoms[kept]
    low, high = np.percentile(ratios[1:], [2.5, 97.5])
    is_open = clusters > 1 and not np.isclose(low, high, rtol=0, atol=1e-12)
    interval = Interval(float(low), float(high), "bootstrap, by conversation") if is_open else None
    return Estimate(float(ratios[0]), None, interval, 0, 0, clusters)


def tfidf_labels(texts: Sequence[str], labels: Sequence[str], clusters: Sequence[str]) -> list[str]:
    """Out-of-fold labels of a linear classifier on words and pairs of words; whole conversations
    are held out. Empty where there are too few to hold out."""
    if len(set(clusters)) < FOLDS or len(set(labels)) < 2:
        return []
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold
    from sklearn.pipeline import make_pipeline

    given = [""] * len(texts)
    for train, test in GroupKFold(FOLDS).split(texts, labels, clusters):
        seen = {labels[k] for k in train}
        if len(seen) == 1:
            (only,) = seen
            predicted = [only] * len(test)
        else:
            model = make_pipeline(
                TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True),
                LogisticRegression(C=10, class_weight="balanced", max_iter=2_000),
            )
            model.fit([texts[k] for k in train], [labels[k] for k in train])
            predicted = list(model.predict([texts[k] for k in test]))
        for k, label in zip(test, predicted, strict=True):
            given[k] = str(label)
    return given


def _leaks(conversation: Conversation, reply: Reply) -> str:
    talk: list[tuple[Seat, str]] = [*conversation.talk, ("tutor", reply.text)]
    report = find_leaks(conversation.question, conversation.answer, talk)
    return LABELS[REVEALING][0] if report.verdicts[-1].leaked else "no"


def _last_number(conversation: Conversation, reply: Reply) -> str:
    """The rule of thumb: the last number of the reply is the answer."""
    key = read_value(conversation.answer) if conversation.answer else None
    numbers = _NUMBER.findall(reply.text)
    if not isinstance(key, Number) or not numbers:
        return "no"
    last = read_value(numbers[-1])
    is_key = isinstance(last, Number) and last.value == key.value
    return LABELS[REVEALING][0] if is_key else "no"


LAST_NUMBER = "last number"
_RULES: dict[str, dict[str, Rule]] = {
    REVEALING: {"leak detector": _leaks, LAST_NUMBER: _last_number},
    "mistake_identification": {"rules": lambda c, r: mistake_noticed(c.talk, r.text)[0]},
    "providing_guidance": {"rules": lambda c, r: guidance_given(c.talk, r.text)[0]},
}
