"""Which of some fixed texts sound like a text: TF-IDF cosine over words and over letters.

Words alone and in pairs, English stop words left out; runs of three to five letters within words.
The likeness is the mean of the two cosines, 0 to 1. Knows texts only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

LONGEST = 2_000
"""Only the last this many characters of a text are compared."""


class Retrieval:
    """Fixed texts, ready to be compared with others.

    The vectors of both vectorizers stand side by side, so that a text is counted and compared once.
    `transform` would spend most of its time on checking its one row, so the row is made here.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        import numpy as np
        from scipy.sparse import hstack
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.texts = tuple(texts)
        self._places = {each: place for place, each in enumerate(self.texts)}
        words = TfidfVectorizer(ngram_range=(1, 2), stop_words="english")
        letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))
        self._vectors = hstack([each.fit_transform(self.texts) for each in (words, letters)], "csr")
        self._idf = np.concatenate([words.idf_, letters.idf_])
        self._letters_at = len(words.idf_)
        self._words_in = _Columns(words, 0)
        # no run of letters reaches over a space: each word is looked at once
        self._letters_in = lru_cache(maxsize=4096)(_Columns(letters, self._letters_at))
        self._gathered = lru_cache(maxsize=64)(self._gather)
        self._remembered = lru_cache(maxsize=256)(self._likeness)

    def likeness(self, text: str) -> tuple[float, ...]:
        """How much each of the texts is like this one, in their order."""
        return self._remembered(text[-LONGEST:], None)

    def likeness_of(self, texts: Sequence[str], text: str) -> tuple[float, ...]:
        """How much some of the texts are like this one."""
        return self._remembered(text[-LONGEST:], tuple([self._places[each] for each in texts]))

    def _likeness(self, text: str, places: tuple[int, ...] | None) -> tuple[float, ...]:
        import numpy as np

        if places == ():
            return ()
        row = self._row(text)
        if places is None:
            return tuple((self._vectors @ row).tolist())
        columns, weights, owners = self._gathered(places)
        return tuple(np.bincount(owners, weights * row[columns], minlength=len(places)).tolist())

    def _row(self, text: str) -> Any:
        """The text as a vector: of each vectorizer half a unit long, so that products with the
        texts' vectors are means of two cosines."""
        import numpy as np

        words = self._words_in(text)
        columns = np.concatenate([words, *map(self._letters_in, ("", *text.split()))])
        weights = self._idf[columns]
        row = np.zeros(len(self._idf))
        np.add.at(row, columns, weights)
        for part in (slice(len(words)), slice(len(words), None)):
            length = math.sqrt(row[columns[part]] @ weights[part])
            row[columns[part]] /= 2 * length or 1.0
        return row

    def _gather(self, places: tuple[int, ...]) -> tuple[Any, Any, Any]:
        """Of the entries of the vectors at a few places: column, weight, which of the places."""
        import numpy as np

        spans = [slice(*self._vectors.indptr[place : place + 2]) for place in places]
        columns = np.concatenate([self._vectors.indices[span] for span in spans])
        weights = np.concatenate([self._vectors.data[span] for span in spans])
        sizes = [span.stop - span.start for span in spans]
        return columns, weights, np.repeat(np.arange(len(places)), sizes)


class _Columns:
    """The column of each known gram of a text, as often as it stands there."""

    def __init__(self, vectorizer: Any, offset: int) -> None:
        self._analyse = vectorizer.build_analyzer()
        self._columns = {gram: int(k) + offset for gram, k in vectorizer.vocabulary_.items()}

    def __call__(self, text: str) -> Any:
        import numpy as np

        known = self._columns
        return np.array([known[gram] for gram in self._analyse(text) if gram in known], np.intp)


@lru_cache(maxsize=16)
def retrieval(texts: tuple[str, ...]) -> Retrieval:
    """The texts made ready, once for each set of texts."""
    return Retrieval(texts)
