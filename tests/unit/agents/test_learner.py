"""How kinds of teaching events move a learner: orders and bounds, not single numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.learner import Event, EventKind, LearnerState, moved, recorded
from sandbox.content.library import load

SETTINGS = load().preset("ideal").settings
KINDS: tuple[EventKind, ...] = (
    "contradiction", "right-answer", "solution", "case", "conflict", "explanation", "praise",
    "success",
)  # fmt: skip
TELLING: tuple[EventKind, ...] = ("contradiction", "right-answer", "solution", "praise")


def start(**more: float) -> LearnerState:
    return LearnerState(
        beliefs={"b": 1.0, "other": 1.0}, **{"confidence": 0.5, "attitude": 0.5, **more}
    )


def after(*turns: Sequence[EventKind], state: LearnerState | None = None) -> LearnerState:
    state = state or start()
    for kinds in turns:
        state = moved(state, [Event(kind, "b") for kind in kinds], SETTINGS)
    return state


@pytest.mark.parametrize("telling", [("contradiction",), ("right-answer",), TELLING])
@pytest.mark.parametrize("times", [1, 10, 100])
def test_telling_alone_never_removes_a_belief(telling: Sequence[EventKind], times: int) -> None:
    assert after(*[telling] * times).holds("b")


def test_events_are_ordered_as_theory_orders_them() -> None:
    lost = {kind: 1 - after([kind]).beliefs["b"] for kind in KINDS}
    assert lost["praise"] == lost["success"] == 0
    assert 0 < lost["contradiction"] < lost["right-answer"] < lost["solution"] < lost["conflict"]
    assert lost["case"] < lost["conflict"] < lost["explanation"]


def test_one_explanation_weakens_but_does_not_remove() -> None:
    assert 0.5 < after(["explanation"]).beliefs["b"] < 1.0


def test_an_explanation_does_more_once_the_rule_was_seen_to_fail() -> None:
    content = 1 - after(["explanation"]).beliefs["b"]
    shaken = after(["case"], ["conflict"])
    assert shaken.beliefs["b"] - after(["explanation"], state=shaken).beliefs["b"] > content


@pytest.mark.parametrize(
    ("turns", "removed_at"),
    [
        ([["case"], ["conflict"], ["explanation"], ["explanation"]], 3),
        ([["case"], ["conflict", "explanation"], ["explanation"]], 3),
    ],
)
def test_case_conflict_and_explanation_remove_a_belief_in_three_to_five_turns(
    turns: list[list[EventKind]], removed_at: int
) -> None:
    held = [after(*turns[:count]).holds("b") for count in range(1, len(turns) + 1)]
    assert held.index(False) + 1 == removed_at


def test_only_the_belief_that_an_event_bears_on_moves() -> None:
    assert after(["case"], ["conflict", "explanation"], ["explanation"]).beliefs["other"] == 1.0


def test_praise_moves_confidence_and_attitude_only() -> None:
    praised = after(["praise"])
    assert praised.beliefs == start().beliefs
    assert praised.mastery == 0
    assert praised.confidence > 0.5
    assert praised.attitude > 0.5


def test_being_contradicted_costs_confidence() -> None:
    assert after(["contradiction"]).confidence < 0.5


def test_success_settles_a_belief_given_up_and_leaves_a_held_one() -> None:
    given_up = LearnerState(beliefs={"b": 0.4}, confidence=0.5, attitude=0.5)
    assert after(["success"], state=given_up).beliefs["b"] < 0.4
    assert after(["success"]).beliefs["b"] == 1.0
    assert after(["success"]).mastery > 0


@given(st.lists(st.lists(st.sampled_from(KINDS), max_size=4), max_size=20))
def test_strengths_only_fall_within_bounds_and_a_turn_takes_no_more_than_its_most(
    turns: list[list[EventKind]],
) -> None:
    state = start()
    for kinds in turns:
        following = after(kinds, state=state)
        lost = state.beliefs["b"] - following.beliefs["b"]
        assert -1e-9 <= lost <= SETTINGS.most_per_turn.value + 1e-9
        for number in (*following.beliefs.values(), following.confidence, following.attitude,
                       following.mastery):  # fmt: skip
            assert 0 <= number <= 1
        state = following


@given(st.lists(st.lists(st.sampled_from(KINDS), max_size=4), max_size=8))
def test_a_state_comes_back_from_its_record(turns: list[list[EventKind]]) -> None:
    state = after(*turns)
    back = recorded(state.record())
    assert back is not None
    assert back.record() == state.record()
    assert after(["explanation"], state=back) == after(["explanation"], state=state)


def test_a_turn_of_a_person_holds_no_state() -> None:
    assert recorded({}) is None
    assert recorded({"beliefs": "no"}) is None


def test_every_number_says_what_it_rests_on() -> None:
    library = load()
    assert {"ideal", "human-like"} <= set(library.presets)
    for preset in library.presets.values():
        for name in type(preset.settings).model_fields:
            assert len(getattr(preset.settings, name).source) > 5
