"""How alike replies are that should differ: the mean cosine similarity of texts of the same group.

TF-IDF of words, inverse document frequencies from all the texts (Salton & Buckley 1988). Knows
texts and groups, no learner."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Sequence


def likeness_across(rows: Sequence[tuple[Hashable, str]]) -> float | None:
    """The mean over all pairs of texts within a group, groups counting alike; None without a pair.

    Two equal texts are 1, also where they have no words.
    """
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for number, (group, _) in enumerate(rows):
        groups[group].append(number)
    pairs = {
        group: list(itertools.combinations(members, 2))
        for group, members in groups.items()
        if len(members) > 1
    }
    if not pairs:
        return None
    vectors = _vectors([text for _, text in rows])
    means = []
    for held in pairs.values():
        found = [_cosine(rows[a][1], rows[b][1], vectors, a, b) for a, b in held]
        means.append(sum(found) / len(found))
    return sum(means) / len(means)


def _vectors(texts: Sequence[str]) -> object:
    from sklearn.feature_extraction.text import TfidfVectorizer

    try:
        return TfidfVectorizer(token_pattern=r"[^\W_]+").fit_transform(texts)
    except ValueError:  # no words at all
        return None


def _cosine(one: str, other: str, vectors: object, a: int, b: int) -> float:
    if one == other:
        return 1.0
    if vectors is None:
        return 0.0
    return float((vectors[a] @ vectors[b].T).sum())  # type: ignore[index]
