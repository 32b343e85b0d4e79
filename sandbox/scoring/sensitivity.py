"""Profile sensitivity: can one tell from a tutor's words which profile it was talking to?

A tutor that fits its teaching to the learner leaves traces; one that says the same to everybody
does not. Measured at matched student messages: every item is met by learners of every tier who
say the same. Knows rows of text, no agent and no rubric.

How: quoted text and verbatim repeats of what the tutor heard are removed; TF-IDF of word
1–2-grams and character 2–4-grams, without words told to one learner only (its name); each row is
then the difference from its matched set's mean, which cancels the item itself; logistic
regression without intercept, trained on other items (folds grouped by item). A row whose tiers
tie gets its share of the credit, so a tutor whose words never differ sits exactly at chance. The
figure is the balanced accuracy (mean over tiers of the share told rightly). Chance: 1/k, and the
same procedure run again on tiers permuted within matched sets.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.records import rng
from sandbox.scoring.stats import Interval, random_state

FOLDS = 5
PERMUTATIONS = 40
DRAWS = 1_000
LONGEST_BASIS = 60
"""At most this many principal directions of the training rows are kept."""

TIE = 1e-6
REPEATED = 4
"""So many words in a row that also stand in what the tutor heard count as quoted."""

_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|‘[^’\n]*’(?!\w)|(?<!\w)'[^'\n]+'(?!\w)")
_TOKEN = re.compile(r"\w+(?:['’./]\w+)*")


@dataclass(frozen=True)
class Row:
    """What a tutor said in one session. `heard` holds the question and the student's messages.

    `matched` names the set of sessions that differ by the learner's tier only (same item, same
    messages, same chance); without it the item is the set.
    """

    item: str
    learner: str
    tier: str
    texts: tuple[str, ...]
    heard: tuple[str, ...] = ()
    matched: str = ""

    @property
    def together(self) -> tuple[str, str]:
        """The matched set."""
        return self.item, self.matched


@dataclass(frozen=True)
class Sensitivity:
    """How well the tier can be told from the words; `accuracy` None where `reason` says why.

    `chance` is 1/k for k tiers; `permuted` the mean over permutations of tiers within matched
    sets, `p_value` the share of permutations (the real one among them) that do at least as well.
    """

    accuracy: float | None
    interval: Interval | None
    chance: float
    permuted: float | None
    p_value: float | None
    tiers: tuple[str, ...]
    learners: int
    rows: int
    of: int
    reason: str = ""


def profile_sensitivity(
    rows: Iterable[Row], *, seed: int = 0, permutations: int = PERMUTATIONS
) -> Sensitivity:
    """The profile sensitivity of one tutor over a run. Deterministic.

    Only items met by every tier count; `rows` of `of` were used.
    """
    given = list(rows)
    tiers = tuple(sorted({row.tier for row in given}))
    kept = sorted(
        _matched(given, len(tiers)), key=lambda r: (r.together, r.tier, r.learner, r.texts)
    )
    learners = len({row.learner for row in kept})
    chance = 1 / len(tiers) if tiers else 0.0
    size = (tiers, learners, len(kept), len(given))
    if len(tiers) < 2:
        reason = "there is one tier only" if tiers else "there are no rows"
        return Sensitivity(None, None, chance, None, None, *size, reason)
    if len({row.item for row in kept}) < 2:
        reason = "fewer than two items were met by learners of every tier"
        return Sensitivity(None, None, chance, None, None, *size, reason)
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with threadpool_limits(1):  # the matrices are small: more threads only wait for each other
        return _measured(kept, tiers, size, seed, permutations)


def _measured(
    kept: Sequence[Row],
    tiers: tuple[str, ...],
    size: tuple[tuple[str, ...], int, int, int],
    seed: int,
    permutations: int,
) -> Sensitivity:
    told = _Told(kept, tiers)
    chance = 1 / len(tiers)
    truth = [tiers.index(row.tier) for row in kept]
    if told.words_never_differ:
        interval = Interval(chance, chance, "exact: the words never differ between tiers")
        return Sensitivity(chance, interval, chance, chance, 1.0, *size)
    credits = told.credits(truth)
    accuracy = _balanced(credits, truth)
    null = [_permuted(told, truth, seed, k) for k in range(permutations)]
    p_value = (1 + sum(value >= accuracy - 1e-12 for value in null)) / (1 + permutations)
    permuted = sum(null) / len(null) if null else None
    interval = _interval(kept, credits, truth, seed)
    return Sensitivity(accuracy, interval, chance, permuted, p_value, *size)


def own_words(text: str, heard: Sequence[str]) -> str:
    """The text without what it quotes: text in quotes, and four or more words in a row that the
    tutor had heard."""
    text = _QUOTED.sub(" ", text)
    tokens = list(_TOKEN.finditer(text))
    words = [token[0].lower() for token in tokens]
    known = {
        gram
        for source in heard
        for gram in _grams([token[0].lower() for token in _TOKEN.finditer(source)])
    }
    repeated = [False] * len(words)
    for start in range(len(words) - REPEATED + 1):
        if tuple(words[start : start + REPEATED]) in known:
            repeated[start : start + REPEATED] = [True] * REPEATED
    pieces, position = [], 0
    for token, is_repeated in zip(tokens, repeated, strict=True):
        pieces.append(text[position : token.start()])
        pieces.append(" " if is_repeated else token[0])
        position = token.end()
    return "".join([*pieces, text[position:]])


def _grams(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(words[k : k + REPEATED]) for k in range(len(words) - REPEATED + 1)]


def _matched(rows: Sequence[Row], tiers: int) -> list[Row]:
    met: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        met[row.together].add(row.tier)
    return [row for row in rows if len(met[row.together]) == tiers]


class _Told:
    """The rows as numbers, and what classifiers trained on other items tell about them."""

    def __init__(self, rows: Sequence[Row], tiers: Sequence[str]) -> None:
        self.tiers = len(tiers)
        self.sets: dict[tuple[str, str], list[int]] = defaultdict(list)
        for k, row in enumerate(rows):
            self.sets[row.together].append(k)
        texts = ["\n".join(own_words(t, row.heard) for t in row.texts).strip() for row in rows]
        self.words_never_differ = all(
            len({texts[k] for k in members}) == 1 for members in self.sets.values()
        )
        self._folds = (
            [] if self.words_never_differ else self._prepare(rows, _shared_words(rows, texts))
        )

    def _prepare(self, rows: Sequence[Row], texts: Sequence[str]) -> list[tuple[Any, ...]]:
        """A fold: training rows, test rows and both in the basis of the training rows."""
        import numpy as np
        from sklearn.model_selection import GroupKFold

        groups = np.array([row.item for row in rows])
        split = GroupKFold(n_splits=min(FOLDS, len({row.item for row in rows})))
        folds = []
        for train, test in split.split(groups, groups=groups):
            features = _features(texts, train)
            for members in self.sets.values():
                features[members] -= features[members].mean(axis=0)
            basis = _basis(features[train])
            folds.append((train, test, features[train] @ basis, features[test] @ basis))
        return folds

    def credits(self, truth: Sequence[int]) -> list[float]:
        """Each row's credit: 1 where its tier is told, a share where tiers tie, else 0."""
        import numpy as np
        from sklearn.linear_model import LogisticRegression

        labels = np.array(truth)
        credits = np.zeros(len(truth))
        for train, test, seen, unseen in self._folds:
            model = LogisticRegression(
                C=10.0, fit_intercept=False, class_weight="balanced", tol=1e-3
            )
            model.fit(seen, labels[train])
            chances = np.zeros((len(test), self.tiers))
            chances[:, model.classes_] = model.predict_proba(unseen)
            best = chances >= chances.max(axis=1, keepdims=True) - TIE
            rows = np.arange(len(test))
            credits[test] = best[rows, labels[test]] / best.sum(axis=1)
        return [float(credit) for credit in credits]


