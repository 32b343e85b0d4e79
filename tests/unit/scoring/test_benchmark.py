"""Scorers against human labels: the figures by hand, the folds, the parts. All records are ours."""

import pytest

from sandbox.content.importers.mrbench import LABELS, Conversation, Reply
from sandbox.reports.benchmark import detection_tables
from sandbox.scoring.benchmark import detection_figures, detections, positive_labels, tfidf_labels
from sandbox.scoring.moves import guidance_given, is_about, mistake_noticed

RIGHT = LABELS["revealing_of_the_answer"][0]
TALK = (("tutor", "Ana has 3 bags of 4 nuts. How many nuts?"), ("student", "3 + 4 = 7, so 7 nuts."))


def labelled(text, revealing="no", noticed="yes", guided="yes", tutor="A"):
    labels = {
        "revealing_of_the_answer": revealing,
        "mistake_identification": noticed,
        "providing_guidance": guided,
    }
    return Reply(tutor, text, labels)


def conversation(name, *replies, answer="12"):
    return Conversation(
        name, TALK, "Ana has 3 bags of 4 nuts. How many nuts?", answer, answer, "", replies
    )


BENCH = [
    conversation(
        f"c{k}",
        labelled("So she has 12 nuts in all.", RIGHT, "no", "no"),
        labelled("Look at the bags again: what does each of the 3 bags hold?"),
        labelled("Great job! Let's move on.", "no", "no", "no"),
        answer="12" if k % 2 else "",
    )
    for k in range(10)
]


def test_figures_by_hand():
    flags = [
        ("a", True, True),
        ("a", True, False),
        ("b", False, True),
        ("b", True, True),
        ("c", False, True),
    ]
    found = detection_figures(flags)
    assert found.precision.mean == pytest.approx(2 / 4)
    assert found.recall.mean == pytest.approx(2 / 3)
    assert found.f1.mean == pytest.approx(4 / 7)
    assert found.balanced.mean == pytest.approx((2 / 3 + 0 / 2) / 2)
    for figure in (found.f1, found.balanced):
        assert figure.interval.low <= figure.mean <= figure.interval.high
        assert figure.clusters == 3


def test_saying_yes_to_everything_is_half_right_of_two_classes_however_unequal():
    flags = [(f"c{k // 10}", k % 10 > 0, True) for k in range(100)]
    found = detection_figures(flags)
    assert found.f1.mean == pytest.approx(18 / 19)
    assert (found.balanced.mean, found.balanced.interval) == (0.5, None)


def test_figures_without_a_divisor_have_no_value():
    found = detection_figures([("a", False, False)])
    assert {each.mean for each in (found.precision, found.recall, found.f1, found.balanced)} == {
        None
    }
    assert found.precision.reason == "nothing was found"
    assert found.recall.reason == "there is nothing to find"
    assert found.balanced.reason == "all replies are of one class"


def test_interval_is_of_conversations_not_of_replies():
    flags = [(f"c{k // 20}", True, k // 20 % 2 == 0) for k in range(120)]
    alone = [(f"c{k}", is_true, found) for k, (_, is_true, found) in enumerate(flags)]
    wide, narrow = (
        detection_figures(flags).recall.interval,
        detection_figures(alone).recall.interval,
    )
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_exact_and_lenient_readings():
    assert positive_labels("providing_guidance", "exact") == {"yes"}
    assert positive_labels("providing_guidance", "lenient") == {"yes", "to some extent"}
    assert positive_labels("revealing_of_the_answer", "exact") == {RIGHT}
    assert "yes (but the answer is incorrect)" in positive_labels(
        "revealing_of_the_answer", "lenient"
    )


def held(**wanted):
    (found,) = [d for d in detections(BENCH) if all(getattr(d, k) == v for k, v in wanted.items())]
    return found


def test_scorers_are_compared_on_all_keyed_and_unkeyed_conversations():
    keyed = held(
        dimension="revealing_of_the_answer", scorer="leak detector", part="keyed", reading="exact"
    )
    assert (keyed.n, keyed.clusters, keyed.positives, keyed.f1.mean) == (15, 5, 5, 1)
    whole = held(
        dimension="revealing_of_the_answer", scorer="leak detector", part="all", reading="exact"
    )
    assert (whole.n, whole.positives) == (30, 10)
    always = held(dimension="mistake_identification", scorer="always", part="all", reading="exact")
    assert (always.recall.mean, round(always.precision.mean, 3)) == (1, 0.333)


def test_last_number_rule_is_shown_only_where_there_is_a_key():
    parts = {d.part for d in detections(BENCH) if d.scorer == "last number"}
    assert parts == {"keyed"}
    rule = held(
        dimension="revealing_of_the_answer", scorer="last number", part="keyed", reading="exact"
    )
    assert rule.f1.mean == 1


def test_file_without_a_dimension_gets_no_table_of_it():
    plain = [conversation("c", Reply("A", "Hm?", {"mistake_identification": "no"}), answer="")]
    assert {d.dimension for d in detections(plain)} == {"mistake_identification"}
    assert [table.name for table in detection_tables(detections(plain))] == [
        "mrbench-mistake_identification"
    ]


def test_classifier_never_sees_the_conversation_it_labels():
    # each conversation has a word of its own that decides its labels: held out, it cannot be learnt
    texts = [f"word{k} word{k}" for k in range(10) for _ in range(4)]
    labels = ["yes" if k % 2 else "no" for k in range(10) for _ in range(4)]
    clusters = [f"c{k}" for k in range(10) for _ in range(4)]
    given = tfidf_labels(texts, labels, clusters)
    assert sum(a == b for a, b in zip(given, labels, strict=True)) <= 24
    assert tfidf_labels(texts[:8], labels[:8], clusters[:8]) == []


@pytest.mark.parametrize(
    ("reply", "noticed"),
    [
        ("Not quite, look at the bags.", "yes"),
        ("I think you mixed up two things there.", "yes"),
        ("But how many nuts are in each bag?", "yes"),
        ("Well done!", "no"),
        ("That's right, 7 nuts. Next question.", "no"),
        ("Now draw the nuts in the bags.", "no"),
        ("Photosynthesis turns sunlight, water and carbon dioxide into sugar for plants.", "no"),
    ],
)
def test_noticing_a_mistake_is_told_from_words(reply, noticed):
    assert mistake_noticed(TALK, reply)[0] == noticed


@pytest.mark.parametrize(
    ("reply", "guided"),
    [
        ("Not quite: what do 3 bags of 4 nuts make together?", "yes"),
        ("Try again.", "no"),
        ("That's not right. 3 bags of 4 nuts.", "to some extent"),
        ("Great job!", "no"),
        ("Photosynthesis turns sunlight, water and carbon dioxide into sugar for plants.", "no"),
    ],
)
def test_guidance_is_told_from_words(reply, guided):
    assert guidance_given(TALK, reply)[0] == guided


def test_short_reply_is_about_the_talk_whatever_its_words():
    assert is_about(TALK, "Hm, sure?")
    assert not is_about(TALK, "Photosynthesis turns sunlight into sugar for plants.")
