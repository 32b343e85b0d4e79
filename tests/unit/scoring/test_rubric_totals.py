"""Totals reproduce the published arithmetic, and are never partial."""

import pytest
from pydantic import ValidationError

from sandbox.content.library import load
from sandbox.scoring.ratings import Rating, metric_of, scores_of, total_of

LIBRARY = load()
ADAPTIVITY = LIBRARY.rubric("adaptivity")
KEY_STEP = LIBRARY.rubric("key-step")

GEMINI = (88.0, 75.7, 73.3, 94.2, 83.3, 90.5, 8.5, 0.0, 95.0)
GEMINI_ERRORS = (5.3, 11.5, 7.0, 0.7, 4.8, 2.3, 6.3)
SIX = (
    "insight_identification", "operation_prescription", "operation_execution",
    "solution_scope_control", "brevity", "coherence",
)  # fmt: skip


def total(rubric, name, values):
    spec = next(each for each in rubric.totals if each.id == name)
    return total_of(rubric, spec, values)


def rating(criterion, value, rubric="adaptivity", rater="m", source="model", **more):
    reason = "" if value is not None else "unreadable"
    return Rating(session="s", rubric=rubric, criterion=criterion, rater=rater, source=source,
                  value=value, reason=reason, **more)  # fmt: skip


def test_published_item_means_give_the_published_adaptivity():
    values = {f"q{n}": mean / 100 for n, mean in enumerate(GEMINI, 1)}
    assert round(100 * total(ADAPTIVITY, "adaptivity", values).value, 1) == 67.6


def test_published_error_rates_give_the_published_quality():
    values = {f"q{n}": mean / 100 for n, mean in enumerate(GEMINI_ERRORS, 13)}
    assert round(100 * total(ADAPTIVITY, "quality", values).value, 1) == 94.6


def test_correctness_halves_question_12():
    values = {"q10": 1, "q11": 0, "q12": 1}
    assert total(ADAPTIVITY, "correctness", values).value == pytest.approx((1 + 0 + 0.5) / 3)


def test_harm_takes_points_away():
    values = dict.fromkeys((f"q{n}" for n in range(1, 10)), 1) | {"q2": -1}
    assert total(ADAPTIVITY, "adaptivity", values).value == pytest.approx(7 / 9)


def test_all_errors_give_quality_0_and_none_gives_1():
    errors = [f"q{n}" for n in range(13, 20)]
    assert total(ADAPTIVITY, "quality", dict.fromkeys(errors, 1)).value == 0
    assert total(ADAPTIVITY, "quality", dict.fromkeys(errors, 0)).value == 1


def test_key_step_total_is_the_plain_sum_and_the_weighted_one_ranks_apart():
    values = dict(zip(SIX, (1, 0, 1, 0, 1, 1), strict=True))
    assert total(KEY_STEP, "total", values).value == 4
    assert total(KEY_STEP, "weighted", values).value == pytest.approx(0.25 + 0.15 + 0.1 + 0.15)
    ones = dict.fromkeys(SIX, 1)
    assert total(KEY_STEP, "total", ones).value == 6
    assert total(KEY_STEP, "weighted", ones).value == pytest.approx(1)


def test_mean_of_totals_is_the_sum_of_the_six_means():
    replies = [(1, 1, 1, 0, 1, 1), (0, 1, 0, 1, 1, 0), (1, 1, 1, 1, 0, 1)]
    totals = [total(KEY_STEP, "total", dict(zip(SIX, r, strict=True))).value for r in replies]
    means = [sum(column) / 3 for column in zip(*replies, strict=True)]
    assert sum(totals) / 3 == pytest.approx(sum(means))


def test_missing_criterion_leaves_the_total_unscored_not_partial():
    values = dict.fromkeys(SIX, 1) | {"brevity": None}
    found = total(KEY_STEP, "total", values)
    assert (found.value, found.scored, found.of) == (None, 5, 6)
    assert found.reason == "no verdict on brevity"


def test_optional_criterion_is_in_no_total():
    ratings = [rating(name, 1, "key-step") for name in (*SIX, "adaptivity_alignment")]
    scores = {s.metric: s.value for s in scores_of(KEY_STEP, ratings)}
    assert scores[metric_of("key-step", "total")] == 6
    assert scores[metric_of("key-step", "adaptivity_alignment")] == 1


def test_exact_mathematics_has_the_last_word_where_it_can_read_the_reply():
    judge = [rating("q10", 0), rating("q11", 1), rating("q12", 2)]
    exact = [rating("q10", 1, rater="exact", source="exact"),
             rating("q12", None, rater="exact", source="exact")]  # fmt: skip
    scores = {s.metric: s for s in scores_of(ADAPTIVITY, judge, exact)}
    assert scores["rubric.adaptivity.q10"].value == 0, "the judge's own verdict stays on record"
    assert scores["rubric.adaptivity.correctness"].value == 1
    assert scores["rubric.adaptivity.correctness"].detail["settled_by"] == {"q10": "exact"}


def test_exact_answer_does_not_touch_what_a_judge_settles():
    judge = [rating(f"q{n}", 0) for n in range(13, 20)]
    exact = [rating("q13", 1, rater="exact", source="exact")]
    scores = {s.metric: s.value for s in scores_of(ADAPTIVITY, judge, exact)}
    assert scores["rubric.adaptivity.quality"] == 1


def test_rater_gets_no_total_it_was_not_asked_about():
    signals = [rating(f"q{n}", 1, rater="signals", source="signals") for n in range(1, 10)]
    metrics = {score.metric.rsplit(".", 1)[1] for score in scores_of(ADAPTIVITY, signals)}
    assert {"adaptivity", "cognitive", "motivational", "complexity"} <= metrics
    assert not {"correctness", "quality"} & metrics


def test_every_score_names_rater_source_and_prompt():
    ratings = [rating(name, 1, "key-step", prompt="abc") for name in SIX]
    for score in scores_of(KEY_STEP, ratings):
        assert score.scorer == score.detail["rater"] == "m"
        assert (score.detail["source"], score.detail["prompt"]) == ("model", "abc")


def test_rating_has_a_value_or_a_reason_never_both_or_none():
    with pytest.raises(ValidationError):
        Rating.model_validate({**rating("q1", 1).model_dump(), "reason": "yet"})
    with pytest.raises(ValidationError):
        Rating.model_validate({**rating("q1", 1).model_dump(), "value": None})
