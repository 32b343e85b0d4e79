"""Which of some fixed texts sound like a text: TF-IDF cosine over words and over letters.

Words alone and in pairs, English stop words left out; runs of three to five letters within words.
The likeness is the mean of the two cosines, 0 to 1. Knows texts only.
"""

from __future__ import annotations

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
        self._parts: list[tuple[Any, Any]] = []
        for vectorizer in (
            TfidfVectorizer(ngram_range=(1, 2), stop_words="english"),
            TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5)),
        ):
            self._parts.append((vectorizer, vectorizer.fit_transform(self.texts)))

    def likeness(self, text: str) -> list[float]:
        """How much each of the texts is like this one, in their order."""
        return list(self._likeness(text[-LONGEST:]))

    @lru_cache(maxsize=2048)  # noqa: B019 - lives as long as the process, like its owner
    def _likeness(self, text: str) -> tuple[float, ...]:
        cosines = [
            matrix @ vectorizer.transform([text]).toarray().ravel()
            for vectorizer, matrix in self._parts
        ]
        return tuple(float(value) for value in sum(cosines) / len(cosines))


@lru_cache(maxsize=16)
def retrieval(texts: tuple[str, ...]) -> Retrieval:
    """The texts made ready, once for each set of texts."""
    return Retrieval(texts)
