"""Which of some fixed texts sound like a text: TF-IDF cosine over words and over letters.

Words alone and in pairs, English stop words left out; runs of three to five letters within words.
The likeness is the mean of the two cosines, 0 to 1. Knows texts only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

LONGEST = 2_000
"""Only the last this many characters of a text are compared."""


class Retrieval:
    """Fixed texts, ready to be compared with others."""

    def __init__(self, texts: Sequence[str]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.texts = tuple(texts)
        self._parts = (
            _Part(TfidfVectorizer(ngram_range=(1, 2), stop_words="english"), self.texts),
            _Part(TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5)), self.texts),
        )
        self._remembered = lru_cache(maxsize=2048)(self._likeness)

    def likeness(self, text: str) -> tuple[float, ...]:
        """How much each of the texts is like this one, in their order."""
        return self._remembered(text[-LONGEST:])

    def _likeness(self, text: str) -> tuple[float, ...]:
        return tuple(float(v) for v in sum(part.cosines(text) for part in self._parts) / 2)


class _Part:
    """One vectorizer with the texts' vectors.

    `transform` would spend most of its time on checking its one row, so the row is made here.
    """

    def __init__(self, vectorizer: Any, texts: Sequence[str]) -> None:
        self._vectors = vectorizer.fit_transform(texts)
        self._analyse = vectorizer.build_analyzer()
        self._columns: dict[str, int] = vectorizer.vocabulary_
        self._idf = vectorizer.idf_

    def cosines(self, text: str) -> Any:
        import numpy as np

        row = np.zeros(self._vectors.shape[1])
        for gram, count in Counter(self._analyse(text)).items():
            column = self._columns.get(gram)
            if column is not None:
                row[column] = count * self._idf[column]
        length = np.linalg.norm(row)
        return self._vectors @ (row / length) if length else self._vectors @ row


@lru_cache(maxsize=16)
def retrieval(texts: tuple[str, ...]) -> Retrieval:
    """The texts made ready, once for each set of texts."""
    return Retrieval(texts)
