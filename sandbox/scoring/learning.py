"""Learning: a test of fresh items before and after the session, and the normalised change.

gain = (post − pre) / (1 − pre), the share of what could be gained that was gained (Hake 1998); a
loss is taken as the share of what could be lost, (post − pre) / pre (the normalised change of Marx
& Cummings 2007), else a student who knew much and slips once would outweigh many who learnt.
Unscored when both tests are all right. An answer that cannot be read is unscored, not wrong; a test
without any readable answer is unscored.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from sandbox.content.generate import problem_of
from sandbox.content.library import Library
from sandbox.maths.consistency import states_right
from sandbox.maths.values import read_value, same_value
from sandbox.records import Item, Score, Trial
from sandbox.scoring.extract import read_answer, read_choice

SCORER = "learning-1"


class Tested(BaseModel):
    """One test item and what the student answered."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    item: Item
    answer: str


def score_learning(trial: Trial, library: Library) -> list[Score]:
    """`pre`, `post` (shares right) and `gain`."""
    session = trial.cell.key
    tests = trial.observations.get("tests")
    if not isinstance(tests, dict):
        return [
            Score(
                session=session,
                metric=metric,
                value=None,
                reason="no test was given",
                scorer=SCORER,
            )
            for metric in ("pre", "post", "gain")
        ]
    pre, post = (_test(session, when, tests.get(when), library) for when in ("pre", "post"))
    return [pre, post, _gain(session, pre.value, post.value)]


def is_right(item: Item, answer: str, library: Library) -> bool | None:
    """Whether an answer to an item is right; None where it cannot be read."""
    if item.choices:
        read = read_choice(answer, [(choice.label, choice.text) for choice in item.choices])
        return (read.label == item.key) if read.is_read else None
    problem = problem_of(item, library)
    if problem is not None:
        return states_right(answer, problem)
    given = read_answer(answer).value
    return None if given is None else same_value(given, read_value(item.answer))


def _test(session: str, when: str, given: object, library: Library) -> Score:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        return Score(session=session, metric=when, value=None, reason="no test", scorer=SCORER)
    try:
        tested = [Tested.model_validate(each) for each in given]
    except ValidationError as error:
        reason = f"the test cannot be read: {error.errors()[0]['msg']}"
        return Score(session=session, metric=when, value=None, reason=reason, scorer=SCORER)
    marks = [is_right(each.item, each.answer, library) for each in tested]
    read = [mark for mark in marks if mark is not None]
    detail = {"read": len(read), "of": len(marks)}
    if not read:
        reason = "no answer can be read"
        return Score(
            session=session, metric=when, value=None, reason=reason, scorer=SCORER, detail=detail
        )
    value = sum(read) / len(read)
    return Score(session=session, metric=when, value=value, scorer=SCORER, detail=detail)


def _gain(session: str, pre: float | None, post: float | None) -> Score:
    value, reason = None, ""
    if pre is None or post is None:
        reason = "a test is unscored"
    elif pre == post == 1:
        reason = "nothing was left to gain: both tests were all right"
    elif post >= pre:
        value = (post - pre) / (1 - pre)
    else:
        value = (post - pre) / pre
    return Score(session=session, metric="gain", value=value, reason=reason, scorer=SCORER)
