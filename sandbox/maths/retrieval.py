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
        self._places = {each: place for place, each in enumerate(self.texts)}
        words = TfidfVectorizer(ngram_range=(1, 2), stop_words="english")
        letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))
        self._parts = (_Part(words, self.texts), _ByWord(letters, self.texts))
        self._remembered = lru_cache(maxsize=256)(self._likeness)

    def likeness(self, text: str) -> tuple[float, ...]:
        """How much each of the texts is like this one, in their order."""
        return self._remembered(text[-LONGEST:], None)

    def likeness_of(self, texts: Sequence[str], text: str) -> tuple[float, ...]:
        """How much some of the texts are like this one."""
        return self._remembered(text[-LONGEST:], tuple(self._places[each] for each in texts))

    def _likeness(self, text: str, places: tuple[int, ...] | None) -> tuple[float, ...]:
        if places == ():
            return ()
        cosines = sum(part.cosines(text, places) for part in self._parts) / len(self._parts)
        return tuple(cosines.tolist())


class _Part:
    """One vectorizer with the texts' vectors.

    `transform` would spend most of its time on checking its one row, so the row is made here.
    """

    def __init__(self, vectorizer: Any, texts: Sequence[str]) -> None:
        import numpy as np

        self._vectors = vectorizer.fit_transform(texts)
        self._analyse = vectorizer.build_analyzer()
        self._columns: dict[str, int] = vectorizer.vocabulary_
        self._idf = vectorizer.idf_
        starts = self._vectors.indptr
        self._sizes = np.diff(starts)
        self._held = np.split(self._vectors.indices, starts[1:-1])
        self._weights = np.split(self._vectors.data, starts[1:-1])
        self._gathered = lru_cache(maxsize=64)(self._gather)

    def cosines(self, text: str, places: tuple[int, ...] | None) -> Any:
        """The cosines with the texts at these places, or with all of them."""
        import numpy as np

        row = np.bincount(self._columns_of(text), minlength=len(self._idf)) * self._idf
        length = float(np.linalg.norm(row)) or 1.0
        return self._vectors @ (row / length) if places is None else self._few(row, length, places)

    def _few(self, row: Any, length: float, places: tuple[int, ...]) -> Any:
        """What `self._vectors @ (row / length)` gives at a few places, to the last bit."""
        import numpy as np

        columns, weights, owners = self._gathered(places)
        # only the columns that count are divided
        return np.bincount(owners, weights * (row[columns] / length), minlength=len(places))

    def _gather(self, places: tuple[int, ...]) -> tuple[Any, Any, Any]:
        """Of the entries of the vectors at a few places: column, weight, which of the places."""
        import numpy as np

        columns = np.concatenate([self._held[place] for place in places])
        weights = np.concatenate([self._weights[place] for place in places])
        return columns, weights, np.repeat(np.arange(len(places)), self._sizes[list(places)])

    def _columns_of(self, text: str) -> Any:
        """The column of each known gram of a text, as often as it stands there."""
        import numpy as np

        found = (self._columns.get(gram) for gram in self._analyse(text))
        return np.array([column for column in found if column is not None], dtype=np.intp)


class _ByWord(_Part):
    """A vectorizer none of whose grams reaches over a space: each word is analysed once."""

    def __init__(self, vectorizer: Any, texts: Sequence[str]) -> None:
        super().__init__(vectorizer, texts)
        self._columns_of_word = lru_cache(maxsize=4096)(super()._columns_of)

    def _columns_of(self, text: str) -> Any:
        import numpy as np

        return np.concatenate([self._columns_of_word(word) for word in ("", *text.split())])


@lru_cache(maxsize=16)
def retrieval(texts: tuple[str, ...]) -> Retrieval:
    """The texts made ready, once for each set of texts."""
    return Retrieval(texts)
