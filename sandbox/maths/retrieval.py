"""Which of some fixed texts sound like a text: TF-IDF cosine over words and over letters.

Words alone and in pairs, English stop words left out; runs of three to five letters within words.
The likeness is the mean of the two cosines, 0 to 1. Knows texts only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

LONGEST = 2_000
"""Only the last this many characters of a text are compared."""
RUNS = (3, 5)
"""The lengths of the runs of letters, from and to."""


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
        letters = TfidfVectorizer(analyzer="char_wb", ngram_range=RUNS)
        self._vectors = hstack([each.fit_transform(self.texts) for each in (words, letters)], "csr")
        self._starts: list[int] = self._vectors.indptr.tolist()
        self._idf = np.concatenate([words.idf_, letters.idf_])
        self._parts = slice(len(words.idf_)), slice(len(words.idf_), None)
        self._words_in = _Columns(_words_and_pairs(words), words, 0)
        # no run of letters reaches over a space: each word is looked at once
        self._letters_in = lru_cache(maxsize=4096)(_Columns(_runs, letters, len(words.idf_)))
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
        entries, weights, owners = self._gathered(places)
        return tuple(np.bincount(owners, weights * row[entries], minlength=len(places)).tolist())

    def _row(self, text: str) -> Any:
        """The text as a vector: of each vectorizer half a unit long, so that products with the
        texts' vectors are means of two cosines."""
        import numpy as np

        letters = map(self._letters_in, text.lower().split())
        columns = np.frombuffer(b"".join([self._words_in(text), *letters]), np.intp)
        row = np.zeros(len(self._idf))
        np.add.at(row, columns, self._idf[columns])
        for part in self._parts:
            row[part] /= 2 * math.sqrt(np.square(row[part]).sum()) or 1.0
        return row

    def _gather(self, places: tuple[int, ...]) -> tuple[Any, Any, Any]:
        """Of the entries of the vectors at a few places: column, weight, which of the places."""
        import numpy as np

        spans = [slice(self._starts[place], self._starts[place + 1]) for place in places]
        columns = np.concatenate([self._vectors.indices[span] for span in spans])
        weights = np.concatenate([self._vectors.data[span] for span in spans])
        sizes = [span.stop - span.start for span in spans]
        return columns, weights, np.repeat(np.arange(len(places)), sizes)


class _Columns:
    """The column of each known gram of a text, as often as it stands there, as the bytes of an
    array: pieces are joined and counted without looking at each number."""

    def __init__(self, grams_of: Callable[[str], Iterable[str]], vectorizer: Any, at: int) -> None:
        self._grams_of = grams_of
        import numpy as np

        self._columns = {
            gram: np.intp(k + at).tobytes() for gram, k in vectorizer.vocabulary_.items()
        }

    def __call__(self, text: str) -> bytes:
        return b"".join(filter(None, map(self._columns.get, self._grams_of(text))))


def _words_and_pairs(vectorizer: Any) -> Callable[[str], Iterable[str]]:
    """What the vectorizer's own analyzer gives of a text, in less time."""
    tokens, dropped = vectorizer.build_tokenizer(), vectorizer.get_stop_words()

    def grams_of(text: str) -> list[str]:
        words = [word for word in tokens(text.lower()) if word not in dropped]
        return [*words, *map(" ".join, pairwise(words))]

    return grams_of


def _runs(word: str) -> list[str]:
    """The runs of letters of a word with a space at both ends, as the vectorizer counts them."""
    padded, (least, most) = f" {word} ", RUNS
    lengths = range(least, most + 1)
    return [padded[k : k + n] for n in lengths for k in range(len(padded) - n + 1)]


@lru_cache(maxsize=16)
def retrieval(texts: tuple[str, ...]) -> Retrieval:
    """The texts made ready, once for each set of texts."""
    return Retrieval(texts)
