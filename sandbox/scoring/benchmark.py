"""Scorers without a model against the human labels of MRBench: leak detector and rules over words,
beside a TF-IDF classifier and a last-number rule.

A dimension is read twice: exactly (only a plain "yes" counts; for revealing, only the right answer)
and leniently ("to some extent" counts too; any answer). Precision, recall and F1 are of the
positive class, with 95% bootstrap intervals that draw whole conversations, since a conversation's
nine replies are not independent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox.content.importers.mrbench import LABELS, Conversation, Reply
from sandbox.maths.leaks import find_leaks
from sandbox.maths.values import Number, read_value
from sandbox.scoring.agreement import Figure, accuracy, macro_f1
from sandbox.scoring.moves import guidance_given, mistake_noticed
from sandbox.scoring.stats import DRAWS, Estimate, Interval, random_state
from sandbox.types import Seat

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
    precision, recall, f1 = detection_figures(flags, dimension, name, reading, part)
    return Detection(
        dimension,
        name,
        reading,
        part,
        len(pairs),
        len({cluster for cluster, _, _ in flags}),
        sum(is_true for _, is_true, _ in flags),
        precision,
        recall,
        f1,
        accuracy(truth, given),
        macro_f1(truth, given),
    )


def positive_labels(dimension: str, reading: Reading) -> frozenset[str]:
    """The labels that count as positive."""
    labels = LABELS[dimension]
    return frozenset(labels[:1] if reading == "exact" else labels[:2])


def detection_figures(
    flags: Sequence[tuple[str, bool, bool]], *key: str, draws: int = DRAWS
) -> tuple[Estimate, Estimate, Estimate]:
    """Precision, recall and F1 with intervals over (cluster, is positive, was found).

    A figure whose divisor is 0 has no value, in a draw as well; such draws are left out.
    """
    import numpy as np

    names = list(dict.fromkeys(cluster for cluster, _, _ in flags))
    place = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(names), 3))  # right, found, positive
    for cluster, is_true, is_found in flags:
        table[place[cluster]] += (is_true and is_found, is_found, is_true)
    drawn = random_state("detection", *key).randint(0, max(1, len(names)), size=(draws, len(names)))
    sums = table[drawn].sum(axis=1)
    right, found, positive = table.sum(axis=0)
    figures = (
        (right, found, sums[:, 0], sums[:, 1], "nothing was found"),
        (right, positive, sums[:, 0], sums[:, 2], "there is nothing to find"),
        (
            2 * right,
            found + positive,
            2 * sums[:, 0],
            sums[:, 1] + sums[:, 2],
            "nothing to compare",
        ),
    )
    estimates = []
    for top, bottom, tops, bottoms, reason in figures:
        if not bottom:
            estimates.append(Estimate(None, None, None, 0, 0, len(names), reason))
            continue
        kept = bottoms > 0
        low, high = np.percentile(tops[kept] / bottoms[kept], [2.5, 97.5])
        is_open = len(names) > 1 and low < high
        interval = (
            Interval(float(low), float(high), "bootstrap, by conversation") if is_open else None
        )
        estimates.append(Estimate(float(top / bottom), None, interval, 0, 0, len(names)))
    return estimates[0], estimates[1], estimates[2]


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
