"""Likeness of words: what scikit-learn's own transform gives, without its cost."""

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from sandbox.maths.retrieval import retrieval

TEXTS = (
    "Adds the numerators and adds the denominators when adding fractions.",
    "Takes the smaller digit from the larger digit in every column.",
    "Treats a percentage as an amount.",
)


@pytest.mark.parametrize(
    "text",
    [
        "I add the tops and add the bottoms",
        "ten percent is ten",
        "x",
        "",
        "An ad\t in  Every colu, −15. (the 1/2\n) Percentages",
    ],
)
def test_likeness_is_the_mean_of_the_two_cosines(text):
    expected = [0.0] * len(TEXTS)
    for vectorizer in (
        TfidfVectorizer(ngram_range=(1, 2), stop_words="english"),
        TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5)),
    ):
        vectors = vectorizer.fit_transform(TEXTS)
        for k, cosine in enumerate(cosine_similarity(vectorizer.transform([text]), vectors)[0]):
            expected[k] += cosine / 2
    assert retrieval(TEXTS).likeness(text) == pytest.approx(expected)


def test_a_text_is_most_like_itself():
    likeness = retrieval(TEXTS).likeness(TEXTS[1])
    assert likeness[1] == pytest.approx(1)
    assert max(likeness[0], likeness[2]) < 0.5


def test_likeness_of_a_few_is_to_the_last_bit_that_of_all():
    text = "I subtract the smaller digit from the larger one, ten percent"
    every = retrieval(TEXTS).likeness(text)
    assert retrieval(TEXTS).likeness_of(TEXTS[2:0:-1], text) == every[2:0:-1]
    assert retrieval(TEXTS).likeness_of((), text) == ()