def _features(texts: Sequence[str], train: Any) -> Any:
    """TF-IDF fitted on the training rows: word 1–2-grams and character 2–4-grams."""
    import numpy as np
    from sklearn.feature_extraction.text import TfidfVectorizer

    blocks = []
    for vectorizer in (
        TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"[^\W\d]+|\?|!"),
        TfidfVectorizer(sublinear_tf=True, ngram_range=(2, 4), analyzer="char_wb"),
    ):
        try:
            vectorizer.fit([texts[k] for k in train])
        except ValueError:  # no words at all: nothing to tell by
            continue
        blocks.append(vectorizer.transform(texts).toarray())
    return np.hstack(blocks) if blocks else np.zeros((len(texts), 1))


def _shared_words(rows: Sequence[Row], texts: Sequence[str]) -> list[str]:
    """The texts without words that only one learner was told, such as its name."""
    told: dict[str, set[str]] = defaultdict(set)
    for row, text in zip(rows, texts, strict=True):
        for word in _TOKEN.findall(text):
            told[word.lower()].add(row.learner)
    return [
        _TOKEN.sub(lambda word: word[0] if len(told[word[0].lower()]) > 1 else " ", text)
        for text in texts
    ]


def _basis(seen: Any) -> Any:
    """The directions in which the training rows differ; logistic regression needs no others."""
    import numpy as np

    values, vectors = np.linalg.eigh(seen @ seen.T)
    kept = np.flatnonzero(values > 1e-9)[::-1][:LONGEST_BASIS]
    if not len(kept):
        return np.zeros((seen.shape[1], 1))
    return seen.T @ (vectors[:, kept] / np.sqrt(values[kept]))


