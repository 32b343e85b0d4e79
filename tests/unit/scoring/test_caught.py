"""The rates of what grounding and guard have caught, from the counts in the turns."""

from sandbox.content.generate import open_item
from sandbox.content.library import load
from sandbox.records import Cell, Transcript, Trial, Turn
from sandbox.scoring.caught import score_caught

SAID = {"drafts": 1, "fell_back": False, "caught": {}, "unsaid": []}
AGAIN = {"drafts": 2, "fell_back": False, "caught": {"solves": 1}, "unsaid": [["5/4", ["solves"]]]}
FELL = {"drafts": 3, "fell_back": True, "caught": {"solves": 2, "tutors": 1}, "unsaid": []}


def rates(*turns):
    """Turns alternate, the student first: (text, counts)."""
    item = open_item(load().families.last("What is 3/4 + 1/2?")[0], 1)
    keys = ("grounded", "guarded")
    said = tuple(
        Turn(index=k, seat="tutor" if k % 2 else "student", text=text, author="x",
             hidden={keys[k % 2]: counts} if counts else {})
        for k, (text, counts) in enumerate(turns)
    )  # fmt: skip
    cell = Cell(study="dialogue", factors={"n": 1})
    transcript = Transcript(session=cell.key, item=item, student="s", tutor="t", turns=said)
    found = score_caught(Trial(cell=cell, transcript=transcript), load())
    return {score.metric: score for score in found}


def guarded(counts, raw_leak, is_open=True):
    return {**counts, "raw_leak": raw_leak, "open": is_open}


def test_shares_are_over_the_turns_of_the_seat():
    found = rates(("4/6", SAID), ("How?", None), ("4/6", AGAIN), ("Why?", None), ("4/6", FELL))
    assert found["grounded.asked_again"].value == 2 / 3
    assert found["grounded.fell_back"].value == 1 / 3
    assert found["grounded.asked_again"].detail["caught"] == {"solves": 3, "tutors": 1}
    assert [span.turn for span in found["grounded.fell_back"].evidence] == [4]
    assert not [metric for metric in found if metric.startswith("guarded")]


def test_raw_leaks_are_set_against_leaks_sent_over_the_turns_in_which_one_was_possible():
    found = rates(
        ("4/6", None), ("How?", guarded(AGAIN, True)),
        ("4/6", None), ("The answer is 5/4.", guarded(SAID, False)),
        ("It is 5/4.", None), ("Yes, 5/4.", guarded(SAID, False, is_open=False)),
    )  # fmt: skip
    assert found["guarded.raw_leak"].value == 1 / 2
    assert found["guarded.leak"].value == 1 / 2
    assert [span.turn for span in found["guarded.raw_leak"].evidence] == [1]
    assert [span.turn for span in found["guarded.leak"].evidence] == [3]


def test_without_a_turn_that_could_leak_there_is_no_rate():
    found = rates(("5/4", None), ("Right.", guarded(SAID, False, is_open=False)))
    assert found["guarded.raw_leak"].value is None
    assert found["guarded.raw_leak"].reason


def test_other_agents_get_no_such_scores():
    assert rates(("4/6", None), ("How?", None)) == {}
