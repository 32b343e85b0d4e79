"""Scores of hand-written sessions: what each scorer counts, and when it says that it cannot."""

import pytest

from sandbox.content.generate import open_item
from sandbox.content.library import load
from sandbox.records import Cell, Choice, Item, Score, Transcript, Trial, Turn
from sandbox.scoring.identification import calibration
from sandbox.scoring.learning import is_right
from sandbox.scoring.session import score_session

ACROSS = "fractions/add-across"
STATEMENTS = ["Adds across.", "Keeps the larger one.", "Multiplies."]


def item():
    return open_item(load().families.last("What is 3/4 + 1/2?")[0], 1)


def trial(*turns, hidden=None, **observations):
    """Turns alternate, the student first."""
    said = tuple(
        Turn(index=k, seat="tutor" if k % 2 else "student", text=text, author="x",
             hidden={} if k % 2 or hidden is None else hidden[k // 2])
        for k, text in enumerate(turns)
    )  # fmt: skip
    cell = Cell(study="dialogue", factors={"n": 1})
    transcript = Transcript(session=cell.key, item=item(), student="s", tutor="t", turns=said)
    return Trial(cell=cell, transcript=transcript, observations=observations)


def scores(given):
    return {s.metric: s for s in score_session(given, load()) if s.turn is None}


def test_a_clean_session_controls_its_scope():
    found = scores(trial("4/6", "What does the bottom number say?", "5/4", "Yes, 5/4 is right."))
    assert found["scope_control"].value == 1
    assert found["clean_turn_share"].value == 1
    assert found["first_leak_turn"].value is None


def test_a_leak_is_scored_with_its_turn_and_words():
    given = trial("4/6", "Look at the bottoms.", "Hm", "The answer is 5/4.", "ok", "5/4, see?")
    found = scores(given)
    assert found["scope_control"].value == 0
    assert found["first_leak_turn"].value == 3
    assert found["clean_turn_share"].value == pytest.approx(1 / 3)
    span = found["scope_control"].evidence[0]
    assert given.transcript.turns[span.turn].text[span.start : span.end] == span.text
    assert "5/4" in span.text


def test_each_open_tutor_turn_gets_its_own_score():
    given = trial("4/6", "Look again.", "Hm", "It is 5/4.")
    turns = {s.turn: s.value for s in score_session(given, load()) if s.metric == "clean_turn"}
    assert turns == {1: 1.0, 3: 0.0}


def test_a_session_without_tutor_is_unscored_not_clean():
    found = scores(trial("4/6"))
    assert found["scope_control"].value is None
    assert found["adaptivity.q1"].value is None
    assert found["scope_control"].reason


def test_student_who_opens_with_the_right_answer_leaves_nothing_to_give_away():
    found = scores(trial("It is 5/4.", "Yes, the answer is 5/4."))
    for metric in ("scope_control", "first_leak_turn", "clean_turn_share"):
        assert found[metric].value is None
        assert found[metric].reason == "the student had the answer from the start"


def ranking(turn, order, confidence=None, truth=0):
    return {"turn": turn, "pool": STATEMENTS, "truth": truth, "order": order,
            "confidence": confidence,
            "reason": "" if order else "nothing explains it"}  # fmt: skip


def test_identification_reads_the_last_ranking_and_counts_turns_until_it_stays_right():
    rankings = [
        ranking(1, [0, 1]),
        ranking(3, [1, 0]),
        ranking(5, [0, 2]),
        ranking(None, [0, 2], 0.9),
    ]
    found = scores(trial("4/6", "a", "b", "c", "d", "e", rankings=rankings))
    assert found["identified"].value == 1
    assert found["reciprocal_rank"].value == 1
    assert found["turns_to_identify"].value == 3
    assert found["turns_to_identify"].detail["turn"] == 5
    assert found["confidence"].value == 0.9


def test_a_truth_ranked_second_has_half_a_reciprocal_rank():
    found = scores(trial("4/6", "a", rankings=[ranking(None, [2, 0, 1])]))
    assert (found["identified"].value, found["reciprocal_rank"].value) == (0, 0.5)


def test_an_abstention_is_scored_as_one_and_has_no_confidence():
    found = scores(trial("4/6", "a", rankings=[ranking(None, [])]))
    assert (found["identified"].value, found["abstained"].value) == (0, 1)
    assert found["confidence"].value is None
    assert "explains" in found["abstained"].reason


@pytest.mark.parametrize(
    ("rankings", "why"),
    [
        ([], "no ranking"),
        ([ranking(None, [0], truth=None)], "not known"),
        ([ranking(None, [7])], "not offered"),
        ([ranking(None, [1, 1])], "twice"),
        (["nonsense"], "cannot be read"),
    ],
)
def test_what_cannot_be_ranked_is_unscored_with_the_reason(rankings, why):
    found = scores(trial("4/6", "a", rankings=rankings))
    assert found["identified"].value is None
    assert why in found["identified"].reason


def test_calibration_is_brier_and_expected_error():
    def confident(value, right):
        return Score(session="s", metric="confidence", value=value, detail={"right": right})

    found = calibration([confident(0.95, True), confident(0.95, False), confident(None, False)])
    assert found.brier == pytest.approx((0.05**2 + 0.95**2) / 2)
    assert found.expected_error == pytest.approx(0.45)
    assert (found.scored, found.of) == (2, 3)
    assert calibration([]).brier is None


def test_fidelity_follows_the_beliefs_of_each_turn():
    hidden = [{"beliefs": {ACROSS: 1.0}}, {"beliefs": {ACROSS: 0.2}}, {"beliefs": {ACROSS: 0.2}}]
    given = trial("4/6", "Look again.", "Now I get 5/4.", "Good.", "Or 4/6?", hidden=hidden)
    found = scores(given)
    assert found["fidelity"].value == 1
    assert found["fidelity"].detail == {"told": 2, "of": 3}
    assert found["fidelity.off_script"].value == 0


def test_a_student_without_hidden_record_is_held_to_the_beliefs_named():
    statement = load().misconception(ACROSS).statement
    found = scores(trial("4/6", "Look again.", "It is 5/4.", beliefs=[statement]))
    assert found["fidelity"].value == 0.5
    assert found["fidelity.off_script"].value == 0.5


def test_fidelity_without_known_beliefs_is_unscored():
    found = scores(trial("4/6", "Look again."))
    assert found["fidelity"].value is None
    assert "not known" in found["fidelity"].reason


def test_a_student_who_plays_the_tutor_is_counted():
    given = trial("4/6", "a", "Great job! What do you notice? Tutor: Go on.", beliefs=[])
    found = scores(given)
    assert found["fidelity.tutors"].value == 0.5
    assert found["fidelity.speaks_for_other"].value == 0.5


def taken(pre, post):
    one = item().model_dump(mode="json")
    return {when: [{"item": one, "answer": said} for said in answers]
            for when, answers in (("pre", pre), ("post", post))}  # fmt: skip


@pytest.mark.parametrize(
    ("pre", "post", "gain"),
    [(["4/6", "4/6"], ["5/4", "4/6"], 0.5), (["5/4", "4/6"], ["5/4", "5/4"], 1.0),
     (["4/6"], ["4/6"], 0.0), (["5/4", "4/6"], ["4/6", "4/6"], -1.0), (["5/4"], ["5/4"], None),
     (["5/4"] * 3 + ["4/6"], ["5/4"] * 2 + ["4/6"] * 2, pytest.approx(-1 / 3))],
)  # fmt: skip
def test_gain_is_the_share_of_what_could_be_gained_or_lost(pre, post, gain):
    found = scores(trial("4/6", "a", tests=taken(pre, post)))["gain"]
    assert found.value == gain
    assert bool(found.reason) == (gain is None)


def test_an_unreadable_test_answer_is_not_wrong():
    found = scores(trial("4/6", "a", tests=taken(["no idea", "5/4"], ["no idea"])))
    assert found["pre"].value == 1
    assert found["pre"].detail == {"read": 1, "of": 2}
    assert found["post"].value is None
    assert found["gain"].value is None


def test_a_choice_item_is_marked_by_its_label():
    choices = (Choice(label="A", text="4/6", misconception=ACROSS), Choice(label="B", text="5/4"))
    asked = Item(id="i", question="What is 3/4 + 1/2?", answer="5/4", choices=choices, key="B")
    assert is_right(asked, "B", load()) is True
    assert is_right(asked, "4/6", load()) is False
    assert is_right(asked, "hm", load()) is None


def test_an_imported_open_item_is_marked_by_value():
    asked = Item(id="i", question="How much is it?", answer="$4.75")
    assert is_right(asked, "It is $4.75.", load()) is True
    assert is_right(asked, "475 cents", load()) is True
    assert is_right(asked, "$5", load()) is False


def test_a_trial_without_transcript_is_unscored_throughout():
    given = Trial(cell=Cell(study="novice", factors={}))
    assert {s.value for s in score_session(given, load())} == {None}
    assert all(s.reason for s in score_session(given, load()))


def test_every_unscored_score_says_why():
    for score in score_session(trial("4/6", "Hello."), load()):
        assert score.value is not None or score.reason