def _balanced(credits: Sequence[float], truth: Sequence[int]) -> float:
    groups: dict[int, list[float]] = defaultdict(list)
    for credit, tier in zip(credits, truth, strict=True):
        groups[tier].append(credit)
    return sum(sum(group) / len(group) for group in groups.values()) / len(groups)


def _permuted(told: _Told, truth: Sequence[int], seed: int, number: int) -> float:
    shuffled = list(truth)
    for together, members in sorted(told.sets.items()):
        tiers = [truth[k] for k in members]
        rng("permutation", seed, number, *together).shuffle(tiers)
        for member, tier in zip(members, tiers, strict=True):
            shuffled[member] = tier
    return _balanced(told.credits(shuffled), shuffled)


def _interval(
    rows: Sequence[Row], credits: Sequence[float], truth: Sequence[int], seed: int
) -> Interval:
    """The widest of the 95% bootstrap intervals that draw items, matched sets and, where learners
    occur in several sets, learners within tiers."""
    one = [0] * len(rows)
    draws = {
        "item": _drawn(credits, truth, [row.item for row in rows], one, seed, "item"),
        "matched set": _drawn(credits, truth, [str(r.together) for r in rows], one, seed, "set"),
    }
    if len({(row.learner, row.together) for row in rows}) > len({row.learner for row in rows}):
        who = [row.learner for row in rows]
        draws["learner"] = _drawn(credits, truth, who, truth, seed, "learner")
    widest = max(draws, key=lambda what: draws[what][1] - draws[what][0])
    low, high = draws[widest]
    return Interval(low, high, f"bootstrap, by {widest}")


def _drawn(
    credits: Sequence[float],
    truth: Sequence[int],
    clusters: Sequence[str],
    strata: Sequence[int],
    seed: int,
    what: str,
) -> tuple[float, float]:
    import numpy as np

    names = sorted(set(zip(strata, clusters, strict=True)))
    place = {name: k for k, name in enumerate(names)}
    tiers = max(truth) + 1
    sums, counts = np.zeros((len(names), tiers)), np.zeros((len(names), tiers))
    for credit, tier, stratum, cluster in zip(credits, truth, strata, clusters, strict=True):
        sums[place[stratum, cluster], tier] += credit
        counts[place[stratum, cluster], tier] += 1
    state = random_state("sensitivity", seed, what)
    weights = np.zeros((DRAWS, len(names)))
    for stratum in sorted(set(strata)):
        members = [place[name] for name in names if name[0] == stratum]
        share = [1 / len(members)] * len(members)
        weights[:, members] = state.multinomial(len(members), share, size=DRAWS)
    drawn = (weights @ sums) / np.maximum(weights @ counts, 1e-12)
    low, high = np.percentile(drawn.mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
