import random

import pytest

from sandbox.scoring.sensitivity import Row, own_words, profile_sensitivity

TIERS = ("high", "intermediate", "low")
LOOK = ["Let us look at it together.", "Talk me through it.", "Where did you start?", "Draw it."]
ASK = ["What would half of each be?", "Which piece is bigger?", "Try a smaller one first."]
CALM = ["No rush, you can do this.", "Small steps are fine.", "You are getting better at this."]


def run_of(said, items=3, learners=30):
    """One row a learner and item; `said` writes the tutor's words."""
    chance = random.Random(5)
    return [
        Row(f"item {i}", f"{tier} {k}", tier, said(tier, i, f"{tier} {k}", chance))
        for tier in TIERS
        for k in range(learners)
        for i in range(items)
    ]


def same_to_all(tier, item, learner, chance):
    return (f"Question {item}: {LOOK[item % 4]}", ASK[item % 3])


def any_wording(tier, item, learner, chance):
    return (chance.choice(LOOK), chance.choice(ASK))


def fitted(tier, item, learner, chance):
    extra = {"low": chance.choice(CALM), "high": "Now prove that it always works."}
    return (chance.choice(LOOK), chance.choice(ASK), extra.get(tier, "Carry on like that."))


def test_the_same_words_to_everybody_sit_exactly_at_chance():
    found = profile_sensitivity(run_of(same_to_all))
    assert found.accuracy == pytest.approx(1 / 3)
    assert found.interval.low >= 1 / 3 - 0.05
    assert found.interval.high <= 1 / 3 + 0.05
    assert found.learners == 90


def test_one_learner_an_item_and_tier_is_enough_to_sit_at_chance():
    rows = [
        Row(f"item {k}", f"{tier} {k}", tier, same_to_all(tier, k, "", None))
        for tier in TIERS
        for k in range(30)
    ]
    assert profile_sensitivity(rows).interval.holds(1 / 3)


def test_wording_by_chance_is_not_told_above_chance():
    found = profile_sensitivity(run_of(any_wording))
    assert found.interval.holds(1 / 3)
    assert found.p_value > 0.05
    assert found.permuted == pytest.approx(1 / 3, abs=0.03)


def test_words_fitted_to_the_tier_are_told_far_above_chance():
    found = profile_sensitivity(run_of(fitted))
    assert found.accuracy > 0.9
    assert found.interval.low > 0.85
    assert found.p_value < 0.05


def test_a_tier_that_is_told_in_quotes_only_is_not_told():
    def quoting(tier, item, learner, chance):
        return (f'You said "I am a {tier} learner". {LOOK[item]}',)

    assert profile_sensitivity(run_of(quoting)).accuracy == pytest.approx(1 / 3)


def test_what_the_student_said_is_not_told_when_repeated():
    rows = [
        Row(row.item, row.learner, row.tier, (f"So {heard} Where next?",), (heard,))
        for row in run_of(same_to_all)
        for heard in [f"I am in the {row.tier} group at school."]
    ]
    assert profile_sensitivity(rows).accuracy == pytest.approx(1 / 3)


def test_a_learners_name_gives_no_tier_away():
    def naming(tier, item, learner, chance):
        name = "".join(random.Random(learner).choices("abcdefghijklmnopqrstuvwxyz", k=6))
        return (f"Hello {name}! {LOOK[item % 4]}",)

    assert profile_sensitivity(run_of(naming)).interval.low < 0.4


def test_items_not_met_by_every_tier_are_left_out_and_counted():
    rows = [*run_of(fitted), Row("odd", "low 1", "low", ("Hello.",))]
    found = profile_sensitivity(rows)
    assert (found.rows, found.of) == (270, 271)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no rows"),
        ([Row("i", "a", "low", ("x",)), Row("j", "a", "low", ("x",))], "one tier"),
        ([Row("i", t, t, ("x",)) for t in TIERS], "fewer than two items"),
    ],
)
def test_too_little_to_tell_is_unscored_with_the_reason(rows, reason):
    found = profile_sensitivity(rows)
    assert found.accuracy is None
    assert reason in found.reason


def test_the_order_of_rows_changes_nothing():
    rows = run_of(any_wording, items=2, learners=8)
    shuffled = list(rows)
    random.Random(1).shuffle(shuffled)
    assert profile_sensitivity(rows) == profile_sensitivity(shuffled)


def test_names_of_tiers_and_learners_change_no_figure():
    rows = run_of(fitted, items=2, learners=8)
    swap = {"high": "z", "intermediate": "a", "low": "m"}
    renamed = [Row(r.item, "x" + r.learner, swap[r.tier], r.texts) for r in rows]
    one, other = profile_sensitivity(rows), profile_sensitivity(renamed)
    assert one.accuracy == pytest.approx(other.accuracy)


def test_silence_everywhere_sits_at_chance():
    rows = [Row(r.item, r.learner, r.tier, ("",)) for r in run_of(same_to_all)]
    assert profile_sensitivity(rows).accuracy == pytest.approx(1 / 3)


def test_own_words_drop_quotes_and_long_repeats_only():
    heard = ["I think you add the tops and then the bottoms."]
    said = "You wrote “4/6”. You add the tops and then draw it. Don't stop, it's fine."
    kept = own_words(said, heard)
    assert "4/6" not in kept
    assert "tops" not in kept
    assert "draw it. Don't stop, it's fine." in kept
